"""The overview: the whole area small in a corner, with a frame where the map is; clicking there goes there."""

from __future__ import annotations

import threading
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace

from PySide6.QtCore import QObject, QPointF, QRectF, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QColor, QImage, QMouseEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QWidget

from rfers_desktop.geo.projections import Bounds, Projection
from rfers_desktop.language import tr
from rfers_desktop.ui.look import present_theme
from rfers_desktop.ui.themes import Theme

from .content import Painting
from .corner_widget import CornerWidget
from .view import View

_SIZE, _SMALL_SIZE = QSize(190, 130), QSize(133, 91)
_SMALL_BELOW_PX = 1_000  # width of a map of which the larger one would take too much
_SMALLEST_FRAME_PX = 7.0
_LATER_MS = 2_500  # the map itself is painted first


class _Painted(QObject):
    done = Signal(int, QImage)


class _PaintJob:
    """Paints the ground on another thread: it may be a slow one."""

    def __init__(self, painting: Painting, view: View, theme: Theme, number: int) -> None:
        self.painted = _Painted()
        self._painting, self._view, self._theme, self._number = painting, view, theme, number

    def run(self) -> None:
        view = self._view
        image = QImage(
            round(view.width * view.ratio), round(view.height * view.ratio), QImage.Format.Format_ARGB32_Premultiplied
        )
        image.fill(QColor(self._theme.water))
        painter = QPainter(image)
        painter.scale(view.ratio, view.ratio)  # not by the picture's own ratio, which content in device pixels sees not
        self._painting.paint(painter, view, QRectF(QPointF(), view.size), self._theme)
        painter.end()
        image.setDevicePixelRatio(view.ratio)
        with suppress(RuntimeError):  # the program ended meanwhile
            self.painted.done.emit(self._number, image)


class Overview(CornerWidget):
    """Drawn anew when the projection or the theme changes; moving the map moves the frame alone."""

    asked = Signal(float, float)  # map units: look there

    def __init__(
        self, canvas: QWidget, ground: Callable[[], Painting | None], area: Bounds, later_ms: int = _LATER_MS
    ) -> None:
        super().__init__(canvas, Qt.Corner.BottomRightCorner)
        self.setAccessibleName(tr("Overview"))
        self.setAccessibleDescription(tr("The whole area; a frame shows where the map is. Click to go there."))
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.resize(_SIZE)
        self._ground = ground
        self._area = area  # lon, lat
        self._image = QImage()
        self._drawn_for: tuple[Projection, str, float] | None = None
        self._number = 0
        self._view = View(0.0, 0.0, 1.0, _SIZE.width(), _SIZE.height())
        self._shown: View | None = None
        self._later = QTimer(self)
        self._later.setSingleShot(True)
        self._later.setInterval(later_ms)
        self._later.timeout.connect(self._start_painting)

    @property
    def frame(self) -> QRectF:
        """Where the map is, in pixels of the overview; never too small to see."""
        if self._shown is None:
            return QRectF()
        box = self._view.box(self._shown.bounds)
        across = max(_SMALLEST_FRAME_PX - box.width(), 0.0) / 2
        up = max(_SMALLEST_FRAME_PX - box.height(), 0.0) / 2
        return box.adjusted(-across, -up, across, up)

    @property
    def has_picture(self) -> bool:
        """Whether the ground has been painted."""
        return not self._image.isNull()

    def follow(self, view: View, projection: Projection) -> None:
        """Show where the map is now."""
        self._shown = view
        size = _SIZE if view.width >= _SMALL_BELOW_PX else _SMALL_SIZE
        if size != self.size():
            self.resize(size)
            self.place()
            self._drawn_for = None
        wanted = (projection, present_theme().name, self.devicePixelRatioF())
        if self._drawn_for != wanted:
            if self._drawn_for is not None and self._drawn_for[1] != wanted[1]:
                self._image = QImage()  # by night, not even for a moment the colours of the day
            self._drawn_for = wanted
            self._draw(projection)
        self.update()

    def redraw(self) -> None:
        """What the ground shows has changed."""
        self._drawn_for = None
        if self._shown is not None:
            self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        theme = present_theme()
        painter = QPainter(self)
        painter.fillRect(self.rect(), QColor(theme.water))
        if self.has_picture:
            painter.drawImage(0, 0, self._image)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        shade = QColor(theme.selection)
        shade.setAlphaF(0.2)
        if not self.frame.contains(QRectF(self.rect())):  # else there is nothing to set apart
            painter.setBrush(shade)
            painter.setPen(QPen(QColor(theme.selection), 1.5))
            painter.drawRect(self.frame)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(QColor(theme.field_line))
        painter.drawRect(self.rect().adjusted(0, 0, -1, -1))
        painter.end()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton:
            self._ask(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if event.buttons() & Qt.MouseButton.LeftButton:
            self._ask(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        event.accept()  # not the map's

    def _ask(self, event: QMouseEvent) -> None:
        self.asked.emit(*self._view.place(event.position().x(), event.position().y()))

    def _draw(self, projection: Projection) -> None:
        x_min, y_min, x_max, y_max = projection.bounds_to_map(self._area)
        units = max((x_max - x_min) / self.width(), (y_max - y_min) / self.height())
        self._view = replace(
            self._view,
            width=self.width(),
            height=self.height(),
            x=(x_min + x_max) / 2,
            y=(y_min + y_max) / 2,
            units_per_px=units,
            ratio=self.devicePixelRatioF(),
        )
        self._number += 1
        self._later.start()

    def _start_painting(self) -> None:
        painting = self._ground()
        if painting is None:
            return
        job = _PaintJob(painting, self._view, present_theme(), self._number)
        job.painted.done.connect(self._painted)
        # Not in Qt's pool: PROJ's context of a thread does not outlive a visit of Python to a thread of Qt's.
        threading.Thread(target=job.run, name="overview").start()

    def _painted(self, number: int, image: QImage) -> None:
        if number == self._number:  # else the projection has changed since
            self._image = image
            self.update()
