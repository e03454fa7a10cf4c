"""Tests of live marks in one view."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtWidgets import QApplication

from rfers_desktop.layers.marks import PointMark, Style
from rfers_desktop.ui.map.detail_level import Level, Limits
from rfers_desktop.ui.map.live_marks import LiveMarks
from rfers_desktop.ui.map.live_scene import LiveScene
from rfers_desktop.ui.map.pixel_frame import PixelFrame
from rfers_desktop.ui.map.touches import Touches

pytestmark = pytest.mark.display

FRAME = PixelFrame(1.0, 1.0, 0, 0, 300, 200)


def a_scene(count: int) -> tuple[LiveScene, LiveMarks, Touches]:
    touches = Touches()
    marks = LiveMarks(touches)
    scene = LiveScene(marks, FRAME, touches, Limits(4, 8, 12), [], [])
    put(scene, marks, [PointMark(("p", str(n)), 10.0 + 20 * n, -50.0, Style.ASSET, "") for n in range(count)])
    touches.forget()
    return scene, marks, touches


def put(scene: LiveScene, marks: LiveMarks, points: list[PointMark]) -> None:
    rows, _ = marks.table.rows_for([point.key for point in points])
    was = scene.leave(rows)
    marks.set_columns(rows, points)
    scene.arrive(rows, was)


@pytest.mark.parametrize(
    ("count", "level"), [(4, Level.SYMBOLS), (8, Level.DOTS), (12, Level.SMALL_DOTS), (13, Level.DENSITY)]
)
def test_the_level_follows_the_count_in_view(qapp: QApplication, count: int, level: Level) -> None:
    scene, _, _ = a_scene(count)
    assert (scene.count, scene.level) == (count, level)


def test_a_move_out_of_view_is_counted_and_a_change_of_level_paints_everything(qapp: QApplication) -> None:
    scene, marks, touches = a_scene(5)
    put(scene, marks, [PointMark(("p", str(n)), 9000.0, -50.0, Style.ASSET, "") for n in range(2)])
    assert scene.count == 3
    assert scene.level is Level.SYMBOLS
    assert touches.is_all


def test_a_pan_counts_again(qapp: QApplication) -> None:
    scene, _, _ = a_scene(4)
    scene.pan_to(PixelFrame(1.0, 1.0, 40, 0, 300, 200))
    assert scene.count == 2
    scene.pan_to(PixelFrame(1.0, 1.0, 5000, 0, 300, 200))
    assert scene.count == 0
    assert not scene.is_heavy


def test_the_nearest_row_comes_first(qapp: QApplication) -> None:
    scene, _, _ = a_scene(4)
    assert scene.rows_at(31, 50, 25).tolist() == [1, 2, 0]
    assert np.array_equal(scene.rows_at(200, 190, 3), np.empty(0, np.int64))
