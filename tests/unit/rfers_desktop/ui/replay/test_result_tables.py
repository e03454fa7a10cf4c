"""Tests of the tables beside a replayed map."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from PySide6.QtCore import Qt

from rfers_desktop.past.result import DifferenceSummary, SubscriptionSummary
from rfers_desktop.ui.replay.result_tables import (
    RowsModel,
    difference_rows,
    difference_titles,
    summary_rows,
    summary_titles,
)

pytestmark = pytest.mark.display

NOON = datetime(2026, 7, 1, 12, tzinfo=UTC)


def test_the_busiest_subscription_comes_first_with_its_causes() -> None:
    quiet = SubscriptionSummary("ann", "Quiet", "T", 2, NOON, NOON, 0.5, (), 2)
    busy = SubscriptionSummary("bob", "Busy", "T", 1200, NOON, None, 50.0, (("Human", 1000), ("", 200)), 700)
    rows = summary_rows([quiet, busy])
    assert [row[0] for row in rows] == ["Busy", "Quiet"]
    assert rows[0][-1] == "Human 1,000, not said 200"
    assert len(rows[0]) == len(summary_titles())


def test_what_is_missed_most_comes_first() -> None:
    rows = difference_rows([DifferenceSummary("ann", "T", 1, 2, 3, 4), DifferenceSummary("bob", "T", 9, 0, 0, 0)])
    assert rows[0] == ("bob", "T", 9, 0, 0, 0)
    assert len(rows[0]) == len(difference_titles())


def test_numbers_sort_as_numbers_and_are_written_for_people() -> None:
    model = RowsModel(("Name", "Events"), [("a", 900), ("b", 12_000), ("c", 30)])
    model.sort(1, Qt.SortOrder.DescendingOrder)
    assert [model.data(model.index(row, 0)) for row in range(3)] == ["b", "a", "c"]
    assert model.data(model.index(0, 1)) == "12,000"
    assert model.headerData(1, Qt.Orientation.Horizontal) == "Events"
