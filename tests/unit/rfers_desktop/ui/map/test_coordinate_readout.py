"""Tests of the coordinates under the cursor."""

from __future__ import annotations

import pytest
from pytestqt.qtbot import QtBot

from rfers_desktop.geo.coordinates import CoordinateFormat
from rfers_desktop.geo.projections import by_epsg
from rfers_desktop.ui.map.coordinate_readout import CoordinateReadout

pytestmark = pytest.mark.display


@pytest.fixture
def readout(qtbot: QtBot) -> CoordinateReadout:
    made = CoordinateReadout(lambda: by_epsg(3400))
    qtbot.addWidget(made)
    return made


def test_the_position_is_written_in_degrees_at_first(readout: CoordinateReadout) -> None:
    assert readout.text() == ""
    readout.show_position(-114.07, 51.05)
    assert readout.text() == "51.05000° N, 114.07000° W"


@pytest.mark.parametrize("style", list(CoordinateFormat))
def test_every_format_can_be_chosen_from_the_menu(readout: CoordinateReadout, style: CoordinateFormat) -> None:
    readout.show_position(-114.07, 51.05)
    readout.choices[style].trigger()
    assert readout.format is style
    assert readout.choices[style].isChecked()
    assert readout.text() == readout.words(-114.07, 51.05)


def test_a_choice_is_told_once(readout: CoordinateReadout, qtbot: QtBot) -> None:
    with qtbot.waitSignal(readout.format_changed) as told:
        readout.use(CoordinateFormat.MGRS)
    assert told.args == ["MGRS"]
    with qtbot.assertNotEmitted(readout.format_changed):
        readout.use(CoordinateFormat.MGRS)
    readout.show_position(-114.07, 51.05)
    assert readout.text() == "11U QS 05357 59470"


def test_beyond_the_earth_there_is_nothing_to_read(readout: CoordinateReadout) -> None:
    readout.show_position(float("inf"), float("inf"))
    assert readout.text() == ""
    readout.show_position(-190.0, 51.0)
    assert readout.text() == ""
