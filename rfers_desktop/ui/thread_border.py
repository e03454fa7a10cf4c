"""The one hop between threads: the network thread calls, the window thread hears a signal."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject, Qt, Signal


class WakeUp(QObject):
    """Call it from any thread; what was given to `then` runs on the window's thread, soon."""

    _woken = Signal()

    def then(self, do: Callable[[], None]) -> None:
        """What to do when woken."""
        self._woken.connect(do, Qt.ConnectionType.QueuedConnection)

    def __call__(self) -> None:
        """Wake the window thread; returns at once."""
        self._woken.emit()
