"""Who is at the desk: the login dialog, and the commands to log in, log out and leave."""

from __future__ import annotations

from collections.abc import Sequence

from rfers_desktop.change import Change
from rfers_desktop.language import tr
from rfers_desktop.workspace import LinkState, Login

from .dialogs.login import LoginDialog
from .part import Command, Desk, Panel

_USUAL_SERVER = "127.0.0.1:1883"


class LoginPart:
    """The window goes on living behind the dialog."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._dialog: LoginDialog | None = None

    def commands(self) -> Sequence[Command]:
        menu = tr("&File")
        return (
            Command("session.log_in", tr("&Log in…"), menu, self.ask, "Ctrl+L"),
            Command("session.log_out", tr("Log &out"), menu, self._log_out, "", self._is_logged_in),
            Command("window.quit", tr("&Quit"), menu, self._desk.window.close, "Ctrl+Q"),
        )

    def panels(self) -> Sequence[Panel]:
        return ()

    def show(self, change: Change) -> None:
        """Tell the dialog what became of the attempt; a user that is refused later is asked again."""
        if change.link is None:
            return
        link, login = self._desk.workspace.link, self._desk.workspace.login
        if self._dialog is not None:
            self._dialog.show_link(link)
        elif link.state is LinkState.REFUSED and login is not None:
            self.ask(f"{login.host}:{login.port}", login.user)

    def close(self) -> None:
        """There is nothing to let go of."""

    def ask(self, server: str = _USUAL_SERVER, user: str = "") -> None:
        """Open the login dialog."""
        link = self._desk.workspace.link
        self._dialog = LoginDialog(server, user, self._desk.window)
        self._dialog.asked.connect(self.log_in)
        self._dialog.finished.connect(self._closed)
        self._dialog.open()
        if link.state is LinkState.REFUSED:
            self._dialog.show_failure(link)

    def log_in(self, login: Login) -> None:
        """Begin a session for a user."""
        self._desk.apply(self._desk.workspace.log_in(login))

    def _log_out(self) -> None:
        self._desk.apply(self._desk.workspace.log_out())

    def _closed(self) -> None:
        self._dialog = None

    def _is_logged_in(self) -> bool:
        return self._desk.workspace.login is not None
