"""Tests of bookmarks, with a real file."""

from __future__ import annotations

from pathlib import Path

import pytest

from broker_local.protocol.errors import ProtocolError
from rfers_desktop.layers.bookmarks import Bookmarks
from rfers_desktop.layers.map_place import MapPlace

CALGARY, JASPER = MapPlace(-114.07, 51.05, 20.0), MapPlace(-118.08, 52.87, 5.0)


def test_bookmarks_outlive_the_program(tmp_path: Path) -> None:
    path = tmp_path / "settings" / "bookmarks.json"
    bookmarks = Bookmarks(path)
    bookmarks.add("Calgary", CALGARY)
    bookmarks.add("  Parc  Jasper – été ", JASPER)
    again = Bookmarks(path)
    assert again.names() == ("Calgary", "Parc Jasper – été")
    assert again.place("Calgary") == CALGARY
    assert again.problem == ""


def test_a_name_can_be_changed_and_a_place_forgotten(tmp_path: Path) -> None:
    path = tmp_path / "bookmarks.json"
    bookmarks = Bookmarks(path)
    bookmarks.add("a", CALGARY)
    bookmarks.add("b", JASPER)
    bookmarks.rename("a", "Home")
    assert Bookmarks(path).names() == ("Home", "b")
    bookmarks.remove("b")
    assert Bookmarks(path).names() == ("Home",)
    bookmarks.add("Home", JASPER)
    assert Bookmarks(path).place("Home") == JASPER


@pytest.mark.parametrize("name", ["", "   ", "x" * 81, "a\x00b"])
def test_a_name_that_is_none_is_refused(tmp_path: Path, name: str) -> None:
    bookmarks = Bookmarks(tmp_path / "bookmarks.json")
    with pytest.raises(ProtocolError, match="bookmark: expected a name of 1 to 80 characters"):
        bookmarks.add(name, CALGARY)


def test_a_name_is_not_taken_from_another(tmp_path: Path) -> None:
    bookmarks = Bookmarks(tmp_path / "bookmarks.json")
    bookmarks.add("a", CALGARY)
    bookmarks.add("b", JASPER)
    with pytest.raises(ProtocolError, match="a name that is not taken"):
        bookmarks.rename("a", "b")
    assert bookmarks.place("b") == JASPER


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{",
        "[]",
        '{"version": 2, "bookmarks": []}',
        '{"version": 1}',
        '{"version": 1, "bookmarks": [{"name": "x"}]}',
        '{"version": 1, "bookmarks": [{"name": "x", "lon": 200, "lat": 0, "m_per_px": 1}]}',
        '{"version": 1, "bookmarks": [{"name": "x", "lon": 0, "lat": 0, "m_per_px": NaN}]}',
        "[" * 100_000,
        " " * 1_000_001,
    ],
)
def test_a_file_that_cannot_be_read_is_kept_aside_and_said(tmp_path: Path, text: str) -> None:
    path = tmp_path / "bookmarks.json"
    path.write_text(text)
    bookmarks = Bookmarks(path)
    assert bookmarks.names() == ()
    assert "kept as bookmarks.unreadable" in bookmarks.problem
    assert (tmp_path / "bookmarks.unreadable").read_text() == text
    bookmarks.add("a", CALGARY)
    assert Bookmarks(path).names() == ("a",)


def test_there_is_an_end_to_bookmarks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rfers_desktop.layers.bookmarks._MOST", 1)
    bookmarks = Bookmarks(tmp_path / "bookmarks.json")
    bookmarks.add("a", CALGARY)
    with pytest.raises(ProtocolError, match="bookmarks: expected at most 1"):
        bookmarks.add("b", CALGARY)
