"""A watched folder tells of each whole image once, also over a restart, and again when it is another."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from scripts.gateways.watched_folder import WatchedFolder


def test_a_file_is_told_when_it_has_stopped_growing_and_never_again(tmp_path: Path) -> None:
    watched = WatchedFolder(tmp_path)
    image = tmp_path / "a.tif"
    image.write_bytes(b"II")
    assert watched.fresh() == []
    image.write_bytes(b"II*\0")
    assert watched.fresh() == []
    assert watched.fresh() == [image]
    watched.done(image)
    assert watched.fresh() == []
    again = WatchedFolder(tmp_path)
    assert [again.fresh(), again.fresh()] == [[], []]


def test_another_image_of_the_same_name_is_told_and_other_files_are_not(tmp_path: Path) -> None:
    watched = WatchedFolder(tmp_path, tmp_path / "memory.json")
    for name in ("a.TIFF", "notes.txt", ".b.tif", "empty.tif"):
        (tmp_path / name).write_bytes(b"" if name == "empty.tif" else b"II*\0")
    images = watched.images(lambda: True)
    first = next(images)
    assert first.name == "a.TIFF"
    watched.done(first)
    first.write_bytes(b"II*\0 more")
    os.utime(first, ns=(1, 1))
    assert next(images) == first


def test_a_folder_that_is_not_there_is_told(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError, match="expected a folder"):
        WatchedFolder(tmp_path / "none").fresh()


def test_a_file_that_goes_while_one_looks_is_left_out(tmp_path: Path) -> None:
    (tmp_path / "a.tif").write_bytes(b"II*\0")
    (tmp_path / "gone.tif").symlink_to(tmp_path / "nowhere.tif")
    watched = WatchedFolder(tmp_path)
    assert [watched.fresh(), watched.fresh()] == [[], [tmp_path / "a.tif"]]


def test_a_memory_that_is_none_is_told(tmp_path: Path) -> None:
    (tmp_path / ".sent.json").write_text("[1")
    with pytest.raises(ValueError, match="expected which images were sent"):
        WatchedFolder(tmp_path)
