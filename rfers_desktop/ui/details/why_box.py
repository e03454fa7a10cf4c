"""Why a notification matched: the service's reasons for each subscription, and the way to the edge of its zone."""

from __future__ import annotations

from PySide6.QtCore import QSignalBlocker, Qt, Signal
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from broker_local.protocol.notification import MatchedSubscription
from rfers_desktop.contract_words import spoken
from rfers_desktop.degree_text import sure_text
from rfers_desktop.geo.measuring import distance_text
from rfers_desktop.geo.nearest_edge import EdgeLine
from rfers_desktop.language import tr
from rfers_desktop.ui.look import GAP
from rfers_desktop.ui.sure_bar import SureBar
from rfers_desktop.workspace import ExplanationAnswer

_DISTANCE_IS_TOLD = ("from its edge", "outside the zone", " inside, ", " outside, ")  # once is enough

_SHORTEST_NAME = 12  # characters


class WhyBox(QWidget):
    """Asks when it is told to; a line is offered to be drawn where the subscription has a zone."""

    asked = Signal(str)  # the id of the subscription
    drawn = Signal(object)  # EdgeLine, or None: to be drawn no more

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._line: EdgeLine | None = None
        self._edge = ""  # how far it is to the edge, in words
        self._told: list[str] = []
        self._is_told = False  # how far it is to the edge, by the service
        self._matched: tuple[MatchedSubscription, ...] = ()
        title = QLabel(tr("Why it matched"), self)
        title.setObjectName("field")
        self.subscription = QComboBox(self)
        self.subscription.setAccessibleName(tr("Subscription that it matched"))
        self.subscription.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.subscription.setMinimumContentsLength(_SHORTEST_NAME)  # long names do not push the button out of the card
        self.sure = QLabel(self)
        self.sure.setTextFormat(Qt.TextFormat.PlainText)
        self.sure.setAccessibleName(tr("How sure"))
        self.bar = SureBar(self)
        self.reasons = QLabel(self)
        self.reasons.setTextFormat(Qt.TextFormat.PlainText)
        self.reasons.setWordWrap(True)
        self.reasons.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.reasons.setAccessibleName(tr("Why it matched"))
        self.draw = QPushButton(tr("Show on the map"), self)
        self.draw.setCheckable(True)
        self.draw.setToolTip(tr("Draw the way to the nearest edge of the zone"))
        self.draw.toggled.connect(self._toggled)
        self.subscription.currentIndexChanged.connect(self._choose)
        row = QHBoxLayout()
        row.setSpacing(GAP)
        row.addWidget(self.subscription, 1)
        row.addWidget(self.draw)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(GAP // 2)
        column.addWidget(title)
        column.addLayout(row)
        how_sure = QHBoxLayout()
        how_sure.setSpacing(GAP)
        how_sure.addWidget(self.bar, 1)
        how_sure.addWidget(self.sure, 1)
        column.addLayout(how_sure)
        column.addWidget(self.reasons)

    @property
    def subscription_id(self) -> str | None:
        """The subscription that is looked at."""
        chosen = self.subscription.currentData()
        return str(chosen) if chosen is not None else None

    def show_matched(self, matched: tuple[MatchedSubscription, ...]) -> None:
        """Offer the subscriptions of another notification, and ask about the first."""
        self._matched = matched
        with QSignalBlocker(self.subscription):
            self.subscription.clear()
            for each in matched:
                self.subscription.addItem(each.name, each.id)
        self.setVisible(bool(matched))
        self._choose()

    def show_answer(self, answer: ExplanationAnswer) -> None:
        """The service's reasons, or why there are none."""
        if answer.found is None:
            told = [tr("Not known: {reason}", reason=answer.reason or tr("the service said nothing"))]
        else:
            verdict = [] if answer.found.matches else [tr("It would not match any more:")]
            told = verdict + [f"• {_sentence(spoken(reason))}" for reason in answer.found.sentences]
            self._is_told = any(words in line for line in answer.found.sentences for words in _DISTANCE_IS_TOLD)
        self._say(told)

    def show_no_link(self) -> None:
        """There is nobody to ask."""
        self._say([tr("Without a link only the way to the zone is known.")])

    def show_line(self, line: EdgeLine | None, buffer_m: float) -> None:
        """The way to the edge of the chosen subscription's zone; None if there is no zone, or no place."""
        self._line = line
        self.draw.setEnabled(line is not None)
        if self.draw.isChecked():
            self.drawn.emit(line)
        self._edge = ""
        if line is not None:
            words = tr("inside the zone's edge") if line.is_inside else tr("outside the zone's edge")
            with_buffer = tr(" (with its buffer of {buffer})", buffer=distance_text(abs(buffer_m))) if buffer_m else ""
            self._edge = f"• {distance_text(line.metres)} {words}{with_buffer}"
        self._say([])

    def _choose(self, _: int = 0) -> None:
        self._edge = ""
        self._line, self._is_told = None, False
        self._show_degrees()
        self._say([tr("Asking…")])
        if self.subscription_id is not None:
            self.asked.emit(self.subscription_id)
        elif self.draw.isChecked():
            self.drawn.emit(None)

    def _show_degrees(self) -> None:
        """How sure it is that the chosen subscription asked for this."""
        each = next((each for each in self._matched if each.id == self.subscription_id), None)
        if each is not None:
            self.sure.setText(sure_text(each.possibility, each.necessity))
            self.bar.show_degrees(each.possibility, each.necessity)

    def _toggled(self, is_on: bool) -> None:
        self.drawn.emit(self._line if is_on else None)

    def _say(self, lines: list[str]) -> None:
        self._told = lines or self._told
        own = [self._edge] if self._edge and not self._is_told else []
        self.reasons.setText("\n".join((*self._told, *own)))


def _sentence(reason: str) -> str:
    return reason[:1].upper() + reason[1:]
