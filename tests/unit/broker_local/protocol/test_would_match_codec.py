"""What a dry run came to survives the way there and back, and an older service is understood."""

from datetime import UTC, datetime

import pytest

from broker_local.protocol.errors import ProtocolError
from broker_local.protocol.requests import PastMatch, WouldMatch
from broker_local.protocol.would_match_codec import would_match_from_object, would_match_to_object

NOON = datetime(2026, 7, 1, 12, 0, tzinfo=UTC)


@pytest.mark.parametrize(
    "found",
    [
        WouldMatch(0, 0, NOON, True),
        WouldMatch(14, 200, NOON, False, "can never match, because it cannot"),
        WouldMatch(1, 9, NOON, True, None, 0.5, (PastMatch("b", NOON, None, 0.75, 0.25),)),
        WouldMatch(2, 9, NOON, True, None, 900.5, (PastMatch("b", NOON, (-114.1, 51.0)), PastMatch("a", NOON))),
    ],
)
def test_it_survives_the_way_there_and_back(found: WouldMatch) -> None:
    assert would_match_from_object(would_match_to_object(found), "w") == found


def test_a_service_that_tells_no_places_is_understood() -> None:
    told = {"matched": 3, "compared": 4, "since": "2026-07-01T12:00:00Z", "complete": True}
    assert would_match_from_object(told, "w") == WouldMatch(3, 4, NOON, True)
    assert would_match_to_object(WouldMatch(3, 4, NOON, True)) == told


@pytest.mark.parametrize("place", [[], [1], [1, 2, 3], [181, 0], [0, "north"], "here"])
def test_a_place_that_is_none_is_refused(place: object) -> None:
    past = {"id": "e", "time": "2026-07-01T12:00:00Z", "place": place}
    told = {"matched": 1, "compared": 1, "since": "2026-07-01T12:00:00Z", "complete": True, "newest": [past]}
    with pytest.raises(ProtocolError, match="newest"):
        would_match_from_object(told, "w")
