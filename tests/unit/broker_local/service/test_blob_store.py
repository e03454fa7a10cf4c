"""Contents kept by their hash: once, whole, within their room."""

import os
from pathlib import Path

from broker_local.protocol.blob import BlobRef, blob_ref
from broker_local.service.blob_store import BlobStore


def files(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.rglob("*") if path.is_file())


def test_what_is_kept_is_read_in_pieces(tmp_path: Path) -> None:
    store = BlobStore(tmp_path / "images", 1_000)
    ref = store.keep(b"0123456789")
    assert ref == blob_ref(b"0123456789")
    assert [BlobStore(tmp_path / "images", 0).read(ref, at, 4) for at in (0, 4, 8, 12)] == [
        b"0123",
        b"4567",
        b"89",
        b"",
    ]


def test_the_same_content_is_kept_once(tmp_path: Path) -> None:
    store = BlobStore(tmp_path, 1_000)
    assert store.keep(b"image") == store.keep(b"image")
    assert files(tmp_path) == [blob_ref(b"image").sha256]


def test_what_was_never_kept_is_not_there(tmp_path: Path) -> None:
    assert BlobStore(tmp_path, 1_000).read(BlobRef("0" * 64, 5), 0, 5) is None


def test_the_oldest_make_room_and_what_came_again_counts_as_new(tmp_path: Path) -> None:
    store = BlobStore(tmp_path, 30)
    first, second, third = (store.keep(bytes([n]) * 10) for n in range(3))
    for age, ref in enumerate((third, second, first)):
        os.utime(tmp_path / ref.sha256[:2] / ref.sha256, (1_000 - age, 1_000 - age))
    assert store.keep(bytes([0]) * 10) == first  # here already: fresh again
    newest = store.keep(b"n" * 10)
    assert store.read(second, 0, 10) is None
    assert all(store.read(ref, 0, 10) is not None for ref in (first, third, newest))


def test_room_is_counted_over_restarts_and_unfinished_files_are_swept(tmp_path: Path) -> None:
    old = BlobStore(tmp_path, 30).keep(b"o" * 20)
    os.utime(tmp_path / old.sha256[:2] / old.sha256, (1, 1))
    (tmp_path / "ab").mkdir()
    (tmp_path / "ab" / "abcd.part").write_bytes(b"x" * 1_000)
    new = BlobStore(tmp_path, 30).keep(b"n" * 20)
    assert files(tmp_path) == [new.sha256]


def test_a_file_of_the_wrong_size_is_written_again(tmp_path: Path) -> None:
    store = BlobStore(tmp_path, 1_000)
    ref = store.keep(b"whole")
    (tmp_path / ref.sha256[:2] / ref.sha256).write_bytes(b"wh")
    store.keep(b"whole")
    assert store.read(ref, 0, 10) == b"whole"
