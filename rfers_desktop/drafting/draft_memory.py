"""Drawings that are not sent yet, kept in a file with every step: they are there again after Esc or a crash."""

from __future__ import annotations

import json
import os
from pathlib import Path

from broker_local.protocol.errors import ProtocolError

from .parked_draft import ParkedDraft, draft_from_object, draft_to_object

_VERSION = 1
_LARGEST_FILE = 16_000_000
_MOST_PARKED = 20


class DraftMemory:
    """The draft at hand and those that were put aside, in one file; every change of them is written at once."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self.problem = ""  # why an existing file could not be used; it is kept beside the new one
        self.was_interrupted = False  # the last life of the desk left a draft at hand: it is the newest parked one
        self._at_hand: ParkedDraft | None = None
        self._parked: list[ParkedDraft] = []
        self._read()

    @property
    def parked(self) -> tuple[ParkedDraft, ...]:
        """Drafts that can be taken up again, the newest last; those that a crash left at hand are among them."""
        return tuple(self._parked)

    def keep(self, draft: ParkedDraft) -> None:
        """Remember the draft at hand as it is now; one with nothing in it is not worth it."""
        self._set(draft if draft.is_worth_keeping else None)

    def park(self) -> None:
        """Put the draft at hand aside."""
        if self._at_hand is not None:
            self._parked = [*self._parked, self._at_hand][-_MOST_PARKED:]
            self._at_hand = None
            self._write()

    def resume(self) -> ParkedDraft | None:
        """Take up the draft that was put aside last; one at hand is put aside, behind the others."""
        if not self._parked:
            return None
        taken = self._parked.pop()
        if self._at_hand is not None:
            self._parked.insert(0, self._at_hand)
        self._at_hand = taken
        self._write()
        return self._at_hand

    def forget(self) -> None:
        """The draft at hand was sent, or thrown away."""
        self._set(None)

    def forget_parked(self) -> None:
        """Throw the draft away that was put aside last."""
        del self._parked[-1:]
        self._write()

    def _set(self, draft: ParkedDraft | None) -> None:
        if draft != self._at_hand:
            self._at_hand = draft
            self._write()

    def _read(self) -> None:
        if not self._path.exists():
            return
        try:
            if self._path.stat().st_size > _LARGEST_FILE:
                raise ValueError(f"larger than {_LARGEST_FILE:,} bytes")
            written = json.loads(self._path.read_text("utf-8"))
            if not isinstance(written, dict) or written.get("version") != _VERSION:
                raise ValueError(f"expected version {_VERSION}")
            self.was_interrupted = written.get("at_hand") is True
            self._parked = [draft_from_object(draft) for draft in written["drafts"][-_MOST_PARKED:]]
        except (OSError, ValueError, TypeError, KeyError, RecursionError, ProtocolError) as error:
            aside = self._path.with_suffix(".unreadable")
            self.problem = f"The parked drawings could not be read ({error}); the file is kept as {aside.name}."
            self._path.replace(aside)

    def _write(self) -> None:
        drafts = [*self._parked, *([] if self._at_hand is None else [self._at_hand])]
        if not drafts:
            self._path.unlink(missing_ok=True)
            return
        self._path.parent.mkdir(parents=True, exist_ok=True)
        fresh = self._path.with_suffix(".new")
        is_at_hand = self._at_hand is not None
        content = {"version": _VERSION, "at_hand": is_at_hand, "drafts": [draft_to_object(draft) for draft in drafts]}
        fresh.write_text(json.dumps(content, ensure_ascii=False), "utf-8")
        os.replace(fresh, self._path)  # a crash leaves the old file or the new one, never half of one
