"""Thermal images are GeoTIFFs of the fire at a moment: in place, in °C, with edges without data."""

from __future__ import annotations

from datetime import UTC, datetime

import numpy as np
import pytest
import rasterio
import shapely

from broker_local.service.images import read_image
from scripts.simulation.ground import grid_around
from scripts.simulation.terrain import level_terrain
from scripts.simulation.thermal_images import NO_DATA, Pass, image_of, pass_over
from scripts.simulation.wildfire import Wind, spread

GRID = grid_around((-114.7, 50.95), 4_000, 4_000, 40.0)
CENTRE = GRID.place(50.5, 50.5)
HOUR = 3600.0


@pytest.fixture(scope="module")
def fire():
    return spread(level_terrain(GRID), [CENTRE], HOUR, Wind(270, 6.0))


@pytest.mark.parametrize("pixel_m", [10.0, 20.0, 60.0])
def test_an_image_of_any_resolution_is_hot_where_the_fire_is(fire, pixel_m: float) -> None:
    flight = pass_over(fire, HOUR, 70.0, pixel_m=pixel_m)
    content = image_of(fire, HOUR, flight, seed=2)
    with rasterio.MemoryFile(content) as memory, memory.open() as image:
        assert image.crs.to_epsg() == 32611
        assert image.res == (pixel_m, pixel_m)
        assert image.units == ("°C",)
        counts = image.read(1, masked=True)
        celsius = counts * image.scales[0]
        hot_rows, hot_columns = np.nonzero((celsius > 400).filled(False))
        x, y = image.xy(hot_rows, hot_columns)
    assert len(x) > 10
    rows, columns = GRID.cells_of_metres(np.asarray(x), np.asarray(y))
    near = fire.burnt(HOUR) | np.roll(fire.burnt(HOUR), 1, 0) | np.roll(fire.burnt(HOUR), -1, 0)
    near = near | np.roll(near, 1, 1) | np.roll(near, -1, 1)
    assert near[rows.astype(int), columns.astype(int)].all()
    assert 10 < float(np.ma.median(celsius)) < 40 or pixel_m > 50
    share = float(np.ma.getmaskarray(counts).mean())
    assert 0.02 < share < 0.6, "edges without data"


def test_noise_is_of_the_seed(fire) -> None:
    flight = Pass(CENTRE, length_m=3_000, width_m=2_000, pixel_m=40.0)
    one, again, other = (image_of(fire, HOUR, flight, seed) for seed in (1, 1, 2))
    assert one == again
    assert one != other


def test_the_service_finds_place_and_time_of_an_image(fire) -> None:
    taken = datetime(2026, 8, 1, 21, 30, tzinfo=UTC)
    facts = read_image(image_of(fire, HOUR, pass_over(fire, HOUR, 30.0), taken_at=taken), "image")
    assert facts.taken_at == taken
    assert facts.footprint.covers(fire.perimeter(HOUR))
    assert facts.footprint.area < 0.9 * shapely.box(*facts.footprint.bounds).area, "the swath lies aslant"


def test_passes_grow_with_the_fire(fire) -> None:
    early, late = (pass_over(fire, at_s, 70.0) for at_s in (600.0, HOUR))
    assert late.length_m > early.length_m
    with pytest.raises(ValueError, match="something has burnt"):
        pass_over(fire, -1.0, 70.0)


def test_no_data_is_no_temperature() -> None:
    assert NO_DATA * 0.5 < -273.15
