"""Results: read as they were written, refused when incomplete, and any moment is found by its index."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path

import pyarrow as pa
import pytest
import shapely

from broker_local.protocol.errors import ProtocolError
from broker_local.replay.event_schema import MOMENT
from broker_local.replay.geoparquet import GeoParquetWriter, write_file
from broker_local.replay.journal_source import micros
from broker_local.replay.question import Question
from broker_local.replay.result import Result, ResultTable, Seeker, read_result, write_result
from broker_local.replay.result_files import SEEK_INDEX
from tests.builders import EA_LOCATION, FIRE_INC_REPORTS

NOON = datetime(2026, 7, 1, 12, tzinfo=UTC)
QUESTION = Question(NOON, NOON + timedelta(hours=1), shapely.box(0, 0, 1, 1), ("EALocation",), "live", "as-they-were")


@pytest.fixture
def result(tmp_path: Path) -> Result:
    """An hour with an event a second, in row groups of five minutes."""
    folder = tmp_path / "run-1"
    writer = GeoParquetWriter(folder / "matches.parquet", pa.schema([("happened_at", MOMENT), ("n", pa.int64())]))
    index = []
    for group in range(12):
        numbers = range(group * 300, group * 300 + 300)
        times = [NOON + timedelta(seconds=number) for number in numbers]
        told = writer.write(pa.table({"happened_at": pa.array(times, MOMENT), "n": list(numbers)}))
        row = {"path": "matches.parquet", "row_group": told, "era": 0, "rows": 300}
        index.append(row | {"first_at": micros(times[0]), "last_at": micros(times[-1])})
    writer.close()
    write_file(folder / "seek.parquet", pa.Table.from_pylist(index, schema=SEEK_INDEX))
    tables = {"matches": ResultTable(("matches.parquet",), 3600), "seek_index": ResultTable(("seek.parquet",), 12)}
    return Result(folder, QUESTION, 7, tables, {"events": 3600}, 1.5, (EA_LOCATION, FIRE_INC_REPORTS))


def test_a_result_is_read_as_it_was_written(result: Result, tmp_path: Path) -> None:
    write_result(tmp_path, result)
    assert read_result(tmp_path) == result


def test_a_folder_in_which_no_replay_was_completed_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ProtocolError, match="a folder with a completed replay"):
        read_result(tmp_path)


@pytest.mark.parametrize(("first", "last"), [(0, 1), (299, 301), (1000, 1900), (3599, 5000), (4000, 5000)])
def test_a_stretch_of_time_is_found(result: Result, first: int, last: int) -> None:
    tables = Seeker(result).between(NOON + timedelta(seconds=first), NOON + timedelta(seconds=last))
    found = [number for table in tables for number in table["n"].to_pylist()]
    assert found == list(range(first, min(last, 3600)))


def test_only_the_row_groups_of_that_time_are_read(result: Result) -> None:
    tables = Seeker(result).between(NOON + timedelta(seconds=290), NOON + timedelta(seconds=310), ["n"])
    assert [len(table) for table in tables] == [10, 10]


def test_nothing_is_found_in_a_result_without_matches(result: Result) -> None:
    nothing = Result(result.folder, QUESTION, 7, {"seek_index": ResultTable((), 0)}, {}, 0.0)
    assert Seeker(nothing).between(NOON, NOON + timedelta(hours=1)) == []
