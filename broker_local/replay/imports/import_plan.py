"""How files from outside are to be read: as what topic, by which columns and clocks."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime

from .cell_values import TimeReading


@dataclass(frozen=True, slots=True)
class ImportPlan:
    """How files are to be read."""

    topic: str  # one that the archive knows, or the name of one to be made
    mapping: Mapping[str, str] = field(default_factory=dict)
    reading: TimeReading = field(default_factory=TimeReading)
    crs: str | None = None  # of coordinates, where the file does not say
    at: datetime | None = None  # when what says no time happened
    is_mended: bool = False  # geometries that are not valid are made so
