"""Briefs: one short line, cut where a reader would cut it."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from volition.actions.brief import LIMIT, Brief, Cut, brief, is_cut, shorten

TEXTS = st.text() | st.text(alphabet="ab.,;:()'\"` \n\t-—。，、e.g", max_size=400)


def test_a_short_text_stays_whole():
    """What fits is kept, with its line breaks as spaces."""
    assert "Roll a die, then show it." == shorten("  Roll a die,\n then show it. ")
    assert not is_cut("Roll a die,\n then show it.")


def test_a_long_text_is_its_first_sentence():
    """The first whole sentence is the brief."""
    text = "Send a message to a channel. " + "Messages are delivered asynchronously. " * 5

    assert "Send a message to a channel." == shorten(text)
    assert Cut.SENTENCE is brief(text).cut


@pytest.mark.parametrize(
    ("kept", "lost"),
    [
        (
            "Calculate the final velocity of an object under constant acceleration",
            ", knowing its initial velocity, acceleration, and time of acceleration.",
        ),
        (
            "Trigger GitHub Actions workflow operations",
            ", including running, re-running, cancelling workflow runs, and deleting workflow run logs.",
        ),
        (
            "Restrict what can be entered in a range",
            " (list dropdown, numbers, dates, times, text length or custom formula), with optional message.",
        ),
        (
            "Perform a statistical t-test",
            " to check if the means of two independent datasets are statistically different.",
        ),
        (
            "Gets the number of documents in a MongoDB collection",
            " using db.collection.count() and query as an optional filter parameter",
        ),
        (
            "Retrieves the latest game score, individual player stats, and team stats",
            " for a specified sports team.",
        ),
    ],
)
def test_a_long_sentence_is_cut_where_a_clause_begins(kept, lost):
    """A cut falls before a clause or a phrase, outside brackets and lists, and leaves no loose end."""
    assert Brief(text=f"{kept}.", cut=Cut.CLAUSE) == brief(kept + lost)


@pytest.mark.parametrize(
    "text",
    [
        "Search flights, e.g. Paris to Rome, for the given day. " + "Then more is said. " * 6,
        "Use approx. Five words here and i.e. Six there. " + "Then more is said. " * 6,
    ],
)
def test_an_abbreviation_ends_no_sentence(text):
    """The full stop of an abbreviation is no full stop."""
    assert text.partition(" Then")[0] == shorten(text)


def test_a_line_break_before_a_capital_ends_a_sentence():
    """A heading or an item on a line of its own is not run together with what follows."""
    assert "Query a data source. Error responses: 400" == shorten("Query a data source\nError responses: 400")
    assert "Update projects." == shorten("Update projects\n\n" + "Either one or the other. " * 8)


def test_a_label_before_the_description_wins():
    """Text about the whole set of tools gives way to the text about the tool."""
    text = "This tool belongs to the file system. It is simple. Tool description: List the current directory."

    assert "List the current directory." == shorten(text)
    assert is_cut(text)


def test_other_scripts_are_cut_at_their_own_punctuation():
    """Full-width stops and commas end sentences and clauses."""
    assert "天気を調べます。" == shorten("天気を調べます。" + "場所と日付を指定してください。" * 20)
    assert shorten("場所と日付を指定すると天気を調べる、" * 12).endswith("調べる。")


def test_a_blind_cut_shows_itself():
    """Where no clause begins in reach, whole words stay and an ellipsis ends them."""
    assert "…" == shorten("x" * 500)[-1]
    assert Cut.WORD is brief("word " * 100).cut
    assert shorten("word " * 100).endswith("word…")


@given(TEXTS, st.integers(20, 120))
def test_a_brief_is_one_short_line_made_of_the_text(text, limit):
    """Whatever the text: one line within the limit, nothing from nothing, and stable."""
    short = shorten(text, limit)

    assert len(short) <= limit
    assert 1 >= len(short.splitlines())
    assert bool(text.strip()) >= bool(short)
    assert short == shorten(short, limit)


@given(TEXTS)
def test_what_is_not_cut_lost_no_word(text):
    """`is_cut` is False only where every word is still there."""
    if not is_cut(text):
        assert text.split() == shorten(text).split() or "\n" in text


@pytest.mark.parametrize("part", ["a", "a b ", "(", "\n", "a,\n", "。", "e.g. "])
def test_a_huge_text_is_cut_like_any_other(part):
    """Five megabytes give a brief as well; only the beginning is read."""
    assert LIMIT >= len(shorten(part * (5_000_000 // len(part))))
