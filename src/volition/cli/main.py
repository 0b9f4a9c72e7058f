"""The command line's front door."""

import typer

app = typer.Typer(no_args_is_help=True)


@app.callback()
def volition() -> None:
    """Volition: the action runtime for LLM assistants."""


def run() -> None:
    """Run the command line."""
    app()
