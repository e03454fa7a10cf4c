"""Tests of fetching tiles, against a server on loopback."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from threading import Barrier, BrokenBarrierError, Event

import pytest

from broker_local.protocol.errors import ProtocolError
from rfers_desktop.layers import tile_fetching
from rfers_desktop.layers.tile_cache import TileCache
from rfers_desktop.layers.tile_fetching import AT_ONCE, TileArrived, TileFailed, TileFetcher, fetch
from rfers_desktop.layers.tile_services import TileAddress, XyzService
from tests.unit.rfers_desktop.tile_server import PNG, Answer, TileServer, tile_server

TILE = TileAddress(3, 1, 2)


@pytest.fixture
def server() -> Iterator[TileServer]:
    with tile_server() as made:
        yield made


class Collected:
    """A fetcher and all that came of it; waits for as many as are expected."""

    def __init__(self, cache: TileCache | None = None) -> None:
        self.woken = Event()
        self.fetcher = TileFetcher(cache, self.woken.set)
        self.came: list[TileArrived | TileFailed] = []

    def wait_for(self, count: int) -> list[TileArrived | TileFailed]:
        while len(self.came) < count:
            assert self.woken.wait(20), f"{len(self.came)} of {count} came"
            self.woken.clear()
            self.came += self.fetcher.drain()
        return self.came


@pytest.fixture
def collected() -> Iterator[Collected]:
    made = Collected()
    yield made
    made.fetcher.close(10.0)


def service_of(server: TileServer) -> XyzService:
    return XyzService(f"{server.url}/{{z}}/{{x}}/{{y}}.png", "Loopback")


def test_a_wanted_tile_comes(server: TileServer, collected: Collected) -> None:
    service = service_of(server)
    collected.fetcher.want(service, [TILE])
    assert collected.wait_for(1) == [TileArrived(service, TILE, PNG)]
    assert server.asked == ["/3/1/2.png"]
    assert server.agents[0].startswith("RFERS")


def test_what_failed_is_told_and_not_asked_for_again_at_once(server: TileServer, collected: Collected) -> None:
    server.answer = lambda path: (404, {}, b"")
    collected.fetcher.want(service_of(server), [TILE])
    (failed,) = collected.wait_for(1)
    assert isinstance(failed, TileFailed)
    assert failed.reason == "Loopback: server: expected an answer, got HTTP 404 Not Found"
    collected.fetcher.want(service_of(server), [TILE, TileAddress(3, 0, 0)])
    collected.wait_for(2)
    assert server.asked == ["/3/1/2.png", "/3/0/0.png"]


def test_an_answer_that_is_no_image_is_told_in_its_own_words(server: TileServer, collected: Collected) -> None:
    body = b"<ServiceException>Layer not defined</ServiceException>"
    server.answer = lambda path: (200, {}, body)
    collected.fetcher.want(service_of(server), [TILE])
    (failed,) = collected.wait_for(1)
    assert isinstance(failed, TileFailed)
    assert "expected an image, got Layer not defined" in failed.reason


def test_no_more_are_asked_for_at_once_than_is_polite(server: TileServer, collected: Collected) -> None:
    all_in, too_many = Barrier(AT_ONCE), Event()
    inside: list[str] = []

    def answer(path: str) -> Answer:
        inside.append(path)
        if len(inside) > AT_ONCE:
            too_many.set()
        try:
            all_in.wait(10)
        except BrokenBarrierError:
            too_many.set()
        inside.remove(path)
        return 200, {}, PNG

    server.answer = answer
    collected.fetcher.want(service_of(server), [TileAddress(5, column, 0) for column in range(2 * AT_ONCE)])
    assert len(collected.wait_for(2 * AT_ONCE)) == 2 * AT_ONCE
    assert not too_many.is_set()


def test_what_is_not_wanted_any_more_is_not_fetched(server: TileServer, collected: Collected) -> None:
    goes_on = Event()

    def answer(path: str) -> Answer:
        goes_on.wait(20)
        return 200, {}, PNG

    server.answer = answer
    service = service_of(server)
    collected.fetcher.want(service, [TileAddress(6, column, 0) for column in range(50)])
    collected.fetcher.want(service, [TileAddress(6, 0, 60)])
    goes_on.set()
    last = "/6/0/60.png"
    while last not in [f"/{t.tile.zoom}/{t.tile.column}/{t.tile.row}.png" for t in collected.came]:
        collected.wait_for(len(collected.came) + 1)
    assert len(server.asked) <= AT_ONCE + 1


def test_a_kept_tile_is_not_asked_for_and_an_old_one_is_shown_until_the_new_one_comes(
    server: TileServer, tmp_path: Path
) -> None:
    now_s = 0.0
    cache = TileCache(tmp_path / "t.db", clock=lambda: now_s)
    service = service_of(server)
    cache.keep(service.key, TILE, PNG + b"old", 100.0)
    collected = Collected(cache)
    collected.fetcher.want(service, [TILE])
    assert collected.wait_for(1) == [TileArrived(service, TILE, PNG + b"old")]
    assert server.asked == []
    now_s = 100.0
    collected.fetcher.close(10.0)
    again = Collected(cache)
    again.fetcher.want(service, [TILE])
    assert [tile.content for tile in again.wait_for(2) if isinstance(tile, TileArrived)] == [PNG + b"old", PNG]
    kept = cache.find(service.key, TILE)
    assert kept is not None
    assert kept.content == PNG
    again.fetcher.close(10.0)
    cache.close()


def test_without_a_server_old_tiles_are_shown_and_nobody_complains(tmp_path: Path) -> None:
    with tile_server() as server:
        service = service_of(server)
    cache = TileCache(tmp_path / "t.db", clock=lambda: 0.0)
    cache.keep(service.key, TILE, PNG, 0.0)
    collected = Collected(cache)
    collected.fetcher.want(service, [TILE, TileAddress(3, 0, 0)])
    came = collected.wait_for(2)
    assert {type(item) for item in came} == {TileArrived, TileFailed}
    assert [item.tile for item in came if isinstance(item, TileFailed)] == [TileAddress(3, 0, 0)]
    collected.fetcher.close(10.0)
    cache.close()


@pytest.mark.parametrize(
    ("header", "good_s"),
    [
        ("max-age=86400", 86400.0),
        ("public, max-age=1", 3600.0),
        ("max-age=99999999999999999999", 90 * 86400.0),
        ("no-store", 7 * 86400.0),
        ("max-age=soon", 7 * 86400.0),
    ],
)
def test_a_tile_is_good_for_as_long_as_the_server_says_within_reason(
    server: TileServer, header: str, good_s: float
) -> None:
    server.answer = lambda path: (200, {"Cache-Control": header}, PNG)
    assert fetch(server.url, 10_000) == (PNG, good_s)


def test_too_large_an_answer_is_refused(server: TileServer) -> None:
    server.answer = lambda path: (200, {}, b"x" * 5000)
    with pytest.raises(ProtocolError, match="at most 4999 bytes"):
        fetch(server.url, 4999)


def test_a_redirect_on_the_web_is_followed_and_one_to_a_file_is_not(server: TileServer) -> None:
    server.answer = lambda path: (200, {}, PNG) if path == "/there" else (302, {"Location": "/there"}, b"")
    assert fetch(f"{server.url}/here", 10_000)[0] == PNG
    server.answer = lambda path: (302, {"Location": "file:///etc/passwd"}, b"")
    with pytest.raises(ProtocolError):
        fetch(f"{server.url}/here", 10_000)


def test_a_server_that_goes_round_in_circles_is_given_up(server: TileServer) -> None:
    server.answer = lambda path: (302, {"Location": "/again"}, b"")
    with pytest.raises(ProtocolError, match="server: expected an answer"):
        fetch(f"{server.url}/here", 10_000)


def test_a_server_that_says_nothing_is_given_up(server: TileServer) -> None:
    goes_on = Event()

    def answer(path: str) -> Answer:
        goes_on.wait(20)
        return 200, {}, PNG

    server.answer = answer
    with pytest.raises(ProtocolError, match="timed out"):
        fetch(server.url, 10_000, timeout_s=0.05)
    goes_on.set()


def test_other_addresses_than_those_of_the_web_are_not_opened() -> None:
    with pytest.raises(ProtocolError, match="begins http:// or https://"):
        fetch("file:///etc/passwd", 10_000)


def test_a_failed_tile_is_asked_for_again_after_a_while(
    server: TileServer, collected: Collected, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tile_fetching, "_AFTER_FAILURE_S", 0.0)
    server.answer = lambda path: (503, {}, b"")
    collected.fetcher.want(service_of(server), [TILE])
    collected.wait_for(1)
    server.answer = lambda path: (200, {}, PNG)
    while not isinstance(collected.came[-1], TileArrived):
        collected.fetcher.want(service_of(server), [TILE])
        collected.wait_for(len(collected.came) + 1)
