"""Which attribute of a layer is the name of its features: one that is called so, or whose name ends with it."""

from __future__ import annotations

from collections.abc import Iterable

_NAMES = ("name", "title", "label", "nom")


def name_column(columns: Iterable[str]) -> str | None:
    """`name` before `IncidentName`; of several the first."""
    names = list(columns)
    called_so = (name for name in names if name.lower() in _NAMES)
    ends_so = (name for name in names if name.lower().endswith(_NAMES[:2]))
    return next(called_so, None) or next(ends_so, None)
