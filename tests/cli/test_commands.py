import json
import os
import subprocess
import sys

import pytest

from volition.assembly import load
from volition.errors import BadConfig


def volition(*arguments, home, stdin="", **environ):
    return subprocess.run(
        [sys.executable, "-c", "from volition.cli.main import run; run()", *map(str, arguments)],
        input=stdin,
        capture_output=True,
        text=True,
        check=False,
        env=os.environ | {"VOLITION_HOME": str(home), "COLUMNS": "100", "NO_COLOR": "1"} | environ,
        timeout=60,
    )


def test_a_new_assistant_loads_and_is_explained(tmp_path):
    """`volition new` makes a folder that loads as an assistant with one action and examples."""
    done = volition("new", tmp_path / "tea-bar", home=tmp_path)
    made = load(str(tmp_path / "tea-bar"))

    assert 0 == done.returncode, done.stderr
    assert "volition chat" in done.stdout
    assert ("tea_bar", ("price",)) == (made.name, made.catalogue.names)
    assert made.catalogue["price"].scenarios


def test_new_refuses_to_overwrite(tmp_path):
    """A folder with something in it is left alone."""
    (tmp_path / "kept").mkdir()
    (tmp_path / "kept" / "file").write_text("mine")
    done = volition("new", tmp_path / "kept", home=tmp_path)

    assert 2 == done.returncode
    assert done.stderr.startswith("error: ")
    assert [tmp_path / "kept" / "file"] == list((tmp_path / "kept").iterdir())


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("chat", "nowhere.py"), "There is no assistant at nowhere.py"),
        (("chat", "--engine", "steam"), "There is no engine 'steam'"),
        (("chat", "--engine", "openai"), "needs a model's name"),
        (("chat", "--model", "nowhere.gguf"), "nowhere.gguf"),
    ],
)
def test_bad_input_is_one_line_with_the_next_step(tmp_path, arguments, told):
    """Wrong arguments end in one line on standard error and exit code 2, without a traceback."""
    done = volition(*arguments, home=tmp_path, stdin="hi\n")

    assert 2 == done.returncode
    assert told in done.stderr
    assert "Traceback" not in done.stderr
    assert 1 == len(done.stderr.strip().splitlines())


def test_debug_shows_the_traceback(tmp_path):
    """With --debug the traceback is there."""
    assert "Traceback" in volition("chat", "nowhere.py", "--debug", home=tmp_path).stderr


@pytest.mark.parametrize(
    "body", ["assistant = 3", "raise ValueError('no')", "import nowhere_at_all", "def ("]
)
def test_a_file_that_defines_no_assistant_is_refused(tmp_path, body):
    """A file that fails, or defines something else, is the author's error and names the file."""
    path = tmp_path / "mine.py"
    path.write_text(body)

    with pytest.raises(BadConfig, match=r"mine\.py"):
        load(str(path))


def test_the_doctor_speaks_json(tmp_path):
    """`volition doctor --json` gives a list of findings; a missing model is one that says what to do."""
    done = volition("doctor", "--json", home=tmp_path / "fresh")
    findings = {each["what"]: each for each in json.loads(done.stdout)}

    assert findings["xllamacpp"]["ok"]
    assert "volition models pull" in findings["default model"]["hint"]
    assert 1 == done.returncode


@pytest.mark.parametrize("command", [(), ("chat",), ("new",), ("doctor",), ("models",)])
def test_help_teaches(tmp_path, command):
    """Each command's help says what it does."""
    done = volition(*command, "--help", home=tmp_path)

    assert 0 == done.returncode
    assert "Usage" in done.stdout


def test_a_closed_port_is_one_clear_line(tmp_path):
    """An address where nothing listens ends the turn with the address and the next step."""
    done = volition(
        "chat", "--engine", "openai", "--model", "m", home=tmp_path, stdin="hi\n",
        OPENAI_BASE_URL="http://127.0.0.1:9/v1", OPENAI_API_KEY="secret-key",
    )  # fmt: skip

    assert 1 == done.returncode
    assert "127.0.0.1:9" in done.stderr
    assert "secret-key" not in done.stderr + done.stdout
    assert "0 answered, 1 failed." in done.stderr
