"""Settings, read once from the environment. The only module that reads it."""

import os
from pathlib import Path

import platformdirs


def data_dir() -> Path:
    """Where conversations and models are kept: `VOLITION_HOME`, or the platform's own place."""
    chosen = os.environ.get("VOLITION_HOME")
    return Path(chosen).expanduser() if chosen else Path(platformdirs.user_data_dir("volition"))
