"""Rows of delimited text: the first line names the columns; comma, semicolon, tab or bar between them."""

from __future__ import annotations

import csv
import gzip
from collections.abc import Iterator
from pathlib import Path
from typing import IO

from broker_local.protocol.errors import Given, ProtocolError

from .rows import BadRow, Row

_DELIMITERS = ",;\t|"


def open_text(path: Path) -> IO[str]:
    """A text file, packed or not; a byte that is no UTF-8 is kept as a mark, so that its row is found."""
    if path.suffix == ".gz":
        return gzip.open(path, "rt", encoding="utf-8-sig", errors="replace", newline="")
    return path.open(encoding="utf-8-sig", errors="replace", newline="")


def csv_rows(path: Path) -> Iterator[Row | BadRow]:
    """Every row; one with too few or too many values is a bad one."""
    with open_text(path) as file:
        first = file.readline()
        file.seek(0)
        delimiter = max(_DELIMITERS, key=first.count)
        reader = csv.reader(file, delimiter=delimiter)
        names = [name.strip() for name in next(reader, [])]
        if not any(names):
            raise ProtocolError(path.name, expected="a first line that names the columns", got=Given("none"))
        before = reader.line_num
        try:
            for values in reader:
                where, before = f"line {before + 1}", reader.line_num
                if not values:
                    continue
                if len(values) != len(names):
                    expected = f"{len(names)} values, as in the first line"
                    error = ProtocolError(path.name, expected=expected, got=len(values))
                    yield BadRow(where, error, delimiter.join(values).encode())
                else:
                    yield Row(where, dict(zip(names, values, strict=True)))
        except csv.Error as error:
            fault = ProtocolError(path.name, expected="delimited text", got=Given(str(error)))
            yield BadRow(f"line {before + 1}", fault, b"")
