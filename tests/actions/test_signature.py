"""Signatures: what is written in one line is read back as the same schema."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from volition.actions.action import Action
from volition.actions.brief import shorten
from volition.actions.signature import (
    FORMATS,
    RESERVED,
    TYPES,
    compose,
    escape,
    line,
    normal,
    unescape,
    write,
)
from volition.actions.signature_reader import parse, parse_schema
from volition.errors import BadAction, BadSchema, VolitionError

HOSTILE = [
    *RESERVED,
    *("", " ", "a b", "a|b", "a, b?: int", '"', '"a"', "'", "(", ")", ":)", "((", "a) b (c", "{}", "[]"),
    *("\n", "a\nb", "\r\n", "\t", "\\", "\\n", "\\\\", "\\u0041", "\x00", "\x7f", "\x85", "\u2028", "\ud800"),
    *("/", "a/b", "int/x", "date.x", "...", "a...", "..", "&", "&{}", "=", "=1", ": ", "):", ")!: x"),
    *(" where ", "const"),
    *("$A", "$", "#", "%", "null", "true", "false", "NaN", "Infinity", "-1", "1", "1e5", "0x1", "None"),
    *("日本語", "🎲", "é", "a\u202eb", "draft7", " draft7", "x or y", "enum a", "not", "type", "required"),
]
WORDS = st.sampled_from(HOSTILE) | st.text(max_size=8) | st.text("ab()|\"'\\\n :,=&$", max_size=6)
NUMBERS = st.integers(-(10**6), 10**6) | st.floats(-1e6, 1e6) | st.sampled_from([0, -1, 1.5, 1e300, 2**53])
SIZES = st.integers(0, 20)
SCALARS = st.none() | st.booleans() | NUMBERS | WORDS
VALUES = st.recursive(
    SCALARS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(WORDS, inner, max_size=3),
    max_leaves=5,
)
REFERENCES = st.sampled_from(
    ["#", "#/$defs/A", "#/$defs/b c", "#/$defs/A/items", "#/properties/x", "#/$defs/A.b"]
)


def some(**keywords):
    """A schema with any of the keywords."""
    return st.fixed_dictionaries({}, optional=keywords)


def schemas(inner):
    """One level of schema over others."""
    fields = st.dictionaries(WORDS, inner, max_size=4)
    kinds = st.sampled_from(list(TYPES))
    annotated = {"description": WORDS, "default": VALUES, "title": WORDS, "x-unknown": VALUES}
    limits = {
        "minimum": NUMBERS,
        "maximum": NUMBERS,
        "exclusiveMinimum": NUMBERS,
        "exclusiveMaximum": NUMBERS,
        "multipleOf": st.integers(1, 9) | st.just(0.5),
        "minLength": SIZES,
        "maxLength": SIZES,
        "minItems": SIZES,
        "maxItems": SIZES,
        "uniqueItems": st.booleans(),
        "pattern": st.sampled_from(["^a$", "a/b", r"\d+", "(a|b)", '"', "", "\n", "é"]),
        "format": st.sampled_from([*FORMATS, "int32", "", "a b"]),
    }
    branches = st.lists(inner, min_size=1, max_size=3)
    unions = {"anyOf": branches, "oneOf": branches, "allOf": branches, "not": inner}
    shapes = {
        "properties": fields,
        "required": st.lists(WORDS, max_size=3, unique=True),
        "additionalProperties": inner,
        "propertyNames": inner,
        "items": inner,
        "prefixItems": branches,
        "patternProperties": st.dictionaries(st.just("^x"), inner, max_size=1),
        "minProperties": SIZES,
        "if": inner,
        "then": inner,
    }
    typed = {"type": kinds | st.lists(kinds, min_size=1, max_size=3, unique=True)}
    literal = {"enum": st.lists(SCALARS | VALUES, min_size=1, max_size=4), "const": SCALARS | VALUES}
    return (
        st.booleans()
        | some(**typed, **limits)
        | some(**typed, **annotated)
        | some(**typed, **literal, description=WORDS)
        | some(**typed, **shapes, description=WORDS)
        | st.fixed_dictionaries({"type": st.just("string"), "enum": st.lists(WORDS, min_size=1, max_size=3)})
        | st.one_of(*(st.fixed_dictionaries({key: branches if key != "not" else inner}) for key in unions))
        | some(**{"$ref": REFERENCES}, description=WORDS, default=VALUES)
        | some(**unions, **annotated)
        | some(**typed, **limits, **annotated, **literal, **shapes, **unions)
    )


SCHEMAS = st.recursive(some(type=st.sampled_from(list(TYPES))), schemas, max_leaves=8)
DEFINITIONS = st.dictionaries(st.sampled_from(["A", "b c", "A.b", "unused"]), SCHEMAS, max_size=3)


@st.composite
def payload_schemas(draw):
    """The schema of an action."""
    schema = {"type": "object", "properties": draw(st.dictionaries(WORDS, SCHEMAS, max_size=4))}
    schema |= {
        "required": draw(st.lists(st.sampled_from([*schema["properties"], "x"]), max_size=4, unique=True))
    }
    schema |= draw(
        some(
            description=WORDS,
            title=WORDS,
            additionalProperties=SCHEMAS,
            anyOf=st.lists(SCHEMAS, min_size=1, max_size=2),
        )
    )
    uri = draw(st.sampled_from(["", "https://json-schema.org/draft/2020-12/schema"]))
    schema |= {"$schema": uri} if uri else {}
    definitions = draw(DEFINITIONS)
    return schema | ({"$defs": definitions} if definitions else {})


def same(one, other):
    """Equality that tells 1 from True and 1.0 from 1."""
    if isinstance(one, dict) and isinstance(other, dict):
        return one.keys() == other.keys() and all(same(one[key], other[key]) for key in one)
    if isinstance(one, list) and isinstance(other, list):
        return len(one) == len(other) and all(map(same, one, other))
    return type(one) is type(other) and (one == other or (one != one and other != other))  # noqa: PLR0124 - NaN


SPELLINGS = [
    ("any", {}),
    ("&true", True),
    ("&false", False),
    ("str", {"type": "string"}),
    ("str(1..80)/^[a-z]+$/", {"type": "string", "minLength": 1, "maxLength": 80, "pattern": "^[a-z]+$"}),
    ('str&{"pattern":"a/b"}', {"type": "string", "pattern": "a/b"}),
    ("date-time", {"type": "string", "format": "date-time"}),
    ('int&{"format":"int32"}', {"type": "integer", "format": "int32"}),
    (
        "int(1..10)=5 (How many)",
        {"type": "integer", "minimum": 1, "maximum": 10, "default": 5, "description": "How many"},
    ),
    (
        "num(>0..<1%0.25)",
        {"type": "number", "exclusiveMinimum": 0, "exclusiveMaximum": 1, "multipleOf": 0.25},
    ),
    ("num(%5)", {"type": "number", "multipleOf": 5}),
    ("low|mid|high=mid", {"type": "string", "enum": ["low", "mid", "high"], "default": "mid"}),
    ('"two words"|"int"|x', {"type": "string", "enum": ["two words", "int", "x"]}),
    ("1|2|null", {"type": ["integer", "null"], "enum": [1, 2, None]}),
    ("true|false", {"type": "boolean", "enum": [True, False]}),
    ("num enum 1|2", {"type": "number", "enum": [1, 2]}),
    ("enum a|[1]|null", {"enum": ["a", [1], None]}),
    ("str enum a", {"type": "string", "enum": ["a"]}),
    ('"a"', {"type": "string", "const": "a"}),
    ("7", {"type": "integer", "const": 7}),
    ("const a", {"const": "a"}),
    ("object const {}", {"type": "object", "const": {}}),
    ("[str](1..5)", {"type": "array", "items": {"type": "string"}, "minItems": 1, "maxItems": 5}),
    ("set[int]", {"type": "array", "items": {"type": "integer"}, "uniqueItems": True}),
    ("list(..3)", {"type": "array", "maxItems": 3}),
    ("[&false]", {"type": "array", "items": False}),
    ("object", {"type": "object"}),
    ("object!", {"type": "object", "additionalProperties": False}),
    ("dict", {"type": "object", "additionalProperties": True}),
    ("dict[num]", {"type": "object", "additionalProperties": {"type": "number"}}),
    (
        "dict[str(2..2),num]",
        {
            "type": "object",
            "propertyNames": {"type": "string", "minLength": 2, "maxLength": 2},
            "additionalProperties": {"type": "number"},
        },
    ),
    ("{}", {"type": "object", "properties": {}}),
    (
        "{a, b?:int, ...:bool}",
        {
            "type": "object",
            "properties": {"a": {"type": "string"}, "b": {"type": "integer"}},
            "required": ["a"],
            "additionalProperties": {"type": "boolean"},
        },
    ),
    ('{"a b"?:&true}!', {"type": "object", "properties": {"a b": True}, "additionalProperties": False}),
    ("str|null", {"type": ["string", "null"]}),
    ("[int](1..)|null", {"type": ["array", "null"], "items": {"type": "integer"}, "minItems": 1}),
    ("str or null=null", {"anyOf": [{"type": "string"}, {"type": "null"}], "default": None}),
    ("$A xor $B", {"oneOf": [{"$ref": "#/$defs/A"}, {"$ref": "#/$defs/B"}]}),
    ("and $A (About)", {"allOf": [{"$ref": "#/$defs/A"}], "description": "About"}),
    (
        "(int or str (Text)) and not null",
        {
            "allOf": [
                {"anyOf": [{"type": "integer"}, {"type": "string", "description": "Text"}]},
                {"not": {"type": "null"}},
            ]
        },
    ),
    ("$A with object", {"$ref": "#/$defs/A", "type": "object"}),
    ('$"#"', {"$ref": "#"}),
    ('str "one) two"', {"type": "string", "description": "one) two"}),
    ("str (one (two) three)", {"type": "string", "description": "one (two) three"}),
    ('any&{"if":{"const":1},"then":false}', {"if": {"const": 1}, "then": False}),
]


@pytest.mark.parametrize(("text", "schema"), SPELLINGS, ids=[text for text, _ in SPELLINGS])
def test_each_form_is_written_and_read(text, schema):
    """The forms that the reference page lists."""
    text = text.replace("(int or str (Text))", "(int or (str (Text)))").replace("not null", "(not null)")

    assert text == write(schema)
    assert same(schema, parse_schema(text))


@given(SCHEMAS)
@settings(max_examples=300, deadline=None)
def test_a_schema_is_read_back_as_it_was(schema):
    """Any schema, however odd, equals what is read from its text, but for what decides nothing."""
    written = write(schema)

    assert 1 == len(written.splitlines())
    assert same(normal(schema), normal(parse_schema(written)))


@given(WORDS.filter(bool), payload_schemas(), WORDS, st.dictionaries(WORDS, VALUES, max_size=3))
@settings(max_examples=300, deadline=None)
def test_a_line_brings_back_the_action(name, schema, text, payload):
    """Name, schema and description equal what was written, and the schema's verdicts are the same."""
    written = compose(name, schema, text)
    try:
        given_action = Action(name=name, schema=schema, brief=text)
    except BadSchema:
        return
    [action] = parse(written)

    assert 1 == len(written.splitlines())
    assert name == action.name
    assert same(normal(schema), normal(action.schema))
    assert text == action.examples.get("description", action.brief)
    assert given_action.checker.accepts(payload) == action.checker.accepts(payload)
    assert written == line(action)


@given(WORDS)
def test_escaped_text_is_one_line_and_comes_back(text):
    """Whatever a text holds, its escaped form is one line of characters that can be sent."""
    assert text == unescape(escape(text))
    assert 1 >= len(escape(text).splitlines())
    escape(text).encode("utf-8")


def test_definitions_stand_once_and_may_refer_to_themselves():
    """`$defs` follow the fields after `where`; recursion survives; what nothing refers to is left out."""
    node = {
        "type": "object",
        "properties": {"value": {"type": "integer"}, "next": {"$ref": "#/$defs/Node"}},
        "required": ["value"],
    }
    schema = {
        "type": "object",
        "properties": {"list": {"$ref": "#/$defs/Node"}},
        "$defs": {"Node": node, "Unused": {"type": "null"}},
    }
    written = compose("walk", schema, "Walk a list.")

    assert "walk(list?:$Node) where Node={value:int, next?:$Node}: Walk a list." == written
    assert schema | {"$defs": {"Node": node}} == parse(written)[0].schema == normal(schema)


@pytest.mark.parametrize("reference", ["#named", "#/$defs", "other.json", "#/$defs/Node/properties/next"])
def test_definitions_stay_where_a_reference_is_of_another_kind(reference):
    """An anchor or a pointer into a definition keeps what it may lead to."""
    definitions = {"Node": {"$anchor": "named", "properties": {"next": True}}}
    schema = {"type": "object", "properties": {"a": {"$ref": reference}}, "$defs": definitions}

    assert definitions == normal(schema)["$defs"]
    assert "Node=" in compose("a", schema, "")


def test_the_description_is_the_longest_there_is():
    """A signature carries the third tier's description; the brief comes back as its short form."""
    text = "Send a message. " + "It is delivered later. " * 6
    schema = {"type": "object", "properties": {}}
    action = Action(name="send", schema=schema, brief=shorten(text), examples={"description": text})

    assert f"send(): {text}" == line(action)
    assert [action] == parse(line(action))


def test_the_top_may_be_no_plain_object():
    """A payload that is a map, a reference or a union is written after the name."""
    for text in (
        "a dict[int]: Count.",
        "a $B where B={x:int}: Refer.",
        'a object&{"minProperties":1}: Fill.',
        'a(x, y?) (Say)&{"title":"T"} draft7: Describe.',
        'a({x?}) with (any&{"required":["x"]}) or (any&{"required":["y"]}): Choose.'.replace(
            "({x?})", "(x?, y?)"
        ),
    ):
        assert [text] == [line(each) for each in parse(text)]


def test_lines_are_read_with_blank_lines_between_them():
    """Empty lines and carriage returns are no part of an action."""
    assert ["a", "b"] == [each.name for each in parse("\na(): One.\r\n\n  \nb(): Two.\n")]
    assert "One." == parse("a(): One.\r\n")[0].brief


@pytest.mark.parametrize(
    ("text", "column", "expected"),
    [
        ("roll", 5, "'(' and the fields"),
        ("roll: Roll a die.", 5, "'(' and the fields"),
        ("roll(", 6, "the name of a field"),
        ("roll(a b)", 8, "',' or ')'"),
        ("roll(a:strng)", 8, "a type"),
        ("roll(a:int|x)", 13, "values alone, or types alone"),
        ("roll(a:[int)", 12, "']'"),
        ("roll(a (never closed", 8, "the ')' that ends the description"),
        ("roll(a:any&{nope)", 12, "JSON"),
        ("roll(a:bool(1..2))", 12, "',' or ')'"),
        ("roll(a:str(>1..))", 17, "a range of this type"),
        ("roll(a:dict[int,int,int])", 25, "at most the names' type and the values' type"),
        ("roll()Roll a die.", 7, "': ' and what the action does"),
        ("roll(a:" + "[" * 500, 57, "at most 48 levels"),
        ("roll &true", 11, "the schema of an object"),
        ("\ud800", 1, "a name"),
    ],
)
def test_what_is_no_signature_is_told_with_its_place(text, column, expected):
    """The message names the line, the column and what should stand there."""
    with pytest.raises(BadAction) as caught:
        parse(f"ok(): Fine.\n{text}")

    assert "Line 2" in str(caught.value)
    assert f"column {column} " in str(caught.value)
    assert str(caught.value).endswith(f"not {expected}.")


def test_a_mistyped_type_gets_a_suggestion():
    """The hint names the nearest word."""
    with pytest.raises(BadAction) as caught:
        parse("roll(a:strr)")

    assert "Did you mean 'str'?" == caught.value.hint


@given(WORDS | st.text('ab():,?=|&{}[]"$ .1>%/', max_size=30))
def test_no_text_does_worse_than_an_error(text):
    """Reading any text ends in actions or in an error of the author's kind."""
    for each in (text, f"a({text}", f"a({text}): b", f"a(b:{text})"):
        try:
            parse(each)
        except VolitionError as error:
            assert str(error)  # noqa: PT017 - most texts are wrong, some are right


def nested(depth):
    """A schema of that many levels."""
    schema = {"type": "string"}
    for _ in range(depth):
        schema = {"type": "object", "properties": {"a": schema}, "required": ["a"]}
    return schema


@pytest.mark.parametrize("depth", [1, 24, 25, 60, 100])
def test_a_deep_schema_comes_back(depth):
    """Nesting beyond what anybody reads stands as JSON and is not lost."""
    schema = nested(depth)

    assert schema == parse(compose("a", schema, ""))[0].schema == normal(schema)


def test_a_wide_schema_and_a_long_text_come_back():
    """Ten thousand fields and five megabytes of description are written and read like any other."""
    fields = {f"field_{each}": {"type": "integer", "description": "(a" * 3} for each in range(10_000)}
    text = "Do (this).\n" * 500_000
    schema = {"type": "object", "properties": fields}
    [action] = parse(compose("wide", schema, text))

    assert schema == action.schema
    assert text == action.examples["description"]


def test_what_is_not_json_is_the_authors_error():
    """A schema with a value that JSON has no word for is refused, not printed."""
    with pytest.raises(BadSchema, match="not JSON"):
        write({"default": {1, 2}})
