"""Findings as text for a person, JSON for a program, SARIF 2.1.0 for a code host; the rules as a page."""

import json
from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import PurePath
from typing import Any
from urllib.parse import quote

from volition.lint.actions import RULES, UNUSABLE
from volition.lint.rule import Example, Finding, Rule, Severity

FIELDS = ("rule", "severity", "path", "pointer", "message", "fix")
"""What JSON says of each finding."""

_NOUNS = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.INFO: "note"}
_LEVELS = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.INFO: "note"}


def text(findings: Sequence[Finding], *, actions: int) -> str:
    """One line a finding, its fix below where the rule comes for the first time, and a sum at the end.

    >>> print(text([], actions=2))
    0 errors, 0 warnings, 0 notes in 2 actions.
    """
    lines: list[str] = []
    told: set[str] = set()
    for each in findings:
        place = f"{each.path}:{each.line}: " if each.path else ""
        lines.append(
            f"{place}{each.severity} {each.rule} {_one_line(each.message)} ({_one_line(each.pointer)})"
        )
        if each.rule not in told:
            lines.append(f"    fix: {each.fix}")
        told.add(each.rule)
    counts = Counter(each.severity for each in findings)
    sums = [_counted(counts[severity], noun) for severity, noun in _NOUNS.items()]
    return "\n".join([*lines, f"{', '.join(sums)} in {_counted(actions, 'action')}."])


def as_json(findings: Iterable[Finding]) -> str:
    """The findings as a JSON list of objects with the keys of `FIELDS`."""
    listed = [{key: str(getattr(each, key)) for key in FIELDS} for each in findings]
    return json.dumps(listed, ensure_ascii=False, indent=2)


def sarif(findings: Iterable[Finding], *, version: str) -> str:
    """The findings as a SARIF 2.1.0 log with one run.

    Args:
        findings: What was found.
        version: The version of Volition, as the log names the tool.
    """
    rules = (UNUSABLE, *RULES)
    positions = {rule.id: index for index, rule in enumerate(rules)}
    driver = {"name": "volition", "semanticVersion": version, "rules": [_sarif_rule(each) for each in rules]}
    results = [_sarif_result(each, positions[each.rule]) for each in findings]
    run = {"tool": {"driver": driver}, "columnKind": "unicodeCodePoints", "results": results}
    log = {
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [run],
    }
    return json.dumps(log, ensure_ascii=False, indent=2)


def _sarif_rule(rule: Rule) -> dict[str, Any]:
    return {
        "id": rule.id,
        "name": "".join(each.capitalize() for each in rule.title.replace(",", "").split()),
        "shortDescription": {"text": rule.title[:1].upper() + rule.title[1:] + "."},
        "fullDescription": {"text": rule.reason},
        "help": {"text": rule.fix},
        "defaultConfiguration": {"level": _LEVELS[rule.severity]},
    }


def _sarif_result(finding: Finding, position: int) -> dict[str, Any]:
    logical = {"fullyQualifiedName": finding.pointer, "kind": "member"}
    location: dict[str, Any] = {"logicalLocations": [logical]}
    if finding.path:
        location["physicalLocation"] = {
            "artifactLocation": {"uri": quote(PurePath(finding.path).as_posix())},
            "region": {"startLine": finding.line},
        }
    return {
        "ruleId": finding.rule,
        "ruleIndex": position,
        "level": _LEVELS[finding.severity],
        "message": {"text": f"{finding.message} {finding.fix}"},
        "locations": [location],
    }


def documentation() -> str:
    """The page on the rules, in Markdown."""
    rows = [f"| {each.id} | {each.severity} | {each.title} |" for each in (UNUSABLE, *RULES)]
    parts = [_HEAD, "| Rule | Severity | What it finds |\n| --- | --- | --- |\n" + "\n".join(rows)]
    return "\n\n".join([*parts, *(_documented(each) for each in (UNUSABLE, *RULES))]) + "\n"


_HEAD = """<!-- Made by: volition lint --rules > docs/reference/lint.md -->
# The rules of `volition lint`

`volition lint PATH` judges definitions before a model sees them. PATH is a Python file or a folder that
defines `assistant`, a JSON file (an object of definitions by name, a list of OpenAI tools, or what an MCP
server answers to `tools/list`), or a file of such objects, one a line (`.jsonl`).

- `--format text|json|sarif`: lines for a person, a list of `{rule, severity, path, pointer, message, fix}`,
  or SARIF 2.1.0 for a code host.
- `--select A03,A04` uses these rules alone; `--ignore A12` leaves rules out.
- The exit code is 0 without errors, 1 with errors (with `--strict` with warnings too), 2 when PATH cannot be
  read.

A tag silences a rule for one action, in place: `"tags": ["nolint:A07"]` in a definition,
`@action(tags=("nolint:A07,A12",))` in Python."""


def _documented(rule: Rule) -> str:
    parts = [f"## {rule.id} {rule.title}", f"{rule.reason} **Fix:** {rule.fix}"]
    if rule.bad:
        parts.append("Found:\n\n```json\n" + "\n".join(_shown(each) for each in rule.bad[:2]) + "\n```")
        parts.append("Left alone:\n\n```json\n" + "\n".join(_shown(each) for each in rule.good[:2]) + "\n```")
    return "\n\n".join(parts)


def _shown(example: Example) -> str:
    """An example on one line of ASCII, so that what is hidden shows."""
    return json.dumps({example.name: example.definition})


def _one_line(text: str) -> str:
    """A text on one line; what does not print is escaped, so that it does nothing to a terminal."""
    line = " ".join(text.split())
    return "".join(each if each.isprintable() else f"\\u{ord(each):04x}" for each in line)


def _counted(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"
