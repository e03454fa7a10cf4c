"""Tests of the ring around a found place."""

from __future__ import annotations

import pytest
from pytestqt.qtbot import QtBot

from rfers_desktop.ui.map.place_marker import PlaceMarker
from rfers_desktop.ui.themes import DAY
from tests.unit.rfers_desktop.ui.map.map_hands import CALGARY, a_map
from tests.unit.rfers_desktop.ui.pictures import count_of, picture_of

pytestmark = pytest.mark.display


def test_the_ring_is_around_its_place_and_follows_it(qtbot: QtBot) -> None:
    canvas = a_map(qtbot)
    marker = PlaceMarker(canvas, canvas)
    assert marker.isHidden()
    marker.mark(*CALGARY)
    assert marker.geometry().center().toTuple() == pytest.approx((300, 200), abs=1)
    assert count_of(picture_of(marker), DAY.selection) > 20
    canvas.push(60, -30)
    marker.follow()
    assert marker.geometry().center().toTuple() == pytest.approx((360, 170), abs=1)


def test_the_ring_goes_away_by_itself(qtbot: QtBot) -> None:
    canvas = a_map(qtbot)
    marker = PlaceMarker(canvas, canvas)
    marker.mark(*CALGARY, shown_ms=1)
    qtbot.waitUntil(marker.isHidden)
    marker.follow()
    assert marker.isHidden()
