"""Tools of other formats read as actions: OpenAI, Anthropic, MCP, pydantic."""

import asyncio
from typing import Literal

import pydantic
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pydantic import BaseModel, Field

from volition.actions.action import Action, Effects
from volition.errors import ActionFailed, BadAction, BadSchema

SCHEMA = {
    "type": "object",
    "properties": {"city": {"type": "string", "description": "Where"}, "days": {"type": "integer"}},
    "required": ["city"],
}
FUNCTION = {"name": "weather", "description": "Get the weather. It is free.", "parameters": SCHEMA}


@pytest.mark.parametrize(
    "tool",
    [
        {"type": "function", "function": FUNCTION},
        {"type": "function", "function": {**FUNCTION, "strict": True}},
        {"type": "function", **FUNCTION},
        FUNCTION,
        {"name": "weather", "description": FUNCTION["description"], "input_schema": SCHEMA},
        {"type": "custom", "name": "weather", "description": FUNCTION["description"], "input_schema": SCHEMA},
    ],
    ids=["chat", "strict", "responses", "function", "anthropic", "anthropic-custom"],
)
def test_every_form_of_a_function_tool_is_read(tool):
    """Both OpenAI forms, the bare function and Anthropic's tool give one action with the schema as it was."""
    done = Action.from_openai_tool(tool, owner="somebody")

    assert ("weather", "Get the weather. It is free.", "somebody") == (done.name, done.brief, done.owner)
    assert SCHEMA == done.schema
    assert {"description": "Get the weather. It is free."} == done.examples
    assert (None, (), None) == (done.effects, done.notes, done.handler)


@pytest.mark.parametrize("parameters", [None, {}, {"type": "object"}, {"type": "object", "properties": {}}])
def test_a_tool_without_parameters_takes_an_empty_payload(parameters):
    """No parameters, in whatever words, is an object without fields."""
    done = Action.from_openai_tool({"name": "now", "description": "Tell the time", "parameters": parameters})

    assert [] == done.checker.problems({})
    assert {} == done.fields


def test_a_long_description_stays_whole():
    """The brief is cut at a sentence; the description is in the third tier."""
    description = "Search the archive. " + "It takes a while. " * 20
    done = Action.from_openai_tool({**FUNCTION, "description": description})

    assert "Search the archive." == done.brief
    assert description.strip() == done.examples["description"]


@pytest.mark.parametrize("description", [None, "", "  ", 3])
def test_a_tool_without_a_description_has_its_name_as_brief(description):
    """Where nothing is said, the name is, with a note."""
    done = Action.from_openai_tool({"name": "get_old-mail", "description": description})

    assert "get old mail" == done.brief
    assert 1 == len(done.notes)


@pytest.mark.parametrize(
    ("tool", "words"),
    [
        (None, "no function tool"),
        ([], "no function tool"),
        ({"type": "web_search"}, "no function tool"),
        ({"type": "function", "function": "weather"}, "no function tool"),
        ({"type": "function", "function": {}}, "needs a name"),
        ({"name": 3}, "needs a name"),
    ],
    ids=str,
)
def test_what_is_no_tool_is_a_clear_error(tool, words):
    """The error says what was seen and what a tool looks like."""
    with pytest.raises(BadAction, match=words):
        Action.from_openai_tool(tool)


def test_a_wrong_schema_names_the_tool_and_the_place():
    """A schema whose meaning is not plain is the author's error."""
    wrong = {"type": "object", "properties": {"a": {"type": "gizmo"}}}

    with pytest.raises(BadSchema, match=r"'weather'.*/properties/a/type") as error:
        Action.from_openai_tool({**FUNCTION, "parameters": wrong})
    assert "/properties/a/type" == error.value.pointer


def test_words_of_programming_languages_are_read_with_a_note():
    """`dict`, `float` and the like in a tool's schema mean what they say."""
    loose = {
        "type": "dict",
        "properties": {"price": {"type": "float"}, "tags": {"type": "list", "items": {"type": "str"}}},
    }
    done = Action.from_openai_tool({**FUNCTION, "parameters": loose})

    assert "object" == done.schema["type"]
    assert {"type": "number"} == done.fields["price"]
    assert {"type": "array", "items": {"type": "string"}} == done.fields["tags"]
    assert "The type 'float' is read as number." in done.notes


# MCP.


@pytest.mark.parametrize(
    ("hints", "effects"),
    [
        ({}, None),
        ({"title": "x"}, None),
        ({"readOnlyHint": True}, Effects.READ_ONLY),
        ({"readOnlyHint": True, "openWorldHint": True}, Effects.READ_ONLY),
        ({"readOnlyHint": True, "destructiveHint": True}, Effects.READ_ONLY),
        ({"readOnlyHint": False}, Effects.WRITES),
        ({"destructiveHint": False}, Effects.WRITES),
        ({"destructiveHint": True}, Effects.DESTRUCTIVE),
        ({"destructiveHint": True, "openWorldHint": True}, Effects.DESTRUCTIVE),
        ({"readOnlyHint": False, "destructiveHint": False, "openWorldHint": True}, Effects.EXTERNAL),
        ({"openWorldHint": True}, Effects.EXTERNAL),
        ({"openWorldHint": False}, None),
        ({"readOnlyHint": "yes"}, None),
        ("nonsense", None),
        (None, None),
    ],
    ids=str,
)
def test_hints_become_effects(hints, effects):
    """What a server declares becomes the gravest effect of it; what it does not declare stays unknown."""
    tool = {"name": "t", "description": "Do it", "inputSchema": {"type": "object"}, "annotations": hints}

    assert effects is Action.from_mcp_tool(tool).effects


def test_the_rest_of_an_mcp_tool_finds_a_place():
    """Idempotence, title and the schema of results are kept."""
    done = Action.from_mcp_tool(
        {
            "name": "read_file",
            "title": "File reader",
            "inputSchema": {"type": "object"},
            "outputSchema": {"type": "object", "properties": {"text": {"type": "string"}}},
            "annotations": {"idempotentHint": True},
        },
        owner="files",
    )

    assert (True, ("File reader",), "File reader", "files") == (
        done.idempotent,
        done.tags,
        done.brief,
        done.owner,
    )
    assert {"text": {"type": "string"}} == done.binding["output_schema"]["properties"]
    assert done == Action.from_dict(done.name, done.to_dict())


def test_a_tool_of_an_older_draft_keeps_its_verdicts():
    """Lists of items and references with neighbours mean in the stored schema what they meant in theirs."""
    old = {
        "$schema": "http://json-schema.org/draft-07/schema#",
        "type": "object",
        "definitions": {"name": {"type": "string"}},
        "properties": {
            "pair": {"type": "array", "items": [{"type": "string"}, {"type": "integer"}]},
            "who": {"$ref": "#/definitions/name", "maxLength": 1},
        },
    }
    done = Action.from_mcp_tool({"name": "t", "inputSchema": old})

    assert [] == done.checker.problems({"pair": ["a", 1, None], "who": "Ada"})
    assert "/pair/1" == done.checker.problems({"pair": ["a", "b"]})[0].pointer


@pytest.mark.parametrize("tool", [None, "x", {"inputSchema": {}}, {"name": ""}], ids=str)
def test_what_is_no_mcp_tool_is_a_clear_error(tool):
    """A tool without a name is none."""
    with pytest.raises(BadAction):
        Action.from_mcp_tool(tool)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=6),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(["type", "properties", "items", "required", "enum", "$ref", "a", "anyOf"]), inner
        )
    ),
    max_leaves=10,
)


@settings(max_examples=200, deadline=None)
@given(
    st.fixed_dictionaries(
        {"name": st.text(max_size=9)},
        optional={"description": JSON, "inputSchema": JSON, "annotations": JSON, "title": JSON},
    )
)
def test_any_mcp_tool_is_read_or_refused(tool):
    """Whatever a server lists becomes an action or a clear error."""
    try:
        done = Action.from_mcp_tool(tool)
    except (BadAction, BadSchema):
        return
    assert 0 < len(done.brief) < 100


def test_ten_thousand_fields_and_five_million_characters_are_read():
    """Size is no error."""
    wide = {"type": "object", "properties": {f"p{index}": {"type": "string"} for index in range(10_000)}}
    done = Action.from_mcp_tool({"name": "🛠️ big tool", "description": "x " * 2_500_000, "inputSchema": wide})

    assert 10_000 == len(done.fields)
    assert len(done.brief) < 100


def test_a_schema_nested_too_deeply_is_a_clear_error():
    """Depth is told as such, also where the schema must be mended."""
    deep = {"type": "string"}
    for _ in range(5_000):
        deep = {"type": "object", "properties": {"a": deep}}

    with pytest.raises(BadSchema, match="nested too deeply"):
        Action.from_mcp_tool({"name": "deep", "inputSchema": deep})


# Pydantic.


class Mail(BaseModel):
    """Send a mail.

    When to use:
        When the person asks to write to somebody.

    Examples:
        Write to Ada: {"to": "ada@example.org", "urgent": true}
    """

    to: str = Field(pattern="@", description="The address")
    kind: Literal["text", "html"] = "text"
    urgent: bool | None = None

    @pydantic.field_validator("to")
    @classmethod
    def be_known(cls, value):
        if "nobody" in value:
            raise ValueError("nobody lives there")
        return value


def test_a_model_is_an_action():
    """Fields are the payload, the docstring brief and guide; the handler gets an instance."""
    done = Action.from_pydantic(Mail, handler=lambda _context, mail: mail, name="send_mail")

    assert ("send_mail", "Send a mail.", ("to",)) == (done.name, done.brief, done.required)
    assert {"type": "boolean"} == done.fields["urgent"]
    assert [("Write to Ada", {"to": "ada@example.org", "urgent": True})] == done.scenarios
    assert Mail(to="ada@example.org") == done.handler(None, {"to": "ada@example.org", "urgent": None})


def test_a_models_own_validators_are_asked():
    """What a validator refuses is a problem with a place, and never reaches the handler."""
    done = Action.from_pydantic(Mail, handler=lambda _context, mail: mail)
    payload = {"to": "nobody@example.org"}

    assert [] == done.checker.problems(payload)
    assert [("/to", "nobody lives there.")] == [
        (each.pointer, each.message) for each in done.validate(payload)
    ]
    with pytest.raises(ActionFailed, match="nobody lives there"):
        done.handler(None, payload)


def test_an_async_handler_of_a_model_is_awaited_by_the_caller():
    """The awaitable of an async handler is passed on."""

    async def send(_context, mail):
        return mail.to

    done = Action.from_pydantic(Mail, handler=send)

    assert "a@b" == asyncio.run(done.handler(None, {"to": "a@b"}))


class Node(BaseModel):
    """Plant a tree."""

    name: str
    kids: list["Node"] = []


class Bare(BaseModel):
    x: int = 1


class Opaque(BaseModel):
    model_config = pydantic.ConfigDict(arbitrary_types_allowed=True)
    thing: pytest.Config


def test_a_recursive_model_is_an_action():
    """A model that holds itself keeps its fields at the top."""
    done = Action.from_pydantic(Node)

    assert {"name", "kids"} == set(done.fields)
    assert "/kids/0/name" == done.checker.problems({"name": "a", "kids": [{}]})[0].pointer


def test_a_model_without_a_docstring_has_its_name_as_brief():
    """Pydantic's own docstring is not taken for the model's."""
    assert "bare" == Action.from_pydantic(Bare).brief


@pytest.mark.parametrize("model", [int, Mail(to="a@b"), None, Opaque], ids=str)
def test_what_is_no_model_is_a_clear_error(model):
    """An instance, another class or an opaque field is told."""
    with pytest.raises(BadAction):
        Action.from_pydantic(model)
