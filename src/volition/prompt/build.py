"""The JSON prompt as a dictionary with the documented keys, and the parts a layout needs beside it."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from volition.actions import render
from volition.actions.catalogue import Catalogue
from volition.messages import Incoming
from volition.ports import Profile, Record
from volition.prompt.examples import Example, choose
from volition.prompt.instructions import rules


@dataclass(frozen=True, slots=True, kw_only=True)
class Prompt:
    """Everything a model is told in one turn."""

    context: Mapping[str, Any]
    """History and hints."""
    input: Mapping[str, Any]
    """The message."""
    instructions: str
    """Persona and rules, one line."""
    actions: Any
    """The catalogue: an object in `schema` style, a list of lines otherwise."""
    fixed_examples: tuple[Example, ...] = ()
    """Examples that stay the same between turns."""
    nearest_examples: tuple[Example, ...] = ()
    """Examples chosen for this message."""
    turns: tuple[tuple[Record, ...], ...] = ()
    """The conversation so far, whole turns, oldest first."""

    def as_dict(self) -> dict[str, Any]:
        """The JSON prompt."""
        return {
            "context": dict(self.context),
            "input": dict(self.input),
            "instructions": self.instructions,
            "actions": self.actions,
        }


def build(
    incoming: Incoming,
    *,
    catalogue: Catalogue,
    profile: Profile,
    now: datetime,
    persona: str = "",
    turns: tuple[tuple[Record, ...], ...] = (),
) -> Prompt:
    """Put together what the model is told.

    Args:
        incoming: The message.
        catalogue: The actions that are offered.
        profile: What the engine is like.
        now: The time of the turn, in the person's zone.
        persona: Who the assistant is; goes in front of the rules.
        turns: The conversation so far, oldest first.
    """
    message = f"message_{incoming.origin.interface}"
    text = rules(message=message, spoken_values=profile.spoken_values)
    fixed, nearest = choose(catalogue, incoming.text, profile.examples)
    return Prompt(
        context={"history_current_chat": [line(record) for turn in turns for record in turn]},
        input=_input(incoming, now),
        instructions=" ".join(f"{persona} {text}".split()),
        actions=_actions(catalogue, profile),
        fixed_examples=fixed,
        nearest_examples=nearest,
        turns=turns,
    )


def line(record: Record) -> str:
    """A record as one line of history: `[21/11/26:0930] Ada: "Hello"`."""
    who = {"user": record.who or "User", "assistant": "Assistant", "action": "Action"}[record.role]
    text = " ".join(record.text.replace('"', "'").split())
    return f'[{record.at:%d/%m/%y:%H%M}] {who}: "{text}"'


def _input(incoming: Incoming, now: datetime) -> dict[str, Any]:
    origin = incoming.origin
    return {
        "type": "message",
        "interface": origin.interface,
        "payload": {
            "text": incoming.text,
            "input_source": incoming.input_source,
            "source": {
                "interface_path": origin.path,
                "message_id": incoming.message_id,
                "username": origin.username,
                "usertag": origin.usertag or "(no tag)",
                "interface": origin.interface,
            },
            "timestamp": (incoming.at or now).isoformat(),
            "privacy": "default",
            "scope": "local",
        },
    }


def _actions(catalogue: Catalogue, profile: Profile) -> Any:
    if profile.catalogue_style == "schema":
        return render.block(catalogue)
    return render.lines(catalogue, profile.catalogue_style)
