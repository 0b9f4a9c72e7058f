"""A model inside this process: llama.cpp, held to the reply's grammar, with the prompt's prefix kept.

The part of the prompt that stays the same between turns is evaluated once, kept in the KV cache, and
saved to disk, so that the next start takes it from there.
"""

import asyncio
import hashlib
import json
import os
import secrets
import threading
import urllib.error
import urllib.request
from collections.abc import Callable
from concurrent.futures import Future
from pathlib import Path
from typing import Any

from volition import tokens
from volition.errors import EngineRefused, EngineUnavailable, MissingPackage, WeightsError
from volition.ports import Examples, Generation, Profile, Request

try:
    import xllamacpp
except ImportError as error:
    raise MissingPackage(
        "The embedded engine needs the package xllamacpp.", hint="pip install 'volition[embedded]'"
    ) from error

SMALL = Profile(
    budget_tokens=3_000,
    catalogue_style="brief",
    layout="chat",
    examples=Examples(policy="fixed", k=32),
    reply_schema="grammar",
    spoken_values=True,
    grounded=True,
    history_turns=2,
    explains=False,
    max_calls=3,
    max_reply_tokens=256,
)
"""What a model of one or two billion weights needs: examples, a grammar, and code to read the values."""

REUSED_TOKENS = 32
"""Runs of tokens at least this long are moved within the cache when the window of past turns slides."""
KEPT_PREFIXES = 4
"""Saved prefixes that stay on disk for each model."""


class EmbeddedEngine:
    """A GGUF model in this process. It loads in the background; the first request waits for it.

    Raises:
        WeightsError: there is no file at the path.
    """

    def __init__(
        self,
        path: Path,
        *,
        name: str = "",
        profile: Profile = SMALL,
        context_tokens: int = 8_192,
        threads: int | None = None,
        cache_dir: Path | None = None,
    ) -> None:
        """Begin to load a model.

        Args:
            path: The GGUF file.
            name: What to call it; the file's stem when empty.
            profile: What the model needs.
            context_tokens: Longest prompt and reply together.
            threads: Threads to compute with; all cores by default. They sleep while they wait for one
                another: with llama.cpp's default of spinning, one other busy process on 2 cores slows
                generation from 20 to 2 tokens a second, without it to 7.
            cache_dir: Where evaluated prefixes are kept; not kept when None.
        """
        if not path.is_file():
            raise WeightsError(f"There is no model file at {path}.", hint="Run: volition models pull")
        self.name = "embedded:" + (name or path.stem)
        self.profile = profile
        self._path = path
        self._context_tokens = context_tokens
        self._threads = threads or os.cpu_count() or 1
        self._cache_dir = cache_dir
        self._key = secrets.token_hex(16)
        self._turn = threading.Lock()
        self._loaded: Future[Any] = Future()
        threading.Thread(target=self._load, name="volition-model", daemon=True).start()

    @property
    def is_ready(self) -> bool:
        """Whether the model is in memory."""
        return self._loaded.done()

    async def generate(self, request: Request, *, on_text: Callable[[str], None] | None = None) -> Generation:
        """Answer one request; requests wait for one another."""
        loop = asyncio.get_running_loop()
        done: asyncio.Future[Generation] = loop.create_future()
        stopped = threading.Event()

        def piece(text: str) -> None:
            if on_text is not None:
                loop.call_soon_threadsafe(on_text, text)

        def settle(answer: Generation | None, error: Exception | None) -> None:
            if done.done():
                return
            if error is not None:
                done.set_exception(error)
            elif answer is not None:
                done.set_result(answer)

        def work() -> None:
            answer, failed = None, None
            try:
                with self._turn:
                    answer = self._complete(self._body(request), piece, stopped)
            except (WeightsError, EngineRefused, EngineUnavailable) as error:
                failed = error
            if not loop.is_closed():
                loop.call_soon_threadsafe(settle, answer, failed)

        threading.Thread(target=work, name="volition-generate", daemon=True).start()
        try:
            async with asyncio.timeout(request.timeout_s):
                return await done
        except TimeoutError:
            raise EngineUnavailable(
                f"The model {self.name} took longer than {request.timeout_s:g} s.",
                hint="Use a smaller model: volition chat --model small",
            ) from None
        finally:
            stopped.set()

    async def warm(self, request: Request) -> None:
        """Evaluate a prefix, or take it from disk where it was saved before."""
        await asyncio.to_thread(self._warm, self._body(request))

    def count_tokens(self, text: str) -> int:
        """An estimate; the exact count would need the model loaded."""
        return tokens.estimate(text)

    async def close(self) -> None:
        """Stop what is being generated and let go of the model."""
        self._loaded = Future()
        self._loaded.set_exception(EngineUnavailable("The engine is closed."))

    def _load(self) -> None:
        try:
            self._loaded.set_result(xllamacpp.Server(self._parameters()))
        except RuntimeError as error:
            self._loaded.set_exception(
                WeightsError(
                    f"The model file {self._path} cannot be loaded: {error}.",
                    hint="It may be damaged: volition models rm NAME, then volition models pull NAME.",
                )
            )

    def _parameters(self) -> Any:
        parameters = xllamacpp.CommonParams()
        parameters.model.path = str(self._path)
        parameters.n_ctx = self._context_tokens
        parameters.n_parallel = 1
        parameters.n_cache_reuse = REUSED_TOKENS
        for processors in (parameters.cpuparams, parameters.cpuparams_batch):
            processors.n_threads = self._threads
            processors.poll = 0
        parameters.verbosity = -1
        parameters.warmup = False
        parameters.port = 0
        parameters.api_keys = [self._key]
        if self._cache_dir is not None:
            self._cache_dir.mkdir(parents=True, exist_ok=True)
            parameters.slot_save_path = f"{self._cache_dir}{os.sep}"
        return parameters

    def _body(self, request: Request) -> dict[str, Any]:
        body: dict[str, Any] = {
            "messages": [{"role": each.role, "content": each.text} for each in request.messages],
            "max_tokens": request.max_tokens,
            "temperature": request.temperature,
            "cache_prompt": True,
        }
        if request.reply_schema is not None and self.profile.reply_schema == "grammar":
            body["grammar"] = grammar(request.reply_schema)
        return body

    def _complete(
        self, body: dict[str, Any], piece: Callable[[str], None], stopped: threading.Event
    ) -> Generation:
        server = self._loaded.result()
        text: list[str] = []
        last: dict[str, Any] = {}
        usage: dict[str, Any] = {}

        def on_chunk(chunk: dict[str, Any]) -> bool:
            if "error" in chunk:
                last["error"] = chunk["error"]
                return True
            usage.update(chunk.get("usage") or {})
            for choice in chunk.get("choices") or ():
                last["finish"] = choice.get("finish_reason")
                new = (choice.get("delta") or {}).get("content")
                if new:
                    text.append(new)
                    piece(new)
            return stopped.is_set()

        try:
            server.handle_chat_completions(
                body | {"stream": True, "stream_options": {"include_usage": True}}, on_chunk
            )
        except (RuntimeError, ValueError) as error:
            raise EngineRefused(f"The model {self.name} refused the request: {error}.") from None
        if "error" in last:
            raise EngineRefused(f"The model {self.name} refused the request: {_message(last['error'])}.")
        return Generation(
            text="".join(text),
            prompt_tokens=int(usage.get("prompt_tokens", 0)),
            cached_tokens=int((usage.get("prompt_tokens_details") or {}).get("cached_tokens", 0)),
            reply_tokens=int(usage.get("completion_tokens", 0)),
            cut=last.get("finish") == "length",
        )

    def _warm(self, body: dict[str, Any]) -> None:
        with self._turn:
            saved = self._saved_name(body)
            if saved and (self._cache_dir / saved).exists() and self._slot("restore", saved):  # type: ignore[operator]  # saved is empty without a folder
                return
            self._complete(body, lambda _text: None, threading.Event())
            if saved and self._slot("save", saved):
                self._forget_old()

    def _saved_name(self, body: dict[str, Any]) -> str:
        if self._cache_dir is None:
            return ""
        stat = self._path.stat()
        about = [str(self._path), stat.st_size, stat.st_mtime_ns, body["messages"], self._context_tokens]
        digest = hashlib.sha256(json.dumps(about).encode()).hexdigest()[:24]
        return f"{self._path.stem}-{digest}.prefix"

    def _slot(self, action: str, filename: str) -> bool:
        """Save or restore the evaluated prefix; False when the runtime will not."""
        address = self._loaded.result().listening_address
        request = urllib.request.Request(  # noqa: S310 - the address is our own server's, on loopback
            f"{address}/slots/0?action={action}",
            data=json.dumps({"filename": filename}).encode(),
            headers={"Content-Type": "application/json", "Authorization": f"Bearer {self._key}"},
        )
        try:
            with urllib.request.urlopen(request, timeout=30) as answer:  # noqa: S310 - as above
                return bool(answer.status == 200)
        except (urllib.error.URLError, OSError):
            return False

    def _forget_old(self) -> None:
        folder = self._cache_dir
        if folder is None:
            return
        saved = sorted(folder.glob(f"{self._path.stem}-*.prefix"), key=lambda each: -each.stat().st_mtime)
        for each in saved[KEPT_PREFIXES:]:
            each.unlink(missing_ok=True)


def grammar(reply_schema: dict[str, Any]) -> str:
    """A JSON Schema as a grammar with one spelling: a space after each colon and comma, none elsewhere.

    Free white space lets a small model write blank lines until its limit.
    """
    spelling = {"whitespace_flexible": False, "key_separator": ": ", "item_separator": ", "}
    return "%llguidance {}\nstart: %json " + json.dumps({**reply_schema, "x-guidance": spelling})


def _message(error: Any) -> str:
    return str(error.get("message", error)) if isinstance(error, dict) else str(error)
