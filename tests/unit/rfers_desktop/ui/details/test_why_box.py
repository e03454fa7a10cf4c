"""Tests of rfers_desktop/ui/details/why_box.py."""

from __future__ import annotations

import pytest
from pytestqt.qtbot import QtBot

from broker_local.protocol.notification import MatchedSubscription
from broker_local.protocol.requests import Explanation
from rfers_desktop.geo.nearest_edge import EdgeLine
from rfers_desktop.ui.details.why_box import WhyBox
from rfers_desktop.workspace import ExplanationAnswer

pytestmark = pytest.mark.display

NORTH, SOUTH = MatchedSubscription("n", "North"), MatchedSubscription("s", "South")
LINE = EdgeLine((0, 0), (0, 1), 1_250.0, True)


@pytest.fixture
def box(qtbot: QtBot) -> WhyBox:
    made = WhyBox()
    qtbot.addWidget(made)
    return made


def test_the_first_subscription_is_asked_about_and_another_when_it_is_chosen(box: WhyBox, qtbot: QtBot) -> None:
    with qtbot.waitSignal(box.asked) as asked:
        box.show_matched((NORTH, SOUTH))
    assert asked.args == ["n"]
    with qtbot.waitSignal(box.asked) as asked:
        box.subscription.setCurrentIndex(1)
    assert asked.args == ["s"]


def test_reasons_and_the_distance_to_the_edge_are_told(box: WhyBox) -> None:
    box.show_matched((NORTH,))
    box.show_line(LINE, 500.0)
    box.show_answer(ExplanationAnswer("r", Explanation(True, ("Speed > 80: Speed is 92",))))
    assert "Speed is 92" in box.reasons.text()
    assert "1.25 km inside the zone's edge (with its buffer of 500 m)" in box.reasons.text()


@pytest.mark.parametrize(
    "sentence",
    [
        "Contain: the event is within the zone, 1.2 km from its edge",
        "Contain: the place is in the zone: 1.2 km inside, soft edge 2.0 km: possible 100 %, certain 100 %",
        "Contain: the place may be in the zone: 1.2 km outside, error 1.5 km: possible 58 %, certain 17 %",
    ],
)
def test_a_distance_that_the_service_told_is_not_told_again(box: WhyBox, sentence: str) -> None:
    box.show_matched((NORTH,))
    box.show_line(LINE, 0.0)
    box.show_answer(ExplanationAnswer("r", Explanation(True, (sentence,))))
    assert "1.25 km" not in box.reasons.text()
    box.show_matched((SOUTH,))
    box.show_line(LINE, 0.0)
    assert "1.25 km inside the zone's edge" in box.reasons.text()


def test_a_long_name_does_not_push_the_button_out_of_a_narrow_card(box: WhyBox) -> None:
    box.show_matched((MatchedSubscription("n", "Calgary, circle 2.81 km, Emergency asset locations"),))
    assert box.minimumSizeHint().width() < 360


def test_what_would_not_match_any_more_is_told(box: WhyBox) -> None:
    box.show_matched((NORTH,))
    box.show_answer(ExplanationAnswer("r", Explanation(False, ("Speed is 12",))))
    assert "not match any more" in box.reasons.text()


def test_no_answer_and_no_link_are_told(box: WhyBox) -> None:
    box.show_matched((NORTH,))
    box.show_answer(ExplanationAnswer("r", None, "the event is forgotten"))
    assert "forgotten" in box.reasons.text()
    box.show_no_link()
    assert "Without a link" in box.reasons.text()


def test_the_line_is_drawn_while_the_button_is_down(box: WhyBox, qtbot: QtBot) -> None:
    box.show_matched((NORTH,))
    box.show_line(LINE, 0.0)
    with qtbot.waitSignal(box.drawn) as drawn:
        box.draw.click()
    assert drawn.args == [LINE]
    with qtbot.waitSignal(box.drawn) as drawn:
        box.show_line(None, 0.0)
    assert drawn.args == [None]
    assert not box.draw.isEnabled()


def test_without_a_subscription_there_is_nothing_to_ask(box: WhyBox) -> None:
    box.show_matched(())
    assert box.isHidden()
    assert box.subscription_id is None


def test_how_sure_each_match_is_is_told_in_words_and_as_a_bar(box: WhyBox) -> None:
    box.show_matched((NORTH, MatchedSubscription("s", "South", 0.9, 0.25)))
    assert box.sure.text() == "certain"
    box.subscription.setCurrentIndex(1)
    assert box.sure.text() == "possible, 25–90 %"
    assert box.bar.degrees == (0.9, 0.25)
    assert box.bar.accessibleName() == "Possible to 90 %, certain to 25 %."
