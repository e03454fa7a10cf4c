"""The tables beside a replayed map: what each subscription came to, and how two sets differ."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime
from typing import Any

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QPersistentModelIndex, Qt

from rfers_desktop.language import count_text, grouped, tr
from rfers_desktop.past.result import DifferenceSummary, SubscriptionSummary

Index = QModelIndex | QPersistentModelIndex
Cell = str | int | float


class RowsModel(QAbstractTableModel):
    """Rows that do not change, a cell each by a function; sorted by any column."""

    def __init__(self, titles: Sequence[str], rows: Sequence[tuple[Cell, ...]]) -> None:
        super().__init__()
        self._titles = titles
        self._rows = list(rows)

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - Qt's own signature
        return 0 if parent.isValid() else len(self._rows)

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - Qt's own signature
        return 0 if parent.isValid() else len(self._titles)

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if role == Qt.ItemDataRole.DisplayRole and orientation == Qt.Orientation.Horizontal:
            return self._titles[section]
        return None

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        cell = self._rows[index.row()][index.column()]
        if role == Qt.ItemDataRole.DisplayRole:
            return cell_text(cell)
        if role == Qt.ItemDataRole.ToolTipRole:
            return cell_text(cell)
        if role == Qt.ItemDataRole.TextAlignmentRole and not isinstance(cell, str):
            return int(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        return None

    def sort(self, column: int, order: Qt.SortOrder = Qt.SortOrder.AscendingOrder) -> None:
        self.layoutAboutToBeChanged.emit()
        self._rows.sort(key=lambda row: row[column], reverse=order == Qt.SortOrder.DescendingOrder)
        self.layoutChanged.emit()


def cell_text(cell: Cell) -> str:
    """A cell as it is written."""
    if isinstance(cell, float):
        return grouped(f"{cell:,.1f}")
    return count_text(cell) if isinstance(cell, int) else cell


def summary_titles() -> tuple[str, ...]:
    """The columns of the summary."""
    counted = (tr("Events"), tr("Certain"), tr("An hour"))
    return (tr("Subscription"), tr("Owner"), *counted, tr("First"), tr("Last"), tr("Causes"))


def summary_rows(summary: Sequence[SubscriptionSummary]) -> list[tuple[Cell, ...]]:
    """What each subscription came to, the busiest first."""
    rows = [
        (
            *(row.name, row.owner, row.events, row.certain, row.events_per_hour),
            *(_moment(row.first_at), _moment(row.last_at)),
            ", ".join(f"{cause or tr('not said')} {count_text(count)}" for cause, count in row.by_cause),
        )
        for row in summary
    ]
    return sorted(rows, key=_by_count, reverse=True)


def difference_titles() -> tuple[str, ...]:
    """The columns of the differences."""
    return (tr("User"), tr("Topic"), tr("Missed"), tr("Extra"), tr("Same"), tr("Most extra in an hour"))


def difference_rows(differences: Sequence[DifferenceSummary]) -> list[tuple[Cell, ...]]:
    """How two sets differ, by user and topic, the most missed first."""
    rows = [(d.owner, d.topic, d.missed, d.extra, d.same, d.most_extra_in_an_hour) for d in differences]
    return sorted(rows, key=_by_count, reverse=True)


_by_count: Callable[[tuple[Cell, ...]], int] = lambda row: int(row[2])  # noqa: E731 - one key for both tables


def _moment(moment: datetime | None) -> str:
    return "" if moment is None else f"{moment:%Y-%m-%d %H:%M:%S}"
