"""Tests of the graticule over the map."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray
from PySide6.QtCore import QRect
from PySide6.QtWidgets import QApplication

from rfers_desktop.geo.projections import WEB_MERCATOR, Projection, canada_lambert, utm_for
from rfers_desktop.ui.map.graticule_lines import Graticule, GraticuleLines
from rfers_desktop.ui.map.moving_picture import pixels_of
from rfers_desktop.ui.map.pixel_frame import PixelFrame, snapped
from rfers_desktop.ui.map.touches import Box
from rfers_desktop.ui.map.view import View
from rfers_desktop.ui.themes import DAY
from tests.unit.rfers_desktop.ui.pictures import count_of, painted

pytestmark = pytest.mark.display

PROJECTIONS = [WEB_MERCATOR, utm_for(-114.0, 51.0), canada_lambert()]


def a_view(projection: Projection = WEB_MERCATOR, ratio: float = 1.0) -> View:
    return View(*projection.point_to_map(-114.0, 51.0), 200.0, 200, 200, ratio)


def box_of(box: QRect) -> tuple[int, int, int, int]:
    return box.getCoords()


@pytest.mark.parametrize("projection", PROJECTIONS, ids=lambda projection: projection.name)
def test_lines_are_drawn_and_their_degrees_written_in_every_projection(
    qapp: QApplication, projection: Projection
) -> None:
    lines = GraticuleLines.of(a_view(projection), projection)
    assert any("N" in word.text for word in lines.words)
    assert any("W" in word.text for word in lines.words)
    picture = painted(lambda painter: lines.paint(painter, DAY))
    assert count_of(picture, DAY.graticule) > 100


def test_degrees_are_not_written_over_the_name_of_a_place(qapp: QApplication) -> None:
    words = GraticuleLines.of(a_view(), WEB_MERCATOR).words
    word, *others = words
    name = word.x + 2, word.y - 8, word.x + 8, word.y
    lines = GraticuleLines.of(a_view(), WEB_MERCATOR, [name])
    assert set(lines.words) == set(others)
    assert lines.columns == GraticuleLines.of(a_view(), WEB_MERCATOR).columns


def test_the_graticule_follows_the_names_when_they_are_placed(qapp: QApplication) -> None:
    view, graticule = a_view(), Graticule()
    frame = PixelFrame.of(view)

    def words() -> int:
        return count_of(painted(lambda p: graticule.paint(p, view, WEB_MERCATOR, DAY)), DAY.graticule_text)

    everywhere: list[Box] = [(frame.left, frame.top, frame.left + 200, frame.top + 200)]
    assert words() > 0
    assert graticule.look_at(view, WEB_MERCATOR) == []
    written = GraticuleLines.of(view, WEB_MERCATOR).words
    graticule.names = lambda _: everywhere
    assert sorted(map(box_of, graticule.look_at(view, WEB_MERCATOR))) == sorted(map(box_of, written.values()))
    assert words() == 0


@pytest.mark.parametrize("ratio", [1.0, 1.5, 2.0])
@pytest.mark.parametrize("projection", PROJECTIONS, ids=lambda projection: projection.name)
def test_what_did_not_change_in_a_pan_looks_as_it_did(qapp: QApplication, projection: Projection, ratio: float) -> None:
    before, graticule = snapped(a_view(projection, ratio)), Graticule()
    after = snapped(before.moved(18, -12))
    side = round(200 * ratio)

    def look(view: View) -> tuple[list[QRect], NDArray[np.uint32]]:
        changed = graticule.look_at(view, projection)
        picture = painted(lambda p: graticule.paint(p, view, projection, DAY), side)
        return changed, pixels_of(picture).copy()

    _, old = look(before)
    changed, new = look(after)
    right, down = round(18 * ratio), round(12 * ratio)
    is_same = np.ones((side, side), np.bool_)
    is_same[:, :right] = is_same[side - down :] = False
    for box in changed:
        is_same[max(box.top(), 0) : max(box.bottom() + 1, 0), max(box.left(), 0) : max(box.right() + 1, 0)] = False
    shifted = np.roll(old, (-down, right), (0, 1))
    assert (new == shifted)[is_same].all()
    assert is_same.mean() > 0.3
    assert (new != shifted).any()
