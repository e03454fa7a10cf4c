"""Fetching tiles aside: few at once, the latest wanted first, from the disk if they are there."""

from __future__ import annotations

import http.client
import time
import urllib.error
import urllib.request
from collections import deque
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from threading import Condition, Thread

from broker_local.protocol.errors import Given, ProtocolError

from .tile_cache import TileCache
from .tile_services import TileAddress, TileService, checked_url

AT_ONCE = 4  # requests; what public tile servers ask of a client
TIMEOUT_S = 15.0
MAX_TILE_BYTES = 4 * 1024**2
_AFTER_FAILURE_S = 30.0  # before a tile that failed is asked for again
_GOOD_S = 7 * 24 * 3600.0  # for a server that does not say
_LEAST_GOOD_S, _MOST_GOOD_S = 3600.0, 90 * 24 * 3600.0
_CHUNK_BYTES = 64 * 1024
_IMAGE_STARTS = (b"\x89PNG", b"\xff\xd8\xff", b"GIF8", b"RIFF")
_AGENT = "RFERS desktop map (fire emergency response)"


@dataclass(frozen=True, slots=True)
class TileArrived:
    """The bytes of a tile, still packed as an image."""

    service: TileService
    tile: TileAddress
    content: bytes


@dataclass(frozen=True, slots=True)
class TileFailed:
    """A tile that could not be had; `reason` is a sentence for people."""

    service: TileService
    tile: TileAddress
    reason: str


class TileFetcher:
    """Threads of its own; `drain` hands out what came, and `on_wake` is called, on any thread, when there is some."""

    def __init__(self, cache: TileCache | None = None, on_wake: Callable[[], None] | None = None) -> None:
        self._cache = cache
        self._on_wake = on_wake
        self._wanted: list[tuple[TileService, TileAddress]] = []
        self._underway: set[tuple[str, TileAddress]] = set()
        self._failed_at: dict[tuple[str, TileAddress], float] = {}
        self._came: deque[TileArrived | TileFailed] = deque()
        self._is_open = True
        self._changed = Condition()
        self._threads = [Thread(target=self._work, name=f"map tiles {i}", daemon=True) for i in range(AT_ONCE)]
        for thread in self._threads:
            thread.start()

    def want(self, service: TileService, tiles: Iterable[TileAddress]) -> None:
        """Fetch these, the first first; what was wanted of the service before and is not begun is not wanted now."""
        now = time.monotonic()
        with self._changed:
            others = [wanted for wanted in self._wanted if wanted[0].key != service.key]
            fresh = [(service, tile) for tile in tiles if self._is_worth_asking((service.key, tile), now)]
            self._wanted = fresh + others
            self._changed.notify_all()

    def drain(self) -> list[TileArrived | TileFailed]:
        """What came since last asked."""
        came = []
        while self._came:
            came.append(self._came.popleft())
        return came

    @property
    def is_busy(self) -> bool:
        """Whether anything is wanted or under way."""
        with self._changed:
            return bool(self._wanted or self._underway)

    def close(self, within_s: float = 0.0) -> None:
        """Fetch nothing more; threads that wait for a server end when it has answered."""
        with self._changed:
            self._is_open = False
            self._wanted.clear()
            self._changed.notify_all()
        for thread in self._threads:
            thread.join(within_s)

    def _is_worth_asking(self, key: tuple[str, TileAddress], now: float) -> bool:
        failed_at = self._failed_at.get(key)
        return key not in self._underway and (failed_at is None or now - failed_at >= _AFTER_FAILURE_S)

    def _work(self) -> None:
        while True:
            with self._changed:
                self._changed.wait_for(lambda: self._wanted or not self._is_open)
                if not self._is_open:
                    return
                service, tile = self._wanted.pop(0)
                self._underway.add((service.key, tile))
            for came in self._fetch(service, tile):
                self._hand_out(came)
            with self._changed:
                self._underway.discard((service.key, tile))

    def _hand_out(self, came: TileArrived | TileFailed) -> None:
        with self._changed:
            if isinstance(came, TileFailed):
                self._failed_at[(came.service.key, came.tile)] = time.monotonic()
            if not self._is_open:
                return
            self._came.append(came)
        if self._on_wake is not None:
            self._on_wake()

    def _fetch(self, service: TileService, tile: TileAddress) -> Iterable[TileArrived | TileFailed]:
        """A tile from the disk, or from the network; one from the disk that is old, and then its successor."""
        kept = self._cache.find(service.key, tile) if self._cache is not None else None
        if kept is not None:
            yield TileArrived(service, tile, kept.content)
            if not kept.is_old:
                return
        try:
            content, good_s = fetch(service.url(tile), MAX_TILE_BYTES)
            if not content.startswith(_IMAGE_STARTS):
                raise ProtocolError("tile", expected="an image", got=Given(_words_of(content)))
        except ProtocolError as error:
            if kept is None:
                yield TileFailed(service, tile, f"{service.title or 'Map tiles'}: {error}")
            return
        if self._cache is not None:
            self._cache.keep(service.key, tile, content, good_s)
        yield TileArrived(service, tile, content)


class _WebOnly(urllib.request.HTTPRedirectHandler):
    """A server may send us elsewhere on the web, and nowhere else."""

    def redirect_request(self, req, fp, code, msg, headers, newurl):  # type: ignore[no-untyped-def]
        checked_url(newurl, "redirect")
        return super().redirect_request(req, fp, code, msg, headers, newurl)


def _opener() -> urllib.request.OpenerDirector:
    """With handlers for the web alone; urllib's own would also read files."""
    opener = urllib.request.OpenerDirector()
    for handler in (
        urllib.request.ProxyHandler(),
        urllib.request.HTTPHandler(),
        urllib.request.HTTPSHandler(),
        urllib.request.HTTPDefaultErrorHandler(),
        _WebOnly(),
        urllib.request.HTTPErrorProcessor(),
    ):
        opener.add_handler(handler)
    return opener


def fetch(url: str, most_bytes: int, timeout_s: float = TIMEOUT_S) -> tuple[bytes, float]:
    """What is at an URL, and for how many seconds it is good; raises ProtocolError."""
    checked_url(url, "address")
    request = urllib.request.Request(url, headers={"User-Agent": _AGENT})
    deadline = time.monotonic() + 2 * timeout_s  # a server that trickles does not hold a thread for ever
    try:
        with _opener().open(request, timeout=timeout_s) as answer:
            content = bytearray()
            while part := answer.read1(_CHUNK_BYTES):
                content += part
                if len(content) > most_bytes:
                    raise ProtocolError("answer", expected=f"at most {most_bytes} bytes", got=Given("more"))
                if time.monotonic() > deadline:
                    raise ProtocolError("answer", expected=f"all of it within {2 * timeout_s:g} s", got=Given("a part"))
            return bytes(content), _good_for(answer.headers.get("Cache-Control", ""))
    except urllib.error.HTTPError as error:
        error.close()
        raise ProtocolError("server", expected="an answer", got=Given(f"HTTP {error.code} {error.reason}")) from None
    except (OSError, http.client.HTTPException, ValueError) as error:
        if isinstance(error, ProtocolError):
            raise
        reason = getattr(error, "reason", None) or error
        raise ProtocolError("server", expected="an answer", got=Given(str(reason) or type(error).__name__)) from None


def _good_for(cache_control: str) -> float:
    """How long the server says that something is good, within reason (RFC 9111, 5.2.2.1)."""
    for word in cache_control.lower().replace(" ", "").split(","):
        name, _, value = word.partition("=")
        if name == "max-age" and value.isdigit():
            return min(max(float(value[:12]), _LEAST_GOOD_S), _MOST_GOOD_S)
    return _GOOD_S


def _words_of(content: bytes) -> str:
    """The beginning of what came, for people: WMS servers tell their errors as XML where an image was asked for."""
    text = content[:2000].decode("utf-8", "replace")
    plain = " ".join(part.partition(">")[2] for part in text.split("<")).split()
    return " ".join(plain) or f"{len(content)} bytes"
