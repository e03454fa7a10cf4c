"""Values that are not known exactly, to JSON and back."""

from __future__ import annotations

import json
import math

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from broker_local.protocol.errors import ProtocolError
from broker_local.protocol.fuzzy_codec import decode_corners, decode_fuzzy, encode_corners, encode_fuzzy
from broker_local.protocol.fuzzy_number import FuzzyNumber, Shape, about, exactly, trapezoid
from broker_local.protocol.topic import Attribute, AttributeType

TEMPERATURE = Attribute("Temperature", AttributeType.NUMBER, unit="°C", minimum=-90, maximum=1500)
ANYTHING = Attribute("Anything", AttributeType.NUMBER)
HOT = FuzzyNumber(30.0, math.inf, left=5.0)

FORMS = [
    (27, exactly(27.0)),
    ({"value": 27, "error": 2}, about(27.0, 2.0)),
    ({"value": 27}, exactly(27.0)),
    ({"value": 27, "error": 2, "shape": "gaussian"}, about(27.0, 2.0, Shape.GAUSSIAN)),
    ({"between": [25, 29]}, FuzzyNumber(25.0, 29.0)),
    ({"between": [25, None]}, FuzzyNumber(25.0, math.inf)),
    ({"corners": [20, 25, 29, 34]}, trapezoid(20, 25, 29, 34)),
    ({"corners": [20, 25, 29, 34], "shape": "s-curve"}, trapezoid(20, 25, 29, 34, Shape.S_CURVE)),
    (
        {"corners": [20, 25, 29, 34], "shape": ["step", "linear"]},
        FuzzyNumber(25.0, 29.0, 5.0, 5.0, Shape.STEP, Shape.LINEAR),
    ),
    ({"corners": [None, None, 0, 2]}, FuzzyNumber(-math.inf, 0.0, right=2.0)),
    ({"term": "hot"}, HOT),
    ({"term": "HOT"}, HOT),
]


@pytest.mark.parametrize(("spelt", "number"), FORMS, ids=lambda value: str(value)[:40])
def test_every_form_is_understood(spelt: object, number: FuzzyNumber) -> None:
    assert decode_fuzzy(TEMPERATURE, spelt, "Temperature", {"hot": HOT}) == number


@pytest.mark.parametrize(
    ("number", "spelt"),
    [
        (exactly(27.0), 27.0),
        (FuzzyNumber(25.0, 29.0), {"between": [25.0, 29.0]}),
        (about(27.0, 2.0), {"value": 27.0, "error": 2.0}),
        (about(27.0, 2.0, Shape.STEP), {"value": 27.0, "error": 2.0, "shape": "step"}),
        (HOT, {"corners": [25.0, 30.0, None, None]}),
    ],
)
def test_a_value_is_written_in_its_plainest_form(number: FuzzyNumber, spelt: object) -> None:
    assert encode_fuzzy(number) == spelt


quarters = st.integers(-4000, 4000).map(lambda n: n / 4)
spreads = st.integers(0, 40).map(lambda n: n / 4)
finite = st.builds(
    lambda low, wide, *rest: FuzzyNumber(low, low + wide, *rest),
    *(quarters, spreads, spreads, spreads, st.sampled_from(Shape), st.sampled_from(Shape)),
)
endless = st.builds(
    lambda low, left, shape: FuzzyNumber(low, math.inf, left, 0.0, shape, shape),
    quarters,
    spreads,
    st.sampled_from(Shape),
)


numbers = st.floats(-1e6, 1e6) | st.floats(allow_nan=False, allow_infinity=False, width=16)
corners = st.lists(numbers, min_size=4, max_size=4).map(sorted)
ends = st.sampled_from([(), (0, 1), (2, 3)])


@settings(deadline=None, derandomize=True, max_examples=1000)
@given(corners, ends, st.lists(st.sampled_from(Shape), min_size=2, max_size=2))
def test_corners_are_written_so_that_they_are_read_as_the_same_number(
    four: list[float], endless_ones: tuple[int, ...], shape: list[Shape]
) -> None:
    spelt = {"corners": [None if i in endless_ones else x for i, x in enumerate(four)], "shape": shape}
    number = decode_corners(spelt, "t")
    assert decode_corners(encode_corners(number), "t") == number
    assert decode_fuzzy(ANYTHING, json.loads(json.dumps(encode_fuzzy(number))), "t", {}) == number


@settings(deadline=None, derandomize=True, max_examples=300)
@given(finite | endless)
def test_what_is_written_means_the_same_when_it_is_read(number: FuzzyNumber) -> None:
    written = json.loads(json.dumps(encode_fuzzy(number), allow_nan=False))
    read = decode_fuzzy(ANYTHING, written, "Anything", {})
    assert (read.low, read.high, read.left, read.right) == (number.low, number.high, number.left, number.right)
    assert not read.left or read.left_shape == number.left_shape
    assert not read.right or read.right_shape == number.right_shape
    assert encode_fuzzy(read) == encode_fuzzy(number)


@pytest.mark.parametrize(
    ("spelt", "field", "expected"),
    [
        ("damp", "t", "a number from -90 to 1500"),
        (2000, "t", "a number from -90 to 1500"),
        (True, "t", "a number"),
        ({}, "t", "a number, or one of value, between, corners, term"),
        ({"valu": 3}, "t", "a number, or one of value"),
        ({"value": 3, "eror": 3}, "t.eror", "one of error, shape, value"),
        ({"value": "x"}, "t.value", "a number from -90"),
        ({"value": 3, "error": -1}, "t.error", "a number from 0"),
        ({"value": 3, "error": None}, "t.error", "a number"),
        ({"value": 3, "error": 1, "shape": ["step", "linear"]}, "t.shape", "one shape"),
        ({"between": [3]}, "t.between", "2 numbers"),
        ({"between": [3, 2]}, "t.between", "numbers that ascend"),
        ({"between": [None, None]}, "t.between", "a number at least"),
        ({"between": [3, 2000]}, "t.between", "a number from -90 to 1500"),
        ({"between": 3}, "t.between", "a JSON array"),
        ({"corners": [1, 2, 3]}, "t.corners", "4 numbers"),
        ({"corners": [1, 2, 3, "4"]}, "t.corners[3]", "a number"),
        ({"corners": [1, 3, 2, 4]}, "t.corners", "numbers that ascend"),
        ({"corners": [None, 2, 3, 4]}, "t.corners", "null for both corners"),
        ({"corners": [1, 2, 3, 4], "shape": "liner"}, "t.shape", "one of linear"),
        ({"corners": [1, 2, 3, 4], "shape": ["step"]}, "t.shape", "a shape, or the left one"),
        ({"corners": [-1.5e308, 2, 2, 2], "term": "hot"}, "t.term", "one of corners, shape"),
        ({"term": "hott"}, "t.term", "one of hot"),
        ({"term": 3}, "t.term", "one of hot"),
    ],
    ids=str,
)
def test_what_is_wrong_is_named(spelt: object, field: str, expected: str) -> None:
    with pytest.raises(ProtocolError) as error:
        decode_fuzzy(TEMPERATURE, spelt, "t", {"hot": HOT})
    assert error.value.field == field
    assert expected in error.value.expected


def test_a_misspelt_term_is_suggested() -> None:
    with pytest.raises(ProtocolError, match="did you mean 'hot'"):
        decode_fuzzy(TEMPERATURE, {"term": "hott"}, "t", {"hot": HOT})


def test_a_spread_may_reach_beyond_the_attributes_range() -> None:
    assert decode_fuzzy(TEMPERATURE, {"value": -89, "error": 5}, "t", {}).support == (-94.0, -84.0)


def test_corners_too_far_apart_for_a_number_are_refused() -> None:
    with pytest.raises(ProtocolError, match="closer together"):
        decode_corners({"corners": [-1.5e308, 1.5e308, 1.6e308, 1.7e308]}, "t")


def test_an_attribute_that_is_no_number_takes_plain_values_only() -> None:
    with pytest.raises(ProtocolError, match="a plain text"):
        decode_fuzzy(Attribute("Name", AttributeType.TEXT), {"value": 3}, "Name", {})


def test_a_term_says_no_more_than_the_attribute_can_have() -> None:
    share = Attribute("Share", AttributeType.NUMBER, minimum=0, maximum=1)
    wide = {"low": trapezoid(-0.2, -0.1, 0.2, 0.4), "high": trapezoid(0.5, 0.8, 1.5, 2.0)}
    low = decode_fuzzy(share, {"term": "low"}, "t", wide)
    high = decode_fuzzy(share, {"term": "high"}, "t", wide)
    assert (low.low, low.left, high.high, high.right) == (0.0, 0.0, 1.0, 0.0)
    for value in (low, high):
        assert decode_fuzzy(share, encode_fuzzy(value), "t", {}) == value


def test_an_imprecise_count_need_not_be_whole() -> None:
    count = Attribute("Count", AttributeType.INTEGER)
    assert decode_fuzzy(count, {"between": [2.5, 4]}, "t", {}) == FuzzyNumber(2.5, 4.0)
    assert decode_fuzzy(count, {"value": 2.5, "error": 1}, "t", {}) == about(2.5, 1.0)
