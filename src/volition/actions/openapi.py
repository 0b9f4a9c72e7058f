"""An OpenAPI 3 document read as actions: one for each operation, its parameters and body as one payload.

Nothing here calls the API. A definition's `binding` says how it is reached: `method`, `path`, `servers`,
`security`, the `content_type` of the body, and `fields`, which tells of each payload field where it goes
(`path`, `query`, `header`, `cookie`, `body`), under which name and in which style; a field that is the
whole body has no name.
"""

import functools
import re
from collections.abc import Iterator, Mapping
from typing import Any
from urllib.parse import unquote

from volition.actions.drafts import each_schema, exclusive_bounds, modern
from volition.actions.importers import Definition, brief_of, words_of
from volition.errors import BadAction, BadSchema
from volition.schema import pointer

_METHODS = ("get", "put", "post", "delete", "options", "head", "patch", "trace", "query")
_EFFECTS = {"get": "read-only", "head": "read-only", "options": "read-only", "trace": "read-only"} | {
    "query": "read-only",
    "delete": "destructive",
}
_IDEMPOTENT = {"get", "head", "options", "trace", "query", "put", "delete"}
_PLACES = ("path", "query", "header", "cookie")


def read_openapi(document: Mapping[str, Any]) -> list[Definition]:
    """The operations of an OpenAPI 3.0, 3.1 or 3.2 document, in its order.

    Raises:
        BadAction: it is no such document, or an operation is malformed; the message says where.
        BadSchema: a reference leads out of the document or nowhere.
    """
    version = document.get("openapi") if isinstance(document, Mapping) else None
    if not isinstance(version, str) or not version.startswith("3."):
        swagger = isinstance(document, Mapping) and "swagger" in document
        raise BadAction(
            "This is no OpenAPI 3 document." + (" It is Swagger 2." if swagger else ""),
            hint="Convert it to OpenAPI 3 first." if swagger else "It must start with an 'openapi' version.",
        )
    reader = _Reader(document, is_3_0=version.startswith("3.0"))
    names: set[str] = set()
    definitions = []
    for method, path, item, operation in _operations(reader):
        try:
            definition = reader.operation(method, path, item=item, operation=operation, taken=names)
        except RecursionError:
            raise BadSchema(f"A schema of {method.upper()} {path} is nested too deeply.") from None
        names.add(definition.name)
        definitions.append(definition)
    return definitions


def _operations(reader: "_Reader") -> Iterator[tuple[str, str, dict[str, Any], dict[str, Any]]]:
    paths = reader.document.get("paths") or {}
    if not isinstance(paths, Mapping):
        raise BadAction("'paths' of an OpenAPI document must be an object.")
    for path, given in paths.items():
        if str(path).startswith("x-"):
            continue
        item = _object(reader.resolved(given), f"The path {path!r}")
        for method in _METHODS:
            if method in item:
                yield method, str(path), item, _object(item[method], f"{method.upper()} {path}")


class _Reader:
    """Reads operations of one document."""

    def __init__(self, document: Mapping[str, Any], *, is_3_0: bool) -> None:
        self.document = document
        self._is_3_0 = is_3_0
        self._names: dict[str, str] = {}
        self._definitions: dict[str, tuple[Any, list[str]]] = {}

    def operation(
        self, method: str, path: str, *, item: dict[str, Any], operation: dict[str, Any], taken: set[str]
    ) -> Definition:
        """One operation as a definition."""
        where = f"{method.upper()} {path}"
        payload = _Payload()
        for parameter in self._parameters(item, operation, where):
            self._add_parameter(payload, parameter, where)
        content_type = self._add_body(payload, operation.get("requestBody"), where)
        given = _text(operation.get("operationId"))
        name = _portable(given or re.sub(r"[^A-Za-z0-9]+", "_", f"{method} {path}"), taken)
        if given and name != given:
            payload.notes.append(f"The operation {given!r} is called {name!r}.")
        schema, mended = self._judged(payload.schema(), where)
        summary, description = _text(operation.get("summary")), _text(operation.get("description"))
        holders = (operation, item, self.document)
        servers = next((found for each in holders if (found := _list(each.get("servers")))), [])
        binding = {
            "protocol": "openapi",
            "method": method.upper(),
            "path": path,
            "servers": [_url(each) for each in servers if isinstance(each, Mapping) and "url" in each],
            "security": operation.get("security", self.document.get("security")),
            "content_type": content_type,
            "fields": payload.places,
        }
        return Definition(
            name=name,
            schema=schema,
            brief=brief_of(summary) or brief_of(description) or (words_of(given) if given else where[:99]),
            examples=_guide(summary, description),
            effects=_EFFECTS.get(method, "external"),
            idempotent=method in _IDEMPOTENT,
            owner=_text(_mapping(self.document.get("info")).get("title")),
            tags=_tags(operation),
            binding={key: value for key, value in binding.items() if value},
            notes=(*payload.notes, *mended),
        )

    def _judged(self, schema: dict[str, Any], where: str) -> tuple[dict[str, Any], tuple[str, ...]]:
        """The payload's schema with its definitions, mended where it must be."""
        try:
            return modern(self._with_definitions(schema))
        except BadSchema as error:
            raise BadSchema(f"{where}: {error}", pointer=error.pointer, hint=error.hint) from None

    # Parameters.

    def _parameters(
        self, item: dict[str, Any], operation: dict[str, Any], where: str
    ) -> list[dict[str, Any]]:
        """The parameters of an operation and its path, by place; the operation's own win."""
        found: dict[tuple[str, str], dict[str, Any]] = {}
        for given in (*_list(item.get("parameters")), *_list(operation.get("parameters"))):
            parameter = _object(self.resolved(given), f"A parameter of {where}")
            name, place = parameter.get("name"), parameter.get("in")
            if not isinstance(name, str) or place not in _PLACES:
                raise BadAction(f"A parameter of {where} needs a 'name' and an 'in' of {', '.join(_PLACES)}.")
            if place == "header" and name.casefold() in {"accept", "content-type", "authorization"}:
                continue
            found[place, name] = parameter
        return sorted(found.values(), key=lambda each: _PLACES.index(each["in"]))

    def _add_parameter(self, payload: "_Payload", parameter: dict[str, Any], where: str) -> None:
        name, place = parameter["name"], parameter["in"]
        content: Any = next(iter(_mapping(parameter.get("content")).values()), {})
        schema = self._schema(parameter.get("schema", _mapping(content).get("schema", {})))
        for key in ("description", "deprecated"):
            if parameter.get(key) and key not in schema:
                schema = {**schema, key: parameter[key]}
        field = payload.add(_field_name(name), schema, place=place, name=name, where=where)
        payload.places[field] |= {key: parameter[key] for key in ("style", "explode") if key in parameter}
        if place == "path" or parameter.get("required") is True:
            payload.required.append(field)

    # The body.

    def _add_body(self, payload: "_Payload", given: Any, where: str) -> str:
        """Add the request's body; its media type."""
        body = _mapping(self.resolved(given)) if given else {}
        content = _mapping(body.get("content"))
        if not content:
            return ""
        media = min(content, key=_preference)
        schema = self._schema(_mapping(content[media]).get("schema", {}))
        if "json" not in media and "form" not in media and not schema:
            schema = {"type": "string"}
        is_required = body.get("required") is True
        flat = self._flat(schema)
        if flat is None:
            if body.get("description"):
                schema = {"description": body["description"], **schema}
            field = payload.add("body", schema, place="body", name="", where=where)
            payload.required += [field] if is_required else []
        else:
            payload.add_object(flat, is_required=is_required, where=where)
        return media

    def _flat(self, schema: dict[str, Any], *, is_part: bool = False) -> dict[str, Any] | None:
        """An object schema whose fields can stand beside the parameters, or None.

        A reference is followed and `allOf` of plain objects is joined.
        """
        for _ in range(32):
            if "$ref" not in schema or schema.keys() - {"$ref", *_SAYS_NOTHING}:
                break
            schema = self._schema(self._at(schema["$ref"]))
        parts = [
            self._flat(each, is_part=True) for each in _list(schema.get("allOf")) if isinstance(each, dict)
        ]
        if parts and all(part is not None for part in parts):
            own = {key: value for key, value in schema.items() if key != "allOf"}
            schema = _joined([part for part in parts if part is not None] + [own]) or schema
        if schema.keys() - _PLAIN or schema.get("type", "object") != "object":
            return None
        return schema if schema.get("properties") or is_part else None

    # Schemas.

    def _schema(self, given: Any) -> dict[str, Any]:
        """A schema of the document as one of draft 2020-12, as a request needs it."""
        changed = each_schema(given, self._changed, [])
        if isinstance(changed, bool):
            return {} if changed else {"not": {}}
        return changed if isinstance(changed, dict) else {}

    def _changed(self, schema: dict[str, Any], _: list[str]) -> dict[str, Any]:
        schema = {
            key: value
            for key, value in schema.items()
            if key not in _DOCUMENTATION and not key.startswith("x-")
        }
        if self._is_3_0:
            schema = exclusive_bounds(_alone_reference(schema), [])
        schema = _with_null(schema)
        if "example" in schema:
            schema = {**schema, "examples": [schema["example"]]}
            del schema["example"]
        return _without_read_only(schema)

    def _with_definitions(self, schema: dict[str, Any]) -> dict[str, Any]:
        """The schema with what it refers to under `$defs`."""
        needed: dict[str, Any] = {}
        waiting = sorted(set(_references(schema)))
        for reference in waiting:
            if reference not in needed:
                needed[reference], inner = self._definition(reference)
                waiting += inner
        if not needed:
            return schema
        definitions = {self._name_of(reference): needed[reference] for reference in needed}
        return {**self._moved(schema), "$defs": definitions}

    def _definition(self, reference: str) -> tuple[Any, list[str]]:
        """What a reference stands for, as a definition, and the references within."""
        if reference not in self._definitions:
            schema = each_schema(self._schema(self._at(reference)), functools.partial(_own, reference), [])
            self._definitions[reference] = (self._moved(schema), sorted(set(_references(schema))))
        return self._definitions[reference]

    def _moved(self, schema: dict[str, Any]) -> dict[str, Any]:
        def move(node: dict[str, Any], _: list[str]) -> dict[str, Any]:
            reference = node.get("$ref")
            if not isinstance(reference, str):
                return node
            return {**node, "$ref": "#" + pointer(["$defs", self._name_of(reference)])}

        moved: dict[str, Any] = each_schema(schema, move, [])
        return moved

    def _name_of(self, reference: str) -> str:
        if reference not in self._names:
            name = re.sub(r"[^A-Za-z0-9_.-]+", "_", unquote(reference).rsplit("/", 1)[-1]) or "root"
            while name in self._names.values():
                name += "_"
            self._names[reference] = name
        return self._names[reference]

    # References.

    def resolved(self, node: Any) -> Any:
        """What an object stands for; a reference is followed."""
        for _ in range(32):
            if not (isinstance(node, Mapping) and isinstance(node.get("$ref"), str)):
                return node
            node = self._at(node["$ref"])
        raise BadSchema(f"The reference {node['$ref']!r} leads back to itself.")

    def _at(self, reference: str) -> Any:
        if not reference.startswith("#"):
            raise BadSchema(
                f"The document refers to another one, which is not fetched: {reference[:80]}.",
                hint="Bundle the document into one file first.",
            )
        node: Any = self.document
        for step in unquote(reference[1:]).split("/")[1:]:
            key = step.replace("~1", "/").replace("~0", "~")
            try:
                node = node[int(key)] if isinstance(node, list) else node[key]
            except (KeyError, IndexError, TypeError, ValueError):
                raise BadSchema(
                    f"There is nothing at {reference[:80]} in the document.", pointer=reference[1:]
                ) from None
        return node


class _Payload:
    """The fields of one operation as they come together."""

    def __init__(self) -> None:
        self.fields: dict[str, Any] = {}
        self.required: list[str] = []
        self.places: dict[str, dict[str, Any]] = {}
        self.notes: list[str] = []
        self._more: dict[str, Any] = {}

    def add(self, field: str, schema: Any, *, place: str, name: str, where: str) -> str:
        """Add a field under a free name; that name."""
        chosen = field
        if chosen in self.fields:
            chosen = f"{place}_{field}"
            while chosen in self.fields:
                chosen += "_"
            first = self.places[field]["in"]
            self.notes.append(f"{where} has {field!r} in {first} and in {place}; the latter is {chosen!r}.")
        elif chosen != name and name:
            self.notes.append(f"The {place} parameter {name!r} of {where} is called {chosen!r}.")
        self.fields[chosen] = schema
        self.places[chosen] = {"in": place} | ({"name": name} if name else {})
        return chosen

    def add_object(self, schema: dict[str, Any], *, is_required: bool, where: str) -> None:
        """Add a body's own fields; where the body may be left out, those it requires belong together."""
        names = {
            name: self.add(name, each, place="body", name=name, where=where)
            for name, each in schema["properties"].items()
        }
        required = [names.get(each, each) for each in schema.get("required") or ()]
        if is_required:
            self.required += required
        elif required:
            others = {name: [each for each in required if each != name] for name in names.values()}
            self._more["dependentRequired"] = {name: needs for name, needs in others.items() if needs}
        if "additionalProperties" in schema:
            self._more["additionalProperties"] = schema["additionalProperties"]

    def schema(self) -> dict[str, Any]:
        """The payload's schema."""
        required = {"required": list(dict.fromkeys(self.required))} if self.required else {}
        return {"type": "object", "properties": self.fields, **required, **self._more}


_SAYS_NOTHING = {"title", "description", "examples", "deprecated", "$comment", "default"}
_PLAIN = {"type", "properties", "required", "additionalProperties", *_SAYS_NOTHING}
_DOCUMENTATION = {"xml", "externalDocs", "discriminator"}


def _own(reference: str, schema: dict[str, Any], _: list[str]) -> dict[str, Any]:
    """A schema whose `$recursiveRef` names the component it stands in."""
    schema = {key: value for key, value in schema.items() if key != "$recursiveAnchor"}
    return schema | {"$ref": reference} if schema.pop("$recursiveRef", None) == "#" else schema


def _alone_reference(schema: dict[str, Any]) -> dict[str, Any]:
    """In OpenAPI 3.0 what stands beside a `$ref` says nothing."""
    return {"$ref": schema["$ref"]} if isinstance(schema.get("$ref"), str) else schema


def _with_null(schema: dict[str, Any]) -> dict[str, Any]:
    """`nullable` is OpenAPI 3.0's word; documents of later versions use it too, and mean it."""
    if "nullable" not in schema:
        return schema
    schema = dict(schema)
    if schema.pop("nullable") is not True:
        return schema
    if isinstance(schema.get("enum"), list) and None not in schema["enum"]:
        schema["enum"] = [*schema["enum"], None]
    if isinstance(schema.get("type"), str):
        return schema | {"type": [schema["type"], "null"]}
    if not schema.keys() & {"allOf", "anyOf", "oneOf", "not", "$ref"}:
        return schema
    said = {key: schema.pop(key) for key in _SAYS_NOTHING & schema.keys()}
    return {"anyOf": [schema, {"type": "null"}], **said}


def _without_read_only(schema: dict[str, Any]) -> dict[str, Any]:
    """An object without the fields that only an answer holds."""
    fields = schema.get("properties")
    if not isinstance(fields, dict):
        return schema
    hidden = [
        name for name, each in fields.items() if isinstance(each, dict) and each.get("readOnly") is True
    ]
    if not hidden:
        return schema
    left = {name: each for name, each in fields.items() if name not in hidden}
    required = [each for each in _list(schema.get("required")) if each not in hidden]
    schema = {key: value for key, value in schema.items() if key != "required"}
    return {**schema, "properties": left} | ({"required": required} if required else {})


def _joined(parts: list[dict[str, Any]]) -> dict[str, Any] | None:
    """Objects of which all must fit as one object; None where one closes itself or asks for more."""
    fields: dict[str, Any] = {}
    required: list[str] = []
    for part in parts:
        if part.get("additionalProperties", True) not in (True, {}) or part.get("type", "object") != "object":
            return None
        if part.keys() - _PLAIN:
            return None
        for name, each in _mapping(part.get("properties")).items():
            fields[name] = each if fields.get(name, each) == each else {"allOf": [fields[name], each]}
        required += _list(part.get("required"))
    joined = {"type": "object", "properties": fields}
    return (joined | ({"required": list(dict.fromkeys(required))} if required else {})) if fields else None


def _references(node: Any) -> Iterator[str]:
    found: list[str] = []

    def look(schema: dict[str, Any], _: list[str]) -> dict[str, Any]:
        if isinstance(schema.get("$ref"), str):
            found.append(schema["$ref"])
        return schema

    each_schema(node, look, [])
    yield from found


def _url(server: Mapping[str, Any]) -> str:
    """A server's address with the defaults of its variables."""
    url = str(server["url"])
    for name, variable in _mapping(server.get("variables")).items():
        url = url.replace(f"{{{name}}}", str(_mapping(variable).get("default", f"{{{name}}}")))
    return url


def _portable(wanted: str, taken: set[str]) -> str:
    """A name that every provider takes, and that is free."""
    name = re.sub(r"[^A-Za-z0-9_-]+", "_", wanted).strip("_") or "operation"
    name = name if re.match(r"[A-Za-z_]", name) else f"_{name}"
    base, number = name[:64], 2
    name = base
    while name in taken:
        name = f"{base[: 63 - len(str(number))]}_{number}"
        number += 1
    return name


def _field_name(name: str) -> str:
    return re.sub(r"[^A-Za-z0-9_.-]+", "_", name).strip("_")[:64] or "field"


def _preference(media: str) -> int:
    """Which of a body's media types to take: JSON, then forms, then whatever there is."""
    kind = media.split(";", maxsplit=1)[0].strip().casefold()
    if kind == "application/json":
        return 0
    if kind.endswith("+json") or kind == "*/*":
        return 1
    return 2 if "form" in kind else 3


def _guide(summary: str, description: str) -> dict[str, Any]:
    told = [each for each in (summary, description) if each]
    if len(told) == 2 and summary.rstrip(".") in description:
        told = [description]
    return {"description": "\n\n".join(told)} if told else {}


def _tags(operation: dict[str, Any]) -> tuple[str, ...]:
    tags = [each for each in _list(operation.get("tags")) if isinstance(each, str)]
    return (*tags, "deprecated") if operation.get("deprecated") is True else tuple(tags)


def _text(value: Any) -> str:
    return value.strip() if isinstance(value, str) else ""


def _list(value: Any) -> list[Any]:
    return list(value) if isinstance(value, list | tuple) else []


def _mapping(value: Any) -> Mapping[str, Any]:
    return value if isinstance(value, Mapping) else {}


def _object(value: Any, what: str) -> dict[str, Any]:
    if not isinstance(value, Mapping):
        raise BadAction(f"{what} must be an object, not {type(value).__name__}.")
    return dict(value)
