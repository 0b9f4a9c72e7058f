"""Docstrings: whatever is written, something sensible is read, and nothing is lost."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from volition.actions.docstring import read

LINES = st.lists(
    st.sampled_from(
        [
            "Do it.",
            "",
            "Args:",
            "    x: the x",
            "    - one",
            "Examples:",
            '    say: {"x": 1}',
            "    >>> f(1)",
            "    ... , 2)",
            "Notes",
            "-----",
            "When to use",
            ":param x: the x",
            ":note: n",
            ".. note:: n",
            ".. rubric:: Pitfalls",
            "**Notes**",
            "## Examples",
            "```",
            "{",
            "}",
            "(x",
            "Note: well",
            "f(",
            "\t",
            "日本語",
        ]
    ),
    max_size=14,
)


@settings(max_examples=400, deadline=None)
@given(LINES)
def test_any_docstring_is_read(lines):
    """Sections of all styles may be mixed, broken off or empty."""
    found = read("\n".join(lines), name="f", arguments=["x"])

    assert "\n" not in found.brief
    assert all(isinstance(each["payload"], dict) for each in found.guide.get("examples", ()))
    assert all(found.guide.values())


@pytest.mark.parametrize(
    "line",
    [
        'Wake me: {"when": "07:00"}',
        'Wake me -> {"when": "07:00"}',
        '- "Wake me" => {"when": "07:00"}',
        "1. Wake me: {'when': '07:00'}",
        'Scenario: Wake me. Payload: {"when": "07:00"}',
        'Wake me: remind(when="07:00")',
        'Wake me: `remind("07:00")`',
        'Wake me:\n```json\n{"when":\n "07:00"}\n```',
        "Wake me\n>>> remind(when=\"07:00\")\n'done'",
        'Wake me\n>>> await remind(\n...     when="07:00",\n... )',
        'Wake me\n>>> said = remind("07:00")',
    ],
)
def test_an_example_may_be_written_in_many_ways(line):
    """What is said, then JSON, a literal or a call: each gives scenario and payload."""
    text = "Remind.\n\nExamples:\n" + "\n".join("    " + each for each in line.splitlines())
    (example,) = read(text, name="remind", arguments=["when"]).guide["examples"]

    assert ("Wake me", {"when": "07:00"}) == (example["scenario"].rstrip("."), example["payload"])


def test_examples_that_hold_no_payload_are_kept_as_notes():
    """Prose among the examples is not thrown away; calls of others and their output are no examples."""
    text = """Remind.

    Examples:
        It works best in the morning.

        >>> import os
        >>> other(1)
        2
        >>> remind(when=now())
    """
    guide = read(text, name="remind", arguments=["when"]).guide

    assert ["It works best in the morning."] == guide["instructions"]["notes"]
    assert "examples" not in guide


def test_other_sections_stay_in_the_description():
    """A heading that is no part of the guide keeps its text in the description."""
    found = read("Pay.\n\nMore of it.\n\nFees:\n    Two per cent.\n\nReturns:\n    A receipt.")

    assert "Pay." == found.brief
    assert "Pay.\n\nMore of it.\n\nFees: Two per cent." == found.guide["description"]


def test_a_first_line_is_the_brief_whatever_it_looks_like():
    """A first line with a colon is no section."""
    assert "Warning: this bites." == read("Warning: this bites.").brief
    assert "" == read("").brief


def test_a_huge_docstring_is_read():
    """Size is no error."""
    found = read("Do it.\n\nNotes:\n" + "    - one more note\n" * 50_000)

    assert 50_000 == len(found.guide["instructions"]["notes"])
