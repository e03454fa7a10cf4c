"""The pace of the garbage collector in a process that serves for months and holds millions of small values."""

from __future__ import annotations

import gc

# A batch makes tens of thousands of values that all go when it is done, none of them in a circle: with the usual 700
# a collection runs dozens of times in each batch and finds nothing, at a third of the cost of the batch.
_YOUNG, _MIDDLE, _OLD = 50_000, 20, 50


def settle() -> None:
    """Take what is there now for lasting, and look through the rest less often."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(_YOUNG, _MIDDLE, _OLD)
