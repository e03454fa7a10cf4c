"""The map that the tools are tried on."""

from __future__ import annotations

import pytest
from pytestqt.qtbot import QtBot

from rfers_desktop.ui.map.canvas import MapCanvas
from tests.unit.rfers_desktop.ui.map.map_hands import a_map


@pytest.fixture
def canvas(qtbot: QtBot) -> MapCanvas:
    return a_map(qtbot)
