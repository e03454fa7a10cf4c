"""Tests of live marks, whatever the view."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtWidgets import QApplication

from rfers_desktop.layers.marks import PointMark, Reading, Style
from rfers_desktop.layers.point_table import Flag
from rfers_desktop.ui.map.live_marks import LiveMarks
from rfers_desktop.ui.map.moving_picture import pixels_of
from rfers_desktop.ui.map.touches import Touches
from rfers_desktop.ui.themes import DAY, DUSK, NIGHT, Theme

pytestmark = pytest.mark.display


def with_marks(*marks: PointMark) -> LiveMarks:
    live = LiveMarks(Touches())
    rows, _ = live.table.rows_for([mark.key for mark in marks])
    live.set_columns(rows, marks)
    return live


def test_a_sensor_with_a_reading_is_a_badge_and_without_one_a_symbol(qapp: QApplication) -> None:
    live = with_marks(
        PointMark(("s", "1"), 0, 0, Style.SENSOR, "S", reading=Reading(31.0)),
        PointMark(("s", "2"), 0, 0, Style.SENSOR, "S"),
    )
    assert live.stamp(0, DAY, 1.0) != live.stamp(1, DAY, 1.0)


def test_trails_are_found_by_where_they_lead(qapp: QApplication) -> None:
    live = with_marks(
        PointMark(("a", "1"), 0, 0, Style.ASSET, ""),
        PointMark(("a", "2"), 9, 9, Style.ASSET, "", ((0.0, 0.0), (9.0, 9.0)), (0.0, 1.0)),
    )
    assert live.trails_in((5, 5, 6, 6)) == [1]
    assert live.trails_in((10, 10, 11, 11)) == []
    live.forget(np.array([1]))
    assert live.trails_in((5, 5, 6, 6)) == []


def test_what_is_selected_stays_so_when_it_comes_again(qapp: QApplication) -> None:
    live = LiveMarks(Touches())
    assert live.set_apart(Flag.SELECTED, frozenset({("a", "1")})).tolist() == []
    live.set_columns(live.table.rows_for([("a", "1")])[0], [PointMark(("a", "1"), 0, 0, Style.ASSET, "")])
    assert live.selected_rows() == [0]
    assert live.table.flags[0] == Flag.SELECTED
    assert live.bounds() == (0, 0, 0, 0)


@pytest.mark.parametrize("ratio", [1.0, 1.5, 2.0])
@pytest.mark.parametrize("theme", [DAY, DUSK, NIGHT])
def test_a_symbol_draws_within_its_reach_which_is_wide_only_where_it_points(
    qapp: QApplication, theme: Theme, ratio: float
) -> None:
    headings = range(0, 360, 45)
    live = with_marks(
        *(PointMark(("a", str(h)), 0, 0, Style.ASSET, "Engine 7", heading_deg=float(h)) for h in headings),
        PointMark(("a", "still"), 0, 0, Style.ASSET, "Engine 7", is_alert=True),
    )
    for row in range(len(headings) + 1):
        image, (left, top, right, bottom) = live.stamp(row, theme, ratio).copy(), live.reach(row, ratio)
        x, y = image.width() // 2, image.height() // 2
        pixels = pixels_of(image)
        pixels[y + top : y + bottom, x + left : x + right] = 0
        assert not pixels.any()
    north, east = live.reach(0, ratio), live.reach(2, ratio)
    assert -north[1] > north[3] + 5 * ratio
    assert east[2] > -east[0] + 5 * ratio
