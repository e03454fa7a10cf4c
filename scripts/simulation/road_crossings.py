"""Where pieces of road cross or one ends close to another: there they are parted, so that one may turn there."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import pairwise

import numpy as np
import shapely

from .ground import LonLat

Piece = tuple[LonLat, LonLat, float]  # from, to, speed in km/h
_CLOSE_DEG = 0.004  # the base map's lines are simplified: an end so near to another road meets it


def parted(pieces: Sequence[Piece]) -> list[Piece]:
    """The same roads in shorter pieces, with links from ends to the roads they nearly reach."""
    lines = np.array([shapely.LineString(piece[:2]) for piece in pieces], dtype=object)
    tree = shapely.STRtree(lines)
    cuts: list[list[float]] = [[0.0, 1.0] for _ in pieces]  # shares of each piece
    for one, other in tree.query(lines, predicate="crosses").T.tolist():
        where = shapely.intersection(lines[one], lines[other])
        if isinstance(where, shapely.Point):
            cuts[one].append(float(lines[one].project(where, normalized=True)))
    links: list[Piece] = []
    for number, end in _loose_ends(pieces):
        point = shapely.Point(end)
        near = [int(i) for i in tree.query(point, predicate="dwithin", distance=_CLOSE_DEG) if end not in pieces[i][:2]]
        if near:
            to = min(near, key=lambda i: shapely.distance(lines[i], point))
            share = float(lines[to].project(point, normalized=True))
            cuts[to].append(share)
            links.append((end, _along(pieces[to], share), pieces[number][2]))
    short = [
        (_along(piece, begin), _along(piece, stop), piece[2])
        for piece, shares in zip(pieces, cuts, strict=True)
        for begin, stop in pairwise(np.unique(shares).tolist())
    ]
    return short + links


def _loose_ends(pieces: Sequence[Piece]) -> list[tuple[int, LonLat]]:
    """Ends that no other piece has, with the number of theirs."""
    count = Counter(end for piece in pieces for end in piece[:2])
    return [(number, end) for number, piece in enumerate(pieces) for end in piece[:2] if count[end] == 1]


def _along(piece: Piece, share: float) -> LonLat:
    (begin, stop, _) = piece
    if share in (0.0, 1.0):
        return stop if share else begin
    return begin[0] + share * (stop[0] - begin[0]), begin[1] + share * (stop[1] - begin[1])
