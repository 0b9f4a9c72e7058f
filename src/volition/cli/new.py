"""`volition new NAME`: a new assistant in a folder of its own."""

import re
from pathlib import Path
from typing import Annotated

import typer

from volition.errors import BadConfig

ASSISTANT = '''"""{title}: an assistant made with Volition."""

from typing import Annotated, Literal

from volition import Assistant, action


@action(effects="read-only", examples=[
    ("how much is a large coffee?", {{"drink": "coffee", "size": "large"}}),
    ("what does tea cost", {{"drink": "tea"}}),
])
def price(
    drink: Literal["coffee", "tea", "juice"],
    size: Annotated[Literal["small", "large"], "Cup size"] = "small",
) -> str:
    """Tell the price of a drink."""
    base = {{"coffee": 2.5, "tea": 2.0, "juice": 3.0}}[drink]
    return f"A {{size}} {{drink}} is {{base + (1 if size == 'large' else 0):.2f}} euro."


assistant = Assistant(
    "{name}",
    persona="You are {title}, helpful and brief.",
    actions=[price],
    small_talk=(
        ("hello", "Hello! Ask me for the price of a drink."),
        ("play some music", "I cannot do that. I can tell you what a drink costs."),
    ),
)
'''

README = """# {title}

    volition chat .

`assistant.py` declares what the assistant can do. Add a function, decorate it with `@action`, give it a
docstring and an example or two, and list it under `actions`.
"""


def new(
    name: Annotated[str, typer.Argument(help="The folder to make; its last part names the assistant.")],
) -> None:
    """Make a new assistant to start from: a folder with `assistant.py` and a README."""
    folder = Path(name)
    plain = re.sub(r"[^a-z0-9_]+", "_", folder.name.casefold()).strip("_")
    if not plain:
        raise BadConfig(f"{name!r} gives no name for an assistant.", hint="Use letters and digits.")
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise BadConfig(f"{folder} exists and is not empty.", hint="Choose another name.")
    try:
        folder.mkdir(parents=True, exist_ok=True)
        title = plain.replace("_", " ").title()
        for filename, text in (("assistant.py", ASSISTANT), ("README.md", README)):
            (folder / filename).write_text(text.format(name=plain, title=title), encoding="utf-8")
    except OSError as error:
        raise BadConfig(f"{folder} cannot be written: {error.strerror}.") from None
    typer.echo(f"Made {folder}/assistant.py. Talk to it: volition chat {folder}")
