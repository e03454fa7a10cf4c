"""Asks the service what the draft would have matched, a moment after it was last changed."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import UTC, datetime

from PySide6.QtCore import QObject, QTimer

from broker_local.protocol.errors import ProtocolError
from broker_local.protocol.requests import PastMatch
from rfers_desktop.subscription_draft import SubscriptionDraft
from rfers_desktop.ui.map.canvas import MapCanvas
from rfers_desktop.workspace import DryRunAnswer, LinkState, Workspace

from .dots import DryRunDots
from .dry_run_view import DryRunView
from .verdict import verdict_of

_AFTER_MS = 400  # of no further change


class DryRunControl(QObject):
    """One question at a time is of interest: answers to earlier drafts are passed over."""

    def __init__(self, workspace: Workspace, canvas: MapCanvas, view: DryRunView) -> None:
        super().__init__(view)
        self._workspace = workspace
        self.view = view
        self.dots = DryRunDots(canvas)
        self.replacing: str | None = None  # the subscription that the draft is to take the place of
        self._draft: SubscriptionDraft | None = None
        self._asked: str | None = None
        self._past: Sequence[PastMatch] = ()
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(_AFTER_MS)
        self._timer.timeout.connect(self.ask)
        view.shown_on_map.connect(lambda _: self._mark())

    def draft_changed(self, draft: SubscriptionDraft | None) -> None:
        """The draft is another; None: there is none any more."""
        if draft is None:
            self.clear()
        elif draft != self._draft:
            self._draft = draft
            self._timer.start()

    def clear(self) -> None:
        """Nothing is drafted: say nothing, mark nothing."""
        self._timer.stop()
        self._draft = self._asked = None
        self._past = ()
        self.view.clear()
        self._mark()

    def ask(self) -> None:
        """Ask about the draft as it is now."""
        self._timer.stop()
        is_online = self._workspace.can_ask and self._workspace.link.state is LinkState.ONLINE
        if self._draft is None or not is_online:
            return
        try:
            self._asked = self._workspace.dry_run(self._draft, self.replacing)
        except ProtocolError:
            return  # the card says what is wrong with it
        self.view.show_waiting()

    def take_in(self, answers: Iterable[DryRunAnswer]) -> None:
        """Show the answer to the last question."""
        for answer in answers:
            if answer.request_id != self._asked:
                continue
            self._asked = None
            if answer.found is None:
                self._past = ()
                self.view.show_failure(answer.reason or "")
            else:
                self._past = answer.found.newest
                places = sum(match.place is not None for match in self._past)
                self.view.show_verdict(verdict_of(answer.found, datetime.now(UTC)), places)
            self._mark()

    def _mark(self) -> None:
        self.dots.show_past(self._past if self.view.on_map.isChecked() else ())
