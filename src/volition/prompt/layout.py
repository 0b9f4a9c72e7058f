"""The order on the wire: first what stays the same between turns, then what changes."""

from collections.abc import Sequence
from typing import Any

import orjson

from volition.messages import Attachment
from volition.ports import ChatMessage, Profile, Record
from volition.prompt.build import Prompt
from volition.prompt.examples import Example


def messages(
    prompt: Prompt, profile: Profile, *, attachments: tuple[Attachment, ...] = ()
) -> tuple[ChatMessage, ...]:
    """The prompt as an engine receives it.

    `json`: a system message with instructions, actions and fixed examples; a user message with context
    and input as JSON. `chat`: the same system message, then examples and past turns as turns of a chat,
    then the bare message; small models follow it best.
    """
    stable = ChatMessage(role="system", text=_stable(prompt, profile))
    if profile.layout == "chat":
        return (stable, *_as_chat(prompt, attachments))
    changing = {
        "examples": [{"input": each.said, "reply": each.reply()} for each in prompt.nearest_examples],
        "context": dict(prompt.context),
        "input": dict(prompt.input),
    }
    text = dumps({key: value for key, value in changing.items() if value})
    return (stable, ChatMessage(role="user", text=text, attachments=attachments))


def dumps(value: Any) -> str:
    """A value as compact JSON; what JSON cannot hold, such as lone surrogates, is replaced."""
    try:
        return orjson.dumps(value).decode("utf-8")
    except TypeError:
        return orjson.dumps(_clean(value), default=str).decode("utf-8")


def _clean(value: Any) -> Any:
    if isinstance(value, str):
        return value.encode("utf-8", "replace").decode("utf-8")
    if isinstance(value, dict):
        return {_clean(str(key)): _clean(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [_clean(item) for item in value]
    return value


def _stable(prompt: Prompt, profile: Profile) -> str:
    actions = prompt.actions if isinstance(prompt.actions, list) else [dumps(prompt.actions)]
    parts = [prompt.instructions, "Actions:", *actions]
    if prompt.fixed_examples and profile.layout == "json":
        parts += ["Examples:", *(f"{each.said} -> {dumps(each.reply())}" for each in prompt.fixed_examples)]
    return "\n".join(parts)


def _as_chat(prompt: Prompt, attachments: tuple[Attachment, ...]) -> Sequence[ChatMessage]:
    said = str(prompt.input["payload"]["text"])
    return [
        *(message for each in prompt.fixed_examples for message in _example(each)),
        *(message for each in prompt.nearest_examples for message in _example(each)),
        *(message for turn in prompt.turns for message in _past(turn)),
        ChatMessage(role="user", text=said, attachments=attachments),
    ]


def _example(example: Example) -> tuple[ChatMessage, ChatMessage]:
    return (
        ChatMessage(role="user", text=example.said),
        ChatMessage(role="assistant", text=spaced(example.reply())),
    )


def _past(turn: tuple[Record, ...]) -> list[ChatMessage]:
    """One past turn as the reply that was right, so that the model keeps to the format."""
    said = " ".join(record.text for record in turn if record.role == "user")
    calls = [
        {"type": record.data["name"], "payload": record.data["payload"]}
        for record in turn
        if record.role == "action" and record.data
    ]
    if not said or not calls:
        return []
    return [
        ChatMessage(role="user", text=said),
        ChatMessage(role="assistant", text=spaced({"actions": calls})),
    ]


def spaced(value: Any) -> str:
    """JSON with a space after each colon and comma: the spelling that small models write most surely."""
    if isinstance(value, dict):
        return "{" + ", ".join(f"{dumps(key)}: {spaced(item)}" for key, item in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(spaced(item) for item in value) + "]"
    return dumps(value)
