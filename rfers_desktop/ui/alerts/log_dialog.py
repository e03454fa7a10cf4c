"""The audit log of alerts: who did what, when."""

from __future__ import annotations

import csv
from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QPersistentModelIndex, Qt
from PySide6.QtWidgets import QDialog, QFileDialog, QLineEdit, QPushButton, QWidget

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


def _more(entry: AuditEntry) -> str:
    """The log keeps one language; it is read in another."""
    if entry.action is not AlertAction.SHELVE:
        return entry.detail
    return tr("until {time} UTC", time=entry.detail.removeprefix("until ").removesuffix(" UTC"))


def _cells(entry: AuditEntry) -> tuple[str, ...]:
    return (moment_text(entry.at), entry.who, deed_words(entry.action), entry.title, _more(entry))


def _searched(entry: AuditEntry) -> str:
    return "\n".join(_cells(entry)).casefold()


class LogModel(QAbstractTableModel):
    """One row an entry, as they are given."""

    def __init__(self, entries: Sequence[AuditEntry]) -> None:
        super().__init__()
        self._all = self._entries = entries

    def narrow(self, words: str) -> None:
        """Show the entries that have these words somewhere."""
        wanted = words.casefold().split()
        self.beginResetModel()
        self._entries = [e for e in self._all if all(w in _searched(e) for w in wanted)] if wanted else self._all
        self.endResetModel()

    def shown(self) -> Sequence[AuditEntry]:
        """The entries there are rows of."""
        return self._entries

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        return 0 if parent.isValid() else len(self._entries)

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        return 0 if parent.isValid() else len(_WIDTHS)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> str | None:
        if role not in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.ToolTipRole):
            return None
        return _cells(self._entries[index.row()])[index.column()]

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> str | None:
        if orientation is Qt.Orientation.Horizontal and role == Qt.ItemDataRole.DisplayRole:
            return (tr("When (UTC)"), tr("Who"), tr("What"), tr("Alert"), tr("More"))[section]
        return None


class AlertLogDialog(QDialog):
    """The newest first; it can be searched and exported, and not changed."""

    def __init__(self, entries: Sequence[AuditEntry], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(tr("Audit log of alerts"))
        self.resize(*_SIZE_PX)
        self.model = LogModel(entries)
        empty = tr("Nobody has done anything about an alert yet.")
        self.table = DeskTable(self.model, tr("Audit log of alerts"), empty, _WIDTHS, _ALERT, self)
        self.search = QLineEdit(self)
        self.search.setPlaceholderText(tr("Search: a day, a name, a deed, an alert"))
        self.search.setAccessibleName(tr("Search the audit log"))
        self.search.setClearButtonEnabled(True)
        self.search.textChanged.connect(self.model.narrow)
        self.words = words_label(
            tr("Entries are only ever added; this program changes and deletes none."), "quiet", self
        )
        close = QPushButton(tr("Close"), self)
        close.setDefault(True)
        close.clicked.connect(self.accept)
        self.export = QPushButton(tr("Export…"), self)
        self.export.setAutoDefault(False)
        self.export.clicked.connect(self._ask_file)
        lay_out(self, (self.words, self.search, self.table), (self.export, close))

    def save(self, file: Path) -> None:
        """Write what is shown as a table (CSV); raises OSError."""
        headings = [self.model.headerData(column, Qt.Orientation.Horizontal) for column in range(len(_WIDTHS))]
        with file.open("w", encoding="utf-8-sig", newline="") as out:  # marked as UTF-8: spreadsheets ask for it
            csv.writer(out).writerows([headings, *map(_cells, self.model.shown())])

    def _ask_file(self) -> None:
        kind = f"{tr('Table (CSV)')} (*.csv)"
        chosen, _ = QFileDialog.getSaveFileName(self, tr("Export"), f"{tr('audit log')}.csv", kind)
        if not chosen:
            return
        try:
            self.save(Path(chosen))
        except OSError as error:
            self.words.setText(tr("The audit log could not be written: {reason}", reason=error.strerror or error))
