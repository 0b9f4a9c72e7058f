"""`volition actions` on the demo, on assistants and on files of every format."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import get_args

import pytest
from typer.testing import CliRunner, Result

from volition import tokens
from volition.actions import render
from volition.assembly import load
from volition.cli import actions
from volition.errors import BadConfig, TransportError, VolitionError

SCHEMA = {"type": "object", "properties": {"sides": {"type": "integer"}}, "required": ["sides"]}
TOOLS = [
    {
        "type": "function",
        "function": {"name": "roll", "description": "Roll a die. Any.", "parameters": SCHEMA},
    },
    {"type": "function", "function": {"name": "sing", "description": "Sing a song of the sea."}},
]
LEGACY = {"play": {"description": "Play a song.", "required_fields": ["title"], "optional_fields": ["loud"]}}
SERVER = """
import json, sys
for line in sys.stdin:
    asked = json.loads(line)
    if "id" in asked:
        tools = [{"name": name, "inputSchema": {"type": "object"}} for name in sys.argv[1:]]
        result = {"protocolVersion": "2025-06-18", "tools": tools}
        print(json.dumps({"jsonrpc": "2.0", "id": asked["id"], "result": result}), flush=True)
"""


def run(*arguments: str | Path, stdin: str = "") -> Result:
    """One command that succeeds or raises."""
    return CliRunner().invoke(actions.app, list(map(str, arguments)), input=stdin, catch_exceptions=False)


def told(*arguments: str | Path, stdin: str = ""):
    """What a command prints for machines."""
    return json.loads(run(*arguments, "--json", stdin=stdin).stdout)


@pytest.fixture
def file(tmp_path: Path):
    """What puts a JSON value into a file."""

    def put(value, name: str = "given.json") -> Path:
        path = tmp_path / name
        path.write_text(json.dumps(value))
        return path

    return put


def test_the_demo_is_listed():
    """Without a choice the demo's actions are shown, all of them, in order, to people and to machines."""
    names = load("demo").catalogue.names
    lines = run("list").stdout.splitlines()[1:]
    assert list(names) == [line.split()[0] for line in lines]
    assert list(names) == [each["name"] for each in told("list")]
    assert {"name", "brief", "effects", "owner", "fields", "required"} == set(told("list")[0])


def test_an_assistant_is_listed(tmp_path):
    """An assistant's file or folder is listed by its path."""
    (tmp_path / "assistant.py").write_text(
        "from volition import Assistant, action\n"
        "@action\ndef wave(hand: str) -> str:\n    '''Wave a hand.'''\n    return 'hi'\n"
        "assistant = Assistant('waver', actions=[wave])\n"
    )
    assert ["wave"] == [each["name"] for each in told("list", "-a", tmp_path)]


def test_a_file_is_listed_from_a_path_and_from_standard_input(file):
    """A file of tools, or standard input, is listed like an assistant."""
    assert ["roll", "sing"] == [each["name"] for each in told("list", "--file", file(TOOLS))]
    assert ["roll", "sing"] == [each["name"] for each in told("list", "--file", "-", stdin=json.dumps(TOOLS))]


def test_show_gives_an_action_whole(file):
    """One action is shown as a model sees it, with its schema; the JSON is its definition."""
    path = file(TOOLS)
    shown = run("show", "roll", "--file", path).stdout
    assert "roll(sides:int): Roll a die. Any." in shown
    assert '"required": [' in shown
    machine = told("show", "roll", "--file", path)
    assert ("roll", SCHEMA, "Roll a die. Any.") == (machine["name"], machine["schema"], machine["brief"])
    assert [] == machine["notes"]


@pytest.mark.parametrize("command", ["show", "check"])
def test_an_unknown_action_is_answered_by_near_ones(command):
    """A name that is not there is an error with the nearest names."""
    more = ["--payload", "-"] if command == "check" else []
    with pytest.raises(BadConfig, match="no action 'ad_remindr'") as caught:
        run(command, "ad_remindr", *more)
    assert "add_reminder" in caught.value.hint


def test_check_holds_a_payload_against_the_schema(file):
    """A right payload ends in 0, a wrong one in 1 with every fault and its pointer."""
    path = file(TOOLS)
    good = run("check", "roll", "--file", path, "--payload", file({"sides": 6}, "payload.json"))
    assert (0, "The payload fits roll.") == (good.exit_code, good.stdout.strip())
    bad = run("check", "roll", "--file", path, "--payload", "-", stdin='{"sides": "six"}')
    assert 1 == bad.exit_code
    assert bad.stdout.startswith("/sides: The field 'sides'")
    machine = told("check", "roll", "--file", path, "--payload", "-", stdin="{}")
    assert (False, "required") == (machine["ok"], machine["problems"][0]["code"])


def test_check_refuses_what_is_no_json():
    """A payload that is no JSON is an error, not a verdict."""
    with pytest.raises(BadConfig, match="Standard input is no JSON"):
        run("check", "roll_dice", "--payload", "-", stdin='{"sides": 6')


@pytest.mark.parametrize("style", get_args(render.Style))
def test_render_prints_what_a_model_sees(style, file):
    """Each style is printed as the renderer gives it, byte for byte."""
    expected = load("demo").catalogue.render(style)
    assert expected + "\n" == run("render", "--style", style).stdout
    machine = told("render", "--style", style)
    assert {"style": style, "tokens": tokens.count(expected), "text": expected} == machine


def test_the_sizes_are_the_renderers():
    """The command offers exactly the renderer's styles."""
    assert sorted(get_args(render.Style)) == sorted(actions.Size)


def test_tokens_are_counted_beside_openai_tools(file):
    """Tokens come by style and by action, with ratios to the compact OpenAI tools JSON."""
    counted = told("render", "--tokens", "--file", file(TOOLS))
    compact = json.dumps(TOOLS[:1], separators=(",", ":"))
    assert tokens.count(compact) == counted["each"]["roll"]["openai tools"]
    assert {"openai tools", *get_args(render.Style)} == set(counted["total"]) == set(counted["each"]["sing"])
    assert 1.0 == counted["ratio"]["openai tools"]
    assert counted["ratio"]["index"] < counted["ratio"]["signature"] < 1


def test_the_chart_is_in_proportion():
    """The longest bar is the costliest style's, and the others are in proportion."""
    total = told("render", "--tokens")["total"]
    chart = run("render", "--tokens").stdout.split("\n\n")[1].splitlines()[1:]
    most = max(total.values())
    assert [round(actions.BAR * count / most) for count in total.values()] == [
        line.count("█") for line in chart
    ]


def test_search_finds_and_limits():
    """The likeliest actions come first, as many as asked for; none is said in words."""
    assert "roll_dice" == told("search", "roll the dice")[0]["name"]
    assert 1 == len(told("search", "a reminder", "--limit", "1"))
    assert "roll_dice" in run("search", "roll the dice").stdout
    assert "No action shares a word" in run("search", "xyzzy").stdout
    assert [] == told("search", "xyzzy")


def test_convert_gives_three_tiers_and_notes(file, tmp_path):
    """Legacy definitions come out in three tiers, notes apart; what was written reads back."""
    done = run("convert", file(LEGACY), "--out", tmp_path / "out.json")
    written = json.loads((tmp_path / "out.json").read_text())
    assert {"schema", "brief", "examples"} <= set(written["play"])
    assert ["title"] == written["play"]["schema"]["required"]
    assert "Wrote 1 actions" in done.stdout
    assert "note: play: " in done.stderr
    machine = told("convert", file(LEGACY))
    assert written == machine["actions"]
    assert machine["notes"]["play"]
    assert written == json.loads(run("convert", tmp_path / "out.json").stdout)


@pytest.mark.parametrize(
    ("form", "value"),
    [
        ("openai", TOOLS),
        ("openapi", {"openapi": "3.1.0", "info": {}, "paths": {"/x": {"get": {"operationId": "roll"}}}}),
        ("mcp", {"tools": [{"name": "roll", "inputSchema": SCHEMA}]}),
    ],
)
def test_import_reads_a_file_of_its_format(form, value, file):
    """Each format is imported from its file, and refuses the files of another."""
    assert "roll" == next(iter(told("import", form, file(value))["actions"]))
    with pytest.raises(BadConfig, match="holds no"):
        run("import", form, file(LEGACY, "legacy.json"))


@pytest.mark.parametrize("after", [False, True])
def test_import_asks_an_mcp_server(tmp_path, after):
    """A server that a command starts is asked for its tools; our options stand before or after it."""
    (tmp_path / "server.py").write_text(SERVER)
    options, out = ["--out", tmp_path / "tools.json"], tmp_path / "tools.json"
    command = [sys.executable, "-u", tmp_path / "server.py", "wave", "bow"]
    run("import", "mcp", *([*command, *options] if after else [*options, "--", *command]))
    assert ["wave", "bow"] == list(json.loads(out.read_text()))
    quoted = " ".join(map(str, command))
    assert ["wave", "bow"] == list(told("import", "mcp", quoted)["actions"])


def test_a_silent_server_is_an_error():
    """A command that does not answer ends in an error after the time that was given."""
    with pytest.raises(TransportError, match=r"did not answer 'initialize' within 0\.3 s"):
        run("import", "mcp", "sleep 600", "--timeout", "0.3")


@pytest.mark.parametrize(
    "arguments",
    [
        ("list", "--file", "nowhere.json"),
        ("list", "--file", "."),
        ("list", "--file", "nul\0byte"),
        ("list", "--assistant", "nowhere.py"),
        ("list", "--assistant", "x", "--file", "y"),
        ("convert", "nowhere.json"),
        ("convert", "/dev/null"),
        ("import", "mcp", "nowhere.json"),
        ("import", "mcp", "no-such-program-here"),
        ("import", "mcp", ""),
        ("import", "mcp", "an 'open quote"),
        ("check", "roll_dice", "--payload", "-", "--file", "-"),
        ("check", "roll_dice", "--payload", "nowhere.json"),
        ("convert", "-", "--out", "/nowhere/at/all.json"),
    ],
)
def test_bad_input_is_an_error_of_ours(arguments, monkeypatch, tmp_path):
    """Files and commands that are not there, or make no sense, are errors with a message."""
    monkeypatch.chdir(tmp_path)
    with pytest.raises(VolitionError) as caught:
        run(*arguments, stdin=json.dumps(TOOLS))
    assert caught.value.line()


def test_a_hundred_megabytes_are_refused(tmp_path):
    """A file of 100 MB is refused with the limit, not read whole."""
    with (tmp_path / "huge.json").open("wb") as huge:
        huge.truncate(100_000_000)
    with pytest.raises(BadConfig, match="longer than 64 MB"):
        run("list", "--file", tmp_path / "huge.json")


def test_foreign_words_do_not_reach_the_terminal(file):
    """Control characters and markup in a definition are shown as text."""
    hostile = [{"name": "x\x1b[31m", "description": "[red]Be\x07 red[/red] \u202enow.", "parameters": {}}]
    for command in (["list"], ["show", "x\x1b[31m"], ["render", "--tokens"], ["search", "red"]):
        shown = run(*command, "--file", file(hostile)).stdout
        assert not {"\x1b", "\x07", "\u202e"} & set(shown), command
    assert "[red]Be" in run("list", "--file", file(hostile)).stdout


@pytest.mark.parametrize(
    "arguments", [["list"], ["render", "--tokens"], ["show", "名前"], ["search", "名前"]]
)
def test_a_terminal_with_ascii_alone(arguments, file):
    """Where standard output can hold ASCII only, something readable is printed all the same."""
    path = file([{"name": "名前", "description": "Écrire ton nom.", "parameters": {}}])
    done = subprocess.run(
        [sys.executable, "-c", "from volition.cli.actions import app; app()", *arguments, "--file", path],
        capture_output=True,
        text=True,
        check=False,
        env=os.environ | {"PYTHONIOENCODING": "ascii", "NO_COLOR": "1"},
    )
    assert (0, "") == (done.returncode, done.stderr)
    assert done.stdout.isascii()


def test_an_empty_catalogue(file):
    """A list of no tools is listed, rendered, counted and searched without a fault."""
    path = file([])
    assert [] == told("list", "--file", path)
    assert "" == told("render", "--file", path)["text"]
    assert 0 == told("render", "--tokens", "--file", path)["actions"]
    assert "0 actions" in run("render", "--tokens", "--file", path).stdout
    assert [] == told("search", "x", "--file", path)
