"""Schemas of older drafts and loose hands, brought to draft 2020-12 without a change of verdict."""

import copy

import jsonschema_rs
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from volition.actions.drafts import modern
from volition.errors import BadSchema
from volition.schema import checker

DRAFT = {
    4: "http://json-schema.org/draft-04/schema#",
    6: "http://json-schema.org/draft-06/schema#",
    7: "http://json-schema.org/draft-07/schema#",
    2019: "https://json-schema.org/draft/2019-09/schema",
}


@pytest.mark.parametrize(
    "schema",
    [
        {},
        {"type": "object", "properties": {"a": {"type": "string"}}},
        {"$schema": "https://json-schema.org/draft/2020-12/schema", "prefixItems": [{"type": "string"}]},
        {"$schema": DRAFT[7], "type": "object", "definitions": {"a": {}}, "properties": {"a": {}}},
        {
            "$schema": DRAFT[7],
            "properties": {"a": {"$ref": "#/definitions/b", "title": "t"}},
            "definitions": {"b": {}},
        },
        {"properties": {"items": {"type": "array", "items": {"type": "string"}}, "required": {}, "id": {}}},
    ],
    ids=str,
)
def test_what_means_the_same_is_kept_as_it_is(schema):
    """A schema that needs no change is returned, the very object."""
    found, notes = modern(schema)

    assert schema is found
    assert () == notes


@pytest.mark.parametrize(
    ("draft", "old", "new"),
    [
        (7, {"items": [{"type": "string"}]}, {"prefixItems": [{"type": "string"}]}),
        (7, {"items": [{}], "additionalItems": False}, {"prefixItems": [{}], "items": False}),
        (7, {"items": {}, "additionalItems": False}, {"items": {}}),
        (
            7,
            {"dependencies": {"a": ["b"], "c": {"required": ["d"]}}},
            {"dependentRequired": {"a": ["b"]}, "dependentSchemas": {"c": {"required": ["d"]}}},
        ),
        (
            7,
            {"$ref": "#/definitions/a", "type": "string", "definitions": {"a": {}}},
            {"$ref": "#/definitions/a", "definitions": {"a": {}}},
        ),
        (7, {"minContains": 2, "contains": {}}, {"contains": {}}),
        (7, {"unevaluatedProperties": False}, {}),
        (6, {"if": {}, "then": False}, {}),
        (4, {"minimum": 1, "exclusiveMinimum": True}, {"exclusiveMinimum": 1}),
        (4, {"maximum": 1, "exclusiveMaximum": False}, {"maximum": 1}),
        (4, {"const": 1}, {}),
        (2019, {"items": [{}], "unevaluatedItems": False}, {"prefixItems": [{}], "unevaluatedItems": False}),
        (
            2019,
            {"properties": {"kid": {"$recursiveRef": "#"}}, "$recursiveAnchor": True},
            {"properties": {"kid": {"$ref": "#"}}},
        ),
    ],
    ids=str,
)
def test_older_drafts_are_rewritten(draft, old, new):
    """Keywords that changed their name or meaning are rewritten; the older draft is no longer named."""
    found, notes = modern({"$schema": DRAFT[draft], **old})

    assert new == found
    assert () == notes


def test_anchors_of_older_drafts_work():
    """A name given by `$id` or draft 4's `id` can be referred to."""
    named = {"definitions": {"a": {"$id": "#name", "type": "string"}}, "items": {"$ref": "#name"}}
    older = {"definitions": {"a": {"id": "#name", "type": "string"}}, "items": {"$ref": "#name"}}

    for schema in ({"$schema": DRAFT[7], **named}, {"$schema": DRAFT[4], **older}):
        check = checker(modern(schema)[0])
        assert check.accepts(["x"])
        assert not check.accepts([1])


def test_a_schema_without_a_draft_may_be_draft_7():
    """What is valid only as draft 7 is read as that, with a note."""
    found, notes = modern({"items": [{"type": "string"}]})

    assert {"prefixItems": [{"type": "string"}]} == found
    assert ("The schema names no draft and is read as draft 7.",) == notes


VALUES = st.recursive(
    st.none() | st.integers(-2, 4) | st.sampled_from(["", "a", "bb"]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from("abc"), inner, max_size=3),
    max_leaves=6,
)
PARTS = st.recursive(
    st.sampled_from(
        [
            {"type": "string"},
            {"type": "integer"},
            {"minimum": 1},
            {"enum": ["a", 1]},
            {"$ref": "#/definitions/a"},
        ]
    ),
    lambda inner: st.fixed_dictionaries(
        {},
        optional={
            "items": inner | st.lists(inner, min_size=1, max_size=2),
            "additionalItems": inner | st.booleans(),
            "properties": st.dictionaries(st.sampled_from("abc"), inner, max_size=2),
            "dependencies": st.dictionaries(
                st.sampled_from("ab"),
                inner | st.lists(st.sampled_from("bc"), min_size=1, unique=True),
                max_size=2,
            ),
            "anyOf": st.lists(inner, min_size=1, max_size=2),
            "not": inner,
            "required": st.lists(st.sampled_from("abc"), min_size=1, unique=True),
            "$ref": st.just("#/definitions/a"),
            "maxLength": st.integers(0, 2),
            "prefixItems": st.lists(inner, min_size=1, max_size=2),
            "contains": inner,
            "minContains": st.integers(0, 2),
        },
    ),
    max_leaves=5,
)
OLD_VALIDATORS = {6: jsonschema_rs.Draft6Validator, 7: jsonschema_rs.Draft7Validator}


@settings(max_examples=400, deadline=None)
@given(schema=PARTS, values=st.lists(VALUES, min_size=1, max_size=8), draft=st.sampled_from([6, 7]))
def test_verdicts_stay_the_same(schema, values, draft):
    """For any schema of an older draft and any value, the rewritten schema decides as the old one did."""
    old = {"$schema": DRAFT[draft], **schema, "definitions": {"a": {"maxLength": 1, "maximum": 2}}}
    before = copy.deepcopy(old)
    validator = OLD_VALIDATORS[draft](old, offline=True)
    new = checker(modern(old)[0])

    assert before == old
    for value in values:
        assert validator.is_valid(value) is new.accepts(value)


@pytest.mark.parametrize(
    ("loose", "mended"),
    [
        ({"type": "dict", "properties": {}}, {"type": "object", "properties": {}}),
        ({"type": "OBJECT"}, {"type": "object"}),
        ({"properties": {"a": {"type": "float"}}}, {"properties": {"a": {"type": "number"}}}),
        ({"properties": {"a": {"type": "any"}}}, {"properties": {"a": {}}}),
        ({"type": ["str", "None"]}, {"type": ["string", "null"]}),
        (
            {"properties": {"a": {"type": "string", "required": True}, "b": {"required": False}}},
            {"properties": {"a": {"type": "string"}, "b": {}}, "required": ["a"]},
        ),
        (
            {"properties": {"a": "string", "b": "What it is"}},
            {"properties": {"a": {"type": "string"}, "b": {"description": "What it is"}}},
        ),
        ({"type": "array", "items": "string"}, {"type": "array", "items": {"type": "string"}}),
        ({"properties": []}, {"properties": {}}),
        ({"required": None, "description": None, "default": None}, {"default": None}),
        ({"required": ["a", "a"]}, {"required": ["a"]}),
    ],
    ids=str,
)
def test_slips_with_a_plain_meaning_are_mended(loose, mended):
    """What many hands write and every reader understands is put right, with a note for each change."""
    found, notes = modern(loose)

    assert mended == found
    assert bool(notes) or loose == {"properties": []}


@pytest.mark.parametrize(
    "schema",
    [
        {"type": "gizmo"},
        {"pattern": "(["},
        {"required": 3},
        {"$ref": "#/nowhere"},
        {"items": 3},
        "x",
        None,
        3,
    ],
    ids=str,
)
def test_what_has_no_plain_meaning_is_refused(schema):
    """Nothing is guessed where there is nothing to go by."""
    with pytest.raises(BadSchema):
        modern(schema)


def test_a_loose_schema_of_an_older_draft_is_mended_too():
    """Both kinds of change go together."""
    found, _ = modern({"$schema": DRAFT[7], "items": [{"type": "float"}]})

    assert {"prefixItems": [{"type": "number"}]} == found
