"""Tests of views that stay on the map."""

from __future__ import annotations

import pytest

from rfers_desktop.geo.projections import WEB_MERCATOR, canada_lambert
from rfers_desktop.ui.map.pixel_frame import snapped
from rfers_desktop.ui.map.view import View
from rfers_desktop.ui.map.world_limits import CLOSEST, SMALLEST_FIT, fitting, within, world_of

pytestmark = pytest.mark.display

WORLD = world_of(WEB_MERCATOR)


@pytest.mark.parametrize("ratio", [1.0, 1.5])
@pytest.mark.parametrize("view", [(1e9, 0.0, 10.0), (0.0, -1e9, 10.0), (0.0, 0.0, 1e9), (3e7, 3e7, 1e5)])
def test_no_view_leaves_the_world_even_when_snapped(view: tuple[float, float, float], ratio: float) -> None:
    x_min, y_min, x_max, y_max = snapped(within(View(*view, 601, 399, ratio), WORLD)).bounds
    assert WORLD[0] <= x_min
    assert x_max <= WORLD[2]
    assert WORLD[1] <= y_min
    assert y_max <= WORLD[3]


def test_no_view_is_nearer_than_makes_sense() -> None:
    assert within(View(0, 0, 1e-9, 100, 100), WORLD).units_per_px == CLOSEST / 100


def test_what_is_fitted_is_in_view_and_a_point_with_its_surroundings() -> None:
    shown = fitting(View(0, 0, 1, 200, 100), (100, 100, 90_000, 50_000), 0.1).bounds
    assert shown[0] < 100
    assert shown[3] > 50_000
    x_min, _, x_max, _ = fitting(View(0, 0, 1, 200, 100), (5, 5, 5, 5), 0.0).bounds
    assert x_max - x_min >= SMALLEST_FIT


def test_every_projection_has_its_world() -> None:
    x_min, y_min, x_max, y_max = world_of(canada_lambert())
    assert x_min < x_max
    assert y_min < y_max
