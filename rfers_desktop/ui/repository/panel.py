"""The search in the local repository: words, times, topic and area above, what was found below."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime

from PySide6.QtCore import QDateTime, QSignalBlocker, Qt, QTimeZone, Signal
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QDateTimeEdit,
    QFormLayout,
    QGridLayout,
    QLabel,
    QLineEdit,
    QPushButton,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from broker_local.protocol.topic import Topic
from rfers_desktop.attribute_text import topic_text
from rfers_desktop.language import tr
from rfers_desktop.ui.look import GAP
from rfers_desktop.ui.panels.desk_table import DeskTable
from rfers_desktop.ui.panels.notifications_model import DETAILS, SURE, NotificationsModel, columns
from rfers_desktop.ui.sure_bar import SureDelegate
from rfers_desktop.workspace import NotificationsChanged, RepositorySearch, StoredNotification

Bounds = tuple[float, float, float, float]

_LEAST_PX = 60  # of the table: other panels may want to be seen below this one


class RepositoryPanel(QWidget):
    """`asked` carries what to look for, with the area open: whoever has the map fills it in."""

    asked = Signal(object, bool)  # RepositorySearch, whether within the map's view
    look_at = Signal(object)  # StoredNotification
    export_found = Signal()
    draw_found = Signal()
    settings = Signal()

    def __init__(self, topics: Mapping[str, Topic], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(tr("Local repository"))
        self.words = QLineEdit(self)
        self.words.setPlaceholderText(tr("Words, or beginnings of words"))
        self.since, self.has_since = self._moment(tr("From (UTC)"), -1)
        self.until, self.has_until = self._moment(tr("To (UTC)"), 0)
        self.topic = QComboBox(self)
        self.topic.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.in_view = QCheckBox(tr("Only what the map shows now"), self)
        self.run = QPushButton(tr("Search"), self)
        self.run.setObjectName("primary")
        self.save = QPushButton(tr("Export…"), self)
        self.draw = QPushButton(tr("Show as layer"), self)
        self.keep = QPushButton(tr("Keep how long…"), self)
        self.told = QLabel(self)
        self.told.setObjectName("quiet")
        self.told.setWordWrap(True)
        self.told.setAccessibleName(tr("What the repository has"))
        self.model = NotificationsModel(topics, self)
        widths = tuple(column.width_px for column in columns())
        empty = tr("Nothing was looked for yet.")
        self.table = DeskTable(self.model, tr("What was found"), empty, widths, DETAILS, self, widths[DETAILS])
        self.table.setItemDelegateForColumn(SURE, SureDelegate(self.table))
        self.table.setSortingEnabled(True)
        self.table.setMinimumHeight(_LEAST_PX)
        self.table.horizontalHeader().setSortIndicator(0, Qt.SortOrder.DescendingOrder)
        self.run.clicked.connect(self._ask)
        self.words.returnPressed.connect(self._ask)
        self.save.clicked.connect(self.export_found)
        self.draw.clicked.connect(self.draw_found)
        self.keep.clicked.connect(self.settings)
        self.table.activated.connect(lambda index: self.look_at.emit(self.model.stored(index.row())))
        self._lay_out()
        self.use_topics(topics)
        self.show_found([])

    def use_topics(self, topics: Mapping[str, Topic]) -> None:
        """There are other topics now."""
        chosen = self.topic.currentData()
        with QSignalBlocker(self.topic):
            self.topic.clear()
            self.topic.addItem(tr("All topics"), None)
            for topic in topics.values():
                self.topic.addItem(topic_text(topic, topic.name), topic.name)
            self.topic.setCurrentIndex(max(0, self.topic.findData(chosen)))
        self.model.use_topics(topics)

    def wanted(self) -> RepositorySearch:
        """What is looked for, anywhere."""
        return RepositorySearch(
            _utc(self.since) if self.has_since.isChecked() else None,
            _utc(self.until) if self.has_until.isChecked() else None,
            None,
            self.words.text().strip(),
            self.topic.currentData(),
        )

    def show_found(self, found: list[StoredNotification]) -> None:
        """Show what was found."""
        self.model.clear(self.model.topics)
        self.model.apply(NotificationsChanged(restored=tuple(found)))
        for button in (self.save, self.draw):
            button.setEnabled(bool(found))

    def say(self, words: str) -> None:
        """A sentence about the repository, or about what was found."""
        self.told.setText(words)

    def _ask(self) -> None:
        self.asked.emit(self.wanted(), self.in_view.isChecked())

    def _moment(self, name: str, days: int) -> tuple[QDateTimeEdit, QCheckBox]:
        field, box = QDateTimeEdit(self), QCheckBox(name, self)
        field.setTimeZone(QTimeZone(QTimeZone.Initialization.UTC))
        field.setDisplayFormat("yyyy-MM-dd HH:mm")
        field.setCalendarPopup(True)
        field.setDateTime(QDateTime.currentDateTimeUtc().addDays(days))
        field.setAccessibleName(name)
        field.setEnabled(False)
        box.toggled.connect(field.setEnabled)
        box.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Expanding)  # its tick beside the field
        return field, box

    def _lay_out(self) -> None:
        form = QFormLayout()
        form.addRow(tr("Words"), self.words)
        form.addRow(self.has_since, self.since)
        form.addRow(self.has_until, self.until)
        form.addRow(tr("Topic"), self.topic)
        form.addRow("", self.in_view)
        for field, name in ((self.words, tr("Words")), (self.topic, tr("Topic"))):
            field.setAccessibleName(name)
        buttons = QGridLayout()  # two rows: in other languages the words are longer
        buttons.setSpacing(GAP // 2)
        for number, button in enumerate((self.run, self.keep, self.save, self.draw)):
            buttons.addWidget(button, number // 2, number % 2)
        column = QVBoxLayout(self)
        column.setContentsMargins(GAP, GAP, GAP, GAP)
        column.setSpacing(GAP)
        column.addLayout(form)
        column.addLayout(buttons)
        column.addWidget(self.told)
        column.addWidget(self.table, 1)


def _utc(field: QDateTimeEdit) -> datetime:
    return datetime.fromtimestamp(field.dateTime().toSecsSinceEpoch(), UTC)
