"""One line an action: a notation for JSON Schema that says the same in half the tokens.

The grammar is in docs/reference/signatures.md, the reader in `signature_reader`. What has no short form
stands in the line as JSON, so the line says all that the schema says (`normal` tells what that is).
"""

import json
import math
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, TypeGuard
from urllib.parse import unquote

from volition.actions.action import Action
from volition.errors import BadSchema

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
    {
        *("date-time", "date", "time", "duration", "email", "idn-email", "hostname", "idn-hostname"),
        *("ipv4", "ipv6", "uri", "uri-reference", "uri-template", "iri", "iri-reference", "url", "uuid"),
        *("json-pointer", "relative-json-pointer", "regex"),
    }
)
"""Formats whose name stands for a string of that format."""

DRAFTS = {
    "http://json-schema.org/draft-07/schema#": "draft7",
    "https://json-schema.org/draft/2020-12/schema": "draft2020",
}
"""The word for each `$schema` that has one."""

UNIONS = {"anyOf": "or", "oneOf": "xor", "allOf": "and"}
"""The word between the branches of each union."""

RESERVED = frozenset(
    {
        *TYPES.values(),
        *FORMATS,
        *UNIONS.values(),
        *("any", "const", "dict", "enum", "false", "not", "set", "true", "where", "with"),
    }
)
"""Words that stand in quotes where they are values."""

LITERALS = {"null": None, "true": True, "false": False}
"""Words for values that are no strings."""

NAME = re.compile(r"[\w$@][\w$@./-]*")
"""A name of an action or a field that needs no quotes."""
WORD = re.compile(r"(?!(?:NaN|Infinity)\b)[^\W\d][\w./-]*")
"""A string value that needs no quotes."""
HEAD = re.compile(r"[\w-]+")
"""What of a word decides whether it is reserved."""
DEFINITION = re.compile(r"[\w.-]+")
"""A name of a definition that needs no quotes."""

Node = dict[str, Any]
Write = Callable[[Node, int], str]

_REFERENCE = re.compile(rf"#/\$defs/({DEFINITION.pattern})")
_BRACKET = re.compile(r"[()]")
_BREAKING = re.compile("[\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff]")
_TO_ESCAPE = re.compile("[\\\\\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff]")
_ESCAPED = re.compile(r"\\(?:u([0-9a-f]{4})|([\\nt]))")
_SHORT_ESCAPES = {"\\": "\\\\", "\n": "\\n", "\t": "\\t"}
_MEANT = {escape[1]: character for character, escape in _SHORT_ESCAPES.items()}


def line(action: Action) -> str:
    """An action as one line: its name, its fields with all that is said of them, and its description.

    >>> line(Action(name="roll", brief="Roll dice.", schema={
    ...     "type": "object", "required": ["sides"],
    ...     "properties": {"sides": {"type": "integer", "minimum": 2, "description": "Faces of a die"},
    ...                    "times": {"type": "integer", "default": 1}, "colour": {"type": "string"}}}))
    'roll(sides:int(2..) (Faces of a die), times?:int=1, colour?): Roll dice.'

    Raises:
        BadSchema: the schema holds something that is not JSON.
    """
    return compose(action.name, action.schema, description(action))


def description(action: Action) -> str:
    """The longest that an action says of itself: the third tier's description, else the brief."""
    found = action.examples.get("description") if isinstance(action.examples, Mapping) else None
    return found if isinstance(found, str) and found else action.brief


def compose(name: str, schema: Mapping[str, Any], text: str) -> str:
    """A name, a payload's schema and what the action does, as one line.

    Raises:
        BadSchema: the schema holds something that is not JSON.
    """
    rest = dict(schema)
    draft = _draft(rest)
    where = _where(rest)
    is_object = rest.get("type") == "object"
    first, *others = _cores(rest, 0)
    if is_object and first.startswith("{"):
        members, closed = first[1:].rsplit("}", 1)
        head = f"({members}){closed}"
    else:
        head = f" {first}"
    core = " with ".join([head, *others])
    said = f": {escape(text)}" if text else ""
    return f"{spelt(name)}{core}{_tail(rest)}{draft}{where}{said}"


def write(schema: Any) -> str:
    """One schema as it stands after a field's name.

    >>> write({"type": ["array", "null"], "items": {"enum": ["a", "b"], "type": "string"}, "maxItems": 2})
    '[a|b](..2)|null'

    Raises:
        BadSchema: the schema holds something that is not JSON.
    """
    return _whole(schema, 0)


def spelt(name: str) -> str:
    """A name as it stands in a line: in quotes where it holds more than letters, digits and `_$@./-`."""
    return _bare(name, NAME)


def normal(schema: Any) -> Any:
    """A schema as a line brings it back: without what decides nothing.

    The names in `required` stand in the order of the fields, an empty `required` is absent, and so are
    definitions at the top that nothing refers to.
    """
    return _normal(schema, 0)


def _normal(schema: Any, depth: int) -> Any:
    if isinstance(schema, list):
        return [_normal(each, depth) for each in schema]
    if not isinstance(schema, dict) or depth > 2 * MAX_DEPTH:
        return schema
    changed: Node = {}
    for key, value in schema.items():
        if key in _MAPS and isinstance(value, dict):
            changed[key] = {name: _normal(each, depth + 1) for name, each in value.items()}
        else:
            changed[key] = value if key in _DATA else _normal(value, depth + 1)
    if not depth and _is_map(changed.get("$defs")):
        changed["$defs"] = _used(changed)
    required = changed.get("required")
    if isinstance(changed.get("properties"), dict) and _are_words(required):
        changed["required"] = _ordered(required, changed["properties"])
    return {key: value for key, value in changed.items() if value or key not in {"required", "$defs"}}


_MAPS = {"properties", "patternProperties", "$defs", "definitions", "dependentSchemas"}
_DATA = {"const", "enum", "default", "examples"}


# What decides nothing.


def _ordered(names: list[str], fields: Mapping[str, Any]) -> list[str]:
    """Required names in the order of the fields, those of no field after them."""
    wanted = dict.fromkeys(names)
    return [name for name in fields if name in wanted] + [name for name in wanted if name not in fields]


def _used(schema: Node) -> Node:
    """The definitions that the rest of the schema leads to; all, where a reference cannot be followed."""
    definitions: Node = schema["$defs"]
    used: dict[str, None] = {}
    waiting: list[Any] = [{key: value for key, value in schema.items() if key != "$defs"}]
    while waiting:
        for reference in _references(waiting.pop()):
            path = unquote(reference).split("/")
            if path[0] != "#" or (len(path) > 1 and path[1] == "$defs" and len(path) < 3):
                return definitions
            name = path[2].replace("~1", "/").replace("~0", "~") if path[1:2] == ["$defs"] else ""
            if name in definitions and name not in used:
                used[name] = None
                waiting.append(definitions[name])
    return {name: node for name, node in definitions.items() if name in used}


def _references(schema: Any) -> Iterator[str]:
    waiting = [schema]
    while waiting:
        node = waiting.pop()
        if isinstance(node, list):
            waiting += node
        elif isinstance(node, dict):
            waiting += node.values()
            yield from (node[key] for key in ("$ref", "$dynamicRef") if isinstance(node.get(key), str))


# Writing: each function takes what it says out of `rest`; what nobody took is written as JSON.


def _draft(rest: Node) -> str:
    uri = rest.get("$schema")
    if not isinstance(uri, str) or uri not in DRAFTS:
        return ""
    return f" {DRAFTS[rest.pop('$schema')]}"


def _where(rest: Node) -> str:
    if not _is_map(rest.get("$defs")) or not rest["$defs"]:
        return ""
    used = _used(rest)
    del rest["$defs"]
    named = (f"{_bare(name, DEFINITION)}={_whole(node, 1)}" for name, node in used.items())
    return f" where {', '.join(named)}" if used else ""


def _whole(node: Any, depth: int) -> str:
    return "".join(_parts(node, depth))


def _parts(node: Any, depth: int) -> tuple[str, str]:
    """What a schema allows, and what it adds: default, description and the rest as JSON."""
    if not isinstance(node, dict) or depth > MAX_DEPTH:
        return f"&{_json(node)}", ""
    rest = dict(node)
    core = " with ".join(_cores(rest, depth))
    return core, _tail(rest)


def _cores(rest: Node, depth: int) -> list[str]:
    """What a schema allows; several texts where it says several things at once."""
    return [text for write in _CORES if (text := write(rest, depth))] or ["any"]


def _tail(rest: Node) -> str:
    default = f"={_value(rest.pop('default'))}" if "default" in rest else ""
    said = f" {_words(rest.pop('description'))}" if isinstance(rest.get("description"), str) else ""
    return f"{default}{said}{'&' + _json(rest) if rest else ''}"


def _primary(node: Any, depth: int) -> str:
    """A schema as a branch: in parentheses where it would run into its neighbours."""
    core, tail = _parts(node, depth)
    loose = tail or " with " in core or (isinstance(node, dict) and not _LOOSE.isdisjoint(node))
    return f"({core}{tail})" if loose else core


_LOOSE = {*UNIONS, "not"}


def _reference(rest: Node, _depth: int) -> str:
    reference = rest.get("$ref")
    if not isinstance(reference, str):
        return ""
    del rest["$ref"]
    named = _REFERENCE.fullmatch(reference)
    return f"${named[1]}" if named else f"${_json(reference)}"


def _union(key: str) -> Write:
    def write(rest: Node, depth: int) -> str:
        branches = rest.get(key)
        if not isinstance(branches, list) or not branches:
            return ""
        del rest[key]
        texts = [_primary(each, depth + 1) for each in branches]
        return f" {UNIONS[key]} ".join(texts) if len(texts) > 1 else f"{UNIONS[key]} {texts[0]}"

    return write


def _negation(rest: Node, depth: int) -> str:
    return f"not {_primary(rest.pop('not'), depth + 1)}" if "not" in rest else ""


# Writing values.


def _literals(rest: Node, _depth: int) -> str:
    """An enum or a constant: bare where the values tell the type that is declared."""
    if "const" in rest:
        word, values = "const", [rest["const"]]
    elif isinstance(rest.get("enum"), list) and rest["enum"]:
        word, values = "enum", rest["enum"]
    else:
        return ""
    del rest[word]
    text = "|".join(_literal(each) for each in values)
    if _tells_type(values, rest.get("type"), word):
        del rest["type"]
        return _json(values[0]) if word == "const" else text
    kinds = _kinds(rest.get("type"))
    if kinds:
        del rest["type"]
    return " ".join([*filter(None, ["|".join(TYPES[each] for each in kinds)]), word, text])


def _tells_type(values: list[Any], declared: Any, word: str) -> bool:
    if not all(is_scalar(each) for each in values) or all(each is None for each in values):
        return False
    return (word == "enum") == (len(values) > 1) and bool(declared == type_of(values))


def type_of(values: Iterable[Any]) -> str | list[str]:
    """The type that a schema of these plain values declares.

    >>> type_of(["a", "b"]), type_of([1, None])
    ('string', ['integer', 'null'])
    """
    kinds = list(dict.fromkeys(_KINDS[type(each)] for each in values))
    return kinds[0] if len(kinds) == 1 else kinds


_KINDS = {str: "string", bool: "boolean", int: "integer", float: "number", type(None): "null"}


def is_scalar(value: Any) -> bool:
    """Whether a value stands in a line without `enum` or `const` before it."""
    return type(value) in _KINDS and (not isinstance(value, float) or math.isfinite(value))


def _literal(value: Any) -> str:
    head = HEAD.match(value) if isinstance(value, str) else None
    return _json(value) if head and head[0] in RESERVED else _value(value)


def _value(value: Any) -> str:
    """A default or a member of an enum: JSON, or a bare word for a string that looks like one."""
    if isinstance(value, str) and value not in LITERALS:
        return _bare(value, WORD)
    return _json(value)


def _bare(text: str, form: re.Pattern[str]) -> str:
    return text if form.fullmatch(text) else _json(text)


# Writing types.


def _types(rest: Node, depth: int) -> str:
    kinds = _kinds(rest.get("type"))
    if kinds:
        del rest["type"]
    return "|".join(_ATOMS[each](rest, depth) for each in kinds)


def _kinds(declared: Any) -> list[str]:
    """The types declared, when they can be written: one, or several different ones."""
    if isinstance(declared, str):
        return [declared] if declared in TYPES else []
    if not _are_words(declared) or not set(declared) <= TYPES.keys():
        return []
    return list(declared) if len(set(declared)) == len(declared) > 1 else []


def _string(rest: Node, _depth: int) -> str:
    word, pattern = "str", ""
    if isinstance(rest.get("format"), str) and rest["format"] in FORMATS:
        word = rest.pop("format")
    length = _range(rest, ("minLength", ""), ("maxLength", ""))
    if isinstance(rest.get("pattern"), str) and _PLAIN_PATTERN.fullmatch(rest["pattern"]):
        pattern = f"/{rest.pop('pattern')}/"
    return word + length + pattern


_PLAIN_PATTERN = re.compile(f"(?:(?!/|{_BREAKING.pattern}).)*")


def _number(word: str) -> Write:
    def write(rest: Node, _depth: int) -> str:
        low = ("minimum", "") if "minimum" in rest else ("exclusiveMinimum", ">")
        high = ("maximum", "") if "maximum" in rest else ("exclusiveMaximum", "<")
        return word + _range(rest, low, high, step="multipleOf")

    return write


def _array(rest: Node, depth: int) -> str:
    text = "list"
    if isinstance(rest.get("items"), dict | bool):
        text = f"[{_whole(rest.pop('items'), depth + 1)}]"
        if rest.get("uniqueItems") is True:
            del rest["uniqueItems"]
            text = f"set{text}"
    return text + _range(rest, ("minItems", ""), ("maxItems", ""))


def _object(rest: Node, depth: int) -> str:
    more = rest.get("additionalProperties")
    closed = "!" if more is False else ""
    is_open = isinstance(more, dict | bool) and not closed
    if closed or is_open:
        del rest["additionalProperties"]
    if not _is_map(rest.get("properties")):
        return _dictionary(rest, more, depth) if is_open else f"object{closed}"
    members = _members(rest, depth)
    if is_open:
        members.append("..." if more is True else f"...:{_whole(more, depth + 1)}")
    return f"{{{', '.join(members)}}}{closed}"


def _dictionary(rest: Node, values: Any, depth: int) -> str:
    kinds = [rest.pop("propertyNames")] if isinstance(rest.get("propertyNames"), dict | bool) else []
    if values is True and not kinds:
        return "dict"
    return f"dict[{','.join(_whole(each, depth + 1) for each in [*kinds, values])}]"


def _members(rest: Node, depth: int) -> list[str]:
    fields: Node = rest.pop("properties")
    required = rest.get("required")
    needed = set(required) if _are_words(required) else set()
    if _are_words(required) and needed <= fields.keys():
        del rest["required"]
    return [_member(key, node, "" if key in needed else "?", depth + 1) for key, node in fields.items()]


def _member(key: str, node: Any, mark: str, depth: int) -> str:
    core, tail = _parts(node, depth)
    return f"{_bare(key, NAME)}{mark}{'' if core == 'str' else ':' + core}{tail}"


_CORES: tuple[Write, ...] = (
    _reference,
    _literals,
    _types,
    *(_union(key) for key in UNIONS),
    _negation,
)
_ATOMS: Mapping[str, Write] = {
    "string": _string,
    "integer": _number("int"),
    "number": _number("num"),
    "boolean": lambda _rest, _depth: "bool",
    "null": lambda _rest, _depth: "null",
    "array": _array,
    "object": _object,
}


def _range(rest: Node, low: tuple[str, str], high: tuple[str, str], *, step: str = "") -> str:
    least, most = (_bound(rest, key, mark) for key, mark in (low, high))
    multiple = _bound(rest, step, "%") if step else ""
    dots = ".." if least or most else ""
    return f"({least}{dots}{most}{multiple})" if dots or multiple else ""


def _bound(rest: Node, key: str, mark: str) -> str:
    value = rest.get(key)
    if isinstance(value, bool) or not isinstance(value, int | float) or not math.isfinite(value):
        return ""
    return mark + _json(rest.pop(key))


def _is_map(value: Any) -> TypeGuard[Node]:
    return isinstance(value, dict) and all(isinstance(each, str) for each in value)


def _are_words(value: Any) -> TypeGuard[list[str]]:
    return isinstance(value, list) and all(isinstance(each, str) for each in value)


# Writing text.


def _words(text: str) -> str:
    """A description in parentheses; in quotes where its own parentheses do not match."""
    depth = 0
    for bracket in _BRACKET.finditer(text):
        depth += 1 if bracket[0] == "(" else -1
        if depth < 0:
            break
    return _json(text) if depth else f"({escape(text)})"


def escape(text: str) -> str:
    r"""Text without line breaks and other control characters.

    >>> escape("One.\nTwo.")
    'One.\\nTwo.'
    """
    return _TO_ESCAPE.sub(_escaped, text)


def unescape(text: str) -> str:
    """The text that was escaped."""
    return _ESCAPED.sub(lambda found: chr(int(found[1], 16)) if found[1] else _MEANT[found[2]], text)


def _escaped(found: re.Match[str]) -> str:
    return _SHORT_ESCAPES.get(found[0]) or f"\\u{ord(found[0]):04x}"


def _json(value: Any) -> str:
    try:
        text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    except (TypeError, ValueError, RecursionError) as error:
        raise BadSchema(f"A schema holds something that is not JSON: {error}.") from None
    return _BREAKING.sub(_escaped, text)
