"""Tests of what thermal images say at a place."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import numpy as np
import rasterio

from rfers_desktop.layers.identify import Spot
from rfers_desktop.layers.thermal import ThermalLayer, read_thermal_image
from rfers_desktop.layers.thermal_identify import ThermalIdentify
from tests.unit.rfers_desktop.raster_files import CALGARY, write_geotiff


def a_spot(lon: float, lat: float) -> Spot:
    return Spot(lon, lat, 0.0, 0.0, 0.0, 0.0, 5.0, 1.0)


def a_layer(path: Path, unit: str) -> ThermalLayer:
    write_geotiff(path, np.full((9, 9), 312.5, np.float32))
    with rasterio.open(path, "r+") as file:
        file.units = (unit,)
    layer = ThermalLayer()
    layer.put(read_thermal_image(path, "a", datetime(2026, 7, 1, 12, tzinfo=UTC), "Ridge"))
    return layer


def test_the_temperature_of_the_pixel_is_told_with_its_unit_and_moment(tmp_path: Path) -> None:
    source = ThermalIdentify(a_layer(tmp_path / "a.tif", "degC"))
    (found,) = source.identify(a_spot(CALGARY[0] + 0.003, CALGARY[1] - 0.003))
    assert (found.layer, found.title) == ("Thermal images", "Ridge")
    assert found.facts == (("Temperature", "312.5 °C"), ("Taken", "2026-07-01 12:00:00 UTC"))
    assert list(source.identify(a_spot(0.0, 0.0))) == []


def test_what_has_no_unit_of_temperature_is_a_value(tmp_path: Path) -> None:
    (found,) = ThermalIdentify(a_layer(tmp_path / "a.tif", "")).identify(a_spot(CALGARY[0] + 0.003, CALGARY[1] - 0.003))
    assert found.facts[0] == ("Value", "312.5")


def test_an_image_that_went_away_is_told_of(tmp_path: Path) -> None:
    source = ThermalIdentify(a_layer(tmp_path / "a.tif", ""))
    (tmp_path / "a.tif").unlink()
    (found,) = source.identify(a_spot(CALGARY[0] + 0.003, CALGARY[1] - 0.003))
    assert found.title == "An image cannot be read"
