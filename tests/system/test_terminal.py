import shutil
import subprocess
import sys
import time
from pathlib import Path

import pytest

pytestmark = pytest.mark.skipif(shutil.which("tmux") is None, reason="tmux is not installed")

SCRIPT = Path(__file__).with_name("scripted_chat.py")


class Screen:
    """A terminal of 100 columns that a test types into and reads."""

    def __init__(self, folder):
        self._server = ["tmux", "-L", f"volition-{folder.name}"]
        command = f"{sys.executable} {SCRIPT} {folder}; echo LEFT; sleep 60"
        self._run("new-session", "-d", "-x", "100", "-y", "50", command)

    def _run(self, *arguments):
        done = subprocess.run([*self._server, *arguments], capture_output=True, text=True, check=True)
        return done.stdout

    def type(self, *keys):
        self._run("send-keys", *keys)

    def wait_for(self, text, seconds=20):
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            shown = self._run("capture-pane", "-p")
            if text in shown:
                return shown
            time.sleep(0.1)
        pytest.fail(f"{text!r} did not appear:\n{shown}")

    def close(self):
        subprocess.run([*self._server, "kill-server"], capture_output=True, check=False)


@pytest.fixture(name="screen")
def _screen(tmp_path):
    screen = Screen(tmp_path)
    screen.wait_for("/help helps.")
    yield screen
    screen.close()


def test_a_line_is_answered_and_comes_back_with_the_arrow_key(screen):
    """What was typed is answered; the arrow key brings it back to be sent again."""
    screen.type("hello", "Enter")
    screen.wait_for("You said [hello].")
    screen.type("Up", " again", "Enter")

    assert "You said [hello again]." in screen.wait_for("You said [hello again].")


def test_ctrl_c_stops_the_turn_and_not_the_program(screen):
    """Ctrl-C during a turn stops it; the next line is answered; at the prompt it tells how to leave."""
    screen.type("slow one", "Enter")
    screen.wait_for("thinking")
    screen.type("C-c")
    screen.wait_for("Stopped.")
    screen.type("still there?", "Enter")
    screen.wait_for("You said [still there?].")
    screen.type("C-c")
    screen.wait_for("/quit leaves.")


def test_what_lasts_asks_first(screen):
    """A destructive action asks; no leaves things as they are, yes does it."""
    screen.type("wipe", "Enter")
    screen.wait_for("Go ahead? (yes/no)")
    screen.type("no", "Enter")
    screen.wait_for("I have not done that")
    screen.type("wipe", "Enter")
    time.sleep(1)
    screen.wait_for("Go ahead? (yes/no)")
    screen.type("yes", "Enter")
    screen.wait_for("All is wiped.")


def test_commands_explain_the_last_turn(screen):
    """/help, /actions, /prompt, /why and an unknown command each answer; /quit leaves."""
    screen.type("/help", "Enter")
    screen.wait_for("Ctrl-C stops the turn")
    screen.type("/actions", "Enter")
    screen.wait_for("Wipe everything.")
    screen.type("hello", "Enter")
    screen.wait_for("You said [hello].")
    screen.type("/why", "Enter")
    screen.wait_for("outcome: message_cli: done")
    screen.type("/nothing", "Enter")
    screen.wait_for("There is no command /nothing")
    screen.type("/quit", "Enter")
    screen.wait_for("LEFT")


def test_what_is_due_is_announced_while_the_chat_is_open(screen):
    """A timer that is over is announced beside the input line, without a key being pressed."""
    screen.type("ring", "Enter")
    screen.wait_for("It will ring.")
    screen.wait_for("* Time is up: tea")
