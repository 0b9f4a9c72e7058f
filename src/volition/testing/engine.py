"""An engine whose words are given beforehand."""

from collections.abc import Callable, Iterable

from volition import tokens
from volition.errors import EngineUnavailable, VolitionError
from volition.ports import Generation, Profile, Request

Reply = str | VolitionError | Callable[[Request], str]


class ScriptedEngine:
    """Answers with given replies in order; an error among them is raised, a function is asked.

    It measures the runtime, not understanding. `requests` keeps what it was asked.
    """

    def __init__(self, replies: Iterable[Reply], *, profile: Profile | None = None, piece: int = 7) -> None:
        """Script the replies.

        Args:
            replies: What to answer, in order.
            profile: What it is like; the default `Profile` when None.
            piece: Characters of each streamed piece.
        """
        self.name = "scripted"
        self.profile = profile or Profile()
        self.requests: list[Request] = []
        self._replies = iter(replies)
        self._piece = piece

    async def generate(self, request: Request, *, on_text: Callable[[str], None] | None = None) -> Generation:
        """Give the next reply.

        Raises:
            EngineUnavailable: the script is over.
        """
        self.requests.append(request)
        reply = next(self._replies, None)
        if reply is None:
            raise EngineUnavailable(f"The script is over after {len(self.requests) - 1} replies.")
        if isinstance(reply, VolitionError):
            raise reply
        text = reply if isinstance(reply, str) else reply(request)
        if on_text is not None:
            for start in range(0, len(text), self._piece):
                on_text(text[start : start + self._piece])
        return Generation(text=text, reply_tokens=tokens.estimate(text))

    async def warm(self, request: Request) -> None:
        """Nothing to do."""

    def count_tokens(self, text: str) -> int:
        """An estimate."""
        return tokens.estimate(text)

    async def close(self) -> None:
        """Nothing to let go of."""
