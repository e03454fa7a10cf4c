"""Images on their way to the desk: asked for a piece at a time, put together, checked against their hash."""

from __future__ import annotations

import hashlib
import uuid
from dataclasses import dataclass, field

from broker_local.protocol.blob import MAX_PIECE_BYTES, BlobRef
from broker_local.protocol.requests import Acknowledgement, Fetch, Piece, Reply
from rfers_desktop.language import tr

from .items import ImageFailed, ImageReceived


@dataclass(slots=True)
class _Underway:
    number: int  # of a notification that refers to it
    ref: BlobRef
    content: bytearray = field(default_factory=bytearray)

    def next_piece(self) -> Fetch:
        offset = len(self.content)
        length = min(MAX_PIECE_BYTES, self.ref.size - offset)
        return Fetch(uuid.uuid4().hex, self.number, self.ref.sha256, offset, length)


class ImageFetches:
    """One image at a time, in the order they were wanted; what is there of one that failed is not asked for again."""

    def __init__(self) -> None:
        self._wanted: dict[str, _Underway] = {}  # by hash, the first is under way
        self._given_up: dict[str, _Underway] = {}

    def want(self, number: int, ref: BlobRef) -> Fetch | None:
        """Fetch what a notification refers to; gives the request to send, or None while another is under way."""
        if ref.sha256 in self._wanted:
            return None
        image = self._given_up.pop(ref.sha256, None) or _Underway(number, ref)
        image.number = number
        self._wanted[ref.sha256] = image
        return image.next_piece() if len(self._wanted) == 1 else None

    def answered(self, request: Fetch, reply: Reply) -> tuple[ImageReceived | ImageFailed | None, Fetch | None]:
        """What an answer leads to: an image that is there or has failed, and the request to send next."""
        image = self._wanted.get(request.sha256)
        if image is None:
            return None, None
        if not isinstance(reply, Acknowledgement):
            return self.failed(request, reply.message)
        if not _fits(reply.piece, request, image.ref):
            return self.failed(request, tr("the service sent another piece than was asked for"))
        assert reply.piece is not None
        image.content += reply.piece.content
        if len(image.content) < image.ref.size:
            return None, image.next_piece()
        del self._wanted[request.sha256]
        content = bytes(image.content)
        if hashlib.sha256(content).hexdigest() != image.ref.sha256:
            return ImageFailed(image.ref, tr("what came is not what was announced")), self._next()
        return ImageReceived(image.ref, content), self._next()

    def failed(self, request: Fetch, reason: str) -> tuple[ImageFailed | None, Fetch | None]:
        """Give an image up, until it is wanted again; and go on with the next."""
        image = self._wanted.pop(request.sha256, None)
        if image is None:
            return None, None
        self._given_up = {image.ref.sha256: image}  # of the last alone: they are large
        return ImageFailed(image.ref, reason), self._next()

    def _next(self) -> Fetch | None:
        return next((image.next_piece() for image in self._wanted.values()), None)


def _fits(piece: Piece | None, request: Fetch, ref: BlobRef) -> bool:
    return (
        piece is not None
        and piece.ref == ref
        and piece.offset == request.offset
        and len(piece.content) == request.length
    )
