"""An engine behind any server that speaks the OpenAI chat completions API: hosted, or llama.cpp next door.

Servers differ in what they take. What one turns down is left out from then on; see `_Wire`.
"""

import asyncio
import base64
import dataclasses
import json
import random
import re
import time
from collections.abc import AsyncIterator, Callable, Iterator
from dataclasses import dataclass
from email.utils import parsedate_to_datetime
from typing import Any, Literal

from volition import tokens
from volition.errors import BadConfig, EngineError, EngineRefused, EngineUnavailable, MissingPackage
from volition.messages import Attachment
from volition.ports import ChatMessage, Examples, Generation, Profile, Request

try:
    import httpx2
    import openai
except ImportError as absent:
    raise MissingPackage(
        "The OpenAI engine needs the package openai, version 3 or later.",
        hint="pip install 'volition[openai]'",
    ) from absent

HOSTED = Profile(
    catalogue_style="signature",
    examples=Examples(policy="on_error"),
    reply_schema="response_format",
    explains=True,
    media=frozenset({"image"}),
)
"""A strong model behind an address."""

_OPENAI = "https://api.openai.com/v1"
_PATH = "/chat/completions"
_LOOPBACK = re.compile(r"localhost|127(\.\d+){3}|::1")
_CONNECT_S = 10.0
"""Longest wait for a connection, so that a dead address is told before the deadline."""
_FIRST_PAUSE_S, _LONGEST_PAUSE_S = 0.5, 8.0
_MESSAGE_CHARS = 300

_HINTS = {
    400: "Check the model name (VOLITION_MODEL), and what that model takes.",
    401: "Check the API key (OPENAI_API_KEY).",
    402: "Check the account's credit.",
    403: "Check what the API key (OPENAI_API_KEY) may do, and the model name (VOLITION_MODEL).",
    404: "Check the address (OPENAI_BASE_URL; it usually ends in /v1) and the model name (VOLITION_MODEL).",
    413: "Send less: a lower prompt budget or smaller media.",
    429: "Wait, or ask for a higher rate limit.",
    503: "Try again later.",
}
_REACH_HINT = "Check that the server runs and that the address (OPENAI_BASE_URL) is right."
_FORM_HINT = "Check the address (OPENAI_BASE_URL): it usually ends in /v1."
_CREDIT = "insufficient_quota"
"""The code of the one 429 that no waiting mends."""

_FORMAT_COMPLAINT = re.compile(
    r"response_format|json_?(schema|object)|schema|grammar|structured", re.IGNORECASE
)
_AUDIO_FORMATS = {"mpeg": "mp3", "wave": "wav", "vnd.wave": "wav"}


class OpenAIEngine:
    """A model asked over the chat completions API.

    Connections belong to the event loop that made them; in a new loop the engine makes new ones.

    Raises:
        BadConfig: the address, the key or the model name cannot be used.
    """

    def __init__(
        self,
        *,
        model: str,
        base_url: str | None = None,
        api_key: str | None = None,
        profile: Profile = HOSTED,
        retries: int = 2,
    ) -> None:
        if not model.strip():
            raise BadConfig(
                "The OpenAI engine has no model name.", hint="Give the model to ask (VOLITION_MODEL)."
            )
        self.name = f"openai:{model}"
        self.profile = profile
        self._model = model
        self._url = _read_url(base_url or _OPENAI)
        self._address = str(self._url.copy_with(username=None, password=None, query=None, fragment=None))
        self._key = _read_key(api_key)
        self._secrets = tuple(filter(None, (self._key, self._url.password, *self._url.params.values())))
        self._retries = retries
        self._wire = _Wire(length="max_tokens" if base_url else "max_completion_tokens")
        self._client: openai.AsyncOpenAI | None = None
        self._loop: asyncio.AbstractEventLoop | None = None

    def __repr__(self) -> str:
        return f"OpenAIEngine(model={self._model!r}, base_url={self._address!r})"

    async def generate(self, request: Request, *, on_text: Callable[[str], None] | None = None) -> Generation:
        """Answer one request; `on_text` is called with each new piece, in order, on the loop's thread.

        Retries fit inside `request.timeout_s`. Once a piece was handed on, nothing is tried again.

        Raises:
            EngineUnavailable: no answer in time, not reachable, cut off, or not an answer at all.
            EngineRefused: the server or the model will not take this request.
        """
        try:
            async with asyncio.timeout(request.timeout_s) as deadline:
                reading = await self._insist(request, on_text, until=deadline.when() or 0.0)
        except TimeoutError:
            if not deadline.expired():
                raise  # it is the caller's own, out of `on_text`
            raise EngineUnavailable(
                f"No whole reply of {self._model!r} from {self._address} within {request.timeout_s:g} s.",
                hint="Check the address (OPENAI_BASE_URL), or allow more time.",
            ) from None
        return self._generation(reading)

    async def warm(self, request: Request) -> None:
        """Do nothing: these servers keep their own caches of what was sent."""

    def count_tokens(self, text: str) -> int:
        """How many o200k tokens `text` is: exact for the newer OpenAI models, near for the others."""
        return tokens.count(text)

    async def close(self) -> None:
        """Close the connections of this loop."""
        client, self._client = self._client, None
        if client is not None and self._loop is asyncio.get_running_loop():
            await client.close()

    async def _insist(
        self, request: Request, on_text: Callable[[str], None] | None, *, until: float
    ) -> "_Reading":
        wire, tries = self._wire, 0
        while True:
            reading = _Reading(on_text=on_text)
            body = wire.body(request, model=self._model, profile=self.profile, stream=on_text is not None)
            try:
                await self._ask(body, reading)
            except (openai.APIError, httpx2.HTTPError, _Unreadable, _Cut) as error:
                weaker = wire.without(_complaint(error), body=body)
                if weaker is not None:
                    wire = weaker
                    continue
                pause = None if reading.pieces or tries >= self._retries else _pause(error, tries=tries)
                if pause is None or asyncio.get_running_loop().time() + pause >= until:
                    raise self._told(error, begun=reading.begun) from None  # its text may echo the key
                tries += 1
                await asyncio.sleep(pause)
            else:
                self._wire = wire  # only what was accepted is worth remembering
                return reading

    async def _ask(self, body: dict[str, Any], reading: "_Reading") -> None:
        client = self._connected()
        if reading.on_text is None:
            response = await client.post(
                _PATH, cast_to=httpx2.Response, body=body, options={"headers": self._headers()}
            )
            reading.take(_whole(response), part="message")
            return
        stream = await client.post(
            _PATH,
            cast_to=object,
            body=body,
            options={"headers": self._headers()},
            stream=True,
            stream_cls=openai.AsyncStream[object],
        )
        async with stream:
            await self._listen(stream, reading)

    async def _listen(self, stream: "openai.AsyncStream[object]", reading: "_Reading") -> None:
        reading.begun = True
        if re.search("json|html", stream.response.headers.get("content-type", "")):
            await stream.response.aread()  # the server does not stream, or is not what we think
            reading.take(_whole(stream.response), part="message")
            return
        async for event in _events(stream):
            reading.take(event, part="delta")
        if not reading.finish:
            raise _Cut("the stream ended before the reply did")

    def _connected(self) -> openai.AsyncOpenAI:
        loop = asyncio.get_running_loop()
        if self._client is None or self._loop is not loop:
            self._client, self._loop = self._connect(), loop
        return self._client

    def _connect(self) -> openai.AsyncOpenAI:
        # A proxy of the environment is for the world outside: a server on this machine is asked directly.
        local = self._url.scheme == "http" and _LOOPBACK.fullmatch(self._url.host) is not None
        client = openai.AsyncOpenAI(
            api_key=self._key or "none",  # without one the SDK would look for one; see `_headers`
            base_url=self._url,
            timeout=openai.Timeout(None, connect=_CONNECT_S),
            max_retries=0,
            http_client=openai.DefaultAsyncHttpxClient(trust_env=not local),
        )
        client.organization = client.project = None  # the SDK reads them from the environment
        return client

    def _headers(self) -> dict[str, str | openai.Omit]:
        return {"Authorization": f"Bearer {self._key}" if self._key else openai.Omit()}

    def _generation(self, reading: "_Reading") -> Generation:
        if reading.finish == "content_filter":
            raise EngineRefused(
                f"{self._address} withheld the reply of {self._model!r}: content filter.",
                hint="Say it in other words.",
            )
        if reading.refusal and not reading.pieces:
            said = self._plain("".join(reading.refusal))
            raise EngineRefused(f"{self._model!r} declined: {said}.", hint="Say it in other words.")
        return Generation(
            text="".join(reading.pieces),
            prompt_tokens=_number(reading.usage, "prompt_tokens"),
            cached_tokens=_number(reading.usage.get("prompt_tokens_details"), "cached_tokens"),
            reply_tokens=_number(reading.usage, "completion_tokens"),
            cut=reading.finish == "length",
        )

    def _told(self, error: Exception, *, begun: bool) -> EngineError:
        match error:
            case openai.APIStatusError(status_code=status):
                said = self._plain(_message(error)) or "no message"
                kind, other = (EngineUnavailable, 503) if _passing(error) else (EngineRefused, 400)
                hint = _HINTS[402] if error.code == _CREDIT else _HINTS.get(status, _HINTS[other])
                return kind(f"{self._address} answered {status} for {self._model!r}: {said}.", hint=hint)
            case _Unreadable():
                said = self._plain(str(error))
                return EngineUnavailable(f"{self._address} sent no usable reply: {said}.", hint=_FORM_HINT)
            case _:
                said = self._plain(_message(error))
                what = "The reply broke off from" if begun else "No answer from"
                return EngineUnavailable(f"{what} {self._address}: {said}.", hint=_REACH_HINT)

    def _plain(self, text: str) -> str:
        """`text` as one line of bounded length that holds no secret, to end a sentence with."""
        for secret in self._secrets:
            text = text.replace(secret, "***")
        line = " ".join(text.split()).rstrip(".")
        return line if len(line) <= _MESSAGE_CHARS else f"{line[:_MESSAGE_CHARS]} ..."


def strict_ready(schema: Any) -> bool:
    """Whether a reply schema may be sent as `strict`: all objects closed, with all properties required.

    Strict servers turn down whole schemas over one keyword they do not know, so only the keywords of the
    documented subset pass, and the schema itself must be an object.
    """
    return isinstance(schema, dict) and schema.get("type") == "object" and _strict(schema)


class _Unreadable(Exception):
    """What came is not a reply."""


class _Cut(Exception):
    """What came is the beginning of a reply."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Wire:
    """What of the API a server takes, as far as is known."""

    length: Literal["max_tokens", "max_completion_tokens"]
    """The field for the longest reply: the old name is known to most, the new one asked for by OpenAI."""
    form: Literal["json_schema", "json_object", "text"] = "json_schema"
    """The strictest `response_format`."""
    usage: bool = True
    """Whether streams are asked to count tokens."""
    temperature: bool = True
    """Whether a temperature may be set; reasoning models have their own."""

    def body(self, request: Request, *, model: str, profile: Profile, stream: bool) -> dict[str, Any]:
        """The request as the server takes it."""
        body: dict[str, Any] = {
            "model": model,
            "messages": [_chat_message(each, media=profile.media) for each in request.messages],
            self.length: request.max_tokens,
            "stream": stream,
        }
        if self.temperature:
            body["temperature"] = request.temperature
        if stream and self.usage:
            body["stream_options"] = {"include_usage": True}
        if (
            request.reply_schema is not None
            and profile.reply_schema == "response_format"
            and self.form != "text"
        ):
            body["response_format"] = _response_format(request.reply_schema, form=self.form)
        return body

    def without(self, complaint: str, *, body: dict[str, Any]) -> "_Wire | None":
        """The next less demanding wire after a complaint about `body`; None if nothing can be left out."""
        if "stream_options" in body and re.search("stream_options|include_usage", complaint):
            return dataclasses.replace(self, usage=False)
        if "max_tokens" in body and "max_completion_tokens" in complaint:
            return dataclasses.replace(self, length="max_completion_tokens")
        if "temperature" in body and "temperature" in complaint:
            return dataclasses.replace(self, temperature=False)
        if "response_format" in body and _FORMAT_COMPLAINT.search(complaint):
            return dataclasses.replace(self, form="json_object" if self.form == "json_schema" else "text")
        return None


@dataclass(slots=True, kw_only=True)
class _Reading:
    """A reply as it comes in."""

    on_text: Callable[[str], None] | None
    """Who hears each piece."""
    begun: bool = False
    """Whether the server has started to answer."""
    pieces: list[str] = dataclasses.field(default_factory=list)
    """The text so far."""
    refusal: list[str] = dataclasses.field(default_factory=list)
    """Why the model declines, so far."""
    finish: str = ""
    """Why the reply ended; empty until it has."""
    usage: dict[str, Any] = dataclasses.field(default_factory=dict)
    """The server's count of tokens."""

    def take(self, event: object, *, part: Literal["message", "delta"]) -> None:
        """Add one JSON value of the server.

        Raises:
            _Unreadable: it does not have the shape of a completion.
        """
        if not isinstance(event, dict):
            raise _Unreadable(f"a completion was expected, not {_excerpt(event)}")
        self.usage = event["usage"] if isinstance(event.get("usage"), dict) else self.usage
        choice = _first_choice(event, needed=part == "message")
        said = choice.get(part) or {}
        text, refusal = (said.get("content"), said.get("refusal")) if isinstance(said, dict) else (said, None)
        if not isinstance(text, str | None):
            raise _Unreadable(f"text was expected, not {_excerpt(text)}")
        self.finish = str(choice.get("finish_reason") or self.finish)
        self.refusal += [refusal] if isinstance(refusal, str) else []
        if text:
            self.pieces.append(text)
            if self.on_text is not None:
                self.on_text(text)


def _first_choice(event: dict[str, Any], *, needed: bool) -> dict[str, Any]:
    choices = event.get("choices")
    if not choices and not needed:
        return {}  # the chunk that only counts tokens
    if not isinstance(choices, list) or not choices or not isinstance(choices[0], dict):
        raise _Unreadable(f"a completion with choices was expected, not {_excerpt(event)}")
    return choices[0]


async def _events(stream: "openai.AsyncStream[object]") -> AsyncIterator[object]:
    """The JSON values of a stream; the consumer's own errors do not pass through here."""
    values = aiter(stream)
    while True:
        try:
            yield await anext(values)
        except StopAsyncIteration:
            return
        except (ValueError, RecursionError) as error:
            raise _Unreadable(f"an event of the stream is not JSON ({error})") from None


def _whole(response: httpx2.Response) -> object:
    """The JSON value of a response that was read to its end."""
    try:
        return json.loads(response.content)
    except (ValueError, RecursionError):
        kind = response.headers.get("content-type", "no content type").partition(";")[0]
        raise _Unreadable(f"JSON was expected, not {kind}: {_visible(response.text)}") from None


def _chat_message(message: ChatMessage, *, media: frozenset[str]) -> dict[str, Any]:
    # Half of a surrogate pair, as chat platforms sometimes cut one, cannot be sent as UTF-8.
    text = message.text.encode("utf-8", "replace").decode("utf-8")
    parts = [part for each in message.attachments if each.kind in media for part in _media(each)]
    if not parts:
        return {"role": message.role, "content": text}
    return {"role": message.role, "content": [*([{"type": "text", "text": text}] if text else []), *parts]}


def _media(attachment: Attachment) -> Iterator[dict[str, Any]]:
    """The native part for an attachment; none for what the API has no part for."""
    data = None if attachment.data is None else base64.b64encode(attachment.data).decode("ascii")
    if attachment.kind == "image" and (data or attachment.url):
        url = f"data:{attachment.mime_type};base64,{data}" if data else attachment.url
        yield {"type": "image_url", "image_url": {"url": url}}
    if attachment.kind == "audio" and data:
        subtype = attachment.mime_type.partition(";")[0].rpartition("/")[2].removeprefix("x-")
        form = _AUDIO_FORMATS.get(subtype, subtype)
        yield {"type": "input_audio", "input_audio": {"data": data, "format": form}}


def _response_format(
    schema: dict[str, Any], *, form: Literal["json_schema", "json_object"]
) -> dict[str, Any]:
    if form == "json_object":
        return {"type": "json_object"}
    strict = {"strict": True} if strict_ready(schema) else {}
    return {"type": "json_schema", "json_schema": {"name": "reply", "schema": schema, **strict}}


def _complaint(error: Exception) -> str:
    """All a server says about a request it calls malformed; empty for any other failure."""
    match error:
        case openai.APIStatusError(status_code=400 | 422, body=body):
            return json.dumps(body)
    return ""


def _message(error: Exception) -> str:
    """The words inside an error: the server's own where it sent any, else what the network said."""
    match error:
        case openai.APIStatusError(body=body):
            return _words(body)
        case openai.APIConnectionError(__cause__=cause):
            return str(cause or "") or "the connection timed out"
        case openai.APIError(body=body, message=message):
            return _words(body) or message
    return str(error)


def _words(body: object) -> str:
    """The message in an error's body: servers put it under one of several keys, or send a page."""
    if isinstance(body, dict):
        for key in ("error", "message", "detail"):
            if body.get(key):
                return _words(body[key])
    if isinstance(body, str):
        return _visible(body)
    return json.dumps(body) if body else ""


def _visible(page: str) -> str:
    return re.sub(r"(?s)<(script|style)\b.*?</\1>|<[^>]*>", " ", page)


def _passing(error: openai.APIStatusError) -> bool:
    """Whether the same request may pass later."""
    if error.code == _CREDIT:
        return False
    return error.status_code in {408, 409, 425, 429} or error.status_code >= 500


def _pause(error: Exception, *, tries: int) -> float | None:
    """Seconds until the next try; None when another try cannot help."""
    if isinstance(error, _Unreadable):
        return None
    jitter = random.random()  # noqa: S311  # spreads clients in time; nothing secret
    if isinstance(error, openai.APIStatusError):
        headers = error.response.headers
        if not _passing(error) or headers.get("x-should-retry") == "false":
            return None
        asked = _retry_after(headers)
        if asked is not None:
            return max(0.0, asked) + jitter / 4
    return min(_FIRST_PAUSE_S * (1 << tries), _LONGEST_PAUSE_S) * (1 - jitter / 4)


def _retry_after(headers: httpx2.Headers) -> float | None:
    """Seconds to wait by the server's own word: a number, or the date of HTTP."""
    asked: str = headers.get("retry-after", "")
    try:
        return float(asked)
    except ValueError:
        pass
    try:
        return parsedate_to_datetime(asked).timestamp() - time.time()
    except (ValueError, OverflowError):
        return None


def _number(counts: object, key: str) -> int:
    found = counts.get(key) if isinstance(counts, dict) else None
    return found if isinstance(found, int) else 0


def _excerpt(value: object) -> str:
    line = json.dumps(value)
    return line if len(line) <= 80 else f"{line[:80]}..."


def _read_url(text: str) -> httpx2.URL:
    try:
        url = httpx2.URL(text.strip())
    except httpx2.InvalidURL:
        url = httpx2.URL("")
    if url.scheme not in {"http", "https"} or not url.host:
        # The address itself is not shown: it may hold a password.
        raise BadConfig(
            "The address of the OpenAI engine is not an http or https URL.",
            hint="Write OPENAI_BASE_URL whole, such as http://localhost:8080/v1.",
        )
    return url


def _read_key(text: str | None) -> str:
    key = (text or "").strip()
    if not key.isascii() or not key.isprintable():
        raise BadConfig(
            "The API key of the OpenAI engine holds characters that no key has.",
            hint="Set OPENAI_API_KEY again.",
        )
    return key


_MEANING_WORDS = {"type", "enum", "const", "anyOf", "$ref"}
_SHAPE_WORDS = {"properties", "required", "additionalProperties", "items", "$defs", "description", "title"}
_LIMIT_WORDS = {"minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"}
_SIZE_WORDS = {"minItems", "maxItems", "pattern", "format"}
_STRICT_WORDS = _MEANING_WORDS | _SHAPE_WORDS | _LIMIT_WORDS | _SIZE_WORDS


def _strict(schema: object) -> bool:
    if (
        not isinstance(schema, dict)
        or not schema.keys() <= _STRICT_WORDS
        or not schema.keys() & _MEANING_WORDS
    ):
        return False
    types = schema.get("type")
    types = types if isinstance(types, list) else [types]
    if ("object" in types or "properties" in schema) and not _closed(schema):
        return False
    return ("array" not in types or "items" in schema) and all(_strict(part) for part in _parts(schema))


def _closed(schema: dict[str, Any]) -> bool:
    properties, required = schema.get("properties", {}), schema.get("required", [])
    if not isinstance(properties, dict) or not isinstance(required, list):
        return False
    return schema.get("additionalProperties") is False and all(name in required for name in properties)


def _parts(schema: dict[str, Any]) -> Iterator[object]:
    """The schemas inside a schema; one that is none stands for what is malformed."""
    for key in ("properties", "$defs"):
        named = schema.get(key, {})
        yield from named.values() if isinstance(named, dict) else [None]
    either = schema.get("anyOf", [])
    yield from either if isinstance(either, list) else [None]
    if "items" in schema:
        yield schema["items"]
