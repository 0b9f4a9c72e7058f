"""`volition chat`: a conversation in the terminal, or one turn for each line of standard input."""

import asyncio
import sys
from pathlib import Path
from typing import Annotated

import typer

from volition import config
from volition.assembly import for_engine, load, open_assistant
from volition.cli import models
from volition.cli.lines import Lines
from volition.cli.terminal import Terminal
from volition.runtime.assistant import Assistant


def chat(
    path: Annotated[
        str, typer.Argument(help="A file or folder that defines `assistant`; the demo when left out.")
    ] = "demo",
    engine: Annotated[str, typer.Option(help="`embedded` (default) or `openai`.")] = "",
    model: Annotated[
        str,
        typer.Option(
            help="A name from `volition models list`, `small`, a GGUF file, or a hosted model's name."
        ),
    ] = "",
    events: Annotated[bool, typer.Option("--events", help="Show what happens inside each turn.")] = False,
    as_json: Annotated[
        bool, typer.Option("--json", help="With piped input: print every event as one JSON object a line.")
    ] = False,
    yes: Annotated[
        bool, typer.Option("--yes", help="With piped input: agree to every action that asks first.")
    ] = False,
    debug: Annotated[bool, typer.Option("--debug", help="Show tracebacks.")] = False,  # noqa: ARG001 - read by the front door
) -> None:
    """Talk to an assistant; without a path, to the demo assistant Ada.

    In a terminal: type, press Enter; `/help` lists commands, Ctrl-C stops a turn, `/quit` leaves.
    With piped input each line is one turn:

        echo "remind me tomorrow at 9 to call mum" | volition chat
    """
    assistant = _open(path, engine, model)
    if sys.stdin.isatty() and sys.stdout.isatty() and not as_json:
        asyncio.run(Terminal(assistant, show_events=events).run())
        return
    failed = asyncio.run(Lines(assistant, as_json=as_json, show_events=events, agree=yes).run())
    if failed:
        raise typer.Exit(1)


def _open(path: str, engine: str, model: str) -> Assistant:
    settings = for_engine(config.read(), engine, model)
    definition = load(path)
    weights: Path | None = None
    if settings.engine == "embedded":
        weights = models.ready(settings.model)
    return open_assistant(definition, settings=settings, weights=weights)
