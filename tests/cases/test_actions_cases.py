"""Actions against material that others made: every definition, tool, verdict and call, all of them right."""

import runpy
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
CASES = ROOT.parent / "shared" / "cases"

pytestmark = pytest.mark.skipif(not CASES.is_dir(), reason=f"the case files are not at {CASES}")


@pytest.fixture(scope="module")
def bench():
    """The benchmark, which does the measuring."""
    return runpy.run_path(str(ROOT / "benchmarks" / "actions_import.py"))


def test_every_legacy_definition_converts(bench):
    """Required and optional fields, declared types, examples and texts: nothing is lost in any."""
    found = bench["legacy"](CASES)

    assert 27 <= found["definitions"]
    assert {"definitions": found["definitions"], "converted": found["definitions"]} == dict(found)


def test_every_tool_of_every_catalogue_imports_and_decides_as_before(bench):
    """Each stored schema takes and refuses exactly what the original does, for valid and broken payloads."""
    found = bench["catalogues"](CASES, 3)

    assert (30, found["tools"]) == (found["catalogues"], found["imported"])
    assert found["valid payloads"] > found["tools"]
    assert found["broken payloads"] > found["tools"]
    for fault in (
        "brief wrong",
        "not the identity",
        "verdicts that differ",
        "tools without a valid payload",
        "tools without a broken payload",
    ):
        assert 0 == found[fault], fault


def test_every_verdict_of_the_conformance_suite_is_right(bench):
    """The verdicts are those of the JSON Schema test suite."""
    found = bench["conformance"](CASES)

    assert 416 == found["verdicts"] == found["right"]


def test_every_gold_call_is_accepted_and_every_mutation_refused(bench):
    """A dropped field, a wrong type and a foreign choice are each refused at their place."""
    found = bench["calls"](CASES)

    assert found["gold calls"] == found["gold calls accepted"] > 200
    for kind in ("required dropped", "wrong type", "enum violated"):
        assert 0 < found[kind] == found[f"{kind}, refused at the place"]
