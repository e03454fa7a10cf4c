"""Photos and thermal images become pictures aside, under limits: what somebody sends may be anything."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

import numpy as np
from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QObject, QSize, Qt, Signal
from PySide6.QtGui import QImage, QImageReader

from broker_local.protocol.errors import ProtocolError
from rfers_desktop.language import tr
from rfers_desktop.layers.thermal_preview import thermal_preview

MOST_BYTES = 32_000_000
MOST_PIXELS = 80_000_000  # of the photo itself, before it is made smaller
_LONGER_SIDE_PX = 2_400  # enough for the largest screen
_FORMATS = (b"jpeg", b"png", b"webp", b"gif", b"bmp", b"tiff")  # by their content; nothing that can run or refer


class NoPicture(Exception):
    """Why a content cannot be shown, as a sentence for the user."""


@dataclass(frozen=True, slots=True, eq=False)
class Picture:
    """What came of a content: an image and what is written below it, or what is wrong."""

    key: str
    image: QImage | None
    caption: str = ""
    problem: str = ""


class PictureReading(QObject):
    """`read` comes on the thread that made the object, once for each call, in order."""

    read = Signal(object)  # Picture

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._pool = ThreadPoolExecutor(1, "pictures")

    def read_photo(self, key: str, content: bytes) -> None:
        """Make a picture of a photo."""
        self._pool.submit(self._run, key, lambda: (photo(content), ""))

    def read_thermal(self, key: str, content: bytes, name: str) -> None:
        """Make a picture of a thermal image."""
        self._pool.submit(self._run, key, lambda: _thermal(content, name))

    def stop(self) -> None:
        """Read no more, and wait for the thread."""
        self._pool.shutdown(wait=True, cancel_futures=True)

    def _run(self, key: str, make: Callable[[], tuple[QImage, str]]) -> None:
        try:
            picture = Picture(key, *make())
        except (ProtocolError, NoPicture) as error:
            picture = Picture(key, None, problem=str(error))
        except MemoryError:
            picture = Picture(key, None, problem=tr("the picture does not fit into memory"))
        self.read.emit(picture)


def photo(content: bytes) -> QImage:
    """A photo, upright and no larger than a screen; raises NoPicture if it is none or too large."""
    if len(content) > MOST_BYTES:
        raise NoPicture(tr("The photo is too large to be shown."))
    buffer = QBuffer()
    buffer.setData(QByteArray(content))
    buffer.open(QIODevice.OpenModeFlag.ReadOnly)
    reader = QImageReader(buffer)
    reader.setDecideFormatFromContent(True)
    reader.setAutoTransform(True)
    kind = bytes(reader.format().data())
    size = reader.size()
    if kind not in _FORMATS or not size.isValid():
        raise NoPicture(tr("This is not a photo: neither JPEG, PNG nor WebP."))
    if size.width() * size.height() > MOST_PIXELS:
        raise NoPicture(tr("The photo is too large to be shown."))
    if max(size.width(), size.height()) > _LONGER_SIDE_PX:
        limit = QSize(_LONGER_SIDE_PX, _LONGER_SIDE_PX)
        reader.setScaledSize(size.scaled(limit, Qt.AspectRatioMode.KeepAspectRatio))
    image = reader.read()
    if image.isNull():
        raise NoPicture(tr("The photo is broken: {reason}", reason=reader.errorString()))
    return image


def _thermal(content: bytes, name: str) -> tuple[QImage, str]:
    made = thermal_preview(content, name)
    colours = np.ascontiguousarray(made.colours)
    height, width, _ = colours.shape
    image = QImage(colours.tobytes(), width, height, 4 * width, QImage.Format.Format_RGBA8888).copy()
    caption = tr("{low} to {high} {unit}, hottest {peak}").format(
        low=f"{made.low:.0f}", high=f"{made.high:.0f}", unit=made.unit, peak=f"{made.peak:.0f}"
    )
    return image, caption
