"""Tests of rfers_desktop/ui/details/picture_reading.py."""

from __future__ import annotations

import struct
import zlib
from collections.abc import Iterator

import pytest
from PySide6.QtGui import QColor
from pytestqt.qtbot import QtBot

from rfers_desktop.ui.details import picture_reading
from rfers_desktop.ui.details.picture_reading import NoPicture, PictureReading, photo
from tests.geotiffs import a_geotiff
from tests.unit.rfers_desktop.ui.photos import a_photo

pytestmark = pytest.mark.display


@pytest.fixture
def reading(qtbot: QtBot) -> Iterator[PictureReading]:
    made = PictureReading()
    yield made
    made.stop()


def a_png_that_claims(width: int, height: int) -> bytes:
    head = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    chunks = ((b"IHDR", head), (b"IDAT", zlib.compress(b"0")), (b"IEND", b""))
    body = (struct.pack(">I", len(d)) + name + d + struct.pack(">I", zlib.crc32(name + d)) for name, d in chunks)
    return b"\x89PNG\r\n\x1a\n" + b"".join(body)


@pytest.mark.parametrize("kind", ["PNG", "JPG"])
def test_a_photo_is_read_as_it_is(kind: str) -> None:
    image = photo(a_photo(40, 30, "#0000ff", kind))
    assert (image.width(), image.height()) == (40, 30)
    assert QColor(image.pixel(5, 5)).blue() > 250


def test_a_large_photo_is_made_smaller() -> None:
    image = photo(a_photo(5_000, 1_000))
    assert (image.width(), image.height()) == (2_400, 480)


@pytest.mark.parametrize(
    "content",
    [b"", b"no picture", a_photo()[:60], b"<svg xmlns='http://www.w3.org/2000/svg' width='5' height='5'/>"],
    ids=["nothing", "text", "half", "svg"],
)
def test_what_is_no_whole_picture_is_refused(content: bytes) -> None:
    with pytest.raises(NoPicture, match="photo"):
        photo(content)


def test_a_picture_that_would_fill_the_memory_is_refused_before_it_is_read() -> None:
    with pytest.raises(NoPicture, match="too large"):
        photo(a_png_that_claims(30_000, 30_000))


def test_a_file_that_is_too_large_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(picture_reading, "MOST_BYTES", 10)
    with pytest.raises(NoPicture, match="too large"):
        photo(a_photo())


def test_pictures_come_to_the_window_with_what_was_asked_for(reading: PictureReading, qtbot: QtBot) -> None:
    with qtbot.waitSignal(reading.read) as told:
        reading.read_photo("key", a_photo())
    assert told.args[0].key == "key"
    assert told.args[0].image.width() == 40


def test_a_thermal_image_tells_its_range(reading: PictureReading, qtbot: QtBot) -> None:
    with qtbot.waitSignal(reading.read) as told:
        reading.read_thermal("key", a_geotiff(), "image")
    assert told.args[0].image.width() > 0
    assert "300" in told.args[0].caption


def test_what_is_wrong_is_told(reading: PictureReading, qtbot: QtBot) -> None:
    with qtbot.waitSignal(reading.read) as told:
        reading.read_photo("key", b"no picture")
    assert told.args[0].image is None
    assert "JPEG" in told.args[0].problem
