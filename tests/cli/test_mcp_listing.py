"""Listing the tools of MCP servers: real child processes, well-behaved and otherwise."""

import contextlib
import os
import sys
import time

import pytest

from volition.cli import mcp_listing
from volition.errors import TransportError

SPEAK = """
import json, sys, time, os
def receive():
    line = sys.stdin.readline()
    return json.loads(line) if line else sys.exit(0)
def send(**message):
    print(json.dumps({"jsonrpc": "2.0", **message}), flush=True)
def greet():
    asked = receive()
    assert asked["method"] == "initialize", asked
    assert asked["params"]["clientInfo"]["name"] == "volition"
    send(id=asked["id"], result={"protocolVersion": "2024-11-05", "capabilities": {"tools": {}}, "serverInfo": {}})
    assert receive() == {"jsonrpc": "2.0", "method": "notifications/initialized"}
def tool(name):
    return {"name": name, "description": "Do " + name, "inputSchema": {"type": "object"}}
def answer(tools, **more):
    asked = receive()
    assert asked["method"] == "tools/list", asked
    send(id=asked["id"], result={"tools": tools, **more})
    return asked["params"].get("cursor")
"""  # noqa: E501 - a program of its own


@pytest.fixture
def server(tmp_path):
    """What makes a server's command of its program."""

    def make(body: str) -> list[str]:
        path = tmp_path / "server.py"
        path.write_text(SPEAK + body)
        return [sys.executable, str(path)]

    return make


def failed(command, *, seconds=20.0) -> str:
    """What the error of a listing says, on one line."""
    with pytest.raises(TransportError) as caught:
        mcp_listing.tools_of(command, seconds=seconds)
    return caught.value.line()


def test_tools_are_listed(server):
    """A server's tools come as it lists them."""
    tools = mcp_listing.tools_of(server("greet(); answer([tool('a'), tool('b')]); receive()"))
    assert ["a", "b"] == [each["name"] for each in tools]
    assert {"name": "a", "description": "Do a", "inputSchema": {"type": "object"}} == tools[0]


def test_all_pages_are_read(server):
    """A listing in pages is followed by its cursors to the end."""
    body = """
greet()
assert answer([tool('a')], nextCursor='2') is None
assert answer([], nextCursor='3') == '2'
assert answer([tool('b')]) == '3'
"""
    assert ["a", "b"] == [each["name"] for each in mcp_listing.tools_of(server(body))]


def test_talk_besides_is_borne(server):
    """Greetings on standard output, log messages, pings and requests of the server do not disturb."""
    body = """
print("Server v1 is ready!", flush=True); print(flush=True); print('{"level": "info"}', flush=True)
greet()
send(method="notifications/message", params={"level": "info", "data": "hi"})
send(id="s1", method="ping"); send(id="s2", method="roots/list")
asked = receive()
assert receive() == {"jsonrpc": "2.0", "id": "s1", "result": {}}
assert receive()["error"]["code"] == -32601
send(id=999, result={"tools": []})
send(id=asked["id"], result={"tools": [tool("a")]})
"""
    assert ["a"] == [each["name"] for each in mcp_listing.tools_of(server(body))]


def test_a_long_listing_comes_whole(server):
    """A listing of several megabytes in one line is read."""
    tools = mcp_listing.tools_of(
        server("greet(); answer([tool(str(n)) | {'title': 'x' * 5000} for n in range(1000)])")
    )
    assert 1000 == len(tools)


@pytest.mark.parametrize(
    ("body", "told"),
    [
        ("sys.exit('no token is set')", "ended before it answered 'initialize' (exit code 1)"),
        ("1 / 0", "ZeroDivisionError: division by zero"),
        ("os.close(0); os.close(1); os._exit(3)", "(exit code 3)"),
        ("receive(); os.kill(os.getpid(), 9)", "(exit code -9)"),
        ("greet(); sys.exit(4)", "ended before it answered 'tools/list'"),
        ("print('<html>garbage</html>')", "Lines on its standard output that are no messages"),
        ("while True: print('garbage', flush=True)", "does not speak MCP; it wrote 'garbage'"),
        ("while True: os.write(1, os.urandom(9999))", "does not speak MCP"),
        ("os.write(1, b'x' * 50_000_000); time.sleep(60)", "wrote a line of more than 32 MB"),
        ("\nfor _ in range(50): print('y' * 1_000_000)\ntime.sleep(60)", "does not speak MCP"),
        ("print('[' * 100_000); print('[]'); print('3'); print('null')", "are no messages"),
        ('print(\'{"jsonrpc": "2.0", "id": 1, "result": []}\')', "without a result"),
        ("send(id=1)", "without a result"),
        ("send(id=1, result={})", "without a protocol version"),
        ("send(id=1, error={'code': -1, 'message': 'not today'})", "refused 'initialize': not today"),
        ("send(id=1, error='odd')", "refused 'initialize': odd"),
        ("greet(); answer({'a': 1})", "without a list of tools"),
        ("greet(); answer(['a'])", "without a list of tools"),
        ("greet(); [answer([], nextCursor='again') for _ in range(3)]", "without an end"),
        ("greet(); answer([], nextCursor=7)", "without an end"),
        ("greet()\nwhile True: answer([tool('a')] * 5000, nextCursor=str(time.time()))", "without an end"),
    ],
    ids=lambda each: each[:40],
)
def test_a_server_that_fails_is_one_clear_error(server, body, told):
    """A server that ends, or says what is no answer, is one error with what it did and its last words."""
    assert told in failed(server(body))


@pytest.mark.parametrize(
    ("body", "told"),
    [
        ("time.sleep(600)", "did not answer 'initialize' within 1 s"),
        ("print('loading', file=sys.stderr, flush=True); time.sleep(600)", "Its last words: loading"),
        ("greet(); time.sleep(600)", "did not answer 'tools/list' within 1 s"),
        ("import signal; signal.signal(15, signal.SIG_IGN); time.sleep(600)", "within 1 s"),
        ("while True: send(method='notifications/progress'); time.sleep(.01)", "within 1 s"),
    ],
    ids=lambda each: each[:40],
)
def test_a_server_that_hangs_is_given_up(server, body, told):
    """A server that does not answer in time is one error that says what it was asked."""
    assert told in failed(server(body), seconds=1)


def test_last_words_are_short_and_clean(server):
    """However much a server writes to standard error, its last lines are told, without control characters."""
    body = r"""
sys.stderr.write("noise " * 8_000_000)
sys.stderr.write("\n" + "\n".join(f"line {n} \x1b[31mred\x00" for n in range(1000)) + "\nthe end")
sys.exit(1)
"""
    told = failed(server(body))
    assert "line 999 [31mred | the end" in told
    assert "line 990 " not in told
    assert len(told) < 1500


@pytest.mark.parametrize(
    ("command", "told"),
    [
        (["/nowhere/server"], "No such file"),
        (["."], "cannot be started"),
        ([""], "cannot be started"),
        (["nul\0byte"], "cannot be started"),
    ],
)
def test_a_command_that_cannot_be_started(command, told):
    """A command that is not there is one error."""
    assert told in failed(command)


def test_a_program_that_is_no_server():
    """A program that copies its input, or prints and ends, is not taken for a server."""
    assert "sends back what it is sent" in failed(["cat"])
    assert "ended before it answered" in failed(["echo", "hello"])


def is_running(pid: int) -> bool:
    """Whether a process is there and no zombie."""
    try:
        with open(f"/proc/{pid}/stat") as stat:  # noqa: PTH123 - it may vanish at any time
            return stat.read().rpartition(")")[2].split()[0] not in {"Z", "X"}
    except (FileNotFoundError, ProcessLookupError):
        return False


@pytest.mark.skipif(not os.path.isdir("/proc/self"), reason="reads /proc")  # noqa: PTH112 - a plain question
@pytest.mark.parametrize("end", ["greet(); answer([]); time.sleep(600)", "time.sleep(600)", "sys.exit(1)"])
def test_nothing_is_left_running(server, tmp_path, end):
    """However a listing ends, the server and the processes it started are gone."""
    body = f"""
import subprocess
child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"])
open({str(tmp_path / "pids")!r}, "w").write(f"{{os.getpid()}} {{child.pid}}")
{end}
"""
    with contextlib.suppress(TransportError):
        mcp_listing.tools_of(server(body), seconds=1.5)
    pids = [int(each) for each in (tmp_path / "pids").read_text().split()]
    for _ in range(100):
        if not any(map(is_running, pids)):
            break
        time.sleep(0.02)
    assert [] == [each for each in pids if is_running(each)]
