"""What the window may know of a replay's result: the store's values, without the store."""

from __future__ import annotations

from rfers_desktop.store.replay_result import (
    DifferenceSummary,
    PastEvent,
    PastSubscription,
    ReplayResult,
    Stretch,
    SubscriptionSummary,
    Timeline,
    Verdict,
)

__all__ = [
    "DifferenceSummary",
    "PastEvent",
    "PastSubscription",
    "ReplayResult",
    "Stretch",
    "SubscriptionSummary",
    "Timeline",
    "Verdict",
]
