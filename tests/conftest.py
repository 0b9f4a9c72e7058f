"""What several test files share: a small real model, and a real server that runs it."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from volition.config import data_dir
from volition.engines.weights import Weights
from volition.errors import WeightsError

PULL = "volition models pull smollm2-135m"
"""What brings the weights that a skipped test needs."""


@pytest.fixture(scope="session")
def tiny_model() -> Path:
    """The file of the smallest model that writes whole sentences."""
    try:
        return Weights(data_dir() / "models").resolve("smollm2-135m")
    except WeightsError:
        pytest.skip(PULL)


@pytest.fixture(scope="session")
def llama_server(tiny_model: Path) -> Iterator[str]:
    """The base URL of llama.cpp's own OpenAI-compatible server, in this process, on loopback."""
    xllamacpp = pytest.importorskip("xllamacpp")
    settings = xllamacpp.CommonParams()
    settings.model.path = str(tiny_model)
    settings.n_ctx = 2048
    settings.n_parallel = settings.cpuparams.n_threads = settings.cpuparams_batch.n_threads = 1
    settings.verbosity = -1
    settings.port = 0
    server = xllamacpp.Server(settings)
    yield f"{server.listening_address}/v1"
    del server
