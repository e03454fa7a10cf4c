"""The command that opens the editor of words, and what becomes of them."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta

from PySide6.QtCore import Qt

from broker_local.protocol.topic import AttributeValue
from rfers_desktop.change import Change
from rfers_desktop.language import tr
from rfers_desktop.ui.part import Command, Desk, Panel
from rfers_desktop.workspace import SubscriptionState, UserTerms

from .dialog import WordsDialog

_LAST_HOUR = timedelta(hours=1)


class WordsPart:
    """Words are those of whoever is logged in."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        desk.workspace.keep_words_in(desk.settings / "words")
        self.dialog: WordsDialog | None = None

    def commands(self) -> Sequence[Command]:
        """The one command."""
        menu = tr("&Subscription")
        return (Command("words.edit", tr("&Words…"), menu, self.edit, "Ctrl+Shift+W", self._is_logged_in),)

    def panels(self) -> Sequence[Panel]:
        """None: the editor is a dialog."""
        return ()

    def show(self, change: Change) -> None:
        """Nothing: the dialog has what it was opened with."""

    def close(self) -> None:
        """Forget what was not kept."""
        if self.dialog is not None:
            self.dialog.reject()

    def edit(self, topic: str = "", attribute: str = "", word: str = "") -> None:
        """Open the editor, if wanted at a word."""
        workspace = self._desk.workspace
        self.dialog = WordsDialog(
            workspace.topics, workspace.terms, self._readings, self._live_users, self._desk.window
        )
        self.dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.dialog.kept.connect(self._keep)
        self.dialog.finished.connect(self._forget)
        if topic:
            self.dialog.show_topic(topic, attribute, word)
        self.dialog.open()

    def _keep(self, terms: UserTerms) -> None:
        if terms != self._desk.workspace.terms:
            self._desk.apply(self._desk.workspace.keep_terms(terms))

    def _forget(self) -> None:
        self.dialog = None

    def _readings(self, topic: str, attribute: str) -> list[AttributeValue]:
        since = datetime.fromtimestamp(self._desk.clock(), UTC) - _LAST_HOUR
        return self._desk.workspace.readings_of(topic, attribute, since)

    def _live_users(self, topic: str, attribute: str, word: str) -> list[str]:
        records = {record.subscription.id: record for record in self._desk.workspace.subscriptions()}
        return [
            subscription.name
            for subscription in self._desk.workspace.users_of(topic, attribute, word)
            if records[subscription.id].state is SubscriptionState.LIVE
        ]

    def _is_logged_in(self) -> bool:
        return self._desk.workspace.login is not None
