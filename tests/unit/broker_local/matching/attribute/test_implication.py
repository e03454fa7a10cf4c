"""What is said to follow does follow for every event, what is said never to match never does, and the usual is seen."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from broker_local.matching.attribute import implication
from broker_local.matching.attribute.implication import implies, why_never
from broker_local.protocol.builtin_topics import builtin_topics
from broker_local.protocol.filter.evaluate import satisfies
from broker_local.protocol.filter.parser import parse_filter
from broker_local.protocol.filter.tree import And, Comparator, Comparison, Is, Node, Not, Or
from broker_local.protocol.fuzzy_number import FuzzyNumber
from broker_local.protocol.operators import GeometryKind
from broker_local.protocol.topic import Attribute, AttributeType, Topic
from tests.builders import EA_LOCATION, WS_OBSERVATION
from tests.strategies_filter import EVERYTHING, attribute_values, graded_trees, trees

# Two attributes with three values each, so that every event there can be is tried.
TINY = Topic(
    name="Tiny",
    geometries=frozenset({GeometryKind.POINT}),
    attributes=(
        Attribute("A", AttributeType.INTEGER, minimum=1, maximum=3),
        Attribute("B", AttributeType.INTEGER, mandatory=True, minimum=1, maximum=3),
    ),
)
EVERY_EVENT: list[Mapping[str, Any]] = [
    {"A": a, "B": b} if a is not None else {"B": b} for a in (None, 1, 2, 3) for b in (1, 2, 3)
]


def tiny_trees() -> st.SearchStrategy[Node]:
    leaves: st.SearchStrategy[Node] = st.builds(
        Comparison, st.sampled_from("AB"), st.sampled_from(list(Comparator)), st.sampled_from([0.5, 1.0, 2.0, 3.0, 3.5])
    )
    nulls = st.sampled_from("AB").map(lambda name: parse_filter(f"{name} IS NULL", TINY).root)
    return st.recursive(
        leaves | nulls,
        lambda nodes: (
            nodes.map(Not)
            | st.lists(nodes, min_size=2, max_size=3).map(lambda parts: And(tuple(parts)))
            | st.lists(nodes, min_size=2, max_size=3).map(lambda parts: Or(tuple(parts)))
        ),
        max_leaves=5,
    )


@given(tiny_trees(), tiny_trees())
@settings(max_examples=400, deadline=None, derandomize=True)
def test_without_patterns_exactly_what_follows_is_said_to(one: Node, two: Node) -> None:
    follows = all(satisfies(two, event) for event in EVERY_EVENT if satisfies(one, event))
    assert implies(one, two, TINY) == follows
    assert (why_never(one, TINY) is not None) == (not any(satisfies(one, event) for event in EVERY_EVENT))


@given(trees(4), trees(4), st.lists(attribute_values(), min_size=8, max_size=8))
@settings(max_examples=250, deadline=None, derandomize=True)
def test_what_is_said_to_follow_follows_for_events_of_every_type(
    one: Node, two: Node, events: list[Mapping[str, Any]]
) -> None:
    never = why_never(one, EVERYTHING) is not None
    follows = implies(one, two, EVERYTHING)
    for event in events:
        assert not (never and satisfies(one, event))
        assert not (follows and satisfies(one, event) and not satisfies(two, event))
    assert implies(one, Or((two, one)), EVERYTHING)
    assert implies(And((one, two)), one, EVERYTHING)


@pytest.mark.parametrize(
    ("one", "two"),
    [
        ("Speed > 80", "Speed > 50"),
        ("Speed > 80", "Speed <> 80"),
        ("Speed = 60", "Speed BETWEEN 50 AND 80"),
        ("Speed IN (60, 70)", "Speed BETWEEN 50 AND 80"),
        ("Speed = 60 OR Speed = 70", "Speed IN (70, 60, 50)"),
        ("Speed > 50 AND Speed < 60 AND AssetName = 'x'", "Speed BETWEEN 50 AND 60"),
        ("AssetName LIKE 'Engine 1%'", "AssetName LIKE 'Engine%'"),
        ("AssetName LIKE '%Engine 1%'", "AssetName LIKE '%Engine%'"),
        ("AssetName = 'Engine 12'", "AssetName LIKE '%12'"),
        ("AssetName = 'Engine 12'", "AssetName IS NOT NULL"),
        ("AssetName LIKE '%2'", "AssetName IS NOT NULL"),
        ("PosDate > DATE('2008-12-03')", "PosDate >= DATE('2008-12-04')"),
        ("PosTime > '17:00' AND PosTime < '18:00'", "PosTime BETWEEN '16:00' AND '18:00'"),
        ("NOT (Speed < 80 OR AssetName = 'x')", "Speed >= 80"),
        ("AssetName = 'x'", "Speed >= 0"),  # the topic makes sure of that
        ("Speed > 90 OR (Speed > 80 AND AssetName = 'x')", "Speed > 80"),
    ],
)
def test_the_usual_implications_are_seen_and_do_not_hold_the_other_way(one: str, two: str) -> None:
    narrow, wide = parse_filter(one, EA_LOCATION).root, parse_filter(two, EA_LOCATION).root
    assert implies(narrow, wide, EA_LOCATION)
    assert implies(wide, narrow, EA_LOCATION) == (one.startswith("PosDate"))


def test_not_does_not_make_an_absent_attribute_match() -> None:
    either = parse_filter("AssetName = 'x' OR NOT AssetName = 'x'", EA_LOCATION).root
    anything = parse_filter("Speed >= 0", EA_LOCATION).root
    given_name = parse_filter("AssetName IS NOT NULL", EA_LOCATION).root
    assert not implies(anything, either, EA_LOCATION)
    assert implies(given_name, either, EA_LOCATION)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("Temperature > 80 AND Temperature < 50", "no Temperature satisfies Temperature > 80 AND Temperature < 50"),
        ("Humidity > 5", "no Humidity satisfies Humidity > 5 (Humidity is at most 1)"),
        ("SensorID IS NULL", "no SensorID satisfies SensorID IS NULL (SensorID is always given)"),
        ("NOT Humidity >= 0", "no Humidity satisfies Humidity < 0 (Humidity is at least 0)"),
        (
            "SensorName = 'a' AND Humidity > 0.2 AND SensorName LIKE '%b'",
            "no SensorName satisfies SensorName = 'a' AND SensorName LIKE '%b'",
        ),
        (
            "Humidity > 0.2 AND Humidity < 0.4 AND Humidity > 0.5",
            "no Humidity satisfies Humidity < 0.4 AND Humidity > 0.5",
        ),
        (
            "(Humidity < 0 OR SensorName = 'x') AND SensorName = 'y'",
            "no SensorName satisfies SensorName = 'y' AND SensorName = 'x', "
            "and no Humidity satisfies Humidity < 0 (Humidity is at least 0)",
        ),
        (
            "(Temperature < 5 OR Temperature > 9) AND Temperature = 7",
            "no Temperature satisfies (Temperature < 5 OR Temperature > 9) AND Temperature = 7",
        ),
    ],
)
def test_the_reason_names_what_excludes_what(text: str, reason: str) -> None:
    assert why_never(parse_filter(text, WS_OBSERVATION).root, WS_OBSERVATION) == reason


@pytest.mark.parametrize("text", ["Speed > 80", "Speed > 80 OR Speed < 50", "AssetName IS NULL", "NOT Speed > 80"])
def test_a_filter_that_can_match_has_no_reason_not_to(text: str) -> None:
    assert why_never(parse_filter(text, EA_LOCATION).root, EA_LOCATION) is None


def test_too_many_choices_are_taken_to_leave_one(monkeypatch: pytest.MonkeyPatch) -> None:
    names = [attribute.name for attribute in TINY.attributes]
    clauses = " AND ".join(f"({names[0]} = {n % 3 + 1} OR {names[1]} = {n % 2 + 1})" for n in range(12))
    impossible = parse_filter(f"({clauses}) AND A = 1 AND A = 2", TINY).root
    assert why_never(impossible, TINY) is not None
    monkeypatch.setattr(implication, "MOST_STEPS", 1)
    assert why_never(impossible, TINY) is None


def test_many_reasons_are_cut_short() -> None:
    text = " OR ".join(f"(Temperature = {n} AND SensorName = 'a' AND Temperature = -1)" for n in range(9))
    reason = why_never(parse_filter(text, WS_OBSERVATION).root, WS_OBSERVATION)
    assert reason is not None
    assert reason.endswith(" and so on")
    assert reason.count("no Temperature satisfies") == 3


SENSORS = builtin_topics()["WSObservation"]


@pytest.mark.parametrize(
    ("one", "two"),
    [
        ("Temperature IS hot", "Temperature IS hot"),
        ("Temperature IS VERY hot", "Temperature IS hot"),
        ("Temperature IS hot", "Temperature IS SOMEWHAT hot"),
        ("Temperature IS NOT hot", "Temperature IS NOT VERY hot"),
        ("Temperature IS hot", "Temperature > 24"),
        ("Temperature > 30", "Temperature IS hot"),
        ("Temperature = 30", "Temperature IS hot WITH necessity >= 1"),
        ("Temperature < 25", "Temperature IS NOT hot"),
        ("Temperature IS NOT hot", "Temperature < 30"),
        ("Temperature IS hot WITH possibility >= 0.6", "Temperature IS hot"),
        ("Temperature IS hot WITH possibility >= 0.6", "Temperature IS hot WITH possibility >= 0.5"),
        ("Temperature IS hot AND Humidity IS dry", "Humidity IS dry OR Humidity IS humid"),
        ("NOT (Temperature IS hot OR Humidity IS dry)", "Humidity IS NOT dry"),
        ("Temperature IS alarming", "Temperature IS hot"),
    ],
)
def test_what_follows_from_a_term_does_and_not_the_other_way(one: str, two: str) -> None:
    narrow, wide = parse_filter(one, SENSORS).root, parse_filter(two, SENSORS).root
    assert implies(narrow, wide, SENSORS)
    assert implies(wide, narrow, SENSORS) == (narrow == wide)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("Temperature IS hot AND Temperature < 20", "no Temperature satisfies Temperature IS hot AND Temperature < 20"),
        ("Humidity IS dry AND Humidity IS humid", "no Humidity satisfies Humidity IS dry AND Humidity IS humid"),
        ("Humidity IS NOT dry AND Humidity < 0.2", "no Humidity satisfies Humidity IS NOT dry AND Humidity < 0.2"),
    ],
)
def test_terms_that_exclude_each_other_are_told(text: str, reason: str) -> None:
    assert why_never(parse_filter(text, SENSORS).root, SENSORS) == reason


@pytest.mark.parametrize(
    "text",
    ["Temperature IS hot AND Temperature IS NOT hot", "Humidity IS dry AND Humidity > 0.35", "Humidity IS humid"],
)
def test_terms_that_may_both_be_true_are_not(text: str) -> None:
    assert why_never(parse_filter(text, SENSORS).root, SENSORS) is None


def test_a_meaning_beyond_the_topics_range_can_never_match() -> None:
    beyond = Is("Humidity", "odd", FuzzyNumber(2.0, 3.0, left=0.5))
    assert why_never(beyond, SENSORS) == "no Humidity satisfies Humidity IS odd (Humidity is at most 1)"


@given(graded_trees(4), graded_trees(4), st.lists(attribute_values(), min_size=8, max_size=8))
@settings(max_examples=250, deadline=None, derandomize=True)
def test_what_is_said_to_follow_follows_with_terms_too(one: Node, two: Node, events: list[Mapping[str, Any]]) -> None:
    never = why_never(one, EVERYTHING) is not None
    follows = implies(one, two, EVERYTHING)
    for event in events:
        assert not (never and satisfies(one, event))
        assert not (follows and satisfies(one, event) and not satisfies(two, event))
    assert implies(one, Or((two, one)), EVERYTHING)
    assert implies(And((one, two)), one, EVERYTHING)
