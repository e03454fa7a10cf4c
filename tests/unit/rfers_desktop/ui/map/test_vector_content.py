"""Tests of the ground of the map: any part of it, from any view, comes out the same to the bit."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
import shapely
from PySide6.QtCore import QPoint, QRect, QRectF
from PySide6.QtGui import QColor, QImage, QPainter
from PySide6.QtWidgets import QApplication

from broker_local.protocol.resources import resources_dir
from rfers_desktop.geo.features import Kind, VectorLayer, of_geometries
from rfers_desktop.geo.mercator import point_to_map
from rfers_desktop.geo.projections import canada_lambert, utm_for
from rfers_desktop.layers.layer_tree import LayerEntry, Source, SourceKind
from rfers_desktop.layers.map_layers import MapLayers
from rfers_desktop.layers.vector_style import Graduated, Single, Symbol
from rfers_desktop.ui.map.moving_picture import pixels_of
from rfers_desktop.ui.map.pixel_frame import PixelFrame, snapped
from rfers_desktop.ui.map.sheet import blank, paint_box
from rfers_desktop.ui.map.vector_content import VectorContent
from rfers_desktop.ui.map.view import View
from rfers_desktop.ui.themes import DAY, DUSK, NIGHT, Theme

pytestmark = pytest.mark.display

BASE = resources_dir() / "basemap"


@pytest.fixture
def layers(qapp: QApplication) -> MapLayers:
    return MapLayers(BASE)


def a_view(units: float = 400.0, ratio: float = 1.0, lon: float = -115.6, lat: float = 51.2) -> View:
    return snapped(View(*point_to_map(lon, lat), units, 300, 200, ratio))


def painted(content: VectorContent, view: View, theme: Theme = DAY, box: QRect | None = None) -> QImage:
    box = PixelFrame.of(view).rect if box is None else box
    image = blank(box.width(), box.height())
    paint_box(image, QPoint(box.left(), box.top()), content.painting(), view, box, theme)
    return image


def colour_at(image: QImage, x: int, y: int) -> str:
    return QColor(image.pixel(x, y)).name()


def differences(one: QImage, other: QImage) -> int:
    return int((pixels_of(one) != pixels_of(other)).sum())


def area_layer(*boxes: tuple[float, float, float, float], **columns: list[float]) -> VectorLayer:
    shapes = np.array([shapely.box(*box) for box in boxes])
    made = of_geometries(Kind.AREA, shapes, {name: np.array(values) for name, values in columns.items()})
    return VectorLayer("areas", (made,), "WGS 84", 0)


@pytest.mark.parametrize("theme", [DAY, DUSK, NIGHT], ids=lambda theme: theme.name)
@pytest.mark.parametrize("ratio", [1.0, 1.5, 2.0])
def test_parts_painted_by_themselves_are_the_whole_to_the_bit(layers: MapLayers, theme: Theme, ratio: float) -> None:
    view = a_view(ratio=ratio)
    whole = painted(VectorContent(layers), view, theme)
    again = VectorContent(layers)
    pieced = blank(whole.width(), whole.height())
    painter = QPainter(pieced)
    painter.setCompositionMode(QPainter.CompositionMode.CompositionMode_Source)
    for left in range(0, whole.width(), 97):
        for top in range(0, whole.height(), 61):
            box = QRect(left, top, 97, 61).intersected(whole.rect())
            painter.drawImage(box.topLeft(), painted(again, view, theme, box))
    painter.end()
    assert differences(whole, pieced) == 0


@pytest.mark.parametrize("ratio", [1.0, 1.5, 2.0])
@pytest.mark.parametrize("units", [8.0, 400.0, 5000.0])
def test_a_shifted_picture_is_the_picture_of_the_shifted_view(layers: MapLayers, units: float, ratio: float) -> None:
    content = VectorContent(layers)
    view = a_view(units, ratio)
    moved = snapped(view.moved(48 / ratio, -33 / ratio))
    before, after = painted(content, view), painted(VectorContent(layers), moved)
    one, other = pixels_of(before), pixels_of(after)
    assert (one[33:, :-48] == other[:-33, 48:]).all()


def test_the_base_map_has_land_water_and_parks(layers: MapLayers) -> None:
    for entry in layers.tree:
        if entry.labels is not None:
            layers.change(entry.id, labels=None)
    content = VectorContent(layers)
    coast = painted(content, a_view(2000.0, lon=-124.5, lat=49.0))
    seen = {colour_at(coast, x, y) for x in range(0, 300, 5) for y in range(0, 200, 5)}
    assert {DAY.land, DAY.water} <= seen
    assert colour_at(painted(content, a_view(lon=-115.9, lat=51.6)), 150, 100) == DAY.park


def test_a_hidden_layer_is_not_painted(layers: MapLayers) -> None:
    view = a_view(lon=-115.9, lat=51.6)
    layers.change("base.parks", is_visible=False)
    assert colour_at(painted(VectorContent(layers), view), 150, 60) != DAY.park


def test_a_users_layer_is_painted_on_top_in_its_order_and_opacity(layers: MapLayers, tmp_path: Path) -> None:
    (entry,) = layers.add_file(tmp_path / "a.gpkg", [area_layer((-120, 50, -110, 53))])
    layers.change(entry.id, style=Single(Symbol(fill="#ff0000")))
    content = VectorContent(layers)
    assert colour_at(painted(content, a_view()), 150, 100) == "#ff0000"
    layers.change(entry.id, opacity=0.5)
    assert colour_at(painted(content, a_view()), 20, 190) not in ("#ff0000", DAY.land, DAY.park)
    layers.change(entry.id, opacity=1.0)
    layers.move(entry.id, len(layers.tree))
    assert colour_at(painted(content, a_view()), 150, 100) != "#ff0000"


def test_classes_are_painted_in_their_own_colours(layers: MapLayers, tmp_path: Path) -> None:
    areas = area_layer((-120, 50, -115.6, 53), (-115.6, 50, -110, 53), acres=[1.0, 9.0])
    (entry,) = layers.add_file(tmp_path / "a.gpkg", [areas])
    layers.change(entry.id, style=Graduated("acres", (5.0,), (Symbol(fill="#00ff00"), Symbol(fill="#0000ff"))))
    image = painted(VectorContent(layers), a_view())
    assert (colour_at(image, 100, 100), colour_at(image, 200, 100)) == ("#00ff00", "#0000ff")


def test_a_layer_is_painted_only_within_its_scales(layers: MapLayers, tmp_path: Path) -> None:
    (entry,) = layers.add_file(tmp_path / "a.gpkg", [area_layer((-120, 50, -110, 53))])
    layers.change(entry.id, style=Single(Symbol(fill="#ff0000")), farthest=500_000.0)
    content = VectorContent(layers)
    assert colour_at(painted(content, a_view(400.0)), 150, 100) != "#ff0000"
    assert colour_at(painted(content, a_view(40.0)), 150, 100) == "#ff0000"


def test_an_area_far_larger_than_the_view_is_painted_and_its_hole_is_not(layers: MapLayers, tmp_path: Path) -> None:
    ring = shapely.box(-170, 10, -60, 80).difference(shapely.box(-115.6001, 51.1999, -115.5999, 51.2001))
    made = VectorLayer("a", (of_geometries(Kind.AREA, np.array([ring])),), "WGS 84", 0)
    (entry,) = layers.add_file(tmp_path / "a.gpkg", [made])
    layers.change(entry.id, style=Single(Symbol(fill="#ff0000")))
    image = painted(VectorContent(layers), a_view(0.2))
    assert colour_at(image, 10, 10) == "#ff0000"
    assert colour_at(image, 150, 100) != "#ff0000"


@pytest.mark.parametrize("projection", [lambda: utm_for(-115.0, 51.0), canada_lambert], ids=["UTM", "Lambert"])
def test_the_map_is_drawn_in_another_projection(layers: MapLayers, projection: Callable[[], object]) -> None:
    chosen = utm_for(-115.0, 51.0) if projection is not canada_lambert else canada_lambert()
    content = VectorContent(layers)
    content.set_projection(chosen)
    view = snapped(View(*chosen.point_to_map(-115.9, 51.6), 200.0, 300, 200))
    colours = {colour_at(painted(content, view), x, y) for x in range(0, 300, 10) for y in range(0, 200, 10)}
    assert DAY.park in colours


class _Sheet:
    """What somebody else paints."""

    def paint(self, painter: QPainter, view: View, exposed: QRectF, theme: Theme) -> None:
        painter.fillRect(exposed, QColor("#00ffff"))


def test_layers_of_others_are_painted_in_their_place(layers: MapLayers) -> None:
    layers.add_other(LayerEntry("raster.1", "Scan", Source(SourceKind.RASTER, "scan.tif")))
    content = VectorContent(layers, {SourceKind.RASTER: lambda _: _Sheet()})
    assert colour_at(painted(content, a_view()), 5, 5) == "#00ffff"
    layers.move("raster.1", len(layers.tree))
    assert colour_at(painted(content, a_view()), 5, 5) != "#00ffff"


def test_without_land_the_ground_is_not_water(layers: MapLayers) -> None:
    for entry in layers.tree:
        layers.change(entry.id, is_visible=False)
    assert colour_at(painted(VectorContent(layers), a_view()), 5, 5) == DAY.land
