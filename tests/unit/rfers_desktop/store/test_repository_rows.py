"""Tests of rfers_desktop/store/repository_rows.py."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime

import pytest

from broker_local.protocol.blob import blob_ref
from broker_local.protocol.errors import ProtocolError
from broker_local.protocol.event import PlacedBy, Placement
from broker_local.protocol.fuzzy_number import FuzzyNumber, about
from broker_local.protocol.notification import MatchedSubscription
from rfers_desktop.store.repository_rows import COLUMNS, blobs_of, from_row, moment, to_rows, words_of
from tests.builders import TOPICS, an_event
from tests.unit.rfers_desktop.desk_doubles import a_notification
from tests.unit.rfers_desktop.kept_notifications import a_stored


@pytest.mark.parametrize(
    "event",
    [
        an_event(publisher="engine-7", time=datetime(2026, 1, 2, 3, 4, 5, 678_901, UTC)),
        an_event("WSObservation", temperature=-3.25),
        an_event("FireIncReports", geometry=None, address="7th Avenue", incphoto=b"\xff\xd8 photo"),
        an_event("WFireRSImage", geometry="POLYGON ((0 0, 1 0, 1 1, 0 0))", rasterfile=blob_ref(b"image")),
    ],
    ids=lambda event: event.topic,
)
def test_a_notification_comes_back_to_the_microsecond(event: object) -> None:
    stored = a_stored(7, event, era=2, received_at=datetime(2026, 1, 1, 0, 0, 0, 123_456, UTC))  # type: ignore[arg-type]
    (row,) = to_rows([stored])
    assert len(row) == len(COLUMNS)
    assert from_row(row, TOPICS) == stored


def test_how_a_place_was_found_comes_back() -> None:
    from dataclasses import replace

    event = replace(an_event("FireIncReports"), placed=Placement(PlacedBy.ADDRESS, 0.8, 40.0, "7 AV SW"))
    (row,) = to_rows([a_stored(1, event)])
    assert from_row(row, TOPICS).notification.event.placed == event.placed


def test_attributes_of_a_topic_that_nobody_knows_any_more_are_kept_as_json_has_them() -> None:
    (row,) = to_rows([a_stored(1, an_event(speed=90))])
    attributes = from_row(row, {}).notification.event.attributes
    assert attributes["Speed"] == 90
    assert attributes["PosDate"] == "2008-04-12"


def test_a_row_that_somebody_has_spoilt_is_refused() -> None:
    (row,) = to_rows([a_stored()])
    spoilt = list(row)
    spoilt[COLUMNS.index("happened")] = "yesterday"
    with pytest.raises(ProtocolError, match="happened"):
        from_row(spoilt, TOPICS)


def test_moments_sort_as_texts() -> None:
    early, late = datetime(2026, 1, 1, 9, 0, tzinfo=UTC), datetime(2026, 1, 1, 10, 0, 0, 5_000, UTC)
    assert moment(early) == "2026-01-01T09:00:00.000Z" < moment(late) == "2026-01-01T10:00:00.005Z"


def test_words_are_those_of_publisher_subscription_and_attributes_but_no_photos() -> None:
    event = an_event("FireIncReports", publisher="caller", description="smoke at the mill", incphoto=b"photo")
    words = words_of(a_notification(1, event, "North sector"))
    assert "caller" in words
    assert "North sector" in words
    assert "smoke at the mill" in words
    assert "photo" not in words


def test_an_event_names_what_it_refers_to() -> None:
    ref = blob_ref(b"image")
    assert blobs_of(an_event("WFireRSImage", rasterfile=ref)) == [ref.sha256]
    assert blobs_of(an_event()) == []


def test_degrees_and_what_is_not_known_exactly_come_back() -> None:
    event = replace(
        an_event("WSObservation", temperature=about(27, 2), humidity=FuzzyNumber(0.2, 0.3)), accuracy_m=25.0
    )
    matched = (MatchedSubscription("a", "A"), MatchedSubscription("b", "B", 0.9, 0.1 + 0.2))
    stored = a_stored(1, event)
    stored = replace(stored, notification=replace(stored.notification, matched=matched))
    (row,) = to_rows([stored])
    assert from_row(row, TOPICS) == stored
    assert row[COLUMNS.index("possibility")] == 1.0  # of the surest match
    assert "27" in words_of(stored.notification).split()


def test_degrees_that_cannot_be_are_refused() -> None:
    (row,) = to_rows([a_stored()])
    for spoilt in ('[["a", "A", 0.5]]', '[["a", "A", 0.5, 0.6]]', '[["a", "A", 2, 0]]'):
        changed = list(row)
        changed[COLUMNS.index("matched_ids")] = spoilt
        with pytest.raises(ProtocolError, match="matched_ids"):
            from_row(changed, TOPICS)
