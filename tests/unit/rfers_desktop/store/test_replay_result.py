"""Tests of a replay's result as the desk reads it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from broker_local.protocol.errors import ProtocolError
from broker_local.protocol.fuzzy_number import about
from rfers_desktop.store.replay_events import Verdict
from rfers_desktop.store.replay_result import ReplayResult, micros
from tests.replay_results import EVENTS, NOON, ZONE, write_a_result

SECOND = 1_000_000


@pytest.fixture
def result(tmp_path: Path) -> ReplayResult:
    return ReplayResult(write_a_result(tmp_path))


def test_what_was_asked_and_what_came_of_it(result: ReplayResult) -> None:
    assert (result.begin, result.asked, result.compared) == (NOON, "live", None)
    assert result.counts["matched"] == EVENTS
    assert [entry.name for entry in result.subscriptions] == ["North"]
    assert result.subscriptions[0].zone == ZONE
    assert (result.summary[0].events, result.summary[0].by_cause) == (EVENTS, (("", EVENTS),))
    assert result.summary[0].certain == EVENTS - 9
    assert result.timeline.events.tolist() == [12] * 15


@pytest.mark.parametrize(("first", "last"), [(0, 1), (299, 301), (100, 500), (890, 2000), (5000, 6000)])
def test_a_stretch_of_time_is_found_across_row_groups(result: ReplayResult, first: int, last: int) -> None:
    begin = micros(NOON)
    stretch = result.between(begin + first * SECOND, begin + last * SECOND)
    expected = [f"e{number}" for number in range(EVENTS) if first <= 10 * number < last]
    assert [row.event.id for row in stretch.rows] == expected
    assert stretch.left_out == 0


def test_events_come_back_as_they_were(result: ReplayResult) -> None:
    row = result.between(result.begin_us, result.end_us).rows[7]
    assert row.event.attributes["AssetName"] == "Engine 1"
    assert row.event.attributes["Speed"] == 7.0
    assert row.event.topic == "EALocation"
    assert row.event.geometry is not None
    assert row.event.geometry.x == pytest.approx(-114.093)


def test_how_sure_a_match_was_and_what_was_not_exact_come_back(result: ReplayResult) -> None:
    rows = result.between(result.begin_us, result.end_us).rows
    assert (rows[10].event.attributes["Speed"], rows[10].event.accuracy_m) == (about(10.0, 5.0), 12.5)
    assert (rows[10].matched, rows[10].degrees) == ((0,), ((1.0, 0.5),))
    assert (rows[11].event.attributes["Speed"], rows[11].event.accuracy_m) == (11.0, None)
    assert (rows[11].matched, rows[11].degrees) == ((0,), ())


def test_of_two_sets_each_says_how_sure_it_was(tmp_path: Path) -> None:
    result = ReplayResult(write_a_result(tmp_path, is_compared=True))
    rows = result.between(result.begin_us, result.end_us).rows
    assert [(row.degrees, row.compared_degrees) for row in (rows[10], rows[12])] == [((), ((0.75, 0.0),)), ((), ())]


@pytest.mark.parametrize("is_compared", [False, True])
def test_a_result_of_the_format_before_degrees_is_read_as_certain(tmp_path: Path, is_compared: bool) -> None:
    result = ReplayResult(write_a_result(tmp_path, is_compared, format=1))
    assert result.summary[0].certain == EVENTS
    rows = result.between(result.begin_us, result.end_us).rows
    assert len(rows) == EVENTS
    assert all(row.degrees == row.compared_degrees == () and row.event.accuracy_m is None for row in rows)
    assert rows[10].event.attributes["Speed"] == 10.0


def test_of_too_many_the_newest_are_kept_and_the_rest_is_counted(result: ReplayResult) -> None:
    stretch = result.between(result.begin_us, result.end_us, most=10)
    assert [row.event.id for row in stretch.rows] == [f"e{number}" for number in range(80, 90)]
    assert stretch.left_out == 80


@pytest.mark.parametrize("most", [1, 10, 30, 31, 89, 90, 500])
@pytest.mark.parametrize(("first", "last"), [(0, 900), (5, 895), (305, 610), (0, 300), (299, 301), (899, 2000)])
def test_what_is_kept_and_what_is_counted_is_all_of_a_stretch(
    result: ReplayResult, most: int, first: int, last: int
) -> None:
    begin = micros(NOON)
    stretch = result.between(begin + first * SECOND, begin + last * SECOND, most)
    every = [f"e{number}" for number in range(EVENTS) if first <= 10 * number < last]
    assert [row.event.id for row in stretch.rows] == every[-most:]
    assert stretch.left_out == max(len(every) - most, 0)


def test_row_groups_that_are_too_old_to_be_shown_are_not_read(
    result: ReplayResult, monkeypatch: pytest.MonkeyPatch
) -> None:
    read: list[int] = []
    within = result._within
    monkeypatch.setattr(result, "_within", lambda place, *rest: read.append(place) or within(place, *rest))
    assert result.between(result.begin_us, result.end_us, most=10).left_out == 80
    assert read == [2]


def test_two_sets_are_told_apart(tmp_path: Path) -> None:
    result = ReplayResult(write_a_result(tmp_path, is_compared=True))
    rows = result.between(result.begin_us, result.end_us).rows
    verdicts = [row.verdict for row in rows[:11]]
    assert verdicts[0] is verdicts[5] is verdicts[10] is Verdict.MISSED
    assert verdicts[1] is Verdict.EXTRA
    assert verdicts[2] is Verdict.SAME
    assert (rows[0].matched, rows[0].compared) == ((), (1,))
    assert (result.differences[0].missed, result.compared) == (18, "as-they-were")


def test_a_folder_without_a_result_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ProtocolError, match="a folder with a completed replay"):
        ReplayResult(tmp_path)


@pytest.mark.parametrize(
    "change",
    [
        pytest.param({"format": 99}, id="of the future"),
        pytest.param({"format": None}, id="without a format"),
        pytest.param({"folder": "gone"}, id="whose files are gone"),
        pytest.param({"question": {}}, id="without a question"),
    ],
)
def test_a_damaged_result_is_refused_with_the_reason(tmp_path: Path, change: dict[str, object]) -> None:
    file = write_a_result(tmp_path) / "result.json"
    file.write_text(json.dumps(json.loads(file.read_text("utf-8")) | change), "utf-8")
    with pytest.raises(ProtocolError, match="result"):
        ReplayResult(tmp_path)


def test_what_is_no_json_is_refused(tmp_path: Path) -> None:
    (tmp_path / "result.json").write_text("{", "utf-8")
    with pytest.raises(ProtocolError, match="to be JSON"):
        ReplayResult(tmp_path)
