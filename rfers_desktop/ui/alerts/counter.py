"""The number of alerts that nobody has acknowledged, always in view; a click shows them."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt, QTimer
from PySide6.QtWidgets import QToolButton, QWidget

from rfers_desktop.language import tr, tr_count
from rfers_desktop.ui.look import Tone
from rfers_desktop.workspace import Alert

from .manners import tone_of

_SAID_MS = 5_000
_SAID_PX = 260


class AlertCounter(QToolButton):
    """In the status bar; says also that sounds are muted, so that silence is not taken for peace."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("alerts")
        self.setAutoRaise(True)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self._calling: Sequence[Alert] = ()
        self._is_muted = False
        self._unheard = ""
        self._done = ""  # what the user has just done
        self._until = QTimer(self)
        self._until.setSingleShot(True)
        self._until.setInterval(_SAID_MS)
        self._until.timeout.connect(lambda: self.say(""))
        self._write()

    def show_calling(self, calling: Sequence[Alert]) -> None:
        """Count these."""
        self._calling = calling
        self._write()

    def say(self, done: str) -> None:
        """Say for a while what was done."""
        self._done = done
        self._until.stop() if not done else self._until.start()
        self._write()

    def show_muted(self, is_muted: bool) -> None:
        """Say whether sounds are muted."""
        self._is_muted = is_muted
        self._write()

    def show_unheard(self, why: str) -> None:
        """Say that alerts cannot be heard here, and on asking why."""
        self._unheard = why
        self._write()

    def _write(self) -> None:
        first = self._calling[0] if self._calling else None  # the most important
        tone = Tone.QUIET if first is None else tone_of(first.state, first.priority)
        self.setProperty("tone", tone.value)
        self.style().polish(self)
        count = len(self._calling)
        words = tr_count("● {count} unacknowledged", "● {count} unacknowledged", count) if count else tr("No alerts")
        silence = tr("muted") if self._is_muted else tr("no sound") if self._unheard else ""
        done = self.fontMetrics().elidedText(self._done, Qt.TextElideMode.ElideMiddle, _SAID_PX)
        self.setText(" · ".join(each for each in (done, words, silence) if each).replace("&", "&&"))
        self.setMinimumWidth(self.sizeHint().width())  # "…acknowledged" would say the opposite of what is so
        self.setToolTip(self._unheard or tr("Show the alerts"))
        self.setAccessibleName(tr("Unacknowledged alerts: {count}", count=count))
        self.setAccessibleDescription(self._done)
