"""What part of the map is on screen: map units to pixels and back."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QPointF, QRectF, QSizeF
from PySide6.QtGui import QTransform

Bounds = tuple[float, float, float, float]  # x_min, y_min, x_max, y_max in map units


@dataclass(frozen=True, slots=True)
class View:
    """The middle in map units, how many of them a pixel is, and the size in device-independent pixels."""

    x: float
    y: float
    units_per_px: float
    width: int
    height: int
    ratio: float = 1.0  # device pixels in a pixel

    @property
    def bounds(self) -> Bounds:
        """What is in view, in map units."""
        across, up = self.units_per_px * self.width / 2, self.units_per_px * self.height / 2
        return self.x - across, self.y - up, self.x + across, self.y + up

    @property
    def size(self) -> QSizeF:
        """The size in pixels."""
        return QSizeF(self.width, self.height)

    def transform(self) -> QTransform:
        """Map units to pixels; y grows upwards on the map and downwards on the screen."""
        scale = 1.0 / self.units_per_px
        return QTransform(scale, 0.0, 0.0, -scale, self.width / 2 - self.x * scale, self.height / 2 + self.y * scale)

    def pixel(self, x: float, y: float) -> QPointF:
        """Where a place is on the screen."""
        return QPointF(
            (x - self.x) / self.units_per_px + self.width / 2, (self.y - y) / self.units_per_px + self.height / 2
        )

    def pixels(self, xy: NDArray[np.float64]) -> NDArray[np.float64]:
        """Where places are on the screen, one row each."""
        middle = np.array([self.width / 2, self.height / 2])
        return np.asarray((xy - (self.x, self.y)) * (1 / self.units_per_px, -1 / self.units_per_px) + middle)

    def place(self, px: float, py: float) -> tuple[float, float]:
        """Which place in map units is at a pixel."""
        return (
            self.x + (px - self.width / 2) * self.units_per_px,
            self.y - (py - self.height / 2) * self.units_per_px,
        )

    def box(self, bounds: Bounds) -> QRectF:
        """Bounds in map units as a rectangle of pixels."""
        x_min, y_min, x_max, y_max = bounds
        return QRectF(self.pixel(x_min, y_max), self.pixel(x_max, y_min))

    def bounds_of(self, box: QRectF) -> Bounds:
        """A rectangle of pixels as bounds in map units."""
        x_min, y_max = self.place(box.left(), box.top())
        x_max, y_min = self.place(box.right(), box.bottom())
        return x_min, y_min, x_max, y_max

    def moved(self, px: float, py: float) -> View:
        """The view after the picture was pushed by so many pixels to the right and down."""
        return replace(self, x=self.x - px * self.units_per_px, y=self.y + py * self.units_per_px)

    def zoomed(self, factor: float, px: float | None = None, py: float | None = None) -> View:
        """The view with `factor` times as many map units in a pixel; the place at a pixel, else the middle, stays."""
        px = self.width / 2 if px is None else px
        py = self.height / 2 if py is None else py
        x, y = self.place(px, py)
        units = self.units_per_px * factor
        return replace(
            self, x=x - (px - self.width / 2) * units, y=y + (py - self.height / 2) * units, units_per_px=units
        )
