"""Text that was meant to be JSON, read into a value together with the list of repairs that were made."""

import re
from dataclasses import dataclass
from typing import Any

import json_repair
import orjson

from volition.errors import UnreadableReply

MAX_DEPTH = 100
"""Brackets nested deeper than this are refused: no reply needs them, and repairing them is slow."""
MAX_CHARS = 1_000_000
"""Longer text is refused unread."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Repair:
    """One thing that was mended."""

    kind: str
    """What was wrong, such as `fence`, `thinking` or `syntax`."""
    position: int = 0
    """Character in the original text where it began."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading:
    """A value and how it was come by."""

    value: Any
    """The JSON value."""
    repairs: tuple[Repair, ...] = ()
    """What was mended, in order; empty for clean JSON."""


_THINKING = re.compile(r"<(think|thinking|reasoning)>.*?(?:</\1>|\Z)", re.DOTALL | re.IGNORECASE)
_FENCE = re.compile(r"```[ \t]*([A-Za-z0-9_-]*)[ \t]*\r?\n(.*?)(?:```|\Z)", re.DOTALL)


def read(text: str) -> Reading:
    r"""The JSON value that a text was meant to be.

    >>> read('```json\n{"actions": [],}\n```').value
    {'actions': []}

    Raises:
        UnreadableReply: there is no object or list in it, it is nested too deep, or it is too long.
    """
    if len(text) > MAX_CHARS:
        raise UnreadableReply(f"The reply has {len(text)} characters; at most {MAX_CHARS} are read.")
    clean = _strict(text)
    if clean is not None:
        return Reading(value=clean)
    repairs: list[Repair] = []
    body = _without_thinking(text, repairs)
    for candidate, position in _candidates(body):
        value = _strict(candidate)
        if value is not None:
            kind = "fence" if position >= 0 else "prose"
            return Reading(value=value, repairs=(*repairs, Repair(kind=kind, position=max(position, 0))))
    return Reading(value=_mended(body), repairs=(*repairs, Repair(kind="syntax")))


def _strict(text: str) -> dict[str, Any] | list[Any] | None:
    try:
        value = orjson.loads(text.encode("utf-8", "surrogatepass") if text else b"")
    except (orjson.JSONDecodeError, UnicodeEncodeError):
        return None
    return value if isinstance(value, dict | list) else None


def _without_thinking(text: str, repairs: list[Repair]) -> str:
    found = _THINKING.search(text)
    if found is None:
        return text.lstrip("\ufeff")
    repairs.append(Repair(kind="thinking", position=found.start()))
    return _THINKING.sub("", text).lstrip("\ufeff")


def _candidates(text: str) -> list[tuple[str, int]]:
    """Parts that may be clean JSON: the insides of fences, then everything between the outermost brackets."""
    found = [(match.group(2).strip(), match.start()) for match in _FENCE.finditer(text)]
    starts = [position for position in (text.find("{"), text.find("[")) if position >= 0]
    end = max(text.rfind("}"), text.rfind("]"))
    if starts and end > min(starts):
        found.append((text[min(starts) : end + 1], -1))
    return found


def _mended(text: str) -> dict[str, Any] | list[Any]:
    start = min((position for position in (text.find("{"), text.find("[")) if position >= 0), default=-1)
    if start < 0:
        raise UnreadableReply("The reply holds no JSON object or list.", position=0)
    if _depth(text) > MAX_DEPTH:
        raise UnreadableReply(f"The reply nests brackets deeper than {MAX_DEPTH}.", position=start)
    try:
        value = json_repair.loads(text[start:])
    except (ValueError, RecursionError) as error:
        raise UnreadableReply(f"The reply is not JSON: {error}.", position=start) from None
    if not isinstance(value, dict | list) or not value:
        raise UnreadableReply("The reply holds no JSON object or list that can be read.", position=start)
    return value


def _depth(text: str) -> int:
    depth = deepest = 0
    for character in text:
        if character in "{[":
            depth += 1
            deepest = max(deepest, depth)
        elif character in "}]" and depth:
            depth -= 1
    return deepest
