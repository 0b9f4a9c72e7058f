"""The reply contract: the schema of a legal reply, for grammars and for strict mode."""

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from volition.actions import contract
from volition.actions.action import Action
from volition.errors import BadConfig
from volition.schema import checker
from volition.values.coerce import coerce

SEND = Action(
    name="send",
    schema={
        "type": "object",
        "properties": {
            "to": {"type": "string", "minLength": 1, "description": "Who gets it"},
            "at": {"type": "string", "format": "date-time"},
            "urgent": {"type": "boolean", "default": False},
        },
        "required": ["to"],
    },
    brief="Send a message.",
)
TREE = Action(
    name="plant tree",
    schema={
        "type": "object",
        "properties": {"root": {"$ref": "#/$defs/Node"}},
        "required": ["root"],
        "$defs": {
            "Node": {
                "type": "object",
                "properties": {"kind": {"enum": ["oak", "elm"]}, "left": {"$ref": "#/$defs/Node"}},
                "required": ["kind"],
            },
            "Unused": {},
        },
    },
    brief="Plant a tree.",
)
OTHER_TREE = Action(
    name="fell",
    schema={
        "type": "object",
        "properties": {"root": {"$ref": "#/$defs/Node/properties/name"}},
        "$defs": {"Node": {"type": "object", "properties": {"name": {"type": "string"}}}},
    },
    brief="Fell a tree.",
)


def reply(name, payload):
    """A reply of one call."""
    return {"actions": [{"type": name, "payload": payload}]}


def accepts(schema, value):
    """Whether the schema takes the value."""
    return checker(schema).accepts(value)


def test_each_type_goes_with_its_own_payload():
    """A payload of another action, a field that nobody declared, and a stray key are refused."""
    schema = contract.reply_schema([SEND, TREE])

    assert accepts(schema, reply("send", {"to": "Ann"}))
    assert accepts(schema, reply("plant tree", {"root": {"kind": "oak", "left": {"kind": "elm"}}}))
    for wrong in (
        reply("send", {"root": {"kind": "oak"}}),
        reply("send", {"to": "Ann", "cc": "Bob"}),
        reply("send", {"to": ""}),
        reply("plant tree", {"root": {"kind": "oak", "left": {"kind": "fir"}}}),
        reply("fly", {}),
        {"actions": []},
        {**reply("send", {"to": "Ann"}), "message": "Hi"},
        {"actions": [{"type": "send"}]},
    ):
        assert not accepts(schema, wrong), wrong


def test_the_number_of_calls_is_bounded():
    """At most `max_calls`; fewer than one is a mistake; no action at all leaves the empty reply."""
    call = reply("send", {"to": "Ann"})["actions"]

    assert accepts(contract.reply_schema([SEND], max_calls=2), {"actions": call * 2})
    assert not accepts(contract.reply_schema([SEND], max_calls=2), {"actions": call * 3})
    assert accepts(contract.reply_schema([]), {"actions": []})
    assert not accepts(contract.reply_schema([]), {"actions": call})
    with pytest.raises(BadConfig, match="not for 0"):
        contract.reply_schema([SEND], max_calls=0)


def test_annotations_are_left_out():
    """Descriptions, defaults and titles are in the prompt already."""
    text = json.dumps(contract.reply_schema([SEND]))

    assert "description" not in text
    assert "default" not in text
    assert "minLength" in text


def test_definitions_of_one_name_are_kept_apart():
    """Each action's references lead to its own definitions, unused ones are gone, equal ones stand once."""
    again = Action(name="replant", schema=TREE.schema, brief="Plant a tree again.")
    schema = contract.reply_schema([TREE, OTHER_TREE, again])

    assert ["Node", "fell.Node"] == list(schema["$defs"])
    assert accepts(schema, reply("fell", {"root": "the old oak"}))
    assert not accepts(schema, reply("fell", {"root": {"kind": "oak"}}))
    assert accepts(schema, reply("replant", {"root": {"kind": "elm"}}))


@pytest.mark.parametrize(
    "inner",
    [
        {"$ref": "#"},
        {"$ref": "#/properties/value"},
        {"$ref": "#tree"},
        {"$dynamicRef": "#tree"},
        {"$ref": "#/$defs/a~1b%20c"},
        {"$ref": "https://example.org/leaf"},
    ],
    ids=lambda inner: next(iter(inner.values())),
)
def test_references_of_every_kind_keep_leading_where_they_led(inner):
    """The whole, a part, an anchor, a definition with an odd name, a part with a base of its own."""
    schema = {
        "type": "object",
        "properties": {
            "value": {"type": "object", "$dynamicAnchor": "tree", "properties": {"n": {"type": "integer"}}},
            "more": inner,
        },
        "additionalProperties": False,
        "$defs": {
            "a/b c": {"type": "object", "properties": {"n": {"type": "integer"}}},
            "leaf": {
                "$id": "https://example.org/leaf",
                "type": "object",
                "properties": {"n": {"type": "integer"}},
            },
        },
    }
    action = Action(name="walk", schema=schema, brief="Walk.")
    others = [Action(name=f"other {each}", schema=schema, brief="Walk.") for each in range(2)]
    whole = contract.reply_schema([*others, action])

    for payload in (
        {"value": {"n": 1}},
        {"more": {"n": 1}},
        {"more": {"n": "x"}},
        {"more": {"value": {"n": "x"}}},
        {"more": {"value": {"n": 2}, "more": {}}},
        {"more": 5},
    ):
        assert action.checker.accepts(payload) == accepts(whole, reply("walk", payload)), payload


def test_spoken_values_may_be_any_words():
    """Dates and times in a person's words are legal where code reads them later."""
    spoken = reply("send", {"to": "Ann", "at": "tomorrow at five"})

    assert not accepts(contract.reply_schema([SEND]), spoken)
    assert accepts(contract.reply_schema([SEND], spoken_values=True), spoken)


VALUES = st.recursive(
    st.sampled_from([None, True, 0, 1, 2.5, "", "a", "b", "2026-01-01"]),
    lambda inner: st.lists(inner, max_size=2) | st.dictionaries(st.sampled_from("abc"), inner, max_size=2),
    max_leaves=4,
)
LEAVES = st.sampled_from(
    [
        {},
        {"type": "string"},
        {"type": ["integer", "null"]},
        {"type": "number", "minimum": 1},
        {"enum": ["a", 1, None]},
        {"const": "a"},
        {"type": "string", "pattern": "^a", "maxLength": 3, "format": "date"},
        {"$ref": "#/$defs/D"},
        {"$ref": "#/$defs/a%20b"},
        {"type": "object"},
        {"type": "array"},
        {"not": {"type": "string"}},
        True,
    ]
)


def _grown(inner):
    fields = st.dictionaries(st.sampled_from("abc"), inner, max_size=2)
    return (
        st.builds(
            lambda named, open_to: {"type": "object", "properties": named} | open_to,
            fields,
            st.sampled_from(
                [
                    {},
                    {"additionalProperties": False},
                    {"required": ["a"]},
                    {"additionalProperties": {"type": "integer"}},
                ]
            ),
        )
        | st.builds(lambda items: {"type": "array", "items": items, "uniqueItems": True}, inner)
        | st.builds(
            lambda key, branches: {key: branches},
            st.sampled_from(["anyOf", "oneOf", "allOf"]),
            st.lists(inner, min_size=1, max_size=2),
        )
    )


SCHEMAS = st.recursive(LEAVES, _grown, max_leaves=4)
ACTIONS = st.builds(
    lambda fields, required, definitions: Action(
        name="do",
        schema={
            "type": "object",
            "properties": fields,
            "required": [each for each in required if each in fields],
            "$defs": definitions,
        },
        brief="Do it.",
    ),
    st.dictionaries(st.sampled_from("abc"), SCHEMAS, max_size=2),
    st.lists(st.sampled_from("abc"), unique=True),
    st.fixed_dictionaries(
        {
            "D": SCHEMAS.filter(lambda each: "$ref" not in str(each)),
            "a b": SCHEMAS.filter(lambda each: "$ref" not in str(each)),
        }
    ),
)
PAYLOADS = st.dictionaries(st.sampled_from("abc"), VALUES, max_size=2)


@given(ACTIONS, PAYLOADS)
@settings(max_examples=300, deadline=None)
def test_a_reply_is_legal_exactly_when_its_payload_is(action, payload):
    """The reply schema's verdict is the action's own, besides fields that nobody declared."""
    other = Action(name="other", schema=TREE.schema, brief="Other.")
    declared = payload.keys() <= action.fields.keys()
    legal = action.checker.accepts(payload) and declared

    assert legal == accepts(contract.reply_schema([other, action]), reply("do", payload))


@given(ACTIONS, PAYLOADS)
@settings(max_examples=300, deadline=None)
def test_a_grammar_takes_every_legal_reply(action, payload):
    """What grammars cannot hold is left out, so the schema only grows."""
    if accepts(contract.reply_schema([action]), reply("do", payload)):
        assert accepts(contract.reply_schema([action], grammar=True), reply("do", payload))


@given(ACTIONS, PAYLOADS)
@settings(max_examples=300, deadline=None)
def test_strict_mode_tells_what_it_lost(action, payload):
    """Where nothing is lost, a strict reply without its nulls is a legal payload, and each legal one fits."""
    strict, lost = contract.strict_schema([action])
    openai = pytest.importorskip("volition.engines.openai")

    assert openai.strict_ready(strict)
    filled = dict.fromkeys(action.fields) | payload
    if accepts(strict, reply("do", filled)) and not lost:
        assert not coerce(filled, action.schema).problems
    assert all(each.startswith("do: ") for each in lost)


def test_strict_mode_closes_and_requires_everything():
    """Optional fields may be null, unsupported keywords go and are told by action."""
    schema, lost = contract.strict_schema([SEND, TREE])
    send, tree = (each["properties"]["payload"] for each in schema["properties"]["actions"]["items"]["anyOf"])

    assert {
        "type": "object",
        "properties": {
            "to": {"type": "string"},
            "at": {"type": ["string", "null"], "format": "date-time"},
            "urgent": {"type": ["boolean", "null"]},
        },
        "required": ["to", "at", "urgent"],
        "additionalProperties": False,
    } == send
    assert ["root"] == tree["required"]
    assert ["kind", "left"] == schema["$defs"]["Node"]["required"]
    assert {"anyOf": [{"$ref": "#/$defs/Node"}, {"type": "null"}]} == schema["$defs"]["Node"]["properties"][
        "left"
    ]
    assert ["send: /properties/to/minLength"] == lost


def test_strict_mode_tells_what_it_cannot_say():
    """Open objects, any values, unions of one and required fields that nobody declared."""
    fields = {
        "open": {"type": "object", "additionalProperties": {"type": "string"}},
        "free": {"type": "object"},
        "any": {"description": "Whatever"},
        "one": {"oneOf": [{"type": "string"}, {"type": "null"}]},
        "both": {"allOf": [{"type": "string"}, {"minLength": 2}]},
        "list": {"type": "array", "prefixItems": [{"type": "string"}]},
        "url": {"type": "string", "format": "uri"},
    }
    action = Action(
        name="do", schema={"type": "object", "properties": fields, "required": ["gone"]}, brief="Do."
    )
    _, lost = contract.strict_schema([action])

    assert [
        "do: /required (no such field: gone)",
        "do: /properties/open/additionalProperties",
        "do: /properties/free (any object: an empty one only)",
        "do: /properties/any (any value: plain ones only)",
        "do: /properties/one/oneOf (read as anyOf)",
        "do: /properties/both/allOf",
        "do: /properties/both (any value: plain ones only)",
        "do: /properties/list/prefixItems",
        "do: /properties/list/items (any value: plain ones only)",
        "do: /properties/url/format",
    ] == lost


def test_llama_cpp_makes_a_grammar_of_it():
    """The runtime turns the schema into a grammar that names the schema's parts."""
    xllamacpp = pytest.importorskip("xllamacpp")
    schema = contract.reply_schema([SEND, TREE, OTHER_TREE], grammar=True)

    assert "plant tree" in xllamacpp.json_schema_to_grammar(schema)


def test_a_grammar_holds_nothing_that_the_runtime_refuses():
    """Negations, conditions, unknown formats, look-around and lengths beside patterns go."""
    fields = {
        "a": {"type": "string", "pattern": "^(?=x)", "minLength": 2},
        "b": {"type": "string", "pattern": "^[a-z]{2}$", "maxLength": 2},
        "c": {"not": {"type": "null"}},
        "d": {"oneOf": [{"type": "integer"}, {"type": "number"}]},
        "e": {"type": "object", "propertyNames": {"maxLength": 3}},
        "f": {"type": "string", "format": "json"},
        "g": {"type": "array", "items": {"type": "integer"}, "uniqueItems": True, "maxItems": 3},
    }
    action = Action(name="do", schema={"type": "object", "properties": fields}, brief="Do.")
    payload = contract.reply_schema([action], grammar=True)["properties"]["actions"]["items"]["anyOf"][0]

    assert {
        "a": {"type": "string", "minLength": 2},
        "b": {"type": "string", "pattern": "^[a-z]{2}$"},
        "c": {},
        "d": {"anyOf": [{"type": "integer"}, {"type": "number"}]},
        "e": {"type": "object"},
        "f": {"type": "string"},
        "g": {"type": "array", "items": {"type": "integer"}, "maxItems": 3},
    } == payload["properties"]["payload"]["properties"]
