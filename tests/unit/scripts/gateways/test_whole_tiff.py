"""A TIFF is whole when everything that its directories name is there; each way of writing one is understood."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from scripts.gateways.whole_tiff import is_whole_tiff
from tests.geotiffs import a_geotiff, a_hand_made_tiff

NOISE = np.random.default_rng(1).integers(0, 255, (3, 96, 80)).astype(np.uint8)
WAYS = {
    "strips": a_geotiff(pixels=NOISE),
    "tiles and deflate": a_geotiff(pixels=NOISE, tiled=True, blockxsize=16, blockysize=16, compress="deflate"),
    "big": a_geotiff(pixels=NOISE, BIGTIFF="YES"),
    "big end first": a_geotiff(pixels=NOISE, ENDIANNESS="BIG"),
    "with a mask": a_geotiff(pixels=NOISE[0], mask=NOISE[0] > 9),
}


def written(folder: Path, content: bytes) -> Path:
    path = folder / "image.tif"
    path.write_bytes(content)
    return path


@pytest.mark.parametrize("way", WAYS)
def test_a_file_is_whole_with_all_its_bytes_and_not_before(way: str, tmp_path: Path) -> None:
    content = WAYS[way]
    assert is_whole_tiff(written(tmp_path, content))
    for length in (0, 3, 7, 20, len(content) // 3, len(content) // 2, len(content) - 100):
        assert not is_whole_tiff(written(tmp_path, content[:length])), length


@pytest.mark.parametrize("content", [b"II*\0", b"no image at all, but long enough", b"II\x07\0" + bytes(20)])
def test_what_is_no_tiff_is_never_whole(content: bytes, tmp_path: Path) -> None:
    assert not is_whole_tiff(written(tmp_path, content))


def test_directories_in_a_circle_are_not_followed_for_ever(tmp_path: Path) -> None:
    whole = a_hand_made_tiff()
    assert is_whole_tiff(written(tmp_path, whole))
    assert is_whole_tiff(written(tmp_path, a_hand_made_tiff(next_ifd=20)))
    assert not is_whole_tiff(written(tmp_path, a_hand_made_tiff(next_ifd=1_000_000)))
