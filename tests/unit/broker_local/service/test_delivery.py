"""Delivery: into the journal, then out, with numbers; again less what expired."""

from datetime import UTC, datetime, timedelta
from pathlib import Path

import numpy as np

from broker_local.matching.matcher import Matcher, Matches
from broker_local.protocol.builtin_topics import builtin_topics
from broker_local.protocol.event_writer import write_with_digest
from broker_local.protocol.notification import MatchedSubscription, Notification
from broker_local.protocol.notification_codec import decode_inbox
from broker_local.protocol.subscription import SubscriptionOptions
from broker_local.service.delivery import Delivery, deliver, redeliver
from broker_local.service.intake import AcceptedEvent, Intake
from broker_local.service.journal import Journal
from broker_local.service.subscriptions import Subscriptions
from tests.builders import a_subscription, an_event

NOW = datetime(2026, 7, 1, 12, 0, tzinfo=UTC)


def told(delivery: Delivery) -> tuple[str, int, str, tuple[MatchedSubscription, ...]]:
    notification = decode_inbox(delivery.payload, builtin_topics())
    assert isinstance(notification, Notification)
    assert notification.number == delivery.number
    return delivery.user, notification.number, notification.event.id, notification.matched


def test_a_user_gets_one_notification_an_event_with_all_that_it_matched(tmp_path: Path) -> None:
    journal = Journal(tmp_path / "journal.sqlite")
    matcher = Matcher(builtin_topics())
    subscriptions = Subscriptions(journal, matcher, builtin_topics())
    brief = SubscriptionOptions(expire_after_s=60)
    subscriptions.begin(a_subscription(id="x", owner="ann", name="X"), NOW)
    subscriptions.begin(a_subscription(id="y", owner="ann", name="Y", options=brief), NOW)
    subscriptions.begin(a_subscription(id="y", owner="bob", name="B", options=brief), NOW)
    events = [an_event(id="e1", speed=10), an_event(id="e2", speed=20)]
    intake = Intake([AcceptedEvent(event, *write_with_digest(event)) for event in events])
    sent = deliver(intake, matcher.match(events), subscriptions, journal, NOW)
    both = (MatchedSubscription("x", "X"), MatchedSubscription("y", "Y"))
    assert sorted(told(d) for d in sent) == [
        ("ann", 1, "e1", both),
        ("ann", 2, "e2", both),
        ("bob", 1, "e1", (MatchedSubscription("y", "B"),)),
        ("bob", 2, "e2", (MatchedSubscription("y", "B"),)),
    ]
    soon, later = NOW + timedelta(seconds=59), NOW + timedelta(seconds=61)
    rows = journal.inbox_after("ann", 1, 10)
    assert [told(d) for d in redeliver(rows, builtin_topics(), journal, soon)] == [("ann", 2, "e2", both)]
    assert [told(d) for d in redeliver(rows, builtin_topics(), journal, later)] == [("ann", 2, "e2", both[:1])]
    assert redeliver(journal.inbox_after("bob", 0, 10), builtin_topics(), journal, later) == []
    assert redeliver(rows, {"WSObservation"}, journal, soon) == []  # their topic was withdrawn
    journal.close()


def test_how_sure_a_match_is_is_told_and_told_again_alike(tmp_path: Path) -> None:
    journal = Journal(tmp_path / "journal.sqlite")
    matcher = Matcher(builtin_topics())
    subscriptions = Subscriptions(journal, matcher, builtin_topics())
    brief = SubscriptionOptions(expire_after_s=60)
    for name, options in (("x", SubscriptionOptions()), ("y", brief), ("z", SubscriptionOptions())):
        subscriptions.begin(a_subscription(id=name, owner="ann", name=name.upper(), options=options), NOW)
    event = an_event(id="e1")
    slots = matcher.match([event]).handles
    third = 1.0 / 3.0
    matches = Matches(slots * 0, slots, np.array([1.0, 0.7, 1.0]), np.array([third, 0.0, 1.0]))
    intake = Intake([AcceptedEvent(event, *write_with_digest(event))])
    (sent,) = deliver(intake, matches, subscriptions, journal, NOW)
    x = MatchedSubscription("x", "X", 1.0, third)
    y = MatchedSubscription("y", "Y", 0.7, 0.0)
    z = MatchedSubscription("z", "Z")
    assert told(sent) == ("ann", 1, "e1", (x, y, z))
    assert sent.payload.count(b'"necessity"') == 2  # of z nothing is said
    rows = journal.inbox_after("ann", 0, 10)
    (again,) = redeliver(rows, builtin_topics(), journal, NOW + timedelta(seconds=59))
    assert again == sent
    (later,) = redeliver(rows, builtin_topics(), journal, NOW + timedelta(seconds=61))
    assert told(later) == ("ann", 1, "e1", (x, z))
    journal.close()
