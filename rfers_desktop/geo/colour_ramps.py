"""Colour ramps in even steps of lightness, told apart in grey and by the colour-blind; computed, not tabled.

Each runs through a few anchors in OKLCH (Ottosson 2020) with lightness in equal steps from end to end; where a chroma
cannot be shown on a screen it is the strongest that can.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

import numpy as np
from numpy.typing import NDArray

from rfers_desktop.language import later

SIZE = 256
Table = NDArray[np.uint8]  # SIZE × red, green, blue
Floats = NDArray[np.float64]

_BISECTIONS = 12
_OK_TO_LMS = np.array(
    [[1.0, 0.3963377774, 0.2158037573], [1.0, -0.1055613458, -0.0638541728], [1.0, -0.0894841775, -1.2914855480]]
)
_LMS_TO_RGB = np.array(
    [
        [4.0767416621, -3.3077115913, 0.2309699292],
        [-1.2684380046, 2.6097574011, -0.3413193965],
        [-0.0041960863, -0.7034186147, 1.7076147010],
    ]
)


@dataclass(frozen=True, slots=True)
class Ramp:
    """A way from cold to hot: lightness at both ends, and chroma and hue (degrees) at equal distances between."""

    name: str
    first_lightness: float
    last_lightness: float
    chromas: tuple[float, ...]
    hues_deg: tuple[float, ...]

    def table(self) -> Table:
        """SIZE colours, the coldest first."""
        return _table(self)

    def colours(self, count: int) -> Table:
        """A few colours as far apart as the ramp allows, for classes."""
        at = np.linspace(0, SIZE - 1, count).round().astype(int) if count > 1 else np.array([SIZE - 1])
        few: Table = self.table()[at]
        return few


EMBER = Ramp(
    later("Ember"), 0.17, 0.98, (0.03, 0.15, 0.19, 0.20, 0.17, 0.15, 0.05), (290, 312, 350, 391, 415, 455, 470)
)
LAGOON = Ramp(later("Lagoon"), 0.20, 0.94, (0.08, 0.11, 0.10, 0.13, 0.19), (300, 270, 220, 160, 108))
WHITE_HOT = Ramp(later("White hot"), 0.12, 1.0, (0.0, 0.0), (0.0, 0.0))
BLACK_HOT = Ramp(later("Black hot"), 1.0, 0.12, (0.0, 0.0), (0.0, 0.0))
RAMPS = {ramp.name: ramp for ramp in (EMBER, LAGOON, WHITE_HOT, BLACK_HOT)}


@cache
def _table(ramp: Ramp) -> Table:
    at = np.linspace(0.0, 1.0, SIZE)
    anchors = np.linspace(0.0, 1.0, len(ramp.chromas))
    lightness = np.linspace(ramp.first_lightness, ramp.last_lightness, SIZE)
    hue = np.radians(np.interp(at, anchors, ramp.hues_deg))
    wanted = np.interp(at, anchors, ramp.chromas)
    low, high = np.zeros(SIZE), wanted
    is_shown = _is_on_screen(_linear_rgb(lightness, wanted, hue))
    for _ in range(_BISECTIONS):
        middle = (low + high) / 2
        is_inside = _is_on_screen(_linear_rgb(lightness, middle, hue))
        low, high = np.where(is_inside, middle, low), np.where(is_inside, high, middle)
    linear = np.clip(_linear_rgb(lightness, np.where(is_shown, wanted, low), hue), 0.0, 1.0)
    encoded = np.where(linear <= 0.0031308, 12.92 * linear, 1.055 * linear ** (1 / 2.4) - 0.055)  # IEC 61966-2-1
    table: Table = np.rint(encoded * 255).astype(np.uint8)
    table.setflags(write=False)
    return table


def _linear_rgb(lightness: Floats, chroma: Floats, hue: Floats) -> Floats:
    lab = np.column_stack((lightness, chroma * np.cos(hue), chroma * np.sin(hue)))
    rgb: Floats = (lab @ _OK_TO_LMS.T) ** 3 @ _LMS_TO_RGB.T
    return rgb


def _is_on_screen(rgb: Floats) -> NDArray[np.bool_]:
    return np.asarray(((rgb >= -1e-4) & (rgb <= 1.0001)).all(axis=1))
