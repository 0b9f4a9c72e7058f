"""One line an action: a notation for JSON Schema that says the same in half the tokens, and its reader.

`line` writes an action, `parse` reads lines back; the schema that comes back equals the one that went in.
The grammar is in docs/reference/signatures.md. What has no short form stands in the line as JSON.
"""

import json
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, NoReturn

from volition.actions.action import Action
from volition.actions.brief import shorten
from volition.errors import BadAction, BadSchema
from volition.schema import nearest

MAX_DEPTH = 24
"""Levels of nesting that are written in the notation; deeper ones stand as JSON."""

TYPES = {
    "string": "str",
    "integer": "int",
    "number": "num",
    "boolean": "bool",
    "null": "null",
    "array": "list",
    "object": "object",
}
"""The word for each type of JSON Schema."""

FORMATS = frozenset(
    "date-time date time duration email idn-email hostname idn-hostname ipv4 ipv6 uri uri-reference "
    "uri-template iri iri-reference url uuid json-pointer relative-json-pointer regex".split()
)
"""Formats that stand for a string of that format."""

DRAFTS = {
    "http://json-schema.org/draft-07/schema#": "draft7",
    "https://json-schema.org/draft/2020-12/schema": "draft2020",
}
"""The word for each `$schema` that has one."""

UNIONS = {"anyOf": "or", "oneOf": "xor", "allOf": "and"}
"""The word between the branches of each union."""

RESERVED = frozenset(
    {*TYPES.values(), *FORMATS, *UNIONS.values(), *"any not enum const set true false where".split()}
)
"""Words that a value must be quoted to be."""

_TYPE_OF = {word: name for name, word in TYPES.items()}
_SCHEMA_OF = {word: uri for uri, word in DRAFTS.items()}
_KEY_OF = {word: key for key, word in UNIONS.items()}
_RANGES = {
    "string": ("minLength", "maxLength"),
    "array": ("minItems", "maxItems"),
}
_NUMBER_RANGE = ("minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf")

_NAME = re.compile(r"[\w$@][\w$@./-]*")
_WORD = re.compile(r"[^\W\d][\w./-]*")
_HEAD = re.compile(r"[\w-]+")
_REFERENCE = re.compile(r"\$([\w.-]+)")
_NUMBER = re.compile(r"-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?")
_PATTERN = re.compile(r"/([^/]*)/")
_BREAKING = re.compile("[\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff]")
_ESCAPED = re.compile(r"\\(?:u([0-9a-f]{4})|(.))")
_BRACKET = re.compile(r"[()]")


def line(action: Action) -> str:
    """An action as one line: name, fields and every description, the longest that it has of itself.

    >>> line(Action(name="roll", brief="Roll dice.", schema={
    ...     "type": "object", "required": ["sides"],
    ...     "properties": {"sides": {"type": "integer", "minimum": 2, "description": "Faces of a die"},
    ...                    "times": {"type": "integer", "default": 1}, "colour": {"type": "string"}}}))
    'roll(sides:int(2..) (Faces of a die), times?:int=1, colour?): Roll dice.'
    """
    description = action.examples.get("description") if isinstance(action.examples, dict) else None
    text = description if isinstance(description, str) and description else action.brief
    return compose(action.name, action.schema, text)


def compose(name: str, schema: Mapping[str, Any], text: str) -> str:
    """A name, a payload's schema and what the action does, as one line."""
    rest = dict(schema)
    draft = DRAFTS.get(rest.get("$schema", "")) if isinstance(rest.get("$schema"), str) else None
    if draft:
        del rest["$schema"]
    where = _where(rest)
    head = _NAME.fullmatch(name) and name or _json(name)
    if rest.get("type") == "object":
        del rest["type"]
        head += _object(rest, 0, brackets="()")
    ...
