"""The manifest: changes as a whole, refuses what is newer, and tells a damaged file from a good one."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from broker_local.protocol.errors import ProtocolError
from broker_local.replay.geoparquet import sha256_of
from broker_local.replay.manifest import (
    EVENTS,
    MANIFEST_FILE,
    FileEntry,
    Manifest,
    TopicEra,
    Watermark,
    check_files,
    commit,
    read_manifest,
    replace_text,
)
from broker_local.replay.table_schemas import FORMAT
from tests.builders import EA_LOCATION

ENTRY = FileEntry("events/a.parquet", EVENTS, 3, 7, "s", date="2026-07-01", era=0, bounds=(0.0, 0.0, 1.0, 1.0))
MANIFEST = Manifest((ENTRY,), (TopicEra(EA_LOCATION, 5, 9),), Watermark(4, "d", 2, 3, "[]"), imports=("x",))


def test_what_is_committed_is_read(tmp_path: Path) -> None:
    written = commit(tmp_path, MANIFEST)
    assert written.generation == 1
    assert read_manifest(tmp_path) == written
    assert commit(tmp_path, written).generation == 2


def test_a_folder_without_an_archive_and_one_of_a_later_format_are_refused(tmp_path: Path) -> None:
    with pytest.raises(ProtocolError, match="a folder with an archive"):
        read_manifest(tmp_path)
    commit(tmp_path, MANIFEST)
    told = json.loads((tmp_path / MANIFEST_FILE).read_text())
    (tmp_path / MANIFEST_FILE).write_text(json.dumps(told | {"format": 99}))
    with pytest.raises(ProtocolError, match=f"expected format {FORMAT} or older, got 99"):
        read_manifest(tmp_path)


def test_a_text_is_replaced_as_a_whole(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "a.json"
    replace_text(path, "old")

    def fail(*_: object) -> None:
        raise OSError("full")

    with monkeypatch.context() as broken:
        broken.setattr(os, "replace", fail)
        with pytest.raises(OSError, match="full"):
            replace_text(path, "new")
    assert path.read_text() == "old"


def test_files_are_counted_added_and_taken_away() -> None:
    other = FileEntry("events/b.parquet", EVENTS, 4, 7, "s")
    changed = MANIFEST.with_files([other], less=[ENTRY.path])
    assert changed.of(EVENTS) == [other]
    assert (MANIFEST.rows(EVENTS), changed.rows(EVENTS), changed.rows("rejected")) == (3, 4, 0)


def test_an_era_holds_from_its_beginning_until_before_its_end() -> None:
    era = TopicEra(EA_LOCATION, 5, 9)
    assert [era.holds_at(at) for at in (4, 5, 8, 9)] == [False, True, True, False]
    assert TopicEra(EA_LOCATION).holds_at(-1)


def test_a_changed_file_and_a_missing_one_are_seen(tmp_path: Path) -> None:
    path = tmp_path / ENTRY.path
    path.parent.mkdir()
    path.write_bytes(b"content")
    good = Manifest((FileEntry(ENTRY.path, EVENTS, 3, 7, sha256_of(path)),))
    check_files(tmp_path, good)
    path.write_bytes(b"CONTENT")
    with pytest.raises(ProtocolError, match="expected SHA-256"):
        check_files(tmp_path, good)
    path.unlink()
    with pytest.raises(ProtocolError, match="no file"):
        check_files(tmp_path, good)
