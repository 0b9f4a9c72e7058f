"""The family of errors. Each class says whose move is next, whether to try again, and what to do.

VolitionError
├── AuthorError            the developer must change something; raised at start-up
│   ├── BadAction
│   ├── BadSchema
│   ├── NameClash
│   ├── BadConfig
│   └── MissingPackage
├── ModelError             the model must answer again; goes to the corrector
│   ├── UnreadableReply
│   └── WrongReply
├── WorldError             something outside failed; becomes an Outcome or a clear line
│   ├── EngineError
│   │   ├── EngineUnavailable
│   │   ├── EngineRefused
│   │   └── WeightsError
│   ├── StoreError
│   │   └── StoreBusy
│   ├── TransportError
│   └── ActionFailed
│       ├── ActionTimeout
│       └── BadResult
└── UserError              the person must say something else; said politely
    └── RefusedByPolicy
"""

from enum import StrEnum
from typing import ClassVar


class Blame(StrEnum):
    """Whose move is next."""

    AUTHOR = "author"
    """The developer: code, configuration or a definition must change."""
    MODEL = "model"
    """The model: its reply goes to the corrector."""
    WORLD = "world"
    """Nobody here: a server, a disk, a device failed."""
    USER = "user"
    """The person: they are told what is needed, politely."""


class VolitionError(Exception):
    """Anything Volition raises on purpose.

    `str(error)` names the thing and the place; `error.hint` is the next step.
    """

    blame: ClassVar[Blame] = Blame.AUTHOR
    retryable: ClassVar[bool] = False
    hint: str = ""

    def __init__(self, message: str, *, hint: str | None = None) -> None:
        super().__init__(message)
        if hint is not None:
            self.hint = hint

    def line(self) -> str:
        """The message and the next step as one line for a person."""
        message = " ".join(str(self).split())
        return f"{message} {self.hint}".strip()


class AuthorError(VolitionError):
    """The developer must change something."""

    blame = Blame.AUTHOR


class BadAction(AuthorError):
    """An action's definition cannot be used."""


class BadSchema(AuthorError):
    """A JSON Schema is itself wrong; `pointer` says where."""

    def __init__(self, message: str, *, pointer: str = "", hint: str | None = None) -> None:
        super().__init__(message, hint=hint)
        self.pointer = pointer


class NameClash(AuthorError):
    """Two owners offer one name."""


class BadConfig(AuthorError):
    """A setting, a path or a name given by the developer does not work."""


class MissingPackage(AuthorError):
    """An optional package is needed and not installed; the hint is the install line."""


class ModelError(VolitionError):
    """The model must answer again."""

    blame = Blame.MODEL
    retryable = True


class UnreadableReply(ModelError):
    """No value could be read out of a reply."""

    def __init__(self, message: str, *, position: int = 0, hint: str | None = None) -> None:
        super().__init__(message, hint=hint)
        self.position = position


class WrongReply(ModelError):
    """A reply was readable but is not a legal list of calls."""


class WorldError(VolitionError):
    """Something outside failed."""

    blame = Blame.WORLD


class EngineError(WorldError):
    """A model could not be asked."""


class EngineUnavailable(EngineError):
    """The engine did not answer in time or cannot be reached; the same request may pass later."""

    retryable = True


class EngineRefused(EngineError):
    """The engine answered that it will not take this request."""


class WeightsError(EngineError):
    """A model's file is missing, damaged, or cannot be fetched."""


class StoreError(WorldError):
    """The database cannot be opened, read or written."""


class StoreBusy(StoreError):
    """Another process holds the database; the same request may pass later."""

    retryable = True


class TransportError(WorldError):
    """A call could not be carried to where it runs."""


class ActionFailed(WorldError):
    """An action's handler failed; raise it to tell the person why in your own words."""


class ActionTimeout(ActionFailed):
    """A handler took longer than its time limit."""

    retryable = True


class BadResult(ActionFailed):
    """A handler returned something that cannot be kept or shown."""


class UserError(VolitionError):
    """The person must say something else."""

    blame = Blame.USER


class RefusedByPolicy(UserError):
    """What was asked is not allowed here."""
