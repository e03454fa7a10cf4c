"""The audit log of alerts: who did what, when."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QPersistentModelIndex, Qt
from PySide6.QtWidgets import QDialog, QPushButton, QWidget

from rfers_desktop.attribute_text import moment_text
from rfers_desktop.language import tr
from rfers_desktop.ui.dialogs.dialog_layout import lay_out, words_label
from rfers_desktop.ui.panels.desk_table import DeskTable
from rfers_desktop.workspace import AlertAction, AuditEntry

Index = QModelIndex | QPersistentModelIndex
_SIZE_PX = (760, 480)
_WIDTHS = (160, 110, 130, 240, 160)
_ALERT = 3


def deed_words(action: AlertAction) -> str:
    """What was done, as people say it."""
    return {
        AlertAction.ACKNOWLEDGE: tr("acknowledged"),
        AlertAction.RESOLVE: tr("resolved"),
        AlertAction.SHELVE: tr("shelved"),
        AlertAction.UNSHELVE: tr("taken from the shelf"),
        AlertAction.SILENCE: tr("silenced"),
        AlertAction.UNSILENCE: tr("no longer silenced"),
    }[action]


class LogModel(QAbstractTableModel):
    """One row an entry, as they are given."""

    def __init__(self, entries: Sequence[AuditEntry]) -> None:
        super().__init__()
        self._entries = entries

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        return 0 if parent.isValid() else len(self._entries)

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        return 0 if parent.isValid() else len(_WIDTHS)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> str | None:
        if role not in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.ToolTipRole):
            return None
        entry = self._entries[index.row()]
        return (moment_text(entry.at), entry.who, deed_words(entry.action), entry.title, entry.detail)[index.column()]

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> str | None:
        if orientation is Qt.Orientation.Horizontal and role == Qt.ItemDataRole.DisplayRole:
            return (tr("When (UTC)"), tr("Who"), tr("What"), tr("Alert"), tr("More"))[section]
        return None


class AlertLogDialog(QDialog):
    """The newest first; it can be read and not changed."""

    def __init__(self, entries: Sequence[AuditEntry], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(tr("Audit log of alerts"))
        self.resize(*_SIZE_PX)
        self.model = LogModel(entries)
        empty = tr("Nobody has done anything about an alert yet.")
        self.table = DeskTable(self.model, tr("Audit log of alerts"), empty, _WIDTHS, _ALERT, self)
        words = words_label(tr("Entries are only ever added; this program changes and deletes none."), "quiet", self)
        close = QPushButton(tr("Close"), self)
        close.setDefault(True)
        close.clicked.connect(self.accept)
        lay_out(self, (words, self.table), (close,))
