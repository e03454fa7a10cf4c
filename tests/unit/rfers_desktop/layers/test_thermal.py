"""Tests of the thermal layer: a series of images, stepped, played and compared."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path

import numpy as np
import pytest
import rasterio
import shapely

from broker_local.protocol.errors import ProtocolError
from rfers_desktop.geo.colour_ramps import LAGOON
from rfers_desktop.layers import thermal
from rfers_desktop.layers.thermal import ThermalImage, ThermalLayer, find_hot_areas, read_thermal_image
from tests.unit.rfers_desktop.raster_files import CALGARY, write_geotiff

NOON = datetime(2026, 7, 1, 12, tzinfo=UTC)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path


def an_image(folder: Path, minute: int, heat: float = 100.0, side: int = 10, key: str = "") -> ThermalImage:
    values = np.linspace(0.0, heat, side * side, dtype=np.float32).reshape(side, side)
    path = write_geotiff(folder / f"{minute}_{heat}_{side}.tif", values)
    return read_thermal_image(path, key or f"at {minute}", NOON + timedelta(minutes=minute))


def a_series(folder: Path, *minutes: int) -> ThermalLayer:
    layer = ThermalLayer()
    for minute in minutes:
        layer.put(an_image(folder, minute))
    return layer


def keys(images: tuple[ThermalImage, ...]) -> list[str]:
    return [image.key for image in images]


def test_images_are_ordered_by_the_moment_they_were_taken_not_by_arrival(folder: Path) -> None:
    layer = a_series(folder, 10, 30, 20)
    assert keys(layer.images) == ["at 10", "at 20", "at 30"]
    assert layer.current is not None
    assert layer.current.key == "at 30"
    assert keys(layer.shown.images) == ["at 10", "at 20", "at 30"]


def test_who_looks_at_the_newest_follows_it_and_who_looks_back_stays(folder: Path) -> None:
    layer = a_series(folder, 10, 20)
    layer.put(an_image(folder, 30))
    assert layer.index == 2
    layer.step_to(1)
    layer.put(an_image(folder, 40))
    layer.put(an_image(folder, 5))
    assert layer.current is not None
    assert layer.current.key == "at 20"
    assert keys(layer.shown.images) == ["at 5", "at 10", "at 20"]


def test_a_new_image_changes_only_its_own_area(folder: Path) -> None:
    layer = a_series(folder, 10)
    change = layer.put(an_image(folder, 20, heat=90.0, side=4))
    assert not change.is_everything
    assert change.is_series
    (area,) = change.areas
    assert area == layer.images[1].bounds
    assert area[2] - area[0] < 0.5 * (layer.images[0].bounds[2] - layer.images[0].bounds[0])


def test_an_image_that_is_much_hotter_widens_the_range_and_so_changes_everything(folder: Path) -> None:
    layer = a_series(folder, 10)
    assert layer.shown.colouring.high == pytest.approx(100, abs=2)
    assert layer.put(an_image(folder, 20, heat=800.0)).is_everything
    assert layer.shown.colouring.high == pytest.approx(800, abs=10)


def test_a_range_that_somebody_set_is_kept_until_they_let_it_go(folder: Path) -> None:
    layer = a_series(folder, 10)
    assert layer.colour(span=(50.0, 60.0)).is_everything
    assert not layer.put(an_image(folder, 20, heat=800.0)).is_everything
    assert (layer.shown.colouring.low, layer.shown.colouring.high) == (50.0, 60.0)
    layer.colour_by_itself()
    assert layer.shown.colouring.high > 500


def test_stepping_shows_what_was_known_then_and_changes_only_the_areas_between(folder: Path) -> None:
    layer = a_series(folder, 10, 20, 30)
    change = layer.step_to(0)
    assert keys(layer.shown.images) == ["at 10"]
    assert change.areas == (layer.images[1].bounds, layer.images[2].bounds)
    assert layer.step_to(99).areas == change.areas
    assert layer.index == 2
    assert layer.step_to(-5).areas
    assert layer.index == 0


def test_an_animation_goes_round(folder: Path) -> None:
    layer = a_series(folder, 10, 20, 30)
    layer.play(True)
    assert layer.is_playing
    seen = []
    for _ in range(4):
        layer.advance()
        seen.append(layer.index)
    assert seen == [0, 1, 2, 0]


def test_one_image_is_no_animation(folder: Path) -> None:
    layer = a_series(folder, 10)
    layer.play(True)
    assert not layer.is_playing
    assert ThermalLayer().advance() == thermal.ThermalChange()


def test_before_and_after_are_shown_on_the_two_sides_of_a_line(folder: Path) -> None:
    layer = a_series(folder, 10, 20, 30)
    assert layer.compare(0, swipe_x=5.0).is_everything
    assert keys(layer.shown.before) == ["at 10"]
    assert layer.swipe_to(9.0).swiped == (5.0, 9.0)
    assert layer.shown.swipe_x == 9.0
    layer.compare(None)
    assert layer.shown.swipe_x is None
    assert layer.shown.before == ()
    assert layer.swipe_to(3.0) == thermal.ThermalChange()


def test_the_moment_before_stays_the_same_when_older_images_come_and_go(folder: Path) -> None:
    layer = a_series(folder, 10, 20)
    layer.compare(0, 1.0)
    layer.put(an_image(folder, 5))
    assert layer.before_index == 1
    layer.take("at 5")
    assert layer.before_index == 0
    assert layer.take("at 10").is_everything
    assert layer.before_index is None
    assert layer.shown.swipe_x is None


def test_taking_an_image_away_leaves_the_others(folder: Path) -> None:
    layer = a_series(folder, 10, 20, 30)
    gone = layer.images[2]
    assert layer.take("at 30").areas == (gone.bounds,)
    assert keys(layer.shown.images) == ["at 10", "at 20"]
    assert layer.take("never") == thermal.ThermalChange()
    layer.take("at 10")
    layer.take("at 20")
    assert layer.current is None
    assert layer.shown.images == ()


def test_the_same_image_again_takes_the_place_of_the_first(folder: Path) -> None:
    layer = a_series(folder, 10, 20)
    layer.put(an_image(folder, 15, key="at 10"))
    assert keys(layer.images) == ["at 10", "at 20"]
    assert layer.index == 1


def test_the_oldest_go_when_the_series_is_too_long(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(thermal, "LONGEST_SERIES", 2)
    layer = a_series(folder, 10, 20, 30)
    assert keys(layer.images) == ["at 20", "at 30"]
    assert layer.index == 1


def test_how_it_looks_is_changed_and_told(folder: Path) -> None:
    layer = a_series(folder, 10)
    assert layer.colour(ramp=LAGOON).is_everything
    assert layer.colour(ramp=LAGOON) == thermal.ThermalChange()
    assert layer.colour(edges=(10.0, 50.0)).is_everything
    assert layer.shown.colouring.edges == (10.0, 50.0)
    assert layer.shown.colouring.ramp is LAGOON
    assert layer.set_opacity(7.0) == thermal.ThermalChange()
    layer.set_opacity(-1.0)
    assert layer.shown.opacity == 0.0
    assert layer.set_visible(False).is_everything
    with pytest.raises(ProtocolError, match="range"):
        layer.colour(span=(2.0, 1.0))


def test_the_topmost_valid_pixel_says_the_value(folder: Path) -> None:
    layer = a_series(folder, 10)
    small = an_image(folder, 20, heat=90.0, side=4)
    layer.put(small)
    lon, lat = CALGARY[0] + 0.0005, CALGARY[1] - 0.0005
    assert layer.shown.value_at(lon, lat) == (small, 0.0)
    found = layer.shown.value_at(CALGARY[0] + 0.012, CALGARY[1] - 0.007)
    assert found is not None
    assert found[0].key == "at 10"
    assert layer.shown.value_at(0.0, 0.0) is None
    layer.set_visible(False)
    assert layer.shown.value_at(lon, lat) is None


def test_hot_areas_are_those_of_the_newest_shown(folder: Path) -> None:
    layer = a_series(folder, 10)
    layer.put(an_image(folder, 20, heat=900.0))
    areas = find_hot_areas(layer.shown, 800.0)
    assert len(areas) == 1
    assert layer.outline(areas).is_everything
    assert layer.shown.hot_areas == areas
    layer.step_to(0)
    assert find_hot_areas(layer.shown, 800.0) == ()
    assert find_hot_areas(ThermalLayer().shown, 1.0) == ()


def test_clearing_begins_again(folder: Path) -> None:
    layer = a_series(folder, 10, 20)
    layer.clear()
    assert layer.images == ()
    assert layer.shown.images == ()
    layer.put(an_image(folder, 30))
    assert layer.index == 0


def test_an_image_has_its_moment_from_who_sent_it_or_from_its_own_tag(folder: Path) -> None:
    path = write_geotiff(folder / "a.tif", np.ones((4, 4), np.float32))
    with pytest.raises(ProtocolError, match="a.tif: expected the moment it was taken, got none"):
        read_thermal_image(path, "a")
    with rasterio.open(path, "r+") as file:
        file.update_tags(TIFFTAG_DATETIME="2026:07:01 12:00:00")
    assert read_thermal_image(path, "a").taken_at == NOON
    footprint = shapely.box(0, 0, 1, 1)
    image = read_thermal_image(path.read_bytes(), "a", NOON + timedelta(hours=1), "Jasper, wind 40 km/h", footprint)
    assert (image.taken_at.hour, image.title, image.footprint) == (13, "Jasper, wind 40 km/h", footprint)


def test_a_picture_in_colours_is_no_thermal_image(folder: Path) -> None:
    path = write_geotiff(folder / "c.tif", np.zeros((3, 4, 4), np.uint8), photometric="RGB")
    with pytest.raises(ProtocolError, match="c.tif: expected an image of measured values, got a picture in colours"):
        read_thermal_image(path, "c", NOON)
