"""Ask for a replay: which archive, when, where, whose subscriptions; then watch it work, or stop it."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QDate, QDateTime, QTime, QTimeZone, Signal
from PySide6.QtWidgets import (
    QComboBox,
    QDateTimeEdit,
    QDialog,
    QFileDialog,
    QFormLayout,
    QHBoxLayout,
    QLineEdit,
    QPlainTextEdit,
    QProgressBar,
    QPushButton,
    QVBoxLayout,
    QWidget,
)
from shapely.geometry.base import BaseGeometry

from broker_local.protocol.errors import Given, ProtocolError
from rfers_desktop.language import count_text, tr
from rfers_desktop.past.replay_command import AS_THEY_WERE, LIVE, ReplayProgress, ReplayRequest, facts_of, words_of
from rfers_desktop.ui.dialogs.dialog_layout import words_label
from rfers_desktop.ui.look import GAP, WIDE_GAP, fixed_width_font

from .replay_child import ReplayChild

_WIDTH_PX = 620
_FILE = "file"  # a set of subscriptions that stands in a file
_NONE = ""


class AskReplayDialog(QDialog):
    """Stays open while the replay runs; `done_in` names the folder of its result."""

    done_in = Signal(object)  # Path

    def __init__(self, archive: Path | None, shown_area: BaseGeometry, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(tr("Replay the past"))
        self.setMinimumWidth(_WIDTH_PX)
        self._out = Path()
        self.child = ReplayChild(self)
        self.archive = QLineEdit("" if archive is None else str(archive), self)
        self.browse = QPushButton(tr("Choose…"), self)
        self.facts = words_label("", "quiet", self)
        self.begin, self.end = self._moment(tr("From")), self._moment(tr("To"))
        self.area = QComboBox(self)
        self.area.addItem(tr("Everywhere"), None)
        self.area.addItem(tr("What the map shows"), shown_area)
        self.area.addItem(tr("An area from a file…"), _FILE)
        self.topics = QLineEdit(self)
        self.topics.setPlaceholderText(tr("all; or names with commas between them"))
        self.asked = self._sets(tr("Subscriptions to run"), with_none=False)
        self.compared = self._sets(tr("Compare with"), with_none=True)
        self.master = QLineEdit("local[*]", self)
        self.bar = QProgressBar(self)
        self.bar.setAccessibleName(tr("How far the replay is"))
        self.stage = words_label("", "quiet", self)
        self.log = QPlainTextEdit(self)
        self.log.setAccessibleName(tr("Log"))
        self.log.setReadOnly(True)
        self.log.setFont(fixed_width_font())
        self.log.setMaximumBlockCount(500)
        self.log.hide()
        self.start = QPushButton(tr("Start"), self)
        self.start.setObjectName("primary")
        self.start.setDefault(True)
        self.cancel = QPushButton(tr("Close"), self)
        self.show_log = QPushButton(tr("Log"), self)
        self.show_log.setCheckable(True)
        self._lay_out()
        self._connect()
        self._look_at_archive()

    def request(self) -> ReplayRequest:
        """What is filled in; raises ProtocolError with what is missing."""
        if not self.archive.text().strip():
            raise ProtocolError(tr("Archive"), expected=tr("a folder"), got=Given(tr("nothing")))
        archive = Path(self.archive.text().strip())
        facts_of(archive)
        begin, end = (edit.dateTime().toUTC().toString("yyyy-MM-ddTHH:mm:ss") + "Z" for edit in (self.begin, self.end))
        if begin >= end:
            raise ProtocolError(tr("To"), expected=tr("a moment after {begin}", begin=begin), got=end)
        topics = tuple(name.strip() for name in self.topics.text().split(",") if name.strip())
        unknown = sorted(set(topics) - set(facts_of(archive).topics))
        if unknown:
            known = ", ".join(facts_of(archive).topics)
            raise ProtocolError(tr("Topics"), expected=tr("some of {known}", known=known), got=unknown[0])
        out = archive.parent / f"replay-{begin[:10]}-{QDateTime.currentDateTimeUtc().toString('yyyyMMdd-HHmmss')}"
        return ReplayRequest(
            *(archive, begin, end, out),
            area=Path(area) if isinstance(area := self.area.currentData(), str) else area,
            topics=topics,
            subscriptions=str(self.asked.currentData()),
            compare=str(self.compared.currentData()) or None,
            master=self.master.text().strip() or "local[*]",
        )

    def reject(self) -> None:
        """Esc and Close stop what runs first."""
        if self.child.is_running:
            self.child.cancel()
            return
        super().reject()

    def _begin(self) -> None:
        try:
            request = self.request()
        except ProtocolError as error:
            self._say(str(error), is_wrong=True)
            return
        self._out = request.out
        self.log.clear()
        self.bar.setRange(0, 0)
        self._say(words_of(ReplayProgress("starting", 0.0)))
        self._run(True)
        self.child.start(request)

    def _run(self, is_running: bool) -> None:
        self.start.setEnabled(not is_running)
        self.cancel.setText(tr("Cancel") if is_running else tr("Close"))
        if not is_running:
            self.bar.setRange(0, 1000)
            self.bar.setValue(0)

    def _show_progress(self, progress: ReplayProgress) -> None:
        self.bar.setRange(0, 1000)
        self.bar.setValue(round(progress.done * 1000))
        self._say(words_of(progress))

    def _finish(self) -> None:
        self._run(False)
        self.done_in.emit(self._out)
        self.accept()

    def _fail(self, reason: str) -> None:
        self._run(False)
        self._say(reason or tr("Cancelled."), is_wrong=bool(reason))

    def _say(self, words: str, is_wrong: bool = False) -> None:
        self.stage.setObjectName("wrong" if is_wrong else "quiet")
        self.stage.style().polish(self.stage)
        self.stage.setText(words)
        self._make_room()

    def _make_room(self) -> None:
        """Words that wrap do not ask a window for more lines by themselves."""
        column = self.layout()
        assert column is not None
        column.activate()
        lacking = column.totalHeightForWidth(self.width()) - self.height()
        if lacking > 0:
            self.resize(self.width(), self.height() + lacking)

    def _look_at_archive(self) -> None:
        """Offer the whole period of an archive as soon as it is known."""
        text = self.archive.text().strip()
        if not text:
            self.facts.setText(tr("A folder that rfers-broker archive or import has written"))
            return
        try:
            facts = facts_of(Path(text))
        except ProtocolError as error:
            self.facts.setText(str(error))
            return
        count, first_day, last_day = count_text(facts.events), facts.first, facts.last
        days = tr("{events} events from {first} to {last}", events=count, first=first_day, last=last_day)
        self.facts.setText(f"{days}: {', '.join(facts.topics)}")
        self._say("")  # what was wrong with another one
        self._make_room()
        zone = QTimeZone(QTimeZone.Initialization.UTC)
        first, last = (QDate(day.year, day.month, day.day) for day in (facts.first, facts.last))
        self.begin.setDateTime(QDateTime(first, QTime(0, 0), zone))
        self.end.setDateTime(QDateTime(last.addDays(1), QTime(0, 0), zone))

    def _choose(self) -> None:
        folder = QFileDialog.getExistingDirectory(self, tr("The archive"), self.archive.text())
        if folder:
            self.archive.setText(folder)

    def _choose_file(self, box: QComboBox, title: str, kinds: str) -> None:
        """Let a file be chosen, if that is what was chosen."""
        if box.currentData() != _FILE:
            return
        file, _ = QFileDialog.getOpenFileName(self, title, "", kinds)
        box.setCurrentIndex(0)
        if file:
            box.insertItem(0, Path(file).name, file)
            box.setCurrentIndex(0)

    def _sets(self, name: str, with_none: bool) -> QComboBox:
        box = QComboBox(self)
        box.setAccessibleName(name)
        if with_none:
            box.addItem(tr("nothing"), _NONE)
        box.addItem(tr("As they were at each moment"), AS_THEY_WERE)
        box.addItem(tr("Today's subscriptions"), LIVE)
        box.addItem(tr("A file of subscriptions…"), _FILE)
        kinds = tr("Subscriptions (*.json *.geojson)")
        box.activated.connect(lambda _: self._choose_file(box, tr("Subscriptions"), kinds))
        return box

    def _moment(self, name: str) -> QDateTimeEdit:
        edit = QDateTimeEdit(self)
        edit.setAccessibleName(name)
        edit.setTimeZone(QTimeZone(QTimeZone.Initialization.UTC))
        edit.setDisplayFormat("yyyy-MM-dd HH:mm:ss 'UTC'")
        edit.setCalendarPopup(True)
        return edit

    def _connect(self) -> None:
        self.browse.clicked.connect(self._choose)
        self.archive.textChanged.connect(lambda _: self._look_at_archive())
        self.start.clicked.connect(self._begin)
        self.cancel.clicked.connect(self.reject)
        self.show_log.toggled.connect(self.log.setVisible)
        self.area.activated.connect(
            lambda _: self._choose_file(self.area, tr("Where"), tr("GeoJSON (*.geojson *.json)"))
        )
        self.child.progressed.connect(self._show_progress)
        self.child.said.connect(self.log.appendPlainText)
        self.child.finished.connect(self._finish)
        self.child.failed.connect(self._fail)

    def _lay_out(self) -> None:
        self.archive.setAccessibleName(tr("Archive"))
        where = QHBoxLayout()
        where.addWidget(self.archive, 1)
        where.addWidget(self.browse)
        period = QHBoxLayout()
        period.addWidget(self.begin, 1)
        period.addWidget(self.end, 1)
        form = QFormLayout()
        form.setHorizontalSpacing(WIDE_GAP)
        form.setVerticalSpacing(GAP)
        form.addRow(tr("Archive"), where)
        form.addRow("", self.facts)
        form.addRow(tr("From and to"), period)
        form.addRow(tr("Where"), self.area)
        form.addRow(tr("Topics"), self.topics)
        form.addRow(tr("Subscriptions to run"), self.asked)
        form.addRow(tr("Compare with"), self.compared)
        form.addRow(tr("Spark runs at"), self.master)
        buttons = QHBoxLayout()
        buttons.addWidget(self.show_log)
        buttons.addStretch(1)
        buttons.addWidget(self.cancel)
        buttons.addWidget(self.start)
        column = QVBoxLayout(self)
        column.setContentsMargins(24, 20, 24, 20)
        column.setSpacing(GAP)
        column.addLayout(form)
        column.addSpacing(GAP)
        column.addWidget(self.bar)
        column.addWidget(self.stage)
        column.addWidget(self.log, 1)
        column.addLayout(buttons)
        for name, field in ((tr("Where"), self.area), (tr("Topics"), self.topics), (tr("Spark runs at"), self.master)):
            field.setAccessibleName(name)
