"""An event in the archive: what happened, when it was accepted, and where it came from."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from broker_local.protocol.event import Event

JOURNAL = "journal"


@dataclass(frozen=True, slots=True)
class ArchivedEvent:
    """An event as the journal or an import had it."""

    event: Event
    accepted_at: datetime
    digest: str
    seq: int | None = None  # the journal's number; None for what was imported
    source: str = JOURNAL  # or the name of an import
