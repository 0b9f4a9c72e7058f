"""`volition doctor`: is everything here that an assistant needs?"""

import importlib.util
import json
import os
import platform
import shutil
import sqlite3
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from volition import __version__, config
from volition.engines.known import find
from volition.engines.weights import Weights

GIGABYTE = 1_000_000_000


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """One thing that was looked at."""

    what: str
    """The thing."""
    ok: bool
    """Whether it is as it should be."""
    told: str
    """What was found."""
    hint: str = ""
    """What to do, when it is not."""


def doctor(
    as_json: Annotated[bool, typer.Option("--json", help="Print the findings as JSON.")] = False,
) -> None:
    """Check Python, packages, folders, database, models and disk; say what to do about each fault."""
    findings = list(_look(config.read()))
    if as_json:
        typer.echo(json.dumps([asdict(each) for each in findings], indent=2))
    else:
        console = Console(highlight=False)
        for each in findings:
            mark = "[green]ok  [/]" if each.ok else "[red]no  [/]"
            console.print(f"{mark} {each.what}: {each.told}" + (f" {each.hint}" if not each.ok else ""))
    if not all(each.ok for each in findings):
        raise typer.Exit(1)


def _look(settings: config.Config) -> Iterator[Finding]:
    python = platform.python_version()
    yield Finding(what="volition", ok=True, told=f"{__version__} on Python {python}, {sys.platform}")
    yield _package("xllamacpp", "the embedded engine", "embedded")
    yield _package("openai", "OpenAI-compatible servers", "openai")
    yield _folder(settings.home)
    yield Finding(
        what="full-text search",
        ok=_has_fts5(),
        told=f"SQLite {sqlite3.sqlite_version}",
        hint="Use a Python whose sqlite3 has FTS5.",
    )
    default = find("default")
    path = Weights(settings.home / "models").path(default)
    yield Finding(
        what="default model",
        ok=path is not None,
        told=str(path) if path else f"{default.name} is not here yet.",
        hint="Run: volition models pull",
    )
    free = shutil.disk_usage(_existing(settings.home)).free
    yield Finding(
        what="disk",
        ok=free > 2 * GIGABYTE,
        told=f"{free / GIGABYTE:.1f} GB free",
        hint="The default model needs 1.2 GB.",
    )
    yield Finding(what="cores", ok=True, told=str(os.cpu_count()))


def _package(name: str, purpose: str, extra: str) -> Finding:
    found = importlib.util.find_spec(name) is not None
    return Finding(
        what=name,
        ok=found,
        told=f"for {purpose}, {'installed' if found else 'not installed.'}",
        hint=f"pip install 'volition[{extra}]'",
    )


def _folder(home: Path) -> Finding:
    try:
        home.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=home):
            return Finding(what="data folder", ok=True, told=str(home))
    except OSError as error:
        return Finding(
            what="data folder",
            ok=False,
            told=f"{home} cannot be written: {error.strerror}.",
            hint="Set VOLITION_HOME to a folder of yours.",
        )


def _existing(path: Path) -> Path:
    return next(each for each in (path, *path.parents) if each.exists())


def _has_fts5() -> bool:
    with sqlite3.connect(":memory:") as connection:
        return bool(connection.execute("SELECT sqlite_compileoption_used('ENABLE_FTS5')").fetchone()[0])
