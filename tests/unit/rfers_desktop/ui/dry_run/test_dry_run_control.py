"""A draft is tried a moment after it was changed; old answers are passed over."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest
from pytestqt.qtbot import QtBot

from broker_local.protocol.requests import PastMatch, WouldMatch
from rfers_desktop.session.items import LinkState, StateChanged
from rfers_desktop.subscription_draft import SubscriptionDraft
from rfers_desktop.ui.dry_run.dry_run_control import DryRunControl
from rfers_desktop.ui.dry_run.dry_run_view import DryRunView
from rfers_desktop.ui.map.canvas import MapCanvas
from rfers_desktop.workspace import DryRunAnswer
from tests.builders import A_MOMENT, a_zone
from tests.unit.rfers_desktop.desk_doubles import FakeSession, a_workspace

pytestmark = pytest.mark.display
DRAFT = SubscriptionDraft("North", "EALocation", a_zone())
FOUND = WouldMatch(14, 200, A_MOMENT, True, None, 3.0, (PastMatch("a", A_MOMENT, (-114.0, 51.0)),))


class Tried:
    """A control, and the session that it asks."""

    def __init__(self, qtbot: QtBot) -> None:
        self.workspace, self.session = a_workspace(FakeSession())
        self.canvas = MapCanvas()
        qtbot.addWidget(self.canvas)
        self.canvas.show()
        self.view = DryRunView()
        qtbot.addWidget(self.view)
        self.view.show()
        self.control = DryRunControl(self.workspace, self.canvas, self.view)

    def online(self) -> None:
        self.workspace.receive([StateChanged(LinkState.ONLINE, "online")])


@pytest.fixture
def tried(qtbot: QtBot) -> Iterator[Tried]:
    made = Tried(qtbot)
    made.online()
    yield made
    made.canvas.stop()


def test_many_changes_in_a_row_are_one_question(tried: Tried, qtbot: QtBot) -> None:
    for buffer_m in range(50):
        tried.control.draft_changed(replace(DRAFT, buffer_m=float(buffer_m)))
    qtbot.waitUntil(lambda: len(tried.session.dry_runs) == 1)
    (asked,) = tried.session.dry_runs
    assert asked.spatial is not None
    assert asked.spatial.buffer_m == 49.0
    assert tried.view.words.text().startswith("Looking")


def test_the_answer_is_told_and_marked_and_the_marks_can_be_hidden(tried: Tried) -> None:
    tried.control.draft_changed(DRAFT)
    tried.control.ask()
    tried.control.take_in([DryRunAnswer("an earlier one", replace(FOUND, matched=99))])
    assert tried.control.dots.count() == 0
    tried.control.take_in([DryRunAnswer("dry run 1", FOUND)])
    assert tried.view.words.text() == "Would have matched 14 in the last 6 hours."
    assert tried.control.dots.count() == 1
    tried.view.on_map.setChecked(False)
    assert tried.control.dots.count() == 0


def test_the_same_draft_is_not_asked_about_twice(tried: Tried) -> None:
    tried.control.draft_changed(DRAFT)
    tried.control.ask()
    tried.control.draft_changed(DRAFT)
    assert not tried.control._timer.isActive()


def test_without_a_draft_nothing_is_said_or_marked(tried: Tried) -> None:
    tried.control.draft_changed(DRAFT)
    tried.control.ask()
    tried.control.take_in([DryRunAnswer("dry run 1", FOUND)])
    tried.control.draft_changed(None)
    assert not tried.view.words.isVisible()
    assert tried.control.dots.count() == 0


def test_what_cannot_be_answered_is_said(tried: Tried) -> None:
    tried.control.draft_changed(DRAFT)
    tried.control.ask()
    tried.control.take_in([DryRunAnswer("dry run 1", None, "no answer within 10 seconds")])
    assert "no answer within 10 seconds" in tried.view.words.text()


def test_a_draft_that_is_not_right_or_a_desk_that_is_away_asks_nothing(tried: Tried) -> None:
    tried.control.draft_changed(replace(DRAFT, filter_text="Speed >"))
    tried.control.ask()
    tried.workspace.receive([StateChanged(LinkState.BROKER_AWAY, "away")])
    tried.control.draft_changed(DRAFT)
    tried.control.ask()
    assert tried.session.dry_runs == []
