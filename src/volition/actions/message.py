"""The action by which an assistant speaks: `message_<interface>`, owned by the interface."""

from volition.actions.action import Action, Effects

PREFIX = "message_"


def message_action(interface: str, *, examples: tuple[tuple[str, str], ...] = (), brief: str = "") -> Action:
    """The message action of an interface.

    Args:
        interface: The interface's id, such as `cli`.
        examples: Pairs of what a person says and what the assistant answers.
        brief: What it does; a sensible line when empty.
    """
    return Action(
        name=PREFIX + interface,
        schema={
            "type": "object",
            "properties": {"text": {"type": "string", "minLength": 1, "description": "What to say"}},
            "required": ["text"],
        },
        brief=brief or "Say something to the person: answer, ask, chat, or tell what you can do",
        examples={
            "description": "The only way to speak. Use it for small talk, for questions, and when no other "
            "action does what was asked: then say so, and what you can do instead.",
            "examples": [{"scenario": said, "payload": {"text": answer}} for said, answer in examples],
        },
        owner=interface,
        effects=Effects.READ_ONLY,
        idempotent=False,
    )


def is_message(name: str) -> bool:
    """Whether an action's name is that of a message action."""
    return name.startswith(PREFIX)
