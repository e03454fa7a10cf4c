"""The controls of a replay: play, step, how fast, and which stretch of time is shown."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtWidgets import QCheckBox, QComboBox, QHBoxLayout, QLabel, QSpinBox, QToolButton, QWidget

from rfers_desktop.language import grouped, tr
from rfers_desktop.past.playback import MINUTE_US, SPEEDS, Playback, Window
from rfers_desktop.past.whole_layers import Whole
from rfers_desktop.ui.icons import themed_icon
from rfers_desktop.ui.look import GAP, WIDE_GAP, present_theme

_LONGEST_SPAN_MIN = 7 * 24 * 60
_LEAST_WORDS_PX = 130


class Transport(QWidget):
    """Shows a playback, and asks for another."""

    asked = Signal(object)  # Playback
    whole_asked = Signal()  # other layers of the whole period are wanted: `wholes` says which

    def __init__(self, playback: Playback, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._playback = playback
        self.play = self._button(tr("Play or pause (Space)"))
        self.back = self._button(tr("A minute back (Left)"))
        self.on = self._button(tr("A minute on (Right)"))
        self.speed = QComboBox(self)
        self.speed.setAccessibleName(tr("Speed"))
        for speed in SPEEDS:
            self.speed.addItem(f"{grouped(f'{speed:,}')}×", speed)
        self.window_kind = QComboBox(self)
        self.window_kind.setAccessibleName(tr("What is shown"))
        for window, words in (
            (Window.INSTANT, tr("This minute")),
            (Window.TRAILING, tr("The last while")),
            (Window.CUMULATIVE, tr("Since the beginning")),
            (Window.INTERVAL, tr("A marked interval")),
        ):
            self.window_kind.addItem(words, window)
        self.span = QSpinBox(self)
        self.span.setAccessibleName(tr("Minutes that are shown"))
        self.span.setRange(1, _LONGEST_SPAN_MIN)
        self.span.setSuffix(tr(" min"))
        self.whole_boxes = {
            Whole.DENSITY: self._box(tr("&Density"), tr("How much matched where, in the whole period")),
            Whole.TRACKS: self._box(tr("&Tracks"), tr("The ways of all things, in the whole period")),
        }
        self.shown = QLabel(self)
        self.shown.setAccessibleName(tr("How many events are shown"))
        self.shown.setObjectName("quiet")
        self.shown.setWordWrap(True)  # the tables beside it need the width more
        self.shown.setMinimumWidth(_LEAST_WORDS_PX)
        self.shown.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        row = QHBoxLayout(self)
        row.setContentsMargins(WIDE_GAP, GAP, WIDE_GAP, GAP)
        row.setSpacing(GAP)
        groups: tuple[tuple[QWidget, ...], ...] = (
            (self.back, self.play, self.on, self.speed),
            (self.window_kind, self.span),
            tuple(self.whole_boxes.values()),
        )
        for group in groups:
            for widget in group:
                row.addWidget(widget)
            row.addSpacing(WIDE_GAP)
        row.addWidget(self.shown, 1)
        self.play.clicked.connect(lambda: self.asked.emit(self._playback.played(not self._playback.is_playing)))
        self.back.clicked.connect(lambda: self.asked.emit(self._playback.stepped(-1)))
        self.on.clicked.connect(lambda: self.asked.emit(self._playback.stepped(1)))
        self.speed.activated.connect(
            lambda _: self.asked.emit(replace(self._playback, speed=int(self.speed.currentData())))
        )
        self.window_kind.activated.connect(
            lambda _: self.asked.emit(replace(self._playback, window=Window(self.window_kind.currentData())))
        )
        self.span.editingFinished.connect(self._ask_span)
        self.show_playback(playback)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() in (QEvent.Type.PaletteChange, QEvent.Type.StyleChange) and hasattr(self, "on"):
            self._paint_icons()

    def wholes(self) -> list[Whole]:
        """Which layers of the whole period are wanted."""
        return [which for which, box in self.whole_boxes.items() if box.isChecked()]

    def show_playback(self, playback: Playback) -> None:
        """Bring the controls up to date."""
        self._playback = playback
        self._paint_icons()
        self.speed.setCurrentIndex(SPEEDS.index(playback.speed))
        self.window_kind.setCurrentIndex(self.window_kind.findData(playback.window))
        self.span.setVisible(playback.window is Window.TRAILING)
        if not self.span.hasFocus():
            self.span.setValue(playback.span_us // MINUTE_US)

    def _ask_span(self) -> None:
        span_us = self.span.value() * MINUTE_US
        if span_us != self._playback.span_us:
            self.asked.emit(replace(self._playback, span_us=span_us))

    def _box(self, words: str, hint: str) -> QCheckBox:
        box = QCheckBox(words, self)
        box.setToolTip(hint)
        box.toggled.connect(lambda _: self.whole_asked.emit())
        return box

    def _paint_icons(self) -> None:
        theme = present_theme()
        play = "pause" if self._playback.is_playing else "play"
        for button, name in ((self.back, "step_back"), (self.play, play), (self.on, "step_on")):
            button.setIcon(themed_icon(name, theme))

    def _button(self, words: str) -> QToolButton:
        button = QToolButton(self)
        button.setToolTip(words)
        button.setAccessibleName(words.partition(" (")[0])
        button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        return button
