"""Points on the map: adding some to many, moving the view, asking what is at a pixel."""

from __future__ import annotations

import itertools
import time

import numpy as np

from scripts.bench.frame import PAPER, Record, faster
from scripts.bench.map_window import (
    HEIGHT,
    WIDTH,
    median_until_painted_s,
    point_key,
    points,
    stock_points,
    with_points,
)

_NEW = 10
_PEER_SIZE = 100_000
_TIMES = 15


def append(scale: str) -> list[Record]:
    """Ten new points: time until they are painted and how much of the viewport that was, by how many there are."""
    sizes = (1_000, 10_000, 100_000, 1_000_000) if scale == PAPER else (1_000, 100_000)
    view, item = stock_points(_PEER_SIZE)
    rng = np.random.default_rng(5)
    before = view.painted_px
    new = iter([{"x": rng.uniform(0, WIDTH, _NEW), "y": rng.uniform(0, HEIGHT, _NEW)} for _ in range(_TIMES + 1)])
    peer_s = median_until_painted_s(view, lambda: item.addPoints(**next(new)), _TIMES)
    peer_share = (view.painted_px - before) / (_TIMES + 1) / (WIDTH * HEIGHT)
    view.close()
    records, times = [], {}
    for size in sizes:
        canvas = with_points(size)
        firsts = range(size, size + _NEW * (_TIMES + 1), _NEW)
        changes = iter([points(canvas, range(first, first + _NEW), first) for first in firsts])
        painted: list[int] = []

        def add(canvas=canvas, changes=changes, painted=painted) -> None:  # type: ignore[no-untyped-def]
            painted.append(canvas.painted_px)
            canvas.apply(next(changes))

        ours_s = times[size] = median_until_painted_s(canvas, add, _TIMES, may_be_nothing=True)
        share = float(np.median(np.diff([*painted, canvas.painted_px]))) / (WIDTH * HEIGHT)
        note = f"{share:.3%} of the viewport painted, shown as {canvas.live.level.name.lower()}"
        if size == _PEER_SIZE:
            note += f"; beside ScatterPlotItem, {peer_share:.0%} painted"
            records.append(faster(f"{_NEW} onto {size:,}", scale, ours_s, peer_s, None, note))
        else:
            records.append(Record(f"{_NEW} onto {size:,}", scale, ours_s * 1e6, None, "µs", None, None, note))
        canvas.close()
    spread = max(times.values()) / min(times.values())
    records.append(Record("slowest to fastest size", scale, spread, 3.0, "×", 3.0 / spread, None, "of 3 allowed"))
    return records


def pan(scale: str) -> list[Record]:
    """Moving the view over a hundred thousand points."""
    size = _PEER_SIZE
    view, _ = stock_points(size)
    steps = itertools.cycle((40, -40))
    peer_s = median_until_painted_s(view, lambda: view.box.translateBy(x=next(steps), y=12), 5)
    view.close()
    canvas = with_points(size)
    painted = canvas.sheet_px
    ours_s = median_until_painted_s(canvas, lambda: canvas.push(next(steps), 12), _TIMES)
    share = (canvas.sheet_px - painted) / (_TIMES + 1) / (WIDTH * HEIGHT)
    canvas.close()
    note = f"40 and 12 pixels; {share:.1%} of the sheets painted, the rest shifted"
    return [faster(f"pan, {size:,} points, ScatterPlotItem", scale, ours_s, peer_s, None, note)]


def identify(scale: str) -> list[Record]:
    """What is at a pixel, beside a scan of all points."""
    size = 1_000_000 if scale == PAPER else 200_000
    canvas = with_points(size)
    rng = np.random.default_rng(7)
    asked = rng.uniform((0, 0), (WIDTH, HEIGHT), (100, 2))
    x, y = (np.array(column) for column in zip(*(canvas.live.place_of(point_key(n)) for n in range(size)), strict=True))
    ours, peer, differences, radius = [], [], 0, 6.0
    for px, py in asked.tolist():
        begun = time.perf_counter()
        found = canvas.objects_at(px, py, radius)
        ours.append(time.perf_counter() - begun)
        begun = time.perf_counter()
        at_x, at_y = canvas.view.place(px, py)
        reach = radius * canvas.view.units_per_px
        near = np.flatnonzero((x - at_x) ** 2 + (y - at_y) ** 2 <= (reach - 2 * canvas.view.units_per_px) ** 2)
        peer.append(time.perf_counter() - begun)
        differences += len({point_key(number) for number in near.tolist()} - set(found))
    canvas.close()
    note = f"median; longest {max(ours) * 1e3:.2f} ms of 10 allowed; beside a scan"
    return [
        faster(f"identify, {size:,} points", scale, float(np.median(ours)), float(np.median(peer)), differences, note)
    ]
