"""What a tool needs of the map it works on."""

from __future__ import annotations

from typing import Protocol

from PySide6.QtCore import QRectF

from rfers_desktop.geo.projections import Projection
from rfers_desktop.ui.map.view import Bounds, View


class Stage(Protocol):
    """The map, as tools know it."""

    @property
    def view(self) -> View:
        """What is shown."""
        ...

    @property
    def projection(self) -> Projection:
        """What map units mean."""
        ...

    def set_view(self, view: View) -> None:
        """Show something else."""
        ...

    def fit(self, bounds: Bounds, margin: float = ...) -> None:
        """Show all of a box in map units."""
        ...

    def covered(self) -> list[QRectF]:
        """What of the map lies below something that stays in a corner, in pixels."""
        ...

    def touch_tool(self) -> None:
        """What the tool draws has changed, or its cursor."""
        ...
