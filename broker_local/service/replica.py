"""A worker's view of subscriptions and topics: what the primary writes into the journal is here before the next batch.

An acknowledged subscription is committed, and an event that is published after that acknowledgement arrives after it:
looking into the journal between arrival and matching is enough for a worker to miss none.
"""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from .journal import Journal
from .subscriptions import Subscriptions
from .topic_register import TopicRegister

_RESTORED_WITHIN = timedelta(hours=1)
_CLOCK_MAY_STEP_BACK = timedelta(seconds=60)


class Replica:
    """Follows the journal; looks at what is new only."""

    def __init__(self, journal: Journal, subscriptions: Subscriptions, register: TopicRegister) -> None:
        self._book = journal.subscriptions
        self._topic_book = journal.topics
        self._subscriptions = subscriptions
        self._register = register
        self._topics_state: tuple[int, int] | None = None
        self._newest = subscriptions.newest_handle  # as restored, which may have taken its time
        self._ended_until = datetime.now(UTC) - _RESTORED_WITHIN
        self.follow()

    def follow(self) -> None:
        """Be as the journal is now."""
        state = self._topic_book.state()
        if state != self._topics_state:
            self._register.follow()
            self._topics_state = state
        newest = self._book.newest_handle()
        ended = self._book.ended_since(self._ended_until - _CLOCK_MAY_STEP_BACK)
        begun = self._book.live_after(self._newest) if newest > self._newest else []
        if begun or ended:
            self._subscriptions.follow(begun, (handle for handle, _ in ended))
        self._newest = newest
        self._ended_until = max([self._ended_until, *(at for _, at in ended)])
