"""The notifications as rows of a table: a hundred thousand of them, sorted and narrowed while frames go on."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, Qt, QTimer, Signal

from broker_local.protocol.topic import Topic
from rfers_desktop.attribute_text import moment_text, topic_text
from rfers_desktop.degree_text import sure_key, sure_sentence, sure_text, surest
from rfers_desktop.language import tr
from rfers_desktop.layers.looks import facts_of, name_of
from rfers_desktop.ui.sure_bar import DEGREES
from rfers_desktop.workspace import NotificationsChanged, StoredNotification, words_of

from .row_choice import Row, RowChoice, chosen

Index = QModelIndex | QPersistentModelIndex
Topics = Mapping[str, Topic]
_AGAIN_MS = 400  # how long a table that is sorted may lag behind what comes


@dataclass(frozen=True, slots=True)
class Column:
    """One column: its title, what a cell says, and by what it is sorted."""

    title: str
    text: Callable[[StoredNotification, Topics], str]
    key: Callable[[StoredNotification, Topics], Any]
    width_px: int


def _topic_title(stored: StoredNotification, topics: Topics) -> str:
    name = stored.notification.event.topic
    return topic_text(topics.get(name), name)


def _what(stored: StoredNotification, topics: Topics) -> str:
    event = stored.notification.event
    return name_of(event, topics.get(event.topic)) or "—"


def _details(stored: StoredNotification, topics: Topics) -> str:
    event = stored.notification.event
    return facts_of(event, topics.get(event.topic))


def _matched(stored: StoredNotification, _: Topics) -> str:
    return ", ".join(matched.name for matched in stored.notification.matched)


def _degrees(stored: StoredNotification) -> tuple[float, float]:
    return surest(stored.notification.matched)


def _how_sure(stored: StoredNotification, _: Topics) -> str:
    return sure_text(*_degrees(stored))


def _sure_tip(stored: StoredNotification) -> str:
    """Each subscription that matched, with how sure that is."""
    told = (f"{each.name}: {sure_sentence(each.possibility, each.necessity)}" for each in stored.notification.matched)
    return "\n".join(told)


def _publisher(stored: StoredNotification, _: Topics) -> str:
    return stored.notification.event.publisher or "—"


def columns() -> tuple[Column, ...]:
    """The columns, in the user's language (thesis 4.3.3), what one acts on first: a narrow table shows no more."""
    return (
        Column(tr("No."), lambda s, _: str(s.notification.number), lambda s, _: s.place, 64),
        Column(
            tr("Sent (UTC)"),
            lambda s, _: moment_text(s.notification.event.time),
            lambda s, _: s.notification.event.time,
            166,
        ),
        Column(tr("What"), _what, _what, 120),
        Column(tr("Matched subscription"), _matched, _matched, 180),
        Column(tr("How sure"), _how_sure, lambda s, _: sure_key(_degrees(s)), 208),
        Column(tr("Details"), _details, _details, 240),
        Column(tr("Topic"), _topic_title, _topic_title, 160),
        Column(tr("Publisher"), _publisher, _publisher, 110),
        Column(tr("Received (UTC)"), lambda s, _: moment_text(s.received_at), lambda s, _: s.received_at, 166),
    )


SURE = 4
DETAILS = 5
_NUMBER = 0
_ROLES = (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.ToolTipRole, DEGREES)
_SAY_MORE = (_NUMBER, 1, SURE, 6, 8)  # number, times, how sure, topic


class NotificationsModel(QAbstractTableModel):
    """All rows are kept oldest first; those that are shown are kept last first, so that arrivals are appended."""

    counted = Signal(int, int)  # how many are shown, of how many
    settled = Signal()  # what was asked for is shown

    def __init__(self, topics: Topics, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._topics = topics
        self._columns = columns()
        self._all: list[Row] = []
        self._shown: list[Row] = []
        self._choice = RowChoice()
        self._sorted_by: tuple[int, bool] | None = None  # column, descending; None is by number, newest first
        self._work: Iterator[list[Row] | None] | None = None
        self._is_outdated = False  # something changed while it was worked out what to show
        self._step = QTimer(self)
        self._step.setInterval(0)
        self._step.timeout.connect(self._work_on)
        self._again = QTimer(self)
        self._again.setSingleShot(True)
        self._again.setInterval(_AGAIN_MS)
        self._again.timeout.connect(self._arrange)

    @property
    def is_settled(self) -> bool:
        """Whether what is shown is what was asked for."""
        return self._work is None and not self._again.isActive()

    @property
    def topics(self) -> Topics:
        """The topics whose titles and units are shown."""
        return self._topics

    @property
    def total(self) -> int:
        """How many there are, shown or not."""
        return len(self._all)

    def apply(self, change: NotificationsChanged) -> None:
        """Show what came; drop what went."""
        if not (change.added or change.removed or change.restored):
            return
        added = sorted((*change.restored, *change.added), key=lambda stored: stored.place)
        rows = [(stored, self._words(stored)) for stored in added]
        places = {stored.place for stored in change.removed}
        self._all = _without(self._all, places)
        _merge(self._all, rows)
        if self._sorted_by is None and self._work is None:
            self._take_away(places)
            self._put([row for row in rows if self._choice.takes(row)])
        else:
            self._is_outdated = True
            if self._work is None and not self._again.isActive():
                self._again.start()
        self.counted.emit(len(self._shown), len(self._all))

    def choose(self, choice: RowChoice) -> None:
        """Show other rows; soon, not at once."""
        if choice != self._choice:
            self._choice = choice
            self._arrange()

    def sort(self, column: int, order: Qt.SortOrder = Qt.SortOrder.AscendingOrder) -> None:
        is_descending = order == Qt.SortOrder.DescendingOrder
        wanted = None if (column, is_descending) == (_NUMBER, True) or column < 0 else (column, is_descending)
        if wanted != self._sorted_by:
            self._sorted_by = wanted
            self._arrange()

    def clear(self, topics: Topics) -> None:
        """A new desk."""
        self._stop()
        self.beginResetModel()
        self._topics = topics
        self._all, self._shown = [], []
        self.endResetModel()
        self.counted.emit(0, 0)

    def use_topics(self, topics: Topics) -> None:
        """Titles and units may be others now."""
        self._topics = topics
        if self._shown:
            self.dataChanged.emit(self.index(0, 0), self.index(self.rowCount() - 1, len(self._columns) - 1))

    def stored(self, row: int) -> StoredNotification:
        """What a row shows."""
        return self._shown[len(self._shown) - 1 - row][0]

    def row_of(self, stored: StoredNotification) -> int | None:
        """Where a notification is shown."""
        if self._sorted_by is None:
            at = bisect_left(self._shown, stored.place, key=_place)
            return (
                len(self._shown) - 1 - at if at < len(self._shown) and _place(self._shown[at]) == stored.place else None
            )
        return next((row for row in range(len(self._shown)) if self.stored(row).place == stored.place), None)

    def newest_of(self, key: Sequence[str]) -> StoredNotification | None:
        """The newest notification of a thing."""
        wanted = tuple(key)
        return next((stored for stored, _ in reversed(self._all) if stored.key == wanted), None)

    def everything(self) -> list[StoredNotification]:
        """All there are, oldest first, shown or not."""
        return [stored for stored, _ in self._all]

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        return 0 if parent.isValid() else len(self._shown)

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        return 0 if parent.isValid() else len(self._columns)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if role not in _ROLES:  # most of what Qt asks of a cell
            return None
        column, stored = index.column(), self.stored(index.row())
        if role == DEGREES:
            return _degrees(stored) if column == SURE else None
        if column == SURE and role == Qt.ItemDataRole.ToolTipRole:
            return _sure_tip(stored)
        return self._columns[column].text(stored, self._topics)

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> str | None:
        if orientation is Qt.Orientation.Horizontal and role == Qt.ItemDataRole.DisplayRole:
            return self._columns[section].title
        return None

    def _words(self, stored: StoredNotification) -> str:
        """What a row is found by: the values of all attributes, and what its columns say beside them."""
        says = (self._columns[column].text(stored, self._topics) for column in _SAY_MORE)
        return " ".join((words_of(stored.notification), *says)).lower()

    def _arrange(self) -> None:
        """Begin to work out what to show; what is shown stays until then."""
        self._stop()
        key = None
        is_descending = False
        if self._sorted_by is not None:
            column, is_descending = self._sorted_by
            key = self._columns[column].key
        topics = self._topics
        self._work = chosen(
            list(self._all), self._choice, None if key is None else lambda s: key(s, topics), is_descending
        )
        self._step.start()

    def _work_on(self) -> None:
        found = next(self._work) if self._work is not None else None
        if found is None:
            return
        was_outdated = self._is_outdated
        self._stop()
        self.beginResetModel()
        self._shown = found
        self.endResetModel()
        self.counted.emit(len(self._shown), len(self._all))
        if was_outdated:
            self._again.start()
        else:
            self.settled.emit()

    def _stop(self) -> None:
        self._step.stop()
        self._again.stop()
        self._work, self._is_outdated = None, False

    def _put(self, rows: list[Row]) -> None:
        """Show new rows, by number; in the few blocks that they form among those there are."""
        end = len(rows)
        while end:
            at = bisect_left(self._shown, _place(rows[end - 1]), key=_place)
            start = end - 1
            while start and (at == 0 or _place(rows[start - 1]) > _place(self._shown[at - 1])):
                start -= 1
            row = len(self._shown) - at
            self.beginInsertRows(QModelIndex(), row, row + end - start - 1)
            self._shown[at:at] = rows[start:end]
            self.endInsertRows()
            end = start

    def _take_away(self, places: set[tuple[int, int]]) -> None:
        """Show some rows no more, by number; mostly the oldest."""
        while places:
            at = bisect_left(self._shown, min(places), key=_place)
            end = at
            while end < len(self._shown) and _place(self._shown[end]) in places:
                places.discard(_place(self._shown[end]))
                end += 1
            if end == at:
                places = places - {min(places)}
                continue
            last = len(self._shown) - 1 - at
            self.beginRemoveRows(QModelIndex(), last - (end - at) + 1, last)
            del self._shown[at:end]
            self.endRemoveRows()


def _place(row: Row) -> tuple[int, int]:
    return row[0].place


def _without(rows: list[Row], places: set[tuple[int, int]]) -> list[Row]:
    """The rows that are not at these places; quick where the places are the first ones."""
    count = 0
    while count < len(rows) and _place(rows[count]) in places:
        count += 1
    rows = rows[count:] if count else rows
    return rows if count == len(places) else [row for row in rows if _place(row) not in places]


def _merge(rows: list[Row], more: list[Row]) -> None:
    """Put rows that are sorted among rows that are sorted."""
    if not rows or not more or _place(more[0]) > _place(rows[-1]):
        rows += more
    elif _place(more[-1]) < _place(rows[0]):
        rows[:0] = more
    else:
        rows += more
        rows.sort(key=_place)
