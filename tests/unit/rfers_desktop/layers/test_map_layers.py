"""Tests of the layers a desk has."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
import shapely

from broker_local.protocol.resources import resources_dir
from rfers_desktop.geo.features import Kind, VectorLayer, of_geometries
from rfers_desktop.layers.layer_tree import LayerEntry, Source, SourceKind
from rfers_desktop.layers.map_layers import MapLayers
from rfers_desktop.layers.vector_style import symbols_of

BASE = resources_dir() / "basemap"


def a_layer(name: str = "burnt", kind: Kind = Kind.AREA, column: str = "Name") -> VectorLayer:
    shape = {Kind.AREA: shapely.box(-115, 51, -114, 52), Kind.LINE: shapely.LineString([(-115, 51), (-114, 52)])}
    geometry = shape.get(kind, shapely.Point(-115, 51))
    part = of_geometries(kind, np.array([geometry]), {column: np.array(["x"], dtype=object)})
    return VectorLayer(name, (part,), "WGS 84", 0)


def test_a_file_goes_on_top_labelled_by_its_name(tmp_path: Path) -> None:
    layers = MapLayers(BASE)
    (entry,) = layers.add_file(tmp_path / "fires.gpkg", [a_layer()])
    assert layers.tree.entries[0] == entry
    assert entry.title == "fires"
    assert entry.labels is not None
    assert entry.labels.attribute == "Name"
    assert layers.bounds(entry.id) == (-115, 51, -114, 52)
    assert layers.column_names(entry.id) == ("Name",)


def test_layers_of_one_file_are_told_apart_and_differ_in_colour(tmp_path: Path) -> None:
    layers = MapLayers(BASE)
    one, two = layers.add_file(tmp_path / "fires.gpkg", [a_layer("burnt"), a_layer("lines", Kind.LINE)])
    assert (one.title, two.title) == ("fires: burnt", "fires: lines")
    assert symbols_of(one.style)[0].fill != symbols_of(two.style)[0].line
    assert symbols_of(one.style)[0].fill == "#d55e00"  # not the blue of the palette, which could be a lake


def test_a_file_that_is_read_again_keeps_its_style_and_place(tmp_path: Path) -> None:
    layers = MapLayers(BASE)
    (entry,) = layers.add_file(tmp_path / "fires.gpkg", [a_layer()])
    layers.change(entry.id, opacity=0.5)
    layers.move(entry.id, 3)
    layers.add_file(tmp_path / "fires.gpkg", [a_layer()])
    assert layers.tree.entries[3].opacity == 0.5
    assert len(layers.tree) == len(MapLayers(BASE).tree) + 1


def test_everything_is_remembered_and_its_files_are_to_be_read_again(tmp_path: Path) -> None:
    memory = tmp_path / "layers.json"
    layers = MapLayers(BASE, memory)
    (entry,) = layers.add_file(tmp_path / "fires.gpkg", [a_layer()], "EPSG:3005")
    layers.change("base.parks", is_visible=False)
    layers.move(entry.id, 2)
    again = MapLayers(BASE, memory)
    assert again.tree == layers.tree
    assert [(unread.id, unread.source.crs) for unread in again.unread()] == [(entry.id, "EPSG:3005")]
    assert layers.unread() == []


def test_a_users_layer_can_be_removed_and_a_base_layer_only_hidden(tmp_path: Path) -> None:
    layers = MapLayers(BASE)
    (entry,) = layers.add_file(tmp_path / "fires.gpkg", [a_layer()])
    assert entry.id not in layers.remove(entry.id)
    assert layers.features(entry.id) == ()
    with pytest.raises(ValueError, match="can be hidden"):
        layers.remove("base.land")


def test_a_picture_does_not_change_with_the_layers(tmp_path: Path) -> None:
    layers = MapLayers(BASE)
    before = layers.picture()
    layers.add_file(tmp_path / "fires.gpkg", [a_layer()])
    assert len(before.tree) == len(before.features) == len(layers.tree) - 1


def test_layers_that_others_draw_are_kept_in_the_order() -> None:
    layers = MapLayers(BASE)
    raster = LayerEntry("raster.1", "Scan", Source(SourceKind.RASTER, "scan.tif"))
    layers.add_other(raster)
    assert layers.tree.entries[0] == raster
    assert layers.bounds("raster.1") is None
    assert layers.unread() == []
