"""JSON Schema 2020-12: compile it once, hold values against it, tell every fault as a `Problem`.

Knows nothing of actions. `check` gives exactly the schema's own verdict; formats are asserted.
"""

import difflib
import functools
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from urllib.parse import unquote

import jsonschema_rs
import orjson

from volition.errors import BadSchema
from volition.messages import Problem

MAX_SHOWN = 80
"""Characters of a seen value that a message shows at most."""

BACKTRACK_LIMIT = 100_000
"""Steps that a pattern with look-around or back-references may take on one text: a few milliseconds."""

Path = Sequence[str | int]


class Checker:
    """A compiled schema.

    Raises:
        BadSchema: the schema is itself wrong, refers to another document, or is nested too deeply.
    """

    __slots__ = ("_is_valid", "_iter_errors", "_schema")

    def __init__(self, schema: dict[str, Any] | bool) -> None:
        validator = _compile(schema)
        self._schema = schema
        self._iter_errors = validator.iter_errors
        self._is_valid = validator.is_valid
        if isinstance(schema, dict) and _is_recursive(schema):
            self._is_valid = functools.partial(_is_valid_within_depth, validator.is_valid)

    def accepts(self, value: Any) -> bool:
        """Whether the value is valid; False as well for a value that cannot be read as JSON."""
        try:
            return self._is_valid(value)
        except _UNREADABLE:
            return False

    def problems(self, value: Any, *, mask: bool = False) -> list[Problem]:
        """Every fault of the value in a fixed order; empty when it is valid.

        Args:
            value: A JSON value.
            mask: Whether messages keep silent about the values seen. Names of fields are always told.
        """
        try:
            if self._is_valid(value):
                return []
            return self._faults(value, mask=mask)
        except _UNREADABLE as error:
            reason = "cannot be read as JSON." if mask else _unreadable(error)
            return [Problem(code="json", pointer="", message=f"The value {reason}")]

    def _faults(self, value: Any, *, mask: bool) -> list[Problem]:
        teller = _Teller(schema=self._schema, mask=mask)
        found = (problem for error in self._iter_errors(value) for problem in teller.tell(error))
        return list(dict.fromkeys(found))


_UNREADABLE = (ValueError, TypeError, UnicodeError, RecursionError, OverflowError)


def check(schema: dict[str, Any] | bool, value: Any, *, mask: bool = False) -> list[Problem]:
    """Every fault of `value` against `schema`; empty when it is valid.

    >>> check({"type": "object", "required": ["when"]}, {})[0].message
    "The field 'when' is missing."

    Raises:
        BadSchema: the schema is itself wrong.
    """
    return checker(schema).problems(value, mask=mask)


def checker(schema: dict[str, Any] | bool) -> Checker:
    """The compiled form of a schema; compiled once per content.

    Raises:
        BadSchema: the schema is itself wrong.
    """
    try:
        key = orjson.dumps(schema, option=orjson.OPT_PASSTHROUGH_DATETIME | orjson.OPT_PASSTHROUGH_DATACLASS)
    except (TypeError, ValueError, RecursionError):
        return Checker(schema)
    return _cached(key)


@functools.lru_cache(maxsize=4096)
def _cached(key: bytes) -> Checker:
    return Checker(orjson.loads(key))


def pointer(path: Path) -> str:
    """A path as a JSON pointer (RFC 6901).

    >>> pointer(["items", 0, "a/b"])
    '/items/0/a~1b'
    """
    return "".join("/" + str(step).replace("~", "~0").replace("/", "~1") for step in path)


def shown(value: Any) -> str:
    """A value as short text for a message: JSON, cut at 80 characters."""
    if isinstance(value, str) and len(value) > MAX_SHOWN:
        value = value[: MAX_SHOWN + 1]
    try:
        text = orjson.dumps(value).decode("utf-8")
    except (TypeError, ValueError, RecursionError):
        text = ascii(value)
    return _cut(text)


def nearest(word: str, names: "list[str] | tuple[str, ...] | Mapping[str, Any]") -> str:
    """The one name most like `word`, or an empty string when none is close."""
    if len(word) > MAX_SHOWN:
        return ""
    folded = {_folded(str(name)): str(name) for name in names}
    found = difflib.get_close_matches(_folded(word), list(folded), n=1, cutoff=0.7)
    return folded[found[0]] if found else ""


def _folded(word: str) -> str:
    return word.casefold().replace("-", "_")


# Compiling.


def _compile(schema: dict[str, Any] | bool) -> "jsonschema_rs.Draft202012Validator":
    if not isinstance(schema, dict | bool):
        raise BadSchema(f"A schema must be an object or a boolean, not {type(schema).__name__}.")
    try:
        return jsonschema_rs.Draft202012Validator(
            schema,
            validate_formats=True,
            offline=True,
            pattern_options=jsonschema_rs.FancyRegexOptions(backtrack_limit=BACKTRACK_LIMIT),
        )
    except jsonschema_rs.ValidationError as error:
        raise _schema_fault(schema, error) from None
    except _UNREADABLE as error:
        raise BadSchema(f"The schema {_unreadable(error)}") from None


def _is_valid_within_depth(is_valid: Callable[[Any], bool], value: Any) -> bool:
    """The verdict on a value of at most 254 levels.

    A schema that refers to itself would follow a deeper value down the stack, over its end.

    Raises:
        RecursionError: the value is deeper.
    """
    try:
        orjson.dumps(value)
    except TypeError as error:
        if "ecursion" in str(error):
            raise RecursionError from None
    return is_valid(value)


def _is_recursive(schema: dict[str, Any]) -> bool:
    """Whether a reference of the schema leads back to itself, or may: anchors and dynamic ones count."""
    targets: dict[str, set[str]] = {}
    waiting = {reference for _, reference in _references(schema)}
    while waiting:
        reference = waiting.pop()
        if not (reference == "#" or reference.startswith("#/")):
            return True
        inner = {each for _, each in _references(_target(schema, reference))}
        targets[reference] = inner
        waiting |= inner - targets.keys()
    while targets:
        ends = {reference for reference, inner in targets.items() if not inner & targets.keys()}
        if not ends:
            return True
        targets = {reference: inner for reference, inner in targets.items() if reference not in ends}
    return False


def _target(schema: Any, reference: str) -> Any:
    """What a local reference points to; the whole schema where that cannot be told."""
    node = schema
    for step in unquote(reference).split("/")[1:]:
        key = step.replace("~1", "/").replace("~0", "~")
        try:
            node = node[int(key)] if isinstance(node, list) else node[key]
        except (KeyError, IndexError, TypeError, ValueError):
            return schema
    return node


def _unreadable(error: Exception) -> str:
    text = str(error)
    if "ecursion" in text or isinstance(error, RecursionError):
        return "is nested too deeply."
    return f"is not JSON: {_cut(text)}."


def _schema_fault(schema: Any, error: "jsonschema_rs.ValidationError") -> BadSchema:
    first = error.message.splitlines()[0]
    referring = _faulty_reference(schema, first)
    if referring is not None:
        path, reference = referring
        if reference.startswith("#"):
            return BadSchema(
                f"The schema is wrong at {pointer(path)}: there is nothing at {_cut(reference)}.",
                pointer=pointer(path),
                hint="Put what it refers to under '$defs'.",
            )
        return BadSchema(
            f"The schema refers to another document at {pointer(path)}, which is not fetched: "
            f"{_cut(reference)}.",
            pointer=pointer(path),
            hint="Copy what it refers to under '$defs'.",
        )
    where = pointer(error.instance_path)
    reason, hint = _schema_reason(error.instance_path, error.instance, first)
    return BadSchema(f"The schema is wrong at {where or 'the top'}: {reason}", pointer=where, hint=hint)


def _schema_reason(path: Path, seen: Any, message: str) -> tuple[str, str | None]:
    keyword = path[-1] if path else ""
    if keyword == "type" and isinstance(seen, str):
        meant = TYPE_WORDS.get(seen.casefold(), "")
        return f"there is no type {shown(seen)}.", f"Did you mean {meant!r}?" if meant else _TYPES_HINT
    if message.endswith('is not a "regex"'):
        return f"{shown(seen)} is not a regular expression, or is too large a one.", None
    return _cut(message, 200) + ".", None


TYPE_WORDS: Mapping[str, str] = {
    **dict.fromkeys(["string", "str", "text", "char", "varchar", "uuid", "url", "uri", "email"], "string"),
    **dict.fromkeys(["date", "datetime", "date-time", "time", "timestamp", "bytes", "path"], "string"),
    **dict.fromkeys(["integer", "int", "int32", "int64", "long", "short", "bigint"], "integer"),
    **dict.fromkeys(["number", "float", "double", "decimal", "numeric", "real"], "number"),
    **dict.fromkeys(["boolean", "bool", "flag"], "boolean"),
    **dict.fromkeys(["array", "list", "tuple", "set", "sequence", "arraylist"], "array"),
    **dict.fromkeys(
        ["object", "dict", "dictionary", "map", "mapping", "hashmap", "json", "record"], "object"
    ),
    **dict.fromkeys(["null", "none", "nil"], "null"),
}
"""Words that programmers use for a type, and the JSON type that is meant."""

_TYPES_HINT = "Use string, number, integer, boolean, array, object or null."


def _faulty_reference(schema: Any, message: str) -> tuple[list[str | int], str] | None:
    """The first `$ref` that the message complains of, with its path."""
    if not any(word in message for word in ("does not exist", "retriev", "registry", "nchor")):
        return None
    for path, reference in _references(schema):
        target = reference.split("#", 1)[-1] if reference.startswith("#") else reference.split("#", 1)[0]
        if target and target in message:
            return path, reference
    return None


def _references(schema: Any) -> Iterator[tuple[list[str | int], str]]:
    waiting: list[tuple[list[str | int], Any]] = [([], schema)]
    while waiting:
        path, node = waiting.pop()
        if isinstance(node, list):
            waiting += [([*path, index], each) for index, each in enumerate(node)]
        elif isinstance(node, dict):
            for key, value in node.items():
                if key in {"$ref", "$dynamicRef"} and isinstance(value, str):
                    yield [*path, key], value
                elif key not in {"const", "enum", "default", "examples"}:
                    waiting.append(([*path, key], value))


# Telling.


@dataclass(frozen=True, slots=True, kw_only=True)
class _Teller:
    """Turns the library's errors into problems in plain words."""

    schema: dict[str, Any] | bool
    mask: bool

    def tell(self, error: "jsonschema_rs.ValidationError") -> Iterator[Problem]:
        """One library error as problems."""
        keyword = error.kind.name
        if keyword in {"anyOf", "oneOf"}:
            yield from self._union(error, keyword)
        elif keyword == "required":
            yield self._missing(error)
        elif keyword in {"additionalProperties", "unevaluatedProperties"}:
            yield from self._undeclared(error, keyword)
        elif keyword == "propertyNames":
            yield from self._bad_names(error)
        else:
            yield self._plain(error, keyword)

    def _plain(self, error: "jsonschema_rs.ValidationError", keyword: str) -> Problem:
        detail = error.kind.as_dict()
        path = error.instance_path
        if isinstance(error.kind, jsonschema_rs.ValidationErrorKind.BacktrackLimitExceeded):
            said = "could not be held against its pattern, which takes too long"
        else:
            said = self._said(keyword, detail, error)
        return Problem(
            code=_CODES.get(keyword, keyword),
            pointer=pointer(path),
            message=f"{_name(path)} {said}.",
            hint=_hint(keyword, detail, error.instance),
        )

    def _said(self, keyword: str, detail: dict[str, Any], error: "jsonschema_rs.ValidationError") -> str:
        if keyword == "type":
            return f"must be {_types(detail)}, not {self._kind_seen(error.instance)}"
        if keyword == "contains":
            return self._too_few_or_many(error)
        if keyword in _FIXED:
            return _FIXED[keyword]
        words = _WORDS.get(keyword)
        rule = words(detail) if words else f"does not fit the schema's {keyword!r}"
        if keyword in _COUNTED:
            return f"{rule}, not {_size(error.instance)}"
        return rule + self._not(error)

    def _not(self, error: "jsonschema_rs.ValidationError") -> str:
        return "" if self.mask else f", not {shown(error.instance)}"

    def _kind_seen(self, seen: Any) -> str:
        kind = type_name(seen)
        return kind if self.mask or seen is None else f"{kind} {shown(seen)}"

    def _too_few_or_many(self, error: "jsonschema_rs.ValidationError") -> str:
        holder = self._schema_at(error.schema_path[:-1])
        wanted = shown(holder.get("contains"))
        least, most = holder.get("minContains", 1), holder.get("maxContains")
        bounds = f"at least {least}" + (f" and at most {most}" if most is not None else "")
        return f"must contain {bounds} of {wanted}"

    def _missing(self, error: "jsonschema_rs.ValidationError") -> Problem:
        field, seen = error.kind.as_dict()["property"], _object(error.instance)
        holder = self._schema_at(error.schema_path[:-1])
        needed = ""
        code = "required"
        if error.schema_path and error.schema_path[-1] == "dependentRequired":
            code = "dependentRequired"
            causes = [key for key, fields in holder.get(code, {}).items() if key in seen and field in fields]
            needed = f"; it is needed beside {_either([repr(each) for each in causes])}" if causes else ""
        declared = _declared(holder)
        near = nearest(field, [key for key in seen if key not in declared])
        return Problem(
            code=code,
            pointer=pointer([*error.instance_path, field]),
            message=f"The field {_short(field)} is missing{needed}.",
            hint=f"There is {near!r}: is that it?" if near else "",
        )

    def _undeclared(self, error: "jsonschema_rs.ValidationError", keyword: str) -> Iterator[Problem]:
        declared = _declared(self._schema_at(error.schema_path[:-1]))
        seen = _object(error.instance)
        free = [each for each in declared if each not in seen]
        for field in error.kind.as_dict()["unexpected"]:
            near = nearest(field, free)
            yield Problem(
                code=keyword,
                pointer=pointer([*error.instance_path, field]),
                message=f"The field {_short(field)} does not exist here.",
                hint=f"Did you mean {near!r}?" if near else "",
            )

    def _bad_names(self, error: "jsonschema_rs.ValidationError") -> Iterator[Problem]:
        inner = error.kind.as_dict()["error"]
        name = str(inner.instance)
        for problem in self.tell(inner):
            yield Problem(
                code="propertyNames",
                pointer=pointer([*error.instance_path, name]),
                message=f"The field name {_short(name)} is not allowed: {problem.message}",
                hint=problem.hint,
            )

    def _union(self, error: "jsonschema_rs.ValidationError", keyword: str) -> Iterator[Problem]:
        """A failed union, told by the one branch that fits best where there is one."""
        path, branches = error.instance_path, error.kind.as_dict().get("context") or []
        if branches and not all(branches):
            fitting = [index for index, branch in enumerate(branches) if not branch]
            yield self._told(error, keyword, f"fits more than one of its forms ({_either(fitting)})")
            return
        branch = _best_branch(branches, path)
        if branch is not None:
            for inner in branch:
                yield from self.tell(inner)
            return
        tag, options = _tag(branches, path)
        if tag:
            yield self._wrong_tag(error, tag, options)
            return
        if all(_is_of_type(branch, path) for branch in branches):
            types = dict.fromkeys(_types(branch[0].kind.as_dict()) for branch in branches)
            yield self._told(
                error, "type", f"must be {_either(types)}, not {self._kind_seen(error.instance)}"
            )
            return
        forms = self._schema_at(error.schema_path).get("", [])
        told = [_form(each) for each in forms[:8]]
        yield self._told(error, keyword, f"must be {_either(dict.fromkeys(told))}{self._not(error)}")

    def _wrong_tag(self, error: "jsonschema_rs.ValidationError", tag: str, options: Sequence[Any]) -> Problem:
        """A union whose branches are told apart by one field, which holds none of their values."""
        path, seen = [*error.instance_path, tag], _object(error.instance).get(tag)
        rest = "" if self.mask else f", not {shown(seen)}"
        return Problem(
            code="enum",
            pointer=pointer(path),
            message=f"{_name(path)} must be one of {_options(options)}{rest}.",
            hint=_hint("enum", {"options": options}, seen),
        )

    def _told(self, error: "jsonschema_rs.ValidationError", code: str, said: str) -> Problem:
        path = error.instance_path
        return Problem(code=code, pointer=pointer(path), message=f"{_name(path)} {said}.")

    def _schema_at(self, path: Path) -> dict[str, Any]:
        """The part of the schema at a path; a list comes under the empty key, nothing as an empty object."""
        node: Any = self.schema
        for step in path:
            try:
                node = node[step]
            except (KeyError, IndexError, TypeError):
                return {}
        return node if isinstance(node, dict) else {"": node} if isinstance(node, list) else {}


Branch = list["jsonschema_rs.ValidationError"]


def _limited(bound: str, noun: str = "") -> Callable[[dict[str, Any]], str]:
    """Words for a keyword with a limit, such as `must have at least 3 items`."""

    def words(detail: dict[str, Any]) -> str:
        limit = shown(detail.get("limit"))
        return f"must have {bound} {_count(limit, noun)}" if noun else f"must be {bound} {limit}"

    return words


_WORDS: Mapping[str, Callable[[dict[str, Any]], str]] = {
    "enum": lambda detail: f"must be one of {_options(detail.get('options') or [])}",
    "const": lambda detail: f"must be {shown(detail.get('expected_value'))}",
    "format": lambda detail: f"must be {_article(str(detail.get('format')))}",
    "pattern": lambda detail: f"must match the pattern {_cut(str(detail.get('pattern')))}",
    "multipleOf": lambda detail: f"must be a multiple of {shown(detail.get('multiple_of'))}",
    "not": lambda detail: f"must not fit {shown(detail.get('schema'))}",
    "minLength": _limited("at least", "character"),
    "maxLength": _limited("at most", "character"),
    "minItems": _limited("at least", "item"),
    "maxItems": _limited("at most", "item"),
    "minProperties": _limited("at least", "field"),
    "maxProperties": _limited("at most", "field"),
    "minimum": _limited("at least"),
    "maximum": _limited("at most"),
    "exclusiveMinimum": _limited("more than"),
    "exclusiveMaximum": _limited("less than"),
}

_COUNTED = {"minItems", "maxItems", "minProperties", "maxProperties"}

_CODES = {"falseSchema": "false_schema"}

_FIXED = {
    "falseSchema": "is not allowed here",
    "unevaluatedItems": "has more items than are allowed",
    "uniqueItems": "must not hold the same item twice",
    "contentEncoding": "is not encoded as it should be",
    "contentMediaType": "is not of the media type it should be",
}

_FORMAT_HINTS = {
    "date-time": "Write it like 2026-03-01T09:00:00+01:00.",
    "date": "Write it like 2026-03-01.",
    "time": "Write it like 09:00:00+01:00.",
    "duration": "Write it like PT10M.",
    "email": "Write it like name@example.org.",
    "uri": "Write it like https://example.org/page.",
    "uuid": "Write it like 123e4567-e89b-12d3-a456-426614174000.",
    "ipv4": "Write it like 192.0.2.1.",
}


def _best_branch(branches: list[Branch], path: Path) -> Branch | None:
    """The only branch that the value can have meant.

    A branch is out when it wants another type or constant, then when a field that tells the branches
    apart (a constant or an enum) says so.
    """
    fitting = [each for each in branches if not _fails_at(each, path, {"type", "const", "enum"})]
    if len(fitting) > 1:
        fitting = [each for each in fitting if not _fails_below(each, path, {"const", "enum"})] or fitting
    return fitting[0] if len(fitting) == 1 else None


def _tag(branches: list[Branch], path: Path) -> tuple[str, list[Any]]:
    """The one field on whose constants all branches fail, and these constants; an empty name without one."""
    options: dict[str, list[Any]] = {}
    for branch in branches:
        for each in branch:
            if each.kind.name in {"const", "enum"} and len(each.instance_path) == len(path) + 1:
                detail = each.kind.as_dict()
                allowed = detail["options"] if "options" in detail else [detail["expected_value"]]
                options.setdefault(str(each.instance_path[-1]), []).append(allowed)
    for field, lists in options.items():
        if len(lists) == len(branches):
            return field, [value for allowed in lists for value in allowed]
    return "", []


def _fails_at(branch: Branch, path: Path, keywords: set[str]) -> bool:
    return any(each.kind.name in keywords and list(each.instance_path) == list(path) for each in branch)


def _fails_below(branch: Branch, path: Path, keywords: set[str]) -> bool:
    return any(each.kind.name in keywords and len(each.instance_path) == len(path) + 1 for each in branch)


def _is_of_type(branch: Branch, path: Path) -> bool:
    return len(branch) == 1 and _fails_at(branch, path, {"type"})


def _types(detail: Mapping[str, Any]) -> str:
    """The types of a `type` fault, null last."""
    return _either(sorted(_listed(detail.get("types")), key=lambda each: (each == "null", each)))


def _form(schema: Any) -> str:
    """One branch of a union in a few words."""
    if not isinstance(schema, dict):
        return "anything" if schema else "nothing"
    if "const" in schema:
        return shown(schema["const"])
    if isinstance(schema.get("enum"), list):
        return "one of " + _options(schema["enum"])
    reference = schema.get("$ref")
    kind = str(schema.get("title") or (reference or "").rsplit("/", 1)[-1] or "")
    types = _either(_listed(schema.get("type"))) or ("object" if "properties" in schema else "")
    required = [str(each) for each in schema.get("required") or ()]
    fields = f" with {', '.join(required[:6])}" if required else ""
    return (kind or types or "another form") + fields


def _hint(keyword: str, detail: dict[str, Any], seen: Any) -> str:
    if keyword == "format":
        return _FORMAT_HINTS.get(str(detail.get("format")), "")
    if keyword == "enum" and isinstance(seen, str):
        near = nearest(seen, [each for each in detail.get("options") or () if isinstance(each, str)])
        return f"Did you mean {near!r}?" if near else ""
    return ""


def _declared(schema: Mapping[str, Any]) -> dict[str, Any]:
    properties = schema.get("properties")
    return properties if isinstance(properties, dict) else {}


def _object(value: Any) -> dict[str, Any]:
    return value if isinstance(value, dict) else {}


def _size(value: Any) -> int:
    return len(value) if isinstance(value, dict | list) else 0


def _name(path: Path) -> str:
    if not path:
        return "The value"
    if isinstance(path[-1], str):
        return f"The field {_short(path[-1])}"
    field = next((step for step in reversed(path) if isinstance(step, str)), None)
    return f"Item {path[-1]}" + (f" of {_short(field)}" if field is not None else "")


def _short(name: str) -> str:
    return repr(_cut(name))


def _listed(value: Any) -> list[str]:
    return [str(each) for each in ([value] if isinstance(value, str) else value or [])]


def _either(words: Iterable[Any]) -> str:
    return " or ".join(str(each) for each in words)


def _article(noun: str) -> str:
    return f"an {noun}" if noun[:1] in "aeio" else f"a {noun}"


def _count(limit: str, noun: str) -> str:
    return f"{limit} {noun}" if limit == "1" else f"{limit} {noun}s"


def type_name(value: Any) -> str:
    """The JSON type of a value: `null`, `boolean`, `number`, `string`, `array` or `object`."""
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


def _options(options: Sequence[Any]) -> str:
    listed = ", ".join(shown(each) for each in options[:20])
    return listed + (f" and {len(options) - 20} more" if len(options) > 20 else "")


def _cut(text: str, limit: int = MAX_SHOWN) -> str:
    return text if len(text) <= limit else text[: limit - 1] + "…"
