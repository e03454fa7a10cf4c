"""The line below the map: the link, what the next click will do, how many notifications, scale and position."""

from __future__ import annotations

from PySide6.QtCore import QRect, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QLabel, QMainWindow

from rfers_desktop.geo.scale import scale_denominator, scale_text
from rfers_desktop.language import grouped, tr, tr_count
from rfers_desktop.workspace import LinkReport

from .link_sign import LinkSign
from .map_pane import MapPane

_PAD_PX = 8


class StatusLine:
    """Fills the status bar of a window."""

    def __init__(self, window: QMainWindow, pane: MapPane) -> None:
        self._canvas = pane.canvas
        self._link = LinkSign(window)
        self._count = _label(tr("Number of notifications"))
        self._scale = _label(tr("Map scale"))
        self._hint = OneLine(tr("What the next click will do"))
        bar = window.statusBar()
        bar.setSizeGripEnabled(False)
        bar.addWidget(self._link)
        bar.addWidget(self._hint, 1)
        for widget in (self._count, self._scale, pane.readout):
            bar.addPermanentWidget(widget)
        pane.bar.hint_changed.connect(self._hint.setText)
        self._hint.setText(pane.bar.hint())
        self._canvas.view_changed.connect(lambda _: self._show_scale())
        self._show_scale()

    def show_link(self, link: LinkReport) -> None:
        """Show the state of the link."""
        self._link.show_link(link)

    def show_count(self, count: int) -> None:
        """Show how many notifications there are."""
        self._count.setText(tr_count("{count} notification", "{count} notifications", count))

    def _show_scale(self) -> None:
        view, projection = self._canvas.view, self._canvas.projection
        ground_m = view.units_per_px * projection.ground_metres_per_unit(view.x, view.y)
        self._scale.setText(grouped(scale_text(scale_denominator(ground_m))))


class OneLine(QLabel):
    """Quiet words that end in dots where there is no room for all of them; the tooltip has them whole."""

    def __init__(self, name: str) -> None:
        super().__init__()
        _make_quiet(self, name)

    def setText(self, words: str) -> None:
        super().setText(words)
        self.setToolTip(words)

    def shown(self) -> str:
        """What there is room for."""
        return self.fontMetrics().elidedText(self.text(), Qt.TextElideMode.ElideRight, self._space().width())

    def paintEvent(self, event: QPaintEvent) -> None:
        is_left = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
        painter = QPainter(self)
        self.style().drawItemText(
            painter, self._space(), is_left, self.palette(), self.isEnabled(), self.shown(), self.foregroundRole()
        )

    def _space(self) -> QRect:
        return self.rect().adjusted(_PAD_PX, 0, -_PAD_PX, 0)


def _label(name: str) -> QLabel:
    label = QLabel()
    _make_quiet(label, name)
    return label


def _make_quiet(label: QLabel, name: str) -> None:
    label.setAccessibleName(name)
    label.setObjectName("quiet")
    label.setStyleSheet(f"padding: 0 {_PAD_PX}px;")
