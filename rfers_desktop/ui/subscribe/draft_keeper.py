"""Keeps the draft at hand in its file: a corner at once, what a hand still turns or pulls when it rests."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from PySide6.QtCore import QTimer

from rfers_desktop.drafting.draft_memory import DraftMemory
from rfers_desktop.drafting.parked_draft import ParkedDraft
from rfers_desktop.drafting.sketch import Sketch

from .draft_model import DraftModel

_RESTS_MS = 200


class DraftKeeper:
    """Between the draft and its memory on disk."""

    def __init__(self, model: DraftModel, file: Path, clock: Callable[[], float]) -> None:
        self._model = model
        self._clock = clock
        self._memory = DraftMemory(file)
        self._kept: Sketch | None = None
        self._rest = QTimer(model)
        self._rest.setSingleShot(True)
        self._rest.setInterval(_RESTS_MS)
        self._rest.timeout.connect(self.keep_now)
        model.changed.connect(self._changed)

    @property
    def parked(self) -> tuple[ParkedDraft, ...]:
        """Drafts that can be taken up again."""
        return self._memory.parked

    @property
    def problem(self) -> str:
        """Why what was kept could not be read."""
        return self._memory.problem

    @property
    def was_interrupted(self) -> bool:
        """Whether the desk was closed, or died, in the middle of a drawing."""
        return self._memory.was_interrupted

    def keep_now(self) -> None:
        """Write the draft at hand as it is."""
        self._rest.stop()
        self._kept = self._model.sketch
        self._memory.keep(self._model.parked())

    def park(self) -> None:
        """Put the draft at hand aside."""
        self.keep_now()
        self._memory.park()

    def resume(self) -> bool:
        """Load the draft that was put aside last; False if there is none. One at hand is put aside in its place."""
        self.keep_now()
        draft = self._memory.resume()
        if draft is None:
            return False
        self._model.load(self._without_past_end(draft))
        return True

    def forget(self) -> None:
        """The draft at hand is no more."""
        self._rest.stop()
        self._memory.forget()

    def forget_parked(self) -> None:
        """Throw the draft away that was put aside last."""
        self._memory.forget_parked()

    def _changed(self) -> None:
        if self._model.sketch != self._kept and not self._model.drawing.is_pulled:
            self.keep_now()
        elif not self._rest.isActive():
            self._rest.start()

    def _without_past_end(self, draft: ParkedDraft) -> ParkedDraft:
        """A subscription that would have ended by now was not meant to be dead when it begins."""
        ends_at = draft.options.ends_at
        if ends_at is None or ends_at.timestamp() > self._clock():
            return draft
        return replace(draft, options=replace(draft.options, ends_at=None))
