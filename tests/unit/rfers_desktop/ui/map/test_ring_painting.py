"""Tests of error rings on the map."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray
from PySide6.QtGui import QPainter
from pytestqt.qtbot import QtBot

from rfers_desktop.geo.projections import WEB_MERCATOR
from rfers_desktop.layers.error_rings import ErrorRings
from rfers_desktop.ui.map.moving_picture import pixels_of
from rfers_desktop.ui.map.pixel_frame import PixelFrame
from rfers_desktop.ui.map.ring_painting import is_shown, paint_rings, ring_box
from rfers_desktop.ui.map.sheet import blank
from rfers_desktop.ui.map.view import View
from tests.builders import CALGARY

pytestmark = pytest.mark.display

POOR = ErrorRings(*CALGARY, 60.0, 180.0, WEB_MERCATOR)
GOOD = ErrorRings(*CALGARY, 5.0, 15.0, WEB_MERCATOR)


def frame(units_per_px: float, dx: float = 0.0) -> PixelFrame:
    x, y = WEB_MERCATOR.point_to_map(*CALGARY)
    return PixelFrame.of(View(x + dx, y, units_per_px, 300, 300))


def painted(at: PixelFrame) -> NDArray[np.uint32]:
    image = blank(at.width, at.height)
    painter = QPainter(image)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    paint_rings(painter, POOR, at, "#2040ff")
    painter.end()
    return pixels_of(image).copy()


@pytest.mark.parametrize(
    ("rings", "units_per_px", "is_selected", "expected"),
    [
        (POOR, 5.0, False, True),
        (POOR, 40.0, False, False),  # too small beside its symbol
        (POOR, 40.0, True, True),
        (POOR, 200.0, True, False),
        (GOOD, 0.5, False, False),
        (GOOD, 0.5, True, True),
        (POOR, 0.01, True, False),  # nothing of it is in view any more
    ],
)
def test_rings_are_shown_of_what_is_selected_and_of_poor_fixes_where_there_is_room(
    rings: ErrorRings, units_per_px: float, is_selected: bool, expected: bool
) -> None:
    assert is_shown(rings, frame(units_per_px), is_selected) is expected


def test_nothing_is_painted_outside_of_the_box(qtbot: QtBot) -> None:
    at = frame(3.0)
    drawn = painted(at) != 0
    left, top, right, bottom = ring_box(POOR, at)
    inside = drawn[top - at.top : bottom - at.top, left - at.left : right - at.left]
    assert inside.any()
    assert drawn.sum() == inside.sum()
    assert inside[2:-2, 2:-2].sum() == inside.sum()


def test_they_look_the_same_wherever_the_view_is(qtbot: QtBot) -> None:
    here, there = frame(3.0), frame(3.0, dx=3.0 * 17)
    moved = there.left - here.left
    assert moved == 17
    first, second = painted(here), painted(there)
    assert (first[:, moved:] == second[:, :-moved]).all()
