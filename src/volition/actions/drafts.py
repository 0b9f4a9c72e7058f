"""Schemas of older drafts, and schemas written with a programming language's words, as draft 2020-12.

What is valid and already means the same in 2020-12 is returned as it is.
"""

from collections.abc import Callable
from typing import Any

import jsonschema_rs

from volition import schema as json_schema
from volition.errors import BadSchema

NEWEST = "https://json-schema.org/draft/2020-12/schema"

_DRAFTS = {
    "json-schema.org/draft-04/schema": 4,
    "json-schema.org/draft-06/schema": 6,
    "json-schema.org/draft-07/schema": 7,
    "json-schema.org/draft/2019-09/schema": 8,
}

Change = Callable[[dict[str, Any], list[str]], dict[str, Any]]


def modern(schema: Any) -> tuple[dict[str, Any], tuple[str, ...]]:
    """A schema of any draft as one of draft 2020-12 with the same verdicts, and notes on what was changed.

    The draft is the one that `$schema` names. Without it 2020-12 is taken, or draft 7 where the schema is
    only valid as that. Slips with a plain meaning are mended: `"type": "float"`, a `required` beside
    a field's type.

    Raises:
        BadSchema: it is not valid in its draft and its meaning is not plain.
    """
    if not isinstance(schema, dict):
        raise BadSchema(
            f"A schema must be an object, not {type(schema).__name__}.",
            hint='Start it with {"type": "object", "properties": {...}}.',
        )
    draft = _DRAFTS.get(str(schema.get("$schema", NEWEST)).rstrip("#").split("://")[-1], 9)
    try:
        return _modern(schema, draft)
    except RecursionError:
        raise BadSchema("The schema is nested too deeply.") from None


def _modern(schema: dict[str, Any], draft: int) -> tuple[dict[str, Any], tuple[str, ...]]:
    notes: list[str] = []
    fault = None
    if draft == 9:
        fault = _fault(schema)
        if fault is None:
            return schema, ()
        if _is_draft_7(schema):
            draft = 7
            notes.append("The schema names no draft and is read as draft 7.")
    changed = _rewritten(schema, draft)
    if draft < 9:
        fault = _fault(changed)
    if fault is not None:
        changed = each_schema(changed, _mended, notes)
        if _fault(changed) is not None:
            raise fault
    return _kept(schema, changed), tuple(dict.fromkeys(notes))


def _kept(schema: dict[str, Any], changed: dict[str, Any]) -> dict[str, Any]:
    """The original where nothing changed, else the new one without the name of the older draft."""
    if changed == schema:
        return schema
    return {key: value for key, value in changed.items() if key != "$schema"}


def _fault(schema: dict[str, Any]) -> BadSchema | None:
    try:
        json_schema.checker(schema)
    except BadSchema as error:
        return error
    return None


def _is_draft_7(schema: dict[str, Any]) -> bool:
    try:
        jsonschema_rs.Draft7Validator(schema, offline=True)
    except (jsonschema_rs.ReferencingError, ValueError):
        return False
    return True


# Walking.

_MAPS = {"properties", "patternProperties", "$defs", "definitions", "dependentSchemas", "dependencies"}
_VALUES = {"const", "enum", "default", "examples", "example"}
_SCHEMAS = {
    *("additionalProperties", "propertyNames", "unevaluatedProperties", "items", "additionalItems"),
    *("contains", "unevaluatedItems", "prefixItems", "not", "if", "then", "else"),
    *("allOf", "anyOf", "oneOf", "contentSchema"),
}


def each_schema(node: Any, change: Change, notes: list[str]) -> Any:
    """A schema in which each schema, from the innermost, was changed."""
    if isinstance(node, list):
        return [each_schema(each, change, notes) for each in node]
    if not isinstance(node, dict):
        return node
    inner: dict[str, Any] = {}
    for key, value in node.items():
        if key in _MAPS and isinstance(value, dict):
            inner[key] = {name: each_schema(each, change, notes) for name, each in value.items()}
        elif key in _SCHEMAS:
            inner[key] = each_schema(value, change, notes)
        else:
            inner[key] = value
    return change(inner, notes)


# Older drafts.


def _rewritten(schema: dict[str, Any], draft: int) -> dict[str, Any]:
    if draft >= 9:
        return schema
    changes: list[Change] = [_arrays]
    if draft <= 7:
        later = _LATER[7] | (_LATER[6] if draft < 7 else set()) | (_LATER[4] if draft == 4 else set())
        changes = [_without(later), _alone_reference, _dependencies, _anchors, _arrays]
    if draft == 4:
        changes = [changes[0], _identifiers, exclusive_bounds, *changes[1:]]
    if draft == 8:
        changes = [_recursive_reference, *changes]
    for change in changes:
        schema = each_schema(schema, change, [])
    return schema


_LATER = {
    4: {"const", "contains", "propertyNames", "$id"},
    6: {"if", "then", "else"},
    7: {
        *("minContains", "maxContains", "prefixItems", "dependentRequired", "dependentSchemas"),
        *("unevaluatedItems", "unevaluatedProperties", "$dynamicRef", "$dynamicAnchor", "$anchor"),
    },
}
"""Keywords that came after a draft and say nothing in it."""


def _without(keywords: set[str]) -> Change:
    return lambda schema, _: {key: value for key, value in schema.items() if key not in keywords}


_ANNOTATIONS = {
    *("title", "description", "default", "examples", "deprecated", "readOnly", "writeOnly", "$comment"),
    *("$defs", "definitions", "$schema", "$id", "id"),
}


def _alone_reference(schema: dict[str, Any], _: list[str]) -> dict[str, Any]:
    """Until draft 7 the keywords beside a `$ref` say nothing."""
    if not isinstance(schema.get("$ref"), str):
        return schema
    return {key: value for key, value in schema.items() if key == "$ref" or key in _ANNOTATIONS}


def _dependencies(schema: dict[str, Any], _: list[str]) -> dict[str, Any]:
    dependencies = schema.get("dependencies")
    if not isinstance(dependencies, dict):
        return schema
    schema = {key: value for key, value in schema.items() if key != "dependencies"}
    fields = {key: value for key, value in dependencies.items() if isinstance(value, list)}
    schemas = {key: value for key, value in dependencies.items() if not isinstance(value, list)}
    return (
        schema
        | ({"dependentRequired": fields} if fields else {})
        | ({"dependentSchemas": schemas} if schemas else {})
    )


def _identifiers(schema: dict[str, Any], _: list[str]) -> dict[str, Any]:
    """Draft 4 says `id` for `$id`."""
    if not isinstance(schema.get("id"), str):
        return schema
    return {"$id" if key == "id" else key: value for key, value in schema.items()}


def _anchors(schema: dict[str, Any], _: list[str]) -> dict[str, Any]:
    """Until draft 7 `"$id": "#name"` gives a name within the document."""
    name = schema.get("$id")
    if not isinstance(name, str) or "#" not in name:
        return schema
    schema = {key: value for key, value in schema.items() if key != "$id"}
    document, _separator, anchor = name.partition("#")
    return schema | ({"$id": document} if document else {}) | ({"$anchor": anchor} if anchor else {})


def _arrays(schema: dict[str, Any], _: list[str]) -> dict[str, Any]:
    """`items` as a list is `prefixItems`, and `additionalItems` the items after them."""
    rest = {key: value for key, value in schema.items() if key not in {"items", "additionalItems"}}
    if isinstance(schema.get("items"), list):
        later = {"items": schema["additionalItems"]} if "additionalItems" in schema else {}
        return rest | ({"prefixItems": schema["items"]} if schema["items"] else {}) | later
    return rest | {"items": schema["items"]} if "additionalItems" in schema and "items" in schema else schema


def exclusive_bounds(schema: dict[str, Any], _: list[str]) -> dict[str, Any]:
    """Draft 4 says `"exclusiveMinimum": true` beside `minimum`."""
    schema = dict(schema)
    for bound, exclusive in (("minimum", "exclusiveMinimum"), ("maximum", "exclusiveMaximum")):
        if isinstance(schema.get(exclusive), bool) and schema.pop(exclusive) and bound in schema:
            schema[exclusive] = schema.pop(bound)
    return schema


def _recursive_reference(schema: dict[str, Any], _: list[str]) -> dict[str, Any]:
    """Within one document `$recursiveRef` is a reference to it."""
    schema = {key: value for key, value in schema.items() if key != "$recursiveAnchor"}
    reference = schema.pop("$recursiveRef", None)
    return schema if reference is None else schema | {"$ref": reference}


# Slips.


def _mended(schema: dict[str, Any], notes: list[str]) -> dict[str, Any]:
    """A schema without the slips whose meaning is plain."""
    for mend in (_mend_absent, _mend_type, _mend_fields, _mend_required, _mend_bounds):
        schema = mend(schema, notes)
    return schema


def _mend_type(schema: dict[str, Any], notes: list[str]) -> dict[str, Any]:
    """`"type": "float"` is number; `any` is no type at all."""
    given = schema.get("type")
    words: list[Any] = given if isinstance(given, list) else [given]
    if not all(isinstance(each, str) for each in words) or set(words) <= _JSON_TYPES:
        return schema
    rest = {key: value for key, value in schema.items() if key != "type"}
    folded = [each.casefold() for each in words]
    if any(each in {"any", "mixed", "unknown"} for each in folded):
        notes.append(f"The type {given!r} is read as any type.")
        return rest
    meant = [json_schema.TYPE_WORDS.get(each, "") for each in folded]
    if not all(meant):
        return schema
    kinds = list(dict.fromkeys(meant))
    notes.append(f"The type {given!r} is read as {' or '.join(kinds)}.")
    return {"type": kinds[0] if len(kinds) == 1 else kinds, **rest}


_JSON_TYPES = {"string", "number", "integer", "boolean", "array", "object", "null"}


def _mend_required(schema: dict[str, Any], notes: list[str]) -> dict[str, Any]:
    """A field's own `"required": true` belongs to the list of the object around it."""
    fields = schema.get("properties")
    if not isinstance(fields, dict):
        return schema
    marked = [
        name
        for name, field in fields.items()
        if isinstance(field, dict) and isinstance(field.get("required"), bool | str)
    ]
    if not marked:
        return schema
    wanted = [name for name in marked if str(fields[name]["required"]).casefold() == "true"]
    listed = schema.get("required") if isinstance(schema.get("required"), list) else []
    notes.append(f"'required' inside {', '.join(map(repr, marked))} is read as the object's list.")
    fields = {
        name: {key: value for key, value in field.items() if key != "required"} if name in marked else field
        for name, field in fields.items()
    }
    required = list(dict.fromkeys([*(listed or []), *wanted]))
    return {**schema, "properties": fields} | ({"required": required} if required else {})


def _mend_fields(schema: dict[str, Any], notes: list[str]) -> dict[str, Any]:
    """A field or an item told by a word: `"city": "string"` is a type, any other text a description."""
    changed = dict(schema)
    fields = schema.get("properties")
    if isinstance(fields, dict):
        changed["properties"] = {name: _from_word(field, notes) for name, field in fields.items()}
    elif fields == []:
        changed["properties"] = {}
    if isinstance(schema.get("items"), str):
        changed["items"] = _from_word(schema["items"], notes)
    return changed


def _from_word(field: Any, notes: list[str]) -> Any:
    if not isinstance(field, str):
        return field
    meant = json_schema.TYPE_WORDS.get(field.strip().casefold())
    notes.append(f"The field told as {field[:40]!r} is read as {meant or 'a description'}.")
    return {"type": meant} if meant else {"description": field}


def _mend_bounds(schema: dict[str, Any], notes: list[str]) -> dict[str, Any]:
    changed = exclusive_bounds(schema, notes)
    if changed != schema:
        notes.append("A bound that says true or false is read as draft 4 means it.")
    return changed


def _mend_absent(schema: dict[str, Any], notes: list[str]) -> dict[str, Any]:
    """Null where a keyword is meant to be absent, and `required` that names a field twice."""
    empty = [key for key, value in schema.items() if value is None and key not in _VALUES]
    if empty:
        notes.append(f"{', '.join(map(repr, empty))} is null and is left out.")
        schema = {key: value for key, value in schema.items() if key not in empty}
    required = schema.get("required")
    if isinstance(required, list) and all(isinstance(each, str) for each in required):
        unique = list(dict.fromkeys(required))
        if unique != required:
            notes.append("'required' names a field twice.")
            schema = {**schema, "required": unique}
    return schema
