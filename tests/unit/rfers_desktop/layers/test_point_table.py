"""Tests of point marks in columns."""

from __future__ import annotations

import numpy as np

from rfers_desktop.layers.marks import Style
from rfers_desktop.layers.point_table import STYLE_CODES, Flag, PointTable


def with_points(count: int) -> PointTable:
    table = PointTable()
    rows, is_new = table.rows_for([("p", str(n)) for n in range(count)])
    assert is_new.all()
    table.x[rows] = table.y[rows] = np.arange(count)
    table.style[rows] = STYLE_CODES[Style.ASSET]
    return table


def test_a_key_keeps_its_row_however_much_the_table_grows() -> None:
    table = with_points(1000)
    table.rows_for([("q", str(n)) for n in range(5000)])
    assert len(table) == 6000
    assert table.row(("p", "77")) == 77
    assert table.x[77] == 77


def test_a_row_that_is_free_is_used_again() -> None:
    table = with_points(10)
    assert table.take([("p", "3"), ("p", "unknown")]).tolist() == [3]
    assert ("p", "3") not in table
    assert np.isnan(table.x[3])
    rows, is_new = table.rows_for([("p", "new"), ("p", "4")])
    assert rows.tolist() == [3, 4]
    assert is_new.tolist() == [True, False]


def test_one_mark_that_is_set_apart_is_found_among_many_whatever_its_flag() -> None:
    for flag in Flag:
        table = with_points(3000)
        assert not table.has_flags
        table.flags[2999] = flag
        assert table.has_flags


def test_marks_fade_in_steps_and_sensors_more_slowly_than_assets() -> None:
    table = with_points(3)
    table.time[:3] = (0.0, 0.0, np.nan)
    table.style[1] = STYLE_CODES[Style.SENSOR]
    rows = np.arange(3)
    assert table.faded(rows, 0.0).tolist() == [0, 0, 0]
    assert table.faded(rows, 700.0).tolist() == [2, 0, 0]
    assert table.faded(rows, 1e9).tolist() == [3, 3, 0]


def test_the_newest_of_each_style_is_known() -> None:
    table = with_points(3)
    table.time[:3] = (5.0, 9.0, np.nan)
    assert table.newest() == {Style.ASSET: 9.0}
    table.clear()
    assert table.newest() == {}
    assert len(table) == 0
