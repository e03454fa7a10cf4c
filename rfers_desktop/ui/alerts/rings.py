"""Rings around the places of alerts that call for somebody; important ones flash, slowly, unless that is not wanted."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtCore import QObject, QRectF, Qt, QTimer
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QApplication, QStyle, QWidget

from rfers_desktop.language import tr
from rfers_desktop.layers.point_table import Flag
from rfers_desktop.ui.look import present_theme
from rfers_desktop.ui.map.canvas import MapCanvas
from rfers_desktop.workspace import Alert

from .manners import MANNERS

MOST_RINGS = 60  # the most important; a map full of rings points at nothing
MOST_SYMBOLS = 200  # labelled wherever others are dots: thousands in one place would take minutes to place
_WIDE_PX, _HIGH_PX = 64, 46
_ROUND_PX = 14.0
_EDGE_PX = 5.0  # about it, room for its pen
_HALF_PERIOD_MS = 500  # one flash a second: well below three, which may cause seizures (WCAG 2.2, 2.3.1)
_EVENT = "event"  # the first part of the keys of marks


class Ring(QWidget):
    """A ring above the map; showing or dimming it paints its own few pixels again and nothing else."""

    def __init__(self, canvas: QWidget) -> None:
        super().__init__(canvas)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setAccessibleName(tr("Alert"))
        self.resize(_WIDE_PX, _HIGH_PX)
        self.is_flashing = False
        self._is_dim = False

    def flash(self, is_flashing: bool) -> None:
        """Be one of those that flash, or not."""
        if is_flashing != self.is_flashing:
            self.is_flashing = is_flashing
            self.update()

    def dim(self, is_dim: bool) -> None:
        """Be hardly seen, or bright."""
        if is_dim != self._is_dim:
            self._is_dim = is_dim
            self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        theme = present_theme()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setOpacity(0.25 if self._is_dim else 1.0)
        ring = theme.alert if self.is_flashing else theme.waiting
        box = QRectF(0, 0, _WIDE_PX, _HIGH_PX).adjusted(_EDGE_PX, _EDGE_PX, -_EDGE_PX, -_EDGE_PX)
        for colour, width in ((theme.text_halo, 6.0), (ring, 3.0)):
            painter.setPen(QPen(QColor(colour), width))
            painter.drawRoundedRect(box, _ROUND_PX, _ROUND_PX)
        painter.end()


class AlertRings(QObject):
    """Keeps a ring at the place of each alert, wherever the map is moved."""

    def __init__(self, canvas: MapCanvas) -> None:
        super().__init__(canvas)
        self._canvas = canvas
        self._rings: list[tuple[Ring, tuple[float, float]]] = []  # with lon, lat
        self._spare: list[Ring] = []
        self._is_steady = False
        self._is_dim = False
        self._timer = QTimer(self)
        self._timer.setInterval(_HALF_PERIOD_MS)
        self._timer.timeout.connect(self._flash)
        canvas.view_changed.connect(lambda _: self.follow())

    @property
    def rings(self) -> list[Ring]:
        """The rings that are shown."""
        return [ring for ring, _ in self._rings]

    @property
    def is_flashing(self) -> bool:
        """Whether anything flashes now."""
        return self._timer.isActive()

    def keep_steady(self, is_steady: bool) -> None:
        """Flash no more, or again."""
        self._is_steady = is_steady
        self._start_or_stop()

    def show_alerts(self, calling: Iterable[Alert]) -> None:
        """Show rings around these, the most important first, and what the first are about as symbols."""
        placed = [
            (alert, alert.place) for alert in calling if alert.place is not None and MANNERS[alert.priority].has_ring
        ]
        self._canvas.select([(_EVENT, *alert.key) for alert, _ in placed[:MOST_SYMBOLS]], Flag.CALLING)
        wanted = placed[:MOST_RINGS]
        shown = [ring for ring, _ in self._rings]
        rings = shown[: len(wanted)]
        for ring in shown[len(wanted) :]:
            ring.hide()
            self._spare.append(ring)
        while len(rings) < len(wanted):
            rings.append(self._spare.pop() if self._spare else self._new_ring())
        self._rings = []
        for ring, (alert, place) in zip(rings, wanted):
            ring.flash(MANNERS[alert.priority].is_flashing and not alert.is_silenced)
            self._rings.append((ring, place))
        self.follow()
        self._start_or_stop()

    def follow(self) -> None:
        """The map was moved."""
        projection, view = self._canvas.projection, self._canvas.view
        for ring, place in self._rings:
            at = view.pixel(*projection.point_to_map(*place))
            x, y = round(at.x() - _WIDE_PX / 2), round(at.y() - _HIGH_PX / 2)
            is_near = -_WIDE_PX < x < view.width and -_HIGH_PX < y < view.height
            if is_near:
                ring.move(x, y)
            if ring.isVisible() != is_near or ring.isHidden():
                ring.setVisible(is_near)

    def _new_ring(self) -> Ring:
        ring = Ring(self._canvas)
        ring.stackUnder(self._canvas.signs.frozen)  # what the map says of all data is not crossed out by one
        return ring

    def _start_or_stop(self) -> None:
        flashes = any(ring.is_flashing for ring in self.rings) and not self._is_steady and not wants_less_motion()
        if flashes and not self._timer.isActive():
            self._timer.start()
        elif not flashes:
            self._timer.stop()
            self._is_dim = False
        self._dim_rings()

    def _flash(self) -> None:
        self._is_dim = not self._is_dim
        self._dim_rings()

    def _dim_rings(self) -> None:
        for ring in self.rings:
            ring.dim(self._is_dim and ring.is_flashing)


def wants_less_motion() -> bool:
    """Whether the system's user has asked for no animations."""
    return QApplication.style().styleHint(QStyle.StyleHint.SH_Widget_Animation_Duration) == 0
