"""What changed on a desk: many small changes gathered into one, each mark named once."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from broker_local.protocol.status import ServiceStatus
from broker_local.protocol.topic import Topic

from .layers.marks import LayerChange, Mark, MarkKey
from .session.items import LinkState
from .store.notifications import NotificationsChanged, StoredNotification
from .store.subscriptions import SubscriptionRecord, SubscriptionsChanged


@dataclass(frozen=True, slots=True)
class LinkReport:
    """Whether the desk hears of events; `detail` is a sentence for people."""

    state: LinkState
    detail: str


@dataclass(frozen=True, slots=True)
class Change:
    """Everything a window must do to be up to date again. None means: as it was."""

    is_new_desk: bool = False  # nothing of what was shown before holds any more
    notifications: NotificationsChanged = field(default_factory=NotificationsChanged)
    subscriptions: SubscriptionsChanged = field(default_factory=SubscriptionsChanged)
    drawn: LayerChange = field(default_factory=LayerChange)
    link: LinkReport | None = None
    topics: Mapping[str, Topic] | None = None
    service: ServiceStatus | None = None
    problems: tuple[str, ...] = ()


class ChangeGathering:
    """Collects changes in order; of several states of one thing the last stays."""

    def __init__(self, is_new_desk: bool = False) -> None:
        self.link: LinkReport | None = None
        self.topics: Mapping[str, Topic] | None = None
        self.service: ServiceStatus | None = None
        self.problems: list[str] = []
        self._is_new_desk = is_new_desk
        self._added: dict[tuple[int, int], StoredNotification] = {}
        self._removed: list[StoredNotification] = []
        self._records: dict[str, SubscriptionRecord | None] = {}  # None: removed
        self._marks: dict[MarkKey, Mark | None] = {}  # None: taken

    def add_notifications(self, stored: NotificationsChanged) -> None:
        """Notifications that came and went."""
        for added in stored.added:
            self._added[added.place] = added
        for removed in stored.removed:
            if self._added.pop(removed.place, None) is None:
                self._removed.append(removed)

    def add_subscriptions(self, stored: SubscriptionsChanged) -> None:
        """Subscriptions that changed or ended."""
        self._records |= {record.subscription.id: record for record in stored.changed}
        self._records |= dict.fromkeys(stored.removed)

    def add_drawn(self, drawn: LayerChange) -> None:
        """Marks that are new, moved or gone."""
        self._marks |= {mark.key: mark for mark in drawn.put}
        self._marks |= dict.fromkeys(drawn.taken)

    def change(self) -> Change:
        """All of it as one value."""
        return Change(
            self._is_new_desk,
            NotificationsChanged(tuple(self._added.values()), tuple(self._removed)),
            SubscriptionsChanged(
                tuple(record for record in self._records.values() if record is not None),
                tuple(gone for gone, record in self._records.items() if record is None),
            ),
            LayerChange(
                tuple(mark for mark in self._marks.values() if mark is not None),
                tuple(key for key, mark in self._marks.items() if mark is None),
            ),
            self.link,
            self.topics,
            self.service,
            tuple(self.problems),
        )
