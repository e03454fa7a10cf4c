"""The dashboard shows a bar for each busy minute, all at one scale."""

import pytest
from PySide6.QtGui import QColor
from pytestqt.qtbot import QtBot

from rfers_desktop.ui.charts.dashboard import Dashboard
from rfers_desktop.ui.look import present_theme
from rfers_desktop.workspace import HourCount

pytestmark = pytest.mark.display


def test_bars_are_where_the_minutes_are_and_as_high_as_they_were_busy(qtbot: QtBot) -> None:
    dashboard = Dashboard()
    qtbot.addWidget(dashboard)
    dashboard.resize(400, 300)
    dashboard.show()
    busy = HourCount("a", "North sector", (0,) * 59 + (10,))
    slow = HourCount("b", "South", (5,) + (0,) * 59)
    dashboard.show_counts([busy, slow])
    picture = dashboard.rows.grab().toImage()
    colour = QColor(present_theme().zone_live)

    def painted(row: int) -> list[tuple[int, int]]:
        ys = range(row * 56, row * 56 + 56)
        return [(x, y) for x in range(picture.width()) for y in ys if picture.pixelColor(x, y) == colour]

    assert min(x for x, _ in painted(0)) > picture.width() * 0.9
    assert max(x for x, _ in painted(1)) < picture.width() * 0.1
    heights = [len({y for _, y in painted(row)}) for row in (0, 1)]
    assert heights[0] == pytest.approx(2 * heights[1], abs=1)
    assert dashboard.rows.accessibleDescription() == "North sector: 10; South: 5"


def test_nothing_and_quiet_ones_are_said_in_words(qtbot: QtBot) -> None:
    dashboard = Dashboard()
    qtbot.addWidget(dashboard)
    dashboard.show()
    empty = dashboard.rows.grab().toImage()
    dashboard.show_counts([HourCount("a", "Quiet", (0,) * 60)])
    assert dashboard.rows.grab().toImage() != empty
