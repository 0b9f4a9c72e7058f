import asyncio
import json

import pytest

from volition.engines.embedded import KEPT_PREFIXES, EmbeddedEngine, grammar
from volition.errors import EngineUnavailable, WeightsError
from volition.ports import ChatMessage, Request
from volition.schema import check

pytestmark = [pytest.mark.weights, pytest.mark.timeout(300)]

SCHEMA = {
    "type": "object",
    "properties": {"mood": {"enum": ["good", "bad"]}, "count": {"type": "integer"}},
    "required": ["mood", "count"],
    "additionalProperties": False,
}


def request(said, system="You are brief. " * 20, **given):
    messages = (ChatMessage(role="system", text=system), ChatMessage(role="user", text=said))
    return Request(messages=messages, **({"max_tokens": 24} | given))


@pytest.fixture(name="engine", scope="module")
def _engine(tiny_model, tmp_path_factory):
    engine = EmbeddedEngine(tiny_model, context_tokens=2_048, cache_dir=tmp_path_factory.mktemp("prefixes"))
    yield engine
    asyncio.run(engine.close())


def test_pieces_add_up_to_the_reply(engine):
    """What is streamed is the reply, in order, and tokens are counted."""
    pieces = []
    answer = asyncio.run(engine.generate(request("hello"), on_text=pieces.append))

    assert answer.text == "".join(pieces)
    assert answer.reply_tokens > 0
    assert answer.prompt_tokens > 20


def test_a_grammar_holds_the_reply_to_its_schema(engine):
    """With a schema every reply is legal JSON in the one spelling."""
    for said in ("how are you?", "tell me a story", "}}}}"):
        answer = asyncio.run(engine.generate(request(said, reply_schema=SCHEMA, max_tokens=64)))

        assert [] == check(SCHEMA, json.loads(answer.text))
        assert answer.text.startswith('{"mood": "')


def test_a_reply_at_its_limit_says_so(engine):
    """A reply that ends at the token limit is marked as cut."""
    assert asyncio.run(engine.generate(request("count to a thousand", max_tokens=3))).cut


def test_the_prefix_is_taken_from_the_cache(engine):
    """The second request of the same prefix reads only its own end."""
    asyncio.run(engine.generate(request("one")))
    answer = asyncio.run(engine.generate(request("two")))

    assert answer.cached_tokens > answer.prompt_tokens - 20


def test_a_cancelled_request_leaves_the_engine_usable(engine):
    """Cancelling stops the generation; the next request is answered."""

    async def run():
        with pytest.raises(TimeoutError):
            async with asyncio.timeout(0.01):
                await engine.generate(request("tell me a very long story", max_tokens=1_500))
        return await engine.generate(request("hello"))

    assert asyncio.run(run()).text


def test_a_deadline_is_the_engines_own_error(engine):
    """A request that takes too long is told as such, with the next step."""
    with pytest.raises(EngineUnavailable, match="longer than"):
        asyncio.run(engine.generate(request("a long story", max_tokens=1_500, timeout_s=0.001)))


def test_a_warmed_prefix_is_saved_and_found_again(tiny_model, tmp_path):
    """A prefix is kept on disk; a new engine of the same model takes it from there."""
    prefix = Request(messages=request("x").messages[:1], max_tokens=1)

    async def warmed():
        engine = EmbeddedEngine(tiny_model, context_tokens=1_024, cache_dir=tmp_path)
        await engine.warm(prefix)
        answer = await engine.generate(request("hello", max_tokens=4))
        await engine.close()
        return answer

    first, saved = asyncio.run(warmed()), [each.name for each in tmp_path.iterdir()]
    second = asyncio.run(warmed())

    assert [each.name for each in tmp_path.iterdir()] == saved
    assert 1 == len(saved)
    assert second.cached_tokens == first.cached_tokens > 50


def test_a_damaged_saved_prefix_is_evaluated_anew(tiny_model, tmp_path):
    """A file that cannot be read back costs time, not the turn."""
    prefix = Request(messages=request("x").messages[:1], max_tokens=1)

    async def warmed():
        engine = EmbeddedEngine(tiny_model, context_tokens=1_024, cache_dir=tmp_path)
        await engine.warm(prefix)
        answer = await engine.generate(request("hello", max_tokens=4))
        await engine.close()
        return answer

    asyncio.run(warmed())
    for each in tmp_path.iterdir():
        each.write_bytes(b"broken" * 100)

    assert asyncio.run(warmed()).text


def test_old_prefixes_are_forgotten(tiny_model, tmp_path):
    """Only the newest few prefixes of a model stay on disk."""

    async def run():
        engine = EmbeddedEngine(tiny_model, context_tokens=512, cache_dir=tmp_path)
        for number in range(KEPT_PREFIXES + 2):
            await engine.warm(Request(messages=request("x", system=f"rule {number}").messages[:1]))
        await engine.close()

    asyncio.run(run())

    assert KEPT_PREFIXES == len(list(tmp_path.iterdir()))


def test_a_missing_file_is_told_with_the_next_step(tmp_path):
    """A path without a file is an error that says how to get one."""
    with pytest.raises(WeightsError, match=r"nowhere\.gguf") as caught:
        EmbeddedEngine(tmp_path / "nowhere.gguf")

    assert "volition models pull" in caught.value.hint


@pytest.mark.parametrize("content", [b"", b"GGUF", b"not a model" * 1000, b"GGUF" + bytes(10_000)])
def test_a_damaged_file_is_told_at_the_first_request(tmp_path, content):
    """A file that is no model fails the request with one clear error, and the next one too."""
    path = tmp_path / "damaged.gguf"
    path.write_bytes(content)
    engine = EmbeddedEngine(path)
    for _ in range(2):
        with pytest.raises(WeightsError, match=r"damaged\.gguf"):
            asyncio.run(engine.generate(request("hello")))
    asyncio.run(engine.close())


def test_a_truncated_model_is_told(tiny_model, tmp_path):
    """A model cut in the middle is an error, not a crash."""
    path = tmp_path / "cut.gguf"
    path.write_bytes(tiny_model.read_bytes()[:1_000_000])

    with pytest.raises(WeightsError, match=r"cut\.gguf"):
        asyncio.run(EmbeddedEngine(path).generate(request("hello")))


def test_a_prompt_beyond_the_context_is_refused(tiny_model):
    """A prompt longer than the context is an error in words."""
    engine = EmbeddedEngine(tiny_model, context_tokens=256)
    with pytest.raises(Exception, match=r"refused|context"):
        asyncio.run(engine.generate(request("word " * 2_000)))
    asyncio.run(engine.close())


def test_the_grammar_is_one_rule_with_one_spelling():
    """The grammar carries the schema and fixes the white space."""
    text = grammar(SCHEMA)

    assert text.startswith("%llguidance {}\nstart: %json {")
    assert '"whitespace_flexible": false' in text
