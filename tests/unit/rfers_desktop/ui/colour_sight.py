"""How colours are seen, for tests: WCAG contrast, colour blindness, and how far two colours are apart."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

# Machado, Oliveira & Fernandes 2009, severity 1.0; applied to linear RGB.
SIGHTS: dict[str, NDArray[np.float64]] = {
    "normal": np.eye(3),
    "protan": np.array(
        [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]]
    ),
    "deutan": np.array(
        [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.011820, 0.042940, 0.968881]]
    ),
    "tritan": np.array(
        [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602], [0.004733, 0.691367, 0.303900]]
    ),
}
_TO_XYZ = np.array(
    [[0.4124564, 0.3575761, 0.1804375], [0.2126729, 0.7151522, 0.0721750], [0.0193339, 0.1191920, 0.9503041]]
)
_WHITE = _TO_XYZ @ np.ones(3)


def linear(colour: str) -> NDArray[np.float64]:
    """#rrggbb as linear RGB, 0 to 1."""
    parts = np.array([int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)])
    return np.where(parts <= 0.04045, parts / 12.92, ((parts + 0.055) / 1.055) ** 2.4)


def luminance(colour: str) -> float:
    """Relative luminance as WCAG 2.1 defines it."""
    return float(linear(colour) @ (0.2126, 0.7152, 0.0722))


def contrast(ink: str, paper: str) -> float:
    """Contrast ratio as WCAG 2.1 defines it."""
    darker, lighter = sorted((luminance(ink), luminance(paper)))
    return (lighter + 0.05) / (darker + 0.05)


def difference(one: str, other: str, sight: str = "normal") -> float:
    """How far apart two colours look (CIE 1976 Lab) to eyes of a kind."""
    return float(np.linalg.norm(_lab(one, sight) - _lab(other, sight)))


def _lab(colour: str, sight: str) -> NDArray[np.float64]:
    seen = np.clip(SIGHTS[sight] @ linear(colour), 0.0, 1.0)
    ratio = (_TO_XYZ @ seen) / _WHITE
    f = np.where(ratio > (6 / 29) ** 3, np.cbrt(ratio), ratio * (29 / 6) ** 2 / 3 + 4 / 29)
    return np.array([116 * f[1] - 16, 500 * (f[0] - f[1]), 200 * (f[1] - f[2])])
