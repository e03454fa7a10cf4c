"""How alerts are told: try each sound, mute them, keep rings from flashing."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QCheckBox, QComboBox, QDialog, QHBoxLayout, QPushButton, QWidget

from broker_local.protocol.subscription import Priority, Sound
from rfers_desktop.language import tr
from rfers_desktop.ui.dialogs.dialog_layout import lay_out, words_label

from .manners import MANNERS, priority_words

_WIDTH_PX = 460


def sound_words(sound: Sound) -> str:
    """A sound's name for people."""
    return {
        Sound.CHIME: tr("Chime"),
        Sound.PING: tr("Ping"),
        Sound.KNOCK: tr("Knock"),
        Sound.ALARM: tr("Alarm"),
        Sound.SIREN: tr("Siren"),
        Sound.SILENT: tr("Silent"),
    }[sound]


class SoundDialog(QDialog):
    """Changes hold at once."""

    tested = Signal(object)  # the Sound
    muted = Signal(bool)
    steadied = Signal(bool)

    def __init__(self, is_muted: bool, is_steady: bool, how: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(tr("Alert sounds"))
        self.setFixedWidth(_WIDTH_PX)
        self.choice = QComboBox(self)
        self.choice.setAccessibleName(tr("Sound to test"))
        for sound in Sound:
            if sound is not Sound.SILENT:
                self.choice.addItem(sound_words(sound), sound)
        self.test = QPushButton(tr("Test"), self)
        self.test.clicked.connect(lambda: self.tested.emit(Sound(self.choice.currentData())))
        row = QWidget(self)
        line = QHBoxLayout(row)
        line.setContentsMargins(0, 0, 0, 0)
        line.addWidget(self.choice, 1)
        line.addWidget(self.test)
        self.mute = QCheckBox(tr("Mute all alert sounds"), self)
        self.mute.setChecked(is_muted)
        self.mute.toggled.connect(self.muted)
        self.steady = QCheckBox(tr("Rings on the map do not flash"), self)
        self.steady.setChecked(is_steady)
        self.steady.toggled.connect(self.steadied)
        usual = ", ".join(f"{priority_words(p)}: {sound_words(MANNERS[p].sound).lower()}" for p in Priority)
        self.told = words_label(f"{how}.", "quiet", self)
        close = QPushButton(tr("Close"), self)
        close.setDefault(True)
        close.clicked.connect(self.accept)
        words = words_label(tr("Unless a subscription has its own sound: {usual}.", usual=usual), "quiet", self)
        lay_out(
            self, (words_label(tr("Sound"), "field", self), row, words, self.told, self.mute, self.steady), (close,)
        )

    def show_failure(self, words: str) -> None:
        """Say that nothing can be heard."""
        self.told.setObjectName("wrong")
        self.told.setText(words)
        self.told.style().polish(self.told)
