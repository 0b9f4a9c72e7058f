import asyncio

from hypothesis import given
from hypothesis import strategies as st

from volition.flows import Ask, drive, drive_async


def summing(count):
    total = 0
    for number in range(count):
        total += int((yield Ask(about="number", prompt=str(number))))
    return total


@given(st.lists(st.integers(-1000, 1000), max_size=20))
def test_both_drivers_give_the_same(numbers):
    """One body gives the same result when driven synchronously and asynchronously."""
    answers, again = iter(numbers), iter(numbers)

    async def answer(_ask):
        return str(next(again))

    assert sum(numbers) == drive(summing(len(numbers)), lambda _ask: str(next(answers)))
    assert sum(numbers) == asyncio.run(drive_async(summing(len(numbers)), answer))


def test_a_flow_that_asks_nothing_ends_at_once():
    """A flow without an Ask needs no answer."""

    def nothing():
        return 7
        yield

    assert 7 == drive(nothing(), lambda _ask: "")
