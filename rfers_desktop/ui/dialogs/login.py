"""Who are you, and where is the broker: the first thing a desk asks."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QDialog, QHBoxLayout, QLabel, QLineEdit, QPushButton, QVBoxLayout, QWidget

from broker_local.protocol.addresses import checked_name
from broker_local.protocol.errors import ProtocolError
from rfers_desktop.server_address import parse_server
from rfers_desktop.ui.look import GAP, WIDE_GAP
from rfers_desktop.workspace import LinkReport, LinkState, Login

_WIDTH_PX = 380
_MESSAGE_PX = 34  # two lines, kept free so that nothing jumps
_HEARD = (LinkState.ONLINE, LinkState.MATCHER_AWAY)  # the broker knows the user
_FAILED = (LinkState.REFUSED, LinkState.BROKER_AWAY, LinkState.OTHER_VERSION)


class LoginDialog(QDialog):
    """Stays open until the broker has let the user in, and says what stands in the way."""

    asked = Signal(object)  # Login

    def __init__(self, server: str, user: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle("Log in to RFERS")
        self.setModal(True)
        self.setFixedWidth(_WIDTH_PX)
        self._is_waiting = False
        self.server = _field(server, "Server", "host:port of the broker")
        self.user = _field(user, "User", "your user name")
        self.password = _field("", "Password", "")
        self.password.setEchoMode(QLineEdit.EchoMode.Password)
        self.message = QLabel(self)
        self.message.setObjectName("wrong")
        self.message.setWordWrap(True)
        self.message.setTextFormat(Qt.TextFormat.PlainText)
        self.message.setAccessibleName("Login message")
        self.message.setMinimumHeight(_MESSAGE_PX)
        self.message.setAlignment(Qt.AlignmentFlag.AlignTop)
        self.log_in = QPushButton("Log in", self)
        self.log_in.setObjectName("primary")
        self.log_in.setAccessibleName("Log in")
        self.log_in.setDefault(True)
        self.log_in.clicked.connect(self._try)
        self._lay_out()
        first_empty = next((field for field in (self.server, self.user) if not field.text()), self.password)
        first_empty.setFocus()

    def show_link(self, link: LinkReport) -> None:
        """What became of the attempt, if one is under way."""
        if not self._is_waiting:
            return
        if link.state in _HEARD:
            self.accept()
        elif link.state in _FAILED:
            self.show_failure(link)
        else:
            self._say(_sentence(link.detail), is_wrong=False)

    def show_failure(self, link: LinkReport) -> None:
        """Say what stands in the way, and let the user try again."""
        self._say(_sentence(link.detail), is_wrong=True)
        self.log_in.setEnabled(True)

    def _try(self) -> None:
        try:
            host, port = parse_server(self.server.text())
            user = checked_name("user", self.user.text().strip())
        except ProtocolError as error:
            self._say(_sentence(str(error)), is_wrong=True)
            return
        self._is_waiting = True
        self._say("Connecting…", is_wrong=False)
        self.log_in.setEnabled(False)
        self.asked.emit(Login(user, host, port, self.password.text()))

    def _say(self, words: str, *, is_wrong: bool) -> None:
        self.message.setObjectName("wrong" if is_wrong else "quiet")
        self.message.style().polish(self.message)
        self.message.setText(words)

    def _lay_out(self) -> None:
        title = QLabel("RFERS", self)
        title.setObjectName("title")
        subtitle = QLabel("Real-time Fire Emergency Response System", self)
        subtitle.setObjectName("quiet")
        layout = QVBoxLayout(self)
        layout.setContentsMargins(28, 24, 28, 24)
        layout.setSpacing(GAP)
        layout.addWidget(title)
        layout.addWidget(subtitle)
        layout.addSpacing(WIDE_GAP)
        for name, field in (("&Server", self.server), ("&User", self.user), ("&Password", self.password)):
            label = QLabel(name, self)
            label.setObjectName("field")
            label.setBuddy(field)
            layout.addWidget(label)
            layout.addWidget(field)
        layout.addWidget(self.message)
        layout.addSpacing(GAP)
        row = QHBoxLayout()
        row.addStretch(1)
        row.addWidget(self.log_in)
        layout.addLayout(row)


def _field(text: str, name: str, hint: str) -> QLineEdit:
    field = QLineEdit(text)
    field.setAccessibleName(name)
    field.setPlaceholderText(hint)
    return field


def _sentence(words: str) -> str:
    return words[:1].upper() + words[1:] + ("" if words.endswith((".", "…")) else ".")
