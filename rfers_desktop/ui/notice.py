"""A strip above the map that says what the user must know: the link is away, something was refused."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QPushButton, QWidget

from rfers_desktop.language import tr, tr_count
from rfers_desktop.ui.look import GAP, WIDE_GAP

_MOST_LINES = 3  # of problems, of several files that cannot be read, say; the tool tip has all
_MOST_PROBLEMS = 30


class Notice(QFrame):
    """Hidden while there is nothing to say. The state of the link stays; a problem can be put away."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("notice")
        self.setAccessibleName(tr("Notice"))
        self._state = ""
        self._problems: list[str] = []
        self._words = QLabel(self)
        self._words.setTextFormat(Qt.TextFormat.PlainText)
        self._words.setWordWrap(True)
        self._words.setAccessibleName(tr("Notice"))
        self._dismiss = QPushButton(tr("Dismiss"), self)
        self._dismiss.setAccessibleName(tr("Dismiss the notice"))
        self._dismiss.clicked.connect(lambda: self.show_problem(""))
        layout = QHBoxLayout(self)
        layout.setContentsMargins(WIDE_GAP, GAP, WIDE_GAP, GAP)
        layout.addWidget(self._words, 1)
        layout.addWidget(self._dismiss)
        self._refresh()

    def show_state(self, words: str) -> None:
        """Say why the desk hears nothing; empty words mean that it hears."""
        self._state = words
        self._refresh()

    def show_problem(self, words: str) -> None:
        """Say what went wrong; the latest few stay until they are put away. No words put them away."""
        others = [problem for problem in self._problems if problem != words]
        self._problems = [*others, words][-_MOST_PROBLEMS:] if words else []
        self._refresh()

    def withdraw(self, words: str) -> None:
        """What was said has been seen to."""
        self._problems = [problem for problem in self._problems if problem != words]
        self._refresh()

    def text(self) -> str:
        """What is said now."""
        return self._words.text()

    def _refresh(self) -> None:
        earlier = len(self._problems) - _MOST_LINES
        more = (
            tr_count(
                "{count} earlier problem: hover to read all", "{count} earlier problems: hover to read all", earlier
            )
            if earlier > 0
            else ""
        )
        self._words.setText("\n".join(words for words in (self._state, more, *self._problems[-_MOST_LINES:]) if words))
        self.setToolTip("\n".join(self._problems) if earlier > 0 else "")
        self._dismiss.setVisible(bool(self._problems))
        self.setVisible(bool(self._state or self._problems))
