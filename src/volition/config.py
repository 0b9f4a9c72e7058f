"""Settings, read once from the environment into a frozen object. The only module that reads it."""

import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import platformdirs


@dataclass(frozen=True, slots=True, kw_only=True)
class Config:
    """What an assistant is opened with."""

    home: Path
    """`VOLITION_HOME`: where conversations and models are kept."""
    engine: str = "embedded"
    """`VOLITION_ENGINE`: `embedded` or `openai`."""
    model: str = ""
    """`VOLITION_MODEL`: a name from `volition models list`, a GGUF file, or a hosted model's name."""
    database: str = ""
    """`VOLITION_DATABASE`: a store's URL; a file in the assistant's folder when empty."""
    openai_base_url: str = ""
    """`OPENAI_BASE_URL`: the address of an OpenAI-compatible server."""
    openai_api_key: str = ""
    """`OPENAI_API_KEY`: its key."""
    threads: int = 0
    """`VOLITION_THREADS`: threads of the embedded engine; all cores when 0."""

    def __repr__(self) -> str:
        """Everything but the key."""
        return f"Config(home={str(self.home)!r}, engine={self.engine!r}, model={self.model!r})"


def read(environ: Mapping[str, str] = os.environ) -> Config:
    """The settings of an environment."""
    chosen = environ.get("VOLITION_HOME")
    threads = environ.get("VOLITION_THREADS", "")
    return Config(
        home=Path(chosen).expanduser() if chosen else Path(platformdirs.user_data_dir("volition")),
        engine=environ.get("VOLITION_ENGINE") or "embedded",
        model=environ.get("VOLITION_MODEL", ""),
        database=environ.get("VOLITION_DATABASE", ""),
        openai_base_url=environ.get("OPENAI_BASE_URL", ""),
        openai_api_key=environ.get("OPENAI_API_KEY", ""),
        threads=int(threads) if threads.isdigit() else 0,
    )


def data_dir() -> Path:
    """Where conversations and models are kept."""
    return read().home
