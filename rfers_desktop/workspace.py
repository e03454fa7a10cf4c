"""What the user of a desk can do, a method each; every one returns what changed."""

from __future__ import annotations

import ssl
from collections.abc import Callable, Iterable, Mapping
from functools import partial
from typing import Protocol

from shapely.geometry.base import BaseGeometry

from broker_local.protocol.blob import BlobRef
from broker_local.protocol.builtin_topics import builtin_topics
from broker_local.protocol.event import Event
from broker_local.protocol.topic import Topic
from rfers_desktop.alert_work import AlertWork
from rfers_desktop.change import ArrivedImage, Change, DryRunAnswer, Gathering, LinkReport, Login
from rfers_desktop.geo.projections import WEB_MERCATOR, Projection
from rfers_desktop.layers.events import EventLayer
from rfers_desktop.layers.identify import Identified
from rfers_desktop.layers.marks import Mark, MarkKey, merged_layers
from rfers_desktop.layers.search import Named
from rfers_desktop.session.items import (
    ImageFailed,
    ImageReceived,
    InboxRestarted,
    LinkState,
    MessageRefused,
    NotificationReceived,
    ReplyReceived,
    RequestFailed,
    SessionItem,
    StateChanged,
    StatusReceived,
    TopicsReceived,
)
from rfers_desktop.session.link import Link
from rfers_desktop.session.session import Session
from rfers_desktop.store.alert_groups import AlertGroup, grouped
from rfers_desktop.store.alerts import Alert, AlertAction, AlertsChanged, AlertState, AuditEntry
from rfers_desktop.store.notifications import (
    NotificationsChanged,
    NotificationStore,
    StoredNotification,
)
from rfers_desktop.store.object_key import object_key
from rfers_desktop.store.subscriptions import (
    SubscriptionRecord,
    SubscriptionsChanged,
    SubscriptionState,
)
from rfers_desktop.store.undo import Edit, EditKind
from rfers_desktop.subscription_work import SubscribingSession

# The window knows the workspace alone; with these it also gets the values that a Change is made of.
__all__ = [
    "Alert",
    "AlertAction",
    "AlertGroup",
    "AlertState",
    "AlertsChanged",
    "ArrivedImage",
    "AuditEntry",
    "Change",
    "DryRunAnswer",
    "Edit",
    "EditKind",
    "LinkReport",
    "LinkState",
    "Login",
    "NotificationsChanged",
    "StoredNotification",
    "SubscriptionRecord",
    "SubscriptionState",
    "SubscriptionsChanged",
    "Workspace",
    "grouped",
]

_IMAGE_ATTRIBUTE = "RasterFile"


class DeskSession(SubscribingSession, Protocol):
    """What a workspace needs of a session."""

    def start(self) -> None: ...
    def stop(self, within_s: float = ...) -> None: ...
    def drain(self, timeout_s: float = 0.0) -> list[SessionItem]: ...
    def fetch_image(self, number: int, ref: BlobRef) -> None: ...


OpenSession = Callable[[Login, Callable[[], None] | None], DeskSession]


def open_session(login: Login, on_wake: Callable[[], None] | None, tls: ssl.SSLContext | None = None) -> DeskSession:
    """A real session, not yet started; with `tls` the broker has to show a certificate that this trusts."""
    open_link = partial(Link, tls=tls)
    return Session(login.user, login.password, login.host, login.port, on_wake=on_wake, open_link=open_link)


class Workspace(AlertWork):
    """One desk: its session, what it has, what it shows. All methods are for one thread."""

    def __init__(self, on_wake: Callable[[], None] | None = None, open_session: OpenSession = open_session) -> None:
        self.login: Login | None = None
        self.link = LinkReport(LinkState.STOPPED, "not logged in")
        self.topics: Mapping[str, Topic] = builtin_topics()
        self.projection: Projection = WEB_MERCATOR
        self._on_wake = on_wake
        self._open_session = open_session
        self._session: DeskSession | None = None
        self._begin_afresh()

    def _begin_afresh(self) -> None:
        self._begin_subscriptions_afresh()
        self._begin_alerts_afresh()
        self._awaited: dict[str, Event] = {}  # by the digest of the image that is fetched
        self._notifications = NotificationStore()
        self._events = EventLayer(self.projection)

    def log_in(self, login: Login) -> Change:
        """Begin a session; what an earlier user saw is put away first."""
        self.log_out()
        self.login = login
        self._begin_alerts_afresh()
        self._session = self._open_session(login, self._on_wake)
        self._session.start()
        return self._gather(self._session.drain(), is_new_desk=True)

    def log_out(self) -> Change:
        """End the session and clear the desk; subscriptions live on at the service."""
        if self._session is not None:
            self._session.stop(within_s=0.0)  # the window goes on: nothing waits for the network
        self._session = self.login = None
        self.link = LinkReport(LinkState.STOPPED, "not logged in")
        self.topics = builtin_topics()
        self._begin_afresh()
        return Change(link=self.link, is_new_desk=True)

    def close(self) -> None:
        """The program ends."""
        if self._session is not None:
            self._session.stop()
            self._session = None
        self._close_alerts()

    def drain(self) -> Change:
        """Take in what the session has heard."""
        return self.receive(self._session.drain()) if self._session is not None else Change()

    def receive(self, items: Iterable[SessionItem]) -> Change:
        """Take in what happened, in order."""
        return self._gather(items)

    def describe(self, key: MarkKey) -> Identified | None:
        """What is known of a mark's thing or zone."""
        return self._events.describe(key) or self._zones.describe(key)

    def geometry_of(self, key: MarkKey) -> BaseGeometry | None:
        """Where the thing or zone of a mark is, in degrees."""
        return self._events.geometry(key) or self._zones.geometry(key)

    def named(self, key: MarkKey) -> Named | None:
        """By what the thing of a mark can be found."""
        return self._events.named(key)

    def project(self, projection: Projection) -> Change:
        """Draw everything on another map."""
        self.projection = projection
        return Change(drawn=merged_layers([self._zones.project(projection), self._events.project(projection)]))

    def mark_of(self, stored: StoredNotification) -> Mark | None:
        """What the map shows for a notification's thing, if it has a place."""
        return self._events.mark(stored.key)

    def _gather(self, items: Iterable[SessionItem], is_new_desk: bool = False) -> Change:
        gathering = Gathering(is_new_desk)
        for item in items:
            self._take_in(item, gathering)
        gathering.alerts = self._alerted(stored for change in gathering.notifications for stored in change.added)
        return gathering.change()

    def _take_in(self, item: SessionItem, gathering: Gathering) -> None:
        match item:
            case NotificationReceived():
                self._notified(item, gathering)
            case ReplyReceived():
                self._replied(item.request, item.reply, gathering)
            case RequestFailed():
                self._failed(item.request, SubscriptionState.UNANSWERED, item.reason, gathering)
            case StateChanged():
                self.link = gathering.link = LinkReport(item.state, item.detail)
            case TopicsReceived():
                self.topics = gathering.topics = item.topics
            case StatusReceived():
                gathering.service = item.status
            case MessageRefused():
                gathering.problems.append(f"message {item.total} put aside, from {item.address}: {item.reason}")
            case ImageReceived():
                self._image_came(item, gathering)
            case ImageFailed():
                self._awaited.pop(item.ref.sha256, None)
                gathering.problems.append(f"a thermal image did not come: {item.reason}")
            case InboxRestarted():
                self._notifications.begin_era()

    def _notified(self, item: NotificationReceived, gathering: Gathering) -> None:
        event = item.notification.event
        topic = self.topics.get(event.topic)
        stored = self._notifications.add(item.notification, item.received_at, object_key(event, topic))  # stage 7
        gathering.notifications.append(stored)
        for added in stored.added:
            gathering.drawn.append(self._events.show(added.key, event, topic))  # stage 8
            self._want_image(item.notification.number, event)
        for key in stored.gone:
            gathering.drawn.append(self._events.hide(key))

    def _want_image(self, number: int, event: Event) -> None:
        ref = event.attributes.get(_IMAGE_ATTRIBUTE)
        if self._session is not None and isinstance(ref, BlobRef):
            self._awaited[ref.sha256] = event
            self._session.fetch_image(number, ref)

    def _image_came(self, item: ImageReceived, gathering: Gathering) -> None:
        event = self._awaited.pop(item.ref.sha256, None)
        if event is not None:
            title = str(event.attributes.get("RasterDesc", ""))
            gathering.images.append(ArrivedImage(item.ref.sha256, item.content, event.time, title, event.geometry))
