"""Who are you, and where is the broker: the first thing a desk asks."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from itertools import pairwise
from pathlib import Path

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QDialog,
    QFrame,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QMenu,
    QProgressBar,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from broker_local.protocol.addresses import checked_name
from broker_local.protocol.errors import ProtocolError
from rfers_desktop.language import tr
from rfers_desktop.recent_logins import RecentLogins
from rfers_desktop.server_address import parse_server
from rfers_desktop.ui.help_focus import HELP
from rfers_desktop.ui.look import GAP, WIDE_GAP
from rfers_desktop.workspace import LinkReport, LinkState, Login

from .dialog_layout import words_label

_WIDTH_PX = 450
_MESSAGE_PX = 56  # three lines, kept free so that nothing jumps


def _failures() -> dict[LinkState, tuple[str, str]]:
    """What each failure is called, and what can be done about it."""
    return {
        LinkState.REFUSED: (tr("Login refused"), tr("Check user name and password; capital letters count.")),
        LinkState.BROKER_AWAY: (
            tr("No broker at this address"),
            tr("Check the address, and that the companion runs there."),
        ),
        LinkState.MATCHER_AWAY: (
            tr("No matcher"),
            tr("The broker knows you, but you are told nothing until the companion is back."),
        ),
        LinkState.OTHER_VERSION: (
            tr("Another version"),
            tr("Desk and companion do not speak the same version. Install the same one on both."),
        ),
    }


class LoginDialog(QDialog):
    """Stays open until the user is in and a matcher is there, and says what stands in the way."""

    asked = Signal(object)  # Login
    local_asked = Signal(str)  # the companion on this computer, for a user
    offline_asked = Signal(object)  # the Path of a repository
    companion_kept = Signal(bool)  # whether the companion on this computer outlives the desk

    def __init__(
        self,
        server: str,
        user: str,
        recent: RecentLogins | None = None,
        repositories: Sequence[Path] = (),
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.setWindowTitle(tr("Log in to RFERS"))
        self.setModal(True)
        self.setFixedWidth(_WIDTH_PX)
        self.setProperty(HELP, "login")
        self._recent = recent
        self._is_waiting = False
        self.server = self._server_field(server)
        self.user = _field(user, tr("User"), tr("your user name"))
        self.password = _field("", tr("Password"), "")
        self.password.setEchoMode(QLineEdit.EchoMode.Password)
        self.headline = words_label("", "field", self)
        self.headline.setAccessibleName(tr("What went wrong"))
        self.message = words_label("", "wrong", self)
        self.message.setAccessibleName(tr("Login message"))
        self.message.setMinimumHeight(_MESSAGE_PX)
        self.message.setAlignment(Qt.AlignmentFlag.AlignTop)
        self.progress = QProgressBar(self)
        self.progress.setRange(0, 0)
        self.progress.setTextVisible(False)
        self.progress.setFixedHeight(4)
        self.progress.setAccessibleName(tr("Connecting"))
        self.log_in = _button(tr("&Log in"), tr("Log in"), self)
        self.log_in.setObjectName("primary")
        self.log_in.setDefault(True)
        self.log_in.clicked.connect(self._try)
        self.go_on = _button(tr("&Go on without"), tr("Go on without a matcher"), self)
        self.go_on.clicked.connect(self.accept)
        self.here = _button(tr("&This computer"), tr("Log in on this computer"), self)
        self.here.setToolTip(tr("Use the companion on this computer; it is started if none runs"))
        self.here.clicked.connect(self._try_here)
        self.offline = self._offline_button(repositories)
        self.keep = QCheckBox(tr("&Keep that companion running when the desk is closed"), self)
        self.keep.setChecked(recent is not None and recent.keeps_companion)
        self.keep.toggled.connect(self.companion_kept)
        self._lay_out()
        self._wait(False)
        self.go_on.hide()
        first_empty = next((field for field in (self.server, self.user) if not _text(field)), self.password)
        first_empty.setFocus()

    def show_link(self, link: LinkReport) -> None:
        """What became of the attempt, if one is under way."""
        if not self._is_waiting:
            return
        if link.state is LinkState.ONLINE:
            self.accept()
        elif link.state in _failures():
            self.show_failure(link)
        else:
            self.show_progress(_sentence(link.detail))

    def show_failure(self, link: LinkReport) -> None:
        """Say what stands in the way, and let the user try again."""
        title, remedy = _failures()[link.state]
        self.show_problem(title, f"{_sentence(link.detail)} {remedy}")
        self.go_on.setVisible(link.state is LinkState.MATCHER_AWAY)
        if link.state is LinkState.REFUSED:
            self.password.setFocus()
            self.password.selectAll()

    def show_progress(self, words: str) -> None:
        """Say what is done now."""
        self._is_waiting = True
        self._say("", words, is_wrong=False)
        self._wait(True)

    def show_problem(self, title: str, words: str) -> None:
        """Say why it did not work."""
        self._say(title, words, is_wrong=True)
        self._wait(False)

    def _try(self) -> None:
        try:
            host, port = parse_server(self.server.currentText())
            user = checked_name("user", self.user.text().strip())
        except ProtocolError as error:
            self.show_problem("", _sentence(str(error)))
            return
        self.show_progress(tr("Connecting…"))
        self.asked.emit(Login(user, host, port, self.password.text()))

    def _try_here(self) -> None:
        self.show_progress(tr("Looking for the companion on this computer…"))
        self.local_asked.emit(self.user.text().strip())

    def _wait(self, is_waiting: bool) -> None:
        self.log_in.setEnabled(not is_waiting)
        self.here.setEnabled(not is_waiting)
        self.go_on.hide()
        policy = self.progress.sizePolicy()
        policy.setRetainSizeWhenHidden(True)
        self.progress.setSizePolicy(policy)
        self.progress.setVisible(is_waiting)

    def _say(self, title: str, words: str, *, is_wrong: bool) -> None:
        self.message.setObjectName("wrong" if is_wrong else "quiet")
        self.message.style().polish(self.message)
        self.headline.setText(title)
        self.message.setText(words)

    def _server_field(self, server: str) -> QComboBox:
        field = QComboBox(self)
        field.setLineEdit(_field("", tr("Server"), tr("host:port of the broker")))
        field.setInsertPolicy(QComboBox.InsertPolicy.NoInsert)
        field.addItems(self._recent.servers() if self._recent is not None else [])
        field.setEditText(server)
        field.setAccessibleName(tr("Server"))
        field.activated.connect(lambda _: self._fill_user())
        return field

    def _fill_user(self) -> None:
        user = self._recent.user_at(self.server.currentText()) if self._recent is not None else ""
        if user:
            self.user.setText(user)
            self.password.setFocus()

    def _offline_button(self, repositories: Sequence[Path]) -> QPushButton:
        button = _button(tr("Work &offline"), tr("Work offline"), self)
        button.setToolTip(tr("Look at what was received on this computer, without a connection"))
        button.setEnabled(bool(repositories))
        if not repositories:
            button.setToolTip(tr("Nothing was received on this computer yet"))
        elif len(repositories) == 1:
            button.clicked.connect(lambda: self._go_offline(repositories[0]))
        else:
            menu = QMenu(button)
            for file in repositories:
                menu.addAction(file.stem.replace("&", "&&")).triggered.connect(partial(self._go_offline, file))
            button.setMenu(menu)
        return button

    def _go_offline(self, file: Path, _is_on: bool = False) -> None:
        self.offline_asked.emit(file)

    def _lay_out(self) -> None:
        title = QLabel("RFERS", self)
        title.setObjectName("title")
        column = QVBoxLayout(self)
        column.setContentsMargins(28, 24, 28, 24)
        column.setSpacing(GAP)
        column.addWidget(title)
        column.addWidget(words_label(tr("Real-time Fire Emergency Response System"), "quiet", self))
        column.addSpacing(WIDE_GAP)
        for name, field in ((tr("&Server"), self.server), (tr("&User"), self.user), (tr("&Password"), self.password)):
            label = QLabel(name, self)
            label.setObjectName("field")
            label.setBuddy(field)
            column.addWidget(label)
            column.addWidget(field)
        column.addWidget(self.progress)
        column.addWidget(self.headline)
        column.addWidget(self.message)
        column.addLayout(_row(None, self.go_on, self.log_in))
        line = QFrame(self)
        line.setObjectName("line")
        line.setFixedHeight(1)
        column.addWidget(line)
        column.addLayout(_row(self.here, self.offline, None))
        column.addWidget(self.keep)
        order = (self.server, self.user, self.password, self.go_on, self.log_in, self.here, self.offline, self.keep)
        for one, other in pairwise(order):
            self.setTabOrder(one, other)


def _row(*widgets: QWidget | None) -> QHBoxLayout:
    """Widgets side by side; None is the room that is left."""
    row = QHBoxLayout()
    for widget in widgets:
        row.addStretch(1) if widget is None else row.addWidget(widget)
    return row


def _button(words: str, name: str, parent: QWidget) -> QPushButton:
    button = QPushButton(words, parent)
    button.setAccessibleName(name)
    button.setAutoDefault(False)
    return button


def _field(text: str, name: str, hint: str) -> QLineEdit:
    field = QLineEdit(text)
    field.setAccessibleName(name)
    field.setPlaceholderText(hint)
    return field


def _text(field: QComboBox | QLineEdit) -> str:
    return field.currentText() if isinstance(field, QComboBox) else field.text()


def _sentence(words: str) -> str:
    return words[:1].upper() + words[1:] + ("" if words.endswith((".", "…")) else ".")
