"""Large contents by their SHA-256: each once, on the disk before anyone refers to it, the oldest gone first."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

from broker_local.protocol.blob import BlobRef, blob_ref

_UNFINISHED = ".part"


class BlobStore:
    """Files such as ab/ab12…ef in one folder. One process keeps; any number of others read."""

    def __init__(self, folder: Path, max_bytes: int) -> None:
        self.folder = folder
        self.max_bytes = max_bytes
        self._used: int | None = None  # counted when first needed; readers never need it

    def keep(self, content: bytes) -> BlobRef:
        """Keep a content, safe on the disk when this returns; one that is here already is only marked as fresh."""
        ref = blob_ref(content)
        path = self.path_of(ref.sha256)
        if path.is_file() and path.stat().st_size == ref.size:
            os.utime(path)
            return ref
        self._make_room(ref.size)
        path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        unfinished = path.with_suffix(_UNFINISHED)
        with open(os.open(unfinished, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        unfinished.replace(path)
        for folder in (path.parent, self.folder, self.folder.parent):
            _sync_folder(folder)
        assert self._used is not None
        self._used += ref.size
        return ref

    def read(self, ref: BlobRef, offset: int, length: int) -> bytes | None:
        """A piece of a content, shorter at its end; None if it is not kept any more."""
        try:
            with self.path_of(ref.sha256).open("rb") as file:
                file.seek(offset)
                return file.read(length)
        except FileNotFoundError:
            return None

    def path_of(self, sha256: str) -> Path:
        """Where a content is, if it is kept."""
        return self.folder / sha256[:2] / sha256

    def _make_room(self, size: int) -> None:
        """Let the oldest go until `size` more bytes fit; also what a process that was killed left unfinished."""
        if self._used is None:
            self._used = 0
            for path, kept in self._files():
                if path.suffix == _UNFINISHED:
                    path.unlink(missing_ok=True)
                else:
                    self._used += kept
        if self._used + size <= self.max_bytes:
            return
        for path, kept in sorted(self._files(), key=lambda file: (file[0].stat().st_mtime_ns, file[0])):
            path.unlink(missing_ok=True)
            self._used -= kept
            if self._used + size <= self.max_bytes:
                return

    def _files(self) -> Iterator[tuple[Path, int]]:
        return ((path, path.stat().st_size) for path in self.folder.glob("??/*"))


def _sync_folder(folder: Path) -> None:
    """A new name is only safe once its folder is on the disk too; Windows has no such call and needs none."""
    if os.name == "posix":
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
