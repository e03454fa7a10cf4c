"""Tests of the scale bar."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from rfers_desktop.ui.map.scale_bar import ScaleBar
from rfers_desktop.ui.themes import DAY
from tests.unit.rfers_desktop.ui.pictures import picture_of

pytestmark = pytest.mark.display


@pytest.fixture
def below(qtbot: QtBot) -> QWidget:
    made = QWidget()
    qtbot.addWidget(made)
    made.resize(400, 100)
    return made


@pytest.fixture
def bar(below: QWidget) -> ScaleBar:
    made = ScaleBar(below)
    below.show()
    return made


def drawn_px(bar: ScaleBar) -> int:
    """How long the bar is on the screen: the longest dark run in a row."""
    picture = picture_of(bar)
    longest = 0
    for y in range(picture.height()):
        dark = [x for x in range(picture.width()) if picture.pixelColor(x, y).name() == DAY.text]
        longest = max(longest, len(dark))
    return longest


@pytest.mark.parametrize(
    ("ground_m_per_pixel", "length_m", "text"),
    [(1.0, 100.0, "100 m"), (10.0, 1000.0, "1 km"), (60.0, 5000.0, "5 km"), (0.01, 1.0, "1 m")],
)
def test_the_bar_has_a_round_length_and_is_drawn_that_long(
    bar: ScaleBar, ground_m_per_pixel: float, length_m: float, text: str
) -> None:
    bar.show_scale(ground_m_per_pixel)
    assert bar.length_m == pytest.approx(length_m)
    assert bar.accessibleDescription() == text
    assert drawn_px(bar) == pytest.approx(length_m / ground_m_per_pixel, abs=2)


def test_without_a_scale_nothing_is_drawn(bar: ScaleBar) -> None:
    bar.resize(100, 34)
    assert drawn_px(bar) == 0


def test_clicks_go_through_to_the_map(bar: ScaleBar, below: QWidget, qtbot: QtBot) -> None:
    bar.show_scale(1.0)
    clicked: list[QPoint] = []
    below.mousePressEvent = lambda event: clicked.append(event.position().toPoint())  # type: ignore[method-assign]
    qtbot.mouseClick(below.windowHandle(), Qt.MouseButton.LeftButton, pos=bar.geometry().center())
    assert clicked == [bar.geometry().center()]
