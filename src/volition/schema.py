"""JSON Schema 2020-12: compile it once, hold values against it, tell every fault as a `Problem`.

Knows nothing of actions. `check` gives exactly the schema's own verdict.
"""

import difflib
import functools
from collections.abc import Iterator, Mapping
from typing import Any

import jsonschema_rs
import orjson

from volition.errors import BadSchema
from volition.messages import Problem

MAX_SHOWN = 80
"""Characters of a seen value that a message shows at most."""


class Checker:
    """A compiled schema.

    Raises:
        BadSchema: the schema is itself wrong, refers to a remote document, or is too large to compile.
    """

    __slots__ = ("_is_valid", "_iter_errors", "_schema")

    def __init__(self, schema: dict[str, Any] | bool) -> None:
        validator = _compile(schema)
        self._schema = schema
        self._is_valid = validator.is_valid
        self._iter_errors = validator.iter_errors

    def accepts(self, value: Any) -> bool:
        """Whether the value is valid; False as well for what is no JSON value."""
        try:
            return bool(self._is_valid(value))
        except (ValueError, TypeError, UnicodeError, RecursionError, OverflowError):
            return False

    def problems(self, value: Any) -> list[Problem]:
        """Every fault of the value, in the order of the schema; empty when it is valid."""
        try:
            if self._is_valid(value):
                return []
            return [problem for error in self._iter_errors(value) for problem in _read(error)]
        except (ValueError, TypeError, UnicodeError, RecursionError, OverflowError) as error:
            return [
                Problem(code="json", pointer="", message=f"This is not a JSON value: {_cut(str(error))}.")
            ]


def check(schema: dict[str, Any] | bool, value: Any) -> list[Problem]:
    """Every fault of `value` against `schema`; empty when it is valid.

    >>> check({"type": "object", "required": ["when"]}, {})[0].message
    "The field 'when' is missing."

    Raises:
        BadSchema: the schema is itself wrong.
    """
    return checker(schema).problems(value)


def checker(schema: dict[str, Any] | bool) -> Checker:
    """The compiled form of a schema; compiled once per content.

    Raises:
        BadSchema: the schema is itself wrong.
    """
    try:
        key = orjson.dumps(schema)
    except (TypeError, ValueError, RecursionError):
        return Checker(schema)
    return _cached(key)


@functools.lru_cache(maxsize=4096)
def _cached(key: bytes) -> Checker:
    return Checker(orjson.loads(key))


def pointer(path: "list[str | int] | tuple[str | int, ...]") -> str:
    """A path as a JSON pointer (RFC 6901).

    >>> pointer(["items", 0, "a/b"])
    '/items/0/a~1b'
    """
    return "".join("/" + str(step).replace("~", "~0").replace("/", "~1") for step in path)


def shown(value: Any) -> str:
    """A value as short text for a message: JSON, cut at 80 characters."""
    try:
        text = orjson.dumps(value).decode("utf-8")
    except (TypeError, ValueError, RecursionError):
        text = repr(value)
    return _cut(text)


def nearest(word: str, names: "list[str] | tuple[str, ...] | Mapping[str, Any]") -> str:
    """The one name most like `word`, or an empty string when none is close."""
    folded = {str(name).casefold().replace("-", "_"): str(name) for name in names}
    found = difflib.get_close_matches(word.casefold().replace("-", "_"), list(folded), n=1, cutoff=0.7)
    return folded[found[0]] if found else ""


def _compile(schema: dict[str, Any] | bool) -> "jsonschema_rs.Draft202012Validator":
    if not isinstance(schema, dict | bool):
        raise BadSchema(f"A schema must be an object or a boolean, not {type(schema).__name__}.")
    try:
        return jsonschema_rs.Draft202012Validator(schema, validate_formats=True, offline=True)
    except jsonschema_rs.ValidationError as error:
        raise BadSchema(_schema_fault(error), pointer=pointer(error.instance_path)) from None
    except (jsonschema_rs.ReferencingError, ValueError, TypeError, UnicodeError, RecursionError) as error:
        raise BadSchema(f"This schema cannot be used: {_cut(str(error))}") from None


def _schema_fault(error: "jsonschema_rs.ValidationError") -> str:
    where = pointer(error.instance_path) or "the top"
    first = _cut(error.message.splitlines()[0])
    if "retriev" in first or "registry" in first:
        return f"The schema refers to another document, which is not fetched: {first}"
    return f"The schema is wrong at {where}: {first}"


def _read(error: "jsonschema_rs.ValidationError") -> Iterator[Problem]:
    """One library error as problems; a failed union is told by its one branch that fits best."""
    keyword = error.kind.name
    path = list(error.instance_path)
    if keyword in {"anyOf", "oneOf"}:
        branch = _best_branch(getattr(error.kind, "context", []) or [], path)
        if branch is not None:
            for inner in branch:
                yield from _read(inner)
            return
    yield from _plain(error, keyword, path)


def _best_branch(
    branches: "list[list[jsonschema_rs.ValidationError]]", path: list[str | int]
) -> "list[jsonschema_rs.ValidationError] | None":
    """The only branch that does not already fail on the value's type or constant, if there is one."""
    fitting = [
        branch
        for branch in branches
        if branch
        and not any(
            list(each.instance_path) == path and each.kind.name in {"type", "const", "enum"}
            for each in branch
        )
    ]
    return fitting[0] if len(fitting) == 1 else None


def _plain(error: "jsonschema_rs.ValidationError", keyword: str, path: list[str | int]) -> Iterator[Problem]:
    detail = error.kind.as_dict()
    seen: Any = error.instance
    name = _name(path)
    where = pointer(path)
    match keyword:
        case "required":
            field = detail["property"]
            wrong = nearest(field, [key for key in seen if isinstance(key, str)]) if seen else ""
            hint = f"There is {wrong!r}: is that it?" if wrong else ""
            yield Problem(
                code="required",
                pointer=pointer([*path, field]),
                message=f"The field {field!r} is missing.",
                hint=hint,
            )
        case "additionalProperties" | "unevaluatedProperties" | "false_schema" if detail.get("unexpected"):
            for field in detail["unexpected"]:
                yield Problem(
                    code=keyword,
                    pointer=pointer([*path, field]),
                    message=f"The field {field!r} does not exist here.",
                )
        case "type":
            yield Problem(
                code="type",
                pointer=where,
                message=f"{name} must be {_types(detail)}, not {_kind(seen)} {shown(seen)}.",
            )
        case "enum":
            options = detail.get("options") or []
            yield Problem(
                code="enum",
                pointer=where,
                message=f"{name} must be one of {_options(options)}, not {shown(seen)}.",
                hint=_nearest_hint(seen, options),
            )
        case "const":
            yield Problem(
                code="const",
                pointer=where,
                message=f"{name} must be {shown(detail.get('expected_value'))}, not {shown(seen)}.",
            )
        case "format":
            yield Problem(
                code="format",
                pointer=where,
                message=f"{name} must be a {detail.get('format')}, not {shown(seen)}.",
                hint=_FORMAT_HINTS.get(str(detail.get("format")), ""),
            )
        case _:
            yield Problem(code=keyword, pointer=where, message=f"{name}: {_cut(error.message, 200)}.")


_FORMAT_HINTS = {
    "date-time": "Write it like 2026-03-01T09:00:00+01:00.",
    "date": "Write it like 2026-03-01.",
    "time": "Write it like 09:00:00+01:00.",
    "duration": "Write it like PT10M.",
    "email": "Write it like name@example.org.",
}


def _name(path: list[str | int]) -> str:
    return f"The field {path[-1]!r}" if path and isinstance(path[-1], str) else "The value"


def _types(detail: dict[str, Any]) -> str:
    types = detail.get("types") or []
    return " or ".join(str(each) for each in ([types] if isinstance(types, str) else types))


def _kind(value: Any) -> str:
    match value:
        case None:
            return "null"
        case bool():
            return "boolean"
        case int() | float():
            return "number"
        case str():
            return "string"
        case list() | tuple():
            return "array"
        case _:
            return "object"


def _options(options: list[Any]) -> str:
    listed = ", ".join(shown(each) for each in options[:20])
    return listed + (f" and {len(options) - 20} more" if len(options) > 20 else "")


def _nearest_hint(seen: Any, options: list[Any]) -> str:
    if not isinstance(seen, str):
        return ""
    found = nearest(seen, [each for each in options if isinstance(each, str)])
    return f"Did you mean {found!r}?" if found else ""


def _cut(text: str, limit: int = MAX_SHOWN) -> str:
    return text if len(text) <= limit else text[: limit - 1] + "…"
