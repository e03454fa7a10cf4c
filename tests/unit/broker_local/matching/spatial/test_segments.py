"""Whatever is added, removed and replaced, and whenever merges end, the answers are those of a plain dictionary."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from typing import Any

import numpy as np
import pytest
import shapely
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from broker_local.matching.spatial.flat_geometry import FlatGeometries
from broker_local.matching.spatial.point_location import INSIDE, ON_BOUNDARY
from broker_local.matching.spatial.segments import SegmentedIndex
from tests.critical_points import critical_points
from tests.random_regions import mixed_regions, stars

Geometries = NDArray[np.object_]
Held = dict[int, shapely.Geometry]


class SlowExecutor(Executor):
    """Does what it is given only when told to, in the order it is told."""

    def __init__(self) -> None:
        self.waiting: list[Callable[[], None]] = []

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        future: Future[Any] = Future()
        self.waiting.append(lambda: future.set_result(fn(*args, **kwargs)))
        return future

    def do(self, which: int) -> None:
        self.waiting.pop(which)()

    def do_all(self, index: SegmentedIndex) -> None:
        """Merge until nothing is due."""
        while self.waiting:
            self.do(0)
            index.query_points(np.empty((0, 2)))  # puts the result in place


def handles_from(first: int, count: int) -> NDArray[np.int64]:
    return np.arange(first, first + count)


def assert_answers_as(index: SegmentedIndex, held: Held, points: NDArray[np.float64]) -> None:
    handles = np.array(sorted(held), np.int64)
    geometries = np.array([held[handle] for handle in handles], np.object_)
    assert len(index) == len(held)
    assert np.array_equal(index.handles, handles)
    boxes = np.hstack([points, points + 0.5])
    low, high = shapely.bounds(geometries).reshape(-1, 4)[:, :2], shapely.bounds(geometries).reshape(-1, 4)[:, 2:]
    meets = ((boxes[:, None, :2] <= high) & (low <= boxes[:, None, 2:])).all(axis=2)
    event_rows, zone_rows = np.nonzero(meets)
    found_events, found_handles = index.query_boxes(boxes)
    assert np.array_equal(found_events, event_rows)
    assert np.array_equal(found_handles, handles[zone_rows])

    is_area = shapely.get_dimensions(geometries) == 2
    events = shapely.points(points)[:, None]
    places = np.where(shapely.contains(geometries, events), INSIDE, 0)
    places[shapely.touches(geometries, events)] = ON_BOUNDARY
    event_rows, zone_rows = np.nonzero(np.where(is_area, places, 0))
    found = index.query_points(points)
    assert np.array_equal(found.event_rows, event_rows)
    assert np.array_equal(found.zones, handles[zone_rows])
    assert np.array_equal(found.locations, places[event_rows, zone_rows])


def some_geometries(rng: np.random.Generator, count: int) -> Geometries:
    """Mostly regions, and among them lines and points."""
    regions = mixed_regions(rng, count + 12)[:count]
    outlines = np.where(rng.random(count) < 0.15, shapely.boundary(regions), regions)
    return np.where(rng.random(count) < 0.1, shapely.point_on_surface(regions), outlines)


@settings(deadline=None, derandomize=True, max_examples=12)
@given(seed=st.integers(0, 2**32 - 1), runs_at_once=st.booleans())
def test_any_course_of_changes_and_merges_gives_the_answers_of_a_dictionary(seed: int, runs_at_once: bool) -> None:
    rng = np.random.default_rng(seed)
    executor = SlowExecutor()
    index = SegmentedIndex(None if runs_at_once else executor)
    held: Held = {}
    used = 0
    for _ in range(14):
        match rng.choice(["add one", "add some", "add many", "remove", "replace", "merge"]):
            case "merge" if executor.waiting:
                executor.do(int(rng.integers(len(executor.waiting))))
            case "remove" if held:
                gone = rng.choice(sorted(held), rng.integers(1, len(held) + 1), replace=False)
                index.remove(gone)
                for handle in gone:
                    del held[handle]
            case "replace" if held:
                changed = rng.choice(sorted(held), rng.integers(1, min(40, len(held)) + 1), replace=False)
                geometries = some_geometries(rng, len(changed))
                index.replace(changed, geometries)
                held.update(zip(changed.tolist(), geometries))
            case other:
                count = {"add one": 1, "add some": 40}.get(str(other), 200)
                geometries, handles = some_geometries(rng, count), rng.permutation(handles_from(used, count))
                index.add(handles, geometries)
                held.update(zip(handles.tolist(), geometries))
                used += count
        near = np.array([shapely.box(0, 0, 4, 4), *held.values()], np.object_)
        assert_answers_as(index, held, critical_points(rng, near, 60))
    executor.do_all(index)
    assert_answers_as(index, held, rng.random((50, 2)) * 4)


def test_geometries_come_back_as_they_were_given() -> None:
    rng = np.random.default_rng(5)
    geometries = some_geometries(rng, 300)
    index = SegmentedIndex()
    index.add(handles_from(0, 290), geometries[:290])
    index.add(handles_from(290, 10), geometries[290:])
    wanted = rng.integers(0, 300, 50)
    assert list(shapely.to_wkb(index.geometries(wanted))) == list(shapely.to_wkb(geometries[wanted]))


def test_polygons_load_from_arrays_alone() -> None:
    flat = FlatGeometries.from_shapely(stars(np.random.default_rng(1), 500))
    index = SegmentedIndex()
    index.add_polygons(handles_from(7, 500), flat.coords, flat.path_starts)
    assert index.segment_sizes == [500]
    assert list(shapely.to_wkb(index.geometries(np.array([7, 506])))) == list(
        shapely.to_wkb(flat.rebuild(np.array([0, 499])))
    )


def test_segments_stay_few_while_single_areas_come_and_go() -> None:
    rng = np.random.default_rng(2)
    shapes = stars(rng, 3000)
    index = SegmentedIndex()
    index.add(handles_from(0, 2000), shapes[:2000])
    most = 0
    for i in range(1000):
        index.add(handles_from(2000 + i, 1), shapes[2000 + i : 2001 + i])
        if i % 2:
            index.remove(handles_from(i, 1))
        most = max(most, len(index.segment_sizes))
    assert most <= 4
    assert len(index) == 2500


def test_a_segment_with_many_gaps_is_rewritten() -> None:
    index = SegmentedIndex()
    index.add(handles_from(0, 1000), stars(np.random.default_rng(3), 1000))
    whole = index.nbytes
    index.remove(handles_from(0, 600))
    assert index.segment_sizes == [400]
    assert index.nbytes < 0.6 * whole


def test_what_is_removed_during_a_merge_does_not_come_back_with_it() -> None:
    executor = SlowExecutor()
    index = SegmentedIndex(executor)
    squares = shapely.box(np.zeros(64), np.zeros(64), np.ones(64), np.ones(64))
    index.add(handles_from(0, 64), squares)
    index.remove(np.array([5, 6]))
    index.replace(np.array([7]), np.array([shapely.box(5, 5, 6, 6)]))
    middle = np.array([[0.5, 0.5]])
    expected = [handle for handle in range(64) if handle not in (5, 6, 7)]
    assert index.query_points(middle).zones.tolist() == expected
    executor.do_all(index)
    assert index.query_points(middle).zones.tolist() == expected
    assert index.query_points(middle + 5).zones.tolist() == [7]


def test_a_small_merge_does_not_wait_for_a_large_one() -> None:
    executor = SlowExecutor()
    index = SegmentedIndex(executor)
    shapes = stars(np.random.default_rng(4), 1200)
    index.add(handles_from(0, 800), shapes[:800])
    index.add(handles_from(800, 16), shapes[:16])  # with the 800
    index.add(handles_from(816, 16), shapes[:16])  # alone
    assert len(executor.waiting) == 2
    executor.do(1)
    index.query_points(np.zeros((1, 2)))
    assert sorted(index.segment_sizes) == [16, 16, 800]
    executor.do_all(index)
    assert index.segment_sizes == [832]


def test_merges_run_on_real_threads_too() -> None:
    rng = np.random.default_rng(6)
    shapes = stars(rng, 2000)
    with ThreadPoolExecutor(2) as threads:
        index = SegmentedIndex(threads)
        for first in range(0, 2000, 50):
            index.add(handles_from(first, 50), shapes[first : first + 50])
            if first >= 500:
                index.remove(handles_from(first - 500, 25))
            index.query_points(rng.random((5, 2)))
        index.finish_merges()
    kept = [handle for handle in range(2000) if handle >= 1500 or handle % 50 >= 25]
    assert_answers_as(index, {handle: shapes[handle] for handle in kept}, rng.random((40, 2)) * 4)


def test_a_merge_that_fails_is_heard_of_and_loses_nothing() -> None:
    class BrokenExecutor(SlowExecutor):
        def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
            future: Future[Any] = Future()
            future.set_exception(MemoryError("no room"))
            return future

    index = SegmentedIndex(BrokenExecutor())
    index.add(handles_from(0, 16), stars(np.random.default_rng(7), 16))
    with pytest.raises(MemoryError, match="no room"):
        index.query_points(np.zeros((1, 2)))
    assert len(index) == 16


SQUARE = np.array([shapely.box(0, 0, 1, 1)], np.object_)


@pytest.mark.parametrize(
    ("handles", "geometries", "complaint"),
    [
        ([1, 2], SQUARE, "expected one for each of 1 geometries, got 2"),
        ([3, 3], np.repeat(SQUARE, 2), "expected each once, got 3 twice"),
        ([-1], SQUARE, "none below 0, got -1"),
        ([2**62], SQUARE, "none above 4611686018427387903"),
        ([9], SQUARE, "expected new ones, got 9 again"),
    ],
)
def test_wrong_handles_are_refused(handles: list[int], geometries: Geometries, complaint: str) -> None:
    index = SegmentedIndex()
    index.add(np.array([9]), SQUARE)
    with pytest.raises(ValueError, match=complaint):
        index.add(np.array(handles), geometries)
    assert index.handles.tolist() == [9]


def test_handles_that_are_not_held_are_refused() -> None:
    index = SegmentedIndex()
    index.add(np.array([9]), SQUARE)
    for ask in (index.remove, index.geometries, lambda handles: index.replace(handles, np.repeat(SQUARE, 2))):
        with pytest.raises(KeyError, match="expected handles that are held, got 4"):
            ask(np.array([9, 4]))
    assert index.holds(np.array([4, 9])).tolist() == [False, True]
    with pytest.raises(ValueError, match="one for each of 2 geometries, got 1"):
        index.replace(np.array([9]), np.repeat(SQUARE, 2))
    assert len(index) == 1


def test_the_highest_handle_is_as_good_as_any() -> None:
    index = SegmentedIndex()
    index.add(np.array([2**62 - 1, 0]), np.repeat(SQUARE, 2))
    assert index.query_points(np.array([[0.5, 0.5]])).zones.tolist() == [0, 2**62 - 1]


def test_an_empty_index_answers() -> None:
    index = SegmentedIndex()
    index.add(np.empty(0, np.int64), np.empty(0, np.object_))
    assert len(index) == index.nbytes == 0
    assert_answers_as(index, {}, np.zeros((2, 2)))


def test_a_polygon_of_twenty_corners_takes_at_most_700_bytes() -> None:
    flat = FlatGeometries.from_shapely(stars(np.random.default_rng(8), 20_000, vertices=20, size=0.4, extent=20.0))
    index = SegmentedIndex()
    index.add_flat(handles_from(0, 20_000), flat)
    assert index.nbytes <= 700 * 20_000
