"""Tests of the small files in which things are remembered."""

from __future__ import annotations

from pathlib import Path

import pytest

from rfers_desktop.ui.kept_json import keep_json, kept_object


def test_what_is_kept_is_there_again(tmp_path: Path) -> None:
    file = tmp_path / "deep" / "kept.json"
    keep_json(file, {"name": "Élan"})
    assert kept_object(file) == {"name": "Élan"}
    assert [child.name for child in file.parent.iterdir()] == ["kept.json"]


@pytest.mark.parametrize("content", [b"", b"[1]", b"{", b"\xff\xfe", b"3"])
def test_what_cannot_be_read_counts_as_not_there(tmp_path: Path, content: bytes) -> None:
    file = tmp_path / "kept.json"
    file.write_bytes(content)
    assert kept_object(file) == {}


def test_no_file_is_an_empty_object(tmp_path: Path) -> None:
    assert kept_object(tmp_path / "none.json") == {}
