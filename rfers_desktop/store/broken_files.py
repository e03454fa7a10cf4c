"""SQLite files that are spoilt: told from those that cannot be reached now, and put aside so that nothing is lost."""

from __future__ import annotations

import sqlite3
from pathlib import Path

_MOST = 1_000


def is_broken(error: BaseException | None) -> bool:
    """Whether it is the file's own fault, not that of a disk that is full, locked or only to be read."""
    if isinstance(error, sqlite3.OperationalError):
        return getattr(error, "sqlite_errorcode", None) == sqlite3.SQLITE_ERROR  # tables that are not as they should be
    return not isinstance(error, OSError)


def put_aside(file: Path) -> Path:
    """Rename a file, so that another can begin in its place; under which name it is kept."""
    aside = next(p for n in range(1, _MOST) if not (p := file.with_suffix(f".broken-{n}")).exists())
    file.replace(aside)
    for rest in (f"{file}-wal", f"{file}-shm"):
        Path(rest).unlink(missing_ok=True)
    return aside
