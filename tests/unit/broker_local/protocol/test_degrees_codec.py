"""Degrees of a match as members of a row."""

from __future__ import annotations

import pytest

from broker_local.protocol.degrees_codec import as_degree, degrees_from_members, degrees_to_members
from broker_local.protocol.errors import ProtocolError


@pytest.mark.parametrize("degrees", [(1.0, 1.0), (1.0, 0.0), (0.6, 0.2), (0.5, 0.5), (0.1, 0.0)])
def test_degrees_survive_the_way_there_and_back(degrees: tuple[float, float]) -> None:
    assert degrees_from_members(degrees_to_members(*degrees), "row") == degrees


def test_what_is_certain_says_nothing() -> None:
    assert degrees_to_members(1.0, 1.0) == {}


def test_a_necessity_rounded_above_its_possibility_is_written_as_it() -> None:
    assert degrees_to_members(0.3, 0.1 + 0.2) == {"possibility": 0.3, "necessity": 0.3}


@pytest.mark.parametrize("value", [-0.1, 1.1, "0.5", None, True, float("nan")])
def test_what_is_no_degree_is_refused(value: object) -> None:
    with pytest.raises(ProtocolError, match="row.possibility"):
        as_degree(value, "row.possibility")


def test_a_necessity_above_the_possibility_is_refused() -> None:
    with pytest.raises(ProtocolError, match=r"row\.necessity: expected a number from 0 to 0\.5, got 0\.75"):
        degrees_from_members({"possibility": 0.5, "necessity": 0.75}, "row")
