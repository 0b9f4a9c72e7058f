"""Functions read as actions: the schema from the signature, the guide from the docstring, the call."""

from __future__ import annotations

import asyncio
import dataclasses
import datetime as dt
import enum
import functools
import typing
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal, NotRequired, TypedDict
from uuid import UUID

import pydantic
import pytest
import typing_extensions
from pydantic import BaseModel, Field

from volition.actions.action import action
from volition.actions.context import Context
from volition.errors import ActionFailed, BadAction
from volition.schema import check

if TYPE_CHECKING:
    from decimal import Decimal


class Color(enum.Enum):
    """What paint there is."""

    RED = "red"
    BLUE = "blue"


@dataclasses.dataclass
class Point:
    """A place."""

    x: int
    y: int = 0
    label: str | None = None


class Address(BaseModel):
    """Where somebody lives."""

    street: str = Field(description="Street and number")
    city: str = "Bern"


class Person(BaseModel):
    """Somebody."""

    name: str
    home: Address
    work: Address | None = None
    friends: list[Person] = []


class Movie(TypedDict):
    """A film."""

    title: str
    year: NotRequired[int]


def made(function, **given):
    """A function as an action."""
    return action(**given)(function)


def field(kind, *default):
    """The schema of one field of a type."""

    def function(value):
        """Do it."""

    function.__annotations__ = {"value": kind}
    function.__defaults__ = default
    return made(function).schema["properties"]["value"]


@pytest.mark.parametrize(
    ("kind", "schema"),
    [
        (str, {"type": "string"}),
        (int, {"type": "integer"}),
        (float, {"type": "number"}),
        (bool, {"type": "boolean"}),
        (Any, {}),
        (list[int], {"type": "array", "items": {"type": "integer"}}),
        (Sequence[str], {"type": "array", "items": {"type": "string"}}),
        (set[int], {"type": "array", "items": {"type": "integer"}, "uniqueItems": True}),
        (dict[str, int], {"type": "object", "additionalProperties": {"type": "integer"}}),
        (Literal["a", "b"], {"type": "string", "enum": ["a", "b"]}),
        (Color, {"type": "string", "enum": ["red", "blue"], "description": "What paint there is."}),
        (int | str, {"anyOf": [{"type": "integer"}, {"type": "string"}]}),
        (int | None, {"anyOf": [{"type": "integer"}, {"type": "null"}]}),
        (dt.date, {"type": "string", "format": "date"}),
        (dt.datetime, {"type": "string", "format": "date-time"}),
        (dt.timedelta, {"type": "string", "format": "duration"}),
        (UUID, {"type": "string", "format": "uuid"}),
        (Path, {"type": "string", "format": "path"}),
        (
            tuple[int, str],
            {
                "type": "array",
                "prefixItems": [{"type": "integer"}, {"type": "string"}],
                "minItems": 2,
                "maxItems": 2,
            },
        ),
        (Annotated[int, Field(ge=1, le=6)], {"type": "integer", "minimum": 1, "maximum": 6}),
        (Annotated[str, "the words"], {"type": "string", "description": "the words"}),
        (Annotated[str, typing_extensions.Doc("doc")], {"type": "string", "description": "doc"}),
        (
            Annotated[str, Field(description="by field"), "by words"],
            {"type": "string", "description": "by field"},
        ),
        (
            Movie,
            {
                "type": "object",
                "properties": {"title": {"type": "string"}, "year": {"type": "integer"}},
                "required": ["title"],
                "description": "A film.",
            },
        ),
        (
            Address,
            {
                "type": "object",
                "properties": {
                    "street": {"type": "string", "description": "Street and number"},
                    "city": {"type": "string", "default": "Bern"},
                },
                "required": ["street"],
                "description": "Where somebody lives.",
            },
        ),
        (
            Point,
            {
                "type": "object",
                "properties": {
                    "x": {"type": "integer"},
                    "y": {"type": "integer", "default": 0},
                    "label": {"type": "string"},
                },
                "required": ["x"],
            },
        ),
    ],
    ids=str,
)
def test_types_become_schemas(kind, schema):
    """Each type of an annotation has its schema, without titles and with small definitions in place."""
    found = field(kind)
    if kind in (Movie, Point):
        found.pop("description", None)
        schema = {key: value for key, value in schema.items() if key != "description"}

    assert schema == found


@pytest.mark.parametrize(
    ("kind", "default", "schema"),
    [
        (int, 6, {"type": "integer", "default": 6}),
        (list[str], [], {"type": "array", "items": {"type": "string"}, "default": []}),
        (Literal["a"], "a", {"type": "string", "const": "a", "default": "a"}),
        (Point, Point(1), {"default": {"x": 1, "y": 0, "label": None}}),
        (int | None, None, {"type": "integer"}),
        (int, None, {"type": "integer"}),
        (int | str | None, None, {"anyOf": [{"type": "integer"}, {"type": "string"}]}),
        (Literal["a"] | None, None, {"const": "a"}),
        (Literal["a", "b", None], None, {"enum": ["a", "b"]}),  # noqa: PYI061 - another way to write it
        (int | None, 5, {"anyOf": [{"type": "integer"}, {"type": "null"}], "default": 5}),
        (dt.date, dt.date(2026, 3, 1), {"type": "string", "format": "date", "default": "2026-03-01"}),
        (Any, Field(default_factory=list), {}),
        (int, Field(3, ge=1, description="how many"), {"description": "how many", "default": 3}),
    ],
    ids=str,
)
def test_defaults_become_optional_fields(kind, default, schema):
    """A default makes a field optional and is told where it is JSON; `X | None = None` is an optional X."""
    found = field(kind, default)

    assert schema.items() <= found.items()
    assert ("default" in schema) is ("default" in found)


def test_an_enum_default_is_its_value():
    """The default of an enum is told as the value, and the function gets the member."""

    def paint(color: Color = Color.RED):
        """Paint."""
        return color

    done = made(paint)

    assert "red" == done.schema["properties"]["color"]["default"]
    assert Color.RED is done.handler(None, {})
    assert Color.BLUE is done.handler(None, {"color": "blue"})


def test_a_default_without_a_json_form_is_left_out():
    """A default that cannot be written stays the function's own."""
    marker = object()

    def find(value: Any = marker):
        """Find."""
        return value is marker

    done = made(find)

    assert {} == done.schema["properties"]["value"]
    assert done.handler(None, {}) is True


def test_a_mutable_default_is_not_shared():
    """Each call gets its own copy of a mutable default."""

    def add(items: list[str] = []):  # noqa: B006 - the subject of the test
        """Add."""
        items.append("x")
        return items

    done = made(add)

    assert ["x"] == done.handler(None, {}) == done.handler(None, {})


def test_a_payload_becomes_the_types_of_the_signature():
    """Models, dataclasses, enums, typed dicts and dates arrive as such."""

    def store(person: Person, point: Point, color: Color, movie: Movie, day: dt.date):
        """Store."""
        return person, point, color, movie, day

    payload = {
        "person": {"name": "Ada", "home": {"street": "x"}, "friends": []},
        "point": {"x": 1},
        "color": "blue",
        "movie": {"title": "Alien"},
        "day": "2026-03-01",
        "interface_path": "cli/1",
    }
    done = made(store)

    assert [] == check(done.schema, payload)
    assert (
        Person(name="Ada", home=Address(street="x")),
        Point(1),
        Color.BLUE,
        {"title": "Alien"},
        dt.date(2026, 3, 1),
    ) == done.handler(None, payload)


def test_null_is_taken_for_an_optional_argument():
    """An optional field that is told without null takes null all the same when the function is called."""

    def wait(minutes: int | None = None, note: str = None):  # noqa: RUF013 - written by many
        """Wait."""
        return minutes, note

    done = made(wait)

    assert (None, None) == done.handler(None, {"minutes": None, "note": None})
    assert [] == done.validate({"minutes": None, "note": None})


def test_a_recursive_model_keeps_its_definition():
    """A model that holds itself is told by reference."""

    def invite(person: Person):
        """Invite."""

    schema = made(invite).schema

    assert {"$ref": "#/$defs/Person"} == schema["properties"]["person"]
    assert (
        "/person/friends/0/name"
        == check(
            schema, {"person": {"name": "A", "home": {"street": "x"}, "friends": [{"home": {"street": "y"}}]}}
        )[0].pointer
    )


def test_typed_dicts_are_read_within_other_types():
    """A typed dict is read inside lists, unions, annotations and other typed dicts."""

    class Shelf(TypedDict, total=False):
        films: typing.Required[list[Movie]]
        best: Movie | None

    def keep(shelf: Shelf, more: Annotated[list[Movie], "more films"], one: Movie | None = None):
        """Keep."""

    schema = made(keep).schema

    assert ["films"] == schema["properties"]["shelf"]["required"]
    assert "more films" == schema["properties"]["more"]["description"]
    assert [] == check(schema, {"shelf": {"films": [{"title": "x"}]}, "more": [{"title": "y"}]})
    assert "/more/0/title" == check(schema, {"shelf": {"films": []}, "more": [{}]})[0].pointer


def test_local_types_are_resolved():
    """Types defined in the function around the decorated one are found, though annotations are strings."""

    class Mood(enum.StrEnum):
        GOOD = "good"

    @action
    def feel(mood: Mood) -> NothingAtAll:  # noqa: F821 - a return annotation is not needed
        """Feel."""
        return mood

    assert Mood.GOOD is feel.handler(None, {"mood": "good"})


def test_the_context_is_found_though_only_typed():
    """A first parameter annotated `Context` is not part of the payload."""

    def tell(ctx: Context, text: str):
        """Tell."""
        return ctx, text

    done = made(tell)

    assert ["text"] == list(done.schema["properties"])
    assert ("here", "x") == done.handler("here", {"text": "x"})


def test_any_parameter_name_works():
    """Names that pydantic keeps for itself, or that start with an underscore, are payload fields."""

    def odd(json: str, schema: str, _hidden: int, model_config: int = 1, copy: int = 0):
        """Do it."""
        return json, schema, _hidden, model_config, copy

    payload = {"json": "a", "schema": "b", "_hidden": 3, "model_config": 4, "copy": 5}
    done = made(odd)

    assert list(payload) == list(done.schema["properties"])
    assert ("a", "b", 3, 4, 5) == done.handler(None, payload)


def test_an_alias_names_the_field():
    """`Field(alias=...)` gives a payload field a name that Python does not allow."""

    def send(sender: Annotated[str, Field(alias="from")], to: str = Field(alias="class", default="x")):
        """Send."""
        return sender, to

    done = made(send)

    assert ["from", "class"] == list(done.schema["properties"])
    assert ("a", "b") == done.handler(None, {"from": "a", "class": "b"})


class Store:
    """Keeps things."""

    def __init__(self):
        self.kept = []

    def keep(self, thing: str):
        """Keep a thing."""
        self.kept.append(thing)
        return self.kept

    async def __call__(self, thing: str):
        """Keep a thing, later."""
        return self.keep(thing)


def test_methods_partials_and_callable_objects_work():
    """Whatever can be called can be an action; a bound `self` is no field."""

    def power(base: int, exponent: int):
        """Raise a number."""
        return base**exponent

    store = Store()
    method, squared, whole = made(store.keep), made(functools.partial(power, exponent=2)), made(store)

    assert ("keep", ["x"]) == (method.name, method.handler(None, {"thing": "x"}))
    assert ("power", 9) == (squared.name, squared.handler(None, {"base": 3}))
    assert "Keep a thing, later." == whole.brief
    assert whole.handler.is_async
    assert ["x", "y"] == asyncio.run(whole.handler(None, {"thing": "y"}))


def test_async_functions_return_their_awaitable():
    """An async function is known as such and awaited by whoever calls."""

    async def think(seconds: float):
        """Think."""
        return seconds

    done = made(think)

    assert done.handler.is_async
    assert 1.5 == asyncio.run(done.handler(None, {"seconds": 1.5}))


def test_wrapped_functions_keep_their_signature():
    """A decorator that wraps politely does not hide the parameters."""

    def polite(function):
        @functools.wraps(function)
        def wrapper(*args, **kwargs):
            return function(*args, **kwargs)

        return wrapper

    @polite
    def add(a: int, b: int = 1):
        """Add."""
        return a + b

    assert 3 == made(add).handler(None, {"a": 2})


def test_what_types_refuse_beyond_the_schema_is_a_problem():
    """A validator of a type that no schema can tell is asked when a payload is judged."""

    class Even(BaseModel):
        number: int

        @pydantic.field_validator("number")
        @classmethod
        def be_even(cls, value):
            if value % 2:
                raise ValueError("must be even")
            return value

    def halve(given: list[Even], start: dt.date | None = None):
        """Halve."""

    done = made(halve)
    problems = done.validate({"given": [{"number": 2}, {"number": 3}]})

    assert [("value", "/given/1/number", "must be even.")] == [
        (each.code, each.pointer, each.message) for each in problems
    ]
    assert [] == done.validate({"given": []})
    with pytest.raises(ActionFailed, match="must be even"):
        done.handler(None, {"given": [{"number": 3}]})


# What cannot be an action.


def positional(a, /):
    """Do it."""


def variadic(*words: str):
    """Do it."""


def keywords(**words: str):
    """Do it."""


def callback(then: Callable[[], None]):
    """Do it."""


def opaque(ok: int, thing: Store):
    """Do it."""


def unknown(x: Nowhere):  # noqa: F821 - the subject of the test
    """Do it."""


def hidden(x: Decimal):
    """Do it."""


def garbled(x):
    """Do it."""


garbled.__annotations__ = {"x": "int["}


def silent(x: int):
    pass


@pytest.mark.parametrize(
    ("function", "words"),
    [
        (positional, "'positional' cannot be filled"),
        (variadic, r"\*words"),
        (keywords, r"\*\*words"),
        (callback, "parameter 'then' of 'callback'"),
        (opaque, "parameter 'thing' of 'opaque'"),
        (unknown, "'unknown' cannot be resolved.*Nowhere"),
        (hidden, "'hidden' cannot be resolved.*Decimal"),
        (garbled, "'garbled' cannot be resolved"),
        (silent, "'silent' has no docstring"),
        (staticmethod(silent), "'silent' has no docstring"),
        (classmethod(silent), "not of a classmethod"),
        (3, "not of a int"),
    ],
    ids=lambda value: getattr(value, "__name__", str(value)),
)
def test_what_cannot_be_an_action_is_a_clear_error(function, words):
    """The error names the function and the parameter, and never is a traceback of somebody else's."""
    with pytest.raises(BadAction, match=words) as error:
        made(function)
    assert error.value.hint


def test_a_brief_stands_in_for_a_docstring():
    """A function without docstring is an action when a brief is given, and a lambda when a name is."""
    assert "Do nothing." == made(silent, brief="Do nothing.").brief
    assert 4 == made(lambda x: x * 2, name="double", brief="Double a number.").handler(None, {"x": 2})


# Docstrings.

GOOGLE = """Set a reminder.

    It is told when the time has come.

    Args:
        when: The time,
            in any words.
        text (str): What to say.

    When to use:
        When the person wants to be reminded,
        not for appointments.

    Pitfalls:
        - Times are local.
        - Never set one twice
          for one thing.

    Notes:
        Kept in the queue.

    Examples:
        Remind me to call at nine: {"when": "09:00", "text": "call"}
        "Wake me" -> {"when": "07:00",
                      "text": "wake up"}

    Returns:
        Words for the person.
    """

NUMPY = """Set a reminder.

    It is told when the time has come.

    Parameters
    ----------
    when : str
        The time,
        in any words.
    text : str
        What to say.

    When to use
    -----------
    When the person wants to be reminded,
    not for appointments.

    Common pitfalls
    ---------------
    * Times are local.
    * Never set one twice
      for one thing.

    Notes
    -----
    Kept in the queue.

    Examples
    --------
    Remind me to call at nine

    >>> remind(when="09:00", text="call")
    'Done.'

    Wake me

    >>> await remind("07:00", text="wake up")
    """

SPHINX = """Set a reminder.

    It is told when the time has come.

    :param when: The time,
        in any words.
    :param text: What to say.
    :returns: Words for the person.

    .. rubric:: When to use

    When the person wants to be reminded,
    not for appointments.

    .. warning::
        - Times are local.
        - Never set one twice
          for one thing.

    .. note:: Kept in the queue.

    .. rubric:: Examples

    Remind me to call at nine: {"when": "09:00", "text": "call"}
    Wake me: remind(when="07:00", text="wake up")
    """


@pytest.mark.parametrize("text", [GOOGLE, NUMPY, SPHINX], ids=["google", "numpy", "sphinx"])
def test_docstrings_of_each_style_give_the_same_action(text):
    """Brief, field descriptions and the third tier are read from Google, NumPy and Sphinx style alike."""

    def remind(when: str, text: str):
        pass

    remind.__doc__ = text
    done = made(remind)

    assert "Set a reminder." == done.brief
    assert ["The time, in any words.", "What to say."] == [
        each["description"] for each in done.fields.values()
    ]
    assert {
        "description": "Set a reminder.\n\nIt is told when the time has come.",
        "instructions": {
            "when_to_use": "When the person wants to be reminded, not for appointments.",
            "common_pitfalls": ["Times are local.", "Never set one twice for one thing."],
            "notes": ["Kept in the queue."],
        },
        "examples": [
            {"scenario": "Remind me to call at nine", "payload": {"when": "09:00", "text": "call"}},
            {"scenario": "Wake me", "payload": {"when": "07:00", "text": "wake up"}},
        ],
    } == done.examples


def test_annotations_win_over_the_docstring():
    """A description in the annotation is nearer to the field than the docstring's."""

    def remind(when: Annotated[str | None, "by annotation"] = None, text: str = ""):
        """Remind.

        Args:
            when: by docstring
            text: by docstring
        """

    assert ["by annotation", "by docstring"] == [each["description"] for each in made(remind).fields.values()]


def test_given_examples_and_names_override_the_docstring():
    """What the decorator is given wins over what the function says."""

    @action(name="reminder", brief="Remind.", examples=[("at nine", {"when": "09:00"})], effects="writes")
    def remind(when: str):
        """Set a reminder.

        Examples:
            at ten: {"when": "10:00"}
        """

    assert ("reminder", "Remind.", [("at nine", {"when": "09:00"})]) == (
        remind.name,
        remind.brief,
        remind.scenarios,
    )
