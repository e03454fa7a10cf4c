"""Strips on the ellipsoid: all that lies within a distance of a line, on its right, as polygons in lon/lat.

Each straight piece of a closed path gets a strip: the piece itself, the geodesics that leave its ends at right
angles, and the line of points at the full distance. Where the path turns left a gap would open between two strips;
the earlier one is extended there by a sector of the corner's disc. Close to the poles, where geodesics that leave a
piece at right angles meet before the full distance, closely spaced discs stand in for the strips.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import shapely
from numpy.typing import NDArray

from .ellipsoid import Floats, azimuth_of, metres_per_degree, near_to, to_pole_m, travel
from .geodesic_discs import CHORD_TOLERANCE, Polygons, corner_counts, discs, is_near_pole

Rows = NDArray[np.int64]

_LONGEST_PIECE_M = 300_000.0
_DISC_SPACING = 0.02  # of the distance: the dents between discs are then 0.005 % deep
_MOST_HALVINGS = 40  # of a piece; never reached, since each halving makes a chord's error four times smaller
_U_TURN_DEG = 179.9999999


@dataclass(frozen=True, slots=True)
class _Pieces:
    """Straight pieces of closed paths, in order; a whole edge unless that is long or near a pole."""

    lon: Floats  # (n, 2): both ends
    lat: Floats
    azimuth: Floats  # (n, 2): the direction of the path at both ends
    following: Rows
    is_near_pole: NDArray[np.bool_]


def strips(paths: Sequence[Floats], reach_m: float) -> Polygons:
    """Polygons that together cover what lies within reach on the right of closed paths, and nothing beyond reach."""
    pieces = _pieces(paths, reach_m)
    polar = pieces.is_near_pole
    corners = np.unique(np.stack([pieces.lon[polar].ravel(), pieces.lat[polar].ravel()], axis=1), axis=0)
    round_corners = discs(corners[:, 0], corners[:, 1], np.full(len(corners), reach_m))
    rows = np.flatnonzero(~polar)
    base = [
        (rows, np.full(len(rows), order), pieces.lon[rows, end], pieces.lat[rows, end])
        for order, end in ((0.0, 0), (1.0, 1))
    ]
    parts = [*base, _sectors(pieces, rows, reach_m), *_sides(pieces, rows, reach_m)]
    row, order, lon, lat = (np.concatenate(column) for column in zip(*parts))
    sorted_by = np.lexsort((order, row))
    _, ring = np.unique(row[sorted_by], return_inverse=True)
    rings = shapely.linearrings(np.stack([lon, lat], axis=1)[sorted_by], indices=ring)
    along = np.atleast_1d(np.asarray(shapely.polygons(rings), dtype=object))
    return np.concatenate([shapely.make_valid(along), round_corners])


def _pieces(paths: Sequence[Floats], reach_m: float) -> _Pieces:
    start = np.concatenate([path[:-1] for path in paths])
    end = np.concatenate([path[1:] for path in paths])
    path = np.repeat(np.arange(len(paths)), [len(path) - 1 for path in paths])
    edge = np.arange(len(start))
    low, high = np.zeros(len(edge)), np.ones(len(edge))
    for _ in range(_MOST_HALVINGS):
        lon, lat = _ends(start[edge], end[edge], low, high)
        near_pole = is_near_pole(np.abs(lat).max(axis=1), reach_m)
        too_long = _length_m(lon, lat) > _longest_m(lat, near_pole, reach_m)
        if not too_long.any():
            break
        edge, low, high = _halved(edge, low, high, too_long)
    along = (end - start)[edge]
    azimuth = azimuth_of(along[:, :1], along[:, 1:], lat)
    owner = path[edge]
    following = np.arange(1, len(edge) + 1)
    last = np.flatnonzero(np.append(owner[1:] != owner[:-1], True))
    following[last] = np.concatenate([[0], last[:-1] + 1])
    return _Pieces(lon, lat, azimuth, following, near_pole)


def _ends(start: Floats, end: Floats, low: Floats, high: Floats) -> tuple[Floats, Floats]:
    """Longitudes and latitudes (n, 2) of the parts of edges from share `low` to share `high` of them."""
    at = [start * (1.0 - share)[:, None] + end * share[:, None] for share in (low, high)]
    return np.stack([at[0][:, 0], at[1][:, 0]], axis=1), np.stack([at[0][:, 1], at[1][:, 1]], axis=1)


def _length_m(lon: Floats, lat: Floats) -> Floats:
    lon_m, _ = metres_per_degree(np.abs(lat).min(axis=1))
    _, lat_m = metres_per_degree(np.abs(lat).max(axis=1))
    return np.asarray(np.hypot((lon[:, 1] - lon[:, 0]) * lon_m, (lat[:, 1] - lat[:, 0]) * lat_m))


def _longest_m(lat: Floats, near_pole: NDArray[np.bool_], reach_m: float) -> Floats:
    open_m = np.minimum(_LONGEST_PIECE_M, 0.5 * to_pole_m(np.abs(lat).max(axis=1)))
    return np.where(near_pole, _DISC_SPACING * reach_m, open_m)


def _halved(
    edge: Rows, low: Floats, high: Floats, chosen: NDArray[np.bool_]
) -> tuple[NDArray[np.int64], Floats, Floats]:
    counts = 1 + chosen
    middle = np.repeat((low + high) / 2.0, counts)
    split = np.repeat(chosen, counts)
    is_second = np.zeros(len(middle), dtype=np.bool_)
    is_second[np.cumsum(counts)[chosen] - 1] = True
    low, high = np.repeat(low, counts), np.repeat(high, counts)
    return (
        np.repeat(edge, counts),
        np.where(is_second, middle, low),
        np.where(split & ~is_second, middle, high),
    )


def _sectors(pieces: _Pieces, rows: Rows, reach_m: float) -> tuple[Rows, Floats, Floats, Floats]:
    """The arcs at the far ends of pieces, from the next strip's side (included) to this one's (left out)."""
    arriving = pieces.azimuth[rows, 1]
    leaving = pieces.azimuth[pieces.following[rows], 0]
    turn = (leaving - arriving + 180.0) % 360.0 - 180.0
    sweep = np.where(turn < 0.0, -turn, np.where(turn > _U_TURN_DEG, 360.0 - turn, 0.0))
    step = 360.0 / corner_counts(pieces.lat[rows, 1], reach_m)
    counts = np.ceil(sweep / step).astype(np.int64)
    of = np.repeat(np.arange(len(rows)), counts)
    share = (np.arange(len(of)) - np.repeat(np.cumsum(counts) - counts, counts)) / counts[of]
    at = rows[of]
    lon, lat = travel(pieces.lon[at, 1], pieces.lat[at, 1], leaving[of] + 90.0 + share * sweep[of], reach_m)
    return at, 2.0 + share, near_to(lon, pieces.lon[at, 0]), lat


def _sides(pieces: _Pieces, rows: Rows, reach_m: float) -> list[tuple[Rows, Floats, Floats, Floats]]:
    """The far sides of strips, from the piece's end back to its start, with as many points as their bends need."""
    tolerance_m = CHORD_TOLERANCE * reach_m
    ends = [_at_reach(pieces, rows, np.full(len(rows), share), reach_m) for share in (0.0, 1.0)]
    points = [(rows, 5.0 - np.full(len(rows), share), *end) for share, end in zip((0.0, 1.0), ends)]
    row, low, high = rows, np.zeros(len(rows)), np.ones(len(rows))
    (lon0, lat0), (lon1, lat1) = ends
    for _ in range(_MOST_HALVINGS):
        middle = (low + high) / 2.0
        lon, lat = _at_reach(pieces, row, middle, reach_m)
        bent = _off_chord_m(lon, lat, lon0, lat0, lon1, lat1) > tolerance_m
        if not bent.any():
            break
        points.append((row[bent], 5.0 - middle[bent], lon[bent], lat[bent]))
        row = np.tile(row[bent], 2)
        low, high = np.concatenate([low[bent], middle[bent]]), np.concatenate([middle[bent], high[bent]])
        lon0, lon1 = np.concatenate([lon0[bent], lon[bent]]), np.concatenate([lon[bent], lon1[bent]])
        lat0, lat1 = np.concatenate([lat0[bent], lat[bent]]), np.concatenate([lat[bent], lat1[bent]])
    return points


def _at_reach(pieces: _Pieces, row: Rows, share: Floats, reach_m: float) -> tuple[Floats, Floats]:
    """The points at the full distance to the right of pieces, at shares of their length."""
    lon = pieces.lon[row, 0] * (1.0 - share) + pieces.lon[row, 1] * share
    lat = pieces.lat[row, 0] * (1.0 - share) + pieces.lat[row, 1] * share
    d_lon = pieces.lon[row, 1] - pieces.lon[row, 0]
    azimuth = azimuth_of(d_lon, pieces.lat[row, 1] - pieces.lat[row, 0], lat)
    # The ends must agree to the last bit with the neighbours' arcs and strips.
    azimuth = np.where(share == 0.0, pieces.azimuth[row, 0], np.where(share == 1.0, pieces.azimuth[row, 1], azimuth))
    end_lon, end_lat = travel(lon, lat, azimuth + 90.0, reach_m)
    return near_to(end_lon, pieces.lon[row, 0]), end_lat


def _off_chord_m(lon: Floats, lat: Floats, lon0: Floats, lat0: Floats, lon1: Floats, lat1: Floats) -> Floats:
    """How far points lie from the chords, straight in lon/lat, that should pass through them."""
    lon_m, lat_m = metres_per_degree(lat)
    chord = np.stack([(lon1 - lon0) * lon_m, (lat1 - lat0) * lat_m])
    point = np.stack([(lon - lon0) * lon_m, (lat - lat0) * lat_m])
    length = np.hypot(chord[0], chord[1])
    off = np.abs(chord[0] * point[1] - chord[1] * point[0]) / np.maximum(length, 1e-9)
    return np.asarray(np.where(length > 1e-9, off, np.hypot(point[0], point[1])))
