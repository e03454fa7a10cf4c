"""The guide beside the map: which scenario is played, what one sees now, what to try, and how far it is."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QComboBox,
    QHBoxLayout,
    QLabel,
    QProgressBar,
    QPushButton,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from rfers_desktop.language import tr

from .tours import Tour

SPEEDS = (0.5, 1.0, 2.0, 5.0, 20.0, 60.0)
_LEAST_PX = 44  # of the words, which are scrolled; on a small screen other panels are open too


class TourPanel(QWidget):
    """Chooses, starts and stops; shows the step that the play is in, or one that the user turns to."""

    chosen = Signal(str)  # the name of a scenario to play
    stopped = Signal()
    paused = Signal(bool)  # whether the play is to be held
    turned = Signal(object)  # a TourStep, to look at
    hastened = Signal()  # the scenario that comes next is to begin now

    def __init__(self, tours: list[Tour], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._tours = {tour.name: tour for tour in tours}
        self._tour: Tour | None = None
        self._shown = 0
        self._at = 0  # the step that the play is in
        self._is_followed = True  # the page turns with the play, unless the user turned away from where that is
        self.scenario = QComboBox()
        self.scenario.setAccessibleName(tr("Scenario"))
        for tour in tours:
            self.scenario.addItem(tr(tour.title), tour.name)
        self.scenario.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.speed = QComboBox()
        self.speed.setAccessibleName(tr("Speed"))
        for speed in SPEEDS:
            self.speed.addItem(f"{speed:g}×", speed)
        self.speed.setCurrentIndex(SPEEDS.index(1.0))
        self.start = QPushButton(tr("Play"))
        self.start.clicked.connect(self._start_or_stop)
        self.pause = QPushButton(tr("Pause"))
        self.pause.setCheckable(True)
        self.pause.setToolTip(tr("Hold the play, to try things; press again to go on"))
        self.pause.toggled.connect(self.paused)
        self._title, self._see, self._to_try = (QLabel() for _ in range(3))
        self._title.setStyleSheet("font-weight: bold;")
        self._title.setAccessibleName(tr("Step of the guide"))
        self._see.setAccessibleName(tr("What you see"))
        self._to_try.setAccessibleName(tr("What to try"))
        for label in (self._title, self._see, self._to_try):
            label.setWordWrap(True)
            label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self._place = QLabel()
        self._place.setObjectName("quiet")
        self.back, self.forward = QPushButton(tr("Back")), QPushButton(tr("Next"))
        self.back.clicked.connect(lambda: self._turn(self._shown - 1))
        self.forward.clicked.connect(self._turn_on)
        self._next = QLabel()
        self._next.setObjectName("quiet")
        self._next.setVisible(False)
        self._next.setWordWrap(True)
        self._progress = QProgressBar()
        self._progress.setAccessibleName(tr("How far the scenario is"))
        self._progress.setTextVisible(False)
        self._progress.setMaximumHeight(6)
        self.scenario.currentIndexChanged.connect(lambda _: self._show_chosen())
        self._lay_out()
        self.set_playing(False)
        self._show_chosen()

    @property
    def is_playing(self) -> bool:
        """Whether a play is on."""
        return self._is_playing

    @property
    def chosen_speed(self) -> float:
        """How many times as fast."""
        return float(self.speed.currentData())

    @property
    def words(self) -> tuple[str, str, str]:
        """The title of the step that is shown, what one sees and what to try."""
        return self._title.text(), self._see.text(), self._to_try.text()

    def choose_speed(self, speed: float) -> None:
        """Choose a speed, also one that was not offered."""
        if self.speed.findData(speed) < 0:
            self.speed.addItem(f"{speed:g}×", speed)
        self.speed.setCurrentIndex(self.speed.findData(speed))

    def show_tour(self, name: str) -> None:
        """Turn to the guide of a scenario, at its beginning."""
        self.scenario.setCurrentIndex(self.scenario.findData(name))
        self._show_chosen()

    def set_playing(self, is_playing: bool) -> None:
        """Whether a play is on."""
        self._is_playing = is_playing
        self._is_followed = True
        self.start.setText(tr("Stop") if is_playing else tr("Play"))
        if not is_playing:
            self.pause.setChecked(False)
        self.pause.setEnabled(is_playing)
        self.scenario.setEnabled(not is_playing)
        self.speed.setEnabled(not is_playing)

    def set_possible(self, reason: str) -> None:
        """Say why nothing can be played; nothing if it can."""
        self.start.setEnabled(not reason or self._is_playing)
        self.start.setToolTip(reason)

    def announce(self, name: str) -> None:
        """Say which scenario follows, and let it begin by turning the last page; nothing if none does."""
        self._next.setText(
            tr("Next: {scenario}, in a moment or with the button Next", scenario=tr(self._tours[name].title))
            if name
            else ""
        )
        self._next.setVisible(bool(name))
        self._show_turning()

    def move_to(self, now_s: float) -> None:
        """The play is at this second."""
        if self._tour is None:
            return
        self._progress.setValue(round(now_s))
        self._at = self._tour.step_at(now_s)
        if self._is_followed and self._at != self._shown:
            self._show_step(self._at, is_to_look=True)

    def begin(self) -> None:
        """The play begins: look where it takes place."""
        self._at = 0
        self._show_step(0, is_to_look=True)

    def _show_chosen(self) -> None:
        self._tour = self._tours.get(str(self.scenario.currentData()))
        if self._tour is not None:
            self._progress.setRange(0, max(1, round(self._tour.steps[-1].at_s)))
            self._progress.setValue(0)
            self._show_step(0, is_to_look=False)

    def _turn(self, number: int) -> None:
        self._is_followed = number == self._at
        self._show_step(number, is_to_look=True)

    def _turn_on(self) -> None:
        assert self._tour is not None
        if self._shown + 1 < len(self._tour.steps):
            self._turn(self._shown + 1)
        else:
            self.hastened.emit()

    def _show_step(self, number: int, is_to_look: bool) -> None:
        assert self._tour is not None
        self._shown = number
        step = self._tour.steps[number]
        self._title.setText(tr(step.title))
        self._see.setText(tr(step.see))
        self._to_try.setText(tr(step.to_try))
        self._place.setText(tr("{number} of {count}", number=number + 1, count=len(self._tour.steps)))
        self._show_turning()
        if is_to_look:
            self.turned.emit(step)

    def _show_turning(self) -> None:
        """Whether there are pages before and after; after the last of one scenario comes the next."""
        assert self._tour is not None
        self.back.setEnabled(self._shown > 0)
        self.forward.setEnabled(self._shown + 1 < len(self._tour.steps) or bool(self._next.text()))

    def _start_or_stop(self) -> None:
        if self._is_playing:
            self.stopped.emit()
        else:
            self.chosen.emit(str(self.scenario.currentData()))

    def _lay_out(self) -> None:
        choice = QHBoxLayout()
        choice.addWidget(self.scenario, 1)
        choice.addWidget(self.speed)
        choice.addWidget(self.pause)
        choice.addWidget(self.start)
        turning = QHBoxLayout()
        turning.addWidget(self._title, 1)
        turning.addWidget(self.back)
        turning.addWidget(self._place)
        turning.addWidget(self.forward)
        words = QWidget()
        column = QVBoxLayout(words)
        column.setContentsMargins(0, 0, 0, 0)
        for heading, label in ((tr("What you see"), self._see), (tr("What to try"), self._to_try)):
            above = QLabel(heading)
            above.setObjectName("quiet")
            column.addWidget(above)
            column.addWidget(label)
        column.addWidget(self._next)
        column.addStretch(1)
        area = QScrollArea()
        area.setWidget(words)
        area.setWidgetResizable(True)
        area.setFrameShape(QScrollArea.Shape.NoFrame)
        area.setMinimumHeight(_LEAST_PX)
        layout = QVBoxLayout(self)
        layout.addLayout(choice)
        layout.addWidget(self._progress)
        layout.addLayout(turning)
        layout.addWidget(area, 1)
