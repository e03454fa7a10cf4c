"""The sign in the status bar that tells whether the desk hears of events."""

from __future__ import annotations

from PySide6.QtWidgets import QLabel, QWidget

from rfers_desktop.language import tr
from rfers_desktop.ui.look import Tone
from rfers_desktop.workspace import LinkReport, LinkState

_TONES = {LinkState.STOPPED: Tone.QUIET, LinkState.CONNECTING: Tone.WAITING, LinkState.ONLINE: Tone.GOOD}


def _words() -> dict[LinkState, str]:
    return {
        LinkState.STOPPED: tr("Not logged in"),
        LinkState.CONNECTING: tr("Connecting"),
        LinkState.ONLINE: tr("Online"),
        LinkState.MATCHER_AWAY: tr("Matcher away"),
        LinkState.BROKER_AWAY: tr("Broker away"),
        LinkState.REFUSED: tr("Refused"),
        LinkState.OFFLINE: tr("Offline"),
        LinkState.OTHER_VERSION: tr("Other version"),
    }


class LinkSign(QLabel):
    """A dot and a word; the whole sentence is in the tooltip."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("sign")
        self.setAccessibleName(tr("Link state"))

    def show_link(self, link: LinkReport) -> None:
        """Show a state."""
        self.setText(f"●  {_words()[link.state]}")
        self.setProperty("tone", _TONES.get(link.state, Tone.BAD).value)
        self.style().polish(self)  # Qt looks at properties only when asked to
        self.setToolTip(link.detail)
        self.setAccessibleDescription(link.detail)
