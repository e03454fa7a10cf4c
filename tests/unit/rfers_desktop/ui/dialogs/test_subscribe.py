"""Tests of the subscribe dialog, filled in by mouse and keys."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QComboBox
from pytestqt.qtbot import QtBot

from broker_local.protocol.operators import Operator
from rfers_desktop.subscription_draft import SubscriptionDraft
from rfers_desktop.ui.dialogs.subscribe import SubscribeDialog
from tests.builders import TOPICS, a_zone
from tests.unit.rfers_desktop.desk_doubles import a_workspace

pytestmark = pytest.mark.display

LEFT = Qt.MouseButton.LeftButton
SHOWN = a_zone()


@pytest.fixture
def dialog(qtbot: QtBot) -> SubscribeDialog:
    workspace, _ = a_workspace()
    made = SubscribeDialog(TOPICS, lambda: SHOWN, workspace.problem_with)
    qtbot.addWidget(made)
    with qtbot.waitActive(made):
        made.open()
    return made


def asked_of(dialog: SubscribeDialog) -> list[SubscriptionDraft]:
    asked: list[SubscriptionDraft] = []
    dialog.asked.connect(asked.append)
    return asked


def row_of(box: QComboBox, start: str) -> int:
    return next(row for row in range(box.count()) if box.itemText(row).startswith(start))


def can_choose(box: QComboBox, start: str) -> bool:
    return bool(box.model().index(row_of(box, start), 0).flags() & Qt.ItemFlag.ItemIsEnabled)


def test_a_name_is_all_that_is_needed(dialog: SubscribeDialog, qtbot: QtBot) -> None:
    asked = asked_of(dialog)
    assert not dialog.subscribe.isEnabled()
    assert dialog.message.text() == "Give it a name."
    assert dialog.name.hasFocus()
    qtbot.keyClicks(dialog.name, "North")
    assert dialog.message.text() == ""
    qtbot.mouseClick(dialog.subscribe, LEFT)
    assert asked == [SubscriptionDraft("North", "EALocation", SHOWN, Operator.CONTAIN, 0.0, "")]
    assert not dialog.isVisible()


def test_everything_that_is_filled_in_is_asked_for(dialog: SubscribeDialog, qtbot: QtBot) -> None:
    asked = asked_of(dialog)
    qtbot.keyClicks(dialog.name, "Hot")
    qtbot.keyClicks(dialog.topic, "Wireless")
    assert dialog.topic.currentData() == "WSObservation"
    qtbot.mouseClick(dialog.zone.pasted, LEFT, pos=QPoint(10, 8))
    qtbot.keyClicks(dialog.zone.text, "POLYGON ((0 0, 1 0, 1 1, 0 0))")
    qtbot.keyClicks(dialog.test, "Intersect")
    dialog.buffer.selectAll()
    qtbot.keyClicks(dialog.buffer, "250")
    qtbot.keyClicks(dialog.filter.editor, "Temperature > 30")
    qtbot.mouseClick(dialog.subscribe, LEFT)
    (draft,) = asked
    assert (draft.name, draft.topic, draft.test, draft.buffer_m, draft.filter_text) == (
        "Hot",
        "WSObservation",
        Operator.INTERSECT,
        250.0,
        "Temperature > 30",
    )
    assert draft.zone is not None
    assert draft.zone.bounds == (0, 0, 1, 1)


def test_it_can_be_filled_in_without_a_mouse(dialog: SubscribeDialog, qtbot: QtBot) -> None:
    asked = asked_of(dialog)

    def press(key: Qt.Key) -> None:
        qtbot.keyClick(dialog.focusWidget(), key)

    qtbot.keyClicks(dialog.focusWidget(), "North")
    press(Qt.Key.Key_Tab)
    press(Qt.Key.Key_Tab)
    assert dialog.zone.shown.hasFocus()
    press(Qt.Key.Key_Down)
    press(Qt.Key.Key_Tab)
    qtbot.keyClicks(dialog.focusWidget(), "POINT (1 2)")
    for _ in range(3):
        press(Qt.Key.Key_Tab)
    qtbot.keyClicks(dialog.focusWidget(), "Speed > 80")
    press(Qt.Key.Key_Tab)
    press(Qt.Key.Key_Return)
    (draft,) = asked
    assert draft.zone is not None
    assert (draft.name, draft.zone.wkt, draft.filter_text) == ("North", "POINT (1 2)", "Speed > 80")


def test_a_wrong_filter_holds_the_button_back(dialog: SubscribeDialog, qtbot: QtBot) -> None:
    qtbot.keyClicks(dialog.name, "North")
    qtbot.keyClicks(dialog.filter.editor, "Speed >")
    assert not dialog.subscribe.isEnabled()
    qtbot.keyClicks(dialog.filter.editor, " 80")
    assert dialog.subscribe.isEnabled()


def test_a_wrong_geometry_holds_the_button_back(dialog: SubscribeDialog, qtbot: QtBot) -> None:
    qtbot.keyClicks(dialog.name, "North")
    qtbot.mouseClick(dialog.zone.pasted, LEFT, pos=QPoint(10, 8))
    assert not dialog.subscribe.isEnabled()


def test_what_can_never_be_true_cannot_be_chosen_and_says_why(dialog: SubscribeDialog) -> None:
    assert can_choose(dialog.test, "Contain")
    assert not can_choose(dialog.test, "Overlap")
    reason = dialog.test.itemText(row_of(dialog.test, "Overlap"))
    assert "only geometries of one dimension overlap" in reason


def test_a_choice_that_became_impossible_holds_the_button_back_and_says_why(
    dialog: SubscribeDialog, qtbot: QtBot
) -> None:
    qtbot.keyClicks(dialog.name, "North")
    dialog.test.setCurrentIndex(row_of(dialog.test, "Contain"))
    qtbot.mouseClick(dialog.zone.pasted, LEFT, pos=QPoint(10, 8))
    dialog.zone.text.setPlainText("POINT (0 0)")
    dialog.test.setCurrentIndex(row_of(dialog.test, "Touch"))
    assert not dialog.subscribe.isEnabled()
    assert "boundary" in dialog.message.text()


def test_everywhere_needs_neither_comparison_nor_buffer(dialog: SubscribeDialog, qtbot: QtBot) -> None:
    qtbot.keyClicks(dialog.name, "All")
    dialog.buffer.setValue(300)
    qtbot.mouseClick(dialog.zone.everywhere, LEFT, pos=QPoint(10, 8))
    assert not dialog.test.isEnabled()
    assert not dialog.buffer.isEnabled()
    draft = dialog.draft()
    assert draft.zone is None
    assert draft.buffer_m == 0.0
    assert dialog.subscribe.isEnabled()


def test_cancel_and_escape_ask_for_nothing(dialog: SubscribeDialog, qtbot: QtBot) -> None:
    asked = asked_of(dialog)
    qtbot.keyClicks(dialog.name, "North")
    qtbot.mouseClick(dialog.cancel, LEFT)
    assert not dialog.isVisible()
    dialog.open()
    qtbot.keyClick(dialog, Qt.Key.Key_Escape)
    assert not dialog.isVisible()
    assert asked == []


def test_it_fits_on_a_small_screen(dialog: SubscribeDialog, qtbot: QtBot) -> None:
    qtbot.mouseClick(dialog.zone.pasted, LEFT, pos=QPoint(10, 8))
    assert dialog.sizeHint().height() <= 740
    assert dialog.sizeHint().width() <= 900


def test_every_control_has_a_name(dialog: SubscribeDialog) -> None:
    controls = (dialog.name, dialog.topic, dialog.test, dialog.buffer, dialog.filter.editor, dialog.zone.text)
    names = [control.accessibleName() for control in controls]
    assert all(names)
    assert len(set(names)) == len(names)
