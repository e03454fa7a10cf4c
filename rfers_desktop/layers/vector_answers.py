"""What vector layers answer to tools: what is at a place, what has a name, what can be snapped to."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from threading import Lock

import numpy as np
import shapely
from numpy.typing import NDArray
from shapely.geometry.base import BaseGeometry

from rfers_desktop.geo.features import Column, Features, Kind
from rfers_desktop.geo.projections import Bounds, Projection
from rfers_desktop.language import later, tr

from .base_layers import FARTHEST
from .identify import Identified, Spot
from .map_layers import LayerPicture
from .name_column import name_column
from .picking import Picked, picked_feature
from .search import Named, NameIndex, SearchHit
from .vector_style import value_text

_KINDS = {Kind.AREA: later("Area"), Kind.LINE: later("Line"), Kind.POINT: later("Place")}
_MOST_TOLD = 50_000  # features; of larger layers names alone are searched
_LONGEST_FACT = 80
_MOST_SNAPPED = 200_000  # vertices; beyond that nobody sees single ones


class _Runs:
    """The runs of some features by place: boxes in a tree, in degrees."""

    def __init__(self, features: Features) -> None:
        self.features = features
        starts = features.run_starts[:-1]
        if len(starts):
            low = np.minimum.reduceat(features.lonlat, starts, axis=0)
            high = np.maximum.reduceat(features.lonlat, starts, axis=0)
            self._tree = shapely.STRtree(np.asarray(shapely.box(low[:, 0], low[:, 1], high[:, 0], high[:, 1])))
        else:
            self._tree = shapely.STRtree([])
        self._feature_of_run = features.feature_of_run()

    def runs_in(self, bounds: Bounds) -> NDArray[np.int64]:
        """Runs whose boxes touch bounds, in order."""
        return np.sort(self._tree.query(shapely.box(*bounds)))

    def by_feature(self, bounds: Bounds) -> Iterator[tuple[int, list[int]]]:
        """Features with such runs, and which of their runs these are."""
        runs = self.runs_in(bounds)
        features = self._feature_of_run[runs]
        for feature in np.unique(features).tolist():
            yield feature, runs[features == feature].tolist()

    def run(self, run: int) -> NDArray[np.float64]:
        """The positions of a run."""
        return self.features.lonlat[self.features.run_starts[run] : self.features.run_starts[run + 1]]

    def in_map(self, run: int, projection: Projection) -> NDArray[np.float64]:
        """The positions of a run in map units."""
        lonlat = self.run(run)
        return projection.runs_to_map(lonlat, np.array([0, len(lonlat)]))


class VectorAnswers:
    """Knows the layers that are shown; what it works out of features is kept as long as they are there."""

    def __init__(self, picture: Callable[[], LayerPicture], projection: Callable[[], Projection]) -> None:
        self._picture = picture
        self._projection = projection
        self._runs: dict[int, _Runs] = {}

    def identify(self, spot: Spot) -> Iterator[Identified]:
        """Features of visible layers at a place, from the top layer down."""
        return (
            _identified(title, features, feature)
            for title, features, feature in self._at(spot)
            if set(features.columns) != {FARTHEST}  # land, of which the base map knows nothing but that it is there
        )

    def pick(self, spot: Spot) -> Iterator[Picked]:
        """The same features with their geometry."""
        for title, features, feature in self._at(spot):
            name = _identified(title, features, feature).title
            yield picked_feature(name, title, features, feature)

    def _at(self, spot: Spot) -> Iterator[tuple[str, Features, int]]:
        projection = self._projection()
        reach = spot.reach
        bounds = projection.bounds_to_lonlat((spot.x - reach, spot.y - reach, spot.x + reach, spot.y + reach))
        for title, features in self._shown():
            runs = self._runs_of(features)
            for feature, near in runs.by_feature(bounds):
                paths = [runs.in_map(run, projection) - (spot.x, spot.y) for run in near]
                if _is_at_origin(paths, features.kind is Kind.AREA, reach):
                    yield title, features, feature

    def drawn(self, bounds: Bounds) -> Iterator[BaseGeometry]:
        """Runs of visible layers that touch bounds, in map units, up to what can be told apart."""
        projection = self._projection()
        lonlat_bounds = projection.bounds_to_lonlat(bounds)
        count = 0
        for _, features in self._shown():
            runs = self._runs_of(features)
            for run in runs.runs_in(lonlat_bounds).tolist():
                xy = runs.in_map(run, projection)
                if not np.isfinite(xy).all():
                    continue
                count += len(xy)
                if count > _MOST_SNAPPED:
                    return
                yield shapely.Point(xy[0]) if len(xy) == 1 else shapely.LineString(xy)

    def _present(self) -> LayerPicture:
        """The layers as they are; what was kept of layers that are gone goes too."""
        picture = self._picture()
        alive = {id(features) for parts in picture.features.values() for features in parts}
        self._runs = {key: runs for key, runs in self._runs.items() if key in alive}
        return picture

    def _shown(self) -> Iterator[tuple[str, Features]]:
        picture = self._present()
        for entry in picture.tree:
            if entry.is_visible:
                for features in picture.features.get(entry.id, ()):
                    yield entry.title, features

    def _runs_of(self, features: Features) -> _Runs:
        known = self._runs.get(id(features))
        if known is None or known.features is not features:
            known = self._runs[id(features)] = _Runs(features)
        return known


class VectorSearch:
    """Finds features by name. Asked on another thread: the first time it reads every name there is."""

    is_slow = True

    def __init__(self, picture: Callable[[], LayerPicture]) -> None:
        self._picture = picture
        self._names: dict[int, tuple[Features, NameIndex]] = {}
        self._lock = Lock()

    def search(self, text: str, limit: int) -> list[SearchHit]:
        """Features of all layers, also of those hidden at this moment."""
        picture = self._picture()
        with self._lock:
            kept, self._names = self._names, {}
            for entry in picture.tree:
                for features in picture.features.get(entry.id, ()):
                    known = kept.get(id(features)) or (features, NameIndex(_named(entry.title, features)))
                    self._names[id(features)] = known
            hits = [hit for _, index in self._names.values() for hit in index.search(text, limit)]
        return sorted(hits, key=lambda hit: (-hit.score, hit.title))[:limit]


def _is_at_origin(paths: list[NDArray[np.float64]], is_area: bool, reach: float) -> bool:
    """Whether paths come within reach of the origin, or enclose it: by counting what crosses the way east."""
    crossings = 0
    for path in paths:
        starts, ends = (path[:-1], path[1:]) if len(path) > 1 else (path, path)
        along = ends - starts
        lengths = np.maximum((along**2).sum(axis=1), 1e-300)
        part = np.clip(-(starts * along).sum(axis=1) / lengths, 0.0, 1.0)
        if np.hypot(*(starts + along * part[:, None]).T).min() <= reach:
            return True
        crosses = (starts[:, 1] > 0.0) != (ends[:, 1] > 0.0)
        at = starts[crosses, 0] - starts[crosses, 1] * along[crosses, 0] / along[crosses, 1]
        crossings += int((at > 0.0).sum())
    return is_area and crossings % 2 == 1


def _identified(layer: str, features: Features, feature: int) -> Identified:
    facts = tuple((name, value_text(value)) for name, value in features.attributes(feature).items() if name != FARTHEST)
    column = name_column(features.columns)
    title = value_text(features.columns[column][feature]) if column is not None else ""
    return Identified(layer, title or tr(_KINDS[features.kind]), tuple(fact for fact in facts if fact[1]))


def _named(layer: str, features: Features) -> Iterator[tuple[object, Named]]:
    column = name_column(features.columns)
    told = _told_columns(features, column)
    if column is None and not told:
        return
    starts = features.run_starts[features.feature_starts]
    population = next((features.columns[name] for name in features.columns if name.lower().startswith("pop")), None)
    for feature in range(len(features)):
        title = value_text(features.columns[column][feature]) if column is not None else ""
        facts = tuple(text for told_by in told if (text := value_text(told_by[feature])[:_LONGEST_FACT]))
        places = features.lonlat[starts[feature] : starts[feature + 1]]
        if not (title or facts) or not len(places):
            continue
        (west, south), (east, north) = places.min(axis=0).tolist(), places.max(axis=0).tolist()
        is_point = features.kind is Kind.POINT
        weight = _weight(population[feature]) if population is not None else 0.0
        middle = ((west + east) / 2, (south + north) / 2)
        bounds = None if is_point else (west, south, east, north)
        yield feature, Named(title or layer, layer, *middle, facts=facts, bounds=bounds, weight=weight)


def _told_columns(features: Features, named: str | None) -> list[Column]:
    """What features of a user's layer can be found by besides their name: words and whole numbers."""
    if FARTHEST in features.columns or len(features) > _MOST_TOLD:
        return []
    return [column for name, column in features.columns.items() if name != named and column.dtype.kind in "OUSiu"]


def _weight(population: object) -> float:
    """From 0 for a hamlet to 1 for ten million."""
    number = float(population) if isinstance(population, int | float | np.number) else 0.0
    return float(np.clip(np.log10(number) / 7.0, 0.0, 1.0)) if number > 1 else 0.0
