"""Tests of which error rings are drawn."""

from __future__ import annotations

import pytest
from pytestqt.qtbot import QtBot

from rfers_desktop.geo.projections import WEB_MERCATOR
from rfers_desktop.layers.error_rings import ErrorRings
from rfers_desktop.layers.marks import PointMark, Style
from rfers_desktop.layers.point_table import Flag
from rfers_desktop.ui.map.live_marks import LiveMarks
from rfers_desktop.ui.map.pixel_frame import PixelFrame
from rfers_desktop.ui.map.shown_rings import ring_boxes, rows_of_rings
from rfers_desktop.ui.map.touches import Touches
from rfers_desktop.ui.map.view import View
from tests.builders import CALGARY

pytestmark = pytest.mark.display

X, Y = WEB_MERCATOR.point_to_map(*CALGARY)
FRAME = PixelFrame.of(View(X, Y, 3.0, 300, 300))
VIEW = (FRAME.left, FRAME.top, FRAME.left + FRAME.width, FRAME.top + FRAME.height)


@pytest.fixture
def marks(qtbot: QtBot) -> LiveMarks:
    """A poor fix, a good one and an exact one, at one place."""
    made = LiveMarks(Touches())
    errors = (ErrorRings(*CALGARY, 60.0, 180.0, WEB_MERCATOR), ErrorRings(*CALGARY, 5.0, 15.0, WEB_MERCATOR), None)
    points = [PointMark(("event", str(n)), X, Y, Style.ASSET, "", error=error) for n, error in enumerate(errors)]
    rows, _ = made.table.rows_for([point.key for point in points])
    made.set_columns(rows, points)
    return made


def test_poor_fixes_have_rings_among_symbols_alone(marks: LiveMarks) -> None:
    assert list(ring_boxes(marks, range(3), FRAME, are_symbols=True)) == [0]
    assert list(ring_boxes(marks, range(3), FRAME, are_symbols=False)) == []


def test_what_is_selected_has_rings_always(marks: LiveMarks) -> None:
    marks.flip(Flag.SELECTED, marks.set_apart(Flag.SELECTED, frozenset({("event", "1"), ("event", "2")})))
    assert list(ring_boxes(marks, range(3), FRAME, are_symbols=False)) == [1]
    assert list(ring_boxes(marks, range(3), FRAME, are_symbols=True)) == [0, 1]


def test_rings_are_drawn_where_they_reach(marks: LiveMarks) -> None:
    (box,) = ring_boxes(marks, range(3), FRAME, are_symbols=True).values()
    assert rows_of_rings(marks, FRAME, True, VIEW) == [0]
    beside = (box[2], box[1], box[2] + 50, box[3])
    assert rows_of_rings(marks, FRAME, True, beside) == []
    touching = (box[2] - 1, box[1], box[2] + 50, box[3])
    assert rows_of_rings(marks, FRAME, True, touching) == [0]


def test_what_is_exact_again_or_gone_has_no_rings(marks: LiveMarks) -> None:
    rows, _ = marks.table.rows_for([("event", "0")])
    marks.set_columns(rows, [PointMark(("event", "0"), X, Y, Style.ASSET, "")])
    assert ring_boxes(marks, range(3), FRAME, are_symbols=True) == {}
