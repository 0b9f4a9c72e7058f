"""The one place that opens stores and engines by name or URL and connects an assistant to them."""

import importlib.util
import sys
from dataclasses import replace
from importlib import import_module
from pathlib import Path
from typing import Any

from volition import config
from volition.config import Config
from volition.errors import BadConfig, VolitionError, WeightsError
from volition.ports import Engine, Profile
from volition.runtime.assistant import Assistant
from volition.stores.sqlite import SqliteStore

_ENGINES = {"embedded": "volition.engines.embedded", "openai": "volition.engines.openai"}
"""Imported when chosen: each needs a package of its own."""


def open_store(url: str) -> SqliteStore:
    """Open a store by URL: `sqlite:///path/to/file`, or `sqlite://` for one in memory.

    Raises:
        BadConfig: the URL names no store there is.
        StoreError: it cannot be opened.
    """
    scheme, separator, rest = url.partition("://")
    if scheme != "sqlite" or not separator:
        raise BadConfig(f"There is no store for {url!r}.", hint="Use sqlite:///path/to/file.sqlite.")
    return SqliteStore.open(Path(rest.removeprefix("/")) if rest else ":memory:")


def open_engine(settings: Config, *, weights: Path | None = None) -> Engine:
    """Open the engine that the settings choose.

    Args:
        settings: Which engine and model.
        weights: The model's file, for the embedded engine.

    Raises:
        BadConfig: there is no such engine, or something it needs is not set.
        MissingPackage: its package is not installed.
        WeightsError: its model is not there.
    """
    if settings.engine not in _ENGINES:
        raise BadConfig(
            f"There is no engine {settings.engine!r}.", hint=f"Choose one of: {', '.join(_ENGINES)}."
        )
    module: Any = import_module(_ENGINES[settings.engine])
    if settings.engine == "openai":
        if not settings.model:
            raise BadConfig("The openai engine needs a model's name.", hint="Give --model NAME.")
        hosted: Engine = module.OpenAIEngine(
            model=settings.model,
            base_url=settings.openai_base_url or None,
            api_key=settings.openai_api_key or None,
        )
        return hosted
    if weights is None:
        raise WeightsError("The embedded engine needs a model's file.", hint="Run: volition models pull")
    embedded: Engine = module.EmbeddedEngine(
        weights, threads=settings.threads or None, cache_dir=settings.home / "cache"
    )
    return embedded


def open_assistant(
    definition: "Assistant | str | Path" = "demo",
    *,
    engine: Engine | None = None,
    settings: Config | None = None,
    weights: Path | None = None,
    profile: Profile | None = None,
) -> Assistant:
    """Connect an assistant to an engine and to its own folder under the data directory.

    Args:
        definition: An assistant, `demo`, or the path of a file or folder that defines `assistant`.
        engine: What it thinks with; opened from the settings when None.
        settings: Where things are; read from the environment when None.
        weights: The embedded engine's model file.
        profile: Replaces the engine's own profile.

    Raises:
        BadConfig: the definition cannot be loaded.
    """
    settings = settings or config.read()
    assistant = definition if isinstance(definition, Assistant) else load(str(definition))
    files = settings.home / "assistants" / assistant.name
    files.mkdir(parents=True, exist_ok=True)
    store = open_store(settings.database or f"sqlite:///{files / 'conversations.sqlite'}")
    engine = engine or open_engine(settings, weights=weights)
    if profile is not None:
        engine.profile = profile
    return assistant.connect(engine=engine, store=store, queue=store, files=files)


def load(definition: str) -> Assistant:
    """The assistant that a file defines under the name `assistant`.

    Args:
        definition: `demo`, a Python file, or a folder with `assistant.py`.

    Raises:
        BadConfig: there is no such file, it fails when run, or it defines no assistant.
    """
    if definition == "demo":
        demo: Assistant = import_module("volition.demo.assistant").assistant
        return demo
    path = Path(definition)
    path = path / "assistant.py" if path.is_dir() else path
    if not path.is_file():
        raise BadConfig(f"There is no assistant at {path}.", hint="Make one with: volition new NAME")
    found = getattr(_module(path), "assistant", None)
    if not isinstance(found, Assistant):
        raise BadConfig(
            f"{path} defines no assistant.", hint='Write: assistant = Assistant("name", actions=[...])'
        )
    return found


def _module(path: Path) -> Any:
    name = f"volition_assistant_{path.resolve().parent.name}_{path.stem}".replace("-", "_")
    spec = importlib.util.spec_from_file_location(name, path)
    if spec is None or spec.loader is None:
        raise BadConfig(f"{path} is not a Python file.")
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    try:
        spec.loader.exec_module(module)
    except VolitionError:
        raise
    except Exception as error:
        line = str(error).strip().splitlines()[:1] or [""]
        raise BadConfig(f"{path} cannot be run: {type(error).__name__}: {line[0]}") from error
    return module


def for_engine(settings: Config, engine: str, model: str) -> Config:
    """Settings with an engine and a model put in their place, where given."""
    return replace(settings, engine=engine or settings.engine, model=model or settings.model)
