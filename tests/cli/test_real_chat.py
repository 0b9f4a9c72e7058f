import json
import os
import subprocess
import sys

import pytest

pytestmark = [pytest.mark.weights, pytest.mark.timeout(300)]

BAR = """
from volition import Assistant, action


@action(examples=[("what is a coffee?", {"drink": "coffee"})])
def price(drink: str) -> str:
    '''Tell the price of a drink.'''
    return f"{drink}: 2.50"


assistant = Assistant("bar", actions=[price], small_talk=(("hello", "Hello!"),))
"""


def test_a_chat_with_a_real_model_from_start_to_end(tmp_path, tiny_model):
    """A model in the process answers piped lines with legal replies only; the prefix is found again later."""
    path = tmp_path / "bar.py"
    path.write_text(BAR)
    command = [sys.executable, "-c", "from volition.cli.main import run; run()", "chat", str(path), "--json"]
    environ = os.environ | {"VOLITION_HOME": str(tmp_path), "VOLITION_MODEL": str(tiny_model)}
    for _ in range(2):
        done = subprocess.run(
            command,
            input="hello\nhow much is a tea?\n",
            capture_output=True,
            text=True,
            env=environ,
            check=False,
            timeout=140,
        )
        happened = [json.loads(line) for line in done.stdout.splitlines()]

        assert 0 == done.returncode, done.stderr
        assert 2 == sum(each["event"] == "finished" for each in happened)
        assert not [each for each in happened if each["event"] == "repaired"]
        for each in happened:
            if each["event"] == "replied":
                assert each["cached_tokens"] > 0.9 * each["prompt_tokens"] - 100
    assert 1 == len(list((tmp_path / "cache").iterdir()))
