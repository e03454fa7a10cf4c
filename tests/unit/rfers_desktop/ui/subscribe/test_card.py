"""Tests of the card beside the map."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractSpinBox,
    QApplication,
    QComboBox,
    QLabel,
    QLineEdit,
    QPlainTextEdit,
    QScrollArea,
)
from pytestqt.qtbot import QtBot

from broker_local.protocol.builtin_topics import builtin_topics
from broker_local.protocol.certainty import Certainty
from broker_local.protocol.operators import Operator
from broker_local.protocol.subscription import Priority
from rfers_desktop.drafting.parked_draft import ParkedDraft
from rfers_desktop.drafting.sketch import Shape, Sketch
from rfers_desktop.subscription_draft import SubscriptionDraft
from rfers_desktop.ui.style_sheet import style_sheet
from rfers_desktop.ui.subscribe.card import SubscribeCard
from rfers_desktop.ui.subscribe.draft_model import DraftModel
from rfers_desktop.ui.subscribe.filter_text import nothing_seen
from rfers_desktop.ui.themes import DAY
from tests.unit.rfers_desktop.desk_doubles import a_workspace
from tests.unit.rfers_desktop.ui.test_steady_field import turn_wheel

pytestmark = pytest.mark.display

LEFT = Qt.MouseButton.LeftButton
AREA = Sketch(Shape.POLYGON, ((-114.0, 51.0), (-113.9, 51.0), (-113.9, 51.1)))
CIRCLE = Sketch(Shape.CIRCLE, ((-114.0, 51.0),))


@pytest.fixture
def card(qtbot: QtBot) -> SubscribeCard:
    workspace, _ = a_workspace()
    model = DraftModel(builtin_topics())
    made = SubscribeCard(model, workspace.problem_with, nothing_seen, lambda: 1e9)
    model.setParent(made)
    qtbot.addWidget(made)
    made.resize(430, 640)
    made.show()
    model.suggested = "A name"
    model.load(ParkedDraft(AREA, "EALocation"))
    return made


def model_of(card: SubscribeCard) -> DraftModel:
    return card._model


def test_nothing_on_the_card_is_cut_off_however_narrow_it_is_made(card: SubscribeCard) -> None:
    card.resize(200, 640)
    inside = card.topic.parentWidget()
    shown = card.findChild(QScrollArea).viewport().width()  # type: ignore[union-attr]
    assert inside.width() <= shown
    assert card.minimumSizeHint().width() < 450  # and it leaves the map room


def test_everything_is_chosen_on_the_card(card: SubscribeCard, qtbot: QtBot) -> None:
    model = model_of(card)
    card.topic.setCurrentIndex(card.topic.findData("WSObservation"))
    card.topic.activated.emit(card.topic.currentIndex())
    card.buffer.setValue(250)
    row = next(row for row in range(card.operators.count()) if card.operators.choice(row).test is Operator.DISJOINT)
    card.operators.setCurrentRow(row)
    qtbot.keyClicks(card.filter.typed.editor, "Temperature > 27")
    qtbot.keyClicks(card.name, "Hot")
    card.options.priority.setCurrentIndex(card.options.priority.findData("high"))
    draft = model.draft()
    assert (draft.name, draft.topic, draft.test, draft.buffer_m) == ("Hot", "WSObservation", Operator.DISJOINT, 250.0)
    assert draft.filter_text == "Temperature > 27"
    assert draft.options.priority is Priority.HIGH
    with qtbot.waitSignal(model.send_asked):
        qtbot.mouseClick(card.subscribe, LEFT)


def test_the_name_need_not_be_typed(card: SubscribeCard) -> None:
    assert card.name.placeholderText() == "A name"
    assert card.problem() == ""
    assert card.subscribe.isEnabled()


@pytest.mark.parametrize(
    ("draft", "words"),
    [
        (ParkedDraft(Sketch(Shape.POLYGON), "EALocation"), "Click three corners"),
        (ParkedDraft(CIRCLE, "EALocation"), "Drag a circle"),
        (ParkedDraft(AREA, "EALocation", filter_text="Sped > 80"), "filter"),
        (ParkedDraft(AREA, "Nothing"), "Nothing"),
    ],
)
def test_what_is_missing_is_said_and_holds_the_button_back(card: SubscribeCard, draft: ParkedDraft, words: str) -> None:
    model_of(card).load(draft)
    assert words in card.message.text()
    assert not card.subscribe.isEnabled()


def test_sentences_follow_the_buffer(card: SubscribeCard) -> None:
    model_of(card).load(ParkedDraft(CIRCLE, "FireIncReports"))
    model_of(card).set_buffer(2000.0)
    assert card.operators.item(0).text() == "the report is within 2 km of the point"
    assert card.buffer.value() == 2000.0


def test_everywhere_needs_neither_comparison_nor_buffer(card: SubscribeCard) -> None:
    model_of(card).load(ParkedDraft(Sketch(Shape.EVERYWHERE), "EALocation"))
    assert not card.buffer.isEnabled()
    assert card.operators.isHidden()
    assert card.when.isHidden()
    assert card.subscribe.isEnabled()


def test_a_right_draft_is_told_for_advice(card: SubscribeCard) -> None:
    told: list[SubscriptionDraft] = []
    card.draft_changed.connect(told.append)
    model_of(card).set_buffer(50.0)
    assert told[-1] == model_of(card).draft()
    count = len(told)
    model_of(card).set_filter("Sped")
    assert len(told) == count
    assert card.advice_place.layout() is not None


def test_what_decides_about_sending_is_seen_however_far_the_fields_are_scrolled(
    card: SubscribeCard, qtbot: QtBot
) -> None:
    card.resize(420, 500)
    card.show()
    fields = card.findChild(QScrollArea)
    assert isinstance(fields, QScrollArea)
    for part in (card.advice_place, card.message, card.subscribe):
        assert not fields.isAncestorOf(part)
    bar = fields.verticalScrollBar()
    bar.setValue(bar.maximum())
    assert bar.value() > 0
    card.show_top()
    assert bar.value() == 0


def test_before_a_tool_is_taken_up_one_hint_is_enough(card: SubscribeCard, qtbot: QtBot) -> None:
    model_of(card).load(ParkedDraft(Sketch(Shape.CIRCLE), "EALocation"))
    card.show()
    assert card.where.isVisible() != card.message.isVisible()
    card.set_drawing(True)
    assert card.message.isVisible()
    assert not card.where.isVisible()


def test_a_parked_drawing_is_offered(card: SubscribeCard, qtbot: QtBot) -> None:
    assert not card.parked_row.isVisible()
    card.show_parked((ParkedDraft(AREA, "EALocation"),) * 2)
    assert card.parked_row.isVisible()
    assert "2 in all" in card.parked_words.text()
    with qtbot.waitSignal(card.resume_asked):
        qtbot.mouseClick(card.resume, LEFT)
    with qtbot.waitSignal(card.forget_asked):
        qtbot.mouseClick(card.forget, LEFT)


def test_park_and_discard_need_something_to_keep(card: SubscribeCard, qtbot: QtBot) -> None:
    with qtbot.waitSignal(model_of(card).park_asked):
        qtbot.mouseClick(card.park, LEFT)
    with qtbot.waitSignal(card.discard_asked):
        qtbot.mouseClick(card.discard, LEFT)
    model_of(card).load(ParkedDraft(Sketch(Shape.CIRCLE), "EALocation"))
    assert not card.park.isEnabled()
    assert not card.discard.isEnabled()


def test_whether_a_drawing_is_sent_at_once_is_a_choice(card: SubscribeCard, qtbot: QtBot) -> None:
    assert card.at_once.isChecked()
    card.at_once.click()
    assert model_of(card).sends_when_drawn is False


def test_a_topic_that_is_new_can_be_chosen(card: SubscribeCard) -> None:
    model_of(card).topics = {"WSObservation": builtin_topics()["WSObservation"]}
    card.use_topics()
    assert [card.topic.itemData(index) for index in range(card.topic.count())] == ["WSObservation"]


def test_every_control_has_a_name(card: SubscribeCard) -> None:
    controls = (QAbstractButton, QComboBox, QAbstractSpinBox, QLineEdit, QPlainTextEdit)
    named = [child for kind in controls for child in card.findChildren(kind) if child.isVisible()]
    own = [child for child in named if not child.objectName().startswith("qt_")]
    nameless = [child for child in own if not (child.accessibleName() or getattr(child, "text", str)())]
    assert nameless == []
    assert all(label.textFormat() is Qt.TextFormat.PlainText for label in (card.message, card.where))
    assert isinstance(card.parked_words, QLabel)


def test_a_soft_edge_and_how_sure_a_match_must_be_are_chosen(card: SubscribeCard, qtbot: QtBot) -> None:
    model = model_of(card)
    card.soft.setValue(200)
    card.sure.choice.setCurrentIndex(2)
    with qtbot.waitSignal(card.draft_changed) as told:
        model.set_name("Ridge")
    draft = told.args[0]
    assert (draft.soft_m, draft.certainty) == (200.0, Certainty(least_necessity=1.0))
    assert card.subscribe.isEnabled()


def test_where_an_edge_cannot_be_soft_it_is_greyed_with_the_reason(card: SubscribeCard) -> None:
    model = model_of(card)
    model.set_soft(200.0)
    model.set_test(Operator.TOUCH)
    assert not card.soft.isEnabled()
    assert "only with" in card.soft.toolTip()
    assert card.soft.value() == 0
    model.set_test(Operator.CONTAIN)
    assert card.soft.isEnabled()
    assert card.soft.value() == 200
    model.load(ParkedDraft(AREA, "WFireRSImage"))
    assert not card.sure.isEnabled()


def test_nothing_of_the_card_is_cut_off_in_the_narrowest_window(card: SubscribeCard) -> None:
    card.setStyleSheet(style_sheet(DAY))
    card.resize(430, 420)  # what a desk of 1280 x 800 has room for
    QApplication.processEvents()
    (area,) = card.findChildren(QScrollArea)
    assert area.widget().width() <= area.viewport().width()
    assert area.verticalScrollBar().isVisible()


def test_scrolling_past_the_priority_leaves_it(card: SubscribeCard) -> None:
    before = card.options.priority.currentText()
    card.filter.typed.editor.setFocus()
    fields = (card.topic, card.buffer, card.soft, card.options.priority, card.sure.choice)
    assert not any(turn_wheel(field) for field in fields)
    assert (card.options.priority.currentText(), card.soft.value(), card.buffer.value()) == (before, 0.0, 0.0)
    assert card.topic.currentData() == "EALocation"
