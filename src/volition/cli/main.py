"""The command line's front door: mounts the commands and turns errors into one line with the next step."""

import sys

import typer
from rich.console import Console

from volition.cli import actions, chat, doctor, lint, models, new
from volition.errors import Blame, VolitionError

app = typer.Typer(
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
    rich_markup_mode="markdown",
    help="**Volition**: declare what an assistant can do; any model does it correctly.\n\n"
    "Start with `volition chat`, or make your own with `volition new NAME`.",
)
app.command("chat")(chat.chat)
app.command("new")(new.new)
app.command("lint")(lint.lint)
app.command("doctor")(doctor.doctor)
app.add_typer(actions.app, name="actions")
app.add_typer(models.app, name="models")


def run() -> None:
    """Run the command line; a foreseen error ends in one line on standard error and exit code 2."""
    try:
        app()
    except VolitionError as error:
        if "--debug" in sys.argv:
            raise
        label = "your turn" if error.blame is Blame.USER else "error"
        Console(stderr=True, highlight=False, soft_wrap=True).print(f"{label}: {error.line()}", markup=False)
        sys.exit(2)
    except KeyboardInterrupt:
        sys.exit(130)
