"""Definitions in any format, told apart by shape; anything else is refused in words."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from volition.actions.catalogue import Catalogue
from volition.cli import definitions
from volition.cli.definitions import Format, parse, read, recognise
from volition.errors import BadAction, BadConfig, BadSchema, NameClash, VolitionError

SCHEMA = {"type": "object", "properties": {"sides": {"type": "integer"}}, "required": ["sides"]}
THREE_TIER = {"roll": {"schema": SCHEMA, "brief": "Roll a die.", "examples": {}}}
LEGACY = {"roll": {"description": "Roll a die.", "required_fields": ["sides"], "optional_fields": []}}
OPENAI = [{"type": "function", "function": {"name": "roll", "description": "Roll.", "parameters": SCHEMA}}]
ANTHROPIC = [{"name": "roll", "description": "Roll.", "input_schema": SCHEMA}]
MCP = {"tools": [{"name": "roll", "description": "Roll.", "inputSchema": SCHEMA}]}
OPENAPI = {
    "openapi": "3.1.0",
    "info": {"title": "Dice", "version": "1"},
    "paths": {"/roll": {"post": {"operationId": "roll", "summary": "Roll a die."}}},
}


@pytest.mark.parametrize(
    ("value", "form"),
    [
        (THREE_TIER, Format.DEFINITIONS),
        (LEGACY, Format.DEFINITIONS),
        (THREE_TIER | {"toss": LEGACY["roll"]}, Format.DEFINITIONS),
        (OPENAI, Format.OPENAI),
        (ANTHROPIC, Format.OPENAI),
        ({"tools": OPENAI}, Format.OPENAI),
        ({"functions": [OPENAI[0]["function"]]}, Format.OPENAI),
        (MCP, Format.MCP),
        (MCP["tools"], Format.MCP),
        ({"jsonrpc": "2.0", "id": 1, "result": MCP}, Format.MCP),
        (OPENAPI, Format.OPENAPI),
    ],
)
def test_each_format_is_known_by_its_shape(value, form):
    """Every format is recognised, alone or wrapped as its API sends it, and read without being named."""
    assert form is recognise(value)
    assert ("roll",) == read(value, where="x").names[:1]


def test_the_schema_comes_through():
    """An imported tool keeps its schema."""
    for value in (THREE_TIER, OPENAI, ANTHROPIC, MCP):
        assert SCHEMA == read(value, where="x")["roll"].schema


def test_a_written_catalogue_reads_back_the_same():
    """What `to_dict` gives is read back as the same actions."""
    first = read(MCP, where="x")
    again = read(json.loads(json.dumps({each.name: each.to_dict() for each in first})), where="y")
    assert list(first) == list(again)


@pytest.mark.parametrize(
    "value",
    [
        *(None, True, 0, 1.5, "", "text", {}, [1, 2], [{}], [[]], ["a", {"name": "b"}], {"a": 1}, {"a": {}}),
        *({"a": {"b": {}}}, {"tools": "none"}, {"tools": [1]}, {"roll": THREE_TIER["roll"], "x": None}),
        {"result": {"content": []}},
    ],
)
def test_anything_else_is_refused(value):
    """A value of no known shape is the author's error, which says what it is and what is wanted."""
    with pytest.raises(BadConfig, match=r"my\.json holds no definitions of actions: it is") as caught:
        read(value, where="my.json")
    assert "OpenAPI 3" in caught.value.hint


@pytest.mark.parametrize("form", list(Format))
def test_the_wrong_format_is_refused_by_name(form):
    """What is given as one format and is another is refused; MCP tools pass as tools, whatever their key."""
    for other, value in zip(Format, (THREE_TIER, OPENAI, MCP, OPENAPI), strict=True):
        if other is form or (form, other) == (Format.OPENAI, Format.MCP):
            assert isinstance(read(value, where="x", form=form), Catalogue)
        else:
            with pytest.raises(BadConfig, match="holds no"):
                read(value, where="x", form=form)


@pytest.mark.parametrize(
    ("data", "told"),
    [
        (b"", "is empty"),
        (b" \n\t", "is empty"),
        (b"\xef\xbb\xbf", "is empty"),
        (json.dumps(OPENAI).encode()[:-20], "cut off"),
        (json.dumps(THREE_TIER).encode()[:-1], "cut off"),
        (b'{"a": 1,}', "line 1, column 8"),
        (b'{"a":\n tru}', "line 2"),
        (b"\xff\xfe{\x00}\x00", "no JSON"),
        (b"\x89PNG\r\n\x1a\n", "no JSON"),
        (b"[" * 100_000, "no JSON"),
        (b"[" * 2000 + b"]" * 2000, "no JSON"),
    ],
    ids=lambda value: repr(value[:12]),
)
def test_what_is_no_json_is_refused(data, told):
    """An empty, cut, malformed, binary or bottomless file is one error with the place."""
    with pytest.raises(BadConfig, match=told) as caught:
        parse(data, where="my.json")
    assert str(caught.value).startswith("my.json ")
    assert caught.value.hint


def test_yaml_is_told_apart():
    """A YAML document is answered by what to do with it."""
    with pytest.raises(BadConfig) as caught:
        parse(b"openapi: 3.1.0\ninfo:\n  title: Dice\n", where="api.yaml")
    assert "YAML" in caught.value.hint


def test_a_byte_order_mark_does_not_matter():
    """A file that an editor marked is read."""
    assert [] == parse(b"\xef\xbb\xbf[]", where="x")


def test_a_huge_file_is_refused():
    """A file longer than any catalogue is refused with the limit."""
    with pytest.raises(BadConfig, match="64 MB"):
        parse(b" " * (definitions.MAX_BYTES + 1), where="x")


@pytest.mark.parametrize(
    ("value", "error"),
    [
        ([{"type": "function", "function": {"description": "no name"}}], BadAction),
        ({"tools": [{"name": "a", "inputSchema": {"type": "objekt"}}]}, BadSchema),
        ({"a": {"schema": {"type": "array"}, "brief": "x"}}, BadSchema),
        ({"a": {"brief": "neither"}}, BadAction),
        ({"swagger": "2.0", "paths": {}}, BadAction),
        ({"openapi": "3.1.0", "paths": 7}, BadAction),
        (OPENAI + OPENAI, NameClash),
    ],
)
def test_a_faulty_definition_names_the_file(value, error):
    """A definition that cannot be used is refused with the file before the reason."""
    with pytest.raises(error, match=r"^my\.json: "):
        read(value, where="my.json")


def test_bottomless_definitions_are_refused():
    """Nesting that JSON allows and no schema needs ends in an error, not in a traceback."""
    deep: object = "x"
    for _ in range(900):
        deep = {"properties": deep}
    for value in (
        {"a": {"schema": {"type": "object", "properties": {"b": deep}}, "brief": "x"}},
        {"a": {"description": "x", "required_fields": [], "instructions": deep}},
        [{"name": "a", "parameters": {"type": "object", "x": deep}}],
    ):
        read_or_refused = outcome(value)
        assert isinstance(read_or_refused, Catalogue) or str(read_or_refused).startswith("x")


WORDS = st.sampled_from(
    [
        *("tools", "functions", "result", "function", "name", "schema", "brief", "description", "parameters"),
        *("required_fields", "optional_fields", "instructions", "inputSchema", "openapi", "paths", "get"),
    ]
)
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(WORDS, inner, max_size=4),
    max_leaves=20,
)


def outcome(value):
    """The catalogue, or the error of ours."""
    try:
        return read(value, where="x")
    except VolitionError as error:
        return error


@given(value=JSON)
def test_any_value_is_a_catalogue_or_an_error(value):
    """No JSON value brings anything but a catalogue or an error of ours."""
    assert isinstance(outcome(value), Catalogue | VolitionError)
