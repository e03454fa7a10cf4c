"""Tests of painting thermal images."""

from __future__ import annotations

import threading
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import QPoint, QRect
from PySide6.QtGui import QImage

from rfers_desktop.geo.colour_ramps import EMBER
from rfers_desktop.geo.projections import WEB_MERCATOR, utm_for
from rfers_desktop.layers.thermal import ThermalChange, ThermalImage, ThermalLayer, find_hot_areas, read_thermal_image
from rfers_desktop.ui.map.pixel_frame import PixelFrame
from rfers_desktop.ui.map.sheet import blank, paint_box
from rfers_desktop.ui.map.thermal_content import ThermalContent
from rfers_desktop.ui.map.view import View
from rfers_desktop.ui.themes import DAY
from tests.unit.rfers_desktop.raster_files import CALGARY, write_geotiff

pytestmark = pytest.mark.display

NOON = datetime(2026, 7, 1, 12, tzinfo=UTC)
HOTTEST = EMBER.table()[-1].tolist()
COLDEST = EMBER.table()[0].tolist()


def an_image(path: Path, values: np.ndarray, minute: int = 0) -> ThermalImage:
    return read_thermal_image(write_geotiff(path, values, pixel=50.0), path.name, NOON + timedelta(minutes=minute))


def flat(heat: float, side: int = 100) -> np.ndarray:
    values = np.full((side, side), heat, dtype=np.float32)
    values[0, :2] = 0.0, 100.0
    return values


def view_of(image: ThermalImage, ratio: float = 1.0, px: int = 200) -> View:
    x_min, y_min, x_max, y_max = image.raster.bounds_in(WEB_MERCATOR)
    return View((x_min + x_max) / 2, (y_min + y_max) / 2, (x_max - x_min) / px, px + 20, px + 10, ratio)


def shown_by(layer: ThermalLayer) -> ThermalContent:
    content = ThermalContent()
    content.show(layer.shown, ThermalChange(is_everything=True))
    return content


def a_layer(*images: ThermalImage) -> ThermalLayer:
    layer = ThermalLayer()
    for image in images:
        layer.put(image)
    layer.colour(span=(0.0, 100.0))
    return layer


def whole(content: ThermalContent, view: View) -> QImage:
    frame = PixelFrame.of(view)
    picture = blank(frame.width, frame.height)
    paint_box(picture, QPoint(0, 0), content.painting(), view, frame.rect, DAY)
    return picture


def colour_at(picture: QImage, across: float, down: float) -> list[int]:
    colour = picture.pixelColor(int(picture.width() * across), int(picture.height() * down))
    return [colour.red(), colour.green(), colour.blue(), colour.alpha()]


def test_an_image_is_painted_in_its_place_and_nothing_around_it(tmp_path: Path) -> None:
    image = an_image(tmp_path / "a.tif", flat(100.0))
    view = view_of(image)
    picture = whole(shown_by(a_layer(image)), view)
    assert colour_at(picture, 0.5, 0.5) == [*HOTTEST, 255]
    assert colour_at(picture, 0.01, 0.5)[3] == 0
    corner = view.pixel(*WEB_MERCATOR.point_to_map(*CALGARY))
    assert picture.pixelColor(int(corner.x()) + 8, int(corner.y()) + 8).alpha() == 255
    assert picture.pixelColor(int(corner.x()) - 3, int(corner.y()) - 3).alpha() == 0


@pytest.mark.parametrize("ratio", [1.0, 1.5, 2.0])
def test_parts_painted_one_by_one_are_to_the_bit_the_whole(tmp_path: Path, ratio: float) -> None:
    noise = np.random.default_rng(3).random((300, 300)).astype("float32") * 100
    first, second = an_image(tmp_path / "a.tif", noise), an_image(tmp_path / "b.tif", flat(50.0, 60), 5)
    layer = a_layer(first, second)
    layer.outline(find_hot_areas(a_layer(first).shown, 99.9))
    view = view_of(first, ratio)
    layer.compare(0, view.x)
    expected = whole(shown_by(layer), view)
    content, frame = shown_by(layer), PixelFrame.of(view)
    picture = blank(frame.width, frame.height)
    for left in range(0, frame.width, 37):
        for top in range(0, frame.height, 53):
            box = QRect(left, top, 37, 53).intersected(frame.rect)
            paint_box(picture, QPoint(0, 0), content.painting(), view, box, DAY)
    assert picture == expected


def test_a_view_pushed_by_whole_pixels_shows_the_same_pixels_elsewhere(tmp_path: Path) -> None:
    noise = np.random.default_rng(3).random((300, 300)).astype("float32") * 100
    image = an_image(tmp_path / "a.tif", noise)
    content, view = shown_by(a_layer(image)), view_of(image)
    first, second = whole(content, view), whole(content, view.moved(13, -7))
    size = QRect(0, 0, 150, 150)
    assert second.copy(size.translated(33, 13)) == first.copy(size.translated(20, 20))


def test_the_newest_is_on_top_and_older_ones_show_where_it_has_no_data(tmp_path: Path) -> None:
    newer = flat(0.0)
    newer[:, 50:] = np.nan
    old, new = an_image(tmp_path / "a.tif", flat(100.0)), an_image(tmp_path / "b.tif", newer, 5)
    layer = a_layer(new, old)
    view = view_of(old)
    picture = whole(shown_by(layer), view)
    assert colour_at(picture, 0.3, 0.5) == [*COLDEST, 255]
    assert colour_at(picture, 0.7, 0.5) == [*HOTTEST, 255]
    layer.step_to(0)
    assert colour_at(whole(shown_by(layer), view), 0.3, 0.5) == [*HOTTEST, 255]


def test_left_of_the_swipe_line_is_before_and_right_of_it_after(tmp_path: Path) -> None:
    old, new = an_image(tmp_path / "a.tif", flat(100.0)), an_image(tmp_path / "b.tif", flat(0.0), 5)
    layer = a_layer(old, new)
    view = view_of(old)
    layer.compare(0, view.x)
    picture = whole(shown_by(layer), view)
    assert colour_at(picture, 0.3, 0.5) == [*HOTTEST, 255]
    assert colour_at(picture, 0.7, 0.5) == [*COLDEST, 255]
    assert picture.pixelColor(picture.width() // 2 + 1, 2).name() == DAY.selection


def test_opacity_and_hiding(tmp_path: Path) -> None:
    image = an_image(tmp_path / "a.tif", flat(100.0))
    layer = a_layer(image)
    layer.set_opacity(0.5)
    assert colour_at(whole(shown_by(layer), view_of(image)), 0.5, 0.5)[3] == pytest.approx(128, abs=1)
    layer.set_visible(False)
    assert colour_at(whole(shown_by(layer), view_of(image)), 0.5, 0.5)[3] == 0


def test_hot_areas_are_outlined(tmp_path: Path) -> None:
    values = flat(0.0)
    values[40:60, 40:60] = 100.0
    image = an_image(tmp_path / "a.tif", values)
    layer = a_layer(image)
    layer.take(image.key)
    layer.outline(find_hot_areas(a_layer(image).shown, 90.0))
    picture = whole(shown_by(layer), view_of(image))
    assert colour_at(picture, 0.5, 0.5)[3] == 0
    assert any(picture.pixelColor(x, picture.height() // 2).name() == "#3df0ff" for x in range(picture.width()))


def test_a_patch_is_all_that_changes(tmp_path: Path) -> None:
    large, patch = an_image(tmp_path / "a.tif", flat(50.0, 400)), an_image(tmp_path / "b.tif", flat(50.0, 12), 5)
    layer = a_layer(large)
    content = shown_by(layer)
    (bounds,) = content.show(layer.shown, layer.put(patch)) or []
    box = view_of(large).box(bounds)
    assert box.width() * box.height() < 0.005 * 200 * 200
    again = content.show(layer.shown, ThermalChange(swiped=(5.0, 2.0))) or []
    assert again[0][0] == 2.0
    assert again[0][2] == 5.0
    assert content.show(layer.shown, ThermalChange(is_everything=True)) is None


def test_an_image_is_shown_in_another_projection(tmp_path: Path) -> None:
    image = an_image(tmp_path / "a.tif", flat(100.0))
    content = shown_by(a_layer(image))
    utm = utm_for(*CALGARY)
    content.set_projection(utm)
    x, y = utm.point_to_map(CALGARY[0] + 0.02, CALGARY[1] - 0.02)
    assert colour_at(whole(content, View(x, y, 10.0, 50, 50)), 0.5, 0.5) == [*HOTTEST, 255]


def test_it_can_be_painted_on_another_thread(tmp_path: Path) -> None:
    image = an_image(tmp_path / "a.tif", flat(100.0))
    content, view = shown_by(a_layer(image)), view_of(image)
    pictures: list[QImage] = []
    thread = threading.Thread(target=lambda: pictures.append(whole(content, view)))
    thread.start()
    thread.join(30)
    assert pictures[0] == whole(content, view)


def test_a_file_that_went_away_is_told_of_once_and_the_others_are_still_painted(tmp_path: Path) -> None:
    old, new = an_image(tmp_path / "a.tif", flat(100.0)), an_image(tmp_path / "b.tif", flat(0.0), 5)
    content = shown_by(a_layer(old, new))
    (tmp_path / "b.tif").unlink()
    assert colour_at(whole(content, view_of(old)), 0.5, 0.5) == [*HOTTEST, 255]
    (problem,) = content.problems.take()
    assert problem.startswith("b.tif: expected an image that can be read")
    assert content.problems.take() == []


def test_what_is_being_painted_does_not_change_when_something_else_is_shown(tmp_path: Path) -> None:
    image = an_image(tmp_path / "a.tif", flat(100.0))
    layer = a_layer(image)
    content, view = shown_by(layer), view_of(image)
    painting, frame = content.painting(), PixelFrame.of(view)
    content.show(replace(layer.shown, is_visible=False), ThermalChange(is_everything=True))
    picture = blank(frame.width, frame.height)
    paint_box(picture, QPoint(0, 0), painting, view, frame.rect, DAY)
    assert colour_at(picture, 0.5, 0.5)[3] == 255


def test_an_image_that_was_read_ahead_is_at_hand_and_painted_without_its_file(tmp_path: Path) -> None:
    image = an_image(tmp_path / "a.tif", flat(100.0))
    view, content = view_of(image), shown_by(a_layer(image))
    spot = [QRect(60, 60, 40, 40)]
    assert not content.is_at_hand(view, spot)
    content.read_ahead(image, view)
    (tmp_path / "a.tif").unlink()
    assert content.is_at_hand(view, spot)
    assert colour_at(whole(content, view), 0.5, 0.5) == [*HOTTEST, 255]
    assert content.problems.take() == []


def test_much_is_never_at_hand_and_where_no_image_is_always(tmp_path: Path) -> None:
    image = an_image(tmp_path / "a.tif", flat(100.0))
    view, content = view_of(image, px=600), shown_by(a_layer(image))
    content.read_ahead(image, view)
    assert not content.is_at_hand(view, [QRect(0, 0, 400, 400)])
    assert shown_by(ThermalLayer()).is_at_hand(view, [QRect(0, 0, 10, 10)])
