"""The sign in the status bar that tells whether the desk hears of events."""

from __future__ import annotations

from PySide6.QtWidgets import QLabel, QWidget

from rfers_desktop.ui.look import Tone
from rfers_desktop.workspace import LinkReport, LinkState

_SIGNS = {
    LinkState.STOPPED: ("Not logged in", Tone.QUIET),
    LinkState.CONNECTING: ("Connecting", Tone.WAITING),
    LinkState.ONLINE: ("Online", Tone.GOOD),
    LinkState.MATCHER_AWAY: ("Matcher away", Tone.BAD),
    LinkState.BROKER_AWAY: ("Broker away", Tone.BAD),
    LinkState.REFUSED: ("Refused", Tone.BAD),
    LinkState.OTHER_VERSION: ("Other version", Tone.BAD),
}


class LinkSign(QLabel):
    """A dot and a word; the whole sentence is in the tooltip."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("sign")
        self.setAccessibleName("Link state")

    def show_link(self, link: LinkReport) -> None:
        """Show a state."""
        word, tone = _SIGNS[link.state]
        self.setText(f"●  {word}")
        self.setProperty("tone", tone.value)
        self.style().polish(self)  # Qt looks at properties only when asked to
        self.setToolTip(link.detail)
        self.setAccessibleDescription(link.detail)
