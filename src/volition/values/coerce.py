"""A value moved towards its schema where one reading fits. Every change is recorded; nothing is guessed."""

import re
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Literal

from volition.messages import Problem
from volition.schema import checker, pointer, shown
from volition.values import read

MORNING = 9
"""The hour of a day that was said without a time."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """One value that was moved."""

    pointer: str
    """JSON pointer to it."""
    before: Any
    """What was there."""
    after: Any
    """What is there now."""

    def line(self) -> str:
        """The change as one line."""
        return f"{self.pointer}: {shown(self.before)} -> {shown(self.after)}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Coerced:
    """A value after coercion."""

    value: Any
    """The value, as near to the schema as it can be brought."""
    changes: tuple[Change, ...] = ()
    """What was moved."""
    problems: tuple[Problem, ...] = ()
    """What is still wrong."""


@dataclass(slots=True)
class _Work:
    now: datetime | None
    locale: str
    root: dict[str, Any]
    changes: list[Change] = field(default_factory=list)


def coerce(
    value: Any, schema: dict[str, Any] | bool, *, now: datetime | None = None, locale: str = "en"
) -> Coerced:
    """Move a value towards a schema: numbers, booleans, lists, enums and times written as words.

    >>> coerce({"count": "5"}, {"properties": {"count": {"type": "integer"}}}).value
    {'count': 5}

    Args:
        value: A JSON value; it is not changed in place.
        schema: A JSON Schema, draft 2020-12.
        now: What relative times are read against; without it they stay as they are.
        locale: The language that words are read in.
    """
    compiled = checker(schema)
    if compiled.accepts(value) or not isinstance(schema, dict):
        return Coerced(value=value, problems=tuple(compiled.problems(value)))
    work = _Work(now=now, locale=locale, root=schema)
    moved = _move(value, schema, [], work)
    return Coerced(value=moved, changes=tuple(work.changes), problems=tuple(compiled.problems(moved)))


def _move(value: Any, schema: Any, path: list[str | int], work: _Work) -> Any:
    schema = _resolved(schema, work.root)
    if not isinstance(schema, dict):
        return value
    if isinstance(value, dict) and isinstance(schema.get("properties"), dict):
        return _move_object(value, schema, path, work)
    if isinstance(value, list) and isinstance(schema.get("items"), dict):
        return [_move(each, schema["items"], [*path, index], work) for index, each in enumerate(value)]
    standalone = {**schema, "$defs": work.root["$defs"]} if "$defs" in work.root else schema
    if checker(standalone).accepts(value):
        return value
    for reading in _readings(value, schema, work):
        if checker(standalone).accepts(reading):
            work.changes.append(Change(pointer=pointer(path), before=value, after=reading))
            return reading
    return value


def _move_object(
    value: dict[str, Any], schema: dict[str, Any], path: list[str | int], work: _Work
) -> dict[str, Any]:
    required = schema.get("required") or ()
    moved: dict[str, Any] = {}
    for key, item in value.items():
        inner = schema["properties"].get(key)
        empty = item is None or (item == "" and _refuses_empty(inner))
        if empty and inner is not None and key not in required and not _accepts(item, inner, work):
            work.changes.append(Change(pointer=pointer([*path, key]), before=item, after="(left out)"))
            continue
        moved[key] = item if inner is None else _move(item, inner, [*path, key], work)
    return moved


def _refuses_empty(schema: Any) -> bool:
    return isinstance(schema, dict) and (
        "format" in schema or "enum" in schema or schema.get("type") != "string"
    )


def _accepts(value: Any, schema: Any, work: _Work) -> bool:
    whole = {**schema, "$defs": work.root["$defs"]} if "$defs" in work.root else schema
    return checker(whole).accepts(value)


def _resolved(schema: Any, root: dict[str, Any], depth: int = 0) -> Any:
    """The schema behind a local `$ref`, and the one non-null branch of a nullable union."""
    if not isinstance(schema, dict) or depth > 8:
        return schema
    reference = schema.get("$ref")
    if isinstance(reference, str) and reference.startswith("#/$defs/"):
        return _resolved(root.get("$defs", {}).get(reference.removeprefix("#/$defs/")), root, depth + 1)
    branches = [each for each in schema.get("anyOf") or () if each != {"type": "null"}]
    if len(branches) == 1 and len(schema["anyOf"]) == 2:
        inner = _resolved(branches[0], root, depth + 1)
        return {**schema, **inner} if isinstance(inner, dict) and "x-tense" in schema else inner
    return schema


def _readings(value: Any, schema: dict[str, Any], work: _Work) -> list[Any]:
    kind = schema.get("type")
    if isinstance(schema.get("enum"), list):
        return _enum_readings(value, schema["enum"], work)
    if kind == "array" and not isinstance(value, list) and value is not None:
        return [[_move(value, schema.get("items", {}), [], work)]]
    if kind == "string" and isinstance(value, int | float) and not isinstance(value, bool):
        return _time_readings(value, schema, work) or [str(value)]
    if isinstance(value, list) and len(value) == 1:
        return [value[0]]
    if not isinstance(value, str):
        return [int(value)] if kind == "integer" and isinstance(value, float) and value.is_integer() else []
    match kind:
        case "integer" | "number":
            return _number_readings(value, work)
        case "boolean":
            answer = {"true": "yes", "false": "no"}.get(value.strip().casefold())
            answer = answer or read.yes_no(value, locale=work.locale)
            return [answer == "yes"] if answer in {"yes", "no"} else []
        case "string":
            return _time_readings(value, schema, work)
        case _:
            return []


def _enum_readings(value: Any, options: list[Any], work: _Work) -> list[Any]:
    if not isinstance(value, str):
        return []
    words = [each for each in options if isinstance(each, str)]
    found = read.choice(value, words, locale=work.locale) if words else None
    if found is not None:
        return [found]
    return [each for each in options if not isinstance(each, str) and str(each) == value.strip()]


def _number_readings(value: str, work: _Work) -> list[Any]:
    found = read.number(value, locale=work.locale)
    return [] if found is None else [found]


_LOCAL_DATETIME = re.compile(r"\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d(\.\d+)?)?\Z")


def _time_readings(value: Any, schema: dict[str, Any], work: _Work) -> list[Any]:
    kind, text = schema.get("format"), str(value)
    if kind == "duration":
        length = read.duration(text, locale=work.locale)
        return [] if length is None else [_iso_duration(int(length.total_seconds()))]
    if work.now is None:
        return []
    if kind == "date-time":
        if _LOCAL_DATETIME.match(text.strip()):
            return [datetime.fromisoformat(text.strip()).replace(tzinfo=work.now.tzinfo).isoformat()]
        moment = read.moment(text, now=work.now, locale=work.locale, prefer=tense(schema))
        if moment is None:
            return []
        return [(moment.at if moment.has_time else moment.at.replace(hour=MORNING)).isoformat()]
    if kind == "date":
        day = read.date(text, now=work.now, locale=work.locale, prefer=tense(schema))
        return [] if day is None else [day.isoformat()]
    return []


def tense(schema: dict[str, Any]) -> Literal["future", "past"]:
    """Which way a time without a year or a day is read: `x-tense` of the field's schema, else the future."""
    return "past" if schema.get("x-tense") == "past" else "future"


def plain_schema(schema: Any) -> dict[str, Any]:
    """A field's schema without its `null` branch; empty where there is none."""
    found = _resolved(schema, {})
    return found if isinstance(found, dict) else {}


def _iso_duration(seconds: int) -> str:
    """Seconds as an ISO 8601 duration in the shape `PT1H30M`."""
    hours, rest = divmod(seconds, 3600)
    minutes, seconds = divmod(rest, 60)
    parts = [f"{number}{unit}" for number, unit in ((hours, "H"), (minutes, "M"), (seconds, "S")) if number]
    return "PT" + ("".join(parts) or "0S")
