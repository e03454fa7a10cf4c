"""The line below the map: the link, what the next click will do, how many notifications, scale and position."""

from __future__ import annotations

from PySide6.QtWidgets import QLabel, QMainWindow

from rfers_desktop.geo.scale import scale_denominator, scale_text
from rfers_desktop.language import tr, tr_count
from rfers_desktop.workspace import LinkReport

from .link_sign import LinkSign
from .map_pane import MapPane


class StatusLine:
    """Fills the status bar of a window."""

    def __init__(self, window: QMainWindow, pane: MapPane) -> None:
        self._canvas = pane.canvas
        self._link = LinkSign(window)
        self._count = _label(tr("Number of notifications"))
        self._scale = _label(tr("Map scale"))
        self._hint = _label(tr("What the next click will do"))
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
        self._scale.setText(scale_text(scale_denominator(ground_m)))


def _label(name: str) -> QLabel:
    label = QLabel()
    label.setAccessibleName(name)
    label.setObjectName("quiet")
    label.setStyleSheet("padding: 0 8px;")
    return label
