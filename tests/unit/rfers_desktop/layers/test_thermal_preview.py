"""Tests of rfers_desktop/layers/thermal_preview.py."""

from __future__ import annotations

import numpy as np
import pytest

from broker_local.protocol.errors import ProtocolError
from rfers_desktop.layers.thermal_preview import thermal_preview
from tests.geotiffs import a_geotiff


def test_the_hottest_pixel_is_told_and_the_picture_is_small() -> None:
    heat = np.full((600, 900), 300.0, dtype=np.float32)
    heat[10, 20] = 745.0
    made = thermal_preview(a_geotiff(pixels=heat, pixel=10.0), "image")
    assert made.peak == 745.0
    assert max(made.colours.shape[:2]) <= 322
    assert made.colours.shape[2] == 4


def test_what_is_no_thermal_image_is_refused() -> None:
    with pytest.raises(ProtocolError):
        thermal_preview(b"no image", "image")
    with pytest.raises(ProtocolError, match="measured"):
        thermal_preview(a_geotiff(pixels=np.zeros((3, 4, 5), dtype=np.uint8), photometric="RGB"), "image")


def test_an_image_without_a_valid_pixel_is_refused() -> None:
    nothing = np.full((3, 4), np.nan, dtype=np.float32)
    with pytest.raises(ProtocolError):
        thermal_preview(a_geotiff(pixels=nothing), "image")
