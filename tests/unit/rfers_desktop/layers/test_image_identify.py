"""Tests of what users' images say at a place."""

from __future__ import annotations

from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from rfers_desktop.geo.rasters import Raster, open_raster
from rfers_desktop.layers.identify import Identified, Spot
from rfers_desktop.layers.image_identify import ImageIdentify
from tests.unit.rfers_desktop.raster_files import CALGARY, write_geotiff


def an_image(path: Path, values: NDArray[np.generic], nodata: float | None = None) -> Raster:
    return open_raster(write_geotiff(path, values, nodata=nodata))


def found_in(*images: tuple[str, Raster], east: float = 0.003) -> list[Identified]:
    spot = Spot(CALGARY[0] + east, CALGARY[1] - 0.003, 0.0, 0.0, 0.0, 0.0, 5.0, 1.0)
    return list(ImageIdentify(lambda: images).identify(spot))


def test_the_value_of_the_pixel_is_told_under_the_name_of_the_layer(tmp_path: Path) -> None:
    height = an_image(tmp_path / "dem.tif", np.full((9, 9), 1532.25, np.float32))
    assert found_in(("Heights", height)) == [Identified("Heights", "Pixel", (("Value", "1532.25"),))]
    assert found_in(("Heights", height), east=5.0) == []


def test_each_band_of_a_picture_has_its_value(tmp_path: Path) -> None:
    photo = an_image(tmp_path / "photo.tif", np.stack([np.full((9, 9), v, np.uint8) for v in (12, 120, 250)]))
    (found,) = found_in(("Photo", photo))
    assert found.facts == (("Band 1", "12"), ("Band 2", "120"), ("Band 3", "250"))


def test_where_an_image_has_nothing_it_says_nothing(tmp_path: Path) -> None:
    assert found_in(("Holes", an_image(tmp_path / "holes.tif", np.zeros((9, 9), np.uint16), nodata=0))) == []


def test_an_image_that_went_away_is_told_of_and_the_others_answer(tmp_path: Path) -> None:
    gone = an_image(tmp_path / "gone.tif", np.ones((9, 9), np.uint8))
    here = an_image(tmp_path / "here.tif", np.ones((9, 9), np.uint8))
    (tmp_path / "gone.tif").unlink()
    first, second = found_in(("Gone", gone), ("Here", here))
    assert (first.layer, first.title) == ("Gone", "An image cannot be read")
    assert second.layer == "Here"
