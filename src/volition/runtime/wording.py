"""What the runtime itself says: plain sentences for outcomes that no model put into words."""

from collections.abc import Sequence
from typing import Any

import orjson

from volition.actions.action import Action, Effects
from volition.actions.catalogue import Catalogue
from volition.actions.message import is_message
from volition.messages import Outcome, OutcomeKind, Problem
from volition.reply.correct import Correction

MAX_LINES = 20
"""Lines of a list that are said at most."""


def told(outcome: Outcome, *, explains: bool) -> str:
    """What to say of an outcome right away; empty when the model will explain it."""
    if outcome.say:
        return outcome.say
    if outcome.kind is OutcomeKind.FAILED:
        return f"That did not work: {outcome.error}"
    if needs_explaining(outcome) and explains:
        return ""
    return plainly(outcome)


def needs_explaining(outcome: Outcome) -> bool:
    """Whether an outcome holds a value that nobody has put into words yet."""
    is_plain = outcome.kind is OutcomeKind.DONE and not is_message(outcome.call.name)
    return is_plain and not outcome.say and outcome.value is not None


def plainly(outcome: Outcome) -> str:
    """A value in plain lines."""
    if outcome.value is None:
        return "Done."
    if isinstance(outcome.value, list):
        lines = [f"- {_flat(each)}" for each in outcome.value[:MAX_LINES]]
        rest = len(outcome.value) - MAX_LINES
        return "\n".join(lines + ([f"and {rest} more"] if rest > 0 else [])) or "Nothing."
    return _flat(outcome.value)


def results_message(outcomes: Sequence[Outcome], *, said: str) -> str:
    """Outcomes for the model to explain: one JSON object."""
    outputs = [
        {"type": each.call.name, "payload": dict(each.call.payload), "result": each.value}
        for each in outcomes
    ]
    return orjson.dumps(
        {
            "system_message": {
                "type": "output",
                "message": "These actions were done. Tell the person the result; do not repeat them.",
                "action_outputs": outputs,
                "original_user_message": said,
            }
        }
    ).decode("utf-8")


def could_not(correction: Correction, catalogue: Catalogue) -> str:
    """What to say when a reply stayed wrong: a question where one answer is missing, else that it failed."""
    missing = [each for each in correction.problems if each.code in {"required", "format", "unsaid"}]
    if missing and len(missing) == len(correction.problems) and correction.failing:
        action = catalogue.get(correction.failing[0])
        if action is not None:
            return _question(action, missing)
    done = "The rest" if correction.calls else "That"
    return f"{done} I could not work out. Could you say it another way?"


def why_held(action: Action) -> str:
    """Why a call waits for a person."""
    if action.effects is Effects.DESTRUCTIVE:
        return "It removes something for good."
    return "It is to be confirmed each time."


def refused(action: Action) -> str:
    """What to say of a call that was not allowed."""
    return f"I have not done that: {action.name.replace('_', ' ')} was not agreed to."


def _question(action: Action, missing: Sequence[Problem]) -> str:
    names = [each.pointer.rsplit("/", 1)[-1] for each in missing]
    described = [str(action.fields.get(name, {}).get("description") or name).rstrip(".") for name in names]
    told = " and ".join(text[:1].lower() + text[1:] for text in dict.fromkeys(described))
    return f"I still need this to {action.name.replace('_', ' ')}: {told}?"


def _flat(value: Any) -> str:
    if isinstance(value, dict):
        return ", ".join(f"{key}: {_flat(item)}" for key, item in value.items())
    if isinstance(value, list):
        return ", ".join(_flat(each) for each in value)
    return str(value)
