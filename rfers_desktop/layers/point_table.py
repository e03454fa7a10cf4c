"""The point marks of the map in columns: where each is, how it looks, how old it is."""

from __future__ import annotations

from collections.abc import Sequence
from enum import IntFlag

import numpy as np
from numpy.typing import NDArray

from .marks import MarkKey, Style

Rows = NDArray[np.int64]
STYLES: tuple[Style, ...] = tuple(Style)
STYLE_CODES = {style: code for code, style in enumerate(STYLES)}
_FIRST_ROOM = 1024
_FRESH_S = {  # ages at which a mark of a style fades by a step
    Style.ASSET: (120.0, 600.0, 3_600.0),
    Style.SENSOR: (1_200.0, 3_600.0, 21_600.0),
}
_FRESH_ELSE_S = (3_600.0, 21_600.0, 86_400.0)
FADE_STEPS = len(_FRESH_ELSE_S)
_STEPS_S = np.array([_FRESH_S.get(style, _FRESH_ELSE_S) for style in STYLES])


class Flag(IntFlag):
    """What sets a mark apart."""

    ALERT = 1
    CALLING = 2  # an alert about it waits for somebody; a symbol as any other, the alert has a ring of its own
    SELECTED = 4


class PointTable:
    """A row a mark; a row that is free is used again. The order of rows is the order of drawing."""

    def __init__(self) -> None:
        self.count = 0  # rows in use, free ones between them included
        self.x = np.full(_FIRST_ROOM, np.nan)
        self.y = np.full(_FIRST_ROOM, np.nan)
        self.style = np.zeros(_FIRST_ROOM, np.uint8)
        self.heading = np.full(_FIRST_ROOM, np.nan, np.float32)
        self.flags = np.zeros(_FIRST_ROOM, np.uint8)
        self.time = np.full(_FIRST_ROOM, np.nan)  # seconds of the epoch; not a number for what does not age
        self.fade = np.zeros(_FIRST_ROOM, np.uint8)
        self.keys: list[MarkKey | None] = []
        self._rows: dict[MarkKey, int] = {}
        self._free: list[int] = []

    def __len__(self) -> int:
        return len(self._rows)

    def __contains__(self, key: MarkKey) -> bool:
        return key in self._rows

    @property
    def has_flags(self) -> bool:
        """Whether anything sets any mark apart."""
        return bool(self.flags.view(np.bool_).any())  # as numbers it takes ten times as long

    def row(self, key: MarkKey) -> int | None:
        """Where a mark is."""
        return self._rows.get(key)

    def rows_for(self, keys: Sequence[MarkKey]) -> tuple[Rows, NDArray[np.bool_]]:
        """The rows of marks, made where there are none, and which were made."""
        rows, is_new = np.empty(len(keys), np.int64), np.zeros(len(keys), np.bool_)
        for index, key in enumerate(keys):
            row = self._rows.get(key)
            if row is None:
                row = self._free.pop() if self._free else self._next()
                self._rows[key] = row
                self.keys[row] = key
                is_new[index] = True
            rows[index] = row
        self._make_room()
        return rows, is_new

    def take(self, keys: Sequence[MarkKey]) -> Rows:
        """The rows of marks that go, which are free from now on."""
        rows = [row for row in (self._rows.pop(key, None) for key in keys) if row is not None]
        for row in rows:
            self.keys[row] = None
        self._free += rows
        taken = np.array(rows, np.int64)
        self.x[taken] = self.y[taken] = self.time[taken] = np.nan
        self.flags[taken] = self.fade[taken] = 0
        return taken

    def clear(self) -> None:
        """No marks."""
        self.__init__()  # type: ignore[misc]

    def faded(self, rows: Rows, now_s: float) -> NDArray[np.uint8]:
        """By how many steps each row has faded at a time."""
        ages = now_s - self.time[rows]
        return np.asarray((ages[:, None] >= _STEPS_S[self.style[rows]]).sum(axis=1), np.uint8)

    def newest(self) -> dict[Style, float]:
        """The time of the newest mark of each style."""
        found: dict[Style, float] = {}
        times, styles = self.time[: self.count], self.style[: self.count]
        is_timed = np.isfinite(times)
        for code in np.unique(styles[is_timed]).tolist():
            found[STYLES[code]] = float(times[is_timed & (styles == code)].max())
        return found

    def _next(self) -> int:
        self.keys.append(None)
        self.count += 1
        return self.count - 1

    def _make_room(self) -> None:
        room = len(self.x)
        if self.count <= room:
            return
        more = max(self.count, 2 * room) - room
        for name, fill in (("x", np.nan), ("y", np.nan), ("heading", np.nan), ("time", np.nan)):
            column = getattr(self, name)
            setattr(self, name, np.concatenate([column, np.full(more, fill, column.dtype)]))
        for name in ("style", "flags", "fade"):
            column = getattr(self, name)
            setattr(self, name, np.concatenate([column, np.zeros(more, column.dtype)]))
