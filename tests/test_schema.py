"""Values held against JSON Schemas: the verdict, the place, the words."""

import datetime as dt
import json
import math

import jsonschema_rs
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from volition.errors import BadSchema
from volition.schema import Checker, check, checker, nearest, pointer, shown

ORDER = {
    "type": "object",
    "properties": {
        "size": {"type": "string", "enum": ["small", "medium", "large"]},
        "count": {"type": "integer", "minimum": 1},
        "at": {"type": "string", "format": "date-time"},
        "address": {
            "type": "object",
            "properties": {"street": {"type": "string"}, "a/b": {"type": "boolean"}},
            "required": ["street"],
            "additionalProperties": False,
        },
        "extras": {"type": "array", "items": {"type": "string"}, "maxItems": 2},
    },
    "required": ["size", "count"],
}

JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-9, 9) | st.floats(allow_nan=False) | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner, max_size=3),
    max_leaves=8,
)
SIMPLE = st.fixed_dictionaries(
    {},
    optional={
        "type": st.sampled_from(["string", "integer", "number", "object", "array", "null"]),
        "enum": st.lists(JSON, max_size=2),
        "required": st.lists(st.sampled_from("abc"), unique=True),
        "properties": st.dictionaries(st.sampled_from("abc"), st.just({"type": "integer"})),
        "maxLength": st.integers(0, 3),
        "minimum": st.integers(-3, 3),
        "additionalProperties": st.booleans(),
        "uniqueItems": st.booleans(),
        "anyOf": st.just([{"type": "string"}, {"minimum": 2}]),
    },
)


def only(schema, value, **options):
    """The one problem there is."""
    problems = check(schema, value, **options)
    assert 1 == len(problems), problems
    return problems[0]


def test_a_valid_value_has_no_problem():
    """What the schema takes yields nothing."""
    assert [] == check(ORDER, {"size": "small", "count": 1, "at": "2026-03-01T09:00:00Z", "unknown": 1})


@settings(max_examples=200, deadline=None)
@given(schema=SIMPLE, value=JSON)
def test_the_verdict_is_the_schemas_own(schema, value):
    """There is a problem exactly where the library refuses the value, with and without masking."""
    expected = jsonschema_rs.Draft202012Validator(schema, validate_formats=True).is_valid(value)

    assert expected is checker(schema).accepts(value)
    assert expected is (not check(schema, value))
    assert expected is (not check(schema, value, mask=True))


@pytest.mark.parametrize(
    ("value", "code", "where"),
    [
        ({"size": "small"}, "required", "/count"),
        ({"size": "small", "count": "1"}, "type", "/count"),
        ({"size": "small", "count": 1.5}, "type", "/count"),
        ({"size": "small", "count": True}, "type", "/count"),
        ({"size": "small", "count": 0}, "minimum", "/count"),
        ({"size": "tiny", "count": 1}, "enum", "/size"),
        ({"size": "small", "count": 1, "at": "tomorrow"}, "format", "/at"),
        ({"size": "small", "count": 1, "address": {}}, "required", "/address/street"),
        (
            {"size": "small", "count": 1, "address": {"street": "x", "a/b": 1}},
            "type",
            "/address/a~1b",
        ),
        (
            {"size": "small", "count": 1, "address": {"street": "x", "zip": 1}},
            "additionalProperties",
            "/address/zip",
        ),
        ({"size": "small", "count": 1, "extras": ["a", 2]}, "type", "/extras/1"),
        ({"size": "small", "count": 1, "extras": ["a"] * 3}, "maxItems", "/extras"),
        ([], "type", ""),
    ],
)
def test_a_problem_has_its_keyword_and_its_place(value, code, where):
    """The code is the keyword that failed, the pointer the place that must change."""
    problem = only(ORDER, value)

    assert (code, where) == (problem.code, problem.pointer)


def test_every_fault_is_told():
    """A value with several faults yields all of them, once each."""
    found = check(ORDER, {"size": "x", "count": "y", "address": {"zip": 1, "street": 2}})

    assert {"/size", "/count", "/address/zip", "/address/street"} == {each.pointer for each in found}
    assert len(found) == len(set(found))


@pytest.mark.parametrize(
    ("schema", "value", "message"),
    [
        ({"type": ["null", "integer"]}, "x", 'The value must be integer or null, not string "x".'),
        ({"const": 3}, 4, "The value must be 3, not 4."),
        ({"maxLength": 1}, "ab", 'The value must have at most 1 character, not "ab".'),
        ({"minItems": 2}, [1], "The value must have at least 2 items, not 1."),
        ({"minProperties": 2}, {"a": 1}, "The value must have at least 2 fields, not 1."),
        ({"exclusiveMaximum": 3}, 3, "The value must be less than 3, not 3."),
        ({"multipleOf": 5}, 3, "The value must be a multiple of 5, not 3."),
        ({"pattern": "^a"}, "b", 'The value must match the pattern ^a, not "b".'),
        ({"uniqueItems": True}, [1, 1], "The value must not hold the same item twice."),
        ({"properties": {"a": False}}, {"a": 1}, "The field 'a' is not allowed here."),
        ({"items": {"type": "null"}}, [1], "Item 0 must be null, not number 1."),
        (
            {"contains": {"const": 1}, "minContains": 2},
            [1],
            'The value must contain at least 2 of {"const":1}.',
        ),
        ({"not": {"type": "null"}}, None, 'The value must not fit {"type":"null"}, not null.'),
        ({"format": "email"}, "ada", 'The value must be an email, not "ada".'),
        (
            {"dependentRequired": {"a": ["b"]}},
            {"a": 1},
            "The field 'b' is missing; it is needed beside 'a'.",
        ),
        (
            {"prefixItems": [{}], "unevaluatedItems": False},
            [1, 2],
            "The value has more items than are allowed.",
        ),
        (
            {"propertyNames": {"maxLength": 1}},
            {"ab": 1},
            "The field name 'ab' is not allowed: The value must have at most 1 character, not \"ab\".",
        ),
        (
            {"oneOf": [{"minimum": 1}, {"minimum": 2}]},
            3,
            "The value fits more than one of its forms (0 or 1).",
        ),
    ],
)
def test_messages_are_plain_words(schema, value, message):
    """Each keyword has a sentence with the field, what is allowed and what was seen."""
    assert message == only(schema, value).message


@pytest.mark.parametrize(
    ("form", "good", "bad"),
    [
        ("date-time", "2026-03-01T09:00:00+01:00", "2026-03-01 9am"),
        ("date", "2026-03-01", "2026-02-30"),
        ("time", "09:00:00Z", "9 o'clock"),
        ("email", "ada@example.org", "ada at example"),
        ("uri", "https://example.org", "example"),
        ("uuid", "123e4567-e89b-12d3-a456-426614174000", "123"),
        ("ipv4", "192.0.2.1", "192.0.2.256"),
    ],
)
def test_formats_are_asserted(form, good, bad):
    """A format refuses what does not fit it, and the hint shows how to write it."""
    assert [] == check({"format": form}, good)
    assert only({"format": form}, bad).hint.startswith("Write it like ")


def test_hints_name_the_nearest_choice_field_and_misspelling():
    """The nearest enum member, declared field or misspelt key is offered; nothing where nothing is near."""
    closed = {**ORDER, "additionalProperties": False}

    assert "Did you mean 'medium'?" == only(ORDER, {"size": "Medium", "count": 1}).hint
    assert "" == only(ORDER, {"size": "xyz", "count": 1}).hint
    assert "There is 'coumt': is that it?" == only(ORDER, {"size": "small", "coumt": 1}).hint
    assert "Did you mean 'extras'?" == only(closed, {"size": "small", "count": 1, "extra": []}).hint


def test_a_declared_field_is_no_misspelling_of_another():
    """`end_date` present is not taken for `start_date` missing."""
    dates = {"properties": {"start_date": {}, "end_date": {}}, "required": ["start_date", "end_date"]}

    assert "" == only(dates, {"end_date": "2026-03-01"}).hint


def test_hints_work_through_references():
    """Names that a referenced definition declares are known too."""
    schema = {
        "$defs": {"City": {"properties": {"name": {}}, "additionalProperties": False}},
        "properties": {"city": {"$ref": "#/$defs/City"}},
    }

    assert ("/city/nam", "Did you mean 'name'?") == (
        (found := only(schema, {"city": {"nam": 1}})).pointer,
        found.hint,
    )


UNION = {
    "properties": {
        "shape": {
            "anyOf": [
                {
                    "properties": {"kind": {"const": "circle"}, "radius": {"type": "number"}},
                    "required": ["kind", "radius"],
                },
                {
                    "properties": {"kind": {"const": "box"}, "side": {"type": "number"}},
                    "required": ["kind", "side"],
                },
            ]
        }
    }
}


def test_a_union_is_told_by_the_branch_that_was_meant():
    """A constant that tells branches apart chooses the one whose faults are told."""
    assert "/shape/radius" == only(UNION, {"shape": {"kind": "circle", "radius": "big"}}).pointer
    assert "/shape/side" == only(UNION, {"shape": {"kind": "box"}}).pointer


def test_a_union_of_types_is_told_as_types():
    """Where every branch wants another type, the types are told."""
    schema = {"properties": {"n": {"anyOf": [{"type": "integer"}, {"type": "null"}]}}}

    problem = only(schema, {"n": "x"})

    assert ("type", "/n") == (problem.code, problem.pointer)
    assert "The field 'n' must be integer or null, not string \"x\"." == problem.message


def test_a_union_that_nothing_chooses_is_told_by_its_forms():
    """Where the branch cannot be told, the forms are listed."""
    problem = only(UNION, {"shape": {"radius": "x", "side": "y"}})

    assert ("anyOf", "/shape") == (problem.code, problem.pointer)
    assert "with kind, radius" in problem.message


def test_a_union_with_a_tag_is_told_by_the_tag():
    """Where one field tells the branches apart and holds none of their constants, that field is told."""
    problem = only(UNION, {"shape": {"kind": "circel", "radius": "big"}})

    assert ("enum", "/shape/kind") == (problem.code, problem.pointer)
    assert 'The field \'kind\' must be one of "circle", "box", not "circel".' == problem.message
    assert "Did you mean 'circle'?" == problem.hint
    assert "circel" not in only(UNION, {"shape": {"kind": "circel"}}, mask=True).line()


SECRET = "correct horse battery staple"
MASKED = [
    {"type": "integer"},
    {"enum": ["a"]},
    {"const": 1},
    {"format": "date"},
    {"pattern": "^x"},
    {"maxLength": 3},
    {"minLength": 99},
    {"anyOf": [{"type": "integer"}, {"type": "null"}]},
    {"anyOf": [{"maxLength": 2}, {"pattern": "^x"}]},
    {"not": {"type": "string"}},
    {"prefixItems": [True], "unevaluatedItems": False, "type": "array"},
    {"oneOf": [{"type": "string"}, {"minLength": 1}]},
    False,
]


@pytest.mark.parametrize("schema", MASKED, ids=str)
def test_masking_keeps_silent_about_values(schema):
    """With `mask` no message holds what was seen, and the verdict stays."""
    for value in (SECRET, {"a": SECRET}, [SECRET], [SECRET, SECRET]):
        inner = (
            {"anyOf": [{"properties": {"a": schema}, "items": schema}, False]} if value != SECRET else schema
        )
        problems = check(inner, value, mask=True)

        assert bool(check(inner, value)) == bool(problems)
        assert not [each for each in problems if "horse" in each.line()]


@settings(max_examples=100, deadline=None)
@given(schema=SIMPLE, value=JSON)
def test_masked_problems_are_at_the_same_places(schema, value):
    """Masking changes words, never codes or pointers."""
    places = {(each.code, each.pointer) for each in check(schema, value)}

    assert places == {(each.code, each.pointer) for each in check(schema, value, mask=True)}


def test_values_and_names_in_messages_are_bounded():
    """However long a value, a name or a list of choices is, the message is short."""
    long = "x" * 1_000_000
    schema = {
        "properties": {
            "a": {"type": "integer"},
            "b": {"enum": [long] * 3},
            "c": {"pattern": "^" + "y" * 9999},
        },
        "additionalProperties": False,
    }

    problems = check(schema, {"a": long, "b": f"{long}y", "c": long, long: 1})

    assert 4 == len(problems)
    assert all(len(each.message) < 600 for each in problems)


# Schemas that are themselves wrong.


@pytest.mark.parametrize(
    ("schema", "where", "words"),
    [
        ({"type": "dict"}, "/type", "object"),
        ({"properties": {"a": {"type": "float"}}}, "/properties/a/type", "number"),
        ({"properties": {"a": {"type": "colour"}}}, "/properties/a/type", "Use string"),
        ({"required": "a"}, "/required", "array"),
        ({"properties": []}, "/properties", "object"),
        ({"items": [{}]}, "/items", "boolean"),
        ({"pattern": "(["}, "/pattern", "regular expression"),
        ({"pattern": "(a{1000}){1000}"}, "/pattern", "too large"),
        ({"patternProperties": {"([": {}}}, "/patternProperties/([", "regular expression"),
        ({"minLength": -1}, "/minLength", "-1"),
        ({"$ref": "#/$defs/nothing"}, "/$ref", "nothing at"),
        ({"properties": {"a": {"$ref": "#name"}}}, "/properties/a/$ref", "nothing at"),
        (
            {"properties": {"a": {"$ref": "https://example.org/a.json"}}},
            "/properties/a/$ref",
            "not fetched",
        ),
        ({"$ref": "file:///etc/hostname"}, "/$ref", "not fetched"),
    ],
    ids=str,
)
def test_a_wrong_schema_is_the_authors_error(schema, where, words):
    """A schema that is itself wrong raises with the place, and remote references are not followed."""
    with pytest.raises(BadSchema) as error:
        checker(schema)

    assert where == error.value.pointer
    assert words in error.value.line()
    assert len(error.value.line()) < 500


@pytest.mark.parametrize(
    "schema",
    [
        {"properties": {1: {}}},
        {"default": object()},
        {"default": dt.date(2026, 3, 1)},
        {"enum": ["\ud800"]},
        "string",
        None,
        [],
    ],
    ids=repr,
)
def test_a_schema_that_is_no_json_is_refused(schema):
    """What cannot be written as JSON is no schema."""
    with pytest.raises(BadSchema):
        checker(schema)


def nested(levels):
    """A schema of so many objects within each other."""
    schema = {"type": "string"}
    for _ in range(levels):
        schema = {"type": "object", "properties": {"a": schema}}
    return schema


@pytest.mark.parametrize("levels", [200, 5_000, 100_000])
def test_a_schema_nested_too_deeply_is_a_clear_error(levels):
    """Depth ends in an error, not in the stack's end."""
    with pytest.raises(BadSchema, match="nested too deeply"):
        checker(nested(levels))


def test_a_schema_of_a_hundred_levels_works():
    """Depth that people write is no problem."""
    value = json.loads('{"a":' * 100 + "1" + "}" * 100)

    assert "/a" * 100 == only(nested(100), value).pointer


def test_ten_thousand_fields_work():
    """A very wide schema compiles, and faults are found in it."""
    schema = {
        "type": "object",
        "properties": {f"p{index}": {"type": "integer"} for index in range(10_000)},
        "required": [f"p{index}" for index in range(10_000)],
    }

    assert 10_000 == len(check(schema, {}))
    assert "/p77" == only(schema, {f"p{index}": index for index in range(10_000)} | {"p77": "x"}).pointer


def test_a_huge_description_works():
    """A description of five million characters is carried."""
    assert [] == check({"description": "x" * 5_000_000}, 1)


def test_recursive_schemas_work():
    """A schema may refer to itself, directly, in a circle or by an anchor."""
    tree = {"properties": {"kid": {"$ref": "#"}}, "required": ["name"]}
    circle = {"$defs": {"a": {"$ref": "#/$defs/b"}, "b": {"$ref": "#/$defs/a"}}, "$ref": "#/$defs/a"}
    anchored = {"$anchor": "top", "items": {"$ref": "#top"}, "type": "array"}

    assert "/kid/name" == only(tree, {"name": 1, "kid": {}}).pointer
    assert [] == check(circle, 1)
    assert "/0/0" == only(anchored, [[1]]).pointer


@pytest.mark.parametrize("levels", [300, 20_000])
@pytest.mark.parametrize(
    "schema",
    [
        {"properties": {"a": {"$ref": "#"}}},
        {"$defs": {"n": {"properties": {"a": {"$ref": "#/$defs/n"}}}}, "$ref": "#/$defs/n"},
        {"$dynamicAnchor": "n", "properties": {"a": {"$dynamicRef": "#n"}}},
        {"enum": [1]},
        {"uniqueItems": True, "type": "object", "additionalProperties": {"type": "null"}},
    ],
    ids=str,
)
def test_a_value_nested_too_deeply_is_refused(schema, levels):
    """A deep value never takes the process down, whatever refers to itself in the schema."""
    value = 1
    for _ in range(levels):
        value = {"a": value}

    assert 1 <= len(check(schema, value))
    assert not checker(schema).accepts(value)


@pytest.mark.parametrize("pattern", ["(a+)+$", r"^(?=a)(a+)+$", r"(a|aa)+\1$", r"^(a|a?)+(?!b)$"])
def test_a_catastrophic_pattern_does_not_hang(pattern):
    """A pattern that explodes on a text is given up soon, and the value refused."""
    problem = only({"pattern": pattern}, "a" * 5_000 + "!")

    assert "pattern" == problem.code


@pytest.mark.parametrize("value", [{1, 2}, b"x", object(), {1: 2}, "\ud800", math.inf, math.nan], ids=ascii)
def test_a_value_that_is_no_json_is_refused(value):
    """What is no JSON value is refused where the schema looks at it, masked or not."""
    schema = {"type": "integer"}

    assert not checker(schema).accepts(value)
    assert 1 == len(check(schema, value)) == len(check(schema, value, mask=True))


def test_a_circular_value_is_refused():
    """A list that holds itself is told as nested too deeply."""
    value = []
    value.append(value)

    assert "nested too deeply" in only({"items": {"$ref": "#"}}, value).message


def test_very_large_integers_work():
    """Integers beyond 64 bits are judged by value."""
    assert [] == check({"type": "integer", "minimum": 10**30}, 10**31)
    assert "minimum" == only({"minimum": 10**30}, 10**29).code


# Tools.


def test_a_schema_is_compiled_once_per_content():
    """Equal schemas share a checker; a changed one gets its own."""
    schema = {"type": "integer"}
    first = checker(schema)

    assert first is checker({"type": "integer"})
    schema["type"] = "string"
    assert first is not checker(schema)
    assert isinstance(checker(True), Checker)


@settings(deadline=None)
@given(st.lists(st.text() | st.integers(0, 99), max_size=4))
def test_pointers_follow_the_rfc(path):
    """Each step is told apart, whatever characters it has."""
    steps = [step.replace("~1", "/").replace("~0", "~") for step in pointer(path).split("/")[1:]]

    assert [str(step) for step in path] == steps


@settings(deadline=None)
@given(JSON | st.text(min_size=200) | st.sets(st.integers()))
def test_shown_values_are_short(value):
    """A value in a message has at most 80 characters."""
    assert len(shown(value)) <= 80


def test_nearest_folds_case_and_hyphens_and_gives_up():
    """Case and hyphens do not matter; far and endless words have no neighbour."""
    assert "start_date" == nearest("Start-Date", ["start_date", "end_date"])
    assert "" == nearest("zebra", ["start_date"])
    assert "" == nearest("x" * 1_000_000, ["x" * 1_000_000])
    assert "" == nearest("x", [])
