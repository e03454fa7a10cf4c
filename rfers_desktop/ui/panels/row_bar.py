"""What narrows the table of notifications: words, a topic, a subscription, and a filter over the topic's attributes."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import QSignalBlocker, Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QLabel, QLineEdit, QSizePolicy, QVBoxLayout, QWidget

from broker_local.protocol.errors import FilterError, ProtocolError
from broker_local.protocol.filter.parser import parse_filter
from broker_local.protocol.filter.tree import Node
from broker_local.protocol.topic import Topic
from rfers_desktop.attribute_text import topic_text
from rfers_desktop.contract_words import spoken
from rfers_desktop.language import count_text, tr
from rfers_desktop.ui.look import GAP
from rfers_desktop.workspace import NotificationsChanged

from .row_choice import RowChoice

_TYPED_MS = 120  # of no further typing, before rows are looked through


class RowBar(QWidget):
    """A filter that is not right yet is told of, and the rows stay as they were."""

    chosen = Signal(object)  # RowChoice
    left = Signal()  # Return or Down was pressed: on to the table

    def __init__(self, topics: Mapping[str, Topic], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._topics = topics
        self._filters: Mapping[str, Node] | None = None
        self.words = _Field(tr("Search"), tr("Search in all columns"), self)
        self.words.setClearButtonEnabled(True)
        self.topic = self._combo(tr("Topic of the notifications"))
        self.subscription = self._combo(tr("Subscription of the notifications"))
        self.filter = _Field(tr("Filter, such as Speed > 80"), tr("Filter over attributes"), self)
        self.count = QLabel(self)
        self.count.setObjectName("quiet")
        self.count.setAccessibleName(tr("How many notifications are shown"))
        self.problem = QLabel(self)
        self.problem.setObjectName("wrong")
        self.problem.setTextFormat(Qt.TextFormat.PlainText)
        self.problem.setAccessibleName(tr("What is wrong with the filter"))
        self.problem.hide()
        self._typed = QTimer(self)
        self._typed.setSingleShot(True)
        self._typed.setInterval(_TYPED_MS)
        self._typed.timeout.connect(self._tell)
        self.words.textChanged.connect(lambda _: self._typed.start())
        self.filter.textChanged.connect(lambda _: self._typed.start())
        for field in (self.words, self.filter):
            field.left.connect(self._leave)
        self.topic.currentIndexChanged.connect(lambda _: self._topic_changed())
        self.subscription.currentIndexChanged.connect(lambda _: self._tell())
        self._lay_out()
        self.clear(topics)

    @property
    def is_narrowing(self) -> bool:
        """Whether rows may be left out."""
        return bool(self.words.text() or self.filter.text()) or bool(
            self.topic.currentData() or self.subscription.currentData()
        )

    def choice(self) -> RowChoice:
        """What is asked for."""
        return RowChoice(
            tuple(self.words.text().lower().split()),
            self.topic.currentData(),
            self.subscription.currentData(),
            self._filters,
        )

    def reset(self) -> None:
        """Narrow no more."""
        for field in (self.words, self.filter):
            field.clear()
        for combo in (self.topic, self.subscription):
            combo.setCurrentIndex(0)
        self._tell()

    def clear(self, topics: Mapping[str, Topic]) -> None:
        """A new desk: no subscription is known yet."""
        with QSignalBlocker(self.subscription):
            self.subscription.clear()
            self.subscription.addItem(tr("All subscriptions"), None)
        self.use_topics(topics)
        self.reset()

    def use_topics(self, topics: Mapping[str, Topic]) -> None:
        """There are other topics now; the one that is chosen stays."""
        self._topics = topics
        wanted = self.topic.currentData()
        with QSignalBlocker(self.topic):
            self.topic.clear()
            self.topic.addItem(tr("All topics"), None)
            for title, name in sorted((topic_text(topic, name), name) for name, topic in topics.items()):
                self.topic.addItem(title, name)
            self.topic.setCurrentIndex(max(0, self.topic.findData(wanted)))
        self._topic_changed()

    def hear_of(self, change: NotificationsChanged) -> None:
        """Offer the subscriptions by which notifications came."""
        known = {self.subscription.itemData(row) for row in range(self.subscription.count())}
        for stored in (*change.added, *change.restored):
            for matched in stored.notification.matched:
                if matched.id not in known:
                    known.add(matched.id)
                    self.subscription.addItem(matched.name, matched.id)

    def show_count(self, shown: int, total: int) -> None:
        """How many rows there are."""
        if shown == total:
            self.count.setText(count_text(total))
        else:
            self.count.setText(tr("{shown} of {total}", shown=count_text(shown), total=count_text(total)))

    def _topic_changed(self) -> None:
        topic = self._topics.get(self.topic.currentData() or "")
        about = self._topics.values() if topic is None else (topic,)
        self.filter.setToolTip("\n".join(", ".join(attribute.name for attribute in each.attributes) for each in about))
        self._tell()

    def _tell(self) -> None:
        self._typed.stop()
        self.problem.hide()
        try:
            self._filters = self._read_filter(self.filter.text().strip())
        except ProtocolError as error:
            self._filters = None
            self.problem.setText(spoken(str(error).removeprefix("filter: ")))
            self.problem.show()
            return
        self.chosen.emit(self.choice())

    def _read_filter(self, text: str) -> Mapping[str, Node] | None:
        """The filter for each topic that has what it speaks of; the error of the one that understands most of it."""
        if not text or not self._topics:
            return None
        topic = self._topics.get(self.topic.currentData() or "")
        found: dict[str, Node] = {}
        errors: list[FilterError] = []
        for each in self._topics.values() if topic is None else (topic,):
            try:
                found[each.name] = parse_filter(text, each).root
            except FilterError as error:
                errors.append(error)
        if not found:
            raise max(errors, key=lambda error: (error.position, "did you mean" in (error.hint or "")))
        return found

    def _leave(self) -> None:
        self._tell()
        self.left.emit()

    def _combo(self, name: str) -> QComboBox:
        combo = QComboBox(self)
        combo.setAccessibleName(name)
        combo.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        combo.setMinimumContentsLength(14)
        return combo

    def _lay_out(self) -> None:
        row = QHBoxLayout()
        row.setContentsMargins(GAP, GAP // 2, GAP, GAP // 2)
        row.setSpacing(GAP)
        for widget, stretch in ((self.words, 3), (self.topic, 2), (self.subscription, 2), (self.filter, 3)):
            widget.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
            widget.setMinimumWidth(80)
            row.addWidget(widget, stretch)
        row.addWidget(self.count)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addLayout(row)
        self.problem.setContentsMargins(GAP, 0, GAP, GAP // 2)
        column.addWidget(self.problem)


class _Field(QLineEdit):
    """A line to type into that hands the focus on by Return or the down key."""

    left = Signal()

    def __init__(self, hint: str, name: str, parent: QWidget) -> None:
        super().__init__(parent)
        self.setPlaceholderText(hint)
        self.setAccessibleName(name)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Down):
            self.left.emit()
        else:
            super().keyPressEvent(event)
