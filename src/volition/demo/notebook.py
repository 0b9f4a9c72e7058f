"""Pages of notes and diary in a small database of the assistant's own."""

import sqlite3
from contextlib import closing

from volition import Context


def keep(ctx: Context, kind: str, text: str) -> None:
    """Write a page of a kind."""
    with _pages(ctx) as pages:
        pages.execute("INSERT INTO page VALUES (?, ?, ?)", (kind, f"{ctx.now:%Y-%m-%d %H:%M}", text))


def found(ctx: Context, kind: str, like: str) -> str:
    """The pages of a kind whose day or text holds some words, a line each."""
    with _pages(ctx) as pages:
        rows = pages.execute(
            "SELECT at, text FROM page WHERE kind = ? AND instr(lower(at || ' ' || text), lower(?))",
            (kind, like),
        )
        return "\n".join(f"- {at}: {text}" for at, text in rows) or f"Nothing in your {kind} there."


def _pages(ctx: Context) -> closing[sqlite3.Connection]:
    pages = sqlite3.connect(ctx.files / "notebook.sqlite", isolation_level=None)
    pages.execute("CREATE TABLE IF NOT EXISTS page (kind TEXT, at TEXT, text TEXT)")
    return closing(pages)
