"""Photos of a scene, made for the purpose: a house, flames, smoke, never twice the same; PNG files."""

from __future__ import annotations

import struct
import zlib

import numpy as np
from numpy.typing import NDArray

Picture = NDArray[np.float64]  # rows, columns, red-green-blue from 0 to 1

_SIGNATURE = b"\x89PNG\r\n\x1a\n"
_FLAMES = np.array([[0.35, 0.05, 0.02], [0.9, 0.25, 0.04], [1.0, 0.65, 0.1], [1.0, 0.95, 0.6]])


def scene_photo(seed: int, width: int = 240, height: int = 160) -> bytes:
    """A burning building at some hour, as a PNG."""
    rng = np.random.default_rng(seed)
    across, down = np.meshgrid(np.linspace(0, 1, width), np.linspace(0, 1, height))
    light = rng.uniform(0.35, 1.0)  # from dusk to noon
    picture = _sky(down, light, rng)
    left, right, roof = rng.uniform(0.12, 0.3), rng.uniform(0.6, 0.88), rng.uniform(0.35, 0.5)
    is_house = (across > left) & (across < right) & (down > roof) & (down < 0.86)
    wall = np.array(rng.uniform(0.35, 0.75, 3)) * light
    picture[is_house] = wall * (0.9 + 0.1 * rng.random((int(is_house.sum()), 1)))
    floors, bays = rng.integers(2, 5), rng.integers(3, 7)
    in_floor = ((down - roof) / (0.86 - roof) * floors) % 1
    in_bay = ((across - left) / (right - left) * bays) % 1
    is_window = is_house & (np.abs(in_floor - 0.5) < 0.24) & (np.abs(in_bay - 0.5) < 0.22)
    picture[is_window] = np.array([0.08, 0.09, 0.12])
    seat = rng.uniform(left + 0.08, right - 0.08)
    heat = _flames(across, down, seat, roof, rng)
    picture = _laid_over(picture, _ramp(heat), np.clip(heat * 2.2, 0, 1))
    smoke = _smoke(across, down, seat, roof, rng)
    picture = _laid_over(picture, np.full(3, 0.22 * light + 0.08), smoke)
    grain = rng.normal(0, 0.02, picture.shape)
    return written_png(np.clip((picture + grain) * 255, 0, 255).astype(np.uint8))


def written_png(pixels: NDArray[np.uint8]) -> bytes:
    """Rows, columns and three colours as a PNG file (ISO/IEC 15948)."""
    height, width, _ = pixels.shape
    rows = np.concatenate((np.zeros((height, 1), np.uint8), pixels.reshape(height, -1)), axis=1)  # filter 0 each
    head = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    return _SIGNATURE + _chunk(b"IHDR", head) + _chunk(b"IDAT", zlib.compress(rows.tobytes(), 9)) + _chunk(b"IEND", b"")


def _chunk(kind: bytes, content: bytes) -> bytes:
    return struct.pack(">I", len(content)) + kind + content + struct.pack(">I", zlib.crc32(kind + content))


def _sky(down: NDArray[np.float64], light: float, rng: np.random.Generator) -> Picture:
    top, low = np.array([0.25, 0.45, 0.75]) * light, np.array([0.8, 0.72, 0.62]) * light
    share = np.clip(down / 0.8, 0, 1)[..., np.newaxis]
    sky = top * (1 - share) + low * share
    ground = np.array([0.3, 0.32, 0.26]) * light * (0.9 + 0.2 * rng.random((*down.shape, 1)))
    return np.where((down > 0.82)[..., np.newaxis], ground, sky)


def _flames(
    across: NDArray[np.float64], down: NDArray[np.float64], seat: float, roof: float, rng: np.random.Generator
) -> NDArray[np.float64]:
    waver = sum(0.02 * np.sin(n * 17 * down + rng.uniform(0, 6.3)) for n in (1, 2, 3))
    width = 0.11 * np.clip((down - roof + 0.3) / 0.45, 0.05, 1)
    body = np.exp(-(((across - seat + waver) / width) ** 2)) * np.clip((down - roof + 0.3) * 3, 0, 1)
    return np.asarray(body * (down < 0.8) * (0.8 + 0.2 * rng.random(down.shape)))


def _smoke(
    across: NDArray[np.float64], down: NDArray[np.float64], seat: float, roof: float, rng: np.random.Generator
) -> NDArray[np.float64]:
    lean = rng.uniform(-0.6, 0.6)
    height = np.clip(roof - down, 0, 1)
    middle = seat + lean * height + 0.03 * np.sin(25 * height + rng.uniform(0, 6.3))
    width = 0.06 + 0.5 * height
    return np.asarray(0.85 * np.exp(-(((across - middle) / width) ** 2)) * (height > 0) * np.exp(-1.2 * height))


def _ramp(heat: NDArray[np.float64]) -> Picture:
    steps = np.linspace(0, 1, len(_FLAMES))
    return np.stack([np.interp(heat, steps, _FLAMES[:, colour]) for colour in range(3)], axis=-1)


def _laid_over(picture: Picture, colour: Picture, share: NDArray[np.float64]) -> Picture:
    cover = share[..., np.newaxis]
    return np.asarray(picture * (1 - cover) + colour * cover)
