"""What the service says of itself, retained for desks that come later."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime


@dataclass(frozen=True, slots=True)
class ServiceStatus:
    """Whether the matcher is there, since when, and its counters (accepted, rejected, matched …)."""

    online: bool
    protocol_version: int
    at: datetime
    started_at: datetime | None = None
    counters: Mapping[str, int] = field(default_factory=dict)
