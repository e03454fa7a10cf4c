"""Tests of numbers typed while drawing."""

from __future__ import annotations

import pytest

from broker_local.protocol.errors import ProtocolError
from rfers_desktop.drafting.numeric_entry import BufferEntry, Entry, LegEntry, PlaceEntry, read_entry
from rfers_desktop.geo.projections import WEB_MERCATOR


@pytest.mark.parametrize(
    ("text", "entry"),
    [
        ("500", BufferEntry(500.0)),
        ("2 km", BufferEntry(2000.0)),
        ("1,500 m", BufferEntry(1500.0)),
        ("-100", BufferEntry(-100.0)),
        ("−100 m", BufferEntry(-100.0)),
        ("1 mi", BufferEntry(1609.344)),
        ("@45 500", LegEntry(500.0, 45.0)),
        ("@ 360°, 1.5 km", LegEntry(1500.0, 0.0)),
        ("@270<100", LegEntry(100.0, 270.0)),
        ("NE 2 km", LegEntry(2000.0, 45.0)),
        ("045°, 1.2 km", LegEntry(1200.0, 45.0)),
        ("@500", LegEntry(500.0)),
        ("51.05, -114.07", PlaceEntry(-114.07, 51.05)),
        ("51° 03′ 00″ N, 114° 04′ 12″ W", PlaceEntry(-114.07, 51.05)),
    ],
)
def test_what_is_typed_is_a_buffer_a_leg_or_a_place(text: str, entry: Entry) -> None:
    found = read_entry(text, WEB_MERCATOR)
    if isinstance(entry, PlaceEntry):
        assert isinstance(found, PlaceEntry)
        assert (found.lon, found.lat) == pytest.approx((entry.lon, entry.lat))
    else:
        assert found == entry


@pytest.mark.parametrize("text", ["", "@", "@400 5 5", "@361 500", "north", "3000 km", "95, 200"])
def test_what_is_none_of_them_is_refused(text: str) -> None:
    with pytest.raises(ProtocolError):
        read_entry(text, WEB_MERCATOR)


@pytest.mark.parametrize(
    ("entry", "words"),
    [
        (BufferEntry(-100.0), "A buffer of −100 m"),
        (LegEntry(500.0, 45.0), "A leg of 500 m at 045° NE"),
        (LegEntry(500.0), "A leg of 500 m towards the pointer"),
        (PlaceEntry(-114.07, 51.05), "A corner at 51.05000° N, 114.07000° W"),
    ],
)
def test_an_entry_says_what_enter_will_do(entry: Entry, words: str) -> None:
    assert entry.words() == words
