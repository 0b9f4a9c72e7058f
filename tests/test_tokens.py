from hypothesis import given
from hypothesis import strategies as st

from volition import tokens


def test_known_counts_of_o200k():
    """Counts are those of the o200k vocabulary."""
    assert 0 == tokens.count("")
    assert 2 == tokens.count("hello world")
    assert 1 == tokens.count(" the")


@given(st.text())
def test_any_text_is_counted(text):
    """Every text has a count and an estimate, lone surrogates and special tokens included."""
    assert 0 <= tokens.count(text) <= len(text.encode("utf-8", "replace"))
    assert tokens.estimate(text) >= bool(text)


def test_special_tokens_are_text():
    """A marker of the vocabulary in a message is counted as ordinary text."""
    assert tokens.count("<|endoftext|>") > 1
    assert tokens.count("\ud800") >= 1
