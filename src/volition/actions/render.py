"""The text that a model sees of a catalogue, at several sizes. The same actions always give the same bytes.

Actions added at the end leave what stood before unchanged, so a model's prompt cache stays valid.
"""

import json
import math
import re
from collections.abc import Callable, Collection, Iterable, Mapping
from typing import Any, Literal

from volition.actions import signature, signature_reader
from volition.actions.action import Action
from volition.actions.brief import shorten
from volition.actions.message import is_message
from volition.errors import BadConfig

Style = Literal["schema", "lite", "signature", "brief", "index"]
"""The whole definitions as JSON, the essential actions alone, or one line an action in three lengths."""

ESSENTIAL = frozenset({"create_personal_diary_entry", "update_emotion_state", "tts_speak", "use_animation"})
"""What `lite` keeps beside the message actions, where nothing else is said."""

parse_signature = signature_reader.parse
"""The actions of a text of signatures, one a line; the inverse of `text(actions, "signature")`."""


def text(actions: Iterable[Action], style: Style, *, essential: Collection[str] = ESSENTIAL) -> str:
    """The actions as one text: lines, or for `schema` and `lite` one JSON object without white space.

    >>> text([Action(name="roll", schema={"type": "object"}, brief="Roll a die.")], "schema")
    '{"roll":{"schema":{"type":"object"},"brief":"Roll a die."}}'

    Raises:
        BadConfig: there is no such style.
        BadSchema: a schema holds something that is not JSON.
    """
    if style == "schema":
        return _json(block(actions))
    if style == "lite":
        return _json(lite(actions, essential=essential))
    return "\n".join(lines(actions, style))


def lines(actions: Iterable[Action], style: Style, *, essential: Collection[str] = ESSENTIAL) -> list[str]:
    """The actions one a line; in `lite` those that are not essential have none.

    Raises:
        BadConfig: there is no such style.
        BadSchema: a schema holds something that is not JSON.
    """
    if style == "lite":
        return [_json({name: entry}) for name, entry in lite(actions, essential=essential).items()]
    write = _LINES.get(style)
    if write is None:
        raise BadConfig(f"There is no style {style!r}.", hint=f"Use one of {', '.join([*_LINES, 'lite'])}.")
    return [write(each) for each in actions]


def block(actions: Iterable[Action]) -> dict[str, dict[str, Any]]:
    """The actions object of the JSON prompt: name to schema, brief and, where there is one, source."""
    return {
        each.name: {"schema": each.schema, "brief": each.brief}
        | ({"source": each.owner} if each.owner else {})
        for each in actions
    }


def lite(actions: Iterable[Action], *, essential: Collection[str] = ESSENTIAL) -> dict[str, dict[str, str]]:
    """The essential actions by their briefs alone; message actions are always essential."""
    return {
        each.name: {"brief": each.brief}
        for each in actions
        if is_message(each.name) or each.name in essential
    }


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def _schema_line(action: Action) -> str:
    return _json(block([action]))


def _brief_line(action: Action) -> str:
    return signature.compose(action.name, brief_schema(action.schema), action.brief)


def _index_line(action: Action) -> str:
    return f"{signature.spelt(action.name)}: {signature.escape(action.brief)}"


_LINES: Mapping[str, Callable[[Action], str]] = {
    "schema": _schema_line,
    "signature": signature.line,
    "brief": _brief_line,
    "index": _index_line,
}


# What the size `brief` keeps of a schema.


def brief_schema(schema: Mapping[str, Any]) -> dict[str, Any]:
    """A schema with what a model needs to fill it, and without what the names and types say already.

    Kept is all that decides about a value, besides whether unknown fields may be added. Descriptions are
    left out, except: of a field whose schema does not say what it holds, and of a field with a one-letter
    name, shortened to 60 characters; and of a text without enum, format or pattern, the words on how it is
    spelt ("mm-dd-yyyy", "in the format City, State", "one of 'a', 'b'").

    >>> brief_schema({"type": "object", "properties": {
    ...     "day": {"type": "string", "title": "Day", "description": "The day of the trip (YYYY-MM-DD)."},
    ...     "city": {"type": "string", "description": "Where to go."}}})["properties"]
    {'day': {'type': 'string', 'description': 'YYYY-MM-DD'}, 'city': {'type': 'string'}}
    """
    reduced: dict[str, Any] = _reduced(schema, "the payload", 0)
    return reduced


DECIDING = frozenset(
    {
        *("$defs", "$ref", "$anchor", "$dynamicAnchor", "$dynamicRef", "definitions", "default"),
        *("type", "enum", "const", "format", "pattern", "minLength", "maxLength"),
        *("minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"),
        *("items", "prefixItems", "contains", "minContains", "maxContains", "minItems", "maxItems"),
        *("uniqueItems", "unevaluatedItems", "properties", "required", "additionalProperties"),
        *("patternProperties", "propertyNames", "minProperties", "maxProperties", "unevaluatedProperties"),
        *("dependentRequired", "dependentSchemas", "anyOf", "oneOf", "allOf", "not", "if", "then", "else"),
    }
)
"""Keywords that have a say in what a value may be, and `default`."""
_MAPS = frozenset({"$defs", "definitions", "properties", "patternProperties", "dependentSchemas"})
_VALUES = frozenset({"default", "enum", "const", "dependentRequired", "required", "type"})
_UNSAID = 60
"""Characters of a description that says what the schema does not."""
_SPELLING = 80
"""Characters of the words on how a text is spelt."""


def _reduced(schema: Any, name: str, depth: int) -> Any:
    if isinstance(schema, list):
        return [_reduced(each, name, depth) for each in schema]
    if not isinstance(schema, Mapping) or depth > signature.MAX_DEPTH:
        return schema
    kept: dict[str, Any] = {}
    for key, value in schema.items():
        if not _decides(key, value):
            continue
        if key in _MAPS and isinstance(value, Mapping):
            kept[key] = {inner: _reduced(each, inner, depth + 1) for inner, each in value.items()}
        else:
            kept[key] = value if key in _VALUES else _reduced(value, name, depth + 1)
    said = schema.get("description")
    told = _told(name, schema, said) if isinstance(said, str) else ""
    return kept | ({"description": told} if told else {})


def _decides(key: str, value: Any) -> bool:
    """Whether a keyword narrows what a model may write; a bound beyond safe integers does not."""
    if key not in DECIDING or (key == "additionalProperties" and isinstance(value, bool)):
        return False
    is_number = isinstance(value, int | float) and not isinstance(value, bool)
    return not (is_number and math.fabs(value) >= 2**53 - 1)


def _told(name: str, schema: Mapping[str, Any], said: str) -> str:
    if len(name) == 1 or _is_open(schema):
        return shorten(said, _UNSAID).rstrip(".")
    if schema.get("type") != "string" or not _CLOSED_TEXT.isdisjoint(schema):
        return ""
    found = next(filter(None, (each.search(said[:_READ]) for each in _SPELT)), None)
    return shorten(found[0], _SPELLING).rstrip(".,") if found else ""


def _is_open(schema: Mapping[str, Any]) -> bool:
    """Whether a schema says nothing of what a value holds."""
    kind = schema.get("type")
    if kind == "object":
        return _CONTENTS.isdisjoint(schema) or schema.get("additionalProperties") in (True, {})
    if kind == "array":
        items = schema.get("items")
        return not items or items is True or items == {"type": "object"}
    return kind is None and _TYPING.isdisjoint(schema)


_CLOSED_TEXT = frozenset({"enum", "const", "format", "pattern"})
_CONTENTS = frozenset({"properties", "patternProperties", "additionalProperties", "enum", "const", "$ref"})
_TYPING = frozenset({"enum", "const", "$ref", "anyOf", "oneOf", "allOf"})
_READ = 2_000
"""Characters of a field's description that are searched."""
_SPELT = (
    re.compile(
        r"\b(?:YYYY|yyyy|MM[/-]|mm[/-]|DD[/-]|dd[/-]|HH:|hh:)[\w:/.+-]*\w"
        r"|\b(?:ISO[ -]?\d{3,5}|RFC ?\d{3,5})(?:-\d)?"
        r"(?: (?:date|timestamp|datetime|time|code|format|duration)\b)*"
    ),
    re.compile(
        r"\bin (?:the )?(?:[\w'/-]+ ){0,4}format\b(?: of\b)?(?: ['\"\w](?:[^.;()]|\.(?=\w))*)?"
        r"|\bformat(?:ted as|:) (?:[^.;()]|\.(?=\w))*",
        re.IGNORECASE,
    ),
    re.compile(
        r"\b(?:one of|options?|can be|supports?|allowed values|either|must be)\b[^.;()]{0,20}?"
        r"(?P<quote>['\"`])\w[^;()]{0,40}?(?P=quote)"
        r"(?:,? (?:or |and )?(?P=quote)\w[^;()]{0,40}?(?P=quote))+",
        re.IGNORECASE,
    ),
)
"""How a text is spelt: a date's letters or a standard, a format in words, a choice of quoted words."""
