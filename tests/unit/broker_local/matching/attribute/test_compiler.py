"""Filters compiled into ranges of positions."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from broker_local.matching.attribute import compiler
from broker_local.matching.attribute.compiler import FilterCompiler
from broker_local.matching.attribute.programs import ANY, HIGH, LOW, ON_FALSE, ON_TRUE, Programs
from broker_local.matching.attribute.template import ACCEPT, REJECT
from broker_local.protocol.filter.parser import parse_filter
from broker_local.protocol.filter.tree import Node
from tests.strategies_filter import EVERYTHING, trees

SPEED, NAME = 0, 5
NEVER = (ANY, ANY)


def compiled(*texts: str) -> Programs:
    return FilterCompiler(EVERYTHING).compile([parse_filter(text, EVERYTHING).root for text in texts])


@pytest.mark.parametrize("text", ["Speed > 20 AND Speed < 10", "Speed > 10 AND Speed < 10"])
def test_halves_that_no_known_value_satisfies_are_not_joined(text: str) -> None:
    programs = compiled("Speed > 10 AND Speed < 20", text, "Speed IN (10, 20)")
    assert np.diff(programs.leaf_starts).tolist() == [1, 2, 2]  # either may be possible of a value that is not known


@pytest.mark.parametrize(
    ("text", "ends"),
    [  # positions: below 10 is 0, 10 is 1, between is 2, 20 is 3, above is 4
        ("Speed > 10", (2, ANY)),
        ("Speed >= 10", (1, ANY)),
        ("Speed < 20", (0, 2)),
        ("Speed <= 20", (0, 3)),
        ("Speed = 20", (3, 3)),
        ("Speed <> 20", (4, 2)),
        ("Speed BETWEEN 10 AND 20", (1, 3)),
        ("Speed NOT BETWEEN 10 AND 20", (4, 0)),
        ("Speed > 10 AND Speed < 20", (2, 2)),
        ("Speed IS NULL", (-1, -1)),
        ("Speed IS NOT NULL", (0, ANY)),
    ],
)
def test_a_leaf_is_a_range_of_positions(text: str, ends: tuple[int, int]) -> None:
    programs = compiled(text, "Speed IN (10, 20)")
    assert np.asarray(programs.constants[SPEED]).tolist() == [10.0, 20.0]
    assert (programs.leaves[0, LOW], programs.leaves[0, HIGH]) == ends


@pytest.mark.parametrize(
    ("text", "ends"),
    [  # positions: below 'a' is 0, 'a' is 1, then texts that begin with it 2, 'b' 3, more 4
        ("Name LIKE 'a'", (1, 1)),
        ("Name LIKE 'a%'", (1, 2)),
        ("Name NOT LIKE 'a%'", (3, 0)),
        ("Name LIKE '\U0010ffff%'", (5, ANY)),
        ("Name NOT LIKE '\U0010ffff%'", (0, 4)),
    ],
)
def test_a_prefix_is_a_range_of_positions(text: str, ends: tuple[int, int]) -> None:
    programs = compiled(text, "Name IN ('a', 'b', '\U0010ffff')")
    assert (programs.leaves[0, LOW], programs.leaves[0, HIGH]) == ends
    assert programs.patterns == ()


def test_a_pattern_is_a_column_of_its_own_that_filters_share() -> None:
    programs = compiled("Name LIKE '%a'", "Name NOT LIKE '%a'", "\"Like\" LIKE '%a'")
    attributes = len(EVERYTHING.attributes)
    assert programs.patterns == ((NAME, "%a"), (NAME + 1, "%a"))
    assert programs.leaves.tolist() == [
        [attributes, 1, 1, ACCEPT, REJECT],
        [attributes, 0, 0, ACCEPT, REJECT],
        [attributes + 1, 1, 1, ACCEPT, REJECT],
    ]


def test_equal_constants_of_all_filters_are_kept_once() -> None:
    programs = compiled("Speed > 3", "Speed = 1 AND Count = 7", "Speed < 3", "Name = 'x' OR Name = 'x'")
    assert [list(constants) for constants in programs.constants[: NAME + 1]] == [[1.0, 3.0], [], [7.0], [], [], ["x"]]


def test_where_answers_lead_is_counted_from_the_first_leaf_of_each_filter() -> None:
    programs = compiled("Active", "Speed = 1 AND Count = 2", "Speed = 1 OR Count = 2")
    assert programs.leaf_starts.tolist() == [0, 1, 3, 5]
    assert programs.leaves[:, [ON_TRUE, ON_FALSE]].tolist() == [
        [ACCEPT, REJECT],
        [1, REJECT],
        [ACCEPT, REJECT],
        [ACCEPT, 1],
        [ACCEPT, REJECT],
    ]
    assert programs.entry_starts.tolist() == [0, 1, 2, 4]
    assert programs.entry_leaf.tolist() == [0, 0, 0, 1]
    assert programs.entry_next.tolist() == [ACCEPT, 1, ACCEPT, ACCEPT]
    assert programs.fewest.tolist() == [1, 2, 1]
    assert programs.is_conjunction.tolist() == [True, True, False]


def test_a_range_turned_inside_out_is_entered_by_any_value_and_tested_again() -> None:
    programs = compiled("Speed <> 1")
    assert (programs.entry_leaf.tolist(), programs.entry_next.tolist()) == ([0], [0])


def test_no_filters_are_no_programs() -> None:
    programs = compiled()
    assert len(programs) == 0
    assert programs.leaf_starts.tolist() == [0]


@settings(max_examples=60, deadline=None, derandomize=True)
@given(st.lists(trees(4), max_size=6))
def test_shapes_that_were_seen_before_are_compiled_alike(nodes: list[Node]) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(compiler, "_MOST_SHAPES", 3)
        once = FilterCompiler(EVERYTHING)
        for node in nodes:
            again, fresh = once.compile([node]), FilterCompiler(EVERYTHING).compile([node])
            assert again.leaves.tolist() == fresh.leaves.tolist()
            assert [list(some) for some in again.constants] == [list(some) for some in fresh.constants]
