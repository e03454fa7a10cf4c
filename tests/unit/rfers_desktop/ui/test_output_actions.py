"""Tests of the map's ways out of the window, on a real canvas."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QSize
from PySide6.QtGui import QColor, QGuiApplication, QImage
from PySide6.QtWidgets import QMainWindow, QMenu
from pytestqt.qtbot import QtBot

from rfers_desktop.layers.marks import LayerChange, PointMark, Style
from rfers_desktop.ui.dialogs.output import OutputDialog
from rfers_desktop.ui.map.canvas import MapCanvas
from rfers_desktop.ui.map_legend import LegendRow
from rfers_desktop.ui.map_output import MapSource
from rfers_desktop.ui.map_page import map_frame, page_around
from rfers_desktop.ui.output_actions import OutputActions, canvas_source
from rfers_desktop.ui.themes import DAY, NIGHT
from tests.unit.rfers_desktop.ui.pictures import count_of

pytestmark = pytest.mark.display


@pytest.fixture
def window(qtbot: QtBot) -> QMainWindow:
    made = QMainWindow()
    qtbot.addWidget(made)
    return made


@pytest.fixture
def canvas(window: QMainWindow, qtbot: QtBot) -> Iterator[MapCanvas]:
    made = MapCanvas(window)
    window.setCentralWidget(made)
    window.resize(600, 400)
    window.show()
    view = made.view
    made.apply(LayerChange(put=(PointMark(("fire", "1"), view.x, view.y, Style.INCIDENT, ""),)))
    made.settle()
    yield made
    made.close()


@pytest.fixture
def source(canvas: MapCanvas) -> MapSource:
    return canvas_source(canvas)


def test_a_page_shows_what_the_canvas_shows_in_the_colours_asked_for(canvas: MapCanvas, source: MapSource) -> None:
    for theme in (NIGHT, DAY):
        picture = source.paint(QSize(300, 200), 2.0, canvas.view, theme)
        assert picture.size() == QSize(600, 400)
        assert count_of(picture, theme.incident) > 100
        assert count_of(picture, theme.land) > 100_000
    assert canvas.theme is DAY


def test_the_legend_tells_of_what_is_in_view_and_of_what_others_add(canvas: MapCanvas, source: MapSource) -> None:
    assert [row.text for row in source.legend(canvas.view, DAY)] == ["Fire incident"]
    assert source.legend(canvas.view.moved(5000, 0), DAY) == ()
    more = canvas_source(canvas, lambda view, theme: (LegendRow(QImage(), "More"),))
    assert [row.text for row in more.legend(canvas.view, DAY)] == ["Fire incident", "More"]


def test_copying_puts_the_map_as_it_is_shown_on_the_clipboard(
    canvas: MapCanvas, source: MapSource, window: QMainWindow
) -> None:
    QGuiApplication.clipboard().clear()
    OutputActions(source, "Natural Earth", window).copy.trigger()
    copied = QGuiApplication.clipboard().image()
    shown = QSize(canvas.view.width, canvas.view.height)
    assert copied.size() == page_around(shown, 1)
    middle = map_frame(copied.size(), 1).center().toPoint()
    around = copied.copy(middle.x() - 14, middle.y() - 14, 28, 28)
    assert count_of(around, DAY.incident) > 50
    assert copied.pixelColor(2, 2) == QColor(DAY.panel)


def test_the_page_dialog_opens_with_the_map_and_its_source(
    qtbot: QtBot, source: MapSource, window: QMainWindow
) -> None:
    actions = OutputActions(source, "Natural Earth", window)
    actions.page.trigger()
    dialogs = window.findChildren(OutputDialog)
    assert [dialog.credit.text() for dialog in dialogs] == ["Natural Earth"]
    assert dialogs[0].isVisible()
    assert dialogs[0].preview.pixmap().width() > 100
    dialogs[0].close()


def test_both_ways_are_in_the_menu_with_their_keys(source: MapSource, window: QMainWindow) -> None:
    menu = QMenu(window)
    OutputActions(source, "", window).add_to(menu)
    assert [action.shortcut().toString() for action in menu.actions()] == ["Ctrl+P", "Ctrl+Shift+C"]
