"""The OpenAI engine, against a scripted local server for faults and against llama.cpp's own for the rest."""

import asyncio
import base64
import importlib.util
import json
import sys
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime
from typing import Any

import jsonschema_rs
import pytest
from hypothesis import given
from hypothesis import strategies as st

from volition import tokens
from volition.engines import openai as module
from volition.engines.openai import HOSTED, OpenAIEngine, strict_ready
from volition.errors import BadConfig, EngineRefused, EngineUnavailable, MissingPackage
from volition.messages import Attachment
from volition.ports import ChatMessage, Engine, Generation, Profile, Request

KEY = "sk-very-secret-0123456789"
OPEN = {"type": "object", "properties": {"a": {"type": "integer"}}}
CLOSED = {**OPEN, "required": ["a"], "additionalProperties": False}


def asking(text: str = "Hello", **settings: Any) -> Request:
    """A request of one message."""
    return Request(messages=(ChatMessage(role="user", text=text),), **{"timeout_s": 30.0, **settings})


# --- a server that says what it is told to ---


@dataclass
class Seen:
    """One request as the server got it."""

    headers: dict[str, str]
    body: dict[str, Any]


@dataclass
class Script:
    """A server's answers, in order; the last one is given to whoever comes after."""

    answers: list[bytes]
    hang: bool = False
    seen: list[Seen] = field(default_factory=list)
    asked: asyncio.Event = field(default_factory=asyncio.Event)
    hung_up: asyncio.Event = field(default_factory=asyncio.Event)
    url: str = ""

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").split("\r\n")[1:]
        headers = {name.lower(): value for name, _, value in (line.partition(": ") for line in head if line)}
        body = await reader.readexactly(int(headers["content-length"]))
        answer = self.answers[min(len(self.seen), len(self.answers) - 1)]
        self.seen.append(Seen(headers, json.loads(body)))
        self.asked.set()
        writer.write(answer)
        try:
            await writer.drain()
            if self.hang:
                assert b"" == await reader.read()
        except ConnectionError:
            pass
        if self.hang:
            self.hung_up.set()
        writer.close()


@asynccontextmanager
async def serving(*answers: bytes, hang: bool = False) -> AsyncIterator[Script]:
    """A server on loopback with these answers."""
    script = Script(list(answers), hang=hang)
    server = await asyncio.start_server(script.serve, "127.0.0.1", 0)
    script.url = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}/v1"
    async with server:
        yield script


@asynccontextmanager
async def opened(url: str, **settings: Any) -> AsyncIterator[OpenAIEngine]:
    """An engine that is closed at the end."""
    engine = OpenAIEngine(**{"model": "small", "base_url": url, "api_key": KEY, **settings})
    try:
        yield engine
    finally:
        await engine.close()


def answer(body: object, *, status: int = 200, kind: str = "application/json", **headers: str) -> bytes:
    """A whole response."""
    data = body if isinstance(body, bytes) else json.dumps(body).encode()
    lines = [f"HTTP/1.1 {status} Status", f"Content-Type: {kind}", f"Content-Length: {len(data)}"]
    lines += [f"{name.replace('_', '-')}: {value}" for name, value in headers.items()]
    return "\r\n".join([*lines, "Connection: close", "", ""]).encode() + data


def refusal(status: int, message: str, **headers: str) -> bytes:
    """An error as the original API writes it."""
    return answer({"error": {"message": message}}, status=status, **headers)


def whole(text: str | None, *, finish: str = "stop", **message: Any) -> bytes:
    """A completion in one piece."""
    choice = {
        "index": 0,
        "finish_reason": finish,
        "message": {"role": "assistant", "content": text, **message},
    }
    return answer({"choices": [choice], "usage": USAGE})


def chunk(text: str | None, finish: str | None = None) -> dict[str, Any]:
    """One event of a stream."""
    return {"choices": [{"index": 0, "delta": {"content": text}, "finish_reason": finish}]}


def sse(*events: object) -> bytes:
    """A stream that ends where the connection does."""
    lines = [event if isinstance(event, bytes) else json.dumps(event).encode() for event in events]
    head = b"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nConnection: close\r\n\r\n"
    return head + b"".join(b"data: " + line + b"\n\n" for line in lines)


def chunked(stream: bytes, *, end: bool) -> bytes:
    """A stream in HTTP chunks, with or without the last one."""
    head, _, data = stream.partition(b"\r\n\r\n")
    head = head.replace(b"Connection: close", b"Transfer-Encoding: chunked")
    return head + b"\r\n\r\n%x\r\n%b\r\n" % (len(data), data) + (b"0\r\n\r\n" if end else b"")


USAGE = {"prompt_tokens": 20, "completion_tokens": 3, "prompt_tokens_details": {"cached_tokens": 16}}
GOOD = whole("Good day")
GOOD_STREAM = sse(
    chunk("Good"), chunk(None), chunk(" day", "stop"), {"choices": [], "usage": USAGE}, b"[DONE]"
)


def ask(
    *answers: bytes, request: Request | None = None, times: int = 1, **settings: Any
) -> tuple[list[Generation], list[Seen]]:
    """Ask an engine before a scripted server, perhaps several times."""
    on_text: Callable[[str], None] | None = settings.pop("on_text", None)

    async def story() -> tuple[list[Generation], list[Seen]]:
        async with serving(*answers) as server, opened(server.url, **settings) as engine:
            return [
                await engine.generate(request or asking(), on_text=on_text) for _ in range(times)
            ], server.seen

    return asyncio.run(story())


def ask_once(*answers: bytes, **settings: Any) -> Generation:
    """Ask an engine before a scripted server once, for the reply alone."""
    return ask(*answers, **settings)[0][0]


# --- what is sent ---


def test_it_is_an_engine() -> None:
    """The class keeps the protocol, with a profile for strong hosted models."""
    engine = OpenAIEngine(model="small")
    assert isinstance(engine, Engine)
    assert "openai:small" == engine.name
    assert HOSTED == engine.profile
    assert ("signature", "on_error", "response_format", True, frozenset({"image"})) == (
        HOSTED.catalogue_style,
        HOSTED.examples.policy,
        HOSTED.reply_schema,
        HOSTED.explains,
        HOSTED.media,
    )


def test_messages_keep_their_order_and_roles() -> None:
    """Each message of the request is one chat message, and the limits travel with them."""
    roles = ("system", "user", "assistant", "user")
    request = Request(
        messages=tuple(ChatMessage(role=role, text=f"{at}") for at, role in enumerate(roles)),
        max_tokens=77,
        temperature=0.5,
    )
    _, seen = ask(GOOD, request=request)
    expected = {
        "model": "small",
        "messages": [{"role": role, "content": f"{at}"} for at, role in enumerate(roles)],
        "max_tokens": 77,
        "temperature": 0.5,
        "stream": False,
    }
    assert expected == seen[0].body


def test_images_go_natively() -> None:
    """An image is an image part beside the text: its bytes as a data URL, or its address."""
    pictures = (
        Attachment(kind="image", mime_type="image/png", data=b"\x89PNG"),
        Attachment(kind="image", mime_type="image/jpeg", url="https://example.org/cat.jpg"),
        Attachment(kind="image", mime_type="image/gif"),
    )
    request = Request(messages=(ChatMessage(role="user", text="What is it?", attachments=pictures),))
    _, seen = ask(GOOD, request=request)
    expected = [
        {"type": "text", "text": "What is it?"},
        {"type": "image_url", "image_url": {"url": "data:image/png;base64,iVBORw=="}},
        {"type": "image_url", "image_url": {"url": "https://example.org/cat.jpg"}},
    ]
    assert expected == seen[0].body["messages"][0]["content"]


@pytest.mark.parametrize(
    ("mime_type", "form"),
    [("audio/mpeg", "mp3"), ("audio/x-wav", "wav"), ("audio/wav", "wav"), ("audio/ogg; codecs=opus", "ogg")],
)
def test_audio_goes_natively(mime_type: str, form: str) -> None:
    """Audio is an audio part where the profile says that the model hears; words are not invented for it."""
    sound = Attachment(kind="audio", mime_type=mime_type, data=b"sound")
    request = Request(messages=(ChatMessage(role="user", text="", attachments=(sound,)),))
    _, seen = ask(GOOD, request=request, profile=Profile(media=frozenset({"audio"})))
    data = base64.b64encode(b"sound").decode()
    expected = [{"type": "input_audio", "input_audio": {"data": data, "format": form}}]
    assert expected == seen[0].body["messages"][0]["content"]


@pytest.mark.parametrize("kind", ["audio", "video", "video_note", "document"])
def test_media_the_model_does_not_take_stay_away(kind: Any) -> None:
    """An attachment of a kind that is not in the profile leaves no trace, least of all as base64."""
    thing = Attachment(kind=kind, mime_type="x/y", data=b"thing" * 100)
    request = Request(messages=(ChatMessage(role="user", text="See this", attachments=(thing,)),))
    _, seen = ask(GOOD, request=request)
    assert [{"role": "user", "content": "See this"}] == seen[0].body["messages"]


def test_half_a_surrogate_pair_is_replaced() -> None:
    """Text that cannot be written as UTF-8 is sent with a replacement, not refused."""
    _, seen = ask(GOOD, request=asking("cut \ud83d"))
    assert "cut ?" == seen[0].body["messages"][0]["content"]


@pytest.mark.parametrize(("schema", "strict"), [(OPEN, {}), (CLOSED, {"strict": True})])
def test_a_reply_schema_is_sent(schema: dict[str, Any], strict: dict[str, bool]) -> None:
    """The schema of a legal reply goes as `response_format`, strict only where the schema allows it."""
    _, seen = ask(GOOD, request=asking(reply_schema=schema))
    expected = {"type": "json_schema", "json_schema": {"name": "reply", "schema": schema, **strict}}
    assert expected == seen[0].body["response_format"]


def test_a_profile_can_do_without_reply_schemas() -> None:
    """Where the profile says so, the schema is not sent."""
    _, seen = ask(GOOD, request=asking(reply_schema=CLOSED), profile=Profile(reply_schema="none"))
    assert "response_format" not in seen[0].body


def test_the_environment_is_not_read(monkeypatch: pytest.MonkeyPatch) -> None:
    """What the SDK would take from the environment is not sent, and no proxy stands before this machine."""
    for name in ("OPENAI_API_KEY", "OPENAI_ADMIN_KEY", "OPENAI_ORG_ID", "OPENAI_PROJECT_ID"):
        monkeypatch.setenv(name, "from-the-environment")
    monkeypatch.setenv("OPENAI_CUSTOM_HEADERS", "Authorization: from-the-environment")
    monkeypatch.setenv("OPENAI_BASE_URL", "http://127.0.0.1:9/")
    for name in ("HTTP_PROXY", "http_proxy", "ALL_PROXY", "all_proxy"):
        monkeypatch.setenv(name, "http://127.0.0.1:9/")
    _, seen = ask(GOOD, api_key=None)
    assert [] == [name for name, value in seen[0].headers.items() if "from-the-environment" in value]
    assert "authorization" not in seen[0].headers


def test_the_key_is_sent_as_a_bearer_token() -> None:
    """The key goes in the header where servers look for it, without the space around it."""
    _, seen = ask(GOOD, api_key=f" {KEY}\n")
    assert f"Bearer {KEY}" == seen[0].headers["authorization"]


# --- what comes back ---


def test_a_whole_reply() -> None:
    """Without a listener the reply comes in one piece, with the server's count of tokens."""
    expected = Generation(text="Good day", prompt_tokens=20, cached_tokens=16, reply_tokens=3)
    replies, seen = ask(GOOD)
    assert [expected] == replies
    assert "stream_options" not in seen[0].body


def test_a_streamed_reply() -> None:
    """With a listener the reply streams: its pieces in order, and the same generation at the end."""
    pieces: list[str] = []
    replies, seen = ask(GOOD_STREAM, on_text=pieces.append)
    assert ["Good", " day"] == pieces
    assert [Generation(text="Good day", prompt_tokens=20, cached_tokens=16, reply_tokens=3)] == replies
    assert (True, {"include_usage": True}) == (seen[0].body["stream"], seen[0].body["stream_options"])


def test_a_server_that_does_not_stream() -> None:
    """A whole reply in place of a stream is one piece."""
    pieces: list[str] = []
    assert "Good day" == ask_once(GOOD, on_text=pieces.append).text
    assert ["Good day"] == pieces


@pytest.mark.parametrize("on_text", [None, [].append])
def test_a_reply_at_its_limit_is_cut(on_text: Any) -> None:
    """A reply that ended at the token limit says so."""
    answers = whole("Good", finish="length") if on_text is None else sse(chunk("Good", "length"))
    reply = ask_once(answers, on_text=on_text)
    assert ("Good", True) == (reply.text, reply.cut)


@pytest.mark.parametrize("usage", [None, {}, [], {"prompt_tokens": None, "prompt_tokens_details": None}])
def test_a_server_that_does_not_count(usage: object) -> None:
    """Tokens that were not counted are 0."""
    body = {"choices": [{"message": {"content": "Good day"}}], "usage": usage}
    assert Generation(text="Good day") == ask_once(answer(body))


def test_tokens_are_counted_as_o200k() -> None:
    """The count is that of the tokenizer of the newer OpenAI models."""
    assert tokens.count("Good day to you") == OpenAIEngine(model="small").count_tokens("Good day to you")


def test_warming_asks_nothing() -> None:
    """Warming up costs no request."""

    async def story() -> list[Seen]:
        async with serving(GOOD) as server, opened(server.url) as engine:
            await engine.warm(asking())
            return server.seen

    assert [] == asyncio.run(story())


@pytest.mark.parametrize("streamed", [False, True])
def test_a_very_long_reply(streamed: bool) -> None:
    """Ten megabytes arrive whole."""
    text = "0123456789" * 1_000_000
    reply = ask_once(sse(chunk(text, "stop")), on_text=[].append) if streamed else ask_once(whole(text))
    assert text == reply.text


@pytest.mark.filterwarnings("ignore:unclosed:ResourceWarning")
def test_each_event_loop_has_its_own_connections() -> None:
    """An engine can be asked from one event loop after another, though connections cannot."""
    engine = OpenAIEngine(model="small", base_url="http://127.0.0.1:9/v1", retries=0)

    async def story() -> None:
        with pytest.raises(EngineUnavailable):
            await engine.generate(asking())

    asyncio.run(story())
    asyncio.run(story())
    asyncio.run(engine.close())


def test_closing_twice_is_fine() -> None:
    """Closing needs no request before it and may be repeated."""

    async def story() -> None:
        async with serving(GOOD) as server, opened(server.url) as engine:
            await engine.close()
            await engine.generate(asking())
            await engine.close()

    asyncio.run(story())


# --- servers that differ ---


COMPLAINTS = {
    "openai": refusal(400, "Invalid parameter: 'response_format' of type 'json_schema' is not supported."),
    "plain": answer({"error": "json_schema is unknown here"}, status=400),
    "fastapi": answer({"detail": [{"loc": ["body", "response_format"], "msg": "Extra inputs"}]}, status=422),
}


@pytest.mark.parametrize("complaint", COMPLAINTS.values(), ids=COMPLAINTS)
def test_reply_schemas_fall_back(complaint: bytes) -> None:
    """A server without reply schemas is asked for JSON, then for text, and is not asked for more again."""
    replies, seen = ask(complaint, complaint, GOOD, times=2, request=asking(reply_schema=CLOSED), retries=0)
    formats = [each.body.get("response_format", {}).get("type") for each in seen]
    assert ["json_schema", "json_object", None, None] == formats
    assert ["Good day", "Good day"] == [each.text for each in replies]


def test_the_fallback_stops_at_what_is_taken() -> None:
    """A server that takes JSON objects goes on being asked for them."""
    _, seen = ask(COMPLAINTS["openai"], GOOD, times=3, request=asking(reply_schema=CLOSED))
    formats = [each.body["response_format"]["type"] for each in seen]
    assert ["json_schema", "json_object", "json_object", "json_object"] == formats


@pytest.mark.parametrize(
    ("complaint", "gone", "come"),
    [
        ("Unrecognized request argument supplied: stream_options", "stream_options", None),
        (
            "Unsupported parameter: 'max_tokens'. Use 'max_completion_tokens' instead.",
            "max_tokens",
            "max_completion_tokens",
        ),
        ("Unsupported value: 'temperature' does not support 0.0 with this model.", "temperature", None),
    ],
)
def test_fields_a_server_turns_down_are_left_out(complaint: str, gone: str, come: str | None) -> None:
    """A field that a server does not take is left out from then on, or goes by its other name."""
    _, seen = ask(refusal(400, complaint), GOOD_STREAM, times=2, retries=0, on_text=[].append)
    assert [True, False, False] == [gone in each.body for each in seen]
    assert come is None or [False, True, True] == [come in each.body for each in seen]


def test_a_refusal_is_not_remembered_as_a_preference() -> None:
    """What was left out in vain is sent again next time."""
    complaint = refusal(400, "The schema is too warm for the temperature")

    async def story() -> list[Seen]:
        async with serving(complaint) as server, opened(server.url) as engine:
            for _ in range(2):
                with pytest.raises(EngineRefused):
                    await engine.generate(asking())
            return server.seen

    assert [True, False, True, False] == ["temperature" in each.body for each in asyncio.run(story())]


# --- faults that pass ---


def test_a_busy_server_is_asked_again() -> None:
    """429 is tried again when the server said, and the caller does not notice."""
    replies, seen = ask(refusal(429, "Slow down", Retry_After="0"), GOOD)
    assert (["Good day"], 2) == ([each.text for each in replies], len(seen))


@pytest.mark.parametrize("streamed", [False, True])
def test_a_broken_server_is_asked_again_and_then_reported(streamed: bool) -> None:
    """500 thrice is the end, with the server's own words."""

    async def story() -> tuple[int, str]:
        async with serving(refusal(500, "Out of\n memory", Retry_After="0")) as server:
            async with opened(server.url) as engine:
                with pytest.raises(EngineUnavailable) as caught:
                    await engine.generate(asking(), on_text=[].append if streamed else None)
            return len(server.seen), str(caught.value).replace(server.url, "URL")

    assert (3, "URL answered 500 for 'small': Out of memory.") == asyncio.run(story())


def test_a_pause_without_advice() -> None:
    """A server that does not say when to come back is asked again all the same."""
    assert "Good day" == ask_once(refusal(503, "Loading model"), GOOD).text


@pytest.mark.parametrize(
    "asked", ["3600", "inf", "1e400", format_datetime(datetime.now(UTC) + timedelta(hours=1), usegmt=True)]
)
def test_a_pause_beyond_the_deadline_is_not_begun(asked: str) -> None:
    """A server that asks for more patience than there is ends the request at once, with its reason."""
    with pytest.raises(EngineUnavailable, match="answered 429 for 'small': Slow down"):
        ask(refusal(429, "Slow down", Retry_After=asked))


@pytest.mark.parametrize(
    "asked", ["-5", "nan", "soon", "", format_datetime(datetime.now(UTC) - timedelta(hours=1), usegmt=True)]
)
def test_odd_advice_on_pauses(asked: str) -> None:
    """Advice that is past or unreadable costs no more than a short pause."""
    assert "Good day" == ask_once(refusal(429, "Slow down", Retry_After=asked), GOOD).text


def test_an_empty_account_is_not_asked_again() -> None:
    """The one 429 that waiting does not mend is a refusal."""
    body = {"error": {"message": "You exceeded your quota", "code": "insufficient_quota"}}
    with pytest.raises(EngineRefused, match="exceeded your quota") as caught:
        ask(answer(body, status=429), GOOD)
    assert "credit" in caught.value.hint


def test_nobody_there() -> None:
    """A refused connection names the address and the setting to check."""

    async def story() -> tuple[str, str, str]:
        async with serving(GOOD) as server:
            url = server.url
        async with opened(url, retries=1) as engine:
            with pytest.raises(EngineUnavailable) as caught:
                await engine.generate(asking())
        return url, str(caught.value), caught.value.hint

    url, message, hint = asyncio.run(story())
    assert f"No answer from {url}: All connection attempts failed." == message
    assert "OPENAI_BASE_URL" in hint


@pytest.mark.parametrize("streamed", [False, True])
@pytest.mark.parametrize("begun", [b"", b"HTTP/1.1 200 OK\r\n", sse(chunk("Good"))])
def test_a_server_that_hangs(begun: bytes, streamed: bool) -> None:
    """The deadline is for the whole reply, wherever the server stops, and the connection is let go."""

    async def story() -> str:
        async with serving(begun, hang=True) as server, opened(server.url) as engine:
            with pytest.raises(EngineUnavailable) as caught:
                await engine.generate(asking(timeout_s=0.2), on_text=[].append if streamed else None)
            await server.hung_up.wait()
            return str(caught.value).replace(server.url, "URL")

    assert "No whole reply of 'small' from URL within 0.2 s." == asyncio.run(story())


CUTS = {
    "within HTTP": chunked(sse(chunk("Good")), end=False),
    "between events": chunked(sse(chunk("Good")), end=True),
    "with the connection": sse(chunk("Good")),
    "within an event": sse(chunk("Good"), b'{"choices": [{"del').rstrip(),
    "after an error": sse(chunk("Good"), {"error": {"message": "The GPU fell off"}}),
}


@pytest.mark.parametrize("cut", CUTS.values(), ids=CUTS)
def test_a_cut_stream_is_no_reply(cut: bytes) -> None:
    """Half a reply is never returned, and what was heard is never said twice."""
    pieces: list[str] = []
    with pytest.raises(EngineUnavailable):
        ask(cut, GOOD_STREAM, on_text=pieces.append)
    assert ["Good"] == pieces


@pytest.mark.parametrize(
    "cut", [chunked(sse(chunk(None)), end=False), chunked(sse(chunk(None)), end=True), sse(), b""]
)
def test_a_cut_before_the_first_piece_is_tried_again(cut: bytes) -> None:
    """While nothing was heard, a cut stream is a failed connection like any other."""
    pieces: list[str] = []
    assert "Good day" == ask_once(cut, GOOD_STREAM, on_text=pieces.append).text
    assert ["Good", " day"] == pieces


@pytest.mark.parametrize("streamed", [False, True])
@pytest.mark.parametrize("status", [200, 500])
def test_a_cut_body_is_no_reply(streamed: bool, status: int) -> None:
    """A body shorter than it said is a failed connection, whatever its status."""
    with pytest.raises(EngineUnavailable):
        ask(answer({"choices": []}, status=status)[:-5], on_text=[].append if streamed else None, retries=0)


NONSENSE = [b"{", b"\xff\xfe", b"42", b"null", b'"words"', b"[" * 100_000, b"[]", b"{}"]
SHAPES: list[Any] = [
    {"choices": 5},
    {"choices": {}},
    {"choices": [7]},
    {"choices": [{"message": 5, "delta": 5}]},
    {"choices": [{"message": {"content": 5}, "delta": {"content": 5}}]},
    {"choices": [{"message": {"content": ["a"]}, "delta": {"content": ["a"]}}]},
]


@pytest.mark.parametrize("body", [*NONSENSE, *SHAPES])
def test_nonsense_is_no_reply(body: Any) -> None:
    """What is not JSON, or not a completion, is reported with the address and not tried again."""
    with pytest.raises(EngineUnavailable, match=r"http://127.* sent no usable reply: .*\.$"):
        ask(answer(body), GOOD)


@pytest.mark.parametrize("event", [*NONSENSE, *SHAPES])
def test_nonsense_in_a_stream_is_no_reply(event: Any) -> None:
    """What is not JSON, or not a chunk, in a stream is reported with the address."""
    with pytest.raises(EngineUnavailable, match=r"http://127.*/v1.*: .*\.$"):
        ask(sse(event), on_text=[].append, retries=0)


@pytest.mark.parametrize("streamed", [False, True])
def test_a_web_page_is_no_reply(streamed: bool) -> None:
    """An address that shows a page is told as such, with the page's words and not its markup."""
    page = b"<html><style>p {}</style><body><h1>Welcome</h1> to the router</body></html>"
    with pytest.raises(EngineUnavailable, match="not text/html: Welcome to the router") as caught:
        ask(answer(page, kind="text/html"), on_text=[].append if streamed else None)
    assert "/v1" in caught.value.hint


# --- faults that stay ---


@pytest.mark.parametrize("streamed", [False, True])
@pytest.mark.parametrize(
    ("status", "setting"),
    [(400, "VOLITION_MODEL"), (401, "OPENAI_API_KEY"), (403, "OPENAI_API_KEY"), (404, "OPENAI_BASE_URL")],
)
def test_a_refusal_is_told_and_not_repeated(status: int, setting: str, streamed: bool) -> None:
    """A refusal comes in the server's own words, in one line, with the setting to check."""
    with pytest.raises(EngineRefused, match=rf"answered {status} for 'small': Not like this\.$") as caught:
        ask(refusal(status, "Not\n like this."), GOOD, on_text=[].append if streamed else None)
    assert setting in caught.value.hint


@pytest.mark.parametrize(
    ("body", "said"),
    [
        ({"error": "no such model"}, "no such model"),
        ({"message": "no such model"}, "no such model"),
        ({"detail": "Not Found"}, "Not Found"),
        ({"detail": [{"msg": "Field required"}]}, 'msg": "Field required"'),
        (b"<h1>404</h1> <p>nginx</p>", "404 nginx"),
        (b"", "no message"),
        ({}, "no message"),
        ([], "no message"),
        ({"error": None}, "no message"),
        ({"error": {"message": 7}}, "7"),
    ],
)
def test_a_refusal_in_any_shape(body: Any, said: str) -> None:
    """Servers put their message under several keys, or send a page; it is found all the same."""
    with pytest.raises(EngineRefused) as caught:
        ask(answer(body, status=404))
    assert said in str(caught.value)


def test_a_long_refusal_is_shortened() -> None:
    """A message is one line of bounded length."""
    with pytest.raises(EngineRefused) as caught:
        ask(refusal(418, "no " * 10_000))
    assert len(str(caught.value)) < 500
    assert "\n" not in caught.value.line()


def test_a_model_that_declines() -> None:
    """A model's refusal and a content filter are refusals, not replies."""
    with pytest.raises(EngineRefused, match="I would rather not"):
        ask(whole(None, refusal="I would rather not."))
    with pytest.raises(EngineRefused, match="content filter"):
        ask(whole("Goo", finish="content_filter"))


def test_secrets_stay_secret() -> None:
    """A key or a password is in no message, no cause and no representation, even if the server echoes it."""

    async def story() -> str:
        async with serving(refusal(401, f"Incorrect key {KEY} of joe:hunter2 with token=tok123")) as server:
            url = server.url.replace("http://", "http://joe:hunter2@") + "?token=tok123"
            async with opened(url) as engine:
                with pytest.raises(EngineRefused) as caught:
                    await engine.generate(asking())
                assert caught.value.__cause__ is None
                assert caught.value.__suppress_context__
                return f"{caught.value.line()} {engine!r}"

    said = asyncio.run(story())
    assert [] == [secret for secret in (KEY, "hunter2", "tok123") if secret in said]
    assert "Incorrect key *** of joe:*** with token=***" in said


# --- who calls ---


def test_the_listeners_own_error_is_its_own() -> None:
    """What the listener raises comes out as it is, and the stream is closed."""

    async def story(error: Exception) -> None:
        def listen(text: str) -> None:
            raise error

        async with serving(sse(chunk("Good")), hang=True) as server, opened(server.url) as engine:
            with pytest.raises(type(error), match="mine"):
                await engine.generate(asking(), on_text=listen)
            await server.hung_up.wait()

    asyncio.run(story(ValueError("mine")))
    asyncio.run(story(TimeoutError("mine")))


@pytest.mark.parametrize("begun", [b"", sse(chunk("Good"))])
def test_cancelling_closes_the_stream(begun: bytes) -> None:
    """A cancelled request hangs up on the server, before its first word or after."""

    async def story() -> None:
        async with serving(begun, hang=True) as server, opened(server.url) as engine:
            heard = asyncio.Event()
            asked = asyncio.create_task(engine.generate(asking(), on_text=lambda text: heard.set()))
            await (heard if begun else server.asked).wait()
            asked.cancel()
            with pytest.raises(asyncio.CancelledError):
                await asked
            await server.hung_up.wait()

    asyncio.run(story())


@pytest.mark.parametrize(
    "settings",
    [
        {"model": " "},
        {"base_url": "localhost:9999/v1"},
        {"base_url": "ftp://example.org/v1"},
        {"base_url": "http:///v1"},
        {"base_url": "http://x:secret/v1"},
        {"base_url": "nonsense"},
        {"api_key": "sk-\u00e9t\u00e9"},
        {"api_key": "sk-one\nsk-two"},
    ],
)
def test_settings_that_cannot_work(settings: dict[str, str]) -> None:
    """A setting that no request could use is told at once, without repeating what may be secret."""
    with pytest.raises(BadConfig) as caught:
        OpenAIEngine(**{"model": "small", **settings})
    assert caught.value.hint
    assert not any(value in caught.value.line() for value in settings.values() if value.strip())


@pytest.mark.parametrize("package", ["openai", "httpx2"])
def test_the_package_is_named_when_it_is_absent(monkeypatch: pytest.MonkeyPatch, package: str) -> None:
    """Without the SDK, importing the module says how to install it."""
    monkeypatch.setitem(sys.modules, package, None)
    spec = importlib.util.spec_from_file_location("openai_engine_again", str(module.__file__))
    assert spec is not None
    assert spec.loader is not None
    with pytest.raises(MissingPackage) as caught:
        spec.loader.exec_module(importlib.util.module_from_spec(spec))
    assert "pip install 'volition[openai]'" == caught.value.hint


# --- strict schemas ---


@pytest.mark.parametrize(
    "schema",
    [
        CLOSED,
        {"type": "object", "properties": {}, "required": [], "additionalProperties": False},
        {**CLOSED, "properties": {"a": {"type": ["integer", "null"], "minimum": 1}}},
        {**CLOSED, "properties": {"a": {"type": "array", "items": CLOSED}}},
        {**CLOSED, "properties": {"a": {"anyOf": [CLOSED, {"const": "x"}]}}},
        {**CLOSED, "properties": {"a": {"$ref": "#/$defs/b"}}, "$defs": {"b": {"enum": ["x", "y"]}}},
    ],
)
def test_schemas_that_may_be_strict(schema: dict[str, Any]) -> None:
    """Objects that are closed and require all they name may be strict, however deep."""
    assert strict_ready(schema)


@pytest.mark.parametrize(
    "schema",
    [
        OPEN,
        {**CLOSED, "required": []},
        {**CLOSED, "additionalProperties": {"type": "string"}},
        {**CLOSED, "properties": {"a": OPEN}},
        {**CLOSED, "properties": {"a": {}}},
        {**CLOSED, "properties": {"a": True}},
        {**CLOSED, "properties": {"a": {"type": "array"}}},
        {**CLOSED, "properties": {"a": {"type": "array", "items": OPEN}}},
        {**CLOSED, "properties": {"a": {"anyOf": [OPEN, CLOSED]}}},
        {**CLOSED, "properties": {"a": {"type": "string", "maxLength": 3}}},
        {**CLOSED, "oneOf": [{"required": ["a"]}]},
        {**CLOSED, "$defs": {"b": OPEN}},
        {"type": "array", "items": CLOSED},
        {"anyOf": [CLOSED]},
        {},
        {"type": "object", "additionalProperties": False, "properties": [], "required": "a"},
        {**CLOSED, "$defs": 5, "anyOf": 6},
        True,
        None,
    ],
)
def test_schemas_that_may_not_be_strict(schema: Any) -> None:
    """Anything open, optional, unknown or malformed keeps a schema from being strict."""
    assert not strict_ready(schema)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=5),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(
                ["type", "properties", "required", "items", "anyOf", "$defs", "additionalProperties"]
            ),
            inner | st.sampled_from(["object", "array", False]),
            max_size=4,
        )
    ),
    max_leaves=12,
)


@given(JSON)
def test_any_value_is_judged(value: Any) -> None:
    """Judging a schema never fails, whatever it is given."""
    assert strict_ready(value) in {True, False}


@st.composite
def strict_schemas(draw: st.DrawFn, depth: int = 2) -> dict[str, Any]:
    """Schemas of closed objects with every property required."""
    simple = st.sampled_from([{"type": "string"}, {"type": "integer"}, {"enum": ["x", 1, None]}])
    part = st.one_of(simple, strict_schemas(depth - 1)) if depth else simple
    lists = part.map(lambda items: {"type": "array", "items": items})
    properties = draw(st.dictionaries(st.text(min_size=1, max_size=4), part | lists, max_size=3))
    closed = {"properties": properties, "required": list(properties), "additionalProperties": False}
    return {"type": "object", **closed}


@given(strict_schemas(), st.text(min_size=5, max_size=6))
def test_one_optional_property_is_enough(schema: dict[str, Any], name: str) -> None:
    """A strict schema stops being one as soon as one property may be missing."""
    assert strict_ready(schema)
    assert not strict_ready({**schema, "properties": {**schema["properties"], name: {"type": "string"}}})


# --- a real server ---


def converse(url: str, *requests: Request, on_text: Callable[[str], None] | None = None) -> list[Generation]:
    """Ask a real server in turn."""

    async def story() -> list[Generation]:
        async with opened(url, api_key=None) as engine:
            return [await engine.generate(request, on_text=on_text) for request in requests]

    return asyncio.run(story())


@pytest.mark.weights
def test_a_real_server_answers(llama_server: str) -> None:
    """A real server's reply is text, cut at the limit, with tokens counted and the prefix cached."""
    request = asking("Count from one to twenty.", max_tokens=8)
    first, second = converse(llama_server, request, request)
    assert first.text
    assert first.cut
    assert 8 == first.reply_tokens
    assert first.prompt_tokens > 8
    assert 0 < second.cached_tokens <= second.prompt_tokens


@pytest.mark.weights
def test_a_real_server_streams(llama_server: str) -> None:
    """The pieces of a real stream are the text, and the same text as without streaming."""
    pieces: list[str] = []
    request = asking("Name three colours.", max_tokens=24)
    [streamed] = converse(llama_server, request, on_text=pieces.append)
    [plain] = converse(llama_server, request)
    assert streamed.text == "".join(pieces)
    assert len(pieces) > 1
    assert plain.text == streamed.text
    assert (plain.prompt_tokens, plain.reply_tokens) == (streamed.prompt_tokens, streamed.reply_tokens)


@pytest.mark.weights
@pytest.mark.parametrize("streamed", [False, True])
def test_a_real_server_keeps_to_the_schema(llama_server: str, streamed: bool) -> None:
    """A reply is held to its schema, even by a model that would not keep it on its own."""
    schema = {
        "type": "object",
        "properties": {
            "colour": {"enum": ["red", "green", "blue"]},
            "count": {"type": "integer", "minimum": 1, "maximum": 9},
        },
        "required": ["colour", "count"],
        "additionalProperties": False,
    }
    request = asking("Tell me a story.", max_tokens=64, reply_schema=schema)
    [reply] = converse(llama_server, request, on_text=[].append if streamed else None)
    assert not reply.cut
    jsonschema_rs.validate(schema, json.loads(reply.text))


@pytest.mark.weights
def test_a_real_server_is_free_after_cancelling(llama_server: str) -> None:
    """Cancelling in the middle leaves engine and server ready for the next request."""

    async def story() -> Generation:
        async with opened(llama_server) as engine:
            heard = asyncio.Event()
            request = asking("Tell me a very long story.", max_tokens=1500)
            asked = asyncio.create_task(engine.generate(request, on_text=lambda text: heard.set()))
            await heard.wait()
            asked.cancel()
            with pytest.raises(asyncio.CancelledError):
                await asked
            return await engine.generate(asking(max_tokens=4))

    assert asyncio.run(story()).text


@pytest.mark.weights
def test_a_real_server_refuses_a_prompt_that_is_too_long(llama_server: str) -> None:
    """A real refusal arrives in the server's own words."""
    with pytest.raises(EngineRefused, match="exceeds the available context size"):
        converse(llama_server, asking("one two " * 3000))


@pytest.mark.weights
def test_a_real_server_at_the_wrong_path(llama_server: str) -> None:
    """An address without its /v1 or with a wrong path is refused with the hint to check it."""
    with pytest.raises(EngineRefused) as caught:
        converse(f"{llama_server}/nowhere", asking())
    assert "OPENAI_BASE_URL" in caught.value.hint
