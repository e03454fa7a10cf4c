"""One sheet of the map: the picture of a band in device pixels, and which of them are out of date."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtGui import QImage, QPainter, QTransform

from rfers_desktop.ui.themes import Theme

from .content import Painting
from .dirty_tiles import DirtyTiles
from .moving_picture import MovingPicture, pixels_of
from .pixel_frame import PixelFrame
from .scroll_picture import PICTURE_FORMAT
from .view import View


def blank(width: int, height: int) -> QImage:
    """A picture with nothing on it."""
    image = QImage(max(width, 1), max(height, 1), PICTURE_FORMAT)
    image.fill(Qt.GlobalColor.transparent)
    return image


class Sheet:
    """The picture of a band for one view. After a zoom the old picture stays below it until the new one is done."""

    def __init__(self, view: View) -> None:
        self.ghost: tuple[QImage, View] | None = None
        self.is_bare = True  # nothing was painted since the scale changed
        self.begin_again(view)

    @property
    def frame(self) -> PixelFrame:
        """The device pixels that it shows."""
        return self._picture.frame

    @property
    def image(self) -> QImage:
        """The picture; another one after the view has moved."""
        return self._picture.image

    def look_at(self, view: View, is_painted_next: bool = False) -> None:
        """Follow the view: shift the picture, or begin another if the scale is another.

        What comes into view is empty, or holds anything if it is painted next, which begins with clearing it.
        """
        frame = PixelFrame.of(view)
        if frame == self.frame:
            self.view = view
            return
        if not frame.is_same_scale(self.frame):
            self.begin_again(view)
            return
        waiting = self.dirty.take()
        moved, strips = self._picture.move_to(frame)
        self.dirty = DirtyTiles(frame.width, frame.height)
        if self.is_bare or not is_painted_next:
            self.clear(strips)
        for box in (*(box.translated(moved) for box in waiting), *strips):
            self.dirty.add(box)
        self.view = view

    def begin_again(self, view: View) -> None:
        """Paint everything anew, and show the old picture until that is done."""
        if not self.is_bare:
            self.ghost = (self.image, self.view)
        frame = PixelFrame.of(view)
        self.view, self._picture = view, MovingPicture(frame)
        self.dirty = DirtyTiles(frame.width, frame.height)
        self.dirty.add_all()
        self.is_bare = True

    def finish(self) -> None:
        """The whole picture has been painted once: the old one is not needed any more."""
        self.ghost, self.is_bare = None, False

    def clear(self, boxes: Iterable[QRect]) -> None:
        """Take the paint off some boxes."""
        pixels = pixels_of(self.image)
        for box in boxes:
            pixels[box.top() : box.bottom() + 1, box.left() : box.right() + 1] = 0

    def show(self, painter: QPainter, view: View, boxes: Iterable[QRect]) -> None:
        """Draw boxes of the picture, in device pixels; where it is not done yet, the old one as it would look."""
        if self.ghost is not None:
            image, old = self.ghost
            for box in boxes:
                painter.save()
                painter.setClipRect(box, Qt.ClipOperation.IntersectClip)
                painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
                painter.setTransform(_from_old(old, view), combine=True)
                painter.drawImage(QPoint(0, 0), image)
                painter.restore()
        for box in boxes:
            painter.drawImage(box.topLeft(), self.image, box)


def paint_box(image: QImage, offset: QPoint, painting: Painting, view: View, box: QRect, theme: Theme) -> None:
    """Paint one box (device pixels of the view) on a picture whose upper left corner is at `offset` in the view."""
    frame = PixelFrame.of(view)
    painter = QPainter(image)
    try:
        painter.translate(-offset.x(), -offset.y())
        painter.setClipRect(box)
        painter.scale(view.ratio, view.ratio)
        painting.paint(painter, view, frame.plain_box(box), theme)
    finally:
        painter.end()


def _from_old(old: View, view: View) -> QTransform:
    """Device pixels of one view to those of another."""
    scale = old.units_per_px / view.units_per_px * view.ratio / old.ratio
    corner = view.pixel(*old.place(0.0, 0.0))
    return QTransform(scale, 0, 0, scale, corner.x() * view.ratio, corner.y() * view.ratio)
