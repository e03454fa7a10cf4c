"""Tests of the colour ramps: even, and told apart by everybody."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from rfers_desktop.geo.colour_ramps import EMBER, RAMPS, SIZE, Ramp

Floats = NDArray[np.float64]
# Machado, Oliveira & Fernandes 2009, severity 1.0, on linear RGB.
COLOUR_BLIND = {
    "protanopia": [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]],
    "deuteranopia": [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.011820, 0.042940, 0.968881]],
    "tritanopia": [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602], [0.004733, 0.691367, 0.303900]],
}


def linear(table: NDArray[np.uint8]) -> Floats:
    c = table / 255.0
    return np.where(c <= 0.04045, c / 12.92, ((c + 0.055) / 1.055) ** 2.4)


def cie_lab(rgb: Floats) -> Floats:
    """CIE L*a*b* with D65: another measure than the one the ramps are made with."""
    to_xyz = np.array([[0.4124, 0.3576, 0.1805], [0.2126, 0.7152, 0.0722], [0.0193, 0.1192, 0.9505]])
    xyz = rgb @ to_xyz.T / (0.9505, 1.0, 1.089)
    f = np.where(xyz > 216 / 24389, np.cbrt(np.maximum(xyz, 0)), (xyz * 24389 / 27 + 16) / 116)
    return np.column_stack((116 * f[:, 1] - 16, 500 * (f[:, 0] - f[:, 1]), 200 * (f[:, 1] - f[:, 2])))


@pytest.mark.parametrize("ramp", RAMPS.values(), ids=RAMPS)
def test_lightness_goes_one_way_in_even_steps(ramp: Ramp) -> None:
    lightness = cie_lab(linear(ramp.table()[::15]))[:, 0]
    steps = np.diff(lightness) * np.sign(ramp.last_lightness - ramp.first_lightness)
    assert (steps > 0).all()
    assert abs(lightness[-1] - lightness[0]) > 60
    assert steps.max() < 2.5 * np.median(steps)


@pytest.mark.parametrize("ramp", RAMPS.values(), ids=RAMPS)
@pytest.mark.parametrize("blindness", COLOUR_BLIND)
def test_hotter_is_told_from_colder_by_the_colour_blind(ramp: Ramp, blindness: str) -> None:
    seen = np.clip(linear(ramp.table()[::15]) @ np.array(COLOUR_BLIND[blindness]).T, 0, 1)
    steps = np.diff(cie_lab(seen)[:, 0]) * np.sign(ramp.last_lightness - ramp.first_lightness)
    assert (steps > 0).all()


def test_a_table_has_a_colour_for_each_step_and_no_jumps() -> None:
    for ramp in RAMPS.values():
        table = ramp.table()
        assert table.shape == (SIZE, 3)
        assert np.abs(np.diff(table.astype(int), axis=0)).max() <= 8, ramp.name


def test_the_ember_ramp_runs_from_near_black_over_red_to_near_white() -> None:
    table = EMBER.table().astype(int)
    assert table[0].max() < 40
    assert table[-1].min() > 200
    red, green, blue = table[140]
    assert red > 180
    assert red > 2 * green > 2 * blue - 40


def test_classes_get_colours_from_end_to_end() -> None:
    colours = EMBER.colours(5)
    assert colours.shape == (5, 3)
    assert colours[0].tolist() == EMBER.table()[0].tolist()
    assert colours[-1].tolist() == EMBER.table()[-1].tolist()
    assert len({tuple(colour) for colour in colours.tolist()}) == 5
    assert EMBER.colours(1).shape == (1, 3)
