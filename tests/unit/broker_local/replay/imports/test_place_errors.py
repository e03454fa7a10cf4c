"""How far off a place may be, as receivers, surveyors and satellites say it."""

from __future__ import annotations

import pytest

from broker_local.protocol.errors import ProtocolError
from broker_local.replay.imports.place_errors import stated_accuracy

PIXEL = {"scan": "0.57", "track": "0.69"}


@pytest.mark.parametrize(
    ("values", "roles", "metres"),
    [
        ({"hacc": "12.5"}, {"accuracy_m": "hacc"}, 12.5),
        ({"hdop": "1.4"}, {"hdop": "hdop"}, 7.0),
        (PIXEL, {"scan_km": "scan", "track_km": "track"}, 690.0 / 12**0.5),
        (PIXEL, {"scan_km": "scan"}, 570.0 / 12**0.5),
        (PIXEL | {"track": " "}, {"scan_km": "scan", "track_km": "track"}, 570.0 / 12**0.5),
        (PIXEL | {"hacc": "3"}, {"scan_km": "scan", "accuracy_m": "hacc"}, 3.0),
    ],
)
def test_metres_are_stated(values: dict[str, object], roles: dict[str, str], metres: float) -> None:
    assert stated_accuracy(values, roles) == {"accuracy_m": pytest.approx(metres)}


def test_what_nobody_says_is_not_stated() -> None:
    assert stated_accuracy(PIXEL, {"lat": "scan"}) == {}
    assert stated_accuracy({"hacc": ""}, {"accuracy_m": "hacc"}) == {}


def test_what_is_no_number_is_refused_by_its_column() -> None:
    with pytest.raises(ProtocolError, match="hacc: expected a number, got 'good'"):
        stated_accuracy({"hacc": "good"}, {"accuracy_m": "hacc"})
