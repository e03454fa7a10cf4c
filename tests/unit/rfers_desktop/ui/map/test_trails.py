"""Tests of the ways things came."""

from __future__ import annotations

import pytest
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QApplication

from rfers_desktop.layers.marks import PointMark, Style
from rfers_desktop.ui.map.pixel_frame import PixelFrame
from rfers_desktop.ui.map.trails import Trail, changed_boxes
from tests.unit.rfers_desktop.ui.pictures import painted, touched_box

pytestmark = pytest.mark.display

FRAME = PixelFrame(1.0, 1.0, 0, -200, 200, 200)


def a_trail(*places: tuple[float, float], first: int = 0) -> Trail:
    times = tuple(float(first + 60 * i) for i in range(len(places)))
    trail = Trail.of(PointMark(("event", "1"), *places[-1], Style.ASSET, "", places, times))
    assert trail is not None
    return trail


LONG = tuple((20.0 + 15 * i, 100.0) for i in range(10))


def test_what_never_moved_has_no_trail() -> None:
    assert Trail.of(PointMark(("event", "1"), 1.0, 1.0, Style.ASSET, "")) is None


def test_a_trail_stays_in_its_box(qapp: QApplication) -> None:
    trail = a_trail((20.0, 30.0), (150.0, 160.0))

    def paint(painter: QPainter) -> None:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        trail.paint(painter, FRAME, 0.0, "#ffffff")

    box, (left, top, right, bottom) = touched_box(painted(paint)), trail.box(FRAME)
    assert left <= box.left() + FRAME.left
    assert top <= box.top() + FRAME.top
    assert right >= box.right() + FRAME.left
    assert bottom >= box.bottom() + FRAME.top
    assert box.width() > 120


def test_a_step_further_changes_only_the_last_piece() -> None:
    (box,) = changed_boxes(a_trail(*LONG[:-1]), a_trail(*LONG), FRAME, 0.0, 0.0)
    assert box[0] >= 135
    assert box[2] - box[0] < 30


def test_pieces_fade_with_age_and_only_those_that_do_are_changed() -> None:
    trail = a_trail(*LONG)
    assert trail.steps(600.0).tolist() == [1, 1, 1, 1, 1, 0, 0, 0, 0]
    assert changed_boxes(trail, trail, FRAME, 600.0, 601.0) == []
    assert len(changed_boxes(trail, trail, FRAME, 600.0, 660.0)) == 2


def test_a_piece_that_is_driven_twice_counts_twice() -> None:
    there_and_back = ((0.0, 0.0), (50.0, 0.0), (0.0, 0.0), (50.0, 0.0))
    assert len(changed_boxes(a_trail(*there_and_back[:2]), a_trail(*there_and_back), FRAME, 0.0, 0.0)) >= 2
