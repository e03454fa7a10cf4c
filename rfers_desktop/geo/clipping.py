"""Cuts many rings or lines at a box at once, so that what is far outside a picture costs nothing and breaks nothing."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Positions = NDArray[np.float64]  # one row a position
Starts = NDArray[np.int64]  # where each run begins; one more for the end
Box = tuple[float, float, float, float]  # x_min, y_min, x_max, y_max


def clip_rings(xy: Positions, starts: Starts, box: Box) -> tuple[Positions, Starts, NDArray[np.int64]]:
    """Closed rings cut at a box (Sutherland & Hodgman 1974), closed again; and which ring each came from.

    Rings keep their turn. Where a ring leaves the box and returns, it runs along the box's edge.
    """
    owner = np.repeat(np.arange(len(starts) - 1), np.diff(starts))
    is_last = np.zeros(len(xy), dtype=np.bool_)
    is_last[starts[1:][np.diff(starts) > 0] - 1] = True
    xy, owner = xy[~is_last], owner[~is_last]
    for axis, limit, sign in ((0, box[0], 1.0), (0, box[2], -1.0), (1, box[1], 1.0), (1, box[3], -1.0)):
        xy, owner = _clip_half(xy, owner, axis, limit, sign)
    return _closed(xy, owner)


def _clip_half(
    xy: Positions, owner: NDArray[np.int64], axis: int, limit: float, sign: float
) -> tuple[Positions, NDArray[np.int64]]:
    """What of rings is on one side of a line along an axis."""
    depth = (xy[:, axis] - limit) * sign
    is_in = depth >= 0.0
    if is_in.all():
        return xy, owner
    following = _next_in_ring(owner)
    is_crossing = is_in != is_in[following]
    after = depth[following]
    span = np.where(is_crossing, depth - after, 1.0)
    share = np.where(is_crossing, depth / span, 0.0)[:, None]
    crossing = xy + (xy[following] - xy) * share
    crossing[:, axis] = limit
    pairs = np.stack((crossing, xy[following]), axis=1).reshape(-1, 2)
    kept = np.stack((is_crossing, is_in[following]), axis=1).reshape(-1)
    return pairs[kept], np.repeat(owner, 2)[kept]


def _next_in_ring(owner: NDArray[np.int64]) -> NDArray[np.int64]:
    """For each position of unclosed rings the place of the one after it."""
    following = np.arange(1, len(owner) + 1)
    if len(owner):
        is_end = np.append(owner[1:] != owner[:-1], True)
        begins = np.flatnonzero(np.append(True, owner[1:] != owner[:-1]))
        following[is_end] = begins
    return following


def _closed(xy: Positions, owner: NDArray[np.int64]) -> tuple[Positions, Starts, NDArray[np.int64]]:
    if not len(owner):
        return xy, np.zeros(1, dtype=np.int64), owner
    begins = np.flatnonzero(np.append(True, owner[1:] != owner[:-1]))
    ends = np.append(begins[1:], len(owner))
    closed = np.insert(xy, ends, xy[begins], axis=0)
    return closed, np.append(0, ends + np.arange(1, len(ends) + 1)), owner[begins]


def clip_lines(xy: Positions, starts: Starts, box: Box) -> tuple[Positions, Starts, NDArray[np.int64]]:
    """Lines cut at a box (Liang & Barsky 1984); and which line each piece came from."""
    owner = np.repeat(np.arange(len(starts) - 1), np.diff(starts))
    is_piece = owner[:-1] == owner[1:]
    start, end, line = xy[:-1][is_piece], xy[1:][is_piece], owner[:-1][is_piece]
    enter, leave = _inside_share(start, end - start, box)
    is_kept = enter <= leave
    start, end, line, enter, leave = start[is_kept], end[is_kept], line[is_kept], enter[is_kept], leave[is_kept]
    if not len(line):
        return np.empty((0, 2)), np.zeros(1, dtype=np.int64), line
    step = end - start
    first = np.where((enter > 0.0)[:, None], start + step * enter[:, None], start)
    last = np.where((leave < 1.0)[:, None], start + step * leave[:, None], end)
    place = np.flatnonzero(is_piece)[is_kept]
    goes_on = np.append(
        False, (line[1:] == line[:-1]) & (place[1:] == place[:-1] + 1) & (leave[:-1] >= 1.0) & (enter[1:] <= 0.0)
    )
    pairs = np.stack((first, last), axis=1).reshape(-1, 2)
    kept = np.stack((~goes_on, np.ones_like(goes_on)), axis=1).reshape(-1)
    begins = np.flatnonzero(np.stack((~goes_on, np.zeros_like(goes_on)), axis=1).reshape(-1)[kept])
    return pairs[kept], np.append(begins, int(kept.sum())), line[~goes_on]


def _inside_share(start: Positions, step: Positions, box: Box) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """From which to which share of each piece it is inside; from above to if it is not."""
    enter, leave = np.zeros(len(start)), np.ones(len(start))
    with np.errstate(divide="ignore", invalid="ignore"):
        for axis in (0, 1):
            low = (box[axis] - start[:, axis]) / step[:, axis]
            high = (box[axis + 2] - start[:, axis]) / step[:, axis]
            is_flat = step[:, axis] == 0.0
            is_out = is_flat & ((start[:, axis] < box[axis]) | (start[:, axis] > box[axis + 2]))
            enter = np.where(is_flat, np.where(is_out, 2.0, enter), np.maximum(enter, np.minimum(low, high)))
            leave = np.where(is_flat, leave, np.minimum(leave, np.maximum(low, high)))
    return enter, leave
