"""Keeps Python's search for reference cycles from stopping the window for a noticeable time."""

from __future__ import annotations

import gc
from itertools import count

from PySide6.QtCore import QCoreApplication, QTimer

# Objects that are new, searches of those before one of the next older, and of these before one of everything.
# A search takes about a microsecond an object: of everything a tenth of a second and more when a hundred thousand
# marks are on the map.
_THRESHOLDS = (10_000, 4, 10_000)
_EVERY_MS = 200
_OLDER_EVERY = 5  # of these, one also searches the next older


def keep_pauses_short() -> None:
    """To be called when the window is built: what there is by then stays, and is never searched again.

    A mark that takes the place of another does not count as a new object, so in a flood of updates a hundred thousand
    would be searched at once after a while: a few are searched often instead.
    """
    gc.freeze()
    gc.set_threshold(*_THRESHOLDS)
    gc.enable()  # the start does without
    app = QCoreApplication.instance()
    if app is not None:
        turns = count(1)
        timer = QTimer(app)
        timer.setInterval(_EVERY_MS)
        timer.timeout.connect(lambda: gc.collect(int(next(turns) % _OLDER_EVERY == 0)))
        timer.start()
