"""Which notifications a table shows and in which order, worked out in steps short enough to fit between frames."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from broker_local.protocol.filter.evaluate import satisfies
from broker_local.protocol.filter.tree import Node
from rfers_desktop.workspace import StoredNotification

STEP_S = 0.008
_BLOCK = 256  # rows between two looks at the clock

Row = tuple[StoredNotification, str]  # with the words it is found by, in lower case
SortKey = Callable[[StoredNotification], Any]


@dataclass(frozen=True, slots=True)
class RowChoice:
    """What rows must have to be shown; what is empty or None does not narrow it."""

    words: tuple[str, ...] = ()  # all of them, in lower case
    topic: str | None = None
    subscription_id: str | None = None
    filter: Node | None = None  # over the attributes of `topic`

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
            and (self.filter is None or satisfies(self.filter, event.attributes))
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
    runs: list[tuple[Any, int]] = []  # what to sort by, and which of `found`; sorted in runs, which is quick to merge
    begun = clock()
    for start in range(0, len(rows), _BLOCK):
        block = rows[start : start + _BLOCK]
        taken = block if choice.is_everything else [row for row in block if choice.takes(row)]
        if key is not None:
            at = len(found)
            runs += sorted((key(stored), at + number) for number, (stored, _) in enumerate(taken))
        found += taken
        if clock() - begun > STEP_S:
            yield None
            begun = clock()
    if key is None:
        yield found
        return
    yield None
    runs.sort(key=lambda pair: pair[0])
    yield None
    # Shown from the end: what comes first for the eye stands last.
    yield [found[number] for _, number in (runs if is_descending else _backwards(runs))]


def _backwards(runs: list[tuple[Any, int]]) -> list[tuple[Any, int]]:
    """Greatest first, equals still with the newest of them last."""
    ordered: list[tuple[Any, int]] = []
    end = len(runs)
    while end:
        start = end - 1
        while start and runs[start - 1][0] == runs[end - 1][0]:
            start -= 1
        ordered += runs[start:end]
        end = start
    return ordered
