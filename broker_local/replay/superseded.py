"""Files that an archive no longer counts: out of the way of whoever opens its folders, deleted when nobody reads on."""

from __future__ import annotations

import os
import time
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq

from .geoparquet import UnfaithfulFile
from .manifest import TABLES, Manifest

ASIDE = ".old"
KEPT_S = 3600.0  # a replay that began before a compaction may read the old files for so long


def clear_up(archive: Path, manifest: Manifest, kept_s: float = KEPT_S) -> int:
    """Set aside what the list does not name, and delete what has been so for long enough; gives how many went."""
    named = {entry.path for entry in manifest.files}
    before, gone = time.time() - kept_s, 0
    for path in [path for table in TABLES for path in (archive / table).rglob("*") if path.is_file()]:
        if path.suffix == ".parquet" and path.relative_to(archive).as_posix() not in named:
            os.utime(path)  # it is from now on that nobody begins to read it
            os.replace(path, _aside(path))
        elif path.suffix in (ASIDE, ".part") and path.stat().st_mtime < before:
            path.unlink()
            gone += 1
    return gone


def open_file(path: Path) -> pq.ParquetFile:
    """A file that was in the list when somebody began to read, wherever it is by now."""
    try:
        return _whole_file(path)
    except FileNotFoundError:
        aside = _aside(path)
        if not aside.is_file():
            raise
        return _whole_file(aside)


def _whole_file(path: Path) -> pq.ParquetFile:
    try:
        return pq.ParquetFile(path)
    except pa.ArrowInvalid as error:
        raise UnfaithfulFile(f"{path}: expected a whole Parquet file, got a damaged one ({error})") from None


def _aside(path: Path) -> Path:
    return path.with_name(f"{path.name}{ASIDE}")
