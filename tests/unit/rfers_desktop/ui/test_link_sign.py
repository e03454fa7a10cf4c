"""Tests of the sign that tells whether the desk hears of events."""

from __future__ import annotations

import pytest
from pytestqt.qtbot import QtBot

from rfers_desktop.ui.link_sign import LinkSign
from rfers_desktop.ui.themes import DAY
from rfers_desktop.workspace import LinkReport, LinkState
from tests.unit.rfers_desktop.ui.pictures import count_of, picture_of

pytestmark = pytest.mark.display


@pytest.mark.parametrize("state", LinkState)
def test_every_state_has_a_word_of_its_own(qtbot: QtBot, state: LinkState) -> None:
    texts = []
    for other in (state, *(s for s in LinkState if s is not state)):
        sign = LinkSign()
        qtbot.addWidget(sign)
        sign.show_link(LinkReport(other, "so it is"))
        texts.append(sign.text())
    assert len(texts[0]) > 3
    assert texts[0] not in texts[1:]


@pytest.mark.parametrize(
    ("state", "colour"),
    [
        (LinkState.STOPPED, DAY.quiet_text),
        (LinkState.CONNECTING, DAY.waiting),
        (LinkState.ONLINE, DAY.good),
        (LinkState.MATCHER_AWAY, DAY.bad),
        (LinkState.BROKER_AWAY, DAY.bad),
        (LinkState.REFUSED, DAY.bad),
        (LinkState.OTHER_VERSION, DAY.bad),
    ],
)
def test_the_colour_tells_how_it_stands(qtbot: QtBot, state: LinkState, colour: str) -> None:
    sign = LinkSign()
    qtbot.addWidget(sign)
    sign.show_link(LinkReport(state, "so it is"))
    sign.show()
    picture = picture_of(sign)
    assert count_of(picture, colour) > 10
    assert not [
        other for other in {DAY.bad, DAY.good, DAY.waiting, DAY.quiet_text} - {colour} if count_of(picture, other)
    ]


def test_the_whole_sentence_is_in_the_tooltip_and_told_to_screen_readers(qtbot: QtBot) -> None:
    sign = LinkSign()
    qtbot.addWidget(sign)
    sign.show_link(LinkReport(LinkState.BROKER_AWAY, "no broker answers at station:1883"))
    assert sign.toolTip() == sign.accessibleDescription() == "no broker answers at station:1883"
    assert sign.accessibleName() == "Link state"
