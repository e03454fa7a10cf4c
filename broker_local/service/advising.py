"""What there is to say to somebody about a subscription, in view of those they have already."""

from __future__ import annotations

import json
import sqlite3
import time
from collections.abc import Callable, Iterator

from broker_local.matching.advice import Placed, advise
from broker_local.matching.spatial.buffers import buffered
from broker_local.protocol.subscription import Subscription
from broker_local.protocol.subscription_codec import subscription_from_object
from broker_local.protocol.topic import Topic

WITHIN_S = 2.0  # for comparing with others; a zone's buffer may take milliseconds


def advice_for(
    db: sqlite3.Connection,
    subscription: Subscription,
    topic: Topic,
    clock: Callable[[], float] = time.monotonic,
) -> str | None:
    """That it can never match, or that the owner's other subscription covers it; the newest are looked at first."""
    advice = advise(_placed(subscription), _others(db, subscription, topic, clock), topic)
    return None if advice is None else advice.sentence


def _others(
    db: sqlite3.Connection, subscription: Subscription, topic: Topic, clock: Callable[[], float]
) -> Iterator[Placed]:
    """The owner's other subscriptions to the topic that are matched, as long as there is time."""
    enough_at = clock() + WITHIN_S
    rows = db.execute(
        "SELECT body FROM subscriptions WHERE owner = ? AND ended_at IS NULL AND id <> ? ORDER BY handle DESC",
        (subscription.owner, subscription.id),
    )
    for (body,) in rows:
        if clock() >= enough_at:
            return
        given = json.loads(body)
        if given["topic"] == topic.name:
            other = subscription_from_object(given, {topic.name: topic}, subscription.owner)
            if not other.is_paused:
                yield _placed(other)


def _placed(subscription: Subscription) -> Placed:
    spatial = subscription.spatial
    return Placed(subscription, None if spatial is None else buffered(spatial.zone, spatial.buffer_m))
