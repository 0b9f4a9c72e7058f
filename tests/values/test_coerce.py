from datetime import datetime
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from volition.schema import check
from volition.values.coerce import coerce

NOW = datetime(2026, 11, 21, 10, 30, tzinfo=ZoneInfo("Europe/Rome"))
TIME = {"type": "string", "format": "date-time"}
DAY = {"type": "string", "format": "date"}
LENGTH = {"type": "string", "format": "duration"}


def field(schema, *, required=True):
    return {"type": "object", "properties": {"x": schema}, "required": ["x"] if required else []}


@pytest.mark.parametrize(
    ("schema", "value", "expected"),
    [
        ({"type": "integer"}, "5", 5),
        ({"type": "integer"}, 5.0, 5.0),
        ({"type": "number"}, "2.5", 2.5),
        ({"type": "integer"}, "two", 2),
        ({"type": "string"}, 5, "5"),
        ({"type": "boolean"}, "true", True),
        ({"type": "boolean"}, "no", False),
        ({"type": "array", "items": {"type": "integer"}}, "3", [3]),
        ({"type": "string"}, ["a"], "a"),
        ({"enum": ["small", "large"]}, "Large", "large"),
        ({"enum": ["quattro_formaggi"]}, "quattro formaggi", "quattro_formaggi"),
        ({"enum": [1, 2]}, "2", 2),
        (TIME, "tomorrow at 9", "2026-11-22T09:00:00+01:00"),
        (TIME, "2026-11-22T09:00", "2026-11-22T09:00:00+01:00"),
        (TIME, "friday", "2026-11-27T09:00:00+01:00"),
        (DAY, "yesterday", "2026-11-20"),
        (DAY | {"x-tense": "past"}, "14 November", "2026-11-14"),
        (LENGTH, "ten minutes", "PT10M"),
        (LENGTH, "an hour and a half", "PT1H30M"),
        ({"anyOf": [{"type": "integer"}, {"type": "null"}]}, "7", 7),
    ],
)
def test_a_value_with_one_reading_is_moved(schema, value, expected):
    """Where one reading fits the schema, the value becomes it, and the change is told."""
    found = coerce({"x": value}, field(schema), now=NOW)

    assert (expected, ()) == (found.value["x"], found.problems)


@pytest.mark.parametrize(
    ("schema", "value"),
    [
        ({"type": "integer"}, "many"),
        ({"type": "integer"}, "2.5"),
        ({"type": "boolean"}, "maybe"),
        ({"enum": ["small", "large"]}, "purple"),
        (TIME, "blue"),
        (TIME, "25:99"),
        (LENGTH, "soon"),
        ({"type": "integer"}, True),
        ({"type": "object"}, "x"),
    ],
)
def test_a_value_without_a_reading_stays_and_is_a_problem(schema, value):
    """Where nothing fits, the value stays as it is and the fault is told."""
    found = coerce({"x": value}, field(schema), now=NOW)

    assert value == found.value["x"]
    assert ["/x"] == [each.pointer for each in found.problems]


def test_leading_zeros_stay_text():
    """A string that the schema allows is never touched, however like a number it looks."""
    assert "007" == coerce({"x": "007"}, field({"type": "string"})).value["x"]


def test_an_empty_optional_value_is_left_out():
    """Null or an empty string for an optional field that takes neither means: not given."""
    for value in (None, ""):
        found = coerce({"x": value}, field({"type": "integer"}, required=False))

        assert ({}, ()) == (found.value, found.problems)


def test_times_need_a_now():
    """Without a time to read against, relative words stay."""
    assert coerce({"x": "tomorrow"}, field(TIME)).problems


def test_nested_values_and_local_references_are_followed():
    """Objects, lists and `$ref` inside the schema are walked."""
    schema = {
        "type": "object",
        "properties": {"rows": {"type": "array", "items": {"$ref": "#/$defs/row"}}},
        "$defs": {"row": {"type": "object", "properties": {"count": {"type": "integer"}}}},
    }
    found = coerce({"rows": [{"count": "1"}, {"count": "2"}]}, schema)

    assert {"rows": [{"count": 1}, {"count": 2}]} == found.value
    assert ["/rows/0/count", "/rows/1/count"] == [each.pointer for each in found.changes]


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=12),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner, max_size=3),
    max_leaves=6,
)
SCHEMAS = st.sampled_from([{"type": "integer"}, {"type": "string"}, {"enum": ["a", "b"]}, TIME, LENGTH, DAY])


@given(VALUES, SCHEMAS)
def test_coercion_agrees_with_the_schema(value, schema):
    """A value without problems is valid, one that was valid is untouched, and nothing raises."""
    found = coerce({"x": value}, field(schema), now=NOW)

    assert list(found.problems) == check(field(schema), found.value)
    if not check(field(schema), {"x": value}):
        assert {"x": value} == found.value
