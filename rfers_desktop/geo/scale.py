"""Round lengths for a scale bar, and how lengths and scales are written."""

from __future__ import annotations

import math

_STEPS = (5.0, 2.0, 1.0)
_METRES_PER_PIXEL_AT_96_DPI = 0.0254 / 96.0


def round_length(at_most: float) -> float:
    """The largest of 1, 2 or 5 times a power of ten that is not above `at_most`."""
    if not (math.isfinite(at_most) and at_most > 0):
        raise ValueError(f"at_most: expected a length above 0, got {at_most!r}")
    magnitude = 10.0 ** math.floor(math.log10(at_most))
    for step in _STEPS:
        if step * magnitude <= at_most * (1.0 + 1e-12):
            return step * magnitude
    return magnitude


def length_text(length_m: float) -> str:
    """A length as a map shows it: `500 m`, `2 km`, `40 cm`."""
    if length_m >= 1000:
        return f"{length_m / 1000:g} km"
    return f"{length_m:g} m" if length_m >= 1 else f"{length_m * 100:g} cm"


def short_length_text(length_m: float) -> str:
    """A length in three figures at most, for sentences and names: `3.58 km`, `2 km`, `40 m`."""
    return length_text(float(f"{length_m:.3g}"))


def scale_denominator(ground_m_per_pixel: float) -> float:
    """The n of 1:n on a screen of 96 dots an inch."""
    return ground_m_per_pixel / _METRES_PER_PIXEL_AT_96_DPI


def scale_text(denominator: float) -> str:
    """A scale with three figures that matter: `1:25,000`."""
    digits = 3 - 1 - math.floor(math.log10(denominator)) if denominator > 0 else 0
    return f"1:{round(denominator, min(digits, 0)):,.0f}"
