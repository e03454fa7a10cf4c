"""Pieces of images for the desks that were told of them, and for nobody else."""

from __future__ import annotations

import json

from broker_local.protocol.blob import BlobRef
from broker_local.protocol.errors import Given, ProtocolError
from broker_local.protocol.requests import Fetch, Piece

from .blob_store import BlobStore
from .journal import Journal


class Pieces:
    """Answers fetches: a user may have what an entry of their own inbox refers to."""

    def __init__(self, journal: Journal, store: BlobStore) -> None:
        self._journal = journal
        self._store = store

    def cut(self, asked: Fetch, user: str) -> Piece:
        """The piece that is asked for; raises if it is not the user's, or not kept any more."""
        ref = self._reference(asked, user)
        if asked.offset >= ref.size:
            raise ProtocolError("offset", expected=f"less than {ref.size}, the size of it", got=asked.offset)
        content = self._store.read(ref, asked.offset, asked.length)
        if content is None:
            raise ProtocolError("sha256", expected="what is still kept", got=Given("what has made room for newer"))
        return Piece(ref, asked.offset, content)

    def _reference(self, asked: Fetch, user: str) -> BlobRef:
        rows = self._journal.inbox_after(user, asked.number - 1, 1)
        if rows and rows[0].number == asked.number:
            for value in json.loads(rows[0].event_body)["properties"].values():
                if isinstance(value, dict) and value.get("sha256") == asked.sha256:
                    return BlobRef(value["sha256"], value["bytes"])
        expected = f"what notification {asked.number} of {user} refers to"
        raise ProtocolError("sha256", expected=expected, got=asked.sha256)
