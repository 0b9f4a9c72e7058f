"""The growing text of a message action, read out of a reply that is still being written."""

import json
import re

_TEXT = re.compile(r'"type"\s*:\s*"message_[^"]*"\s*,\s*"payload"\s*:\s*\{\s*"text"\s*:\s*"')
_WHOLE_BACKSLASHES = r"(?<!\\)((?:\\\\)*)"
_ESCAPE_BEGUN = re.compile(_WHOLE_BACKSLASHES + r"\\(?:u[0-9a-fA-F]{0,3})?\Z")
_HIGH_SURROGATE = re.compile(_WHOLE_BACKSLASHES + r"\\u[dD][89abAB][0-9a-fA-F]{2}\Z")


class PartialReply:
    """Takes a reply piece by piece. What it has shown never changes except by growing."""

    def __init__(self) -> None:
        self._raw = ""
        self._start = -1
        self._text = ""
        self._is_over = False

    def feed(self, piece: str) -> str:
        """The new text that can be shown after this piece; empty when there is none."""
        if self._is_over:
            return ""
        self._raw += piece
        if self._start < 0:
            found = _TEXT.search(self._raw)
            if found is None:
                return ""
            self._start = found.end()
        shown, self._text = self._text, self._decoded()
        return self._text[len(shown) :]

    def _decoded(self) -> str:
        body = self._raw[self._start :]
        end = _closing_quote(body)
        if end >= 0:
            self._is_over = True
            body = body[:end]
        else:
            body = _HIGH_SURROGATE.sub(r"\1", _ESCAPE_BEGUN.sub(r"\1", body))
        try:
            return str(json.loads(f'"{body}"', strict=False))
        except ValueError:
            self._is_over = True
            return self._text


def _closing_quote(body: str) -> int:
    skip = False
    for index, character in enumerate(body):
        if skip:
            skip = False
        elif character == "\\":
            skip = True
        elif character == '"':
            return index
    return -1
