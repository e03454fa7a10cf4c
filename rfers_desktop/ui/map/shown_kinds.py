"""Which kinds of marks there are in a piece of the map: what a legend has to explain."""

from __future__ import annotations

from dataclasses import dataclass

from rfers_desktop.layers.marks import Style
from rfers_desktop.layers.symbol_names import Symbol


@dataclass(frozen=True, slots=True)
class ShownKinds:
    """The symbols of points, whether some show what they measured, and the styles of lines and areas."""

    symbols: frozenset[Symbol] = frozenset()
    has_readings: bool = False
    shapes: frozenset[Style] = frozenset()

    def __or__(self, other: ShownKinds) -> ShownKinds:
        return ShownKinds(
            self.symbols | other.symbols, self.has_readings or other.has_readings, self.shapes | other.shapes
        )
