"""A watched folder tells of each whole image once, also over a restart, and again when it is another."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from scripts.gateways import watched_folder
from scripts.gateways.watched_folder import WatchedFolder
from tests.geotiffs import a_geotiff

WHOLE = a_geotiff()


def test_a_file_is_told_when_it_has_stopped_growing_and_never_again(tmp_path: Path) -> None:
    watched = WatchedFolder(tmp_path)
    image = tmp_path / "a.tif"
    image.write_bytes(WHOLE[:4])
    assert watched.fresh() == []
    image.write_bytes(WHOLE)
    assert watched.fresh() == []
    assert watched.fresh() == [image]
    watched.done(image)
    assert watched.fresh() == []
    again = WatchedFolder(tmp_path)
    assert [again.fresh(), again.fresh()] == [[], []]


def test_another_image_of_the_same_name_is_told_and_other_files_are_not(tmp_path: Path) -> None:
    watched = WatchedFolder(tmp_path, tmp_path / "memory.json")
    for name in ("a.TIFF", "notes.txt", ".b.tif", "empty.tif"):
        (tmp_path / name).write_bytes(b"" if name == "empty.tif" else WHOLE)
    images = watched.images(lambda: True)
    first = next(images)
    assert first.name == "a.TIFF"
    watched.done(first)
    first.write_bytes(WHOLE + b" more")
    os.utime(first, ns=(1, 1))
    assert next(images) == first


def test_a_folder_that_is_not_there_is_told(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError, match="expected a folder"):
        WatchedFolder(tmp_path / "none").fresh()


def test_a_file_that_goes_while_one_looks_and_a_folder_are_left_out(tmp_path: Path) -> None:
    (tmp_path / "a.tif").write_bytes(WHOLE)
    (tmp_path / "folder.tif").mkdir()
    (tmp_path / "gone.tif").symlink_to(tmp_path / "nowhere.tif")
    watched = WatchedFolder(tmp_path)
    assert [watched.fresh(), watched.fresh()] == [[], [tmp_path / "a.tif"]]


def test_a_memory_that_is_none_is_told(tmp_path: Path) -> None:
    (tmp_path / ".sent.json").write_text("[1")
    with pytest.raises(ValueError, match="expected which images were sent"):
        WatchedFolder(tmp_path)


def test_an_image_whose_copy_pauses_waits_until_it_is_whole_or_will_never_be(tmp_path: Path) -> None:
    now_s = 0.0
    watched = WatchedFolder(tmp_path, clock=lambda: now_s)
    copied, broken = tmp_path / "copied.tif", tmp_path / "broken.tif"
    copied.write_bytes(WHOLE[: len(WHOLE) // 2])
    broken.write_bytes(b"no image")
    assert [watched.fresh(), watched.fresh()] == [[], []]
    copied.write_bytes(WHOLE)
    assert [watched.fresh(), watched.fresh()] == [[], [copied]]
    watched.done(copied)
    now_s = 60.0
    assert watched.fresh() == [broken], "so that somebody is told what is wrong with it"


def test_a_file_that_cannot_be_read_is_told_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def unreadable(_: Path) -> bool:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(watched_folder, "is_whole_tiff", unreadable)
    (tmp_path / "a.tif").write_bytes(WHOLE)
    said: list[str] = []
    watched = WatchedFolder(tmp_path, say=said.append)
    assert [watched.fresh() for _ in range(3)] == [[], [], []]
    assert said == ["a.tif cannot be read: Permission denied"]
