"""Tests of rfers_desktop/ui/panels/row_choice.py."""

from __future__ import annotations

import itertools

import pytest

from broker_local.protocol.filter.parser import parse_filter
from rfers_desktop.ui.panels.row_choice import Row, RowChoice, chosen
from tests.builders import EA_LOCATION, an_event
from tests.unit.rfers_desktop.kept_notifications import a_stored

FAST = parse_filter("Speed > 80", EA_LOCATION).root


def a_row(number: int, speed: float = 60, words: str = "") -> Row:
    return a_stored(number, an_event(speed=speed)), words


def answer(rows: list[Row], choice: RowChoice, key: object = None, is_descending: bool = False) -> list[int]:
    """The numbers as the eye sees them, from above."""
    *_, found = chosen(rows, choice, key, is_descending)  # type: ignore[arg-type]
    assert found is not None
    return [stored.notification.number for stored, _ in reversed(found)]


@pytest.mark.parametrize(
    ("choice", "numbers"),
    [
        (RowChoice(), [3, 2, 1]),
        (RowChoice(words=("smo", "mill")), [2]),
        (RowChoice(topic="EALocation"), [3, 2, 1]),
        (RowChoice(topic="WSObservation"), []),
        (RowChoice(subscription_id="subscription"), [3, 2, 1]),
        (RowChoice(subscription_id="another"), []),
        (RowChoice(topic="EALocation", filters={"EALocation": FAST}), [3]),
    ],
    ids=str,
)
def test_rows_are_narrowed(choice: RowChoice, numbers: list[int]) -> None:
    rows = [a_row(1, words="smoke"), a_row(2, words="smoke at the mill"), a_row(3, speed=90, words="mill")]
    assert answer(rows, choice) == numbers


def test_rows_are_sorted_with_the_newest_of_equals_on_top() -> None:
    rows = [a_row(number, speed=speed) for number, speed in enumerate((50, 90, 50, 70), start=1)]
    by_speed = lambda stored: stored.notification.event.attributes["Speed"]  # noqa: E731
    assert answer(rows, RowChoice(), by_speed) == [3, 1, 4, 2]
    assert answer(rows, RowChoice(), by_speed, is_descending=True) == [2, 4, 3, 1]


def test_many_rows_are_done_in_steps() -> None:
    rows = [a_row(number) for number in range(1, 2_001)]
    ticks = itertools.count()
    steps = list(chosen(rows, RowChoice(words=("x",)), None, False, clock=lambda: float(next(ticks))))
    assert steps.count(None) > 5
    assert steps[-1] == []
