import json
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from volition.errors import UnreadableReply
from volition.jsontext import read

JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(2**53), 2**53)
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=12,
)
CONTAINERS = st.lists(JSON, max_size=4) | st.dictionaries(st.text(max_size=8), JSON, max_size=4)


@given(CONTAINERS.filter(lambda value: json.dumps(value).isascii()))
def test_valid_json_passes_untouched(value):
    """Clean JSON is read as it is, without repairs."""
    reading = read(json.dumps(value))

    assert (value, ()) == (reading.value, reading.repairs)


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ('```json\n{"a": 1}\n```', "fence"),
        ('Sure!\n```\n{"a": 1}\n```\nDone.', "fence"),
        ('```json\n{"a": 1}', "fence"),
        ('Here it is: {"a": 1} as you wished.', "prose"),
        ('<think>maybe {"a": 2}?</think>{"a": 1}', "thinking"),
        ("{'a': 1,}", "syntax"),
        ('{"a": 1', "syntax"),
        ("{a: 1}", "syntax"),
        ('\ufeff{"a": 1}', "prose"),
    ],
)
def test_each_kind_of_wrapping_is_read_and_told(text, kind):
    """What surrounds or damages the JSON is taken away, and the repair is named."""
    reading = read(text)

    assert {"a": 1} == reading.value
    assert kind in {each.kind for each in reading.repairs}


@pytest.mark.parametrize("text", ["", " ", "hello", "42", '"text"', "null", "{}}}}" * 0, "x" * 2_000_000])
def test_what_is_no_json_is_refused(text):
    """Text without an object or list, or too long, is the model's fault with a reason."""
    with pytest.raises(UnreadableReply, match="reply"):
        read(text)


@pytest.mark.parametrize(
    "text",
    ["{" * 100_000, "[" * 100_000, '{"a":' * 50_000, "}" * 100_000, '"' * 100_000 + "{", "```" * 30_000],
)
def test_hostile_text_ends_soon(text):
    """Text made to hang a repairer is refused, not chewed on."""
    begun = time.process_time()
    with pytest.raises(UnreadableReply):
        read(text)

    assert time.process_time() - begun < 20  # a hang, not a speed, is what this would catch


@given(st.text())
def test_only_unreadable_reply_is_raised(text):
    """Any text is read or refused with `UnreadableReply`."""
    try:
        read(text)
    except UnreadableReply as error:
        assert str(error)  # noqa: PT017 - most texts are refused, some are read
