"""Whether the desk hears of events, said where nobody can miss it: title, strip above the map, the map itself."""

from __future__ import annotations

from collections.abc import Sequence

from rfers_desktop.attribute_text import moment_text
from rfers_desktop.change import Change
from rfers_desktop.language import tr
from rfers_desktop.workspace import LinkState

from .part import Command, Desk, Panel

_QUIET = (LinkState.ONLINE, LinkState.CONNECTING, LinkState.STOPPED)


class LinkPart:
    """Says on the map that nothing new can come, from the moment the link was lost."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._was_online = False
        self._frozen_since_s: float | None = None
        self._latest_received = ""

    def commands(self) -> Sequence[Command]:
        return ()

    def panels(self) -> Sequence[Panel]:
        return ()

    def show(self, change: Change) -> None:
        if change.is_new_desk:
            self._latest_received = ""
        if change.notifications.added:
            self._latest_received = moment_text(change.notifications.added[-1].received_at)
        if change.link is not None:
            self._say_who_and_where()
            self._say_what_stands_in_the_way()
            self._freeze()

    def close(self) -> None:
        """There is nothing to let go of."""

    def _say_who_and_where(self) -> None:
        login = self._desk.workspace.login
        where = {} if login is None else {"user": login.user, "server": f"{login.host}:{login.port}"}
        self._desk.window.setWindowTitle(tr("RFERS · {user} at {server}", **where) if where else "RFERS")

    def _say_what_stands_in_the_way(self) -> None:
        link = self._desk.workspace.link
        sentence = f"{link.detail[:1].upper()}{link.detail[1:]}."
        if self._latest_received:
            sentence = f"{sentence} {tr('The map is as of {moment} UTC.', moment=self._latest_received)}"
        self._desk.notice.show_state("" if link.state in _QUIET else sentence)

    def _freeze(self) -> None:
        state, now_s = self._desk.workspace.link.state, self._desk.clock()
        if state in (LinkState.ONLINE, LinkState.STOPPED, LinkState.OFFLINE):
            self._was_online, self._frozen_since_s = state is LinkState.ONLINE, None
        elif self._was_online and self._frozen_since_s is None:
            self._frozen_since_s = now_s
        self._desk.pane.canvas.freeze(self._frozen_since_s)
        self._desk.pane.canvas.set_clock(now_s)
