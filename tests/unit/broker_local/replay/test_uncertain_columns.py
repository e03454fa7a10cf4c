"""What is not exact in archived events is found by row, as the live service sees it in each event."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime

from broker_local.protocol.event import Event, PlacedBy, Placement
from broker_local.protocol.fuzzy_number import FuzzyNumber, about
from broker_local.protocol.location_error import location_error
from broker_local.replay.archived_event import ArchivedEvent
from broker_local.replay.event_schema import table_of
from broker_local.replay.uncertain_columns import uncertain_places, uncertain_values
from tests.builders import FIRE_INC_REPORTS, TOPICS, WS_OBSERVATION, an_event

AT = datetime(2026, 7, 1, tzinfo=UTC)


def a_table(*events: Event):
    return table_of([ArchivedEvent(event, AT, "d", row) for row, event in enumerate(events)], TOPICS[events[0].topic])


def test_values_are_found_by_attribute_and_row_and_only_those_that_are_used() -> None:
    hot, dry = about(31.0, 2.0), FuzzyNumber(0.05, 0.2)
    table = a_table(
        an_event("WSObservation", time=AT),
        an_event("WSObservation", time=AT, temperature=hot, humidity=dry),
        an_event("WSObservation", time=AT, humidity=dry),
    )
    assert uncertain_values(table, {"Temperature", "Humidity"}) == {
        "Temperature": {1: hot},
        "Humidity": {1: dry, 2: dry},
    }
    assert uncertain_values(table, {"Temperature"}) == {"Temperature": {1: hot}}
    assert uncertain_values(table.slice(2), {"Humidity"}) == {"Humidity": {0: dry}}
    assert uncertain_values(table.slice(0, 1), {"Temperature", "Humidity"}) == {}
    assert uncertain_values(a_table(an_event(WS_OBSERVATION)), {"Temperature"}) == {}


def test_errors_of_places_are_those_of_the_live_events() -> None:
    plain = an_event(FIRE_INC_REPORTS, time=AT)
    events = [
        plain,
        replace(plain, accuracy_m=12.5),
        replace(plain, accuracy_m=0.0),
        replace(plain, placed=Placement(PlacedBy.ADDRESS, 0.8, 40.0, "somewhere")),
        replace(plain, placed=Placement(PlacedBy.ADDRESS, 1.0, 0.0, "exactly there")),
        replace(plain, geometry=None, attributes={**plain.attributes, "Address": "nowhere"}),
    ]
    expected = {row: location_error(events[row]) for row in (1, 3)}
    assert uncertain_places(a_table(*events)) == expected
    assert uncertain_places(a_table(*events).slice(3)) == {0: expected[3]}
    assert uncertain_places(a_table(plain)) == {}
