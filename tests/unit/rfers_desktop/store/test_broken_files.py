"""Tests of rfers_desktop/store/broken_files.py."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from pathlib import Path

import pytest

from rfers_desktop.store.broken_files import is_broken, put_aside


def _no_database(folder: Path) -> None:
    (folder / "file").write_text("not a database " * 100)
    sqlite3.connect(folder / "file").execute("PRAGMA journal_mode = WAL")


def _other_tables(folder: Path) -> None:
    sqlite3.connect(":memory:").execute("SELECT * FROM alerts")


def _full(folder: Path) -> None:
    db = sqlite3.connect(folder / "file")
    db.execute("PRAGMA max_page_count = 1")
    db.execute("CREATE TABLE large (content)")


def _read_only(folder: Path) -> None:
    db = sqlite3.connect(":memory:")
    db.execute("PRAGMA query_only = ON")
    db.execute("CREATE TABLE other (content)")


def _out_of_reach(folder: Path) -> None:
    sqlite3.connect(folder / "nowhere" / "file").execute("SELECT 1")


def _no_folder(folder: Path) -> None:
    (folder / "file").write_text("")
    (folder / "file" / "folder").mkdir()


@pytest.mark.filterwarnings("ignore:unclosed database")
@pytest.mark.parametrize(
    ("happens", "broken"),
    [
        (_no_database, True),
        (_other_tables, True),
        (_full, False),
        (_read_only, False),
        (_out_of_reach, False),
        (_no_folder, False),
    ],
)
def test_a_file_is_broken_only_if_it_is_its_own_fault(
    happens: Callable[[Path], None], broken: bool, tmp_path: Path
) -> None:
    with pytest.raises((sqlite3.Error, OSError)) as raised:
        happens(tmp_path)
    assert is_broken(raised.value) is broken


def test_a_file_that_is_put_aside_takes_no_other_s_name_and_leaves_nothing_behind(tmp_path: Path) -> None:
    for name in ("desk.gpkg", "desk.gpkg-wal", "desk.gpkg-shm", "desk.broken-1"):
        (tmp_path / name).write_text(name)
    assert put_aside(tmp_path / "desk.gpkg") == tmp_path / "desk.broken-2"
    assert sorted(file.name for file in tmp_path.iterdir()) == ["desk.broken-1", "desk.broken-2"]
    assert (tmp_path / "desk.broken-2").read_text() == "desk.gpkg"
