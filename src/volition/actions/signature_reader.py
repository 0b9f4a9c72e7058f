"""Reads lines of the notation that `signature` writes back into actions and schemas."""

import json
import re
from collections.abc import Callable
from typing import Any, NoReturn

from volition.actions.action import Action
from volition.actions.brief import shorten
from volition.actions.signature import (
    DEFINITION,
    DRAFTS,
    FORMATS,
    HEAD,
    LITERALS,
    MAX_DEPTH,
    NAME,
    TYPES,
    UNIONS,
    WORD,
    Node,
    is_scalar,
    type_of,
    unescape,
)
from volition.errors import BadAction
from volition.schema import nearest, shown

_NUMBER = re.compile(r"-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?")
_PATTERN = re.compile(r"/([^/]*)/")
_BRACKET = re.compile(r"[()]")


def parse(text: str) -> list[Action]:
    r"""The actions of a text in the notation, one a line; empty lines are skipped.

    The brief is made of the description; where it says less, the description is kept in the third tier.

    >>> [action] = parse("roll(sides:int(2..) (Faces of a die), times?:int=1): Roll dice.\n")
    >>> action.name, action.brief, action.required, action.fields["times"]
    ('roll', 'Roll dice.', ('sides',), {'type': 'integer', 'default': 1})

    Raises:
        BadAction: a line is not in the notation; the message names the line and the column.
        BadSchema: a line reads as a schema that is itself wrong.
    """
    lines = enumerate(text.split("\n"), start=1)
    return [_Reader(each, number).action() for number, each in lines if each.strip()]


def parse_schema(text: str) -> Any:
    """One schema of the notation, as it stands after a field's name.

    >>> parse_schema("[str](1..5)|null")
    {'type': ['array', 'null'], 'items': {'type': 'string'}, 'minItems': 1, 'maxItems': 5}

    Raises:
        BadAction: it is not in the notation.
    """
    return _Reader(text, 1).whole_schema()


_SPAN = re.compile(
    r"\((?:(?P<above>>?)(?P<low>N))?(?P<dots>\.\.(?:(?P<below><?)(?P<high>N))?)?(?:%(?P<step>N))?\)".replace(
        "N", _NUMBER.pattern
    )
)
_NUMBERS = {
    "low": "minimum",
    "above": "exclusiveMinimum",
    "high": "maximum",
    "below": "exclusiveMaximum",
    "step": "multipleOf",
}
_BOUNDS = {
    "string": {"low": "minLength", "high": "maxLength"},
    "array": {"low": "minItems", "high": "maxItems"},
    "integer": _NUMBERS,
    "number": _NUMBERS,
}
_KIND_OF = {word: kind for kind, word in TYPES.items()}
_MAX_READ_DEPTH = 2 * MAX_DEPTH
_DECODER = json.JSONDecoder()


class _Reader:
    """Reads one line from left to right."""

    def __init__(self, text: str, number: int) -> None:
        self._text = text.removesuffix("\r")
        self._number = number
        self._at = 0
        self._depth = 0

    def action(self) -> Action:
        """The whole line as an action."""
        name = self._name(NAME, "a name")
        if self._takes("("):
            schema = self._tailed(self._joined(self._object(")")))
        else:
            self._needs(" ", "'(' and the fields")
            schema = self._schema()
        if not isinstance(schema, dict):
            self._fail("the schema of an object")
        self._close(schema)
        said = self._said()
        brief = shorten(said)
        guide = {"description": said} if said != brief else {}
        return Action(name=name, schema=schema, brief=brief, examples=guide)

    def whole_schema(self) -> Any:
        """The whole line as a schema."""
        schema = self._schema()
        self._space()
        return schema if self._at == len(self._text) else self._fail("the end")

    def _close(self, schema: Node) -> None:
        """What stands between the fields and the description: the draft and the definitions."""
        for uri, word in DRAFTS.items():
            if self._takes(f" {word}"):
                schema["$schema"] = uri
        if self._takes(" where "):
            schema["$defs"] = dict(self._listed(self._definition))

    def _definition(self) -> tuple[str, Any]:
        name = self._name(DEFINITION, "the name of a definition")
        self._needs("=")
        return name, self._schema()

    def _said(self) -> str:
        if self._takes(": "):
            return unescape(self._text[self._at :])
        self._takes(":")
        self._space()
        return "" if self._at == len(self._text) else self._fail("': ' and what the action does")

    # Schemas.

    def _schema(self) -> Any:
        self._depth += 1
        if self._depth > _MAX_READ_DEPTH:
            self._fail(f"at most {_MAX_READ_DEPTH} levels")
        schema = self._tailed(self._core())
        self._depth -= 1
        return schema

    def _tailed(self, schema: Any) -> Any:
        """The schema with its default, its description and what stands as JSON."""
        if isinstance(schema, bool):
            return schema
        if self._takes("="):
            schema["default"] = self._value()
        if self._sees(" (", ' "'):
            self._space()
            schema["description"] = self._words()
        if self._takes("&"):
            more = self._json()
            schema.update(more if isinstance(more, dict) else self._fail("an object of keywords"))
        return schema

    def _core(self) -> Any:
        return self._joined(self._part())

    def _joined(self, schema: Any) -> Any:
        """A schema and what it says besides, after `with`."""
        while isinstance(schema, dict) and self._takes(" with "):
            more = self._part()
            schema |= more if isinstance(more, dict) else self._fail("keywords")
        return schema

    def _part(self) -> Any:
        self._space()
        for key, word in UNIONS.items():
            if self._takes(f"{word} "):
                return {key: [self._primary()]}
        if self._takes("not "):
            return {"not": self._primary()}
        first = self._primary()
        for key, word in UNIONS.items():
            branches = [first]
            while self._takes(f" {word} "):
                branches.append(self._primary())
            if len(branches) > 1:
                return {key: branches}
        return first

    def _primary(self) -> Any:
        self._space()
        if self._takes("("):
            schema = self._schema()
            self._needs(")")
            return schema
        if self._takes("&"):
            schema = self._json()
            return schema if isinstance(schema, dict | bool) else self._fail("a schema")
        if self._takes("$"):
            is_pointer = self._sees('"')
            name = self._name(DEFINITION, "the name of a definition")
            return {"$ref": name if is_pointer else f"#/$defs/{name}"}
        return self._alternatives()

    def _alternatives(self) -> Node:
        """Types, or values, with `|` between them."""
        if self._takes_word("any"):
            return {}
        found = [] if self._head() in {"enum", "const"} else [self._alternative()]
        while found and self._takes("|"):
            found.append(self._alternative())
        if any("const" in each for each in found):
            return self._inferred(found)
        schema = _merged(found)
        space = " " if found else ""
        if self._takes(f"{space}const "):
            schema["const"] = self._value()
        elif self._takes(f"{space}enum "):
            schema["enum"] = self._listed(self._value, "|")
        return schema

    def _inferred(self, found: list[Node]) -> Node:
        """Plain values, with the type that they tell."""
        if not all("const" in each or each == {"type": "null"} for each in found):
            self._fail("values alone, or types alone")
        values = [each.get("const") for each in found]
        if len(values) == 1:
            return {"type": type_of(values), "const": values[0]}
        return {"type": type_of(values), "enum": values}

    def _alternative(self) -> Node:
        """One type with what narrows it, or one value as `const`."""
        if self._takes("{"):
            return self._object("}")
        head = self._head()
        if head == "set" or self._sees("["):
            return self._array()
        if self._takes_word("object"):
            return {"type": "object"} | ({"additionalProperties": False} if self._takes("!") else {})
        if self._takes_word("dict"):
            return self._dictionary()
        if head in _KIND_OF:
            self._at += len(head)
            return self._narrowed({"type": _KIND_OF[head]})
        if head in FORMATS:
            self._at += len(head)
            return self._narrowed({"type": "string", "format": head})
        return {"const": self._constant(head)}

    def _constant(self, head: str) -> Any:
        start = self._at
        value = self._value()
        alone = not (self._sees("|") or self._text.startswith("|", start - 1))
        if alone and isinstance(value, str) and self._text[start] != '"':
            self._at = start
            near = nearest(head, [*TYPES.values(), *FORMATS])
            self._fail("a type", hint=f"Did you mean {near!r}?" if near else None)
        return value if is_scalar(value) else self._fail("a type or a plain value")

    def _narrowed(self, kind: Node) -> Node:
        """A type with its range and, for a string, its pattern."""
        bounds = _BOUNDS.get(kind["type"])
        span = _SPAN.match(self._text, self._at) if bounds else None
        if bounds and span:
            self._at = span.end()
            keys = (
                bounds.get("above" if span["above"] else "low"),
                bounds.get("below" if span["below"] else "high"),
            )
            for key, number in zip(
                (*keys, bounds.get("step")), span.group("low", "high", "step"), strict=True
            ):
                if number:
                    kind[key or self._fail("a range of this type")] = json.loads(number)
        pattern = _PATTERN.match(self._text, self._at) if kind["type"] == "string" else None
        if pattern:
            self._at = pattern.end()
            kind["pattern"] = pattern[1]
        return kind

    def _array(self) -> Node:
        kind: Node = {"type": "array"}
        if self._takes("set"):
            kind["uniqueItems"] = True
        self._needs("[")
        kind["items"] = self._schema()
        self._needs("]")
        return self._narrowed(kind)

    def _dictionary(self) -> Node:
        if not self._takes("["):
            return {"type": "object", "additionalProperties": True}
        kinds = self._listed(self._schema)
        self._needs("]")
        if len(kinds) > 2:
            self._fail("at most the names' type and the values' type")
        keys = ("propertyNames", "additionalProperties")[-len(kinds) :]
        return {"type": "object"} | dict(zip(keys, kinds, strict=True))

    def _object(self, end: str) -> Node:
        """The fields up to the bracket that ends them."""
        kind: Node = {"type": "object"}
        fields: Node = {}
        required: list[str] = []
        self._space()
        while not self._takes(end):
            if fields or "additionalProperties" in kind:
                self._needs(",", f"',' or {end!r}")
                self._space()
            if self._takes("..."):
                kind["additionalProperties"] = self._schema() if self._takes(":") else True
            else:
                self._field(fields, required)
            self._space()
        kind["properties"] = fields
        if required:
            kind["required"] = required
        if self._takes("!"):
            kind["additionalProperties"] = False
        return kind

    def _field(self, fields: Node, required: list[str]) -> None:
        name = self._name(NAME, "the name of a field")
        if not self._takes("?"):
            required.append(name)
        fields[name] = self._tailed(self._core() if self._takes(":") else {"type": "string"})

    # Words.

    def _head(self) -> str:
        found = HEAD.match(self._text, self._at)
        return found[0] if found else ""

    def _takes_word(self, word: str) -> bool:
        return self._head() == word and self._takes(word)

    def _name(self, form: re.Pattern[str], expected: str) -> str:
        if self._sees('"'):
            return str(self._json())
        return self._match(form, expected)[0]

    def _words(self) -> str:
        if self._sees('"'):
            return str(self._json())
        depth = 0
        for bracket in _BRACKET.finditer(self._text, self._at):
            depth += 1 if bracket[0] == "(" else -1
            if not depth:
                start, self._at = self._at + 1, bracket.end()
                return unescape(self._text[start : bracket.start()])
        return self._fail("the ')' that ends the description")

    def _value(self) -> Any:
        word = WORD.match(self._text, self._at)
        if word is None:
            return self._json()
        self._at = word.end()
        return LITERALS.get(word[0], word[0])

    def _json(self) -> Any:
        try:
            value, self._at = _DECODER.raw_decode(self._text, self._at)
        except (ValueError, RecursionError):
            self._fail("JSON")
        return value

    # Characters.

    def _listed(self, read: Callable[[], Any], separator: str = ",") -> list[Any]:
        found = [read()]
        while self._takes(separator):
            self._space()
            found.append(read())
        return found

    def _space(self) -> None:
        while self._sees(" "):
            self._at += 1

    def _sees(self, *starts: str) -> bool:
        return self._text.startswith(starts, self._at)

    def _takes(self, token: str) -> bool:
        if not self._sees(token):
            return False
        self._at += len(token)
        return True

    def _needs(self, token: str, expected: str = "") -> None:
        if not self._takes(token):
            self._fail(expected or repr(token))

    def _match(self, form: re.Pattern[str], expected: str) -> re.Match[str]:
        found = form.match(self._text, self._at)
        if found is None:
            self._fail(expected)
        self._at = found.end()
        return found

    def _fail(self, expected: str, *, hint: str | None = None) -> NoReturn:
        seen = shown(self._text[self._at :]) if self._at < len(self._text) else "the end"
        raise BadAction(
            f"Line {self._number} is no signature: at column {self._at + 1} stands {seen}, not {expected}.",
            hint=hint,
        )


def _merged(kinds: list[Node]) -> Node:
    """Several types with what narrows each, as one schema."""
    if len(kinds) < 2:
        return kinds[0] if kinds else {}
    merged: Node = {"type": [each["type"] for each in kinds]}
    for each in kinds:
        merged |= {key: value for key, value in each.items() if key != "type"}
    return merged
