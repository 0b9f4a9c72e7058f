"""A Python function read as an action: schema from the signature, brief and guide from the docstring."""

import functools
import inspect
import sys
import types
import typing
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Annotated, Any

import pydantic
import typing_extensions
from pydantic.fields import FieldInfo

from volition.actions import docstring, pydantic_models
from volition.actions.brief import shorten
from volition.errors import ActionFailed, BadAction
from volition.messages import Problem


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadFunction:
    """What a function says about itself."""

    name: str
    """Its name."""
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

    __slots__ = ("_arguments", "_model", "_wants_context", "function")

    def __init__(
        self,
        function: Callable[..., Any],
        model: type[pydantic.BaseModel],
        *,
        arguments: Mapping[str, str],
        wants_context: bool,
    ) -> None:
        self.function = function
        self._model = model
        self._arguments = arguments
        self._wants_context = wants_context

    def __call__(self, context: Any, payload: Mapping[str, Any]) -> Any:
        """Run the function; an async one returns its awaitable.

        Raises:
            ActionFailed: the payload does not fit the signature; `problems` tells where.
        """
        try:
            values = self._model.model_validate(dict(payload))
        except pydantic.ValidationError as error:
            told = " ".join(each.line() for each in pydantic_models.problems(error, payload))
            raise ActionFailed(f"The payload does not fit {self._model.__name__!r}: {told}") from None
        arguments = {name: getattr(values, attribute) for attribute, name in self._arguments.items()}
        return self.function(context, **arguments) if self._wants_context else self.function(**arguments)

    def problems(self, payload: Mapping[str, Any]) -> list[Problem]:
        """What the signature's types refuse of a payload, beyond what a JSON Schema can say."""
        return pydantic_models.faults(self._model, payload)

    @property
    def is_async(self) -> bool:
        """Whether the function is a coroutine function."""
        return inspect.iscoroutinefunction(self.function) or inspect.iscoroutinefunction(
            getattr(self.function, "__call__", None)  # noqa: B004 - an object may have an async __call__
        )


def read(function: Callable[..., Any], *, context: type, name: str = "", brief: str = "") -> ReadFunction:
    """A function as schema, brief, guide and handler; a first parameter of type `context` is left out.

    Args:
        function: The function, method, partial or object that can be called.
        context: The type that a first parameter has which is not part of the payload.
        name: What to call it, when not by its own name.
        brief: What it does, when its docstring does not say.

    Raises:
        BadAction: it cannot be called, a parameter is positional-only or variadic, its type has no JSON
            Schema, or there is neither a docstring nor a brief.
    """
    if not callable(function):
        raise BadAction(
            f"An action is made of a function, not of a {type(function).__name__}.",
            hint="Decorate the function itself, below @staticmethod and the like.",
        )
    name = name or _name(function)
    parameters = _parameters(function, name)
    hints = _hints(function, name, context)
    wants_context = bool(parameters) and hints.get(parameters[0].name) is context
    parameters = parameters[wants_context:]
    documented = docstring.read(
        _described(function), name=_name(function), arguments=[each.name for each in parameters]
    )
    brief = shorten(brief or documented.brief)
    if not brief:
        raise BadAction(
            f"The action {name!r} has no docstring to make a brief of.",
            hint="Start its docstring with one line that says what it does.",
        )
    fields = {
        f"p{index}": _field(parameter, hints, documented.parameters)
        for index, parameter in enumerate(parameters)
    }
    arguments = {f"p{index}": parameter.name for index, parameter in enumerate(parameters)}
    model = _model(name, fields, arguments)
    return ReadFunction(
        name=name,
        schema=pydantic_models.schema_of(model),
        brief=brief,
        guide=documented.guide,
        handler=FunctionHandler(function, model, arguments=arguments, wants_context=wants_context),
    )


def _model(
    name: str, fields: Mapping[str, tuple[Any, Any]], arguments: Mapping[str, str]
) -> type[pydantic.BaseModel]:
    """The parameters as a model; its attributes are numbered, so that any parameter's name will do.

    Raises:
        BadAction: a parameter's type has no JSON Schema; the message names it.
    """
    try:
        return _described_model(name, fields)
    except pydantic_models.UNDESCRIBABLE as error:
        reason = str(error).splitlines()[0]
    for attribute, field in fields.items():
        try:
            _described_model(name, {attribute: field})
        except pydantic_models.UNDESCRIBABLE as error:
            raise BadAction(
                f"The parameter {arguments[attribute]!r} of {name!r} has a type without a JSON Schema: "
                f"{str(error).splitlines()[0]}",
                hint="Use standard types, enums, dataclasses or pydantic models.",
            ) from None
    raise BadAction(f"The parameters of {name!r} cannot be described: {reason}")


def _described_model(name: str, fields: Mapping[str, tuple[Any, Any]]) -> type[pydantic.BaseModel]:
    config = pydantic.ConfigDict(extra="ignore", protected_namespaces=())
    model = pydantic.create_model(name, __config__=config, **dict(fields))  # type: ignore[call-overload]  # fields by name
    pydantic_models.schema_of(model)
    return typing.cast("type[pydantic.BaseModel]", model)


def _name(function: Callable[..., Any]) -> str:
    inner = function.func if isinstance(function, functools.partial) else function
    return str(getattr(inner, "__name__", "") or type(inner).__name__)


def _described(function: Callable[..., Any]) -> str:
    """The docstring; of an object that can be called, its class's or its `__call__`'s."""
    if isinstance(function, functools.partial):
        return _described(function.func)
    if inspect.isroutine(function) or inspect.isclass(function):
        return inspect.getdoc(function) or ""
    return inspect.getdoc(type(function).__call__) or inspect.getdoc(function) or ""


def _parameters(function: Callable[..., Any], name: str) -> list[inspect.Parameter]:
    try:
        parameters = list(inspect.signature(function).parameters.values())
    except (ValueError, TypeError) as error:
        raise BadAction(
            f"The signature of {name!r} cannot be read: {error}.",
            hint="Wrap it in a function with named, annotated parameters.",
        ) from None
    for each in parameters:
        if each.kind not in {inspect.Parameter.POSITIONAL_OR_KEYWORD, inspect.Parameter.KEYWORD_ONLY}:
            raise BadAction(
                f"The parameter {each} of {name!r} cannot be filled from a payload.",
                hint="Use named parameters only.",
            )
    return parameters


# One parameter.


def _field(
    parameter: inspect.Parameter, hints: Mapping[str, Any], described: Mapping[str, str]
) -> tuple[Any, Any]:
    """A parameter as a field of a model: its type with alias and description, and its default."""
    kind, default = hints.get(parameter.name, Any), parameter.default
    if default is inspect.Parameter.empty:
        default = ...
    elif default is None and kind is not Any:
        kind = kind | None if isinstance(kind, type) else typing.Optional[kind]  # noqa: UP045 - any form
    outer = kind.__metadata__ if typing.get_origin(kind) is Annotated else ()
    given = [each for each in (*outer, default) if isinstance(each, FieldInfo)]
    extra: dict[str, Any] = {}
    if not any(each.alias or each.validation_alias for each in given):
        extra["alias"] = parameter.name
    text = next(_words(kind), "") or described.get(parameter.name, "")
    if text and not any(each.description for each in given):
        extra["description"] = text
    return (Annotated[kind, pydantic.Field(**extra)] if extra else kind), default


def _metadata(kind: Any) -> Iterator[Any]:
    """What `Annotated` adds to a type, also inside `X | None`."""
    if typing.get_origin(kind) is Annotated:
        yield from kind.__metadata__
        yield from _metadata(typing.get_args(kind)[0])
    elif typing.get_origin(kind) in {typing.Union, types.UnionType}:
        for each in typing.get_args(kind):
            yield from _metadata(each)


def _words(kind: Any) -> Iterator[str]:
    """Descriptions given as `Annotated[X, "words"]`, with `Doc("words")` or with `Field`."""
    for each in _metadata(kind):
        if isinstance(each, str):
            yield each
        elif isinstance(each, FieldInfo) and each.description:
            yield each.description
        elif isinstance(each, typing_extensions.Doc):
            yield each.documentation


# Annotations.


def _hints(function: Callable[..., Any], name: str, context: type) -> dict[str, Any]:
    """The resolved annotations of the parameters, also of names that only the caller's scope knows.

    Raises:
        BadAction: an annotation names something that cannot be found.
    """
    inner = inspect.unwrap(function.func if isinstance(function, functools.partial) else function)
    if not (inspect.isroutine(inner) or inspect.isclass(inner)):
        inner = type(inner).__call__
    elif inspect.isclass(inner):
        inner = inner.__init__
    annotations = {key: value for key, value in _annotations(inner).items() if key != "return"}
    holder = types.SimpleNamespace(__annotations__=annotations)
    known = {**getattr(inner, "__globals__", {})}
    scopes: list[Mapping[str, Any]] = [{}, *_outer_scopes(), {context.__name__: context}]
    problem: Exception | None = None
    for scope in scopes:
        try:
            hints = typing.get_type_hints(holder, globalns=known, localns={**scope}, include_extras=True)
            return {key: _portable(kind, scope) for key, kind in hints.items()}
        except (NameError, AttributeError, SyntaxError, TypeError) as error:
            problem = problem or error
            known = {**scope, **known} if isinstance(error, NameError) else known
    raise BadAction(
        f"An annotation of {name!r} cannot be resolved: {problem}.",
        hint="Import the name at the module's top, outside TYPE_CHECKING.",
    )


def _annotations(function: Any) -> dict[str, Any]:
    return dict(getattr(function, "__annotations__", None) or {})


def _outer_scopes() -> Iterator[Mapping[str, Any]]:
    """The local names of the functions that led here: a decorator runs where its function is defined."""
    frame = inspect.currentframe()
    while frame is not None:
        if frame.f_globals.get("__name__") != __name__ and frame.f_locals is not frame.f_globals:
            yield frame.f_locals
        frame = frame.f_back


def _portable(kind: Any, scope: Mapping[str, Any]) -> Any:
    """A type with each `typing.TypedDict` in it as pydantic can read it: before Python 3.12 it cannot."""
    if sys.version_info >= (3, 12):
        return kind
    if typing.is_typeddict(kind) and type(kind).__module__ == "typing":
        return _typed_dict(kind, scope)
    arguments = typing.get_args(kind)
    if not arguments or typing.get_origin(kind) is typing.Literal:
        return kind
    if typing.get_origin(kind) is Annotated:
        return Annotated[(_portable(arguments[0], scope), *kind.__metadata__)]
    changed = tuple(_portable(each, scope) for each in arguments)
    if all(new is old for new, old in zip(changed, arguments, strict=True)):
        return kind
    if isinstance(kind, types.UnionType):
        return typing.Union[changed]  # noqa: UP007 - a union of any number
    return kind.copy_with(changed) if hasattr(kind, "copy_with") else kind.__origin__[changed]


def _typed_dict(kind: Any, scope: Mapping[str, Any]) -> Any:
    """A typed dict made anew with `typing_extensions`; what wraps a field's type tells if it is required."""
    hints = typing_extensions.get_type_hints(kind, localns={**scope}, include_extras=True)
    fields = {}
    for key, hint in hints.items():
        wrapper: Any = typing.get_origin(hint)
        bare = hint
        if wrapper in _REQUIRED or wrapper in _NOT_REQUIRED:
            bare = typing.get_args(hint)[0]
        is_required = wrapper in _REQUIRED or (wrapper not in _NOT_REQUIRED and key in kind.__required_keys__)
        wanted = typing_extensions.Required if is_required else typing_extensions.NotRequired
        fields[key] = wanted[_portable(bare, scope)]
    return typing_extensions.TypedDict(kind.__name__, fields)  # type: ignore[operator]  # made at run time


_REQUIRED = {typing.Required, typing_extensions.Required}
_NOT_REQUIRED = {typing.NotRequired, typing_extensions.NotRequired}
