"""Which notifications a table shows and in which order, worked out in steps short enough to fit between frames."""

from __future__ import annotations

import heapq
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from operator import itemgetter
from typing import Any

from broker_local.protocol.filter.evaluate import satisfies
from broker_local.protocol.filter.tree import Node
from rfers_desktop.workspace import StoredNotification

STEP_S = 0.008
_BLOCK = 128  # rows between two looks at the clock

Row = tuple[StoredNotification, str]  # with the words it is found by, in lower case
SortKey = Callable[[StoredNotification], Any]


@dataclass(frozen=True, slots=True)
class RowChoice:
    """What rows must have to be shown; what is empty or None does not narrow it."""

    words: tuple[str, ...] = ()  # all of them, in lower case
    topic: str | None = None
    subscription_id: str | None = None
    filters: Mapping[str, Node] | None = None  # by topic, over its attributes; events of others are left out

    @property
    def is_everything(self) -> bool:
        """Whether every row is shown."""
        return self == RowChoice()

    def takes(self, row: Row) -> bool:
        """Whether a row is shown."""
        stored, said = row
        event = stored.notification.event
        return (
            (self.topic is None or event.topic == self.topic)
            and all(word in said for word in self.words)
            and (
                self.subscription_id is None
                or any(matched.id == self.subscription_id for matched in stored.notification.matched)
            )
            and (
                self.filters is None
                or ((asked := self.filters.get(event.topic)) is not None and satisfies(asked, event.attributes))
            )
        )


def chosen(
    rows: Sequence[Row],
    choice: RowChoice,
    key: SortKey | None,
    is_descending: bool,
    clock: Callable[[], float] = time.perf_counter,
) -> Iterator[list[Row] | None]:
    """The rows that are shown, last first: yields None after each step, and in the end the answer.

    `rows` are oldest first and so is the answer without a key. With a key, equals stay newest first for the eye.
    """
    found: list[Row] = []
    runs: list[list[tuple[Any, int]]] = []  # what to sort by, and which of `found`: a sorted list for each step
    run: list[tuple[Any, int]] = []
    begun = clock()
    for start in range(0, len(rows), _BLOCK):
        block = rows[start : start + _BLOCK]
        taken = block if choice.is_everything else [row for row in block if choice.takes(row)]
        if key is not None:
            run += ((key(stored), number) for number, (stored, _) in enumerate(taken, start=len(found)))
        found += taken
        if clock() - begun > STEP_S:
            runs.append(_sorted(run, is_descending))
            run = []
            yield None
            begun = clock()
    if key is None:
        yield found
        return
    runs.append(_sorted(run, is_descending))
    yield None
    # Shown from the end: what comes first for the eye stands last.
    merged = heapq.merge(*runs, key=itemgetter(0), reverse=not is_descending)
    ordered: list[Row] = []
    while part := [found[number] for _, number in islice(merged, _BLOCK)]:
        ordered += part
        if clock() - begun > STEP_S:
            yield None
            begun = clock()
    yield ordered


def _sorted(run: list[tuple[Any, int]], is_descending: bool) -> list[tuple[Any, int]]:
    """Of equals the newest stays last."""
    run.sort(key=itemgetter(0), reverse=not is_descending)
    return run
