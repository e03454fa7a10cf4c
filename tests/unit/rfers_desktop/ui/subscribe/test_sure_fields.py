"""Tests of how sure a match must be."""

from __future__ import annotations

import pytest
from pytestqt.qtbot import QtBot

from broker_local.protocol.certainty import Aggregation, Certainty
from rfers_desktop.ui.subscribe.sure_fields import SureFields

pytestmark = pytest.mark.display


@pytest.fixture
def fields(qtbot: QtBot) -> SureFields:
    made = SureFields()
    qtbot.addWidget(made)
    made.changed.connect(lambda wanted: made.show_certainty(wanted, is_graded=False, why_not=""))
    made.show()
    return made


def test_the_usual_answers_are_a_choice(fields: SureFields) -> None:
    told: list[Certainty | None] = []
    fields.changed.connect(told.append)
    for row in (1, 2, 0):
        fields.choice.setCurrentIndex(row)
    assert told == [Certainty(), Certainty(least_necessity=1.0), None]
    assert not fields.possible.isVisible()


def test_ones_own_answer_has_degrees_and_says_how_parts_are_joined(fields: SureFields) -> None:
    told: list[Certainty | None] = []
    fields.changed.connect(told.append)
    fields.choice.setCurrentIndex(3)
    assert fields.possible.isVisible()
    fields.possible.setValue(60)
    fields.certain.setValue(20)
    fields.joined.setCurrentIndex(fields.joined.findData(Aggregation.AVERAGE.value))
    assert told[-1] == Certainty(0.6, 0.2, Aggregation.AVERAGE)
    fields.certain.setValue(0)
    fields.possible.setValue(0)
    fields.joined.setCurrentIndex(fields.joined.findData(Aggregation.MINIMUM.value))
    assert told[-1] == Certainty()
    assert fields.possible.isVisible()  # it does not go away under the hand


def test_what_was_sent_is_shown(fields: SureFields) -> None:
    fields.show_certainty(Certainty(0.25, 0.0, Aggregation.PRODUCT), is_graded=True, why_not="")
    assert fields.choice.currentIndex() == 3
    assert fields.possible.value() == 25
    assert fields.joined.currentData() == Aggregation.PRODUCT.value
    fields.show_certainty(Certainty(least_necessity=1.0), is_graded=False, why_not="")
    assert fields.choice.currentIndex() == 3  # it was custom, and stays so
    fields.show_certainty(None, is_graded=False, why_not="")
    assert fields.choice.currentIndex() == 0


def test_words_and_soft_edges_tell_what_is_possible_unless_another_is_wished(fields: SureFields) -> None:
    fields.show_certainty(None, is_graded=True, why_not="")
    assert fields.choice.currentIndex() == 1
    assert not fields.choice.model().item(0).isEnabled()  # type: ignore[attr-defined]
    fields.show_certainty(None, is_graded=False, why_not="")
    assert fields.choice.model().item(0).isEnabled()  # type: ignore[attr-defined]


def test_where_nothing_is_uncertain_it_is_greyed_with_the_reason(fields: SureFields) -> None:
    fields.show_certainty(None, is_graded=False, why_not="images are certain")
    assert not fields.isEnabled()
    assert fields.choice.toolTip() == "images are certain"
