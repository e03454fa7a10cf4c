"""All sheets of the map laid over each other once, as one opaque picture: what the screen shows is a copy of it."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from PySide6.QtCore import QPoint, QRect
from PySide6.QtGui import QImage, QPainter, QRegion

from .moving_picture import MovingPicture
from .pixel_frame import PixelFrame

_OPAQUE = QImage.Format.Format_RGB32  # copied to the screen as it is, without a look at what lies below
_FEW = 32  # boxes that are laid one by one: quicker than within a clip of many parts


class FlatPicture:
    """A pan shifts it and lays over each other what came into view; a change, what changed."""

    def __init__(self, frame: PixelFrame) -> None:
        self._picture = MovingPicture(frame, _OPAQUE)
        self._dirty = QRegion(frame.rect)

    @property
    def frame(self) -> PixelFrame:
        """The device pixels that it shows."""
        return self._picture.frame

    @property
    def image(self) -> QImage:
        """The picture; another one after the view has moved."""
        return self._picture.image

    def touch(self, region: QRegion) -> None:
        """Sheets have other pixels in a region."""
        self._dirty += region

    def touch_all(self) -> None:
        """Sheets have other pixels anywhere."""
        self._dirty = QRegion(self.frame.rect)

    def look_at(self, frame: PixelFrame) -> None:
        """Follow the view: shift the picture, or begin another if the scale is another."""
        if frame == self.frame:
            return
        if not frame.is_same_scale(self.frame):
            self._picture = MovingPicture(frame, _OPAQUE)
            self.touch_all()
            return
        moved, strips = self._picture.move_to(frame)
        self._dirty.translate(moved)
        for strip in strips:
            self._dirty += strip

    def bring_up_to_date(self, lay: Callable[[QPainter, list[QRect], QRegion], None]) -> None:
        """Have the sheets laid over each other where they changed: in boxes, within the painter's clip; the region."""
        dirty = self._dirty.intersected(self.frame.rect)
        self._dirty = QRegion()
        if dirty.isEmpty():
            return
        painter = QPainter(self.image)
        try:
            if dirty.rectCount() <= _FEW:
                boxes: Iterable[QRect] = dirty  # type: ignore[assignment]
                lay(painter, [QRect(box) for box in boxes], dirty)
            else:
                painter.setClipRegion(dirty)
                lay(painter, [dirty.boundingRect()], dirty)
        finally:
            painter.end()

    def show(self, painter: QPainter) -> None:
        """Copy the picture, in device pixels, within the painter's clip."""
        painter.drawImage(QPoint(0, 0), self.image)
