"""Who may have which piece of an image."""

from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest

from broker_local.protocol.blob import BlobRef
from broker_local.protocol.errors import ProtocolError
from broker_local.protocol.event_codec import encode_event
from broker_local.protocol.requests import Fetch
from broker_local.service.blob_store import BlobStore
from broker_local.service.journal import EventRow, Journal, MatchedHandle
from broker_local.service.pieces import Pieces
from tests.builders import an_event

NOW = datetime(2026, 7, 1, 12, 0, tzinfo=UTC)


@pytest.fixture
def journal(tmp_path: Path) -> Iterator[Journal]:
    opened = Journal(tmp_path / "journal.sqlite")
    yield opened
    opened.close()


@pytest.fixture
def store(tmp_path: Path) -> BlobStore:
    return BlobStore(tmp_path / "images", 1_000)


@pytest.fixture
def ref(journal: Journal, store: BlobStore) -> BlobRef:
    """An image of ten bytes, of which ann was notified as number 2, bob not at all."""
    kept = store.keep(b"0123456789")
    events = [an_event(id="a"), an_event("WFireRSImage", id="b", RasterFile=kept)]
    rows = [EventRow(e.topic, "", e.id, "digest", e.time, encode_event(e)) for e in events]
    journal.record(rows, [], [("ann", row, (MatchedHandle(1, None),)) for row in range(2)], NOW)
    return kept


def test_who_was_notified_gets_the_piece(journal: Journal, store: BlobStore, ref: BlobRef) -> None:
    pieces = Pieces(journal, store)
    cut = [pieces.cut(Fetch("q", 2, ref.sha256, offset, 4), "ann") for offset in (0, 4, 8)]
    assert [piece.content for piece in cut] == [b"0123", b"4567", b"89"]
    assert {piece.ref for piece in cut} == {ref}


@pytest.mark.parametrize(
    ("user", "number", "offset", "field"),
    [("bob", 2, 0, "sha256"), ("ann", 1, 0, "sha256"), ("ann", 3, 0, "sha256"), ("ann", 2, 10, "offset")],
)
def test_others_and_other_pieces_are_refused(
    journal: Journal, store: BlobStore, ref: BlobRef, user: str, number: int, offset: int, field: str
) -> None:
    with pytest.raises(ProtocolError) as caught:
        Pieces(journal, store).cut(Fetch("q", number, ref.sha256, offset), user)
    assert caught.value.field == field


def test_an_image_of_another_event_is_refused(journal: Journal, store: BlobStore, ref: BlobRef) -> None:
    other = store.keep(b"another")
    with pytest.raises(ProtocolError, match="what notification 2 of ann refers to"):
        Pieces(journal, store).cut(Fetch("q", 2, other.sha256), "ann")


def test_what_has_made_room_is_refused_in_these_words(journal: Journal, store: BlobStore, ref: BlobRef) -> None:
    (store.folder / ref.sha256[:2] / ref.sha256).unlink()
    with pytest.raises(ProtocolError, match="expected what is still kept, got what has made room for newer"):
        Pieces(journal, store).cut(Fetch("q", 2, ref.sha256), "ann")
