"""Who is at the desk: the login dialog, the companion on this computer, and the commands to log in and out."""

from __future__ import annotations

import getpass
import re
from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QTimer
from PySide6.QtGui import QAction

from broker_local.protocol.errors import ProtocolError
from rfers_desktop.change import Change
from rfers_desktop.language import tr
from rfers_desktop.local_companion import Failed, LocalCompanion, Ready, Starting
from rfers_desktop.recent_logins import RecentLogins
from rfers_desktop.workspace import LinkState, Login

from .dialogs.login import LoginDialog
from .part import Command, Desk, Panel
from .setting import Setting, Switch

_LOOK_MS = 150
_UNFIT = re.compile(r"[^A-Za-z0-9_.-]+")


class LoginPart:
    """The window goes on living behind the dialog."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self.dialog: LoginDialog | None = None
        self.recent = RecentLogins(desk.settings / "logins.json")
        self.companion = LocalCompanion(desk.settings)
        self._looking = QTimer(desk.window)
        self._looking.setInterval(_LOOK_MS)
        self._looking.timeout.connect(self._look)

    def commands(self) -> Sequence[Command]:
        menu = tr("&File")
        return (
            Command("session.log_in", tr("&Log in…"), menu, self.ask, "Ctrl+L"),
            Command("session.log_out", tr("Log &out"), menu, self._log_out, "", self._is_logged_in),
        )

    def panels(self) -> Sequence[Panel]:
        return ()

    def settings(self) -> Sequence[Setting]:
        """What becomes of the companion that was started from here."""
        return (
            Switch(
                tr("This computer"),
                tr("Keep the companion on this computer running when the desk is closed"),
                lambda: self.recent.keeps_companion,
                self.recent.keep_companion,
            ),
        )

    def show(self, change: Change) -> None:
        """Tell the dialog what became of the attempt; a user that is refused later is asked again."""
        if change.link is None:
            return
        action = self._desk.window.findChild(QAction, "session.log_in")
        if isinstance(action, QAction):  # on the tool bar, where somebody who is in need not be asked in
            action.setIconText(tr("Change user") if self._is_logged_in() else tr("Log in"))
        link, login = self._desk.workspace.link, self._desk.workspace.login
        if self.dialog is not None:
            self.dialog.show_link(link)
        elif link.state is LinkState.REFUSED and login is not None:
            self.ask(f"{login.host}:{login.port}", login.user)

    def close(self) -> None:
        """The companion that was started from here ends with the desk, unless it is to stay."""
        self._looking.stop()
        if self.recent.keeps_companion:
            self.companion.leave()
        else:
            self.companion.stop()

    def ask(self, server: str = "", user: str = "") -> None:
        """Open the login dialog; what is not given is as it was the last time."""
        workspace = self._desk.workspace
        latest = self.recent.latest
        dialog = LoginDialog(
            server or latest.server,
            user or self.recent.user_at(server or latest.server),
            self.recent,
            workspace.keeping.repositories(),
            self._desk.window,
        )
        self.dialog = dialog
        dialog.asked.connect(self._asked)
        dialog.local_asked.connect(self._begin_here)
        dialog.offline_asked.connect(self._work_offline)
        dialog.companion_kept.connect(self.recent.keep_companion)
        dialog.finished.connect(self._closed)
        dialog.open()
        if workspace.link.state is LinkState.REFUSED:
            dialog.show_failure(workspace.link)

    def log_in(self, login: Login) -> None:
        """Begin a session for a user."""
        self._desk.apply(self._desk.workspace.log_in(login))

    def _asked(self, login: Login) -> None:
        try:
            self.recent.remember(f"{login.host}:{login.port}", login.user)
        except OSError as error:
            self._desk.notice.show_problem(tr("The login could not be kept for the next time: {error}", error=error))
        self.log_in(login)

    def _begin_here(self, user: str) -> None:
        self.companion.begin(user or _UNFIT.sub("-", getpass.getuser()) or "officer")
        self._looking.start()

    def _look(self) -> None:
        progress = self.companion.look()
        if isinstance(progress, Starting):
            if self.dialog is not None:
                self.dialog.show_progress(progress.words)
            return
        self._looking.stop()
        match progress:
            case Ready():
                self.log_in(Login(progress.user, progress.host, progress.port, progress.password))
            case Failed() if self.dialog is not None:
                self.dialog.show_problem(tr("The companion on this computer"), progress.words)

    def _work_offline(self, file: Path) -> None:
        try:
            self._desk.apply(self._desk.workspace.open_repository(file))
        except (ProtocolError, OSError) as error:
            if self.dialog is not None:
                self.dialog.show_problem(tr("This cannot be opened"), str(error))
            return
        if self.dialog is not None:
            self.dialog.accept()

    def _log_out(self) -> None:
        self._desk.apply(self._desk.workspace.log_out())

    def _closed(self) -> None:
        self.dialog = None

    def _is_logged_in(self) -> bool:
        return self._desk.workspace.login is not None
