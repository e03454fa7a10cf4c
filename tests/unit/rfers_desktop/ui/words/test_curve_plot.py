"""Tests of the curve that is dragged: with the mouse and with keys."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from broker_local.protocol.fuzzy_number import about
from rfers_desktop.drafting.term_curve import Fit, TermCurve
from rfers_desktop.ui.look import apply_theme
from rfers_desktop.ui.themes import NIGHT
from rfers_desktop.ui.words.curve_plot import CurvePlot, look_of

pytestmark = pytest.mark.display

LEFT = Qt.MouseButton.LeftButton
HOT = TermCurve((25, 30, None, None))


@pytest.fixture
def plot(qtbot: QtBot) -> CurvePlot:
    made = CurvePlot()
    qtbot.addWidget(made)
    made.resize(600, 300)
    made.corner_moved.connect(lambda index, value: made.show_term(HOT.with_corner(index, value), (0, 50), [], ""))
    made.show_term(HOT, (0.0, 50.0), [20, 31, about(28, 2), "x"], "Temperature (°C)")
    made.show()
    QApplication.processEvents()
    return made


def test_a_corner_is_dragged_along_the_numbers(plot: CurvePlot, qtbot: QtBot) -> None:
    told: list[tuple[int, float]] = []
    plot.corner_moved.connect(lambda index, value: told.append((index, value)))
    start, there = plot.corner_at(1).toPoint(), plot.corner_at(0).toPoint()
    per_degree = (start.x() - there.x()) / 5
    view = plot.viewport()
    qtbot.mousePress(view, LEFT, pos=start)
    for step in range(1, 6):
        qtbot.mouseMove(view, start + QPoint(round(per_degree * step), 40))
    qtbot.mouseRelease(view, LEFT, pos=start + QPoint(round(per_degree * 5), 40))
    qtbot.waitUntil(lambda: bool(told))
    assert {index for index, _ in told} == {1}
    assert told[-1][1] == pytest.approx(35.0, abs=1.0)


def test_a_drag_beside_the_corners_moves_nothing(plot: CurvePlot, qtbot: QtBot) -> None:
    view, start = plot.viewport(), plot.corner_at(1).toPoint() + QPoint(-60, 60)
    with qtbot.assertNotEmitted(plot.corner_moved):
        qtbot.mousePress(view, LEFT, pos=start)
        qtbot.mouseMove(view, start + QPoint(40, 0))
        qtbot.mouseRelease(view, LEFT, pos=start + QPoint(40, 0))


def test_keys_choose_a_corner_and_move_it(plot: CurvePlot, qtbot: QtBot) -> None:
    told: list[tuple[int, float]] = []
    plot.corner_moved.connect(lambda index, value: told.append((index, value)))
    plot.setFocus()
    qtbot.keyClick(plot, Qt.Key.Key_Up)
    qtbot.keyClick(plot, Qt.Key.Key_Right)
    assert told == [(0, 25.5)]
    qtbot.keyClick(plot, Qt.Key.Key_Down)
    qtbot.keyClick(plot, Qt.Key.Key_Left, Qt.KeyboardModifier.ShiftModifier)
    assert told[-1] == (1, 25.0)


def test_a_term_without_a_corner_is_moved_by_another(plot: CurvePlot, qtbot: QtBot) -> None:
    plot.show_term(TermCurve((None, None, 10, 12)), (0.0, 50.0), [], "")
    assert plot.corner in (2, 3)
    plot.show_term(None, (0.0, 50.0), [], "")
    with qtbot.assertNotEmitted(plot.corner_moved):
        qtbot.keyClick(plot, Qt.Key.Key_Right)


def test_how_well_readings_fit_is_told_without_colour_too(plot: CurvePlot) -> None:
    assert len({look_of(found)[0].style() for found in Fit}) == len(Fit)


def test_it_is_drawn_in_another_theme(plot: CurvePlot, qapp: QApplication) -> None:
    try:
        apply_theme(qapp, NIGHT)
        plot.redraw()
        assert plot.backgroundBrush().color().name() == NIGHT.panel
    finally:
        apply_theme(qapp)
