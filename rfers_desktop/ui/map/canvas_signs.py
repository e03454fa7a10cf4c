"""What stands on the map in its corners: the scale bar, how old each layer is, and that the data stand still."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtWidgets import QWidget

from rfers_desktop.layers.marks import Style

from .scale_bar import ScaleBar
from .signs import AgeSign, FrozenSign

_OFFSET_PX = 12


class CanvasSigns:
    """Keeps the signs in their places and up to date."""

    def __init__(self, canvas: QWidget) -> None:
        self._canvas = canvas
        self._scale_bar = ScaleBar(canvas)
        self._ages = AgeSign(canvas)
        self.frozen = FrozenSign(canvas)

    def show_scale(self, ground_m: float) -> None:
        """How many metres on the ground a pixel is."""
        self._scale_bar.show_scale(ground_m)
        self._place()

    def show_time(self, now_s: float, newest_s: Mapping[Style, float]) -> None:
        """The time, and when the newest mark of each style came."""
        self.frozen.show_time(now_s)
        self._ages.show_ages(newest_s, now_s)
        self._place()

    def repaint(self) -> None:
        """The colours are others."""
        for sign in (self._scale_bar, self.frozen, self._ages):
            sign.update()

    def _place(self) -> None:
        offset = _OFFSET_PX
        self._scale_bar.move(offset, self._canvas.height() - self._scale_bar.height() - offset)
        self._ages.move(offset, self._scale_bar.y() - self._ages.height() - offset // 2)
        self.frozen.move((self._canvas.width() - self.frozen.width()) // 2, 2 * offset)
