"""What changes on a desk, as values: the window is told by one of them what it must do to be up to date."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime

from shapely.geometry.base import BaseGeometry

from broker_local.protocol.requests import Explanation, WouldMatch
from broker_local.protocol.status import ServiceStatus
from broker_local.protocol.topic import Topic
from rfers_desktop.layers.marks import LayerChange, merged_layers
from rfers_desktop.session.items import LinkState
from rfers_desktop.store.alerts import AlertsChanged
from rfers_desktop.store.notifications import NotificationsChanged, merged_notifications
from rfers_desktop.store.subscriptions import SubscriptionsChanged, merged_subscriptions


@dataclass(frozen=True, slots=True)
class Login:
    """Who, and where."""

    user: str
    host: str
    port: int
    password: str = field(repr=False)


@dataclass(frozen=True, slots=True)
class LinkReport:
    """Whether the desk hears of events; `detail` is a sentence for people."""

    state: LinkState
    detail: str


@dataclass(frozen=True, slots=True)
class ArrivedImage:
    """A thermal image that was fetched, with what its event says of it."""

    key: str
    content: bytes = field(repr=False)
    taken_at: datetime
    title: str
    footprint: BaseGeometry | None


@dataclass(frozen=True, slots=True)
class ArrivedBlob:
    """A photo or an image that was asked for, or why it did not come."""

    sha256: str
    content: bytes = field(repr=False)
    problem: str = ""


@dataclass(frozen=True, slots=True)
class ExplanationAnswer:
    """Why an event matches a subscription, in the service's words; or why that is not known."""

    request_id: str
    found: Explanation | None
    reason: str = ""


@dataclass(frozen=True, slots=True)
class DryRunAnswer:
    """What a draft would have matched, or why that is not known."""

    request_id: str
    found: WouldMatch | None
    reason: str | None = None


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
    images: tuple[ArrivedImage, ...] = ()
    dry_runs: tuple[DryRunAnswer, ...] = ()
    alerts: AlertsChanged = field(default_factory=AlertsChanged)
    blobs: tuple[ArrivedBlob, ...] = ()
    explanations: tuple[ExplanationAnswer, ...] = ()
    has_new_terms: bool = False  # words like "hot" mean something else to the user now


@dataclass(slots=True)
class Gathering:
    """Many small changes on their way to one."""

    is_new_desk: bool = False
    notifications: list[NotificationsChanged] = field(default_factory=list)
    subscriptions: list[SubscriptionsChanged] = field(default_factory=list)
    drawn: list[LayerChange] = field(default_factory=list)
    link: LinkReport | None = None
    topics: Mapping[str, Topic] | None = None
    service: ServiceStatus | None = None
    problems: list[str] = field(default_factory=list)
    images: list[ArrivedImage] = field(default_factory=list)
    dry_runs: list[DryRunAnswer] = field(default_factory=list)
    alerts: AlertsChanged = field(default_factory=AlertsChanged)
    blobs: list[ArrivedBlob] = field(default_factory=list)
    explanations: list[ExplanationAnswer] = field(default_factory=list)
    has_new_terms: bool = False

    def change(self) -> Change:
        """All of it as one value, in which each thing stands once, as it is now."""
        return Change(
            self.is_new_desk,
            merged_notifications(self.notifications),
            merged_subscriptions(self.subscriptions),
            merged_layers(self.drawn),
            self.link,
            self.topics,
            self.service,
            tuple(self.problems),
            tuple(self.images),
            tuple(self.dry_runs),
            self.alerts,
            tuple(self.blobs),
            tuple(self.explanations),
            self.has_new_terms,
        )
