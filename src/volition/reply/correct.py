"""The corrector: a flow that asks a model to mend what was wrong, and only that.

It sends the problems, the faulty reply, the person's message, and all three tiers of the failing
actions alone. One budget holds for the whole turn; the same wrong reply twice ends it.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Any

import orjson

from volition.actions.action import Action
from volition.actions.catalogue import Catalogue
from volition.flows import Ask, Flow
from volition.messages import Call, Problem
from volition.reply.parse import Judgement

MAX_FAULTY_CHARS = 2_000
"""Characters of a faulty reply that are shown to the model again."""
MAX_NEAREST = 5
"""Actions suggested for one unknown name."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Correction:
    """How a correction ended."""

    calls: tuple[Call, ...]
    """Calls that are right: those of the first reply that were, then those that were mended."""
    problems: tuple[Problem, ...] = ()
    """What is still wrong when the budget is spent."""
    failing: tuple[str, ...] = ()
    """Actions whose calls are still wrong."""
    attempts: int = 0
    """How often the model was asked again."""


Judge = Callable[[str], Judgement]
OnAttempt = Callable[[int, tuple[Problem, ...]], None]


def correct(
    reply: str,
    judgement: Judgement,
    *,
    judge: Judge,
    catalogue: Catalogue,
    said: str,
    attempts: int = 2,
    on_attempt: OnAttempt = lambda _attempt, _problems: None,
) -> Flow[Correction]:
    """Ask until the reply is right, the budget is spent, or the same wrong reply comes twice.

    Calls that are right are kept and never asked for again. Nothing is executed here.

    Args:
        reply: The model's raw reply.
        judgement: What was found in it.
        judge: Holds a new reply against the catalogue.
        catalogue: What was offered.
        said: The person's own message, so that the model answers the person and not the complaint.
        attempts: How often to ask at most.
        on_attempt: Told the number and the problems before each attempt.
    """
    kept: tuple[Call, ...] = () if judgement.whole else judgement.calls
    seen = {reply.strip()}
    done = 0
    while not judgement.is_right and not only_unsaid(judgement) and done < attempts:
        done += 1
        on_attempt(done, judgement.problems)
        reply = yield Ask(
            about="correction",
            prompt=request(reply, judgement, catalogue=catalogue, said=said, kept=kept),
        )
        if reply.strip() in seen:
            break
        seen.add(reply.strip())
        judgement = judge(reply)
        if not judgement.whole:
            kept = (*kept, *(call for call in judgement.calls if not _same_as_any(call, kept)))
    return Correction(calls=kept, problems=judgement.problems, failing=judgement.failing, attempts=done)


def only_unsaid(judgement: Judgement) -> bool:
    """Whether all that is wrong is that values were made up: a question for the person, not the model."""
    return bool(judgement.problems) and all(each.code == "unsaid" for each in judgement.problems)


def request(
    reply: str, judgement: Judgement, *, catalogue: Catalogue, said: str, kept: tuple[Call, ...]
) -> str:
    """What the model is told: one JSON object."""
    told: dict[str, Any] = {
        "system_message": {
            "type": "error",
            "message": "Some calls of your reply are wrong. Send these again, corrected."
            if kept
            else "Your reply is wrong and nothing of it was done. Send it again whole, corrected.",
            "problems": [problem.line() for problem in judgement.problems],
            "your_reply": reply[:MAX_FAULTY_CHARS],
            "original_user_message": said,
            "required_format": {"actions": [{"type": "ACTION_NAME", "payload": {}}]},
        }
    }
    if kept:
        told["system_message"]["already_accepted"] = [call.name for call in kept]
    guides = {each.name: _guide(each) for each in _concerned(judgement, catalogue)}
    if guides:
        told["system_message"]["actions"] = guides
    return orjson.dumps(told).decode("utf-8")


def _concerned(judgement: Judgement, catalogue: Catalogue) -> Iterator[Action]:
    """The failing actions; for a name that does not exist, the nearest ones."""
    names: list[str] = []
    for failing in judgement.failing:
        if failing in catalogue:
            names.append(failing)
        elif failing:
            names += [each.name for each in _nearest(failing, catalogue)]
    for name in dict.fromkeys(names):
        yield catalogue[name]


def _nearest(name: str, catalogue: Catalogue) -> list[Action]:
    words = set(name.casefold().split("_"))
    ranked = sorted(catalogue, key=lambda each: -len(words & set(each.name.casefold().split("_"))))
    return ranked[:MAX_NEAREST]


def _guide(action: Action) -> dict[str, Any]:
    return {"schema": action.schema, "brief": action.brief, "examples": action.examples}


def _same_as_any(call: Call, others: tuple[Call, ...]) -> bool:
    return any(replace(call, id="") == replace(other, id="") for other in others)
