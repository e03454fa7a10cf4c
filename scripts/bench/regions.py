"""Regions to measure with: the generators of Konstantinidis 2011, section 5, and stand-ins for its three data sets.

The data sets of the paper (vegetation in southern California, natural features in Rhône-Alpes, buildings in central
London) are replaced by made ones of the same size and sort: patches that adjoin, blobs of all sizes in clusters that
sometimes overlap, and terraces of houses that share walls. All in a square universe, the same for the same seed.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

import numpy as np
import shapely
from numpy.typing import NDArray

from broker_local.matching.spatial.codes import RELATIONS
from broker_local.matching.spatial.simplification import Filters

Geometries = NDArray[np.object_]
Floats = NDArray[np.float64]
Rng = np.random.Generator
RegionType = Literal["A", "B", "C"]

UNIVERSE = 5000.0  # its side, so that the density of section 5.2 is a point per unit
REGION_TYPES: tuple[RegionType, ...] = ("A", "B", "C")
_SMALLEST_SYNTHETIC = 0.1  # of the universe
_SMALLEST_BOX, _LARGEST_BOX = 0.01, 0.25  # of the universe


@dataclass(frozen=True, slots=True)
class DataSet:
    """One of the sets of table 3."""

    name: str
    count: int
    make: Callable[[Rng, int], Geometries]

    def regions(self, count: int | None = None, seed: int = 2011) -> Geometries:
        """Its regions, or so many of the sort."""
        rng = np.random.default_rng(seed)
        wanted = self.count if count is None else count
        regions = self.make(rng, wanted + wanted // 20 + 50)
        regions = regions[shapely.is_valid(regions)][:wanted]
        if len(regions) < wanted:
            raise ValueError(f"{self.name}: expected {wanted} valid regions, made {len(regions)}")
        return regions


def synthetic_regions(rng: Rng, count: int, points: int = 20) -> Geometries:
    """Regions of at least a tenth of the universe: points in a random box, some on its sides (section 5)."""
    found = np.empty(0, dtype=object)
    while len(found) < count:
        corners = np.sort(rng.uniform(0, UNIVERSE, (4 * count, 2, 2)), axis=1)
        regions = _in_boxes(_ordered(_points_touching_all_sides(rng, len(corners), points)), corners)
        is_large = shapely.area(regions) >= _SMALLEST_SYNTHETIC * UNIVERSE**2
        found = np.concatenate([found, regions[is_large & shapely.is_valid(regions)]])
    return found[:count]


def typed_regions(kind: RegionType, rng: Rng, count: int) -> Geometries:
    """Regions of the messages of section 5.2: A round, B irregular, C long and narrow."""
    return np.concatenate([_typed_region(kind, rng) for _ in range(count)]) if count else np.empty(0, dtype=object)


def single_filters(zones: Geometries, rng: Rng) -> Filters:
    """Scenario 1: each zone a constraint, alone in its filter, alone in its predicate."""
    rows = np.arange(len(zones) + 1)
    return Filters(_random_relations(rng, len(zones)), zones, rows, rows[:-1])


def paired_filters(zones: Geometries, rng: Rng, predicates: int = 25) -> Filters:
    """Scenario 2: filters of two constraints each, spread over a few predicates."""
    count = len(zones) // 2
    chosen = zones[rng.permutation(len(zones))[: 2 * count]]
    owners = rng.permutation(np.arange(count) % predicates)
    return Filters(_random_relations(rng, 2 * count), chosen, np.arange(0, 2 * count + 1, 2), owners)


def _random_relations(rng: Rng, count: int) -> NDArray[np.int8]:
    return rng.integers(0, len(RELATIONS), count).astype(np.int8)


def _typed_region(kind: RegionType, rng: Rng) -> Geometries:
    if kind == "A":
        points, aspect = _round(rng, int(rng.integers(6, 11)), 0.85), rng.uniform(0.85, 1.15)
    elif kind == "B":
        points, aspect = _round(rng, int(rng.integers(30, 51)), 0.3), np.exp(rng.uniform(-1, 1))
    else:
        points, aspect = _strip(rng), np.exp(rng.uniform(-1.3, 1.3))
    share = rng.uniform(_SMALLEST_BOX, _LARGEST_BOX)
    size = np.array([np.sqrt(share * aspect), np.sqrt(share / aspect)])
    low = rng.uniform(0, 1 - size)
    return _in_boxes(points[None], UNIVERSE * np.stack([low, low + size])[None])


def _round(rng: Rng, points: int, roughness: float) -> Floats:
    """A ring of points about the origin, no nearer to it than `roughness` of the furthest."""
    angles = (np.arange(points) + rng.uniform(0.1, 0.9, points)) * 2 * np.pi / points
    radii = rng.uniform(roughness, 1, points)
    return np.stack([radii * np.cos(angles), radii * np.sin(angles)], axis=1)


def _strip(rng: Rng) -> Floats:
    """Four or five points along a diagonal of the unit square."""
    width = rng.uniform(0.02, 0.1, 4)
    points = [(width[0], 0.0), (1.0, 1 - width[1]), (1 - width[2], 1.0), (0.0, width[3])]
    if rng.random() < 0.5:
        points.insert(0, (0.0, 0.0))
    strip = np.array(points)
    if rng.random() < 0.5:
        strip[:, 0] = 1 - strip[:, 0]
    return strip


def _points_touching_all_sides(rng: Rng, count: int, points: int) -> Floats:
    """Random points in unit squares, one on each side; for half of them two of these are one corner."""
    found = rng.uniform(0, 1, (count, points, 2))
    for place, (axis, side) in enumerate(((0, 0.0), (1, 0.0), (0, 1.0), (1, 1.0))):
        found[:, place, axis] = side
    has_corner = rng.random(count) < 0.5
    found[has_corner, 0] = 0.0
    return found


def _ordered(points: Floats) -> Floats:
    """The points of each row by their direction from the middle, so that no two edges cross."""
    away = points - points.mean(axis=1, keepdims=True)
    order = np.argsort(np.arctan2(away[..., 1], away[..., 0]), axis=1)
    return np.take_along_axis(points, order[..., None], axis=1)


def _in_boxes(points: Floats, boxes: Floats) -> Geometries:
    """Polygons stretched to fill their boxes, each given by its low and its high corner."""
    low, high = points.min(axis=1, keepdims=True), points.max(axis=1, keepdims=True)
    share = (points - low) / (high - low)
    # Written so that 0 and 1 give the corners to the last bit.
    return np.asarray(shapely.polygons(boxes[:, :1] * (1 - share) + boxes[:, 1:] * share))


def _clustered(rng: Rng, count: int) -> Floats:
    """Places of which most gather in clusters of very different sizes."""
    centres = rng.uniform(0, UNIVERSE, (max(1, count // 300), 2))
    weights = rng.pareto(1.2, len(centres)) + 0.1
    chosen = rng.choice(len(centres), count, p=weights / weights.sum())
    near = centres[chosen] + rng.normal(0, 0.04 * UNIVERSE, (count, 2))
    places = np.where(rng.random((count, 1)) < 0.7, near, rng.uniform(0, UNIVERSE, (count, 2)))
    return np.asarray(places % UNIVERSE)


def _adjoining_patches(rng: Rng, count: int) -> Geometries:
    """Vegetation: cells around clustered points, with ragged borders that neighbours share."""
    cells = shapely.get_parts(shapely.voronoi_polygons(shapely.MultiPoint(_clustered(rng, count))))
    cells = shapely.get_parts(shapely.intersection(cells, shapely.box(0, 0, UNIVERSE, UNIVERSE)))
    coords, owners = shapely.get_coordinates(shapely.get_exterior_ring(cells), return_index=True)
    starts = np.flatnonzero(np.diff(owners, append=-1) == 0)  # of the edges; a ring's last coordinate begins none
    ends = np.concatenate([coords[starts], coords[starts + 1]], axis=1)
    is_reversed = (ends[:, 0] > ends[:, 2]) | ((ends[:, 0] == ends[:, 2]) & (ends[:, 1] > ends[:, 3]))
    ends[is_reversed] = ends[is_reversed][:, [2, 3, 0, 1]]
    borders, which = np.unique(ends, axis=0, return_inverse=True)
    ragged = _ragged(rng, borders)[which.ravel()]
    ragged[is_reversed] = ragged[is_reversed, ::-1]
    pieces = np.concatenate([coords[starts][:, None], ragged], axis=1)
    rings = np.repeat(owners[starts], pieces.shape[1])
    return rng.permutation(np.asarray(shapely.polygons(shapely.linearrings(pieces.reshape(-1, 2), indices=rings))))


def _ragged(rng: Rng, borders: Floats) -> Floats:
    """Three points for every border, displaced across it."""
    start, along = borders[:, None, :2], (borders[:, 2:] - borders[:, :2])[:, None]
    across = np.stack([-along[..., 1], along[..., 0]], axis=-1)
    shares = np.array([0.25, 0.5, 0.75])[None, :, None]
    return np.asarray(start + shares * along + rng.uniform(-0.08, 0.08, (len(borders), 3, 1)) * across)


def _clustered_blobs(rng: Rng, count: int) -> Geometries:
    """Natural features: blobs of 8 to 60 points and of all sizes, some over or within others."""
    sizes = np.minimum(np.exp(rng.normal(1.8, 0.9, count)), 150.0)
    points = rng.integers(8, 61, count)
    rings = [size * _round(rng, int(n), 0.6) + at for size, n, at in zip(sizes, points, _clustered(rng, count))]
    return np.array([shapely.Polygon(ring) for ring in rings], dtype=object)


def _terraces(rng: Rng, count: int) -> Geometries:
    """Buildings: rows of houses wall to wall, some with a wing behind, along streets of all directions."""
    houses: list[shapely.Polygon] = []
    while len(houses) < count:
        length = int(rng.integers(2, 16))
        walls = np.cumsum(rng.uniform(6, 25, length + 1))
        angle, (x, y) = rng.uniform(0, np.pi), rng.uniform(0, UNIVERSE, 2)
        turn = np.array([[np.cos(angle), np.sin(angle)], [-np.sin(angle), np.cos(angle)]])
        for left, right, depth in zip(walls, walls[1:], rng.uniform(8, 20, length)):
            outline = [(left, 0.0), (right, 0.0), (right, depth), (left, depth)]
            if rng.random() < 0.4:
                middle = (left + right) / 2
                outline[3:] = [(middle, depth), (middle, 1.6 * depth), (left, 1.6 * depth)]
            houses.append(shapely.Polygon(np.array(outline) @ turn + (x, y)))
    return rng.permutation(np.array(houses[:count], dtype=object))


VEGETATION = DataSet("Vegetation in southern California", 85_550, _adjoining_patches)
NATURAL_FEATURES = DataSet("Natural features in Rhône-Alpes", 17_048, _clustered_blobs)
BUILDINGS = DataSet("Buildings in central London", 4_170, _terraces)
DATA_SETS = (VEGETATION, NATURAL_FEATURES, BUILDINGS)
