"""Compiled filters chosen, reordered and joined are the same filters."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from broker_local.matching.attribute.compiler import FilterCompiler
from broker_local.matching.attribute.measures import measure_of
from broker_local.matching.attribute.programs import ANY, COLUMN, HIGH, LOW, Programs, join, spread, starts_of
from broker_local.protocol.filter.parser import parse_filter
from broker_local.protocol.filter.tree import Between, Comparator, Comparison, Node
from tests.strategies_filter import EVERYTHING, trees

MEASURES = [measure_of(attribute.type) for attribute in EVERYTHING.attributes]
SPEED, COUNT, NAME = 0, 2, 3


def of_nodes(nodes: Sequence[Node]) -> Programs:
    return FilterCompiler(EVERYTHING).compile(nodes)


def compiled(*texts: str) -> Programs:
    return of_nodes([parse_filter(text, EVERYTHING).root for text in texts])


def written(programs: Programs) -> dict[str, object]:
    """All of it in plain values; patterns by name, since their order is of no account."""
    leaves = programs.leaves.tolist()
    for leaf in leaves:
        if leaf[COLUMN] >= len(programs.constants):
            leaf[COLUMN] = programs.patterns[leaf[COLUMN] - len(programs.constants)]
    return {
        "constants": [list(some) for some in programs.constants],
        "patterns": set(programs.patterns),
        "leaves": leaves,
        **{
            name: getattr(programs, name).tolist()
            for name in ("leaf_starts", "entry_starts", "entry_leaf", "entry_next", "fewest", "is_conjunction")
        },
    }


def trimmed(programs: Programs) -> dict[str, object]:
    """The same without constants of ranges that hold nothing, which compiling leaves behind."""
    return written(join([programs], MEASURES))


@settings(max_examples=80, deadline=None, derandomize=True)
@given(st.lists(st.lists(trees(4), max_size=4), min_size=1, max_size=3))
def test_joined_parts_are_as_if_compiled_together(parts: list[list[Node]]) -> None:
    together = of_nodes([node for part in parts for node in part])
    assert written(join([of_nodes(part) for part in parts], MEASURES)) == trimmed(together)


@settings(max_examples=60, deadline=None, derandomize=True)
@given(st.lists(trees(4), min_size=1, max_size=6), st.data())
def test_some_filters_without_the_constants_of_others_are_as_if_compiled_alone(
    nodes: list[Node], data: st.DataObject
) -> None:
    order = data.draw(st.lists(st.integers(0, len(nodes) - 1), max_size=6))
    some = of_nodes(nodes).take(np.array(order, np.int64))
    assert len(some) == len(order)
    assert written(join([some], MEASURES)) == trimmed(of_nodes([nodes[place] for place in order]))


def test_ends_move_with_their_constants() -> None:
    joined = join([compiled("Speed = 5", "Name LIKE '%x'"), compiled("Speed > 3 AND Speed < 7")], MEASURES)
    assert list(joined.constants[SPEED]) == [3.0, 5.0, 7.0]
    assert joined.leaves[:, [COLUMN, LOW, HIGH]].tolist() == [[SPEED, 3, 3], [len(MEASURES), 1, 1], [SPEED, 2, 4]]


def test_the_constants_of_a_range_that_holds_nothing_are_dropped() -> None:
    nothing = Between("Speed", 5.0, 1.0)  # which no text says
    programs = FilterCompiler(EVERYTHING).compile([nothing, Comparison("Speed", Comparator.EQUAL, 3.0)])
    joined = join([programs], MEASURES)
    assert list(joined.constants[SPEED]) == [3.0]
    assert joined.leaves[:, [LOW, HIGH]].tolist() == [[ANY, ANY], [1, 1]]


def test_the_columns_that_are_used_are_known() -> None:
    assert compiled("Count = 2 OR Speed = 1", "Name LIKE '%x'").used_columns().tolist() == [SPEED, COUNT, len(MEASURES)]
    assert compiled().used_columns().tolist() == []


def test_more_filters_and_longer_texts_take_more_room() -> None:
    short, long = compiled("Name = 'a'"), compiled("Name = '" + "a" * 500 + "'")
    assert long.nbytes >= short.nbytes + 499
    assert compiled("Speed > 1", "Speed > 2").nbytes > compiled("Speed > 1").nbytes


def test_runs_begin_where_the_one_before_ends() -> None:
    starts = starts_of(np.array([2, 0, 3]))
    assert starts.tolist() == [0, 2, 2, 5]
    assert spread(starts).tolist() == [0, 0, 2, 2, 2]
