"""Tests of keeping tiles on disk."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from threading import Thread

import pytest

from rfers_desktop.layers.tile_cache import KeptTile, TileCache
from rfers_desktop.layers.tile_services import TileAddress

TILE = TileAddress(10, 187, 342)


class Clock:
    now_s = 1000.0

    def __call__(self) -> float:
        return self.now_s


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def cache(tmp_path: Path, clock: Clock) -> Iterator[TileCache]:
    made = TileCache(tmp_path / "below" / "tiles.db", most_bytes=1000, clock=clock)
    yield made
    made.close()


def test_a_kept_tile_is_found_by_its_service_and_place(cache: TileCache) -> None:
    cache.keep("a", TILE, b"picture", 60.0)
    assert cache.find("a", TILE) == KeptTile(b"picture", is_old=False)
    assert cache.find("b", TILE) is None
    assert cache.find("a", TILE.parent()) is None


def test_a_tile_grows_old_but_stays(cache: TileCache, clock: Clock) -> None:
    cache.keep("a", TILE, b"picture", 60.0)
    clock.now_s += 60.0
    assert cache.find("a", TILE) == KeptTile(b"picture", is_old=True)


def test_a_new_tile_takes_the_place_of_the_old(cache: TileCache) -> None:
    cache.keep("a", TILE, b"12345", 60.0)
    cache.keep("a", TILE, b"123", 60.0)
    assert cache.size == 3
    assert cache.find("a", TILE) == KeptTile(b"123", is_old=False)


def test_the_least_lately_used_go_when_there_is_no_room(cache: TileCache, clock: Clock) -> None:
    tiles = [TileAddress(5, column, 0) for column in range(11)]
    for tile in tiles[:10]:
        clock.now_s += 1
        cache.keep("a", tile, b"x" * 100, 60.0)
    clock.now_s += 1
    assert cache.find("a", tiles[0]) is not None
    clock.now_s += 1
    cache.keep("a", tiles[10], b"x" * 100, 60.0)
    assert cache.size <= 1000
    assert cache.find("a", tiles[1]) is None
    assert cache.find("a", tiles[0]) is not None
    assert cache.find("a", tiles[10]) is not None


def test_a_tile_larger_than_all_the_room_is_not_kept(cache: TileCache) -> None:
    cache.keep("a", TILE, b"x" * 1001, 60.0)
    assert cache.find("a", TILE) is None
    assert cache.size == 0


def test_tiles_outlive_the_program(tmp_path: Path) -> None:
    first = TileCache(tmp_path / "t.db")
    first.keep("a", TILE, b"picture", 60.0)
    first.close()
    second = TileCache(tmp_path / "t.db")
    assert second.find("a", TILE) == KeptTile(b"picture", is_old=False)
    assert second.size == 7
    second.clear()
    assert second.size == 0
    assert second.find("a", TILE) is None
    second.close()


def test_a_file_that_is_no_database_is_begun_anew(tmp_path: Path) -> None:
    (tmp_path / "t.db").write_bytes(b"not a database, but long enough to be looked at" * 100)
    cache = TileCache(tmp_path / "t.db")
    cache.keep("a", TILE, b"picture", 60.0)
    assert cache.find("a", TILE) is not None
    cache.close()


def test_several_threads_may_use_it(cache: TileCache) -> None:
    def fill(service: str) -> None:
        for column in range(20):
            cache.keep(service, TileAddress(5, column, 0), b"12345", 60.0)
            cache.find(service, TileAddress(5, column, 0))

    threads = [Thread(target=fill, args=(name,)) for name in "abcd"]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(30)
    assert cache.size == 4 * 20 * 5
