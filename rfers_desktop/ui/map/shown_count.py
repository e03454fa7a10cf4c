"""How many marks are in view: counted when it has to be known, else told within bounds."""

from __future__ import annotations

import numpy as np

from .detail_level import Level, Limits
from .pixel_frame import PixelFrame
from .pixel_grid import Ints, PixelGrid

Places = tuple[Ints, Ints]  # in pixels from the map's origin


class ShownCount:
    """The count of one view; each pan begins another."""

    def __init__(self, grid: PixelGrid, frame: PixelFrame) -> None:
        self._grid = grid
        self._frame = frame
        self._exact: int | None = None  # once somebody asked

    @property
    def exact(self) -> int:
        """How many marks are in view."""
        if self._exact is None:
            self._exact = self._grid.count_in(self._frame.box)
        return self._exact

    def change(self, old: Places | None, new: Places) -> None:
        """Marks have gone from some places, or are new, and to others."""
        if self._exact is not None:
            self._exact += self._in_view(new) - (0 if old is None else self._in_view(old))

    def level(self, limits: Limits, present: Level | None = None) -> Level:
        """How so many are shown."""
        if self._exact is None:  # a pan seldom leads to another level: bounds of the count will do
            least, most = (limits.level(count, present) for count in self._grid.count_between(self._frame.box))
            if least is most:
                return least
        return limits.level(self.exact, present)

    def _in_view(self, places: Places) -> int:
        return int(np.count_nonzero(self._frame.are_in_view(*places)))
