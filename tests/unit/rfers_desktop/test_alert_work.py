"""What is told to a desk raises alerts by the wishes of its subscriptions; they are kept for each user."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path

from broker_local.protocol.notification import MatchedSubscription, Notification
from broker_local.protocol.requests import Acknowledgement
from broker_local.protocol.subscription import Priority, Sound, SubscriptionOptions
from rfers_desktop.session.items import NotificationReceived, ReplyReceived
from rfers_desktop.store.alerts import AlertState
from rfers_desktop.workspace import Login, Workspace
from tests.builders import a_subscription, a_zone, an_event
from tests.unit.rfers_desktop.desk_doubles import LOGIN, RECEIVED, FakeSession, a_workspace

URGENT = a_subscription(id="urgent", name="Urgent", options=SubscriptionOptions(None, Priority.CRITICAL, Sound.SIREN))
PLAIN = a_subscription(id="plain", name="Plain")


def told(number: int, event_id: str, *matched: str, asset: str = "E1") -> NotificationReceived:
    event = an_event(id=event_id, AssetID=asset)
    names = tuple(MatchedSubscription(name, name.title()) for name in matched)
    return NotificationReceived(Notification(number, event, names, RECEIVED), RECEIVED)


def a_desk(folder: Path | None = None) -> Workspace:
    workspace = Workspace(open_session=FakeSession().open)
    if folder is not None:
        workspace.keep_alerts_in(folder)
    workspace.log_in(LOGIN)
    workspace.receive([ReplyReceived(None, Acknowledgement("q", (URGENT, PLAIN)))])
    return workspace


def test_the_most_important_subscription_that_matched_speaks() -> None:
    change = a_desk().receive([told(1, "e1", "plain", "urgent")])
    (alert,) = change.alerts.ringing
    assert (alert.subscription_id, alert.priority, alert.sound) == ("urgent", Priority.CRITICAL, Sound.SIREN)
    assert alert.place is not None


def test_one_whose_subscription_is_not_known_any_more_is_an_ordinary_one() -> None:
    (alert,) = a_desk().receive([told(1, "e1", "ended")]).alerts.ringing
    assert (alert.priority, alert.subscription_name) == (Priority.NORMAL, "Ended")


def test_an_area_and_what_has_no_place_raise_alerts_too() -> None:
    desk = a_desk()
    area = an_event("WFireRSImage", id="a", geometry=a_zone())
    matched = (MatchedSubscription("plain", "Plain"),)
    (alert,) = desk.receive([NotificationReceived(Notification(1, area, matched, RECEIVED), RECEIVED)]).alerts.ringing
    assert alert.place is not None
    unplaced = an_event("FireIncReports", id="b", geometry=None)
    (alert,) = desk.receive(
        [NotificationReceived(Notification(2, unplaced, matched, RECEIVED), RECEIVED)]
    ).alerts.ringing
    assert alert.place is None


def test_an_acknowledged_alert_is_acknowledged_after_a_restart_though_everything_is_told_again(tmp_path: Path) -> None:
    desk = a_desk(tmp_path)
    (alert,) = desk.receive([told(1, "e1", "plain")]).alerts.ringing
    desk.acknowledge([alert.key])
    desk.close()
    again = a_desk(tmp_path)
    assert again.receive([told(1, "e1", "plain")]).alerts.ringing == ()
    assert [kept.state for kept in again.alerts()] == [AlertState.ACKNOWLEDGED]
    assert [(entry.who, entry.title) for entry in again.alert_log()] == [("officer", alert.title)]
    assert len(again.receive([told(2, "e2", "plain")]).alerts.ringing) == 1
    again.close()


def test_what_nobody_acknowledged_still_calls_after_the_program_was_killed(tmp_path: Path) -> None:
    a_desk(tmp_path).receive([told(1, "e1", "plain")])  # never closed
    assert len(a_desk(tmp_path).calling()) == 1


def test_users_do_not_see_each_others_alerts(tmp_path: Path) -> None:
    desk = a_desk(tmp_path)
    desk.receive([told(1, "e1", "plain")])
    desk.log_in(Login("other", "station", 1883, "secret"))
    assert desk.alerts() == ()
    desk.log_in(LOGIN)
    assert len(desk.alerts()) == 1
    desk.log_out()
    assert (desk.alerts(), desk.alert_log()) == ((), [])


def test_each_deed_is_a_change_that_the_window_shows() -> None:
    desk = a_desk()
    (alert,) = desk.receive([told(1, "e1", "plain")]).alerts.ringing
    later = datetime.now(UTC) + timedelta(hours=1)
    assert desk.silence([alert.key]).alerts.changed[0].is_silenced
    assert desk.shelve([alert.key], later).alerts.changed[0].shelved_until == later
    assert desk.calling() == []
    assert desk.look_at_shelves().alerts.changed == ()
    assert desk.unshelve([alert.key]).alerts.changed[0].shelved_until is None
    assert desk.resolve([alert.key]).alerts.changed[0].state is AlertState.RESOLVED


def test_nothing_came_and_nothing_is_raised() -> None:
    workspace, _ = a_workspace()
    assert workspace.receive([]).alerts.changed == ()


def test_a_full_disk_holds_nobody_back_and_has_everything_when_there_is_room_again(tmp_path: Path) -> None:
    desk = a_desk(tmp_path)
    desk.receive([told(1, "e1", "plain")])
    assert desk._alert_file is not None
    desk._alert_file._db.execute("PRAGMA max_page_count = 1")
    many = [told(2 + number, f"many {number}", "urgent", asset=f"A{number}") for number in range(2_000)]
    change = desk.receive(many)
    assert (len(change.alerts.ringing), len(change.notifications.added)) == (2_000, 2_000)
    (problem,) = change.problems
    assert problem == "alerts cannot be saved, the desk tries on: database or disk is full"
    (key,) = {alert.key for alert in desk.alerts() if alert.title == "A7"}
    assert desk.acknowledge([key]).problems == ()  # once is enough
    assert desk.look_at_shelves().problems == ()
    desk._alert_file._db.execute("PRAGMA max_page_count = 100000")
    desk.look_at_shelves()
    shown = set(desk.alerts())
    desk.close()
    assert set(a_desk(tmp_path).alerts()) == shown


def test_a_file_of_alerts_that_is_broken_is_told_of_at_the_login(tmp_path: Path) -> None:
    desk = a_desk(tmp_path)
    desk.close()
    (file,) = tmp_path.glob("*.sqlite")
    file.write_text("not a database " * 100)
    again = Workspace(open_session=FakeSession().open)
    again.keep_alerts_in(tmp_path)
    (problem,) = again.log_in(LOGIN).problems
    assert "broken-1" in problem
    again.close()
