"""Attribute values by type, in both directions."""

import math
from datetime import UTC, date, datetime, time

import pytest

from broker_local.protocol.attribute_codec import decode_attribute, encode_attribute
from broker_local.protocol.errors import ProtocolError
from broker_local.protocol.fuzzy_number import FuzzyNumber, about
from broker_local.protocol.topic import Attribute, AttributeType, AttributeValue

HOT = FuzzyNumber(30.0, math.inf, left=5.0)


@pytest.mark.parametrize(
    ("sort", "wire", "value"),
    [
        ("text", "abc", "abc"),
        ("integer", 63.0, 63),
        ("number", 3, 3.0),
        ("boolean", True, True),
        ("date", "12/4/2008", date(2008, 4, 12)),
        ("time", "14:15:21.245", time(14, 15, 21, 245_000)),
        ("timestamp", "2008-04-12T14:15:21Z", datetime(2008, 4, 12, 14, 15, 21, tzinfo=UTC)),
        ("binary", "iVBORw==", b"\x89PNG"),
    ],
)
def test_a_value_is_decoded_by_type_and_survives_the_way_back(sort: str, wire: object, value: AttributeValue) -> None:
    attribute = Attribute("X", AttributeType(sort))
    decoded = decode_attribute(attribute, wire, "X")
    assert decoded == value
    assert type(decoded) is type(value)
    assert decode_attribute(attribute, encode_attribute(value), "X") == value


@pytest.mark.parametrize(
    ("attribute", "wire", "told"),
    [
        (Attribute("X", AttributeType.NUMBER, minimum=0, maximum=1), 2, "a number from 0 to 1, got 2.0"),
        (Attribute("X", AttributeType.NUMBER, minimum=0), -1, "a number of at least 0, got -1.0"),
        (Attribute("X", AttributeType.NUMBER, maximum=5), 6, "a number of at most 5, got 6.0"),
        (Attribute("X", AttributeType.INTEGER), 2.5, "a whole number from"),
        (Attribute("X", AttributeType.INTEGER, maximum=5), 6, "at most 5"),
        (Attribute("X", AttributeType.BOOLEAN), 1, "true or false, got 1"),
        (Attribute("X", AttributeType.TEXT, max_length=2), "abc", "at most 2 characters"),
        (Attribute("X", AttributeType.BINARY, max_length=2), "iVBORw==", "at most 2 bytes, got 4 bytes"),
        (Attribute("X", AttributeType.BINARY), "é", "Base64 text"),
        (Attribute("X", AttributeType.BINARY), 5, "Base64 text, got 5"),
    ],
)
def test_a_value_out_of_bounds_is_refused(attribute: Attribute, wire: object, told: str) -> None:
    with pytest.raises(ProtocolError) as caught:
        decode_attribute(attribute, wire, "properties.X")
    assert told in str(caught.value)
    assert caught.value.field == "properties.X"


@pytest.mark.parametrize(
    ("sort", "wire", "value"),
    [
        ("number", {"value": 27, "error": 2}, about(27.0, 2.0)),
        ("integer", {"between": [3, 5]}, FuzzyNumber(3.0, 5.0)),
        ("number", {"term": "Hot"}, HOT),
        ("number", {"value": 27}, 27.0),
        ("integer", {"value": 27, "error": 0}, 27),
        ("integer", {"between": [3, 3]}, 3),
    ],
)
def test_a_number_may_be_imprecise_and_what_is_not_is_plain(sort: str, wire: object, value: AttributeValue) -> None:
    attribute = Attribute("X", AttributeType(sort))
    decoded = decode_attribute(attribute, wire, "X", {"hot": HOT})
    assert decoded == value
    assert type(decoded) is type(value)
    assert decode_attribute(attribute, encode_attribute(decoded), "X") == value


def test_a_whole_number_that_is_none_is_refused_however_it_is_spelt() -> None:
    with pytest.raises(ProtocolError, match="X: expected a whole number"):
        decode_attribute(Attribute("X", AttributeType.INTEGER), {"value": 2.5}, "X")
