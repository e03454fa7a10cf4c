"""Tests of rfers_desktop/ui/analysis/panel.py."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from rfers_desktop.layers.analysis import Where
from rfers_desktop.ui.analysis.panel import AnalysisPanel, Origin, Task

pytestmark = pytest.mark.display


@pytest.fixture
def panel(qtbot: QtBot) -> AnalysisPanel:
    made = AnalysisPanel()
    qtbot.addWidget(made)
    made.resize(420, 600)
    made.offer(["Engines", "Zones"])
    made.show()
    return made


@pytest.mark.parametrize(
    ("task", "seen", "unseen"),
    [
        (Task.NEAREST, ("origin", "count", "roads"), ("filter", "second", "metres")),
        (Task.BY_ATTRIBUTE, ("filter",), ("second", "count", "metres")),
        (Task.BY_LOCATION, ("where", "second"), ("filter", "metres")),
        (Task.BUFFER, ("metres", "dissolve"), ("second", "where")),
        (Task.COUNT, ("second",), ("metres", "overlay")),
        (Task.OVERLAY, ("overlay", "second"), ("where", "metres")),
    ],
)
def test_only_what_matters_is_asked(
    panel: AnalysisPanel, task: Task, seen: tuple[str, ...], unseen: tuple[str, ...]
) -> None:
    panel.task.setCurrentIndex(panel.task.findData(task))
    assert all(getattr(panel, name).isVisible() for name in seen)
    assert not any(getattr(panel, name).isVisible() for name in unseen)


def test_a_distance_is_asked_where_it_is_one(panel: AnalysisPanel) -> None:
    panel.task.setCurrentIndex(panel.task.findData(Task.BY_LOCATION))
    panel.where.setCurrentIndex(panel.where.findData(Where.NEAR))
    assert panel.metres.isVisible()


def test_the_form_is_told_as_it_is_filled_in(panel: AnalysisPanel, qtbot: QtBot) -> None:
    panel.task.setCurrentIndex(panel.task.findData(Task.BY_ATTRIBUTE))
    panel.first.setCurrentText("Zones")
    qtbot.keyClicks(panel.filter, "a > 1")
    with qtbot.waitSignal(panel.asked) as asked:
        qtbot.keyClick(panel.filter, Qt.Key.Key_Return)
    wish = asked.args[0]
    assert (wish.task, wish.first, wish.filter, wish.origin) == (Task.BY_ATTRIBUTE, "Zones", "a > 1", Origin.SELECTED)


def test_progress_is_shown_with_a_way_out(panel: AnalysisPanel, qtbot: QtBot) -> None:
    panel.show_progress("Working…", 0.4)
    assert panel.progress.value() == 40
    with qtbot.waitSignal(panel.cancelled):
        qtbot.mouseClick(panel.stop, Qt.MouseButton.LeftButton)
    panel.show_progress(None, 0.0)
    assert not panel.progress.isVisible()


def test_a_chosen_layer_stays_chosen_when_they_are_listed_anew(panel: AnalysisPanel) -> None:
    panel.second.setCurrentText("Zones")
    panel.offer(["Roads", "Zones"])
    assert panel.second.currentText() == "Zones"
    panel.offer([])
    assert not panel.run.isEnabled()


def test_what_is_received_later_comes_before_a_layer_that_nobody_chose(panel: AnalysisPanel) -> None:
    panel.offer(["Cities and towns"])
    panel.offer(["Emergency asset locations", "Cities and towns"])
    assert panel.first.currentText() == "Emergency asset locations"


def test_a_result_can_be_exported(panel: AnalysisPanel, qtbot: QtBot) -> None:
    assert not panel.save.isEnabled()
    panel.show_result("3 found", True)
    with qtbot.waitSignal(panel.export):
        qtbot.mouseClick(panel.save, Qt.MouseButton.LeftButton)
