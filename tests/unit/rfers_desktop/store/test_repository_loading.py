"""Tests of rfers_desktop/store/repository_loading.py."""

from __future__ import annotations

import threading
from pathlib import Path

from rfers_desktop.store import repository_loading
from rfers_desktop.store.geopackage import connect
from rfers_desktop.store.repository import Position, Repository
from rfers_desktop.store.repository_loading import LoadedPiece, RepositoryLoading
from tests.builders import TOPICS
from tests.unit.rfers_desktop.kept_notifications import a_stored

WITHIN_S = 20.0


def a_file(folder: Path, count: int) -> Path:
    file = folder / "desk.gpkg"
    repository = Repository(file)
    repository.append([a_stored(number) for number in range(1, count + 1)], Position(0, count))
    repository.close()
    return file


def all_pieces(file: Path, upto: Position, most: int) -> list[LoadedPiece]:
    woken = threading.Event()
    loading = RepositoryLoading(file, upto, most, TOPICS, woken.set)
    pieces: list[LoadedPiece] = []
    while not loading.is_done:
        piece = loading.take()
        if piece is not None:
            pieces.append(piece)
        else:
            woken.wait(0.05)
            woken.clear()
    loading.stop()
    return pieces


def test_the_newest_come_first_in_pieces(tmp_path: Path) -> None:
    count = repository_loading.PIECE * 2 + 7
    pieces = all_pieces(a_file(tmp_path, count), Position(0, count), 100_000)
    told = [[stored.notification.number for stored in piece.notifications] for piece in pieces]
    assert [len(piece) for piece in told] == [repository_loading.PIECE, repository_loading.PIECE, 7]
    assert sum(reversed(told), []) == list(range(1, count + 1))


def test_no_more_than_wanted_and_nothing_that_came_later(tmp_path: Path) -> None:
    pieces = all_pieces(a_file(tmp_path, 20), Position(0, 15), 4)
    assert [stored.notification.number for piece in pieces for stored in piece.notifications] == [12, 13, 14, 15]


def test_a_file_that_cannot_be_read_is_told_of(tmp_path: Path) -> None:
    (tmp_path / "desk.gpkg").write_text("no database at all " * 50)
    (piece,) = all_pieces(tmp_path / "desk.gpkg", Position(0, 9), 10)
    assert "cannot be read" in piece.problem


def test_rows_that_are_spoilt_are_told_of(tmp_path: Path) -> None:
    file = a_file(tmp_path, 3)
    other = connect(file)
    other.execute("UPDATE notifications SET happened = 'never' WHERE number = 2")
    other.close()
    pieces = all_pieces(file, Position(0, 3), 10)
    assert [stored.notification.number for stored in pieces[0].notifications] == [1, 3]
    assert pieces[1].problem.startswith("1 notification of")


def test_it_can_be_stopped_while_nobody_takes(tmp_path: Path) -> None:
    loading = RepositoryLoading(a_file(tmp_path, 6_000), Position(0, 6_000), 6_000, TOPICS, None)
    loading.stop()
    assert loading.take() is None or not loading.is_done
