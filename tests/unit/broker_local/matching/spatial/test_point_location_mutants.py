"""Would the tests notice? Each comparison of the point-location kernel is turned into its neighbour, one at a time
(`<` into `<=`, `==` into `!=`), and the answers are compared with GEOS: every change that makes one wrong, or leaves
more of them in doubt, must be caught.
"""

from __future__ import annotations

import ast
import types
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
import shapely

from broker_local.matching.spatial import point_location
from broker_local.matching.spatial.flat_geometry import FlatGeometries
from broker_local.matching.spatial.point_location import DOUBT, areas_of, locate_by_geos
from tests.critical_points import critical_points
from tests.random_regions import mixed_regions

_NEIGHBOURS: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
}
_FUNCTIONS = ("edge_crosses", "crossings", "crossings_with_care", "_side", "locate")
# These change no answer. Most compare what is equal only where the point is at a vertex, and a vertex has two edges:
# the other one tells. The rest compare what is never equal there.
_HARMLESS = {
    "edge_crosses: ay > 0.0",  # a vertex level with the point is awkward anyhow, and looked at with care
    "edge_crosses: by > 0.0",
    "edge_crosses: abs(determinant) > _RELATIVE_ERROR * (abs(left) + abs(right)) + _UNDERFLOW",
    "edge_crosses: determinant > 0.0",  # near zero it is not certain, and looked at with care
    "crossings_with_care: ax >= x",
    "crossings_with_care: min(ax, bx) <= x <= max(ax, bx) [0]",
    "crossings_with_care: min(ax, bx) <= x <= max(ax, bx) [1]",
    "_side: ax > x",
    "_side: bx > x",
    "_side: by > ay",  # one is above the point, the other is not
    "_side: determinant > error",
    "_side: -determinant > error",
}
SOURCE = Path(point_location.__file__).read_text("utf-8")


def mutants() -> Iterator[tuple[str, ast.Module]]:
    """What was changed, and the module with that change."""
    count = len(_comparisons(ast.parse(SOURCE)))
    for number in range(count):
        tree = ast.parse(SOURCE)
        function, comparison, place = _comparisons(tree)[number]
        name = f"{function}: {ast.unparse(comparison)}"
        if len(comparison.ops) > 1:
            name += f" [{place}]"
        comparison.ops[place] = _NEIGHBOURS[type(comparison.ops[place])]()
        yield name, tree


def _comparisons(tree: ast.Module) -> list[tuple[str, ast.Compare, int]]:
    return [
        (function.name, node, place)
        for function in tree.body
        if isinstance(function, ast.FunctionDef) and function.name in _FUNCTIONS
        for node in ast.walk(function)
        if isinstance(node, ast.Compare)
        for place in range(len(node.ops))
    ]


def loaded(tree: ast.Module) -> types.ModuleType:
    """The module as plain Python."""
    for node in tree.body:
        if isinstance(node, ast.FunctionDef):
            node.decorator_list = []
    module = types.ModuleType("mutant")
    module.__package__ = point_location.__package__
    exec(compile(tree, "mutant", "exec"), module.__dict__)  # noqa: S102  # our own source, one sign changed
    return module


@pytest.fixture(scope="module")
def asked() -> tuple[np.ndarray, np.ndarray, FlatGeometries, np.ndarray]:
    """Awkward points, the rows they are tried on, the shapes, and what GEOS says."""
    rng = np.random.default_rng(11)
    long_outline = shapely.segmentize(shapely.box(0, 0, 3, 3), 0.05)  # long enough to be cut into runs
    shapes = np.append(mixed_regions(rng, 10), long_outline)
    flat = FlatGeometries.from_shapely(shapes)
    points, rows = [], []
    for row in range(len(shapes)):
        some = critical_points(rng, shapes[row : row + 1], 60)
        points.append(some)
        rows.append(np.full(len(some), row))
    all_points, all_rows = np.concatenate(points), np.concatenate(rows)
    return all_points, all_rows, flat, locate_by_geos(all_points, all_rows, flat)


def answers(module: types.ModuleType, asked: tuple[np.ndarray, np.ndarray, FlatGeometries, np.ndarray]) -> np.ndarray:
    points, rows, flat, _ = asked
    areas = areas_of(flat)
    return np.array([module.locate(x, y, row, areas) for (x, y), row in zip(points, rows, strict=True)])


def test_every_flipped_comparison_is_noticed(
    asked: tuple[np.ndarray, np.ndarray, FlatGeometries, np.ndarray],
) -> None:
    *_, expected = asked
    ours = answers(loaded(ast.parse(SOURCE)), asked)
    assert ((ours == expected) | (ours == DOUBT)).all()
    survivors = set()
    for name, tree in mutants():
        found = answers(loaded(tree), asked)
        is_wrong = (found != expected) & (found != DOUBT)
        if not is_wrong.any() and (found == DOUBT).sum() <= (ours == DOUBT).sum():
            survivors.add(name)
    assert survivors <= _HARMLESS
    assert len(list(mutants())) > len(_HARMLESS) + 20
