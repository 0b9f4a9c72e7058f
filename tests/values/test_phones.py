import pytest
from hypothesis import given
from hypothesis import strategies as st

from volition.values import read
from volition.values.phones import phone


@pytest.mark.parametrize(
    ("words", "region", "expected"),
    [
        ("call 06 698 12345 please", "IT", "+390669812345"),
        ("+49 30 901820", None, "+4930901820"),
        ("030 901820", "de", "+4930901820"),
        ("(212) 555-0123", "US", "+12125550123"),
        ("02-312-3456", "KR", "+8223123456"),
        ("06 698 12345", None, None),
        ("06 698 12345", "xx", None),
        ("12345", "IT", None),
        ("+39 06 698 12345 or +49 30 901820", None, None),
        ("no number", "IT", None),
    ],
)
def test_a_telephone_number_is_told_in_one_form(words, region, expected):
    """The one valid number in a text becomes E.164; without a region it needs its country code."""
    assert expected == phone(words, region=region)


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("ada@example.org", "ada@example.org"),
        ("write to Ada <ada.l+x@mail.example.co.uk>, please.", "ada.l+x@mail.example.co.uk"),
        ("ada@example.org and again ada@example.org", "ada@example.org"),
        ("ada@example.org or bob@example.org", None),
        ("ada@example", None),
        ("@ada", None),
        ("ada at example.org", None),
    ],
)
def test_an_address_is_found(words, expected):
    """The one e-mail address in a text is taken as written."""
    assert expected == read.email(words)


@given(st.text(max_size=200), st.text(max_size=3))
def test_no_text_raises(text, region):
    """Any text in any region is a number, an address, or None."""
    phone(text, region=region)
    read.email(text)


@pytest.mark.parametrize(
    "text", ["a@" * 500_000, "a." * 500_000, "a@a." * 250_000, "0" * 1_000_000, "+1 " * 300_000]
)
def test_long_texts_are_read_to_their_limit(text):
    """A megabyte is no burden."""
    assert read.email(text) is None
    assert phone(text, region="IT") is None
