"""The passage between the words of `ports` and the rows of `tables`, the same for every database.

What one database cannot hold, none holds, so that a conversation can move from one to another.
"""

import json
import math
import re
from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import Row

from volition.errors import AuthorError, StoreError
from volition.ports import Item, Record

MAX_NESTING = 200
"""Data nested deeper is refused: it could be kept, and then not be read where less of the stack is left."""

_NOT_TEXT = re.compile(r"[\x00\ud800-\udfff]")
"""What is no character in UTF-8 or, for the first, none in PostgreSQL."""

_COMPACT = json.JSONEncoder(ensure_ascii=False, allow_nan=False, separators=(",", ":"))
_ESCAPED = json.JSONEncoder(ensure_ascii=True, allow_nan=False, separators=(",", ":"))


def record_row(record: Record) -> dict[str, Any]:
    """The row of a record that is about to be kept; the database gives it its id.

    Raises:
        AuthorError: its time has no zone.
        StoreError: its data is not JSON, or its address is not text.
    """
    name = f"The {record.role} record of turn {record.turn!r}"
    return {
        "turn": key(record.turn, of=name),
        "path": key(record.path, of=name),
        "role": record.role,
        "text": words(record.text),
        "at": utc(record.at, of=name),
        "who": words(record.who),
        "data": None if record.data is None else document(record.data, of=name),
        "message_id": words(record.message_id),
    }


def record_of(row: Row[Any]) -> Record:
    """The record that a row holds.

    Raises:
        StoreError: the row was damaged.
    """
    return Record(
        id=row.id,
        turn=row.turn,
        path=row.path,
        role=row.role,
        text=row.text,
        at=row.at,
        who=row.who,
        data=None if row.data is None else value_of(row.data, of=f"record {row.id}"),
        message_id=row.message_id,
    )


def item_row(item: Item) -> dict[str, Any]:
    """The row of an item that is about to wait.

    Raises:
        AuthorError: its time has no zone.
        StoreError: its data is not JSON, or its id, kind or address is not text.
    """
    name = f"The item {item.id!r}"
    return {
        "id": key(item.id, of=name),
        "kind": key(item.kind, of=name),
        "path": key(item.path, of=name),
        "due": utc(item.due, of=name),
        "data": document(item.data, of=name),
    }


def item_of(row: Row[Any]) -> Item:
    """The item that a row holds.

    Raises:
        StoreError: the row was damaged.
    """
    data = value_of(row.data, of=f"item {row.id!r}")
    return Item(id=row.id, kind=row.kind, path=row.path, due=row.due, data=data)


def words(text: str) -> str:
    """Something said, as it can be kept: a NUL and half a surrogate pair become U+FFFD."""
    return _NOT_TEXT.sub("\ufffd", text)


def key(text: str, *, of: str) -> str:
    """A name that is looked up later. Nothing in it is replaced: two names must not become one.

    Raises:
        StoreError: there is a NUL or half a surrogate pair in it.
    """
    if found := _NOT_TEXT.search(text):
        raise StoreError(
            f"{of} cannot be kept: {text!r} holds {found.group()!r}, which is no character.",
            hint="Use plain text for ids and interface paths.",
        )
    return text


def utc(moment: datetime, *, of: str) -> datetime:
    """A moment in UTC.

    Raises:
        AuthorError: it has no zone, or it is no moment of the years 1 to 9999 in UTC.
    """
    if moment.utcoffset() is None:
        raise AuthorError(
            f"{of} has the time {moment.isoformat()}, which has no zone.",
            hint="Write datetime.now(UTC), or give it a zone with .replace(tzinfo=...).",
        )
    try:
        return moment.astimezone(UTC)
    except OverflowError:
        raise AuthorError(
            f"{of} has the time {moment.isoformat()}, which is outside the years 1 to 9999 in UTC."
        ) from None


def document(value: dict[str, Any], *, of: str) -> str:
    """A JSON object as compact text; only text that UTF-8 cannot hold is written with escapes.

    As JSON has it, keys become strings and tuples lists.

    Raises:
        StoreError: a part of it is not JSON (NaN and Infinity are not), or it is nested too deep.
    """
    try:
        text = _COMPACT.encode(value)
        if text.count("{") + text.count("[") > MAX_NESTING and (fault := _fault(value)):
            raise StoreError(f"{of} cannot be kept: its data{fault}.")
        return _ESCAPED.encode(value) if _NOT_TEXT.search(text) else text
    except (TypeError, ValueError, RecursionError) as error:
        fault = _fault(value) or f" is not JSON: {error}"
        raise StoreError(
            f"{of} cannot be kept: its data{fault}.", hint="Return plain JSON values from actions."
        ) from error


def value_of(text: str, *, of: str) -> Any:
    """The value of a kept document.

    Raises:
        StoreError: it is not JSON any more.
    """
    try:
        return json.loads(text)
    except ValueError as error:
        raise StoreError(
            f"The data of {of} is damaged: {error}.", hint="Restore a backup of the database."
        ) from error


def _fault(value: Any) -> str:
    """The first part of a value that JSON cannot hold, and why; empty when there is none."""
    ahead = [("", 0, value)]
    while ahead:
        pointer, depth, part = ahead.pop()
        if depth > MAX_NESTING:
            return f" is nested deeper than {MAX_NESTING}"
        if isinstance(part, float) and not math.isfinite(part):
            return f" has {part} at {pointer!r}, which is no JSON number"
        if isinstance(part, dict | list | tuple):
            inside = [(f"{pointer}/{name}", depth + 1, each) for name, each in _inside(part)]
            ahead += reversed(inside)
        elif part is not None and not isinstance(part, str | int | float):
            return f" has a {type(part).__name__} at {pointer!r}, which is no JSON value"
    return ""


def _inside(part: dict[Any, Any] | list[Any] | tuple[Any, ...]) -> Iterator[tuple[Any, Any]]:
    return iter(part.items()) if isinstance(part, dict) else enumerate(part)
