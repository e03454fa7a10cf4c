"""Photos are PNG files that can be opened, and no two scenes are alike."""

from __future__ import annotations

import numpy as np
import pytest
import rasterio
from rasterio.errors import NotGeoreferencedWarning

from scripts.simulation.photos import scene_photo, written_png


def pixels_of(content: bytes) -> np.ndarray:
    with pytest.warns(NotGeoreferencedWarning), rasterio.MemoryFile(content) as memory, memory.open() as image:
        return image.read()


def test_what_is_written_can_be_read() -> None:
    pixels = np.arange(4 * 5 * 3, dtype=np.uint8).reshape(4, 5, 3)
    assert np.array_equal(pixels_of(written_png(pixels)), np.moveaxis(pixels, 2, 0))


def test_a_scene_has_flames_and_is_small_enough_to_send() -> None:
    content = scene_photo(3)
    red, _, blue = pixels_of(content).astype(int)
    assert red.shape == (160, 240)
    assert ((red > 200) & (blue < 120)).sum() > 100
    assert len(content) < 200_000


def test_the_same_seed_shows_the_same_scene_and_another_one_another() -> None:
    assert scene_photo(1) == scene_photo(1)
    assert scene_photo(1) != scene_photo(2)
