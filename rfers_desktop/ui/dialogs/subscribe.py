"""What shall the desk be told of: a topic, a place, a filter."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from PySide6.QtCore import QSignalBlocker, Qt, Signal
from PySide6.QtGui import QStandardItem, QStandardItemModel
from PySide6.QtWidgets import (
    QComboBox,
    QDialog,
    QDoubleSpinBox,
    QHBoxLayout,
    QLabel,
    QLayout,
    QLineEdit,
    QPushButton,
    QVBoxLayout,
    QWidget,
)
from shapely.geometry.base import BaseGeometry

from broker_local.protocol.errors import ProtocolError
from broker_local.protocol.limits import MAX_BUFFER_M, MAX_NAME
from broker_local.protocol.operators import Operator
from broker_local.protocol.topic import Topic
from rfers_desktop.subscription_draft import SpatialTest, SubscriptionDraft, spatial_choices
from rfers_desktop.ui.look import GAP, WIDE_GAP

from .filter_field import FilterField
from .zone_field import ZoneField

_WIDTH_PX = 560
_USUAL_TOPIC = "EALocation"


class SubscribeDialog(QDialog):
    """Fills in a draft; can be accepted only when the service would accept it."""

    asked = Signal(object)  # SubscriptionDraft

    def __init__(
        self,
        topics: Mapping[str, Topic],
        shown_area: Callable[[], BaseGeometry],
        problem_with: Callable[[SubscriptionDraft], ProtocolError | None],
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.setWindowTitle("Subscribe")
        self.setModal(True)
        self.setMinimumWidth(_WIDTH_PX)
        self._topics = topics
        self._problem_with = problem_with
        self.name = QLineEdit(self)
        self.name.setAccessibleName("Name")
        self.name.setMaxLength(MAX_NAME)
        self.name.setPlaceholderText("North sector")
        self.topic = QComboBox(self)
        self.topic.setAccessibleName("Topic")
        for topic in topics.values():
            self.topic.addItem(f"{topic.title} ({topic.name})" if topic.title else topic.name, topic.name)
        self.topic.setCurrentIndex(max(self.topic.findData(_USUAL_TOPIC), 0))
        self.zone = ZoneField(shown_area, self)
        self._tests: list[SpatialTest] = []
        self.test = QComboBox(self)
        self.test.setAccessibleName("Comparison of zone and event")
        self.test.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.test.setMinimumContentsLength(30)
        self.buffer = QDoubleSpinBox(self)
        self.buffer.setAccessibleName("Buffer in metres")
        self.buffer.setRange(-MAX_BUFFER_M, MAX_BUFFER_M)
        self.buffer.setDecimals(0)
        self.buffer.setSingleStep(100)
        self.buffer.setSuffix(" m")
        self.buffer.setToolTip("Widens the zone on all sides; a negative buffer shrinks an area")
        self.buffer.setGroupSeparatorShown(True)
        self.filter = FilterField(self)
        self.message = _message(self, "What is missing")
        self.subscribe = QPushButton("Subscribe", self)
        self.subscribe.setObjectName("primary")
        self.subscribe.setAccessibleName("Subscribe")
        self.subscribe.setDefault(True)
        self.cancel = QPushButton("Cancel", self)
        self.cancel.setAccessibleName("Cancel")
        self._lay_out()
        self._connect()
        self._topic_changed()

    def draft(self) -> SubscriptionDraft:
        """What is filled in now."""
        return SubscriptionDraft(
            self.name.text(),
            self.topic.currentData(),
            self.zone.zone(),
            self._chosen_test() or Operator.CONTAIN,
            self.buffer.value() if not self.zone.everywhere.isChecked() else 0.0,
            self.filter.text(),
        )

    def _connect(self) -> None:
        self.name.textChanged.connect(self._check)
        self.topic.currentIndexChanged.connect(self._topic_changed)
        self.zone.changed.connect(self._place_changed)
        self.buffer.valueChanged.connect(self._place_changed)
        self.test.currentIndexChanged.connect(self._check)
        self.filter.changed.connect(self._check)
        self.subscribe.clicked.connect(self._finish)
        self.cancel.clicked.connect(self.reject)

    def _topic_changed(self) -> None:
        self.filter.use_topic(self._topics[self.topic.currentData()])
        self._place_changed()

    def _place_changed(self) -> None:
        """Offer the comparisons anew: which are possible depends on topic, zone and buffer."""
        zone = self.zone.zone()
        for part in (self.test, self.buffer):
            part.setEnabled(not self.zone.everywhere.isChecked())
        if zone is not None:
            self._offer_tests(zone)
        self._check()

    def _offer_tests(self, zone: BaseGeometry) -> None:
        chosen = self._chosen_test()
        choices = spatial_choices(self._topics[self.topic.currentData()], zone, self.buffer.value())
        self._tests = [choice.test for choice in choices]  # kept here: an item's data would come back as a plain str
        model = QStandardItemModel(self.test)
        for choice in choices:
            item = QStandardItem(f"{choice.test.value}: {choice.impossible or choice.sentence}")
            item.setEnabled(choice.impossible is None)
            item.setToolTip(choice.impossible or "")
            model.appendRow(item)
        with QSignalBlocker(self.test):
            self.test.setModel(model)
            rows = range(model.rowCount())
            kept = [row for row in rows if self._tests[row] is chosen]
            possible = [row for row in rows if model.item(row).isEnabled()]
            self.test.setCurrentIndex((kept or possible or [0])[0])

    def _chosen_test(self) -> SpatialTest | None:
        row = self.test.currentIndex()
        return self._tests[row] if row >= 0 else None

    def _check(self) -> None:
        problem = self.zone.problem or self.filter.problem or self._problem_with(self.draft())
        self.subscribe.setEnabled(problem is None)
        is_shown_elsewhere = problem is None or problem in (self.zone.problem, self.filter.problem)
        words = "" if is_shown_elsewhere or not self.name.text().strip() else str(problem)
        self.message.setText("Give it a name." if not self.name.text().strip() else words.removeprefix("subscription."))

    def _finish(self) -> None:
        self.asked.emit(self.draft())
        self.accept()

    def _lay_out(self) -> None:
        layout = QVBoxLayout(self)
        layout.setSizeConstraint(QLayout.SizeConstraint.SetMinimumSize)  # grows with what is in it
        layout.setContentsMargins(24, 20, 24, 20)
        layout.setSpacing(4)
        place = QHBoxLayout()
        place.setSpacing(WIDE_GAP)
        place.addLayout(_labelled("&How zone and event compare", self.test), 1)
        place.addLayout(_labelled("&Buffer around the zone", self.buffer))
        for part in (
            _labelled("&Name", self.name),
            _labelled("&Topic", self.topic),
            _labelled("Where", self.zone),
            place,
            _labelled("&Filter (all events of the topic, if empty)", self.filter),
        ):
            layout.addLayout(part)
            layout.addSpacing(GAP)
        layout.addStretch(1)
        buttons = QHBoxLayout()
        buttons.setSpacing(WIDE_GAP // 2)
        buttons.addWidget(self.message, 1)
        buttons.addWidget(self.cancel)
        buttons.addWidget(self.subscribe)
        layout.addLayout(buttons)


def _labelled(words: str, part: QWidget) -> QVBoxLayout:
    label = QLabel(words)
    label.setObjectName("field")
    label.setBuddy(part.editor if isinstance(part, FilterField) else part)
    column = QVBoxLayout()
    column.setSpacing(4)
    column.addWidget(label)
    column.addWidget(part)
    return column


def _message(parent: QWidget, name: str) -> QLabel:
    message = QLabel(parent)
    message.setObjectName("quiet")
    message.setWordWrap(True)
    message.setTextFormat(Qt.TextFormat.PlainText)
    message.setAccessibleName(name)
    return message
