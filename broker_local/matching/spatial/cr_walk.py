"""The way of one event down a CR-tree: which runs of constraints match as a whole, which leaves stay open."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from .box_relations import ALLOWED_BITS, DISJOINT, Boxes, box_relation
from .codes import RELATIONS, Codes
from .kernel import kernel
from .outlines import BOX_INSIDE, PASSED, all_edges, edges_near, side_of_box
from .packed_rtree import boxes_intersect
from .pairs import IntArray
from .point_location import Areas

Mask = NDArray[np.bool_]

# Constraints that hold for every zone of a subtree that is off the event, and for every zone inside the event.
APART, AROUND, APART_NO_REGION = 0, 1, 2
_GO_DOWN = -1
_FIRST_OPERATOR = len(RELATIONS)  # codes below are relations, which only regions have


class ConstraintLeaves(NamedTuple):
    """What the walk reads of a tree of constraints."""

    tests: Codes  # by leaf
    boxes: Boxes  # of all nodes, leaves first
    starts: IntArray  # of each level among the boxes
    node_size: int
    before: NDArray[np.int32]  # (lists, leaves + 1): where the constraints of a list from this leaf on begin


@kernel
def walk(
    events: Boxes, are_regions: Mask, are_outlined: Mask, areas: Areas, most_edges: int, leaves: ConstraintLeaves
) -> tuple[IntArray, IntArray]:
    """Runs (event, first, past) of listed constraints that match, and (event, leaf) whose geometries must be asked.

    An outlined event is a region whose edges are read too, from the same row of `areas`.
    """
    boxes, starts, node_size = leaves.boxes, leaves.starts, leaves.node_size
    runs, still_open = np.empty((64, 3), np.int64), np.empty((64, 2), np.int64)
    run_count, open_count = 0, 0
    height = len(starts) - 1
    levels, places = np.empty(height * node_size + 1, np.int64), np.empty(height * node_size + 1, np.int64)
    # Edges near the node in hand, by level; one row more for all. Nodes below one node come one after the other.
    near, near_counts = np.empty((height + 1, most_edges), np.int32), np.zeros(height + 1, np.int64)
    for event in range(len(events) if height > 0 else 0):
        if are_outlined[event]:
            near_counts[height] = all_edges(event, areas, near[height])
        levels[0], places[0] = height - 1, 0
        pending = 1
        while pending > 0:
            pending -= 1
            level, place = levels[pending], places[pending]
            node = starts[level] + place
            listed = _GO_DOWN
            if level > 0 and not boxes_intersect(events, event, boxes, node):
                listed = APART
            elif level == 0:
                relation = box_relation(events, event, boxes, place)
                if relation == DISJOINT:
                    listed = APART
                elif not _may_hold(leaves.tests[place], relation, are_regions[event]):
                    continue
            if listed == _GO_DOWN and are_outlined[event]:
                near_counts[level] = edges_near(
                    areas.coords, near[level + 1], near_counts[level + 1], boxes, node, near[level]
                )
                side = side_of_box(near_counts[level], boxes, node, event, areas)
                if side != PASSED:
                    listed = AROUND if side == BOX_INSIDE else APART
            if listed != _GO_DOWN:
                if listed == APART and not are_regions[event]:
                    listed = APART_NO_REGION
                share = node_size**level
                first = leaves.before[listed, place * share]
                past = leaves.before[listed, min((place + 1) * share, starts[1])]
                if past > first:
                    runs = _room_for_one(runs, run_count)
                    runs[run_count, 0], runs[run_count, 1], runs[run_count, 2] = event, first, past
                    run_count += 1
            elif level == 0:
                still_open = _room_for_one(still_open, open_count)
                still_open[open_count, 0], still_open[open_count, 1] = event, place
                open_count += 1
            else:
                for child in range(place * node_size, min((place + 1) * node_size, starts[level] - starts[level - 1])):
                    levels[pending], places[pending] = level - 1, child
                    pending += 1
    return runs[:run_count], still_open[:open_count]


@kernel
def _may_hold(code: int, relation: int, is_region: bool) -> bool:
    return bool((ALLOWED_BITS[code] >> relation) & 1) and (is_region or code >= _FIRST_OPERATOR)


@kernel
def _room_for_one(rows: IntArray, used: int) -> IntArray:
    if used < len(rows):
        return rows
    longer = np.empty((2 * len(rows), rows.shape[1]), rows.dtype)
    longer[:used] = rows
    return longer
