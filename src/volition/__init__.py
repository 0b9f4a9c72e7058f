"""Volition: declare what an assistant can do; any model does it correctly.

The names that users of the library write are here; everything else is imported from its noun.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from volition.actions.action import Action, Effects, action
    from volition.actions.catalogue import Catalogue
    from volition.actions.context import Context
    from volition.assembly import open_assistant
    from volition.runtime.assistant import Assistant

__all__ = ["Action", "Assistant", "Catalogue", "Context", "Effects", "action", "open_assistant"]

__version__ = "0.1.0"

_HOME = {
    "Action": "volition.actions.action",
    "Assistant": "volition.runtime.assistant",
    "Catalogue": "volition.actions.catalogue",
    "Context": "volition.actions.context",
    "Effects": "volition.actions.action",
    "action": "volition.actions.action",
    "open_assistant": "volition.assembly",
}


def __getattr__(name: str) -> Any:
    if name not in _HOME:
        raise AttributeError(f"module 'volition' has no attribute {name!r}")
    return getattr(import_module(_HOME[name]), name)


def __dir__() -> list[str]:
    return [*__all__, "__version__"]
