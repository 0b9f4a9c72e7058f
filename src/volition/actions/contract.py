"""What a legal reply looks like, as a JSON Schema: for grammars, and for OpenAI's strict mode.

Descriptions and other annotations are left out: the catalogue in the prompt says them already.
"""

import json
import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import Any
from urllib.parse import quote, unquote

from volition.actions import drafts, signature
from volition.actions.action import Action
from volition.actions.render import DECIDING
from volition.errors import BadConfig
from volition.schema import checker, pointer

Node = dict[str, Any]

SPOKEN_FORMATS = frozenset({"date-time", "date", "time", "duration"})
"""Formats that a person's own words may stand for."""


def reply_schema(
    actions: Iterable[Action], *, max_calls: int = 8, spoken_values: bool = False, grammar: bool = False
) -> Node:
    """The JSON Schema of a legal reply: `{"actions": [{"type": NAME, "payload": {...}}]}`.

    Each type goes with its own payload schema. A payload has room for undeclared fields only where its schema
    speaks of others than its own. The definitions of all actions stand under `$defs`, equal ones once.

    Args:
        actions: What may be called.
        max_calls: Most calls in one reply.
        spoken_values: Whether dates, times and durations may be any words.
        grammar: Whether what llama.cpp's grammars cannot hold is left out; the schema then accepts more.

    Raises:
        BadConfig: `max_calls` is less than 1.
    """
    shelf = _Shelf(spoken=SPOKEN_FORMATS if spoken_values else (), grammar=grammar)
    payloads = [(each.name, shelf.place(each.name, _closed(each.schema))) for each in actions]
    calls = [_closed_object({"type": {"const": name}, "payload": payload}) for name, payload in payloads]
    return _reply(calls, shelf.definitions, max_calls=max_calls)


def strict_schema(actions: Iterable[Action], *, max_calls: int = 8) -> tuple[Node, list[str]]:
    """A reply schema that OpenAI takes as `strict`, and what of the actions' schemas it cannot say.

    All objects are closed and all fields required; a field that may be left out may be null, which
    `values.coerce` takes back out. What is lost is told as the action's name and a pointer into its schema.

    >>> roll = Action(name="roll", brief="Roll.", schema={"type": "object", "properties": {
    ...     "die": {"type": "string", "minLength": 2}}})
    >>> schema, lost = strict_schema([roll])
    >>> schema["properties"]["actions"]["items"]["anyOf"][0]["properties"]["payload"]["properties"], lost
    ({'die': {'type': ['string', 'null']}}, ['roll: /properties/die/minLength'])

    Raises:
        BadConfig: `max_calls` is less than 1.
    """
    shelf = _Shelf()
    calls, lost = [], []
    for each in actions:
        strict = _Strict()
        payload = shelf.place(each.name, strict.whole(signature.normal(each.schema)))
        calls.append(_closed_object({"type": {"type": "string", "enum": [each.name]}, "payload": payload}))
        lost += [f"{each.name}: {where}" for where in strict.lost]
    return _reply(calls, shelf.definitions, max_calls=max_calls), lost


def _reply(calls: list[Node], definitions: Node, *, max_calls: int) -> Node:
    if max_calls < 1:
        raise BadConfig(f"A reply must have room for one call at least, not for {max_calls}.")
    some: Node = {"type": "array", "items": {"anyOf": calls}, "minItems": 1, "maxItems": max_calls}
    none: Node = {"type": "array", "items": {"type": "null"}, "maxItems": 0}
    return _closed_object({"actions": some if calls else none}) | (
        {"$defs": definitions} if definitions else {}
    )


def _closed_object(fields: Node) -> Node:
    return {"type": "object", "properties": fields, "required": list(fields), "additionalProperties": False}


def _closed(schema: Node) -> Node:
    """The schema without room for undeclared fields, where it alone says which fields there are."""
    return schema if not _OPENING.isdisjoint(schema) else schema | {"additionalProperties": False}


_OPENING = frozenset(
    {
        *("additionalProperties", "patternProperties", "unevaluatedProperties", "propertyNames"),
        *("$ref", "$dynamicRef", "allOf", "anyOf", "oneOf", "if", "dependentSchemas"),
    }
)


# Many schemas in one document.


class _Shelf:
    """The definitions of many schemas in one document, each under a name of its own."""

    def __init__(self, *, spoken: Collection[str] = (), grammar: bool = False) -> None:
        self.definitions: Node = {}
        self._spoken = spoken
        self._grammar = grammar
        self._placed: dict[str, dict[str, str]] = {}

    def place(self, owner: str, schema: Node) -> Node:
        """The owner's schema with its references pointing to where they lead in this document."""
        schema = signature.normal({key: value for key, value in schema.items() if key != "$schema"})
        definitions = schema.get("$defs", {})
        kinds = {_kind(each, definitions) for each in _references(schema)}
        if "other" in kinds or _has_resources(schema):
            return self._place_resource(owner, schema)
        schema = drafts.each_schema(schema, self._plain, [])
        if "own" in kinds:
            return self._place_whole(owner, schema)
        names = self._place_definitions(owner, schema.pop("$defs", {}))
        return _redirected(schema, lambda reference: _renamed(reference, names))

    def _plain(self, node: Node, _notes: list[str]) -> Node:
        dropped = {"default", "format"} if node.get("format") in self._spoken else {"default"}
        kept = {key: value for key, value in node.items() if key in DECIDING and key not in dropped}
        return _loosened(kept) if self._grammar else kept

    def _place_definitions(self, owner: str, definitions: Node) -> dict[str, str]:
        """What each definition is called here; equal sets of definitions stand once."""
        content = json.dumps(definitions, sort_keys=True)
        if content not in self._placed:
            names = self._placed[content] = {name: self._claim(name, owner) for name in definitions}
            for name, node in definitions.items():
                self.definitions[names[name]] = _redirected(node, lambda each: _renamed(each, names))
        return self._placed[content]

    def _place_whole(self, owner: str, schema: Node) -> Node:
        """The schema as one definition: it refers to its own parts, or to itself."""
        home = f"#/$defs/{self._claim(owner, owner)}"
        anchors = dict(_anchors(schema))

        def redirect(reference: str) -> str:
            return home + anchors.get(unquote(reference[1:]), reference[1:])

        self.definitions[home.rpartition("/")[2]] = _redirected(schema, redirect)
        return {"$ref": home}

    def _place_resource(self, owner: str, schema: Node) -> Node:
        """The schema as a document within the document: its references have a base of their own."""
        name = self._claim(owner, owner)
        base = schema.get("$id") or f"urn:action:{quote(name)}"
        self.definitions[name] = schema | {"$id": base}
        return {"$ref": str(base)}

    def _claim(self, name: str, owner: str) -> str:
        """A name that is free, and needs no escape in a reference."""
        plain, owned = (re.sub(r"[^A-Za-z0-9_.-]", "_", each) for each in (name, f"{owner}.{name}"))
        free = (each for each in _candidates(plain, owned) if each not in self.definitions)
        claimed = next(free)
        self.definitions[claimed] = {}
        return claimed


def _candidates(plain: str, owned: str) -> Iterator[str]:
    yield from (plain, owned)
    number = 2
    while True:
        yield f"{owned}.{number}"
        number += 1


def _kind(reference: str, definitions: Node) -> str:
    """What a reference leads to: a definition, another part of its own schema, or something else."""
    if not reference.startswith("#"):
        return "other"
    path = unquote(reference).split("/")
    is_definition = path[:2] == ["#", "$defs"] and len(path) > 2 and _unescaped(path[2]) in definitions
    return "definition" if is_definition else "own"


def _renamed(reference: str, names: Mapping[str, str]) -> str:
    head, *rest = reference.split("/")[2:]
    return "/".join(["#/$defs", names[_unescaped(unquote(head))], *rest])


def _unescaped(step: str) -> str:
    return step.replace("~1", "/").replace("~0", "~")


def _references(schema: Node) -> list[str]:
    found: list[str] = []

    def look(node: Node, _notes: list[str]) -> Node:
        found.extend(node[key] for key in ("$ref", "$dynamicRef") if isinstance(node.get(key), str))
        return node

    drafts.each_schema(schema, look, [])
    return found


def _redirected(schema: Node, redirect: Any) -> Node:
    """The schema with each reference redirected; anchors are told by their place and not needed any more."""

    def change(node: Node, _notes: list[str]) -> Node:
        changed = {key: value for key, value in node.items() if key not in _ANCHORS}
        for key in ("$ref", "$dynamicRef"):
            if isinstance(changed.get(key), str):
                changed["$ref"] = redirect(changed.pop(key))
        return changed

    redirected: Node = drafts.each_schema(schema, change, [])
    return redirected


_ANCHORS = ("$anchor", "$dynamicAnchor")


def _anchors(schema: Node) -> Iterator[tuple[str, str]]:
    """The names that parts of a schema give themselves, and the pointers to them."""
    for path, node in _parts(schema):
        yield from ((node[key], pointer(path)) for key in _ANCHORS if isinstance(node.get(key), str))


def _has_resources(schema: Node) -> bool:
    """Whether a part of a schema has a base of its own for references."""
    return any(path and isinstance(node.get("$id"), str) for path, node in _parts(schema))


def _parts(schema: Node) -> Iterator[tuple[list[str | int], Node]]:
    waiting: list[tuple[list[str | int], Any]] = [([], schema)]
    while waiting:
        path, node = waiting.pop()
        if isinstance(node, list):
            waiting += [([*path, index], each) for index, each in enumerate(node)]
        elif isinstance(node, dict):
            yield path, node
            waiting += [([*path, key], each) for key, each in node.items()]


def _loosened(node: Node) -> Node:
    """A schema without what llama.cpp's grammars refuse; none of it narrows the shape of a value."""
    kept = {key: value for key, value in node.items() if key not in _NO_GRAMMAR}
    if "oneOf" in kept and "anyOf" not in kept:
        kept["anyOf"] = kept["oneOf"]
    kept.pop("oneOf", None)
    if kept.get("format") not in _GRAMMAR_FORMATS:
        kept.pop("format", None)
    if isinstance(kept.get("pattern"), str):
        if _LOOKING.search(kept["pattern"]):
            del kept["pattern"]
        else:  # a pattern and a length together can take a grammar more states than it may have
            kept.pop("minLength", None)
            kept.pop("maxLength", None)
    return kept


_NO_GRAMMAR = frozenset(
    {
        *("not", "if", "then", "else", "dependentRequired", "dependentSchemas", "propertyNames"),
        *("contains", "minContains", "maxContains", "uniqueItems", "unevaluatedItems"),
        "unevaluatedProperties",
    }
)
_GRAMMAR_FORMATS = frozenset(
    {"date-time", "date", "time", "duration", "email", "hostname", "ipv4", "ipv6", "uri", "uuid"}
)
_LOOKING = re.compile(r"\(\?(?!:)|\\[1-9bBkpP]")
"""Look-around, back references and the like."""


# Strict mode.


class _Strict:
    """Makes a schema one that strict mode takes, and remembers what that lost."""

    def __init__(self) -> None:
        self.lost: list[str] = []

    def whole(self, schema: Node) -> Node:
        """A payload's schema with its definitions."""
        definitions = {
            name: self._schema(node, f"/$defs{pointer([name])}")
            for name, node in schema.get("$defs", {}).items()
        }
        payload = self._schema({key: value for key, value in schema.items() if key != "$defs"}, "")
        return payload | ({"$defs": definitions} if definitions else {})

    def _schema(self, node: Any, path: str) -> Node:
        if not isinstance(node, dict):
            return self._anything(path)
        node = {key: value for key, value in node.items() if key in DECIDING and key != "default"}
        if len(node.get("allOf", [])) == 1 and isinstance(node["allOf"][0], dict):
            node = node.pop("allOf")[0] | node
        if "$ref" in node:
            return self._only(node, path, "$ref")
        if "const" in node or "enum" in node:
            return self._values(node, path)
        if "type" not in node and ("anyOf" in node or "oneOf" in node):
            return self._union(node, path)
        return self._typed(node, path)

    def _only(self, node: Node, path: str, *keys: str) -> Node:
        """Some keywords of a schema; the others are lost."""
        self.lost += [f"{path}{pointer([key])}" for key in node if key not in keys]
        return {key: node[key] for key in keys if key in node}

    def _anything(self, path: str) -> Node:
        self.lost.append(f"{path} (any value: plain ones only)")
        return {"type": ["string", "number", "boolean", "null"]}

    def _values(self, node: Node, path: str) -> Node:
        values = [node["const"]] if "const" in node else node["enum"]
        if "type" in node:
            values = [each for each in values if checker({"type": node["type"]}).accepts(each)]
        if not values or not all(signature.is_scalar(each) for each in values):
            return self._anything(path)
        self._only(node, path, "type", "const" if "const" in node else "enum")
        return {"type": signature.type_of(values), "enum": values}

    def _union(self, node: Node, path: str) -> Node:
        key = "anyOf" if "anyOf" in node else "oneOf"
        self._only(node, path, "anyOf", *(["oneOf"] if key == "oneOf" else []))
        if key == "oneOf":
            self.lost.append(f"{path}/oneOf (read as anyOf)")
        return {
            "anyOf": [self._schema(each, f"{path}/{key}/{index}") for index, each in enumerate(node[key])]
        }

    def _typed(self, node: Node, path: str) -> Node:
        declared = node.get("type") or next((kind for key, kind in _TELLING.items() if key in node), None)
        if declared is None:
            self._only(node, path)
            return self._anything(path)
        kinds = [declared] if isinstance(declared, str) else declared
        known = {key for kind in kinds for key in _TAKEN.get(kind, ())}
        if node.get("format") not in _STRICT_FORMATS:
            known.discard("format")
        strict = {"type": declared} | self._only(node, path, *_in_order(node, known | {"type"}))
        if "object" in kinds:
            strict |= self._fields(node, path)
        if "array" in kinds:
            strict["items"] = self._schema(node.get("items", True), f"{path}/items")
        return strict

    def _fields(self, node: Node, path: str) -> Node:
        named = node.get("properties", {})
        required = node.get("required", ())
        if node.get("additionalProperties", False) is not False:
            self.lost.append(f"{path}/additionalProperties")
        elif "properties" not in node:
            self.lost.append(f"{path} (any object: an empty one only)")
        self.lost += [f"{path}/required (no such field: {name})" for name in required if name not in named]
        return _closed_object(
            {
                name: self._field(each, f"{path}/properties{pointer([name])}", is_required=name in required)
                for name, each in named.items()
            }
        )

    def _field(self, node: Any, path: str, *, is_required: bool) -> Node:
        schema = self._schema(node, path)
        return schema if is_required else _nullable(schema)


def _nullable(schema: Node) -> Node:
    kinds = schema.get("type")
    if kinds is None:
        branches = schema.get("anyOf", [schema])
        return {"anyOf": [*branches, *([] if {"type": "null"} in branches else [{"type": "null"}])]}
    kinds = [kinds] if isinstance(kinds, str) else kinds
    if "null" in kinds:
        return schema
    values = {"enum": [*schema["enum"], None]} if "enum" in schema else {}
    return schema | {"type": [*kinds, "null"]} | values


def _in_order(node: Node, keys: Collection[str]) -> list[str]:
    return [key for key in node if key in keys]


_NUMBER_KEYS = ("minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf")
_TAKEN: Mapping[str, tuple[str, ...]] = {
    "string": ("pattern", "format"),
    "number": _NUMBER_KEYS,
    "integer": _NUMBER_KEYS,
    "array": ("items", "minItems", "maxItems"),
    "object": ("properties", "required", "additionalProperties"),
}
_TELLING = {"properties": "object", "required": "object", "items": "array"}
_STRICT_FORMATS = frozenset(
    {"date-time", "time", "date", "duration", "email", "hostname", "ipv4", "ipv6", "uuid"}
)
