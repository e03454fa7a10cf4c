"""Publishers that say how sure they are are as sure as they say."""

from __future__ import annotations

import json
import math
from collections.abc import Iterator
from datetime import UTC, datetime

import pytest

from broker_local.protocol.builtin_topics import builtin_topics
from broker_local.protocol.event import Event
from broker_local.protocol.event_codec import decode_event
from broker_local.protocol.fuzzy_number import FuzzyNumber
from scripts.simulation.ground import metres_between
from scripts.simulation.stated_errors import Report, with_errors
from scripts.topic_features import asset_feature, report_feature, sensor_feature

AT = datetime(2026, 7, 1, 12, tzinfo=UTC)
HERE = (-114.07, 51.05)


def reports(count: int = 400) -> Iterator[Report]:
    for number in range(count):
        yield 3.0 * number, asset_feature(HERE, "E1", 50.0, AT)
        yield 3.0 * number + 1, sensor_feature(HERE, "S1", 27.0, 0.07, AT)
        yield 3.0 * number + 2, report_feature("R1", AT, HERE)


def events(poor_fixes: float, tolerant: bool, seed: int = 1) -> list[Event]:
    told = with_errors(reports(), poor_fixes, tolerant, seed)
    return [decode_event(json.dumps(feature).encode(), builtin_topics(), AT) for _, feature in told]


def test_without_the_options_nothing_changes() -> None:
    assert list(with_errors(reports(3), 0.0, False, 1)) == list(reports(3))


def test_the_poor_fixes_are_as_many_as_asked_and_off_by_what_they_say() -> None:
    fixes = [event for event in events(0.25, False) if event.topic == "EALocation"]
    poor = [event for event in fixes if event.accuracy_m != 3.5]
    assert len(poor) / len(fixes) == pytest.approx(0.25, abs=0.08)
    ratios = []
    for event in poor:
        assert event.geometry is not None
        assert event.accuracy_m is not None
        ratios.append(math.hypot(*metres_between(HERE, (event.geometry.x, event.geometry.y))) / event.accuracy_m)
    assert math.sqrt(sum(ratio * ratio for ratio in ratios) / len(ratios)) == pytest.approx(math.sqrt(2), rel=0.2)


def test_sensors_state_a_tolerance_and_calls_stay_as_they_are() -> None:
    for event in events(0.0, True):
        assert event.accuracy_m is None
        imprecise = {name for name, value in event.attributes.items() if isinstance(value, FuzzyNumber)}
        assert imprecise == ({"Temperature", "Humidity"} if event.topic == "WSObservation" else set())


def test_the_same_seed_says_the_same() -> None:
    assert [e.accuracy_m for e in events(0.5, True)] == [e.accuracy_m for e in events(0.5, True)]
    assert [e.accuracy_m for e in events(0.5, True)] != [e.accuracy_m for e in events(0.5, True, seed=2)]
