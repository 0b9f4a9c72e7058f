"""Telephone numbers. Apart from the other values because its tables take long to import."""

import phonenumbers
from phonenumbers import PhoneNumberFormat, PhoneNumberMatcher

from volition.values.terms import LIMIT


def phone(text: str, *, region: str | None = None) -> str | None:
    """The one valid telephone number in a text, in the form of E.164.

    >>> phone("call 06 698 12345 please", region="IT")
    '+390669812345'

    Args:
        text: What was said.
        region: The country whose numbers stand without `+`, such as `IT`; None takes only those with it.
    """
    country = region.upper() if region else None
    if country not in phonenumbers.SUPPORTED_REGIONS:
        country = None
    found = {
        phonenumbers.format_number(match.number, PhoneNumberFormat.E164)
        for match in PhoneNumberMatcher(text[:LIMIT], country)
    }
    return found.pop() if len(found) == 1 else None
