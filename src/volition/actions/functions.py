"""A Python function read as an action: schema from the signature, brief and guide from the docstring."""

import inspect
import re
import textwrap
import typing
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Annotated, Any, Literal

import griffe
import pydantic
from pydantic.fields import FieldInfo

from volition.actions.brief import shorten
from volition.errors import BadAction


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadFunction:
    """What a function says about itself."""

    schema: dict[str, Any]
    """The payload's schema."""
    brief: str
    """The docstring's first line, shortened."""
    guide: dict[str, Any]
    """The third tier."""
    handler: "FunctionHandler"
    """Runs the function with a payload."""


class FunctionHandler:
    """Calls a function with a payload turned into the types of its signature."""

    __slots__ = ("_model", "_wants_context", "function")

    def __init__(
        self, function: Callable[..., Any], model: type[pydantic.BaseModel], *, wants_context: bool
    ) -> None:
        self.function = function
        self._model = model
        self._wants_context = wants_context

    def __call__(self, context: Any, payload: Mapping[str, Any]) -> Any:
        """Run the function; an async one returns its awaitable."""
        values = self._model.model_validate(dict(payload))
        arguments = {name: getattr(values, name) for name in type(values).model_fields}
        return self.function(context, **arguments) if self._wants_context else self.function(**arguments)

    @property
    def is_async(self) -> bool:
        """Whether the function is a coroutine function."""
        return inspect.iscoroutinefunction(self.function)


def read(function: Callable[..., Any], *, context: type) -> ReadFunction:
    """A function as schema, brief, guide and handler; a first parameter of type `context` is left out.

    Raises:
        BadAction: a parameter is positional-only or variadic, its type has no JSON Schema, or there is
            no docstring to make a brief of.
    """
    name = getattr(function, "__name__", repr(function))
    documented = _docstring(function)
    parameters = list(inspect.signature(function).parameters.values())
    hints = _hints(function)
    wants_context = bool(parameters) and hints.get(parameters[0].name) is context
    fields: dict[str, Any] = {}
    for parameter in parameters[wants_context:]:
        fields[parameter.name] = _field(name, parameter, hints, documented.parameters)
    if not documented.brief:
        raise BadAction(
            f"The action {name!r} has no docstring to make a brief of.",
            hint="Start its docstring with one line that says what it does.",
        )
    try:
        model = pydantic.create_model(
            name, __config__=pydantic.ConfigDict(extra="ignore", arbitrary_types_allowed=False), **fields
        )
        schema = of_model(model)
    except pydantic.errors.PydanticUserError as error:
        raise BadAction(
            f"A parameter of {name!r} has a type without a JSON Schema: {str(error).splitlines()[0]}",
            hint="Use standard types, enums, dataclasses or pydantic models.",
        ) from None
    return ReadFunction(
        schema=schema,
        brief=shorten(documented.brief),
        guide=documented.guide,
        handler=FunctionHandler(function, model, wants_context=wants_context),
    )


def of_model(model: type[pydantic.BaseModel]) -> dict[str, Any]:
    """The JSON Schema of a pydantic model for validation, without generated titles."""
    schema = model.model_json_schema(mode="validation")
    schema.pop("description", None)
    cleaned: dict[str, Any] = _without_titles(schema)
    cleaned.setdefault("properties", {})
    return cleaned


def _field(
    name: str, parameter: inspect.Parameter, hints: dict[str, Any], described: Mapping[str, str]
) -> tuple[Any, Any]:
    if parameter.kind not in {inspect.Parameter.POSITIONAL_OR_KEYWORD, inspect.Parameter.KEYWORD_ONLY}:
        raise BadAction(
            f"The parameter {parameter} of {name!r} cannot be filled from a payload.",
            hint="Use named parameters only.",
        )
    kind = hints.get(parameter.name, Any)
    default = ... if parameter.default is inspect.Parameter.empty else parameter.default
    text = described.get(parameter.name, "")
    has_text = any(
        isinstance(extra, str) or (isinstance(extra, FieldInfo) and extra.description)
        for extra in typing.get_args(kind)[1:]
        if typing.get_origin(kind) is Annotated
    )
    if typing.get_origin(kind) is Annotated:
        words = [extra for extra in typing.get_args(kind)[1:] if isinstance(extra, str)]
        if words:
            return (Annotated[kind, pydantic.Field(description=words[0])], default)
    if text and not has_text:
        return (Annotated[kind, pydantic.Field(description=text)], default)
    return (kind, default)


def _hints(function: Callable[..., Any]) -> dict[str, Any]:
    try:
        return typing.get_type_hints(function, include_extras=True)
    except NameError as error:
        raise BadAction(
            f"An annotation of {getattr(function, '__name__', function)!r} cannot be resolved: {error}.",
            hint="Import the name at the module's top.",
        ) from None


@dataclass(frozen=True, slots=True, kw_only=True)
class _Documented:
    brief: str
    guide: dict[str, Any]
    parameters: dict[str, str]


_Style = Literal["google", "numpy", "sphinx"]

_STYLES: dict[_Style, re.Pattern[str]] = {
    "numpy": re.compile(r"^\s*\w[\w ]*\n\s*-{3,}\s*$", re.MULTILINE),
    "sphinx": re.compile(r"^\s*:(param|type|returns?|raises?)\b", re.MULTILINE),
}


def _docstring(function: Callable[..., Any]) -> _Documented:
    text = inspect.getdoc(function) or ""
    style: _Style = next((name for name, mark in _STYLES.items() if mark.search(text)), "google")
    sections = griffe.Docstring(text).parse(style, warnings=False) if text else []
    brief = ""
    description: list[str] = []
    parameters: dict[str, str] = {}
    for section in sections:
        if section.kind is griffe.DocstringSectionKind.text:
            first, _, rest = str(section.value).strip().partition("\n\n")
            brief = brief or " ".join(first.split())
            description.append(" ".join(first.split()) + ("\n\n" + rest.strip() if rest.strip() else ""))
        elif section.kind is griffe.DocstringSectionKind.parameters:
            parameters |= {each.name: " ".join(each.description.split()) for each in section.value}
    guide = {"description": textwrap.dedent("\n\n".join(description)).strip()} if description else {}
    return _Documented(brief=brief, guide=guide, parameters=parameters)


def _without_titles(node: Any) -> Any:
    """A schema without the titles that pydantic generates; properties named `title` stay."""
    if isinstance(node, list):
        return [_without_titles(each) for each in node]
    if not isinstance(node, dict):
        return node
    cleaned = {}
    for key, value in node.items():
        if key == "title" and isinstance(value, str):
            continue
        if key in {"properties", "$defs", "patternProperties"} and isinstance(value, dict):
            cleaned[key] = {name: _without_titles(inner) for name, inner in value.items()}
        elif key in {"default", "const", "enum", "examples"}:
            cleaned[key] = value
        else:
            cleaned[key] = _without_titles(value)
    return cleaned
