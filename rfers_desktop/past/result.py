"""What the window may know of a replay's result: the store's values, without the store."""

from __future__ import annotations

from rfers_desktop.store.replay_events import PastEvent, Verdict
from rfers_desktop.store.replay_result import (
    MOST_EVENTS,
    DifferenceSummary,
    PastSubscription,
    ReplayResult,
    Stretch,
    SubscriptionSummary,
    Timeline,
)
from rfers_desktop.store.replay_whole import Grid, Ways

__all__ = [
    "MOST_EVENTS",
    "DifferenceSummary",
    "Grid",
    "PastEvent",
    "PastSubscription",
    "ReplayResult",
    "Stretch",
    "SubscriptionSummary",
    "Timeline",
    "Verdict",
    "Ways",
]
