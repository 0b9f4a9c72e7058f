import json
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from volition import Action, schema
from volition.lint import report
from volition.lint.actions import RULES, lint
from volition.lint.rule import Finding, Severity

PAGE = Path(__file__).parents[2] / "docs" / "reference" / "lint.md"
SARIF = {
    "type": "object",
    "required": ["version", "runs"],
    "properties": {
        "version": {"const": "2.1.0"},
        "$schema": {"type": "string", "format": "uri"},
        "runs": {
            "type": "array",
            "minItems": 1,
            "items": {
                "type": "object",
                "required": ["tool", "results"],
                "properties": {
                    "tool": {
                        "required": ["driver"],
                        "properties": {
                            "driver": {
                                "required": ["name", "rules"],
                                "properties": {
                                    "rules": {
                                        "items": {
                                            "required": ["id", "shortDescription", "help"],
                                            "properties": {
                                                "shortDescription": {"required": ["text"]},
                                                "help": {"required": ["text"]},
                                            },
                                        }
                                    }
                                },
                            }
                        },
                    },
                    "results": {
                        "items": {
                            "required": ["ruleId", "level", "message", "locations"],
                            "properties": {
                                "level": {"enum": ["none", "note", "warning", "error"]},
                                "message": {"required": ["text"]},
                                "locations": {
                                    "items": {
                                        "properties": {
                                            "physicalLocation": {
                                                "required": ["artifactLocation", "region"],
                                                "properties": {
                                                    "artifactLocation": {
                                                        "properties": {
                                                            "uri": {
                                                                "type": "string",
                                                                "format": "uri-reference",
                                                            }
                                                        }
                                                    },
                                                    "region": {
                                                        "properties": {
                                                            "startLine": {"type": "integer", "minimum": 1}
                                                        }
                                                    },
                                                },
                                            }
                                        }
                                    }
                                },
                            },
                        }
                    },
                },
            },
        },
    },
}
"""What a code host needs of a SARIF log."""


def found(message="run: it is vague.", severity=Severity.WARNING, path="my tools/a.json"):
    return Finding(
        rule="A04",
        severity=severity,
        path=path,
        pointer="/run/brief",
        message=message,
        reason="Why.",
        fix="Do.",
        line=3,
    )


def test_text_is_a_line_a_finding_and_a_sum():
    """Text has one line a finding with file and line, the fix once a rule, and counts at the end."""
    told = report.text([found(), found("run: it is\nvague again.", Severity.ERROR)], actions=1).splitlines()

    assert [
        "my tools/a.json:3: warning A04 run: it is vague. (/run/brief)",
        "    fix: Do.",
        "my tools/a.json:3: error A04 run: it is vague again. (/run/brief)",
        "1 error, 1 warning, 0 notes in 1 action.",
    ] == told


def test_json_is_a_list_of_flat_objects():
    """JSON has exactly the documented keys, all texts."""
    told = json.loads(report.as_json([found()]))

    assert [
        {
            "rule": "A04",
            "severity": "warning",
            "path": "my tools/a.json",
            "pointer": "/run/brief",
            "message": "run: it is vague.",
            "fix": "Do.",
        }
    ] == told
    assert [] == json.loads(report.as_json([]))


def test_sarif_holds_what_a_code_host_needs():
    """SARIF is of version 2.1.0, points into its own rules, and escapes the path."""
    log = json.loads(report.sarif([found(), found(severity=Severity.INFO, path="")], version="1.2.3"))
    run = log["runs"][0]
    rules = run["tool"]["driver"]["rules"]
    first, second = run["results"]

    assert [] == schema.check(SARIF, log)
    assert "A04" == rules[first["ruleIndex"]]["id"] == first["ruleId"]
    assert ("warning", "note") == (first["level"], second["level"])
    place = first["locations"][0]["physicalLocation"]
    assert {"artifactLocation": {"uri": "my%20tools/a.json"}, "region": {"startLine": 3}} == place
    assert "physicalLocation" not in second["locations"][0]


@given(st.text(), st.text(min_size=1, max_size=30))
def test_any_action_is_reported_in_every_format(brief, name):
    """No text of a definition breaks a report: JSON and SARIF stay readable, text keeps its lines."""
    findings = lint([Action(name=name, schema={"properties": {brief: {}}}, brief=brief)], path="a.json")

    assert len(findings) == len(json.loads(report.as_json(findings)))
    assert [] == schema.check(SARIF, json.loads(report.sarif(findings, version="1")))
    lines = 1 + len(findings) + len({each.rule for each in findings})
    assert lines == len(report.text(findings, actions=1).split("\n"))


def test_the_page_on_the_rules_is_up_to_date():
    """The reference page is what the rules say."""
    assert PAGE.read_text("utf-8") == report.documentation(), (
        "run: volition lint --rules > docs/reference/lint.md"
    )


def test_the_page_names_every_rule():
    """Each rule has its heading, reason and fix on the page, and what is hidden shows in its examples."""
    page = report.documentation()

    assert page.isprintable() or page.replace("\n", "").isprintable()
    for rule in RULES:
        assert f"## {rule.id} {rule.title}" in page
        assert rule.reason in page
        assert rule.fix in page
