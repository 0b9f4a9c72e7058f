"""`volition actions`: a catalogue listed, shown, searched, rendered and counted; definitions converted."""

import io
import json
import shlex
import sys
from collections.abc import Mapping, Sequence
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any, get_args

import typer
from rich.console import Console
from rich.table import Table
from rich.text import Text

from volition import tokens
from volition.actions import render as rendering
from volition.actions.action import Action
from volition.actions.catalogue import Catalogue
from volition.actions.fit import nearest
from volition.actions.search import Index
from volition.assembly import load
from volition.cli import definitions, mcp_listing
from volition.cli.definitions import Format
from volition.errors import BadConfig
from volition.messages import as_json as plain

WIDTH_OF_A_FILE = 160
"""Columns of a table that goes into a file or a pipe."""
BAR = 40
"""Columns of the longest bar."""
OPENAI = "openai tools"
"""What the styles are held against: the same actions as compact JSON of OpenAI tools."""

app = typer.Typer(no_args_is_help=True)
importing = typer.Typer(
    no_args_is_help=True, help="Read definitions of one format, or ask a server, and write three tiers."
)
app.add_typer(importing, name="import")


class Size(StrEnum):
    """How much of each action is printed."""

    SCHEMA = "schema"
    """The whole definition as JSON."""
    LITE = "lite"
    """The essential actions alone."""
    SIGNATURE = "signature"
    """One line, nothing lost."""
    BRIEF = "brief"
    """One line without what names and types say."""
    INDEX = "index"
    """Name and brief."""


STYLES: tuple[rendering.Style, ...] = get_args(rendering.Style)
"""The same, as the renderer calls them."""


Assistant = Annotated[
    str, typer.Option("--assistant", "-a", help="An assistant's file or folder; the demo when left out.")
]
File = Annotated[
    str, typer.Option("--file", "-f", help="Definitions as JSON instead, in any format; - is standard input.")
]
Out = Annotated[Path | None, typer.Option("--out", "-o", help="Write the definitions here.")]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON.")]


@app.callback()
def prepare() -> None:
    """Actions: list, show, check, render, search, convert, import."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")  # a catalogue in any script is printed to any terminal


@app.command("list")
def list_actions(assistant: Assistant = "", file: File = "", as_json: AsJson = False) -> None:
    """Show what there is, one action a line."""
    actions = _opened(assistant, file)
    if as_json:
        _print_json([_summary(each) for each in actions])
        return
    table = _table("name", "brief", "effects", "fields")
    for each in actions:
        fields = [name if name in each.required else f"{name}?" for name in each.fields]
        table.add_row(*map(_cell, (each.name, each.brief, each.effects or "", " ".join(fields))))
    _print_table(table)


@app.command()
def show(
    name: Annotated[str, typer.Argument(help="An action's name.")],
    assistant: Assistant = "",
    file: File = "",
    as_json: AsJson = False,
) -> None:
    """Show one action whole: what a model sees, its schema, its examples and what was guessed."""
    action = _named(_opened(assistant, file), name)
    if as_json:
        _print_json({"name": action.name, **action.to_dict(), "notes": list(action.notes)})
        return
    tiers = action.to_dict()
    console = _console()
    _print_titled(console, "signature", rendering.text([action], "signature"))
    for tier in ("schema", "examples"):
        _print_titled(console, tier, _indented(tiers.pop(tier)))
    tiers.pop("brief")
    if tiers:
        _print_titled(console, "runtime", _indented(tiers))
    if action.notes:
        _print_titled(console, "notes", "\n".join(action.notes))


@app.command()
def check(
    name: Annotated[str, typer.Argument(help="An action's name.")],
    payload: Annotated[str, typer.Option("--payload", "-p", help="A JSON file; - is standard input.")],
    assistant: Assistant = "",
    file: File = "",
    as_json: AsJson = False,
) -> None:
    """Hold a payload against an action's schema; exit code 1 when something is wrong with it."""
    if payload == "-" == file:
        raise BadConfig("Only one of --payload and --file can be standard input.")
    action = _named(_opened(assistant, file), name)
    value = definitions.parse(_bytes(payload), where=_where(payload))
    problems = action.checker.problems(value)
    if not problems and action.validate is not None and isinstance(value, dict):
        problems = action.validate(value)
    if as_json:
        _print_json({"ok": not problems, "problems": [plain(each) for each in problems]})
    else:
        for each in problems:
            _print(each.line())
        if not problems:
            _print(f"The payload fits {action.name}.")
    if problems:
        raise typer.Exit(1)


@app.command()
def render(
    style: Annotated[Size, typer.Option("--style", "-s", help="How much of each action.")] = Size.SIGNATURE,
    count: Annotated[
        bool, typer.Option("--tokens", help="Count the tokens of every style instead, as a chart.")
    ] = False,
    assistant: Assistant = "",
    file: File = "",
    as_json: AsJson = False,
) -> None:
    """Print what a model sees of a catalogue; with --tokens, what each style costs."""
    actions = _opened(assistant, file)
    if count:
        counted = _counted(actions)
        _print_json(counted) if as_json else _print_chart(counted, str(style))
        return
    text = rendering.text(actions, next(each for each in STYLES if each == style))
    if as_json:
        _print_json({"style": style.value, "tokens": tokens.count(text), "text": text})
    else:
        _print(text)


@app.command()
def search(
    text: Annotated[str, typer.Argument(help="What somebody may say.")],
    limit: Annotated[int, typer.Option("--limit", "-n", min=1, help="How many at most.")] = 10,
    assistant: Assistant = "",
    file: File = "",
    as_json: AsJson = False,
) -> None:
    """Show which actions a text most likely asks for."""
    hits = Index(_opened(assistant, file)).search(text, limit)
    if as_json:
        _print_json([{"score": round(hit.score, 4), **_summary(hit.action)} for hit in hits])
        return
    if not hits:
        _print("No action shares a word with this.")
        return
    table = _table("score", "name", "brief")
    for hit in hits:
        table.add_row(f"{hit.score:.2f}", _cell(hit.action.name), _cell(hit.action.brief))
    _print_table(table)


@app.command()
def convert(
    file: Annotated[str, typer.Argument(help="Definitions as JSON, in any format; - is standard input.")],
    out: Out = None,
    as_json: AsJson = False,
) -> None:
    """Turn legacy, OpenAI, MCP or OpenAPI definitions into three tiers, with a note for each guess."""
    _write(_read(file), out, as_json=as_json)


@importing.command("openai")
def import_openai(
    file: Annotated[str, typer.Argument(help="A list of tools as JSON; - is standard input.")],
    out: Out = None,
    as_json: AsJson = False,
) -> None:
    """Import tools of the OpenAI or Anthropic API."""
    _write(_read(file, Format.OPENAI), out, as_json=as_json)


@importing.command("openapi")
def import_openapi(
    file: Annotated[str, typer.Argument(help="An OpenAPI 3 document as JSON; - is standard input.")],
    out: Out = None,
    as_json: AsJson = False,
) -> None:
    """Import the operations of an API."""
    _write(_read(file, Format.OPENAPI), out, as_json=as_json)


@importing.command("mcp", context_settings={"ignore_unknown_options": True, "help_option_names": ["--help"]})
def import_mcp(
    command: Annotated[
        list[str], typer.Argument(help="What starts the server; or a JSON file with its tools.")
    ],
    out: Annotated[Path | None, typer.Option("--out", help="Write the definitions here.")] = None,
    timeout: Annotated[float, typer.Option(min=0.1, help="Seconds that the listing may take.")] = 30.0,
    as_json: AsJson = False,
) -> None:
    """Import the tools of an MCP server that a command starts; it is ended after the listing.

    Put `--` before a command that has options of these names: `import mcp --out tools.json -- COMMAND`.
    """
    if len(command) == 1 and (command[0] == "-" or command[0].endswith(".json")):
        _write(_read(command[0], Format.MCP), out, as_json=as_json)
        return
    words = _split(command[0]) if len(command) == 1 else command
    tools = mcp_listing.tools_of(words, seconds=timeout)
    catalogue = definitions.read({"tools": tools}, where=" ".join(words)[:80], form=Format.MCP)
    _write(catalogue, out, as_json=as_json)


# Reading.


def _opened(assistant: str, file: str) -> Catalogue:
    if assistant and file:
        raise BadConfig("Give --assistant or --file, not both.")
    return _read(file) if file else load(assistant or "demo").catalogue


def _read(file: str, form: Format | None = None) -> Catalogue:
    where = _where(file)
    return definitions.read(definitions.parse(_bytes(file), where=where), where=where, form=form)


def _bytes(file: str) -> bytes:
    """The bytes of a file, of standard input for `-`; one byte more than are ever read, at most.

    Raises:
        BadConfig: it is not there or cannot be read.
    """
    limit = definitions.MAX_BYTES + 1
    if file == "-":
        return sys.stdin.buffer.read(limit)
    try:
        with Path(file).open("rb") as opened:
            return opened.read(limit)
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else str(error)
        raise BadConfig(f"{file} cannot be read: {reason}.") from None


def _where(file: str) -> str:
    return "Standard input" if file == "-" else file


def _split(command: str) -> list[str]:
    try:
        words = shlex.split(command)
    except ValueError as error:
        raise BadConfig(f"The command {command!r} cannot be read: {error}.") from None
    if not words:
        raise BadConfig("There is no command.", hint="Give what starts the MCP server.")
    return words


def _named(actions: Catalogue, name: str) -> Action:
    action = actions.get(name)
    if action is None:
        near = nearest(actions.names, name)
        raise BadConfig(
            f"There is no action {name!r}.",
            hint=f"Did you mean {', '.join(near)}?" if near else "See: volition actions list",
        )
    return action


# Counting.


def _counted(actions: Catalogue) -> dict[str, Any]:
    """Tokens of the whole catalogue and of each action, by style; ratios to OpenAI tools."""
    total = {OPENAI: tokens.count(_openai(actions))}
    total |= {style: tokens.count(rendering.text(actions, style)) for style in STYLES}
    return {
        "actions": len(actions),
        "total": total,
        "ratio": {style: round(count / total[OPENAI], 3) for style, count in total.items()},
        "each": {
            each.name: {OPENAI: tokens.count(_openai([each]))}
            | {style: tokens.count("\n".join(rendering.lines([each], style))) for style in STYLES}
            for each in actions
        },
    }


def _openai(actions: Catalogue | Sequence[Action]) -> str:
    """The actions as compact JSON of OpenAI tools, with their whole descriptions."""
    tools = [
        {
            "type": "function",
            "function": {
                "name": each.name,
                "description": _description(each),
                "parameters": each.schema,
            },
        }
        for each in actions
    ]
    return json.dumps(tools, ensure_ascii=False, separators=(",", ":"))


def _description(action: Action) -> str:
    whole = action.examples.get("description")
    return whole if isinstance(whole, str) and whole else action.brief


# Printing.


def _print_chart(counted: Mapping[str, Any], chosen: str) -> None:
    total: dict[str, int] = counted["total"]
    most = max(total.values())
    console = _console()
    block, sliver = ("█", "▏") if console.encoding.startswith("utf") else ("#", "|")
    chart = _table("", "tokens", "ratio", "")
    for style, count in total.items():
        bar = block * round(BAR * count / most) or sliver
        look = "bold" if style == chosen else ""
        chart.add_row(
            style, f"{count}", f"{counted['ratio'][style]:.2f}", Text(bar, style="cyan"), style=look
        )
    console.print(f"{counted['actions']} actions, o200k tokens; the ratio is to {OPENAI}.\n")
    console.print(chart)
    each = _table("action", *total)
    for column in each.columns[1:]:
        column.justify = "right"
    for name, counts in counted["each"].items():
        each.add_row(_cell(name), *(str(counts[style]) for style in total))
    console.print()
    console.print(each)


def _write(actions: Catalogue, out: Path | None, *, as_json: bool) -> None:
    """The definitions to a file or standard output; the notes beside them."""
    tiers = {each.name: each.to_dict() for each in actions}
    notes = {each.name: list(each.notes) for each in actions if each.notes}
    if out is not None:
        try:
            out.write_text(_indented(tiers) + "\n", encoding="utf-8", errors="replace")
        except OSError as error:
            raise BadConfig(f"{out} cannot be written: {error.strerror}.") from None
    if as_json:
        _print_json({"actions": tiers, "notes": notes})
        return
    _print(_indented(tiers) if out is None else f"Wrote {len(tiers)} actions to {out}.")
    console = _console(stderr=True)
    for name, told in notes.items():
        for note in told:
            console.print(_cell(f"note: {name}: {note}"), soft_wrap=True)


def _summary(action: Action) -> dict[str, Any]:
    return {
        "name": action.name,
        "brief": action.brief,
        "effects": action.effects and str(action.effects),
        "owner": action.owner,
        "fields": list(action.fields),
        "required": list(action.required),
    }


def _table(*columns: str) -> Table:
    return Table(*columns, box=None, pad_edge=False)


def _cell(text: str) -> Text:
    """Foreign words for a terminal: no markup, no control characters."""
    return Text("".join(each if each.isprintable() else "\ufffd" for each in text))


def _console(*, stderr: bool = False) -> Console:
    console = Console(highlight=False, stderr=stderr)
    if not console.is_terminal:
        console.width = WIDTH_OF_A_FILE
    return console


def _print_table(table: Table) -> None:
    _console().print(table)


def _print_titled(console: Console, title: str, text: str) -> None:
    console.print(Text(title, style="bold"))
    for line in text.splitlines():
        console.print(_cell(line), soft_wrap=True)
    console.print()


def _print(text: str) -> None:
    typer.echo(text)


def _print_json(value: Any) -> None:
    _print(json.dumps(value, ensure_ascii=False, indent=2))


def _indented(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, indent=2)
