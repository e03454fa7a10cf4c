"""The border between the network thread and the desk's: a bounded queue that wakes the other side."""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable
from typing import Generic, TypeVar

_T = TypeVar("_T")


class Crossing(Generic[_T]):
    """One side puts, the other takes all there is. What does not fit is counted, never waited for."""

    def __init__(self, capacity: int, reserve: int, on_wake: Callable[[], None] | None = None) -> None:
        self._capacity = capacity
        self._reserve = reserve
        self._on_wake = on_wake
        self._items: deque[_T] = deque()
        self._lost = 0
        self._filled = threading.Condition()

    def put(self, item: _T, *, can_be_asked_again: bool = False) -> bool:
        """Hand over an item. Those that can be asked for again leave the reserve to those that cannot."""
        limit = self._capacity if can_be_asked_again else self._capacity + self._reserve
        with self._filled:
            was_empty = not self._items
            fits = len(self._items) < limit
            if fits:
                self._items.append(item)
            else:
                self._lost += 1
            self._filled.notify_all()
            wake = self._on_wake if was_empty else None
        if wake is not None:
            wake()
        return fits

    def take(self, timeout_s: float = 0.0) -> list[_T]:
        """Everything that waits, oldest first; waits up to `timeout_s` for the first."""
        with self._filled:
            if timeout_s > 0:
                self._filled.wait_for(lambda: bool(self._items), timeout_s)
            items = list(self._items)
            self._items.clear()
        return items

    def take_lost(self) -> int:
        """How many items did not fit since the last call."""
        with self._filled:
            lost, self._lost = self._lost, 0
        return lost

    def stop_waking(self) -> None:
        """The other side is going away: call it no more."""
        with self._filled:
            self._on_wake = None
