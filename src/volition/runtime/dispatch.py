"""Runs a call. The one place where foreign code runs, so the one place that catches whatever it raises."""

import asyncio
import inspect
import threading
from collections.abc import Awaitable, Callable
from typing import Any

import orjson
import pydantic

from volition.actions.action import Action
from volition.actions.context import Context
from volition.actions.functions import FunctionHandler
from volition.errors import ActionFailed, BadResult, VolitionError
from volition.messages import Call, Outcome, OutcomeKind

MAX_RESULT_BYTES = 256_000
"""A larger result is refused: it fits no prompt and no screen."""


async def dispatch(action: Action, context: Context) -> Outcome:
    """Run a call and tell what came of it; raises nothing but cancellation.

    A handler's string is said to the person; any other value is kept as JSON. A handler that blocks is
    run in a thread of its own; when its time is up it is left behind, since a thread cannot be stopped.
    """
    call = context.call
    if action.handler is None:
        return _failed(call, f"The action {action.name!r} has nothing that runs it.")
    try:
        async with asyncio.timeout(action.timeout_s):
            value = _json_value(action.name, await _run(action, context))
    except TimeoutError:
        return _failed(call, f"{action.name!r} took longer than {action.timeout_s:g} s and was given up.")
    except VolitionError as error:
        return _failed(call, error.line())
    except Exception as error:  # noqa: BLE001 - foreign code may raise anything
        return _failed(call, f"{action.name!r} raised {type(error).__name__}: {_first_line(error)}")
    if isinstance(value, str):
        return Outcome(call=call, kind=OutcomeKind.DONE, value=value, say=value)
    return Outcome(call=call, kind=OutcomeKind.DONE, value=value)


async def _run(action: Action, context: Context) -> Any:
    handler = action.handler
    if handler is None:
        raise ActionFailed(f"The action {action.name!r} has nothing that runs it.")
    is_async = handler.is_async if isinstance(handler, FunctionHandler) else _is_async(handler)
    if is_async:
        return await handler(context, context.call.payload)
    value = await in_thread(lambda: handler(context, context.call.payload))
    return await value if inspect.isawaitable(value) else value


def _is_async(handler: Callable[..., Any]) -> bool:
    return inspect.iscoroutinefunction(handler) or inspect.iscoroutinefunction(
        getattr(handler, "__call__", None)  # noqa: B004 - an object may have an async __call__
    )


def in_thread(function: Callable[[], Any]) -> Awaitable[Any]:
    """Run a function that may block in a daemon thread, so that one that hangs does not hold up the exit."""
    loop = asyncio.get_running_loop()
    done: asyncio.Future[Any] = loop.create_future()

    def settle(value: Any, error: BaseException | None) -> None:
        if done.done():
            return
        if error is None:
            done.set_result(value)
        else:
            done.set_exception(error)

    def work() -> None:
        value, error = None, None
        try:
            value = function()
        except BaseException as raised:  # noqa: BLE001 - handed over to the waiting coroutine
            error = raised
            if isinstance(raised, StopIteration):
                error = RuntimeError(f"raised StopIteration: {raised}")
        try:
            loop.call_soon_threadsafe(settle, value, error)
        except RuntimeError:
            return  # the loop was closed meanwhile: nobody waits any more

    threading.Thread(target=work, name="volition-call", daemon=True).start()
    return done


def _json_value(name: str, value: Any) -> Any:
    """A handler's result as a JSON value.

    Raises:
        BadResult: it cannot be written as JSON, or is too large.
    """
    try:
        encoded = orjson.dumps(value, default=_encode)
    except TypeError as error:
        raise BadResult(
            f"{name!r} returned a {type(value).__name__} that is not JSON: {_first_line(error)}.",
            hint="Return a string to say, or numbers, lists, dicts, dataclasses or pydantic models.",
        ) from None
    if len(encoded) > MAX_RESULT_BYTES:
        raise BadResult(
            f"{name!r} returned {len(encoded):,} bytes; at most {MAX_RESULT_BYTES:,} are kept.",
            hint="Return a summary or a page of it.",
        )
    return orjson.loads(encoded)


def _encode(value: Any) -> Any:
    if isinstance(value, pydantic.BaseModel):
        return value.model_dump(mode="json")
    if isinstance(value, set | frozenset):
        return sorted(value, key=str)
    raise TypeError


def _first_line(error: BaseException) -> str:
    lines = str(error).strip().splitlines()
    return lines[0][:300] if lines else "no message"


def _failed(call: Call, error: str) -> Outcome:
    return Outcome(call=call, kind=OutcomeKind.FAILED, error=error)
