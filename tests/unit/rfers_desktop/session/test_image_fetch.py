"""Images on their way to the desk, a piece at a time."""

import pytest

from broker_local.protocol.blob import MAX_PIECE_BYTES, BlobRef, blob_ref
from broker_local.protocol.requests import Acknowledgement, Fetch, Piece, Refusal
from rfers_desktop.session.image_fetch import ImageFetches
from rfers_desktop.session.items import ImageFailed, ImageReceived

IMAGE = bytes(range(256)) * 2_500  # two whole pieces and a part
SMALL = b"a small one"


def a_piece(content: bytes, request: Fetch) -> Acknowledgement:
    """The answer of a service that keeps this content."""
    cut = content[request.offset : request.offset + request.length]
    return Acknowledgement(request.request_id, piece=Piece(blob_ref(content), request.offset, cut))


def fetch_all(fetches: ImageFetches, content: bytes, request: Fetch | None) -> tuple[object, list[int], Fetch | None]:
    """What all answers lead to, at which offsets was asked, and the request after that."""
    offsets, told = [], None
    while request is not None and told is None:
        offsets.append(request.offset)
        told, request = fetches.answered(request, a_piece(content, request))
    return told, offsets, request


def test_pieces_are_asked_for_in_order_and_put_together() -> None:
    fetches = ImageFetches()
    told, offsets, after = fetch_all(fetches, IMAGE, fetches.want(7, blob_ref(IMAGE)))
    assert told == ImageReceived(blob_ref(IMAGE), IMAGE)
    assert offsets == [0, MAX_PIECE_BYTES, 2 * MAX_PIECE_BYTES]
    assert after is None


def test_one_image_is_fetched_after_the_other() -> None:
    fetches = ImageFetches()
    first = fetches.want(7, blob_ref(IMAGE))
    assert fetches.want(8, blob_ref(SMALL)) is None
    assert fetches.want(9, blob_ref(IMAGE)) is None  # under way
    _, _, second = fetch_all(fetches, IMAGE, first)
    assert second is not None
    assert (second.number, second.sha256) == (8, blob_ref(SMALL).sha256)
    assert fetch_all(fetches, SMALL, second)[0] == ImageReceived(blob_ref(SMALL), SMALL)


def test_a_content_that_is_not_what_was_announced_is_not_handed_out() -> None:
    fetches = ImageFetches()
    request = fetches.want(7, blob_ref(SMALL))
    assert request is not None
    forged = Acknowledgement("q", piece=Piece(blob_ref(SMALL), 0, b"A SMALL ONE"))
    told, _ = fetches.answered(request, forged)
    assert told == ImageFailed(blob_ref(SMALL), "what came is not what was announced")


@pytest.mark.parametrize(
    "piece",
    [
        None,
        Piece(blob_ref(SMALL), 1, SMALL[1:]),
        Piece(blob_ref(SMALL), 0, SMALL[:-1]),
        Piece(blob_ref(SMALL), 0, b""),
        Piece(BlobRef("0" * 64, len(SMALL)), 0, SMALL),
    ],
)
def test_another_piece_than_was_asked_for_ends_the_fetch(piece: Piece | None) -> None:
    fetches = ImageFetches()
    request = fetches.want(7, blob_ref(SMALL))
    assert request is not None
    told, _ = fetches.answered(request, Acknowledgement("q", piece=piece))
    assert isinstance(told, ImageFailed)
    assert "another piece" in told.reason


def test_a_refusal_says_why_and_the_next_image_has_its_turn() -> None:
    fetches = ImageFetches()
    request = fetches.want(7, blob_ref(IMAGE))
    fetches.want(8, blob_ref(SMALL))
    assert request is not None
    told, after = fetches.answered(request, Refusal("q", "sha256", "", "", "it is gone"))
    assert told == ImageFailed(blob_ref(IMAGE), "it is gone")
    assert after is not None
    assert after.sha256 == blob_ref(SMALL).sha256


def test_what_was_there_before_a_failure_is_not_asked_for_again() -> None:
    fetches = ImageFetches()
    request = fetches.want(7, blob_ref(IMAGE))
    assert request is not None
    _, second = fetches.answered(request, a_piece(IMAGE, request))
    assert second is not None
    told, _ = fetches.failed(second, "no answer")
    assert told == ImageFailed(blob_ref(IMAGE), "no answer")
    again = fetches.want(9, blob_ref(IMAGE))
    assert again is not None
    assert (again.number, again.offset) == (9, MAX_PIECE_BYTES)
    assert fetch_all(fetches, IMAGE, again)[0] == ImageReceived(blob_ref(IMAGE), IMAGE)


def test_an_answer_that_nobody_waits_for_leads_to_nothing() -> None:
    stray = Fetch("q", 1, "0" * 64)
    assert ImageFetches().answered(stray, Acknowledgement("q")) == (None, None)
    assert ImageFetches().failed(stray, "late") == (None, None)
