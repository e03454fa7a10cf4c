"""Plain numbers and measures of attributes."""

from __future__ import annotations

import pytest

from broker_local.protocol.errors import ProtocolError
from broker_local.protocol.number_codec import check_range, decode_measure, decode_number
from broker_local.protocol.topic import Attribute, AttributeType

COUNT = Attribute("Count", AttributeType.INTEGER, minimum=0, maximum=10)
SHARE = Attribute("Share", AttributeType.NUMBER, minimum=0, maximum=1)


def test_a_number_keeps_to_its_type() -> None:
    assert type(decode_number(COUNT, 3.0, "f")) is int
    assert type(decode_number(SHARE, 1, "f")) is float


@pytest.mark.parametrize(
    ("attribute", "value", "expected"),
    [
        (COUNT, 2.5, "a whole number"),
        (COUNT, 11, "a number from 0 to 10"),
        (COUNT, True, "a whole number"),
        (SHARE, "x", "a number from 0 to 1"),
        (SHARE, float("nan"), "a finite number"),
    ],
)
def test_what_is_no_such_number_is_refused(attribute: Attribute, value: object, expected: str) -> None:
    with pytest.raises(ProtocolError, match=f"f: expected {expected}"):
        decode_number(attribute, value, "f")


def test_a_measure_of_a_count_need_not_be_whole_but_in_range() -> None:
    assert decode_measure(COUNT, 2.5, "f") == 2.5
    with pytest.raises(ProtocolError):
        decode_measure(COUNT, 10.5, "f")
    with pytest.raises(ProtocolError):
        check_range(SHARE, -0.1, "f")
