"""The views that were looked at, to go back and forth between."""

from __future__ import annotations

from typing import Protocol

from PySide6.QtCore import QObject, QTimer, Signal, SignalInstance

from rfers_desktop.layers.map_place import MapPlace

from .tools.stage import Stage
from .view_place import is_same_place, place_of, view_at

_SETTLED_MS = 350  # a view that stays this long was looked at; dragging and wheeling pass through many
_MOST = 200


class _Map(Stage, Protocol):
    @property
    def view_changed(self) -> SignalInstance: ...


class ViewHistory(QObject):
    """Follows a map. Going back and then elsewhere forgets what came after, as browsers do."""

    changed = Signal()  # whether there is a way back or forth may be another

    def __init__(self, canvas: _Map, parent: QObject | None = None, settled_ms: int = _SETTLED_MS) -> None:
        super().__init__(parent)
        self._canvas = canvas
        self._places: list[MapPlace] = [self._now()]
        self._at = 0
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(settled_ms)
        self._timer.timeout.connect(self.settle)
        canvas.view_changed.connect(lambda _: self._timer.start())

    @property
    def can_go_back(self) -> bool:
        """Whether there is an earlier view."""
        return self._at > 0

    @property
    def can_go_forth(self) -> bool:
        """Whether there is a later view."""
        return self._at < len(self._places) - 1

    def back(self) -> None:
        """Show the view before."""
        self.settle()
        self._go(self._at - 1)

    def forth(self) -> None:
        """Show the view after."""
        self.settle()
        self._go(self._at + 1)

    def begin_here(self) -> None:
        """Forget the way: what was there before the window was laid out, nobody has looked at."""
        self._timer.stop()
        self._places, self._at = [self._now()], 0
        self.changed.emit()

    def settle(self) -> None:
        """Take what is shown now as looked at."""
        self._timer.stop()
        now = self._now()
        if is_same_place(self._places[self._at], now):
            return
        del self._places[self._at + 1 :]
        self._places.append(now)
        del self._places[: max(len(self._places) - _MOST, 0)]
        self._at = len(self._places) - 1
        self.changed.emit()

    def _go(self, to: int) -> None:
        if not 0 <= to < len(self._places):
            return
        self._at = to
        self._canvas.set_view(view_at(self._places[to], self._canvas.view, self._canvas.projection))
        # What is shown may differ a little from what was asked for: at the edges of the map.
        self._places[to] = self._now()
        self._timer.stop()
        self.changed.emit()

    def _now(self) -> MapPlace:
        return place_of(self._canvas.view, self._canvas.projection)
