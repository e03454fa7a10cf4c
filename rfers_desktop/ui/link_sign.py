"""The sign in the status bar that tells whether the desk hears of events."""

from __future__ import annotations

from PySide6.QtWidgets import QLabel, QWidget

from rfers_desktop.ui.look import BAD, GOOD, QUIET_TEXT, WAITING
from rfers_desktop.workspace import LinkReport, LinkState

_SIGNS = {
    LinkState.STOPPED: ("Not logged in", QUIET_TEXT),
    LinkState.CONNECTING: ("Connecting", WAITING),
    LinkState.ONLINE: ("Online", GOOD),
    LinkState.MATCHER_AWAY: ("Matcher away", BAD),
    LinkState.BROKER_AWAY: ("Broker away", BAD),
    LinkState.REFUSED: ("Refused", BAD),
    LinkState.OTHER_VERSION: ("Other version", BAD),
}


class LinkSign(QLabel):
    """A dot and a word; the whole sentence is in the tooltip."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName("Link state")

    def show_link(self, link: LinkReport) -> None:
        """Show a state."""
        word, colour = _SIGNS[link.state]
        self.setText(f"●  {word}")
        self.setStyleSheet(f"color: {colour}; font-weight: 600; padding: 0 8px;")
        self.setToolTip(link.detail)
        self.setAccessibleDescription(link.detail)
