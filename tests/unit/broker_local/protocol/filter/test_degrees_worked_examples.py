"""The worked examples of Liu & Jacobsen 2003, over the wire: what is advertised, asked for, published and matched."""

from __future__ import annotations

import json
from datetime import UTC, datetime

import pytest

from broker_local.matching.brute_force import grade_brute_force
from broker_local.protocol.event import Event
from broker_local.protocol.event_codec import decode_event
from broker_local.protocol.filter.parser import parse_filter
from broker_local.protocol.fuzzy_number import FuzzyNumber
from broker_local.protocol.json_text import parse_json, write_json
from broker_local.protocol.membership import membership
from broker_local.protocol.subscription import Subscription
from broker_local.protocol.subscription_codec import subscription_from_object, subscription_to_object
from broker_local.protocol.topic_codec import decode_topic

NOW = datetime(2026, 7, 1, tzinfo=UTC)
APARTMENT = decode_topic(
    json.dumps(
        {
            "name": "Apartment",
            "geometries": ["Point"],
            "attributes": [
                {
                    "name": "size",
                    "type": "number",
                    "unit": "m²",
                    "minimum": 0,
                    "terms": [{"name": "medium", "corners": [40, 50, 70, 80]}],
                },
                {
                    "name": "price",
                    "type": "number",
                    "unit": "$",
                    "minimum": 0,
                    "terms": [{"name": "cheap", "corners": [None, None, 1200, 1500]}],
                },
                {
                    "name": "age",
                    "type": "integer",
                    "unit": "years",
                    "minimum": 0,
                    "terms": [{"name": "old", "corners": [40, 80, None, None]}],
                },
            ],
        }
    ).encode()
)
TOPICS = {"Apartment": APARTMENT}


def an_apartment(**attributes: object) -> Event:
    feature = {
        "type": "Feature",
        "id": "a1",
        "geometry": {"type": "Point", "coordinates": [-79.4, 43.7]},
        "properties": {"Topic": "Apartment", **attributes},
    }
    return decode_event(json.dumps(feature).encode(), TOPICS, NOW)


def a_student(text: str, **members: object) -> Subscription:
    asked = {"id": "s", "topic": "Apartment", "filter": text} | members
    subscription = subscription_from_object(asked, TOPICS, "student")
    told = parse_json(write_json(subscription_to_object(subscription)), "s", 10_000)
    return subscription_from_object(told, TOPICS, "student")


def degrees(text: str, **attributes: object) -> tuple[float, float] | None:
    found = grade_brute_force([an_apartment(**attributes)], [a_student(text)])
    return (found[0].possibility, found[0].necessity) if found else None


WANTED = "size IS medium AND price <= 450 AND age IS NOT VERY old"  # section 3.1


@pytest.mark.parametrize(
    ("size", "price", "age", "degree"),
    [
        (60, 400, 30, 1.0),
        (60, 450, 60, 0.75),  # 1 - 0.5 squared
        (45, 400, 60, 0.5),
        (72, 400, 79, 1 - (39 / 40) ** 2),
        (60, 451, 30, None),
        (40, 400, 30, None),
        (80, 400, 30, None),
        (60, 400, 80, None),
    ],
)
def test_the_students_apartment(size: float, price: float, age: int, degree: float | None) -> None:
    found = degrees(WANTED, size=size, price=price, age=age)
    assert found == (None if degree is None else pytest.approx((degree, degree)))


def test_the_apartment_whose_rent_is_called_cheap() -> None:
    event = an_apartment(size=60, price={"term": "cheap"})
    assert event.attributes == {"size": 60.0, "price": APARTMENT.by_name["price"].terms[0].number}
    assert degrees("size IS medium AND price IS cheap", size=60, price={"term": "cheap"}) == (1.0, 0.5)
    assert degrees("price <= 450", size=60, price={"term": "cheap"}) == (1.0, 0.0)
    assert degrees("price <= 1500", size=60, price={"term": "cheap"}) == (1.0, 1.0)
    assert degrees("price > 1350", size=60, price={"term": "cheap"}) == (0.5, 0.0)
    assert degrees("price > 1500", size=60, price={"term": "cheap"}) is None


MEDIUM = "size IS medium"  # its core is from 50 to 70, its support from 40 to 80


@pytest.mark.parametrize(
    ("case", "size", "expected"),
    [
        ("property 4: some of the core of the value is outside: necessity 0", [30, 36, 60, 65], (1.0, 0.0)),
        ("figure 2(2): the general case", [74, 76, 76, 78], (0.5, 1 / 3)),
        ("property 3: the cores meet: possibility 1", [60, 68, 72, 80], (1.0, 4 / 9)),
        ("property 5: all of the value is in the core: necessity 1", [50, 55, 65, 70], (1.0, 1.0)),
        ("property 2: nothing in common: possibility 0", [80, 85, 90, 95], None),
    ],
)
def test_the_cases_of_figure_2(case: str, size: list[float], expected: tuple[float, float] | None) -> None:
    found = degrees(MEDIUM, size={"corners": size})
    assert found == (None if expected is None else pytest.approx(expected)), case


def test_a_value_that_lies_wholly_within_a_term_is_not_yet_certain() -> None:
    """Section 3.3: the ratio of overlap would be 1.

    The paper has a necessity of 0.3. By its own formula that cannot be: where pi <= mu,
    max(mu, 1 - pi) is at least 0.5.
    """
    term, value = FuzzyNumber(30.0, 51.0, 10.0, 18.0), FuzzyNumber(40.0, 51.0, 5.0, 10.0)
    assert membership(term, 60.0) == pytest.approx(0.5)
    assert membership(value, 60.0) == pytest.approx(0.1)
    assert all(membership(value, x / 10) <= membership(term, x / 10) for x in range(1000))
    own = {"price": {"fair": {"corners": [20, 30, 51, 69]}}}
    asked = a_student("price IS fair", terms=own)
    (found,) = grade_brute_force([an_apartment(size=60, price={"corners": [35, 40, 51, 61]})], [asked])
    assert found.possibility == 1.0
    assert found.necessity == pytest.approx(1.0 - 10 / 28)


def test_thresholds_of_predicates_and_of_the_whole_narrow_what_is_told() -> None:
    event = an_apartment(size={"value": 72, "error": 4}, price=400, age=60)
    for text, certainty, is_told in (
        ("size IS medium", {}, True),
        ("size IS medium WITH possibility >= 0.8", {}, True),
        ("size IS medium WITH necessity >= 0.6", {}, False),
        ("size IS medium AND age IS NOT VERY old", {"necessity": 0.5}, True),
        ("size IS medium AND age IS NOT VERY old", {"necessity": 0.6}, False),
        ("size IS medium AND age IS NOT VERY old", {"necessity": 0.6, "aggregation": "average"}, True),
    ):
        assert bool(grade_brute_force([event], [a_student(text, certainty=certainty)])) == is_told, (text, certainty)


def test_what_the_words_mean_is_read_from_the_topic() -> None:
    assert parse_filter(WANTED, APARTMENT).text == WANTED
