"""What older guides say of a payload's fields: their types, choices and descriptions, declared or in words.

A field is open until something says otherwise, and nothing that is only guessed may refuse an example
of the same guide.
"""

import itertools
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from volition import schema as json_schema
from volition.actions import drafts
from volition.errors import BadSchema


@dataclass(slots=True, kw_only=True)
class FieldEvidence:
    """Everything that was found about one field."""

    name: str
    """The field."""
    declared: dict[str, Any] = field(default_factory=dict)
    """What its documentation declares, as a schema."""
    descriptions: list[str] = field(default_factory=list)
    """What its documentation says in words."""
    mentions: list[str] = field(default_factory=list)
    """What sentences of the guide say of it, without its name."""
    values: list[Any] = field(default_factory=list)
    """Values of it in examples."""

    def schema(self) -> tuple[dict[str, Any], list[str]]:
        """The field's schema, and a note for each guess."""
        notes: list[str] = []
        schema = dict(self.declared)
        if not schema.keys() & _SAYS_WHAT:
            schema |= self._guessed(notes)
        elif "enum" not in schema and schema.get("type") in ("string", "integer", "number"):
            schema |= self._choices(schema, notes)
        description = " ".join(dict.fromkeys(each for each in self.descriptions if each))
        if description and "description" not in schema:
            schema["description"] = description
        return schema, notes

    def _guessed(self, notes: list[str]) -> dict[str, Any]:
        texts = [*self.descriptions, *self.mentions]
        for guess in (type_in_words(text) for text in texts):
            if guess is None:
                continue
            if self._fits(guess):
                notes.append(f"The type of {self.name!r} is read from words: {told(guess)}.")
                return guess
            notes.append(f"Words call {self.name!r} {told(guess)}, but an example says otherwise.")
        if any(each is not None for each in self.values):
            guess = type_of_values(self.values)
            notes.append(f"The type of {self.name!r} is taken from its examples: {told(guess)}.")
            return guess
        notes.append(f"The type of {self.name!r} is declared nowhere and stays open.")
        return {}

    def _choices(self, declared: dict[str, Any], notes: list[str]) -> dict[str, Any]:
        """Choices that words give to a field of a declared type."""
        for text in (*self.descriptions, *self.mentions):
            guess = type_in_words(text) or {}
            if "enum" in guess and self._fits(guess) and all(_fits(declared, each) for each in guess["enum"]):
                notes.append(f"The choices of {self.name!r} are read from words: {told(guess)}.")
                return {"enum": guess["enum"]}
        return {}

    def _fits(self, guess: dict[str, Any]) -> bool:
        return all(_fits(guess, each) for each in self.values)


_SAYS_WHAT = {"type", "enum", "const", "anyOf", "oneOf", "allOf", "$ref", "properties", "items", "format"}


def _fits(schema: dict[str, Any], value: Any) -> bool:
    return json_schema.checker(schema).accepts(value)


def told(schema: Mapping[str, Any]) -> str:
    """A guessed schema in a few words."""
    if "enum" in schema:
        return "one of " + ", ".join(json_schema.shown(each) for each in schema["enum"])
    kinds = schema.get("type", "anything")
    words = " or ".join(kinds) if isinstance(kinds, list) else str(kinds)
    items = schema.get("items")
    return f"{words} of {told(items)}" if isinstance(items, dict) and items else words


# Documentation of fields.

_DECLARES = {
    *("type", "description", "example", "optional", "required", "enum", "options", "default", "properties"),
    *("items", "format", "anyOf", "oneOf", "const", "pattern", "minimum", "maximum"),
}
_RENAMED = {
    "options": "enum",
    "choices": "enum",
    "values": "enum",
    "allowed_values": "enum",
    "allowed": "enum",
} | {
    "min": "minimum",
    "max": "maximum",
    "desc": "description",
    "help": "description",
}
_KEYWORDS = {
    *("enum", "const", "default", "format", "pattern", "items", "properties", "required", "anyOf", "oneOf"),
    *("allOf", "additionalProperties", "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum"),
    *("multipleOf", "minLength", "maxLength", "minItems", "maxItems", "uniqueItems", "title", "description"),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class FieldDocs:
    """A field's documentation as it was read."""

    schema: dict[str, Any] = field(default_factory=dict)
    """What it declares."""
    description: str = ""
    """What it says in words."""
    values: tuple[Any, ...] = ()
    """Its example values."""
    rest: dict[str, Any] = field(default_factory=dict)
    """What has no place in a schema."""


def is_documentation(value: Any) -> bool:
    """Whether a value under a field's name documents the field, rather than being an example of it."""
    if isinstance(value, str):
        return _declared_type(value) is not None or _is_prose(value)
    if not isinstance(value, Mapping):
        return False
    if "type" in value and not (value.keys() & {"description", "example", "enum", "items", "properties"}):
        return _type_schema(value["type"]) is not None
    return not value or any(_RENAMED.get(str(key), key) in _DECLARES for key in value)


def is_type(value: Any) -> bool:
    """Whether a text names a type, and nothing else it could mean."""
    return isinstance(value, str) and value.strip().casefold() in _CANONICAL


_CANONICAL = {"string", "str", "integer", "int", "number", "float", "boolean", "bool", "object", "array"}


def read_docs(value: Any) -> FieldDocs:
    """The documentation of one field: an object with `type`, `description`, `example` and so on, or text."""
    if isinstance(value, str):
        return _read_text(value)
    if not is_documentation(value):
        return FieldDocs(values=(value,))
    given = {_RENAMED.get(str(key), str(key)): each for key, each in value.items()}
    description = str(given.pop("description", "") or "")
    examples = [given.pop("example")] if "example" in given else []
    listed = given.pop("examples", [])
    examples += listed if isinstance(listed, list) else [listed]
    kind = given.pop("type", None)
    schema = _type_schema(kind)
    if isinstance(kind, str) and (schema is None or kind.casefold() in _SHARPER):
        schema, said = _declared_type(kind) or ({}, kind)
        description = f"{description} ({said})".strip() if said else description
    schema = dict(schema or {})
    rest: dict[str, Any] = {}
    for key, each in given.items():
        if key in {"optional", "required"} and isinstance(each, bool):
            continue
        keyword = _keyword(key, each) if key in _KEYWORDS else {}
        schema |= keyword
        rest |= {} if keyword else {key: each}
    return FieldDocs(schema=schema, description=description, values=tuple(examples), rest=rest)


def _keyword(key: str, value: Any) -> dict[str, Any]:
    """A keyword of a schema with its value, mended where it can be; empty where it makes no schema."""
    if key == "items" and isinstance(value, str):
        value = _type_schema(value) or {}
    try:
        return drafts.modern({key: value})[0]
    except BadSchema:
        return {}


def _read_text(text: str) -> FieldDocs:
    """A field's documentation as text: `string (optional) - what it is`, `low|normal|high`, or prose."""
    found = _declared_type(text)
    if found is not None:
        schema, rest = found
        return FieldDocs(schema=schema, description=rest)
    if _is_prose(text):
        return FieldDocs(description=text)
    return FieldDocs(values=(text,))


_HEAD = re.compile(
    r"\A\s*(?P<type>[A-Za-z\[\],<>|/ ]+?)\s*"
    r"(?:\((?P<note>[^)]*)\))?\s*(?:[-–—:;,.]\s*(?P<rest>\S.*))?\Z",
    re.DOTALL,
)


def _declared_type(text: str) -> tuple[dict[str, Any], str] | None:
    """A text that is a type, with what it says after it."""
    if re.fullmatch(r"\s*[\w.+-]+(?:\s?\|\s?[\w.+-]+)+\s*", text) and (options := _piped(text.strip())):
        return {"enum": options}, ""
    whole = _type_schema(text)
    if whole is not None:
        return whole, text.strip() if text.strip().casefold() in _SHARPER else ""
    match = _HEAD.match(text[:_LONGEST])
    if match is None:
        return None
    words = re.sub(r"\b(optional|required)\b(?!\[)", " ", match["type"], flags=re.IGNORECASE).strip(" ,")
    schema = _type_schema(words) if words else None
    if schema is None:
        return None
    note = match["note"] or ""
    note = "" if note.strip().casefold() in {"optional", "required", ""} else note.strip()
    exact = words if words.casefold() in _SHARPER else ""
    return schema, " ".join(each for each in (note, (match["rest"] or "").strip(), exact) if each)


_SHARPER = {"date", "datetime", "date-time", "time", "timestamp", "url", "uri", "email", "uuid", "path"}
"""Type words that say more than the JSON type they become."""

_PROSE = re.compile(
    r"\A(?:the|a|an|optional|required|whether|if|how|what|which|who|when|where|list of|array of|id of|"
    r"name of|number of|path to|text to|one of|numeric|maximum|minimum|unique|iso|either|true if|set to)\b",
    re.IGNORECASE,
)
_PROSE_WITHIN = re.compile(
    r"\b(?:optional|must be|should be|can be|may be|one of|e\.g\.|for example|such as|default(?:s)? to|"
    r"of the|to the|in the|for the|if not|otherwise)\b",
    re.IGNORECASE,
)


def _is_prose(text: str) -> bool:
    """Whether a text describes a field, rather than being a value of it."""
    if _piped(text):
        return True
    placeholder = re.fullmatch(r"\s*(?:<[^<>]+>|\{[^{}]+\}|\[[^\[\]]+\]|\.\.\.|…)\s*", text) is not None
    words = len(text.split())
    return placeholder or (words >= 2 and (bool(_PROSE.match(text)) or bool(_PROSE_WITHIN.search(text))))


# Types as words.

_GENERIC = re.compile(
    r"\A(?P<outer>[a-z]+)\s*(?:\[(?P<square>.+)\]|<(?P<angle>.+)>|\s+of\s+(?P<of>.+))\Z", re.IGNORECASE
)


def _type_schema(words: Any) -> dict[str, Any] | None:
    """A type in words as a schema, or None: `string`, `int or null`, `list[str]`, `array of numbers`."""
    if isinstance(words, list):
        read = [_type_schema(each) for each in words]
        known = [each for each in read if each is not None]
        return _union(known) if known and len(known) == len(read) else None
    if not isinstance(words, str):
        return None
    text = words.strip().casefold()
    if text in {"any", "anything", "mixed", "value"}:
        return {}
    if text in json_schema.TYPE_WORDS:
        return {"type": json_schema.TYPE_WORDS[text]}
    if text.endswith("[]"):
        return _array_of(text[:-2])
    match = _GENERIC.match(text)
    if match:
        inner = match["square"] or match["angle"] or match["of"]
        return _generic(match["outer"], inner, is_plural=bool(match["of"]))
    words = [each for each in re.split(r"\s*(?:\||/|,?\s+or\s+)\s*", text) if each]
    return _type_schema(words) if len(words) > 1 else None


def _generic(outer: str, inner: str, *, is_plural: bool) -> dict[str, Any] | None:
    if outer == "optional":
        return _type_schema(inner)
    if outer == "union":
        return _type_schema([each.strip() for each in inner.split(",")])
    kind = json_schema.TYPE_WORDS.get(outer)
    if kind == "object":
        return {"type": "object"}
    return _array_of(inner, is_plural=is_plural) if kind == "array" else None


def _array_of(inner: str, *, is_plural: bool = False) -> dict[str, Any]:
    item = _type_schema(inner) or (_type_schema(inner.removesuffix("s")) if is_plural else None)
    return {"type": "array", "items": item} if item else {"type": "array"}


def _union(parts: Sequence[dict[str, Any]]) -> dict[str, Any]:
    if any(not each for each in parts):
        return {}
    if all(each.keys() == {"type"} and isinstance(each["type"], str) for each in parts):
        kinds = list(dict.fromkeys(each["type"] for each in parts))
        return {"type": kinds[0] if len(kinds) == 1 else kinds}
    return {"anyOf": list(parts)}


def type_of_values(values: Iterable[Any]) -> dict[str, Any]:
    """The narrowest plain type that takes all the values; a number of any kind is a number."""
    parts: dict[str, dict[str, Any]] = {}
    for value in values:
        kind = json_schema.type_name(value)
        if kind == "array":
            before = parts.get(kind, {}).get("examples", [])
            parts[kind] = {"type": "array", "examples": [*before, *value]}
        else:
            parts[kind] = {"type": kind}
    if parts.keys() == {"array"}:
        items = parts["array"]["examples"]
        inner = type_of_values(items) if items else {}
        return {"type": "array", "items": inner} if inner else {"type": "array"}
    kinds = list(parts)
    return {"type": kinds[0] if len(kinds) == 1 else kinds}


# Types and choices in prose.

_OPEN = re.compile(
    r"\b(?:e\.?g\.?|etc\.?|such as|for example|for instance|like|including)\b|\.\.\.|…", re.IGNORECASE
)
_CUE = re.compile(
    r"\b(?:one of\b\s*[:=]?|(?:allowed|possible|valid|accepted|supported|permitted) "
    r"(?:values?|options?|choices?|types?)\s*(?:are\b|is\b|include\b)?\s*[:=]?|"
    r"(?:options?|choices?|values?)\s*(?:are\b|is\b|:|=))\s*(?P<list>.+)",
    re.IGNORECASE | re.DOTALL,
)
_WEAK_CUE = re.compile(
    r"\b(?:either|(?:must|should|can|may|has to) (?:only )?be|is|are)\b\s*:?\s*(?P<list>.+)",
    re.IGNORECASE | re.DOTALL,
)
_QUOTED = re.compile(r"\"([^\"]{1,40})\"|'([^']{1,40})'|`([^`]{1,40})`|“([^”]{1,40})”")
_SEPARATORS = re.compile(r"\s*(?:,\s*(?:or|and)\s+|,|\||/|\s+or\s+)\s*", re.IGNORECASE)
_TOKEN = re.compile(r"[\w.+-]{1,40}\Z")


def type_in_words(text: str) -> dict[str, Any] | None:
    """What a description or a sentence says of a field's type or choices, or None.

    >>> type_in_words("Priority, one of: low, normal, high")
    {'enum': ['low', 'normal', 'high']}
    """
    text = text[:_LONGEST]
    options = options_in_words(text)
    if options:
        if {str(each).casefold() for each in options} <= {"true", "false"}:
            return {"type": "boolean"}
        return {"enum": options}
    for pattern, schema in _PHRASES:
        if pattern.search(text):
            return dict(schema)
    match = _LIST.search(text)
    if match:
        return _array_of(match["of"].casefold(), is_plural=True) if match["of"] else {"type": "array"}
    match = _IS_A.search(text)
    return _type_schema(match["type"]) if match else None


def options_in_words(text: str) -> list[Any] | None:
    """The choices that a text lists as all there are, or None; a list that ends in "etc." lists none."""
    piped = _piped(text)
    if piped:
        return piped
    for pattern, needs_quotes in ((_CUE, False), (_WEAK_CUE, True)):
        for match in pattern.finditer(text):
            listed = match["list"].lstrip(" ([{")
            clause = re.split(r"[.;\]](?:\s|\Z)|\n", listed, maxsplit=1)[0]
            if _OPEN.search(listed[: len(clause) + 2]):
                continue
            clause = re.sub(r"\s*\([^()]*\)", "", clause).split(")", maxsplit=1)[0].strip()
            options = _quoted(clause) or ([] if needs_quotes else _bare(clause))
            if len(options) >= 2:
                return _numbers(options)
    return None


def _piped(text: str) -> list[Any] | None:
    """`low|normal|high`, alone or in brackets within a text."""
    for match in re.finditer(r"(?:\A|[(\[<{\s:=])((?:[\w.+-]+\s?\|\s?)+[\w.+-]+)(?=\Z|[)\]>}\s.,;])", text):
        options = [each.strip() for each in match[1].split("|")]
        if not all(each.casefold() in json_schema.TYPE_WORDS for each in options):
            return _numbers(options)
    return None


def _quoted(clause: str) -> list[str]:
    """Choices in quotes that follow each other with nothing but commas and "or" between."""
    found = list(_QUOTED.finditer(clause))
    for before, after in itertools.pairwise(found):
        between = clause[before.end() : after.start()]
        if not re.fullmatch(
            r"\s*(?:\([^)]*\))?\s*(?:,|\||/|or|and|,\s*or|,\s*and)\s*", between, re.IGNORECASE
        ):
            return []
    return list(dict.fromkeys(next(group for group in match.groups() if group) for match in found))


def _bare(clause: str) -> list[str]:
    parts = [each.strip(" '\"`") for each in _SEPARATORS.split(clause)]
    return list(dict.fromkeys(parts)) if all(_TOKEN.match(each) for each in parts) else []


def _numbers(options: list[str]) -> list[Any]:
    return (
        [int(each) for each in options] if all(re.fullmatch(r"-?\d+", each) for each in options) else options
    )


_START = r"\A\s*(?:(?:must|should|has to|needs to|can|may) )?(?:be |is )?(?:optional:?\s+)?(?:the |an? )?"
"""How a description or the rest of a sentence may begin before it says what the field is."""

_PHRASES: Sequence[tuple[re.Pattern[str], dict[str, Any]]] = (
    (re.compile(r"\b(?:comma|space|newline)[- ]separated\b", re.IGNORECASE), {"type": "string"}),
    (
        re.compile(
            r"\b(?:boolean|bool)\b|\btrue\s*(?:/|or)\s*false\b|\b(?:if|when|set to) (?:true|false)\b|"
            rf"\A=(?:true|false)\b|{_START}(?:whether|true if|false if)\b",
            re.IGNORECASE,
        ),
        {"type": "boolean"},
    ),
    (
        re.compile(r"(?<!or )(?<!of )\b(?:whole number|integer)\b(?!\s+or\b)", re.IGNORECASE),
        {"type": "integer"},
    ),
    (
        re.compile(
            rf"{_START}numeric\b(?!.*\bor\b)|"
            rf"{_START}(?:maximum |minimum |total |max |min )?(?:number|count) of\b|\A=-?\d|"
            r"\bin (?:milli)?(?:seconds|minutes|hours|days)\b|\bnumber (?:between|from)\b",
            re.IGNORECASE,
        ),
        {"type": "number"},
    ),
    (
        re.compile(r"\bYYYY-MM-DD\b|\bISO[- ]?8601\b|\bHH:MM\b|\A=[\"']", re.IGNORECASE),
        {"type": "string"},
    ),
)
_LIST = re.compile(rf"{_START}(?:list|array)(?:\s+of\s+(?P<of>\w+))?\b", re.IGNORECASE)
_IS_A = re.compile(
    rf"{_START}(?:(?!or\b)\w+ )?(?P<type>string|number|float|integer|boolean|object|dict|dictionary)\b"
    r"(?!\s+(?:of|or|to)\b)",
    re.IGNORECASE,
)


def mentions(texts: Iterable[str], names: Iterable[str]) -> Iterator[tuple[str, str]]:
    """Each field that a sentence speaks of, and what the sentence says of it.

    A sentence speaks of a field when the field's name is its subject: `user_id should be numeric`.
    """
    known = sorted(names, key=len, reverse=True)
    if not known:
        return
    pattern = re.compile(
        rf"(?<![\w.])[`'\"]?(?P<name>{'|'.join(map(re.escape, known))})[`'\"]?(?!\w)"
        r"(?:\s+(?:field|parameter|value|argument))?(?:\s*\((?P<aside>[^)]*)\))?"
        r"\s*(?P<verb>must|should|has to|needs to|can|may|is|are|=|:)\s*(?P<said>.*)",
        re.IGNORECASE | re.DOTALL,
    )
    for text in texts:
        for sentence in re.split(r"(?<=[.!?;])\s+|\n+", text[:_LONGEST]):
            match = pattern.search(sentence)
            if match and match["name"] in known:
                verb = match["verb"] if match["verb"] in {"=", ":"} else f"{match['verb']} "
                said = match["said"] if verb == ":" else f"{verb}{match['said']}"
                yield match["name"], said.removeprefix("is ").removeprefix("are ")


_LONGEST = 20_000
"""Characters of one text that are searched for mentions."""
