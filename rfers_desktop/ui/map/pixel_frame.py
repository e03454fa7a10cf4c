"""Device pixels counted from the origin of the map, so that a place has the same pixel wherever the view is."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QRect, QRectF

from .view import View

Pixels = NDArray[np.int64]
_HALF = 0.5 + 1 / 1024  # a little more than half: a place exactly between two pixels never wavers between them


@dataclass(frozen=True, slots=True)
class PixelFrame:
    """The device pixels of a view. x grows to the right and y downwards from the map's origin, in whole pixels."""

    per_unit: float  # device pixels in a map unit
    ratio: float  # device pixels in a pixel
    left: int
    top: int
    width: int
    height: int

    @classmethod
    @lru_cache(maxsize=64)  # asked for several times a frame
    def of(cls, view: View) -> PixelFrame:
        """The pixels of a view, which is moved by less than a pixel if it was not snapped."""
        per_unit = view.ratio / view.units_per_px
        return cls(
            per_unit,
            view.ratio,
            math.floor(view.x * per_unit - view.width * view.ratio / 2 + _HALF),
            math.floor(-view.y * per_unit - view.height * view.ratio / 2 + _HALF),
            math.ceil(view.width * view.ratio),
            math.ceil(view.height * view.ratio),
        )

    @property
    def rect(self) -> QRect:
        """The pixels in view, counted from its upper left corner."""
        return QRect(0, 0, self.width, self.height)

    @property
    def box(self) -> tuple[int, int, int, int]:
        """The pixels in view, from the map's origin: left, top, and the first ones beyond."""
        return self.left, self.top, self.left + self.width, self.top + self.height

    def are_in_view(self, px: Pixels, py: Pixels, beyond: int = 0) -> NDArray[np.bool_]:
        """Which pixels, from the map's origin, are in view or so many beyond its edges."""
        # As unsigned numbers, what lies before the view is beyond its other side.
        across, down = (px - (self.left - beyond)).view(np.uint64), (py - (self.top - beyond)).view(np.uint64)
        width, height = max(self.width + 2 * beyond, 0), max(self.height + 2 * beyond, 0)
        return np.asarray((across < width) & (down < height))

    def box_of(self, box: QRect) -> tuple[int, int, int, int]:
        """A rectangle of the view, from the map's origin: left, top, and the first pixels beyond."""
        left, top = box.left() + self.left, box.top() + self.top
        return left, top, left + box.width(), top + box.height()

    def is_same_scale(self, other: PixelFrame) -> bool:
        """Whether what was painted for the other needs only to be shifted."""
        return self.per_unit == other.per_unit and self.ratio == other.ratio

    def columns(self, x: NDArray[np.float64]) -> Pixels:
        """The pixels of places, from the map's origin to the right."""
        return np.floor(x * self.per_unit + _HALF).astype(np.int64)

    def rows(self, y: NDArray[np.float64]) -> Pixels:
        """The pixels of places, from the map's origin downwards."""
        return np.floor(y * -self.per_unit + _HALF).astype(np.int64)

    def pixel(self, x: float, y: float) -> tuple[int, int]:
        """The pixel of one place."""
        return math.floor(x * self.per_unit + _HALF), math.floor(y * -self.per_unit + _HALF)

    def device_box(self, box: QRectF) -> QRect:
        """A rectangle of device-independent pixels of the view as all the device pixels that it touches."""
        left, top = math.floor(box.left() * self.ratio), math.floor(box.top() * self.ratio)
        right, bottom = math.ceil(box.right() * self.ratio), math.ceil(box.bottom() * self.ratio)
        return QRect(left, top, right - left, bottom - top)

    def plain_box(self, box: QRect) -> QRectF:
        """A rectangle of device pixels in device-independent ones."""
        return QRectF(
            box.left() / self.ratio, box.top() / self.ratio, box.width() / self.ratio, box.height() / self.ratio
        )


def snapped(view: View) -> View:
    """The view moved by less than a device pixel, so that a pan is always by whole ones."""
    per_unit = view.ratio / view.units_per_px
    frame = PixelFrame.of(view)
    return replace(
        view,
        x=(frame.left + view.width * view.ratio / 2) / per_unit,
        y=-(frame.top + view.height * view.ratio / 2) / per_unit,
    )
