"""From values to colours: a ramp over a range, or one colour for each class of temperatures."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from broker_local.protocol.errors import Given, ProtocolError

from .colour_ramps import EMBER, SIZE, Ramp
from .raster_arrays import Colours, Values

_KELVIN = 273.15
# Ground and sun-warmed rock, heated ground, smouldering, flames, intense flames.
TEMPERATURE_CLASSES_C = (50.0, 150.0, 300.0, 600.0)
_CELSIUS, _KELVINS = ("c", "°c", "degc", "celsius", "deg_c"), ("k", "kelvin", "degk")
MOST_CLASSES = 12


@dataclass(frozen=True, slots=True)
class Colouring:
    """`low` to `high` over the ramp; with `edges` one colour below each of them and one above the last."""

    low: float = 0.0
    high: float = 1.0
    ramp: Ramp = EMBER
    edges: tuple[float, ...] = ()

    def __post_init__(self) -> None:
        if not (np.isfinite([self.low, self.high]).all() and self.low < self.high):
            got = Given(f"{self.low:g} to {self.high:g}")
            raise ProtocolError("range", expected="a number and a higher one", got=got)
        is_rising = np.isfinite(self.edges).all() and all(a < b for a, b in zip(self.edges, self.edges[1:]))
        if not is_rising or len(self.edges) >= MOST_CLASSES:
            got = Given(", ".join(f"{edge:g}" for edge in self.edges))
            raise ProtocolError("classes", expected=f"up to {MOST_CLASSES - 1} rising numbers", got=got)

    def colours(self, values: Values, is_valid: NDArray[np.bool_]) -> Colours:
        """A colour for each value, transparent where it is not valid."""
        colours = np.empty((*values.shape, 4), dtype=np.uint8)
        colours[..., :3] = self._shades()[self._steps(np.where(is_valid, values, self.low))]
        colours[..., 3] = np.where(is_valid, 255, 0)
        colours[~is_valid] = 0
        return colours

    def _shades(self) -> NDArray[np.uint8]:
        return self.ramp.colours(len(self.edges) + 1) if self.edges else self.ramp.table()

    def _steps(self, values: Values) -> NDArray[np.intp]:
        if self.edges:
            return np.asarray(np.searchsorted(np.asarray(self.edges, dtype=values.dtype), values, side="right"))
        share = (values - np.float32(self.low)) * np.float32(SIZE / (self.high - self.low))
        return np.asarray(np.clip(share, 0, SIZE - 1), dtype=np.intp)


def range_of(sample: Values) -> tuple[float, float]:
    """From where to where most values lie: all but the coldest 2 % and the hottest two in a thousand."""
    if not len(sample):
        return 0.0, 1.0
    low, high = (float(value) for value in np.percentile(sample, (2.0, 99.8)))
    if high - low <= 1e-6 * max(abs(low), abs(high), 1e-3):
        half = max(abs(low) * 0.05, 0.5)
        return low - half, high + half
    return low, high


def default_edges(unit: str, low: float, high: float) -> tuple[float, ...]:
    """Temperature classes in the unit of an image; for one that does not tell, five equal steps of its range."""
    name = unit.strip().lower()
    if name in _CELSIUS:
        return TEMPERATURE_CLASSES_C
    if name in _KELVINS:
        return tuple(edge + _KELVIN for edge in TEMPERATURE_CLASSES_C)
    return tuple(float(edge) for edge in np.linspace(low, high, 6)[1:-1])


def unit_text(unit: str) -> str:
    """A unit as people write it."""
    name = unit.strip().lower()
    return "°C" if name in _CELSIUS else "K" if name in _KELVINS else unit.strip()
