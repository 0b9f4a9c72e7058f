"""Whether a call may run: allowed, asked about, or refused. Asked only after the call was judged right."""

from collections.abc import Awaitable, Callable
from enum import StrEnum

from volition.actions.action import Action, Effects
from volition.messages import Call, Origin


class Decision(StrEnum):
    """What policy says of a call."""

    ALLOW = "allow"
    """It runs."""
    ASK = "ask"
    """A person must agree first."""
    REFUSE = "refuse"
    """It does not run."""


Policy = Callable[[Action, Call, Origin], Decision]
"""Decides on a call that was judged right."""

Approve = Callable[[Action, Call], Awaitable[bool]]
"""Asks a person; True when they agree."""


def ask_before_lasting_effects(action: Action, _call: Call, _origin: Origin) -> Decision:
    """Ask before what destroys, and before what its author wants confirmed; allow the rest."""
    lasting = action.confirm or action.effects is Effects.DESTRUCTIVE
    return Decision.ASK if lasting else Decision.ALLOW


async def nobody_to_ask(_action: Action, _call: Call) -> bool:
    """Where no person can be asked, the answer is no."""
    return False
