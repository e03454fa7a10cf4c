"""What the user of a desk can do, a method each; every one returns what changed."""

from __future__ import annotations

import ssl
import uuid
from collections.abc import Callable, Iterable, Mapping
from functools import partial
from typing import Protocol

from shapely.geometry.base import BaseGeometry

from broker_local.protocol.blob import BlobRef
from broker_local.protocol.builtin_topics import builtin_topics
from broker_local.protocol.errors import ProtocolError
from broker_local.protocol.event import Event
from broker_local.protocol.requests import (
    Acknowledgement,
    DryRun,
    ListSubscriptions,
    Reply,
    Request,
    Subscribe,
    Unsubscribe,
)
from broker_local.protocol.subscription import Subscription
from broker_local.protocol.topic import Topic
from rfers_desktop.change import ArrivedImage, Change, Gathering, LinkReport, Login
from rfers_desktop.geo.projections import WEB_MERCATOR, Projection
from rfers_desktop.layers.events import EventLayer
from rfers_desktop.layers.identify import Identified
from rfers_desktop.layers.marks import Mark, MarkKey, Style, merged_layers
from rfers_desktop.layers.search import Named
from rfers_desktop.layers.zones import ZoneLayer
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
from rfers_desktop.store.notifications import (
    NotificationsChanged,
    NotificationStore,
    StoredNotification,
)
from rfers_desktop.store.object_key import object_key
from rfers_desktop.store.subscriptions import (
    SubscriptionBook,
    SubscriptionRecord,
    SubscriptionsChanged,
    SubscriptionState,
)
from rfers_desktop.subscription_draft import SubscriptionDraft, finished

# The window knows the workspace alone; with these it also gets the values that a Change is made of.
__all__ = [
    "ArrivedImage",
    "Change",
    "LinkReport",
    "LinkState",
    "Login",
    "NotificationsChanged",
    "StoredNotification",
    "SubscriptionRecord",
    "SubscriptionState",
    "SubscriptionsChanged",
    "Workspace",
]

_IMAGE_ATTRIBUTE = "RasterFile"
_ZONE_STYLES = {
    SubscriptionState.PENDING: Style.ZONE_PENDING,
    SubscriptionState.LIVE: Style.ZONE_LIVE,
    SubscriptionState.ENDING: Style.ZONE_PENDING,
    SubscriptionState.REFUSED: Style.ZONE_REFUSED,
    SubscriptionState.UNANSWERED: Style.ZONE_REFUSED,
}


class DeskSession(Protocol):
    """What a workspace needs of a session."""

    def start(self) -> None: ...
    def stop(self, within_s: float = ...) -> None: ...
    def drain(self, timeout_s: float = 0.0) -> list[SessionItem]: ...
    def subscribe(self, subscription: Subscription) -> str: ...
    def unsubscribe(self, subscription_id: str) -> str: ...
    def dry_run(self, subscription: Subscription) -> str: ...
    def fetch_image(self, number: int, ref: BlobRef) -> None: ...


OpenSession = Callable[[Login, Callable[[], None] | None], DeskSession]


def open_session(login: Login, on_wake: Callable[[], None] | None, tls: ssl.SSLContext | None = None) -> DeskSession:
    """A real session, not yet started; with `tls` the broker has to show a certificate that this trusts."""
    open_link = partial(Link, tls=tls)
    return Session(login.user, login.password, login.host, login.port, on_wake=on_wake, open_link=open_link)


class Workspace:
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
        self._awaited: dict[str, Event] = {}  # by the digest of the image that is fetched
        self._notifications = NotificationStore()
        self._subscriptions = SubscriptionBook()
        self._events = EventLayer(self.projection)
        self._zones = ZoneLayer(self.projection)

    def log_in(self, login: Login) -> Change:
        """Begin a session; what an earlier user saw is put away first."""
        self.log_out()
        self.login = login
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

    def drain(self) -> Change:
        """Take in what the session has heard."""
        return self.receive(self._session.drain()) if self._session is not None else Change()

    def receive(self, items: Iterable[SessionItem]) -> Change:
        """Take in what happened, in order."""
        return self._gather(items)

    def subscribe(self, draft: SubscriptionDraft) -> Change:
        """Ask for what a draft describes; raises ProtocolError if it is not right yet."""
        if self.login is None or self._session is None:
            raise RuntimeError("subscribe: expected a user to be logged in")
        subscription = finished(draft, self.topics, self.login.user, uuid.uuid4().hex)
        self._session.subscribe(subscription)
        self._session.dry_run(subscription)  # for the advice that comes with it
        return self._zones_follow(self._subscriptions.ask(subscription), Gathering()).change()

    def unsubscribe(self, subscription_id: str) -> Change:
        """End a subscription; one that was never accepted is simply put away."""
        record = self._subscriptions.find(subscription_id)
        if record is None or self._session is None:
            return Change()
        if record.state is SubscriptionState.REFUSED:
            stored = self._subscriptions.ended(subscription_id)
        else:
            self._session.unsubscribe(subscription_id)
            stored = self._subscriptions.ask_end(subscription_id)
        return self._zones_follow(stored, Gathering()).change()

    def problem_with(self, draft: SubscriptionDraft) -> ProtocolError | None:
        """What would be refused about a draft."""
        owner = self.login.user if self.login is not None else "nobody"
        try:
            finished(draft, self.topics, owner, "draft")
        except ProtocolError as error:
            return error
        return None

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

    def subscriptions(self) -> tuple[SubscriptionRecord, ...]:
        """The user's subscriptions."""
        return self._subscriptions.records()

    def mark_of(self, stored: StoredNotification) -> Mark | None:
        """What the map shows for a notification's thing, if it has a place."""
        return self._events.mark(stored.key)

    def zone_of(self, subscription_id: str) -> Mark | None:
        """What the map shows for a subscription, if it has a place."""
        return self._zones.mark(subscription_id)

    def _gather(self, items: Iterable[SessionItem], is_new_desk: bool = False) -> Change:
        gathering = Gathering(is_new_desk)
        for item in items:
            self._take_in(item, gathering)
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

    def _replied(self, request: Request | None, reply: Reply, gathering: Gathering) -> None:
        if not isinstance(reply, Acknowledgement):
            self._failed(request, SubscriptionState.REFUSED, reply.message, gathering)
        elif isinstance(request, ListSubscriptions):
            self._zones_follow(self._subscriptions.replace_all(reply.subscriptions), gathering)
        elif isinstance(request, Unsubscribe):
            self._zones_follow(self._subscriptions.ended(request.subscription_id), gathering)
        elif isinstance(request, DryRun):
            if reply.would_match is not None and reply.would_match.advice is not None:
                gathering.problems.append(f"subscription '{request.subscription.name}' {reply.would_match.advice}")
        else:
            for subscription in reply.subscriptions:
                self._zones_follow(self._subscriptions.confirm(subscription), gathering)
            for subscription_id in reply.ended:  # by another desk of this user, or because its time was up
                self._zones_follow(self._subscriptions.ended(subscription_id), gathering)

    def _failed(self, request: Request | None, state: SubscriptionState, reason: str, gathering: Gathering) -> None:
        if isinstance(request, DryRun):
            return  # advice that does not come is not missed
        if isinstance(request, Subscribe):
            self._zones_follow(self._subscriptions.fail(request.subscription.id, state, reason), gathering)
        elif isinstance(request, Unsubscribe):
            self._zones_follow(self._subscriptions.fail(request.subscription_id, state, reason), gathering)
        gathering.problems.append(f"{_words(request)}: {reason}")

    def _zones_follow(self, stored: SubscriptionsChanged, gathering: Gathering) -> Gathering:
        gathering.subscriptions.append(stored)
        for record in stored.changed:
            gathering.drawn.append(self._zones.show(record.subscription, _ZONE_STYLES[record.state]))
        for subscription_id in stored.removed:
            gathering.drawn.append(self._zones.hide(subscription_id))
        return gathering


def _words(request: Request | None) -> str:
    match request:
        case Subscribe():
            return f"subscription '{request.subscription.name}'"
        case Unsubscribe():
            return "unsubscribing"
        case ListSubscriptions():
            return "asking for the subscriptions"
        case _:
            return "asking for missed notifications"
