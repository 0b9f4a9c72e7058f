"""How well actions are imported and payloads judged, against material that others made.

python benchmarks/actions_import.py [FOLDER]     FOLDER holds the case files; ../shared/cases by default
"""

import functools
import json
import random
import sys
import timeit
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import jsonschema_rs
from rich.console import Console
from rich.table import Table

from volition.actions.action import Action
from volition.errors import VolitionError
from volition.schema import check, checker, pointer

CASES = Path(__file__).resolve().parents[2] / "shared" / "cases"


def rows(name: str, folder: Path = CASES) -> list[dict[str, Any]]:
    """The rows of a case file."""
    with (folder / name).open(encoding="utf-8") as lines:
        return [json.loads(line) for line in lines]


# Payloads made from a schema.


class Payloads:
    """Makes payloads of a schema: valid ones as far as it can, and broken ones."""

    def __init__(self, schema: dict[str, Any], seed: int = 1) -> None:
        self._root = schema
        self._random = random.Random(seed)

    def made(self, count: int) -> Iterator[Any]:
        """`count` payloads meant to be valid, and every mutation of the first and the last."""
        for index in range(count):
            payload = self._value(self._root, 0, whole=index == 0)
            yield payload
            if index in {0, count - 1}:
                yield from self._mutations(payload, self._root, 0)

    def _value(self, schema: Any, depth: int, *, whole: bool = False) -> Any:
        schema = self._resolved(schema)
        if not isinstance(schema, dict) or depth > 6:
            return "x"
        if "const" in schema:
            return schema["const"]
        if schema.get("enum"):
            return self._random.choice(schema["enum"])
        for key in ("anyOf", "oneOf"):
            if schema.get(key):
                rest = {name: value for name, value in schema.items() if name != key}
                return self._value({**rest, **self._resolved(self._random.choice(schema[key]))}, depth + 1)
        merged = dict(schema)
        for part in schema.get("allOf") or ():
            merged |= self._resolved(part)
        kind = merged.get("type", "object" if "properties" in merged else "string")
        kind = self._random.choice(kind) if isinstance(kind, list) else kind
        make = getattr(self, f"_{kind}", None)
        return make(merged, depth, whole) if make else None

    def _object(self, schema: dict[str, Any], depth: int, whole: bool) -> Any:
        required = schema.get("required") or ()
        made = {
            name: self._value(each, depth + 1, whole=whole)
            for name, each in (schema.get("properties") or {}).items()
            if name in required or whole or (depth < 4 and self._random.random() < 0.5)
        }
        more = schema.get("additionalProperties")
        if isinstance(more, dict) and not made:
            made["key"] = self._value(more, depth + 1)
        return made

    def _array(self, schema: dict[str, Any], depth: int, _whole: bool) -> Any:
        least = schema.get("minItems", 0)
        most = min(schema.get("maxItems", least + 2), least + 2)
        count = max(least, self._random.randint(min(1, most), most)) if depth < 5 else least
        first = [self._value(each, depth + 1) for each in schema.get("prefixItems") or ()]
        return first + [self._value(schema.get("items", {}), depth + 1) for _ in range(count)]

    def _string(self, schema: dict[str, Any], *_: Any) -> Any:
        made = _FORMATS.get(schema.get("format", ""), "word")
        if "pattern" in schema:
            fits = jsonschema_rs.Draft202012Validator({"pattern": schema["pattern"]}).is_valid
            made = next((each for each in (made, *_TRIES) if fits(each)), made)
        return made.ljust(schema.get("minLength", 0), "x")[: schema.get("maxLength", 10_000)]

    def _number(self, schema: dict[str, Any], *_: Any) -> Any:
        least = schema.get("minimum", schema.get("exclusiveMinimum", -1) + 1)
        most = schema.get("maximum", schema.get("exclusiveMaximum", least + 9) - 1)
        value = self._random.randint(int(least), max(int(least), min(int(most), int(least) + 9)))
        return value - value % schema["multipleOf"] if "multipleOf" in schema else value

    _integer = _number

    def _boolean(self, *_: Any) -> Any:
        return self._random.random() < 0.5

    def _null(self, *_: Any) -> Any:
        return None

    def _mutations(self, value: Any, schema: Any, depth: int) -> Iterator[Any]:
        """The value with one thing changed: each field dropped, retyped, stretched, and one added."""
        schema = self._resolved(schema)
        if depth > 3:
            return
        if isinstance(value, dict):
            yield {**value, "surely_not_declared": 1}
            for name, inner in value.items():
                yield {key: each for key, each in value.items() if key != name}
                yield from ({**value, name: other} for other in _others(inner))
                part = schema.get("properties", {}).get(name, {}) if isinstance(schema, dict) else {}
                yield from ({**value, name: each} for each in self._mutations(inner, part, depth + 1))
        elif isinstance(value, list) and value:
            yield [*value, *value]
            for other in _others(value[0]):
                yield [other, *value[1:]]
            part = schema.get("items", {}) if isinstance(schema, dict) else {}
            yield from ([each, *value[1:]] for each in self._mutations(value[0], part, depth + 1))

    def _resolved(self, schema: Any) -> Any:
        for _ in range(8):
            if not (isinstance(schema, dict) and isinstance(schema.get("$ref"), str)):
                break
            node: Any = self._root
            for step in schema["$ref"].split("/")[1:]:
                node = node.get(step.replace("~1", "/").replace("~0", "~"), {})
            schema = {**node, **{key: each for key, each in schema.items() if key != "$ref"}}
        return schema


_FORMATS = {
    "date-time": "2026-03-01T09:00:00Z",
    "date": "2026-03-01",
    "time": "09:00:00Z",
    "email": "ada@example.org",
    "uri": "https://example.org/a",
    "uuid": "123e4567-e89b-12d3-a456-426614174000",
    "ipv4": "192.0.2.1",
}
_TRIES = (
    "a",
    "abc",
    "1",
    "12",
    "2026-03-01",
    "https://example.org",
    "A1",
    "1h",
    "en",
    "en-US",
    "#aabbcc",
    "a/b",
    "example.org",
    "",
)


_IS_UUID = jsonschema_rs.Draft202012Validator({"format": "uuid"}, validate_formats=True).is_valid
"""Drafts before 2019-09 do not know the format; both sides assert it."""


def _others(value: Any) -> list[Any]:
    return [None, True, "x" * 300, "", -1e9, 1.5, 10**9, [], ["x"], {}, {"a": 1}, f"{value}?"]


# What is measured.


def legacy(folder: Path = CASES) -> Counter[str]:
    """Legacy definitions converted, and what was lost."""
    found: Counter[str] = Counter()
    for row in rows("synth_legacy_actions.jsonl", folder):
        facts = row["facts"]
        action = Action.from_dict(row["action"], row["legacy"], instructions=row["prompt_instructions"])
        kept = json.dumps([action.brief, action.examples, action.schema], ensure_ascii=False)
        wrong = {
            "required differ": set(action.required) != set(facts["required"]),
            "fields lost": not set(action.fields) >= {*facts["required"], *facts["optional"]},
            "unlisted fields lost": not set(action.fields) >= set(facts["payload_fields_not_listed"]),
            "types lost": any(
                action.fields[name].get("type") != kind for name, kind in facts["declared_types"].items()
            ),
            "examples refused": any(check(action.schema, each) for each in facts["example_payloads"]),
            "example values refused": bool(
                facts["payload_example_values"]
                and any(
                    check(action.fields[name], each) for name, each in facts["payload_example_values"].items()
                )
            ),
            "brief too long": not 0 < len(action.brief) < 100,
            "text lost": any(
                json.dumps(text, ensure_ascii=False)[1:-1] not in kept
                for text in _strings([row["legacy"], row["prompt_instructions"] or {}])
            ),
            "not the identity": Action.from_dict(action.name, action.to_dict()) != action,
        }
        found["definitions"] += 1
        found["converted"] += not any(wrong.values())
        found.update(key for key, is_wrong in wrong.items() if is_wrong)
    return found


def _strings(value: Any) -> Iterator[str]:
    """Every text of a definition, without the names of types."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for key, each in value.items():
            if key != "type":
                yield from _strings(each)
    elif isinstance(value, list):
        for each in value:
            yield from _strings(each)


def catalogues(folder: Path = CASES, count: int = 6) -> Counter[str]:
    """Tools of MCP catalogues imported, and their verdicts compared with the original schema's own draft."""
    found: Counter[str] = Counter()
    for row in rows("tool_catalogues.jsonl", folder):
        found["catalogues"] += 1
        for tool in row["tools"]:
            found["tools"] += 1
            try:
                action = Action.from_mcp_tool(tool, owner=row["server_name"] or row["package"])
            except VolitionError as error:
                found[f"refused: {error}"] += 1
                continue
            original = tool["inputSchema"]
            found["imported"] += 1
            found["identical schema"] += action.schema == original
            found["brief wrong"] += not 0 < len(action.brief) < 100 or "\n" in action.brief
            found["not the identity"] += Action.from_dict(action.name, action.to_dict()) != action
            verdict = jsonschema_rs.validator_for(
                original, validate_formats=True, offline=True, formats={"uuid": _IS_UUID}
            ).is_valid
            verdicts: Counter[bool] = Counter()
            for payload in Payloads(original).made(count):
                expected = verdict(payload)
                verdicts[expected] += 1
                found["verdicts that differ"] += expected == bool(action.checker.problems(payload))
            found["tools without a valid payload"] += not verdicts[True]
            found["tools without a broken payload"] += not verdicts[False] and bool(action.fields)
            found["valid payloads"] += verdicts[True]
            found["broken payloads"] += verdicts[False]
    return found


def conformance(folder: Path = CASES) -> Counter[str]:
    """Verdicts of the JSON Schema test suite."""
    found: Counter[str] = Counter()
    for row in rows("jsonschema_validation.jsonl", folder):
        found["verdicts"] += 1
        found["right"] += (not check(row["schema"], row["data"])) == row["valid"]
    return found


def calls(folder: Path = CASES) -> Counter[str]:
    """Gold calls accepted, and each mutation of them refused at the right place."""
    found: Counter[str] = Counter()
    for row in rows("bfcl_calls.jsonl", folder):
        actions = {each["name"]: Action.from_openai_tool(each) for each in row["functions"]}
        for gold in row["gold_calls"]:
            action = actions[gold["name"]]
            if row["gold_schema_problems"]:
                continue
            found["gold calls"] += 1
            found["gold calls accepted"] += not action.checker.problems(gold["arguments"])
            for kind, payload, place in _broken(action, gold["arguments"]):
                problems = action.checker.problems(payload)
                found[kind] += 1
                found[f"{kind}, refused at the place"] += place in {each.pointer for each in problems}
    return found


def _broken(action: Action, payload: dict[str, Any]) -> Iterator[tuple[str, dict[str, Any], str]]:
    for name, value in payload.items():
        field, place = action.fields[name], pointer([name])
        if name in action.required:
            yield "required dropped", {key: each for key, each in payload.items() if key != name}, place
        if "type" in field:
            others = ("x", 1.5, True, [1], {"a": 1}, None)
            fits = checker({"type": field["type"]}).accepts
            yield from (("wrong type", {**payload, name: each}, place) for each in others if not fits(each))
        if "enum" in field:
            yield "enum violated", {**payload, name: f"{value}, surely not"}, place


def speed(folder: Path = CASES) -> dict[str, float]:
    """Nanoseconds a valid payload: the library alone, `Checker.problems`, and `check` with its look-up."""
    pairs = [
        (each["parameters"], gold["arguments"])
        for row in rows("bfcl_calls.jsonl", folder)
        for gold in row["gold_calls"]
        for each in row["functions"]
        if each["name"] == gold["name"] and checker(each["parameters"]).accepts(gold["arguments"])
    ]
    alone = [
        (jsonschema_rs.Draft202012Validator(schema, validate_formats=True).is_valid, payload)
        for schema, payload in pairs
    ]
    ours = [(checker(schema).problems, payload) for schema, payload in pairs]
    looked_up = [(functools.partial(check, schema), payload) for schema, payload in pairs]
    timed: dict[str, list[float]] = {"alone": [], "compiled once": [], "check": []}
    for _ in range(9):
        for name, judges in zip(timed, (alone, ours, looked_up), strict=True):
            timed[name].append(
                timeit.timeit(lambda judges=judges: [judge(each) for judge, each in judges], number=30)
            )
    best = {name: min(times) / 30 / len(pairs) * 1e9 for name, times in timed.items()}
    return best | {f"{name} / alone": best[name] / best["alone"] for name in ("compiled once", "check")}


def main(folder: Path) -> None:
    """Print the tables."""
    console = Console()
    figures: list[tuple[str, dict[str, Any]]] = [
        ("Legacy definitions", legacy(folder)),
        ("MCP catalogues", catalogues(folder)),
        ("JSON Schema conformance", conformance(folder)),
        ("Calls (BFCL)", calls(folder)),
        ("Validation, ns a payload", speed(folder)),
    ]
    for title, found in figures:
        table = Table("", "figure", title=title)
        for name, value in found.items():
            table.add_row(name, f"{value:,.2f}" if isinstance(value, float) else f"{value:,}")
        console.print(table)


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else CASES)
