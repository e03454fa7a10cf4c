"""Each minute of the last hour is counted for each subscription."""

from datetime import UTC, datetime, timedelta

from broker_local.protocol.notification import MatchedSubscription, Notification
from rfers_desktop.store.hour_counts import hour_counts
from rfers_desktop.store.notifications import StoredNotification
from tests.builders import an_event

NOON = datetime(2026, 7, 1, 12, 0, tzinfo=UTC)


def told(minutes_ago: float, *subscriptions: str) -> StoredNotification:
    matched = tuple(MatchedSubscription(name, name.title()) for name in subscriptions)
    at = NOON - timedelta(minutes=minutes_ago)
    return StoredNotification(0, Notification(1, an_event(), matched, at), at, ("EALocation", "x"))


def test_each_is_counted_in_its_minute_for_every_subscription_it_matched() -> None:
    newest_first = [told(-0.01, "a"), told(0.5, "a"), told(0.6, "a", "b"), told(59.5, "b"), told(60, "b")]
    first, second = hour_counts(newest_first, {}, NOON)
    assert (first.name, first.total, first.minutes[-1]) == ("A", 3, 3)
    assert (second.name, second.total, second.minutes[0], second.minutes[-1]) == ("B", 2, 1, 1)


def test_quiet_subscriptions_are_listed_too_the_busiest_first() -> None:
    counts = hour_counts([told(1, "b")], {"a": "Quiet", "b": "Busy"}, NOON)
    assert [(count.name, count.total) for count in counts] == [("Busy", 1), ("Quiet", 0)]
