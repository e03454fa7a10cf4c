"""Keeps Python's search for reference cycles from stopping the window for a noticeable time."""

from __future__ import annotations

import gc

# Objects that are new, searches of those before one of the next older, and of these before one of everything.
# A search takes about half a microsecond an object: of the next older 25 ms, of everything a tenth of a second and
# more when a hundred thousand marks are on the map.
_THRESHOLDS = (10_000, 4, 1_000)


def keep_pauses_short() -> None:
    """To be called when the window is built: what there is by then stays, and is never searched again."""
    gc.freeze()
    gc.set_threshold(*_THRESHOLDS)
    gc.enable()  # the start does without
