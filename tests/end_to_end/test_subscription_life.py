"""Undo, redo, pause, dry run and alerts against a real matcher, and alerts after a desk was killed."""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from broker_local.broker.choose import EMBEDDED
from broker_local.protocol.subscription import SubscriptionOptions
from rfers_desktop.change import Change
from rfers_desktop.store.alerts import AlertState
from rfers_desktop.subscription_draft import SubscriptionDraft
from rfers_desktop.workspace import LinkState, Login, SubscriptionState, Workspace
from tests.builders import a_subscription, a_zone, an_event
from tests.end_to_end.alert_desk import a_desk
from tests.end_to_end.companion import DEADLINE_S, PASSWORD, Companion, Desk, Publisher, wait_until

pytestmark = pytest.mark.broker
INSIDE = (-114.07, 51.05)
DRAFT = SubscriptionDraft("North", "EALocation", a_zone(*INSIDE), filter_text="Speed > 80")


class Work:
    """Ann's workspace, and all that it was told."""

    def __init__(self, workspace: Workspace) -> None:
        self.workspace = workspace
        self.told: list[Change] = []
        self.wait_for(lambda: workspace.link.state is LinkState.ONLINE)

    def wait_for(self, is_so: Callable[[], bool]) -> None:
        def look() -> bool:
            self.told.append(self.workspace.drain())
            return is_so()

        wait_until(look)

    def states(self) -> list[tuple[SubscriptionState, bool]]:
        return [(record.state, record.subscription.is_paused) for record in self.workspace.subscriptions()]

    def event_ids(self) -> list[str]:
        return [stored.notification.event.id for change in self.told for stored in change.notifications.added]


@pytest.fixture
def ann(companion: Companion, tmp_path: Path) -> Iterator[Work]:
    workspace = a_desk(tmp_path / "desk", Login("ann", companion.host, companion.port, PASSWORD))
    yield Work(workspace)
    workspace.close()


LIVE, PAUSED = [(SubscriptionState.LIVE, False)], [(SubscriptionState.LIVE, True)]


def test_undo_and_redo_reach_the_matcher_and_what_is_paused_or_ended_is_not_told(
    ann: Work, publisher: Publisher, desk: Callable[[str], Desk]
) -> None:
    bob = desk("bob")
    workspace = ann.workspace
    workspace.subscribe(DRAFT)
    ann.wait_for(lambda: ann.states() == LIVE)
    (published,) = [record.subscription for record in workspace.subscriptions()]
    steps = (
        ("published", lambda: None, LIVE),
        ("publishing undone", workspace.undo, []),
        ("published again", workspace.redo, LIVE),
        ("paused", lambda: workspace.pause(published.id), PAUSED),
        ("pause undone", workspace.undo, LIVE),
        ("ended", lambda: workspace.unsubscribe(published.id), []),
        ("end undone", workspace.undo, LIVE),
    )
    for accepted, (name, do, expected) in enumerate(steps, start=1):
        do()
        ann.wait_for(lambda expected=expected: ann.states() == expected)  # type: ignore[misc]
        publisher.publish(an_event(id=name, speed=90, geometry=INSIDE))
        bob.wait_for(lambda accepted=accepted: bob.counter("accepted") == accepted)  # type: ignore[misc]
    told = ["published", "published again", "pause undone", "end undone"]
    ann.wait_for(lambda: len(ann.event_ids()) >= len(told))
    assert ann.event_ids() == told
    assert [record.subscription for record in workspace.subscriptions()] == [published]


@pytest.mark.parametrize("companion", [EMBEDDED], indirect=True)
def test_a_dry_run_tells_how_many_would_have_matched_where_and_what_covers_it(
    ann: Work, publisher: Publisher, desk: Callable[[str], Desk]
) -> None:
    bob = desk("bob")
    fast = [an_event(id=f"fast {i}", speed=90, geometry=(INSIDE[0] + i / 1000, INSIDE[1])) for i in range(14)]
    publisher.publish(*fast, an_event(id="slow", speed=20, geometry=INSIDE))
    bob.wait_for(lambda: bob.counter("accepted") == 15)
    asked = ann.workspace.dry_run(DRAFT)
    ann.wait_for(lambda: any(answer.request_id == asked for change in ann.told for answer in change.dry_runs))
    (answer,) = [answer for change in ann.told for answer in change.dry_runs]
    assert answer.found is not None
    assert (answer.found.matched, answer.found.compared, answer.found.advice) == (14, 15, None)
    assert {past.event_id: past.place for past in answer.found.newest} == {
        f"fast {i}": (round(INSIDE[0] + i / 1000, 6), INSIDE[1]) for i in range(14)
    }
    assert answer.found.per_hour == 14
    ann.workspace.subscribe(SubscriptionDraft("Whole", "EALocation", a_zone(*INSIDE, side_deg=1.0)))
    ann.wait_for(lambda: ann.states() == LIVE)
    again = ann.workspace.dry_run(DRAFT)
    ann.wait_for(lambda: any(answer.request_id == again for change in ann.told for answer in change.dry_runs))
    (covered,) = [a for change in ann.told for a in change.dry_runs if a.request_id == again]
    assert covered.found is not None
    assert covered.found.advice == "already covered by your subscription 'Whole'"
    assert ann.event_ids() == []  # nothing was sent for it


@pytest.mark.parametrize("companion", [EMBEDDED], indirect=True)
def test_a_subscription_ends_when_its_time_is_up_and_both_desks_of_its_owner_know(
    ann: Work, companion: Companion, tmp_path: Path
) -> None:
    other = Work(a_desk(tmp_path / "other", Login("ann", companion.host, companion.port, PASSWORD)))
    ends_at = datetime.now(UTC) + timedelta(seconds=2)
    soon = a_subscription(id="soon", owner="ann", options=SubscriptionOptions(ends_at=ends_at))
    assert ann.workspace._session is not None
    ann.workspace._session.subscribe(soon)
    ann.wait_for(lambda: ann.states() == LIVE)
    other.wait_for(lambda: other.states() == LIVE)
    for each in (ann, other):
        each.wait_for(lambda each=each: each.states() == [])  # type: ignore[misc]
    assert datetime.now(UTC) >= ends_at
    other.workspace.close()


@pytest.mark.parametrize("companion", [EMBEDDED], indirect=True)
def test_what_is_done_at_one_desk_is_seen_at_the_other_one_of_the_same_user(
    ann: Work, companion: Companion, tmp_path: Path
) -> None:
    other = Work(a_desk(tmp_path / "other", Login("ann", companion.host, companion.port, PASSWORD)))
    ann.workspace.subscribe(DRAFT)
    for each in (ann, other):
        each.wait_for(lambda each=each: each.states() == LIVE)  # type: ignore[misc]
    (made,) = other.workspace.subscriptions()
    other.workspace.pause(made.subscription.id)
    for each in (ann, other):
        each.wait_for(lambda each=each: each.states() == PAUSED)  # type: ignore[misc]
    other.workspace.rename(made.subscription.id, "South")
    ann.wait_for(lambda: [r.subscription.name for r in ann.workspace.subscriptions()] == ["South"])
    ann.workspace.unsubscribe(made.subscription.id)
    for each in (ann, other):
        each.wait_for(lambda each=each: each.states() == [])  # type: ignore[misc]
    assert other.workspace.zone_of(made.subscription.id) is None
    other.workspace.close()


@pytest.mark.parametrize("companion", [EMBEDDED], indirect=True)
def test_after_kill_9_in_a_burst_no_alert_is_lost_and_what_was_acknowledged_stays_so(
    companion: Companion, publisher: Publisher, desk: Callable[[str], Desk], tmp_path: Path
) -> None:
    bob, folder = desk("bob"), tmp_path / "desk"
    first = a_desk(folder, Login("ann", companion.host, companion.port, PASSWORD))
    work = Work(first)
    first.subscribe(SubscriptionDraft("Everything", "FireIncReports"))
    work.wait_for(lambda: work.states() == LIVE)
    first.close()

    def reports(start: int, end: int) -> None:
        publisher.publish(*(an_event("FireIncReports", id=f"e{i}", ReportID=f"R{i}") for i in range(start, end)))

    command = [sys.executable, "-m", "tests.end_to_end.alert_desk", companion.host, str(companion.port), "ann"]
    reports(0, 1)
    process = subprocess.Popen(
        [*command, PASSWORD, str(folder), "R0 · Human"], stdout=subprocess.PIPE, text=True, bufsize=1
    )
    try:
        assert process.stdout is not None
        until = time.monotonic() + DEADLINE_S
        while process.stdout.readline().strip() != "acknowledged":
            assert time.monotonic() < until
        reports(1, 200)
        while int(process.stdout.readline().strip() or 0) < 2:  # the burst is arriving
            assert time.monotonic() < until
    finally:
        process.kill()
        process.wait()
        assert process.stdout is not None
        process.stdout.close()
    bob.wait_for(lambda: bob.counter("accepted") == 200)
    again = Work(a_desk(folder, Login("ann", companion.host, companion.port, PASSWORD)))
    again.wait_for(lambda: len(again.workspace.alerts()) == 200)
    states = {alert.title: alert.state for alert in again.workspace.alerts()}
    assert [title for title, state in states.items() if state is not AlertState.NEW] == ["R0 · Human"]
    assert states["R0 · Human"] is AlertState.ACKNOWLEDGED
    assert all(alert.events == 1 for alert in again.workspace.alerts())
    assert len(again.workspace.calling()) == 199
    assert [(entry.who, entry.title) for entry in again.workspace.alert_log()] == [("ann", "R0 · Human")]
    again.workspace.close()
