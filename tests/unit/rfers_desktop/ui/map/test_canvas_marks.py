"""Tests of marks that wait for the next frame."""

from __future__ import annotations

import pytest
import shapely
from PySide6.QtWidgets import QApplication

from rfers_desktop.layers.marks import LayerChange, PointMark, Style, ZoneMark
from rfers_desktop.ui.map.canvas_marks import CanvasMarks
from rfers_desktop.ui.map.pixel_frame import PixelFrame
from rfers_desktop.ui.map.touches import Box
from rfers_desktop.ui.map.view import View

pytestmark = pytest.mark.display

VIEW = View(0.0, 0.0, 1.0, 200, 200)
ZONE = ZoneMark(("zone", "1"), shapely.box(-20, -20, 20, 20), Style.ZONE_LIVE, "North")


def an_asset(x: float) -> PointMark:
    return PointMark(("event", "1"), x, 0.0, Style.ASSET, "")


def test_a_mark_that_moved_often_is_drawn_once_where_it_is_now(qapp: QApplication) -> None:
    marks = CanvasMarks(VIEW)
    for x in range(10):
        marks.gather(LayerChange(put=(an_asset(float(x)),)))
    assert marks.is_waiting
    assert len(marks) == 0
    assert not marks.take_in(VIEW)
    assert len(marks) == 1
    assert marks.live.place_of(("event", "1")) == (9.0, 0.0)


def test_a_new_mark_out_of_view_is_told_once(qapp: QApplication) -> None:
    marks = CanvasMarks(VIEW)
    marks.gather(LayerChange(put=(an_asset(900.0),)))
    assert marks.take_in(VIEW)
    marks.gather(LayerChange(put=(an_asset(950.0),)))
    assert not marks.take_in(VIEW)


def test_live_marks_are_found_before_zones_and_all_can_be_taken(qapp: QApplication) -> None:
    marks = CanvasMarks(VIEW)
    marks.gather(LayerChange(put=(ZONE, an_asset(0.0))))
    marks.take_in(VIEW)
    assert marks.objects_at(VIEW, 100, 100, 5) == [("event", "1"), ("zone", "1")]
    assert marks.bounds() == (-20, -20, 20, 20)
    assert len(marks.geometries_in((0, 0, 5, 5))) == 1
    marks.gather(LayerChange(taken=(ZONE.key,)))
    marks.take_in(VIEW)
    assert len(marks) == 1
    marks.clear()
    assert marks.bounds() is None


def test_names_on_the_ground_are_painted_again_when_the_name_of_a_zone_comes_and_goes(qapp: QApplication) -> None:
    marks, frame = CanvasMarks(VIEW), PixelFrame.of(VIEW)
    zone = ZoneMark(("zone", "1"), shapely.box(-60, -60, 60, 60), Style.ZONE_LIVE, "North")
    (plate,) = _plates(zone)
    below: Box = (plate[0] + 5, plate[1] + 5, plate[2] + 90, plate[3] + 2)
    marks.avoid_names(lambda _: [below, (plate[0], plate[3] + 50, plate[2], plate[3] + 60)])
    for change in (LayerChange(put=(zone,)), LayerChange(taken=(zone.key,))):
        marks.gather(change)
        marks.take_in(VIEW)
        (box,) = marks.take_uncovered()
        assert (box.left() + frame.left, box.width()) == (below[0], below[2] - below[0])
        assert marks.take_uncovered() == []
    marks.gather(LayerChange(put=(an_asset(0.0),)))
    marks.take_in(VIEW)
    assert marks.take_uncovered() == []


def _plates(zone: ZoneMark) -> list[Box]:
    marks = CanvasMarks(VIEW)
    marks.gather(LayerChange(put=(zone,)))
    marks.take_in(VIEW)
    return marks.zones.plates()(PixelFrame.of(VIEW))
