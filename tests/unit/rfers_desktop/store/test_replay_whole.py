"""What a replay came to as a whole: every event in the grid however coarse, the longest tracks, and how many not."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
import shapely

from rfers_desktop.store.replay_whole import read_grid, read_ways


def grid_files(folder: Path, column: list[int], row: list[int], events: list[int]) -> list[Path]:
    paths = []
    for number in range(0, len(column), 2):
        part = slice(number, number + 2)
        table = pa.table({"column": column[part], "row": row[part], "events": events[part]})
        paths.append(folder / f"{number}.parquet")
        pq.write_table(table, paths[-1])
    return paths


def test_cells_are_where_they_were_counted(tmp_path: Path) -> None:
    grid = read_grid(grid_files(tmp_path, [-11400, -11399, 7], [5100, 5100, -3], [3, 1, 2]), 0.01)
    assert grid.events.tolist() == [3, 1, 2]
    assert grid.cell_deg == 0.01
    assert shapely.bounds(grid.squares)[0] == pytest.approx([-114.0, 51.0, -113.99, 51.01])
    assert shapely.bounds(grid.squares)[2] == pytest.approx([0.07, -0.03, 0.08, -0.02])


def test_too_many_cells_become_larger_ones_with_the_same_events(tmp_path: Path) -> None:
    rng = np.random.default_rng(4)
    cells = np.unique(rng.integers(-500, 500, (900, 2)), axis=0)
    events = rng.integers(1, 9, len(cells))
    files = grid_files(tmp_path, cells[:, 0].tolist(), cells[:, 1].tolist(), events.tolist())
    grid = read_grid(files, 0.01, most=100)
    assert 25 < len(grid.events) <= 100
    assert grid.events.sum() == events.sum()
    middles = (cells + 0.5) * 0.01
    point, square = shapely.STRtree(grid.squares).query(shapely.points(middles), predicate="within")
    assert sorted(point.tolist()) == list(range(len(cells)))
    assert np.bincount(square, events[point]).astype(int).tolist() == grid.events.tolist()


def test_the_tracks_with_the_most_fixes_are_kept(tmp_path: Path) -> None:
    for number, (keys, fixes) in enumerate(((["a", "b"], [5, 1]), (["c", "d"], [3, 3]))):
        lines = [shapely.LineString([(0, 0), (count, 1)]).wkb for count in fixes]
        table = pa.table({"key": keys, "fixes": fixes, "geometry": pa.array(lines, pa.binary()), "times": fixes})
        pq.write_table(table, tmp_path / f"{number}.parquet")
    files = sorted(tmp_path.iterdir())
    every = read_ways(files)
    assert (sorted(every.keys), every.left_out) == (["a", "b", "c", "d"], 0)
    assert {key: line.bounds[2] for key, line in zip(every.keys, every.lines, strict=True)}["a"] == 5
    some = read_ways(files, most_fixes=8)
    assert (some.fixes.tolist(), some.left_out) == ([5, 3], 2)
    assert read_ways(files, most_fixes=1).left_out == 4


def test_nothing_is_nothing() -> None:
    assert len(read_grid([], 0.01).events) == 0
    assert read_ways([]).keys == ()
