"""The panel shows what there is, soon, and keeps what was selected and opened."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from rfers_desktop.store.alerts import AlertBook
from rfers_desktop.ui.alerts.alerts_panel import AlertsPanel
from tests.unit.rfers_desktop.alerting import NOON, a_cause, key_of

pytestmark = pytest.mark.display


class Shown:
    """A panel and the book behind it."""

    def __init__(self, qtbot: QtBot) -> None:
        self.book = AlertBook()
        self.panel = AlertsPanel(lambda: tuple(self.book.alerts.values()), lambda: NOON)
        qtbot.addWidget(self.panel)
        self.panel.resize(430, 400)
        self.panel.show()

    def come(self, *things: str, subscription: str = "north") -> None:
        self.book.take_in([a_cause(thing, f"e of {thing}", subscription=subscription) for thing in things], NOON)


def test_nothing_is_said_in_words(qtbot: QtBot) -> None:
    shown = Shown(qtbot)
    assert shown.panel.nothing.isVisible()
    shown.come("fire")
    shown.panel.refresh()
    assert not shown.panel.nothing.isVisible()


def test_a_burst_of_changes_is_shown_once_and_soon(qtbot: QtBot) -> None:
    shown = Shown(qtbot)
    shown.come("fire")
    resets: list[int] = []
    shown.panel.model.modelReset.connect(lambda: resets.append(1))
    for _ in range(100):
        shown.panel.changed()
    qtbot.waitUntil(lambda: shown.panel.model.rowCount() == 1)
    assert resets == [1]


def test_what_was_selected_and_opened_stays_so_when_more_come(qtbot: QtBot) -> None:
    shown = Shown(qtbot)
    shown.come(*(f"t{i}" for i in range(10)))
    shown.come("single", subscription="other")
    shown.panel.refresh()
    model, tree = shown.panel.model, shown.panel.tree
    (group,) = [model.index(row, 0) for row in range(2) if model.rowCount(model.index(row, 0))]
    tree.expand(group)
    tree.setCurrentIndex(model.index(4, 0, group))
    (chosen,) = shown.panel.selected()
    shown.come("another", "and another")
    shown.panel.refresh()
    assert shown.panel.selected() == [chosen]
    (group,) = [model.index(row, 0) for row in range(2) if model.rowCount(model.index(row, 0))]
    assert tree.isExpanded(group)


def test_a_selected_group_is_all_of_its_alerts(qtbot: QtBot) -> None:
    shown = Shown(qtbot)
    shown.come(*(f"t{i}" for i in range(10)))
    shown.panel.refresh()
    shown.panel.tree.setCurrentIndex(shown.panel.model.index(0, 0))
    assert len(shown.panel.selected()) == 10


def test_resolved_ones_are_shown_when_they_are_asked_for(qtbot: QtBot) -> None:
    shown = Shown(qtbot)
    shown.come("fire")
    shown.book.resolve([key_of("fire")], "ann", NOON)
    shown.panel.refresh()
    assert shown.panel.model.rowCount() == 0
    shown.panel.shows_resolved.setChecked(True)
    assert shown.panel.model.rowCount() == 1


def test_an_activated_row_is_looked_at(qtbot: QtBot) -> None:
    shown = Shown(qtbot)
    shown.come("fire")
    shown.panel.refresh()
    shown.panel.tree.setCurrentIndex(shown.panel.model.index(0, 0))
    with qtbot.waitSignal(shown.panel.looked_at) as told:
        qtbot.keyClick(shown.panel.tree, Qt.Key.Key_Return)
    assert told.args is not None
    assert told.args[0].title == "fire"
