"""Delimited text: whatever stands between the columns, packed or not, and rows that do not fit are told."""

from __future__ import annotations

import gzip
from pathlib import Path

import pytest

from broker_local.protocol.errors import ProtocolError
from broker_local.replay.imports.csv_rows import csv_rows
from broker_local.replay.imports.rows import BadRow, Row


@pytest.mark.parametrize("delimiter", [",", ";", "\t", "|"])
def test_columns_are_told_apart(tmp_path: Path, delimiter: str) -> None:
    path = tmp_path / "calls.csv"
    path.write_text(
        "\ufeff" + "\n".join(delimiter.join(row) for row in (("lat", " lon "), ("51", "-114"), ("52", "x")))
    )
    assert list(csv_rows(path)) == [
        Row("line 2", {"lat": "51", "lon": "-114"}),
        Row("line 3", {"lat": "52", "lon": "x"}),
    ]


def test_a_quoted_value_may_go_over_lines_and_a_packed_file_is_read(tmp_path: Path) -> None:
    path = tmp_path / "calls.csv.gz"
    path.write_bytes(gzip.compress(b'what,n\n"smoke,\nflames",1\n\nfire,2\n'))
    assert list(csv_rows(path)) == [
        Row("line 2", {"what": "smoke,\nflames", "n": "1"}),
        Row("line 5", {"what": "fire", "n": "2"}),
    ]


def test_a_row_of_another_length_is_a_bad_one(tmp_path: Path) -> None:
    path = tmp_path / "calls.csv"
    path.write_text("a,b\n1\n1,2\n1,2,3\n")
    found = list(csv_rows(path))
    assert [type(row) for row in found] == [BadRow, Row, BadRow]
    assert isinstance(found[2], BadRow)
    assert (found[2].where, found[2].content) == ("line 4", b"1,2,3")
    assert str(found[2].error) == "calls.csv: expected 2 values, as in the first line, got 3"


def test_a_file_without_a_first_line_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "calls.csv"
    path.write_text("")
    with pytest.raises(ProtocolError, match="a first line that names the columns"):
        list(csv_rows(path))
