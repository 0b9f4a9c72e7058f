"""Plugin classes in the shape of Synthetic Heart, run unmodified: their actions, checks and injections.

A plugin has `get_supported_actions`, `execute_action(action, context, bot, original_message)` and, where
it wants them, `get_supported_action_types`, `get_prompt_instructions`, `validate_payload` or
`validate_action`, and `get_static_injection` with the pseudo-action `static_inject`. An interface may have
`send_message(payload, original_message=...)` for its `message_...` action.
"""

import inspect
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from volition.actions.action import Action, Handler, Validate
from volition.actions.context import Context
from volition.errors import BadAction
from volition.messages import Incoming, Origin, Problem
from volition.schema import pointer

STATIC_INJECT = "static_inject"
"""The pseudo-action of a plugin that adds to the prompt; no model calls it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Person:
    """Who sent a message, as plugins read it."""

    id: str
    """Unique within the interface."""
    username: str
    """The handle without `@`; empty when there is none."""
    full_name: str
    """The display name."""
    first_name: str
    """The display name's first word."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Message:
    """A message, as plugins read it."""

    text: str
    """What was said."""
    chat_id: str
    """The second step of the interface path."""
    thread_id: str | None
    """The third step of the interface path."""
    from_user: Person
    """Who said it."""
    date: datetime | None
    """When it was said."""
    message_id: str
    """The interface's own id; empty when it has none."""
    interface_path: str
    """The address to answer."""
    caption: str | None = None
    """The first attachment's caption."""
    reply_to_message: "Message | None" = None
    """The message it answers."""


Injection = Callable[[Message, Mapping[str, Any]], Any]
"""Adds to a prompt's context: takes the message and the memory; gives a dict or an awaitable of one."""


def actions_of(plugin: Any, *, owner: str = "", bot: Any = None) -> list[Action]:
    """The actions of a plugin, ready to run; `static_inject` is left to `injections_of`.

    Args:
        plugin: A plugin's instance, or its class where that needs no arguments.
        owner: Who offers them; without it the definition's `source`, then the plugin's own name.
        bot: What the plugin is handed as its bot.

    Raises:
        BadAction: it has no actions, nothing that runs them, or a definition that cannot be read.
        BadSchema: a schema is wrong.
    """
    plugin = _instance(plugin)
    definitions = {name: each for name, each in _definitions(plugin).items() if name != STATIC_INJECT}
    run = _runner(plugin, bot) if definitions else None
    validate = _validator(plugin)
    actions = []
    for name, definition in definitions.items():
        instructions = getattr(plugin, "get_prompt_instructions", _nothing)(name)
        source = definition.get("source") if isinstance(definition, Mapping) else None
        read = Action.from_dict(
            name,
            definition,
            handler=run and run(name),
            owner=owner or str(source or "") or _owner(plugin),
            instructions=instructions or None,
        )
        actions.append(replace(read, validate=validate(read)) if validate else read)
    return actions


def injections_of(plugin: Any) -> list[Injection]:
    """What a plugin adds to every prompt: one callable if it declares `static_inject`, else none.

    Raises:
        BadAction: it declares `static_inject` and has no `get_static_injection`.
    """
    plugin = _instance(plugin)
    if STATIC_INJECT not in _definitions(plugin):
        return []
    inject = getattr(plugin, "get_static_injection", None)
    if inject is None:
        raise BadAction(
            f"{_owner(plugin)!r} declares {STATIC_INJECT!r} and has no 'get_static_injection'.",
            hint="Give it that method, or leave the pseudo-action out.",
        )
    wanted = _positional(inject)
    return [lambda message, memory: inject(*(message, memory)[:wanted])]


def message_of(incoming: Incoming) -> Message:
    """A message as plugins read it."""
    return _message(
        incoming.origin,
        text=incoming.text,
        at=incoming.at,
        message_id=incoming.message_id,
        caption=next((each.caption for each in incoming.attachments if each.caption), None),
        reply_to=message_of(incoming.reply_to) if incoming.reply_to else None,
    )


def _message(
    origin: Origin,
    *,
    at: datetime | None,
    text: str = "",
    message_id: str = "",
    caption: str | None = None,
    reply_to: Message | None = None,
) -> Message:
    _, chat, thread, *_rest = [*origin.path.split("/", 2), "", "", ""]
    name = origin.username or origin.user_id
    return Message(
        text=text,
        chat_id=chat,
        thread_id=thread or None,
        from_user=Person(
            id=origin.user_id,
            username=origin.usertag.removeprefix("@"),
            full_name=name,
            first_name=name.split(" ", maxsplit=1)[0],
        ),
        date=at,
        message_id=message_id,
        interface_path=origin.path,
        caption=caption,
        reply_to_message=reply_to,
    )


# What a plugin offers.


def _instance(plugin: Any) -> Any:
    if not inspect.isclass(plugin):
        return plugin
    needed = [
        each.name
        for each in inspect.signature(plugin).parameters.values()
        if each.default is each.empty and each.kind not in {each.VAR_POSITIONAL, each.VAR_KEYWORD}
    ]
    if needed:
        raise BadAction(
            f"The plugin {plugin.__name__!r} needs {', '.join(needed)} to be made.", hint="Give an instance."
        )
    return plugin()


def _owner(plugin: Any) -> str:
    for key in ("display_name", "name"):
        value = getattr(plugin, key, None)
        if isinstance(value, str) and value:
            return value
    return type(plugin).__name__


def _definitions(plugin: Any) -> dict[str, Any]:
    """What `get_supported_actions` and `get_supported_action_types` tell together."""
    if not (hasattr(plugin, "get_supported_actions") or hasattr(plugin, "get_supported_action_types")):
        raise BadAction(
            f"{_owner(plugin)!r} has neither 'get_supported_actions' nor 'get_supported_action_types'.",
            hint="A plugin tells its actions as a dict of name to definition.",
        )
    told: Any = getattr(plugin, "get_supported_actions", dict)()
    if not isinstance(told, Mapping):
        raise BadAction(
            f"'get_supported_actions' of {_owner(plugin)!r} gave a {type(told).__name__}.",
            hint="A plugin tells its actions as a dict of name to definition.",
        )
    types: Any = getattr(plugin, "get_supported_action_types", list)() or []
    bare = {str(name): {"description": "", "required_fields": []} for name in types if name not in told}
    return {**told, **bare}


def _runner(plugin: Any, bot: Any) -> Callable[[str], Handler]:
    """What makes a handler for each of a plugin's actions."""
    execute = getattr(plugin, "execute_action", None)
    send = getattr(plugin, "send_message", None)
    if execute is None and send is None:
        raise BadAction(
            f"{_owner(plugin)!r} has no 'execute_action'.",
            hint="Give it execute_action(self, action, context, bot, original_message).",
        )

    def handler_for(name: str) -> Handler:
        def run(context: Context, payload: Mapping[str, Any]) -> Any:
            message = (
                message_of(context.incoming)
                if context.incoming is not None
                else _message(context.origin, at=context.now)
            )
            if execute is None:
                return send(dict(payload), original_message=message)  # type: ignore[misc]  # one of the two is there
            return execute({"type": name, "payload": dict(payload)}, _surroundings(context), bot, message)

        return run

    return handler_for


def _surroundings(context: Context) -> dict[str, Any]:
    """A call's surroundings as plugins read them."""
    return {
        "interface": context.origin.interface,
        "interface_path": context.origin.path,
        "user_id": context.origin.user_id,
        "username": context.origin.username,
        "usertag": context.origin.usertag,
        "call_id": context.call.id,
        "language": context.locale,
        "now": context.now,
    }


# What a plugin refuses.

_RAISED = (
    ArithmeticError,
    AssertionError,
    AttributeError,
    LookupError,
    OSError,
    RuntimeError,
    TypeError,
    ValueError,
)


def _validator(plugin: Any) -> Callable[[Action], Validate] | None:
    """What makes a check of a plugin's own for an action; one that raises counts as one error."""
    check_payload = getattr(plugin, "validate_payload", None)
    check_action = getattr(plugin, "validate_action", None)
    if check_payload is None and check_action is None:
        return None

    def validate_for(action: Action) -> Validate:
        def validate(payload: Mapping[str, Any]) -> list[Problem]:
            given = dict(payload)
            try:
                if check_payload is not None:
                    said = check_payload(action.name, given)
                else:
                    said = check_action({"type": action.name, "payload": given})  # type: ignore[misc]  # one is there
            except _RAISED as error:
                said = [f"The check of {action.name!r} raised {type(error).__name__}: {error}"]
            errors = [said] if isinstance(said, str) else said or []
            return [_problem(action, str(each)) for each in errors]

        return validate

    return validate_for


def _problem(action: Action, error: str) -> Problem:
    """A plugin's error as a problem; it points to the one field that it names, if it names one."""
    named = [each for each in action.fields if re.search(rf"(?<!\w){re.escape(each)}(?!\w)", error)]
    return Problem(code="plugin", pointer=pointer(named) if len(named) == 1 else "", message=error)


def _positional(function: Callable[..., Any]) -> int:
    parameters = inspect.signature(function).parameters.values()
    if any(each.kind is each.VAR_POSITIONAL for each in parameters):
        return 2
    kinds = {inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD}
    return sum(each.kind in kinds for each in parameters)


def _nothing(_: str) -> None:
    return None
