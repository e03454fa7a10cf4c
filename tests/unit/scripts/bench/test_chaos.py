"""The judge of the chaos benchmark sees each broken promise, so that its silence means something."""

from __future__ import annotations

from datetime import UTC, datetime
from types import SimpleNamespace

import pytest

from broker_local.protocol.builtin_topics import builtin_topics
from broker_local.protocol.event import Event
from broker_local.protocol.event_codec import event_from_object
from scripts.bench.chaos import EXPIRES_S, TRANSIT_S, ChaosReport, judged
from scripts.bench.publish_load import TOPIC, feature

NOW = datetime(2026, 7, 1, 12, 0, tzinfo=UTC)


def an_event(number: int, *, near: bool) -> Event:
    made = feature(number, "t", NOW, near=near)
    properties = made["properties"]
    assert isinstance(properties, dict)
    return event_from_object(made | {"properties": {"Topic": TOPIC} | properties}, builtin_topics(), NOW)


# At home: 1, 2. Fast, so news for a while: 110. Neither: 3.
EVENTS = [an_event(1, near=True), an_event(2, near=True), an_event(110, near=False), an_event(3, near=False)]


def a_line(number: int, event: int, matched: str = "home", after_s: float = 0.1) -> dict[str, object]:
    return {"number": number, "id": f"t-{event}", "matched": [matched], "accepted_at": 0.0, "received_at": after_s}


def report(*lines: dict[str, object], journaled: int = 4) -> ChaosReport:
    publisher = SimpleNamespace(journaled=[event.id for event in EVENTS[:journaled]], refused=[])
    return judged({}, EVENTS, publisher, list(lines))  # type: ignore[arg-type]


def test_what_must_be_shown_and_was_is_no_complaint_and_what_may_expire_may_be_missing() -> None:
    assert report(a_line(1, 1), a_line(2, 2)).broken == 0
    assert report(a_line(1, 1), a_line(2, 2)).expired == 1
    assert report(a_line(1, 1), a_line(2, 110, "fast"), a_line(3, 2)).broken == 0


@pytest.mark.parametrize(
    ("lines", "field"),
    [
        ([a_line(1, 1)], "lost"),
        ([a_line(1, 1), a_line(2, 2), a_line(3, 3)], "unexpected"),
        ([a_line(1, 1), a_line(2, 2), a_line(3, 1)], "twice"),
        ([a_line(2, 1), a_line(1, 2)], "out_of_order"),
        ([a_line(1, 1), a_line(2, 2), a_line(3, 110, "fast", EXPIRES_S + TRANSIT_S + 0.1)], "after_expiry"),
    ],
)
def test_each_broken_promise_is_seen(lines: list[dict[str, object]], field: str) -> None:
    found = report(*lines)
    assert found.broken == 1
    assert len(getattr(found, field)) == 1


def test_an_event_that_was_never_journaled_is_lost() -> None:
    assert report(a_line(1, 1), a_line(2, 2), journaled=3).lost == ["t-3"]
