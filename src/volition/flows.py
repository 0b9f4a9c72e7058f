"""Conversations with the outside written as generators that ask and are answered.

A flow yields an `Ask` and is sent the answer's text; what it returns is its result. One body
serves synchronous code, asynchronous code and tests, because only the driver knows how to wait.
"""

from collections.abc import Awaitable, Callable, Generator
from dataclasses import dataclass
from typing import Any, TypeVar

Result = TypeVar("Result")


@dataclass(frozen=True, slots=True, kw_only=True)
class Ask:
    """Something a flow wants a model to answer."""

    about: str
    """Why it is asked: `correction`, `extraction`, ..."""
    prompt: str
    """The request in words."""
    reply_schema: dict[str, Any] | None = None
    """The JSON Schema of a legal answer; None when any text will do."""


Flow = Generator[Ask, str, Result]


def drive(flow: Flow[Result], answer: Callable[[Ask], str]) -> Result:
    """Run a flow to its end, answering each `Ask` with a plain function.

    >>> def greet():
    ...     name = yield Ask(about="name", prompt="Who is there?")
    ...     return f"Hello {name}"
    >>> drive(greet(), lambda ask: "Ada")
    'Hello Ada'
    """
    try:
        ask = next(flow)
        while True:
            ask = flow.send(answer(ask))
    except StopIteration as stop:
        result: Result = stop.value
        return result


async def drive_async(flow: Flow[Result], answer: Callable[[Ask], Awaitable[str]]) -> Result:
    """Run a flow to its end, answering each `Ask` with a coroutine function."""
    try:
        ask = next(flow)
        while True:
            ask = flow.send(await answer(ask))
    except StopIteration as stop:
        result: Result = stop.value
        return result
