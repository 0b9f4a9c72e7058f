"""The tools that an MCP server lists over standard input and output, asked once.

Speaks as much of the protocol as a listing needs: `initialize`, `notifications/initialized`, `tools/list`
with its pages. Calling tools is for the official client library, which comes with the transports.
"""

import asyncio
import contextlib
import json
import os
import signal
from collections import deque
from collections.abc import Mapping, Sequence
from types import TracebackType
from typing import Any, Self

from volition import __version__
from volition.errors import TransportError

PROTOCOL = "2025-06-18"
"""The version of the protocol that is asked for; a server may answer with an older one."""
SECONDS = 30.0
"""How long a listing may take, from start to end."""
MAX_LINE = 32_000_000
"""Bytes of one message."""
MAX_NOISE = 1_000
"""Lines that are no message which are skipped: some servers greet on standard output."""
MAX_NOISE_BYTES = 1_000_000
MAX_TOOLS = 20_000
STDERR_LINES = 5
"""Lines of the server's last words that an error tells."""
STDERR_WIDTH = 200
SECONDS_FOR_LAST_WORDS = 0.3
"""How long an error waits for what a server that is ending still says."""
SECONDS_TO_LEAVE = 1.0
"""How long a server that was told to end may take before it is killed."""


def tools_of(command: Sequence[str], *, seconds: float = SECONDS) -> list[dict[str, Any]]:
    """The tools of the MCP server that a command starts; the server has ended when this returns.

    Args:
        command: The program and its arguments.
        seconds: Longest time in all.

    Raises:
        TransportError: it cannot be started, does not answer in time, ends early, or does not speak MCP.
    """
    return asyncio.run(list_tools(command, seconds=seconds))


async def list_tools(command: Sequence[str], *, seconds: float = SECONDS) -> list[dict[str, Any]]:
    """The same as `tools_of` within a running event loop."""
    async with _Server(command) as server:
        try:
            async with asyncio.timeout(seconds):
                await server.greet()
                return await server.tools()
        except TimeoutError:
            raise await server.failed(f"did not answer {server.asked!r} within {seconds:g} s") from None


class _Server:
    """A running server; killed with all that it started when the block ends."""

    def __init__(self, command: Sequence[str]) -> None:
        self._command = list(command)
        self._last_id = 0
        self._noise = 0
        self._noise_bytes = 0
        self._stderr: deque[str] = deque(maxlen=STDERR_LINES)
        self.asked = "initialize"

    async def __aenter__(self) -> Self:
        try:
            self._process = await asyncio.create_subprocess_exec(
                *self._command,
                stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.PIPE,
                stderr=asyncio.subprocess.PIPE,
                limit=MAX_LINE,
                start_new_session=True,
            )
        except (OSError, ValueError) as error:
            reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
            raise TransportError(
                f"{self._name} cannot be started: {reason}.", hint="Check the command and its path."
            ) from None
        self._listening = asyncio.create_task(self._hear_stderr())
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        stdin = self._process.stdin
        if stdin is not None:
            stdin.close()
        with contextlib.suppress(TimeoutError):
            if kind is None:
                await asyncio.wait_for(self._drained(), SECONDS_TO_LEAVE)
        self._kill()
        self._listening.cancel()
        transport = self._process._transport  # type: ignore[attr-defined]  # noqa: SLF001 - no other way to close its pipes
        for pipe in filter(None, map(transport.get_pipe_transport, range(3))):
            pipe.close()
        leaving = asyncio.ensure_future(self._process.wait())
        await asyncio.wait({self._listening, leaving}, timeout=SECONDS_TO_LEAVE)
        leaving.cancel()
        transport.close()  # last: it asks for the exit status, which whoever waits for the process must get

    async def greet(self) -> None:
        """Shake hands."""
        client = {"name": "volition", "version": __version__}
        answer = await self.ask(
            "initialize", {"protocolVersion": PROTOCOL, "capabilities": {}, "clientInfo": client}
        )
        if "protocolVersion" not in answer:
            raise await self.failed("answered 'initialize' without a protocol version")
        await self._send({"method": "notifications/initialized"})

    async def tools(self) -> list[dict[str, Any]]:
        """All pages of the listing."""
        tools: list[dict[str, Any]] = []
        cursors: set[str] = set()
        cursor: str | None = None
        while True:
            page = await self.ask("tools/list", {} if cursor is None else {"cursor": cursor})
            listed = page.get("tools")
            if not isinstance(listed, list) or not all(isinstance(each, dict) for each in listed):
                raise await self.failed("answered 'tools/list' without a list of tools")
            tools += listed
            cursor = page.get("nextCursor")
            if cursor is None:
                return tools
            if not isinstance(cursor, str) or cursor in cursors or len(tools) > MAX_TOOLS:
                raise await self.failed("lists its tools without an end")
            cursors.add(cursor)

    async def ask(self, method: str, params: Mapping[str, Any]) -> dict[str, Any]:
        """The result of a request; what the server asks meanwhile is declined."""
        self.asked = method
        self._last_id += 1
        await self._send({"id": self._last_id, "method": method, "params": params})
        while True:
            message = await self._receive()
            if message.get("method") == method:
                raise await self.failed("sends back what it is sent; it is no MCP server")
            if "method" in message:
                await self._decline(message)
            elif message.get("id") == self._last_id:
                return await self._result(message)

    async def _result(self, message: Mapping[str, Any]) -> dict[str, Any]:
        error = message.get("error")
        if error is not None:
            told = error.get("message") if isinstance(error, dict) else error
            raise await self.failed(f"refused {self.asked!r}: {str(told)[:STDERR_WIDTH].rstrip('.')}")
        result = message.get("result")
        if not isinstance(result, dict):
            raise await self.failed(f"answered {self.asked!r} without a result")
        return result

    async def _decline(self, message: Mapping[str, Any]) -> None:
        """Answer what the server asks: it is there for a ping, and for nothing else."""
        if "id" not in message:
            return
        if message["method"] == "ping":
            await self._send({"id": message["id"], "result": {}})
        else:
            refusal = {"code": -32601, "message": "This client only lists tools."}
            await self._send({"id": message["id"], "error": refusal})

    async def _send(self, message: Mapping[str, Any]) -> None:
        stdin = self._process.stdin
        if stdin is None:
            raise await self.failed("has no standard input")
        try:
            stdin.write(json.dumps({"jsonrpc": "2.0", **message}).encode() + b"\n")
            await stdin.drain()
        except ConnectionError:
            raise await self.failed(f"ended before it answered {self.asked!r}") from None

    async def _receive(self) -> dict[str, Any]:
        stdout = self._process.stdout
        if stdout is None:
            raise await self.failed("has no standard output")
        while True:
            try:
                line = await stdout.readline()
            except ValueError:
                raise await self.failed(f"wrote a line of more than {MAX_LINE // 1_000_000} MB") from None
            if not line:
                raise await self.failed(f"ended before it answered {self.asked!r}")
            message = _message(line)
            if message is not None:
                return message
            self._noise += bool(line.strip())
            self._noise_bytes += len(line)
            if self._noise > MAX_NOISE or self._noise_bytes > MAX_NOISE_BYTES:
                said = line.decode("utf-8", "replace").strip()[:60]
                raise await self.failed(f"does not speak MCP; it wrote {said!r}")

    async def failed(self, what: str) -> TransportError:
        """The error that tells what the server did, and its last words."""
        leaving = asyncio.ensure_future(self._process.wait())
        await asyncio.wait({self._listening, leaving}, timeout=SECONDS_FOR_LAST_WORDS)
        leaving.cancel()
        code = self._process.returncode
        ended = f" (exit code {code})" if code is not None else ""
        heard = " | ".join(self._stderr)
        last_words = f" Its last words: {heard}" if heard else " It wrote nothing to standard error."
        greeted = " Lines on its standard output that are no messages were skipped." if self._noise else ""
        return TransportError(
            f"{self._name} {what}{ended}.{greeted}{last_words}",
            hint="Run the command by hand: an MCP server waits silently for JSON lines.",
        )

    async def _hear_stderr(self) -> None:
        """Keep the last lines; a server whose standard error nobody reads would block."""
        stderr = self._process.stderr
        rest = b""
        while stderr is not None and (chunk := await stderr.read(65_536)):
            *lines, rest = (rest + chunk).split(b"\n")
            rest = rest[-4 * STDERR_WIDTH :]
            self._note(lines)
        self._note([rest])

    def _note(self, lines: Sequence[bytes]) -> None:
        for line in lines[-STDERR_LINES:]:
            said = "".join(each for each in line.decode("utf-8", "replace") if each.isprintable()).strip()
            if said:
                self._stderr.append(said[:STDERR_WIDTH])

    async def _drained(self) -> None:
        """Read on until the server has ended, so that it can."""
        stdout = self._process.stdout
        while stdout is not None and await stdout.read(65_536):
            pass
        await self._process.wait()

    def _kill(self) -> None:
        with contextlib.suppress(ProcessLookupError, PermissionError):
            if hasattr(os, "killpg"):
                os.killpg(self._process.pid, signal.SIGKILL)
            else:
                self._process.kill()

    @property
    def _name(self) -> str:
        spelt = " ".join(self._command)
        return f"The MCP server {(spelt if len(spelt) <= 80 else spelt[:79] + '…')!r}"


def _message(line: bytes) -> dict[str, Any] | None:
    """The message that a line holds, or None where it is something else."""
    try:
        value = json.loads(line)
    except (ValueError, RecursionError):
        return None
    return value if isinstance(value, dict) and value.get("jsonrpc") == "2.0" else None
