"""The attribute side of matching: which filters of a topic are true of which events, for whole batches."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from enum import StrEnum

import numpy as np
from numpy.typing import NDArray

from broker_local.protocol.certainty import Certainty
from broker_local.protocol.filter.tree import Filter, Node
from broker_local.protocol.topic import Topic

from .columns import AttributeColumns
from .compiler import FilterCompiler
from .measures import distinct
from .pair_order import ROW_BITS, Degrees, Found, ordered_found, ordered_pairs
from .segment import Segment

Rows = NDArray[np.int64]

_LARGEST_JOINED = 1 << 18  # filters: keeps the pause for joining short
_SMALL = 1 << 11  # segments below this are joined at once: each costs every batch some time
_MOST_POSITIONS = 1 << 23  # worked out at a time, in columns times events

_PLACE_BITS = 32  # a home is one number: the segment's above these bits, the place in it below
_PLACE = (1 << _PLACE_BITS) - 1
_NOWHERE = -1


class MatchMethod(StrEnum):
    """How all filters are matched; the answers are the same."""

    ENTRIES = "entries"  # look at the filters with a true entry: the default
    COUNTING = "counting"  # count the true predicates of every filter (thesis 2.6.2): to compare with


class CountingIndex:
    """The filters of one topic under the caller's rows; a change is seen by the next call.

    Rows are whole numbers from 0. Keep them dense, as the places of a table that is filled up again: eight bytes are
    kept for every number up to the largest.

    New filters wait, and are compiled together into a segment when next asked for. Segments are joined with their
    neighbours as they gather (like a log-structured merge tree), and rebuilt when half of their filters have ended.
    """

    def __init__(self, topic: Topic, *, is_graded: bool = False) -> None:
        self._topic = topic
        self._is_graded = is_graded  # filters may be fuzzy, and how sure they must be may be asked
        self._compiler = FilterCompiler(topic)
        self._waiting: dict[int, tuple[Node, Certainty | None]] = {}
        self._segments: dict[int, Segment] = {}  # in order of age
        self._next_number = 0
        self._homes = np.full(0, _NOWHERE, np.int64)  # by row

    def __len__(self) -> int:
        return len(self._waiting) + sum(segment.living for segment in self._segments.values())

    @property
    def nbytes(self) -> int:
        """The size of what is kept, once compiled."""
        self._compile_waiting()
        segments = sum(segment.nbytes for segment in self._segments.values())
        return segments + self._homes.nbytes

    def add(
        self,
        rows: NDArray[np.integer],
        filters: Sequence[Filter | Node],
        certainties: Sequence[Certainty | None] | None = None,
    ) -> None:
        """Begin filters; one whose row is already there replaces it."""
        numbers = np.asarray(rows, np.int64)
        if len(numbers) != len(filters):
            raise ValueError(f"expected a filter for each of {len(numbers)} rows, got {len(filters)}")
        if len(numbers) and not 0 <= numbers.min() <= numbers.max() < 1 << ROW_BITS:
            raise ValueError(f"expected rows from 0 to 2**{ROW_BITS}, got {numbers.min()} to {numbers.max()}")
        self._end(numbers)
        nodes = [item.root if isinstance(item, Filter) else item for item in filters]
        asked = [None] * len(nodes) if certainties is None else certainties
        self._waiting.update(zip(numbers.tolist(), zip(nodes, asked, strict=True)))

    def remove(self, rows: NDArray[np.integer]) -> None:
        """End filters; rows that have none are passed over."""
        numbers = np.asarray(rows, np.int64)
        self._end(numbers)
        for row in numbers.tolist() if self._waiting else ():
            self._waiting.pop(row, None)

    def match(self, columns: AttributeColumns, method: MatchMethod = MatchMethod.ENTRIES) -> tuple[Rows, Rows]:
        """Every event row and filter row that match, ordered by the event's and then the filter's."""
        if method is MatchMethod.ENTRIES:
            found = self.match_with_degrees(columns)
            return found.event_rows, found.rows
        self._prepare(columns)
        keys: list[Rows] = []
        for segment in self._segments.values():
            for first, part in _parts(columns, segment):
                keys.append(segment.match_by_counting(part) + (first << ROW_BITS))
        return ordered_pairs(_joined(keys), columns.size, len(self._homes))

    def match_with_degrees(self, columns: AttributeColumns) -> Found:
        """The same, with how possible and how certain each match is."""
        self._prepare(columns)
        keys: list[Rows] = []
        degrees: list[Degrees | None] = []
        for segment in self._segments.values():
            for first, part in _parts(columns, segment):
                matches, sure = segment.match(part)
                matches += first << ROW_BITS
                keys.append(matches)
                degrees.append(sure)
        return ordered_found(keys, degrees, columns.size, len(self._homes))

    def is_blurred(self, columns: AttributeColumns) -> bool:
        """Whether some value that filters ask is not known exactly."""
        self._prepare(columns)
        return any(segment.is_blurred(columns) for segment in self._segments.values())

    def candidates(self, columns: AttributeColumns) -> tuple[Rows, Rows]:
        """The same, before anything is graded: all that may match."""
        self._prepare(columns)
        keys: list[Rows] = []
        for segment in self._segments.values():
            for first, part in _parts(columns, segment):
                keys.append(segment.candidates(part) + (first << ROW_BITS))
        return ordered_pairs(_joined(keys), columns.size, len(self._homes))

    def grade(self, columns: AttributeColumns, event_rows: Rows, filter_rows: Rows, at_place: Degrees) -> Degrees:
        """Pair by pair possibility and necessity with those of the place as one part more; 0 where it is no match.

        A row without a filter has those of its place.
        """
        self._prepare(columns)
        result = at_place.copy()
        for segment, part, pairs, events, places in self._pairs_by_part(columns, event_rows, filter_rows):
            result[pairs] = segment.grade(part, events, places, at_place[pairs])
        return result

    def test(self, columns: AttributeColumns, event_rows: Rows, filter_rows: Rows) -> NDArray[np.bool_]:
        """Pair by pair, whether the filter may be true of the event; a row without a filter refuses none."""
        self._prepare(columns)
        result = np.ones(len(event_rows), np.bool_)
        for segment, part, pairs, events, places in self._pairs_by_part(columns, event_rows, filter_rows):
            result[pairs] = segment.test(part, events, places)
        return result

    def _pairs_by_part(
        self, columns: AttributeColumns, event_rows: Rows, filter_rows: Rows
    ) -> Iterator[tuple[Segment, AttributeColumns, Rows, Rows, Rows]]:
        """Pairs by segment and part of the batch: which they are, their rows in the part and places in the segment."""
        homes = self._homes_of(filter_rows)
        numbers, places = homes >> _PLACE_BITS, homes & _PLACE
        for number, segment in self._segments.items():
            pairs = np.flatnonzero(numbers == number)
            events, filters = event_rows[pairs], places[pairs]
            for first, part in _parts(columns, segment) if len(pairs) else ():
                here = slice(None) if part is columns else (events >= first) & (events < first + part.size)
                yield segment, part, pairs[here], events[here] - first, filters[here]

    def count_candidates(self, columns: AttributeColumns) -> NDArray[np.int64]:
        """For each event, at how many filters `match` would look, at most: what matching attributes first costs."""
        self._prepare(columns)
        counts = np.zeros(columns.size, np.int64)
        for segment in self._segments.values():
            for first, part in _parts(columns, segment):
                counts[first : first + part.size] += segment.count_entered(part)
        return counts

    def estimated_selectivity(self, columns: AttributeColumns) -> float:
        """The share of all pairs of these events and the filters that may match, from above; 1 if there are none."""
        pairs = columns.size * len(self)
        return min(1.0, float(self.count_candidates(columns).sum()) / pairs) if pairs else 1.0

    def _prepare(self, columns: AttributeColumns) -> None:
        if columns.topic != self._topic:
            raise ValueError(
                f"expected events of {self._topic.name} {self._topic.version}, "
                f"got {columns.topic.name} {columns.topic.version}"
            )
        self._compile_waiting()

    def _homes_of(self, rows: Rows) -> Rows:
        is_inside = rows < len(self._homes)
        if is_inside.all():
            return self._homes[rows]
        homes = np.full(len(rows), _NOWHERE, np.int64)
        homes[is_inside] = self._homes[rows[is_inside]]
        return homes

    def _end(self, rows: Rows) -> None:
        """End what is compiled of these rows."""
        inside = distinct(rows[(rows >= 0) & (rows < len(self._homes))])
        homes = self._homes[inside]
        numbers = homes >> _PLACE_BITS
        for number in distinct(numbers[homes != _NOWHERE]).tolist():
            self._segments[number].end(homes[numbers == number] & _PLACE)
        self._homes[inside] = _NOWHERE

    def _compile_waiting(self) -> None:
        if self._waiting:
            rows = np.fromiter(self._waiting, np.int64, len(self._waiting))
            waiting = self._waiting.values()
            if self._is_graded:
                programs = self._compiler.compile_graded(waiting)
            else:
                programs = self._compiler.compile(node for node, _ in waiting)
            self._keep(Segment(self._topic, programs, rows))
            self._waiting = {}
        self._tidy()

    def _keep(self, segment: Segment) -> None:
        self._make_room(int(segment.rows.max()) + 1)
        number, self._next_number = self._next_number, self._next_number + 1
        self._segments[number] = segment
        self._homes[segment.rows] = (number << _PLACE_BITS) + np.arange(len(segment))

    def _make_room(self, size: int) -> None:
        if size > len(self._homes):
            more = max(size, len(self._homes) * 5 // 4) - len(self._homes)
            self._homes = np.append(self._homes, np.full(more, _NOWHERE, np.int64))

    def _tidy(self) -> None:
        """Drop what has ended, and join small segments with their elders."""
        for number, segment in list(self._segments.items()):
            if segment.living <= len(segment) // 2:
                self._join([number])
        together: list[int] = []
        size = 0
        for number, segment in reversed(self._segments.items()):
            if together and (segment.living > max(2 * size, _SMALL) or segment.living + size > _LARGEST_JOINED):
                break
            together.append(number)
            size += segment.living
        if len(together) > 1:
            self._join(together)

    def _join(self, numbers: list[int]) -> None:
        segments = [self._segments.pop(number) for number in numbers]
        if any(segment.living for segment in segments):
            self._keep(Segment.joined(self._topic, segments))


def _joined(arrays: list[Rows]) -> Rows:
    return np.concatenate([np.empty(0, np.int64), *arrays])


def _parts(columns: AttributeColumns, segment: Segment) -> Iterator[tuple[int, AttributeColumns]]:
    """The batch, or if a segment's positions for it would be too many, parts of it and where each begins."""
    size = max(1, _MOST_POSITIONS // segment.column_count)
    if columns.size <= size:
        yield 0, columns
        return
    for first in range(0, columns.size, size):
        yield first, columns.part(slice(first, first + size))
