import pytest
from hypothesis import given
from hypothesis import strategies as st

from volition.values import read

SIZES = ("small", "large", "extra large")
PIZZAS = ("Pizza Margherita", "Pizza Funghi", "quattro_formaggi")


@pytest.mark.parametrize(
    ("words", "options", "expected"),
    [
        ("large", SIZES, "large"),
        ("LARGE", SIZES, "large"),
        ("Extra-Large!", SIZES, "extra large"),
        ("extralarge", SIZES, "extra large"),
        ("the large one please", SIZES, "large"),
        ("an extra large pizza", SIZES, "extra large"),
        ("not large, small", SIZES, "small"),
        ("small, not the large", SIZES, "small"),
        ("no, the large one", SIZES, "large"),
        ("extra", SIZES, "extra large"),
        ("lrge", SIZES, "large"),
        ("extra lage", SIZES, "extra large"),
        ("the second one", SIZES, "large"),
        ("number 2", SIZES, "large"),
        ("the last", SIZES, "extra large"),
        ("il secondo", SIZES, "large"),
        ("die dritte bitte", SIZES, "extra large"),
        ("두 번째", SIZES, "large"),
        ("quattro formaggi", PIZZAS, "quattro_formaggi"),
        ("margherita", PIZZAS, "Pizza Margherita"),
        ("I'd like the margherita", PIZZAS, "Pizza Margherita"),
        ("margarita", PIZZAS, "Pizza Margherita"),
        ("café", ("cafe", "tea"), "cafe"),
        ("C++", ("C", "C++", "C#"), "C++"),
        ("c#", ("C", "C++", "C#"), "C#"),
        ("2 people", ("1", "2", "3"), "2"),
        ("XL", ("S", "M", "L", "XL"), "XL"),
    ],
)
def test_an_option_is_found(words, options, expected):
    """By name however written, inside other words, by a part that only it has, by place, by a near miss."""
    assert expected == read.choice(words, options)


@pytest.mark.parametrize(
    ("words", "options"),
    [
        ("small or large", SIZES),
        ("anything but large", SIZES),
        ("not the large one", SIZES),
        ("I don't want large", SIZES),
        ("pizza", PIZZAS),
        ("the fourth", SIZES),
        ("2", SIZES),
        ("purple", SIZES),
        ("", SIZES),
        ("no", ("No sugar", "Sugar")),
        ("I want a pizza", ("a", "b", "c")),
        ("blui", ("blue", "glue")),
        ("cax", ("cat", "car")),
        ("by the first of may", SIZES),
        ("large", ()),
    ],
)
def test_two_options_or_none_are_none(words, options):
    """Where two fit, one is denied, or a short name is only near, nothing is chosen."""
    assert read.choice(words, options) is None


def test_other_names_count_as_names():
    """A synonym names its option; one that two options share names neither."""
    synonyms = {"small": ["little", "kid size"], "large": ["big"], "extra large": ["big"]}

    assert "small" == read.choice("a kid size one", SIZES, synonyms=synonyms)
    assert read.choice("big", SIZES, synonyms=synonyms) is None


def test_a_bare_number_is_a_place_where_numbers_were_shown():
    """`numbered` says that options had numbers beside them."""
    assert ("large", None) == (read.choice("2", SIZES, numbered=True), read.choice("2", SIZES))


@given(st.lists(st.text(min_size=1, max_size=20), min_size=1, max_size=6, unique=True), st.data())
def test_an_option_names_itself(options, data):
    """Each option, said exactly, is chosen."""
    option = data.draw(st.sampled_from(options))

    assert option == read.choice(option, options)


@given(st.text(max_size=200), st.lists(st.text(max_size=20), max_size=6))
def test_no_text_raises(text, options):
    """Any text and any options give one of the options or None."""
    assert read.choice(text, options) in {None, *options}


def test_a_long_text_is_read_to_its_limit():
    """A megabyte is no burden."""
    assert read.choice("large word " * 100_000, SIZES) == "large"


PLAIN = {
    "yes": [
        "yes", "Yes please!", "yeah", "yep, that's right", "y", "ok", "sure thing", "sounds good", "go ahead",
        "that is correct, yeah", "of course", "why not", "👍", "sì", "va bene", "certo che sì", "ja klar",
        "passt",
        "auf jeden Fall", "oui merci", "d'accord", "sí, por favor", "vale", "네", "좋아요",
    ],
    "no": [
        "no", "No thanks.", "nope", "not really", "no that is not right", "absolutely not",
        "i don't think so", "👎",
        "no grazie", "assolutamente no", "nein danke", "auf keinen Fall", "non merci", "pas du tout",
        "no gracias",
        "아니요", "of course not",
    ],
    "cancel": [
        "never mind", "cancel", "no, cancel that", "forget it", "i changed my mind", "stop", "annulla",
        "lascia perdere", "abbrechen", "vergiss es", "laisse tomber", "olvídalo", "취소해 주세요",
    ],
    "maybe": [
        "maybe", "not sure", "i don't know", "it depends", "forse", "non lo so", "vielleicht", "keine Ahnung",
        "peut-être", "je ne sais pas", "quizás", "no lo sé", "글쎄요",
    ],
}  # fmt: skip


@pytest.mark.parametrize(
    ("expected", "words"), [(answer, words) for answer, said in PLAIN.items() for words in said]
)
def test_a_plain_answer_is_read(expected, words):
    """A plain answer is read in any of the languages, whatever the locale."""
    assert expected == read.yes_no(words)


@pytest.mark.parametrize(
    "words",
    [
        "", "yes but make it large", "yes, and what is the address?", "no, three tickets", "yes?",
        "yes and no",
        "don't stop", "don't cancel", "nicht abbrechen", "no i want it", "tomorrow",
        "make it for four people",
        "are you sure", "ne pas annuler", "!!!", "sì ma domani",
    ],
)  # fmt: skip
def test_an_answer_that_says_more_is_none(words):
    """A condition, a correction, a question or a contradiction is no plain answer."""
    assert read.yes_no(words) is None


@given(st.text(max_size=200))
def test_no_answer_raises(text):
    """Any text is an answer or None."""
    assert read.yes_no(text) in {None, "yes", "no", "cancel", "maybe"}
