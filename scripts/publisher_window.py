"""A small window to publish by hand: a form for each topic, and whether the event was accepted, or refused and why.

python -m scripts.publisher_window --server 127.0.0.1:1883 --user tracker
"""

from __future__ import annotations

import argparse
import signal
import ssl
import sys
from collections.abc import Sequence
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path

from PySide6.QtCore import QLocale, QStandardPaths, Qt, QTimer, Signal
from PySide6.QtGui import QCloseEvent
from PySide6.QtWidgets import (
    QApplication,
    QCheckBox,
    QDoubleSpinBox,
    QHBoxLayout,
    QHeaderView,
    QLabel,
    QLineEdit,
    QPushButton,
    QTableWidget,
    QTableWidgetItem,
    QTabWidget,
    QVBoxLayout,
    QWidget,
)

from broker_local.protocol.errors import ProtocolError
from broker_local.protocol.publisher import ReceiptReport
from rfers_desktop.language import later, tr, use_language
from rfers_desktop.ui.frame_settings import remembered_language
from rfers_desktop.ui.look import apply_theme
from rfers_desktop.ui.theme_menu import remembered_theme
from scripts.publisher_fields import NotFilledIn
from scripts.publisher_forms import FORMS, Form
from scripts.publishing import CannotPublish, Publisher, add_account_options, asked_account
from scripts.topic_features import topic_of

_FITTING = QHeaderView.ResizeMode.ResizeToContents
_LOOK_MS = 300
_MOST_ROWS = 500
_COLUMNS = (later("Time (UTC)"), later("Topic"), later("Receipt"))


class PublisherWindow(QWidget):
    """Who publishes, the forms, and what became of what was sent."""

    receipt_came = Signal(object)  # a ReceiptReport, from the network's thread

    def __init__(
        self,
        server: str = "127.0.0.1:1883",
        user: str = "",
        password: str = "",
        tls: ssl.SSLContext | None = None,
    ) -> None:
        super().__init__()
        self.setWindowTitle(tr("RFERS publisher"))
        self.resize(700, 740)
        self._publisher: Publisher | None = None
        self._tls = tls
        self._rows: dict[str, int] = {}  # of the table by the event's id
        self.server, self.user, self.password = QLineEdit(server), QLineEdit(user), QLineEdit(password)
        self.password.setEchoMode(QLineEdit.EchoMode.Password)
        self.connect_button = QPushButton(tr("Connect"))
        self.connect_button.clicked.connect(self.connect_or_leave)
        self.link = QLabel(tr("Not connected"))
        self.forms: list[Form] = [make() for make in FORMS]
        self.tabs = QTabWidget()
        for form in self.forms:
            self.tabs.addTab(form, tr(form.title))
        self.publish_button = QPushButton(tr("&Publish"))
        self.publish_button.setObjectName("primary")
        self.publish_button.clicked.connect(self.publish)
        self.repeat = QCheckBox(tr("&again every"))
        self.every = QDoubleSpinBox()
        self.every.setAccessibleName(tr("Seconds from one to the next"))
        self.every.setRange(0.2, 3600.0)
        self.every.setValue(5.0)
        self.every.setSuffix(" s")
        self.problem = QLabel()
        self.problem.setWordWrap(True)
        self.sent = QTableWidget(0, len(_COLUMNS))
        self.sent.setHorizontalHeaderLabels([tr(column) for column in _COLUMNS])
        self.sent.setAccessibleName(tr("What was sent"))
        self.sent.verticalHeader().setVisible(False)
        for column, mode in enumerate((_FITTING, _FITTING, QHeaderView.ResizeMode.Stretch)):
            self.sent.horizontalHeader().setSectionResizeMode(column, mode)
        self.sent.setEditTriggers(QTableWidget.EditTrigger.NoEditTriggers)
        self.sent.setWordWrap(True)
        self.receipt_came.connect(self._show_receipt)
        self._again = QTimer(self)
        self._again.timeout.connect(self._publish_again)
        self.repeat.toggled.connect(self._repeat)
        self.every.valueChanged.connect(lambda _: self._repeat(self.repeat.isChecked()))
        self._look = QTimer(self)
        self._look.timeout.connect(self._show_link)
        self._look.start(_LOOK_MS)
        self._lay_out()
        self._show_link()

    def connect_or_leave(self) -> None:
        """Begin to publish as the account that is written, or end that."""
        if self._publisher is not None:
            self.leave()
            return
        host, _, port = self.server.text().strip().rpartition(":")
        if not host or not port.isdigit():
            self.problem.setText(tr("Server: expected HOST:PORT, got {given}", given=repr(self.server.text())))
            return
        try:
            user, password = self.user.text().strip(), self.password.text()
            self._publisher = Publisher(host, int(port), user, password, self._tls, on_report=self.receipt_came.emit)
        except (ProtocolError, ValueError) as error:
            self.problem.setText(str(error))
            return
        self.problem.setText("")
        self._show_link()

    def leave(self) -> None:
        """End the connection."""
        self.repeat.setChecked(False)
        publisher, self._publisher = self._publisher, None
        if publisher is not None:
            publisher.close()
        self._show_link()

    def publish(self) -> None:
        """Send the form that is in front."""
        if self._publisher is None or not self._publisher.is_online:
            return
        form = self.forms[self.tabs.currentIndex()]
        try:
            feature = form.feature()
            event_id = self._publisher.publish(topic_of(feature), feature)
        except (NotFilledIn, ProtocolError, CannotPublish) as error:
            self.repeat.setChecked(False)
            self.problem.setText(str(error))
            return
        self.problem.setText("")
        self._add_row(event_id, topic_of(feature))

    def _publish_again(self) -> None:
        with suppress(NotFilledIn):  # which publish tells
            self.forms[self.tabs.currentIndex()].go_on(self.every.value())
        self.publish()

    def receipt_of(self, row: int) -> str:
        """What is said of a row of what was sent; the newest is the first."""
        item = self.sent.item(row, 2)
        return "" if item is None else item.text()

    def closeEvent(self, event: QCloseEvent) -> None:
        self._look.stop()
        self.leave()
        super().closeEvent(event)

    def _repeat(self, is_on: bool) -> None:
        if is_on:
            self._again.start(round(self.every.value() * 1000))
        else:
            self._again.stop()

    def _add_row(self, event_id: str, topic: str) -> None:
        self._rows = {known: row + 1 for known, row in self._rows.items() if row + 1 < _MOST_ROWS}
        self._rows[event_id] = 0
        self.sent.insertRow(0)
        self.sent.setRowCount(min(self.sent.rowCount(), _MOST_ROWS))
        now = f"{datetime.now(UTC):%H:%M:%S}"
        for column, words in enumerate((now, topic, tr("sent, no receipt yet"))):
            self.sent.setItem(0, column, QTableWidgetItem(words))

    def _show_receipt(self, report: ReceiptReport) -> None:
        said = dict.fromkeys(report.journaled, tr("✓ accepted"))
        said |= {refused.id: tr("✗ refused: {reason}", reason=refused.reason) for refused in report.refused}
        for event_id, words in said.items():
            row = self._rows.get(event_id)
            item = None if row is None else self.sent.item(row, 2)
            if item is not None:
                item.setText(words)
                item.setToolTip(words)
        self.sent.resizeRowsToContents()

    def _show_link(self) -> None:
        publisher = self._publisher
        is_online = publisher is not None and publisher.is_online
        if publisher is None:
            words = tr("Not connected")
        elif publisher.refusal is not None:
            words = tr("The broker refused: {reason}", reason=publisher.refusal)
        else:
            connected = tr("Connected, {count} without receipt", count=publisher.waiting)
            words = connected if is_online else tr("Connecting…")
        self.link.setText(words)
        self.connect_button.setText(tr("Connect") if publisher is None else tr("Disconnect"))
        self.publish_button.setEnabled(is_online)
        self.repeat.setEnabled(is_online)

    def _lay_out(self) -> None:
        account = QHBoxLayout()
        for words, field in (
            (tr("Server"), self.server),
            (tr("User"), self.user),
            (tr("Password"), self.password),
        ):
            field.setAccessibleName(words)
            account.addWidget(QLabel(words))
            account.addWidget(field, 1)
        account.addWidget(self.connect_button)
        doing = QHBoxLayout()
        doing.addWidget(self.link, 1)
        for widget in (self.repeat, self.every, self.publish_button):
            doing.addWidget(widget)
        layout = QVBoxLayout(self)
        layout.addLayout(account)
        layout.addWidget(self.tabs)
        layout.addLayout(doing)
        layout.addWidget(self.problem)
        layout.addWidget(self.sent, 1)


def build_parser() -> argparse.ArgumentParser:
    """The command line."""
    parser = argparse.ArgumentParser(prog="scripts/publisher_window.py", description=__doc__, allow_abbrev=False)
    add_account_options(parser)
    return parser


def main(argv: Sequence[str] | None = None) -> int:
    """Open the window; with a password it connects at once."""
    parser = build_parser()
    options = parser.parse_args(argv)
    account = asked_account(parser, options)
    app = QApplication.instance() or QApplication(sys.argv[:1])
    assert isinstance(app, QApplication)
    app.setApplicationName("RFERS")
    settings = Path(QStandardPaths.writableLocation(QStandardPaths.StandardLocation.AppConfigLocation))
    use_language(remembered_language(settings, QLocale.system().bcp47Name()))  # as on the desk of who sits here
    apply_theme(app, remembered_theme(settings / "look.json"))
    window = PublisherWindow(options.server, account.user, account.password, account.tls)
    window.setAttribute(Qt.WidgetAttribute.WA_QuitOnClose)
    signal.signal(signal.SIGINT, lambda *_: QTimer.singleShot(0, window.close))
    window.show()
    if account.password:
        window.connect_or_leave()
    return app.exec()


if __name__ == "__main__":
    sys.exit(main())
