"""Definitions of the older format (required and optional fields, instructions) turned into three tiers.

Nothing is lost: what has no place of its own goes into the third tier, and each guess leaves a note.
"""

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from volition import schema as json_schema
from volition.actions import fields as field_docs
from volition.actions.brief import LIMIT, shorten
from volition.actions.fields import FieldEvidence
from volition.errors import BadAction, BadSchema

RUNTIME_KEYS = ("source", "effects", "confirm", "timeout_s", "idempotent", "scope", "tags", "binding")
"""Keys that a definition of either format may hold beside its tiers."""


def convert(
    name: str, definition: Mapping[str, Any], *, instructions: Any = None
) -> tuple[dict[str, Any], tuple[str, ...]]:
    """A legacy definition as a three-tier one, and a note for each guess that was made.

    Args:
        name: The action's name.
        definition: `description`, `required_fields`, `optional_fields`, `instructions`, `examples`.
        instructions: What the owner says besides, such as its `get_prompt_instructions(name)`.

    Raises:
        BadAction: it is no legacy definition either, or names its fields in no readable way.
    """
    if "description" not in definition and "required_fields" not in definition:
        raise BadAction(
            f"The definition of {name!r} is neither three-tier nor legacy.",
            hint="Give it 'schema' and 'brief', or 'description' and 'required_fields'.",
        )
    lists = (definition.get("required_fields"), definition.get("optional_fields"))
    guide = _Guide(name, {each for listed in lists for each in _strings(_keys(listed))})
    guide.take_definition(definition)
    guide.take(definition.get("instructions"))
    guide.take(definition.get("prompt_instructions"))
    guide.take(instructions)
    schema = _Payload(name, definition, guide).schema()
    brief = _brief(name, definition, guide)
    kept = {key: definition[key] for key in RUNTIME_KEYS if key in definition}
    tiers = {"schema": schema, "brief": brief, "examples": guide.tier(brief)}
    return {**tiers, **kept}, tuple(dict.fromkeys(guide.notes))


def _brief(name: str, definition: Mapping[str, Any], guide: "_Guide") -> str:
    given = definition.get("brief")
    if isinstance(given, str) and given.strip() and len(given) <= LIMIT and "\n" not in given.strip():
        return given.strip()
    for text in guide.descriptions:
        brief = shorten(text[:_LONGEST])
        if brief != " ".join(text.split()):
            guide.notes.append("The brief is the start of the description, which is whole in the third tier.")
        if brief:
            return brief
    guide.notes.append("There is no description; the brief is the name.")
    return shorten(" ".join(name.replace("_", " ").split())) or name[:LIMIT]


_LONGEST = 4_000
"""Characters of a description that a brief is looked for in."""

_FIELD_KEYS = (
    *("payload", "payload_schema", "parameters", "params", "fields", "arguments", "args", "schema"),
    *("field_descriptions", "properties"),
)

_SAME_AS = {
    **dict.fromkeys(["when_to_use", "when", "usage", "use_when"], "when_to_use"),
    **dict.fromkeys(["common_pitfalls", "pitfalls", "common_mistakes", "warnings"], "common_pitfalls"),
    **dict.fromkeys(["notes", "note", "important_notes", "important", "tips", "enforcement_rules"], "notes"),
    **dict.fromkeys(["rules", "best_practices", "guidelines"], "notes"),
}


@dataclass(slots=True)
class _Guide:
    """The third tier as it comes together, and what it says of the payload."""

    name: str
    fields: set[str]
    descriptions: list[str] = field(default_factory=list)
    instructions: dict[str, Any] = field(default_factory=dict)
    examples: list[Any] = field(default_factory=list)
    payloads: list[dict[str, Any]] = field(default_factory=list)
    docs: dict[str, list[Any]] = field(default_factory=dict)
    notes: list[str] = field(default_factory=list)

    def take_definition(self, definition: Mapping[str, Any]) -> None:
        """Take what the definition itself says."""
        self._describe(definition.get("description"))
        self._describe(definition.get("brief"))
        self._exemplify(definition.get("examples"))
        self._exemplify(definition.get("example"))
        for key in _FIELD_KEYS:
            if key in definition and key != "schema":
                self._document(key, definition[key])

    def take(self, source: Any) -> None:
        """Take instructions: an object with any keys, a text, or a list of texts."""
        if isinstance(source, str):
            source = {"notes": source}
        elif isinstance(source, list | tuple):
            source = {"notes": list(source)}
        elif not isinstance(source, Mapping):
            return
        for key, value in source.items():
            if value is None:
                continue
            if key in {"description", "summary"}:
                self._describe(value)
            elif key in {"examples", "example"}:
                self._exemplify(value)
            elif key in _FIELD_KEYS:
                self._document(key, value)
            else:
                self._instruct(str(key), value)

    def texts(self) -> list[str]:
        """Every sentence that may speak of a field."""
        words = {key: each for key, each in self.instructions.items() if key not in _OF_FIELDS}
        return [*self.descriptions, *_strings(words)]

    def tier(self, brief: str) -> dict[str, Any]:
        """The examples tier."""
        said = [
            each
            for index, each in enumerate(self.descriptions)
            if not any(each in other for other in self.descriptions[:index])
            and not any(each in other and each != other for other in self.descriptions[index:])
        ]
        examples = [
            {"scenario": brief, **each} if isinstance(each, dict) and "scenario" not in each else each
            for each in self.examples
        ]
        order = ("when_to_use", "common_pitfalls", "notes")
        keys = [*(key for key in order if key in self.instructions), *self.instructions]
        return {
            "description": "\n\n".join(said),
            "instructions": {key: self.instructions[key] for key in dict.fromkeys(keys)},
            "examples": examples,
        }

    def _describe(self, given: Any) -> None:
        text = "\n".join(_strings(given)).strip()
        if text:
            self.descriptions.append(text)

    def _instruct(self, key: str, value: Any) -> None:
        key = _SAME_AS.get(key, key)
        if key == "when_to_use":
            said = [self.instructions[key]] if key in self.instructions else []
            self.instructions[key] = "\n".join([*said, *_strings(value)])
        elif key in {"common_pitfalls", "notes"}:
            items = value if isinstance(value, list) else [value]
            self.instructions.setdefault(key, []).extend(items)
        elif key in self.instructions and self.instructions[key] != value:
            self.instructions.setdefault("notes", []).append(value)
        else:
            self.instructions[key] = value

    def _exemplify(self, given: Any) -> None:
        """Keep examples of any shape; those with a payload of this action also teach about its fields."""
        if given is None:
            return
        if isinstance(given, Mapping) and not self._is_example(given):
            given = [
                {"scenario": str(said), "payload": each} if isinstance(each, Mapping) else {str(said): each}
                for said, each in given.items()
            ]
        for each in given if isinstance(given, list | tuple) else [given]:
            example, payload = self._example(each)
            if example not in self.examples:
                self.examples.append(example)
            if payload is not None:
                self.payloads.append(payload)

    def _is_example(self, given: Mapping[str, Any]) -> bool:
        return bool(given.keys() & ({"payload", "scenario", "type", "actions"} | self.fields))

    def _example(self, given: Any) -> tuple[Any, dict[str, Any] | None]:
        """An example as `scenario` and `payload` where it can be, and its payload if it is this action's."""
        if isinstance(given, str):
            read = next(_objects(given), None) if given.strip().startswith("{") else None
            return self._example(read) if read is not None else (given, None)
        if not isinstance(given, Mapping):
            return given, None
        payload = self.payload(given)
        if payload is None:
            return dict(given), None
        if payload == given:
            return {"payload": payload}, payload
        actions = given.get("actions")
        call = actions[0] if isinstance(actions, list) else given
        rest = {key: each for key, each in {**given, **call}.items() if key not in {"payload", "actions"}}
        if rest.get("type") == self.name:
            del rest["type"]
        said = next((rest.pop(key) for key in _SCENARIO_KEYS if isinstance(rest.get(key), str)), None)
        return ({"scenario": said} if said is not None else {}) | rest | {"payload": payload}, payload

    def payload(self, given: Mapping[str, Any]) -> dict[str, Any] | None:
        """The payload of this action in an example: a call, a reply with one call, or the payload itself."""
        actions = given.get("actions")
        if isinstance(actions, list) and len(actions) == 1 and isinstance(actions[0], Mapping):
            given = actions[0]
        if isinstance(given.get("payload"), Mapping):
            return dict(given["payload"]) if given.get("type", self.name) == self.name else None
        return dict(given) if given and given.keys() <= self.fields else None

    def _document(self, key: str, given: Any) -> None:
        """Take the documentation of the payload: fields with docs, a JSON Schema, or a payload by example."""
        if isinstance(given, list) and given and all(_is_named(each) for each in given):
            given = {
                each["name"]: {word: said for word, said in each.items() if word != "name"} for each in given
            }
        if not isinstance(given, Mapping):
            self._instruct(key, given)
            return
        properties = given.get("properties")
        if isinstance(properties, Mapping) and given.get("type", "object") == "object":
            given = properties
        elif _is_payload(given):
            self._exemplify({"payload": dict(given)})
            return
        for each, doc in given.items():
            self.docs.setdefault(str(each), []).append(doc)


def _keys(value: Any) -> Any:
    return list(value) if isinstance(value, Mapping) else value


def _is_named(entry: Any) -> bool:
    return isinstance(entry, Mapping) and isinstance(entry.get("name"), str)


_OF_FIELDS = {"field_examples", "field_notes"}
"""Instructions that hold what a schema has no place for."""


def _is_payload(given: Mapping[str, Any]) -> bool:
    """Whether an object under `payload` is a payload by example, rather than documentation of its fields."""
    values = list(given.values())
    if any(field_docs.is_type(each) for each in values):
        return False
    if any(not isinstance(each, str | Mapping) for each in values):
        return True
    return not any(field_docs.is_documentation(each) for each in values)


def _objects(text: str) -> Iterator[dict[str, Any]]:
    """The JSON objects in a text, the outermost ones."""
    decoder, start = json.JSONDecoder(), text.find("{")
    for _ in range(_MOST_OBJECTS):
        if start < 0:
            return
        try:
            value, end = decoder.raw_decode(text, start)
        except (ValueError, RecursionError):
            end = start + 1
        else:
            if isinstance(value, dict):
                yield value
        start = text.find("{", end)


_MOST_OBJECTS = 50
"""How often a text is tried for an object in it."""

_SCENARIO_KEYS = ("scenario", "description", "title", "user", "input", "message")


@dataclass(slots=True)
class _Payload:
    """The schema as it comes together from the lists of fields and everything that the guide says."""

    name: str
    definition: Mapping[str, Any]
    guide: _Guide

    def schema(self) -> dict[str, Any]:
        """The payload's schema."""
        given = _mapping(self.definition.get("schema"))
        required = self._listed("required_fields") or self._listed("required")
        required = list(dict.fromkeys([*required, *_strings(given.get("required"))]))
        optional = [each for each in self._listed("optional_fields") if each not in required]
        declared = _mapping(given.get("properties"))
        evidence = {each: FieldEvidence(name=each) for each in (*required, *optional, *declared)}
        self._read_docs(evidence)
        self._read_examples(evidence)
        for each, said in field_docs.mentions(self.guide.texts(), evidence):
            evidence[each].mentions.append(said)
        properties = {
            each: dict(declared[each]) if isinstance(declared.get(each), Mapping) else self._field(found)
            for each, found in evidence.items()
        }
        base = {key: value for key, value in given.items() if key not in {"type", "properties", "required"}}
        return {"type": "object", "properties": properties, "required": required, **base}

    def _listed(self, key: str) -> list[str]:
        """The names in a list of fields; entries with more to say are taken as documentation."""
        given = self.definition.get(key)
        if given is None or (key == "required" and not isinstance(given, list | tuple)):
            return []
        if isinstance(given, str):
            given = [given]
        if isinstance(given, Mapping):
            for each, doc in given.items():
                self.guide.docs.setdefault(str(each), []).append(doc)
            return [str(each) for each in given]
        if not isinstance(given, Iterable):
            raise BadAction(
                f"{key!r} of {self.name!r} must be a list of names, not {type(given).__name__}.",
                hint='Write it like ["text", "target"].',
            )
        return list(dict.fromkeys(self._listed_name(key, each) for each in given))

    def _listed_name(self, key: str, entry: Any) -> str:
        if isinstance(entry, str) and entry:
            return entry
        if _is_named(entry):
            name = str(entry["name"])
            rest = {word: value for word, value in entry.items() if word != "name"}
            self.guide.docs.setdefault(name, []).append(rest)
            return name
        raise BadAction(
            f"{key!r} of {self.name!r} holds {entry!r}, which is no field's name.",
            hint='Write it like ["text", "target"].',
        )

    def _read_docs(self, evidence: dict[str, FieldEvidence]) -> None:
        for each, docs in self.guide.docs.items():
            if each not in evidence:
                evidence[each] = FieldEvidence(name=each)
                self.guide.notes.append(f"The field {each!r} is documented but not listed; it is optional.")
            for doc in docs:
                read = field_docs.read_docs(doc)
                found = evidence[each]
                found.declared = {**read.schema, **found.declared}
                found.descriptions += [read.description] if read.description else []
                found.values += read.values
                if read.values:
                    self.guide.instructions.setdefault("field_examples", {})[each] = read.values[0]
                if read.rest:
                    self.guide.instructions.setdefault("field_notes", {})[each] = read.rest

    def _read_examples(self, evidence: dict[str, FieldEvidence]) -> None:
        written = (
            payload
            for text in self.guide.texts()
            for each in _objects(text[:_LONGEST])
            if (payload := self.guide.payload(each)) is not None
        )
        for payload in (*self.guide.payloads, *written):
            for each, value in payload.items():
                if each not in evidence:
                    evidence[each] = FieldEvidence(name=each)
                    self.guide.notes.append(
                        f"The field {each!r} is in an example but not listed; it is optional."
                    )
                evidence[each].values.append(value)

    def _field(self, found: FieldEvidence) -> dict[str, Any]:
        """A field's schema; what would make it no schema at all is left out."""
        schema, notes = found.schema()
        try:
            checker = json_schema.checker(schema)
        except BadSchema as error:
            self.guide.notes.append(
                f"What is said of {found.name!r} is no schema and is kept as words: {error}"
            )
            self.guide.instructions.setdefault("field_notes", {})[found.name] = found.declared
            said = " ".join(found.descriptions)
            return {"description": said} if said else {}
        self.guide.notes += notes
        if any(not checker.accepts(each) for each in found.values):
            self.guide.notes.append(f"An example of {found.name!r} breaks its declared type.")
        return schema


def _mapping(value: Any) -> Mapping[str, Any]:
    return value if isinstance(value, Mapping) else {}


def _strings(value: Any) -> list[str]:
    """Every string in a value, in order."""
    if isinstance(value, str):
        return [value]
    if isinstance(value, Mapping):
        return [text for each in value.values() for text in _strings(each)]
    if isinstance(value, list | tuple):
        return [text for each in value for text in _strings(each)]
    return []


def runtime_facts(definition: Mapping[str, Any]) -> tuple[dict[str, Any], tuple[str, ...]]:
    """What a definition's own words for risk mean here, and a note for each reading.

    `external_effects` means that it reaches others, a high `security_level` and `restricted` that a person
    must agree.
    """
    facts: dict[str, Any] = {}
    notes: list[str] = []
    outside = definition.get("external_effects")
    if outside and "effects" not in definition:
        facts["effects"] = "external"
        notes.append(f"It declares external effects ({', '.join(_strings(outside)) or outside}).")
    level = definition.get("security_level")
    if (level == "high" or definition.get("restricted") is True) and "confirm" not in definition:
        facts["confirm"] = True
        notes.append("It declares a high risk or a restriction, so a person must agree to each call.")
    return facts, tuple(notes)
