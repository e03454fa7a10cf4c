"""What the user of a desk can do, a method each; every one returns what changed."""

from __future__ import annotations

import ssl
from collections.abc import Callable, Iterable, Mapping
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import Protocol

from shapely import Point
from shapely.geometry.base import BaseGeometry

from broker_local.protocol.blob import BlobRef
from broker_local.protocol.builtin_topics import builtin_topics
from broker_local.protocol.event import Event
from broker_local.protocol.requests import Acknowledgement, Explain, Reply
from broker_local.protocol.topic import AttributeValue, Topic
from rfers_desktop.alert_work import AlertWork
from rfers_desktop.change import (
    ArrivedBlob,
    ArrivedImage,
    Change,
    DryRunAnswer,
    ExplanationAnswer,
    Gathering,
    LinkReport,
    Login,
)
from rfers_desktop.degree_text import surest
from rfers_desktop.geo.projections import WEB_MERCATOR, Projection
from rfers_desktop.language import tr
from rfers_desktop.layers.events import EventLayer
from rfers_desktop.layers.identify import Identified
from rfers_desktop.layers.marks import LayerChange, Mark, MarkKey, merged_layers
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
from rfers_desktop.store.hour_counts import HourCount, hour_counts
from rfers_desktop.store.keeping import Keeping, Kept
from rfers_desktop.store.notifications import (
    NotificationsChanged,
    NotificationStore,
    StoredNotification,
)
from rfers_desktop.store.object_key import ObjectKey, object_key
from rfers_desktop.store.repository import RepositorySearch
from rfers_desktop.store.repository_rows import words_of
from rfers_desktop.store.retention import Retention, checked_retention
from rfers_desktop.store.subscriptions import (
    SubscriptionRecord,
    SubscriptionsChanged,
    SubscriptionState,
)
from rfers_desktop.store.undo import Edit, EditKind
from rfers_desktop.store.user_terms import Origin, UserTerms, Word, checked_term, corners_of
from rfers_desktop.subscription_work import SubscribingSession

# The window knows the workspace alone; with these it also gets the values that a Change is made of.
__all__ = [
    "Alert",
    "AlertAction",
    "AlertGroup",
    "AlertState",
    "AlertsChanged",
    "ArrivedBlob",
    "ArrivedImage",
    "AuditEntry",
    "Change",
    "DryRunAnswer",
    "Edit",
    "EditKind",
    "HourCount",
    "ExplanationAnswer",
    "LinkReport",
    "LinkState",
    "Login",
    "NotificationsChanged",
    "ObjectKey",
    "Origin",
    "RepositorySearch",
    "Retention",
    "StoredNotification",
    "SubscriptionRecord",
    "SubscriptionState",
    "SubscriptionsChanged",
    "UserTerms",
    "Word",
    "Workspace",
    "checked_retention",
    "checked_term",
    "corners_of",
    "words_of",
    "grouped",
]

_IMAGE_ATTRIBUTE = "RasterFile"


class DeskSession(SubscribingSession, Protocol):
    """What a workspace needs of a session."""

    def start(self) -> None: ...
    def stop(self, within_s: float = ...) -> None: ...
    def drain(self, timeout_s: float = 0.0) -> list[SessionItem]: ...
    def fetch_image(self, number: int, ref: BlobRef) -> None: ...
    def explain(self, subscription_id: str, event: Event) -> str: ...


OpenSession = Callable[[Login, Callable[[], None] | None, int], DeskSession]


def open_session(
    login: Login, on_wake: Callable[[], None] | None, after: int = 0, tls: ssl.SSLContext | None = None
) -> DeskSession:
    """A real session, not yet started: goes on `after` a number of the inbox.

    With `tls` the broker has to show a certificate that this trusts.
    """
    open_link = partial(Link, tls=tls)
    return Session(
        login.user, login.password, login.host, login.port, after=after, on_wake=on_wake, open_link=open_link
    )


class Workspace(AlertWork):
    """One desk: its session, what it has, what it shows. All methods are for one thread."""

    def __init__(
        self,
        on_wake: Callable[[], None] | None = None,
        open_session: OpenSession = open_session,
        repositories: Path | None = None,
    ) -> None:
        """`repositories` is the folder in which what comes is kept; without it nothing outlives the desk."""
        self.login: Login | None = None
        self.link = LinkReport(LinkState.STOPPED, tr("not logged in"))
        self.topics: Mapping[str, Topic] = builtin_topics()
        self.projection: Projection = WEB_MERCATOR
        self._on_wake = on_wake
        self._open_session = open_session
        self._session: DeskSession | None = None
        self.keeping = Keeping(repositories, on_wake)
        self._begin_afresh(Kept())

    def _begin_afresh(self, kept: Kept) -> None:
        self._begin_subscriptions_afresh()
        self._begin_alerts_afresh()
        self._awaited: dict[str, Event] = {}  # by the digest of the image that is fetched
        self.topics = kept.topics
        self._begin_words_afresh()
        self._notifications = NotificationStore(era=kept.position.era)
        self._events = EventLayer(self.projection)

    def log_in(self, login: Login) -> Change:
        """Begin a session; what an earlier user saw is put away first, and what this user was told comes back."""
        self.log_out()
        self.login = login
        kept = self.keeping.open(f"{login.user}@{login.host}:{login.port}")
        self._begin_afresh(kept)
        self._session = self._open_session(login, self._on_wake, kept.position.number)
        self._session.start()
        gathering = Gathering(is_new_desk=True, problems=self._take_words_problem())
        self._zones_follow(self._edits.book.restore(kept.subscriptions), gathering)
        return self._gather(self._session.drain(), gathering)

    def open_repository(self, file: Path) -> Change:
        """Show what a desk received earlier, without a link; raises ProtocolError if the file is no repository."""
        self.log_out()
        kept = self.keeping.open_to_read(file)
        self._begin_afresh(kept)
        self.link = LinkReport(
            LinkState.OFFLINE, tr("offline: what {account} had received", account=kept.account or file.stem)
        )
        gathering = Gathering(is_new_desk=True, link=self.link, topics=kept.topics)
        return self._zones_follow(self._edits.book.restore(kept.subscriptions), gathering).change()

    def log_out(self) -> Change:
        """End the session and clear the desk; subscriptions live on at the service."""
        if self._session is not None:
            self._session.stop(within_s=0.0)  # the window goes on: nothing waits for the network
        self._session = self.login = None
        self.link = LinkReport(LinkState.STOPPED, tr("not logged in"))
        self.keeping.close()
        self._begin_afresh(Kept())
        return Change(link=self.link, is_new_desk=True)

    def close(self) -> None:
        """The program ends."""
        if self._session is not None:
            self._session.stop()
            self._session = None
        self.keeping.close()
        self._close_alerts()

    def drain(self) -> Change:
        """Take in what the session has heard, and a piece of what is being brought back."""
        gathering = Gathering()
        self._bring_back(gathering)
        return self._gather(self._session.drain() if self._session is not None else (), gathering)

    def receive(self, items: Iterable[SessionItem]) -> Change:
        """Take in what happened, in order."""
        return self._gather(items, Gathering())

    def explain(self, stored: StoredNotification, subscription_id: str) -> str | None:
        """Ask why a notification matched; the id of the request that a later Change answers. None without a link."""
        if self._session is None:
            return None
        return self._session.explain(subscription_id, stored.notification.event)

    def fetch(self, stored: StoredNotification, ref: BlobRef) -> Change:
        """A photo or an image that a notification refers to: now if it is kept here, else in a later Change."""
        kept = self.keeping.blob(ref.sha256)
        if kept is not None:
            return Change(blobs=(ArrivedBlob(ref.sha256, kept),))
        if self._session is None:
            why = tr("it is not kept on this desk, and there is no link")
            return Change(blobs=(ArrivedBlob(ref.sha256, b"", why),))
        self._session.fetch_image(stored.notification.number, ref)
        return Change()

    def received(self, is_latest_only: bool = False) -> tuple[StoredNotification, ...]:
        """What the desk has, oldest first; or of each thing the latest alone."""
        ordered = self._notifications.ordered()
        if not is_latest_only:
            return ordered
        return tuple(stored for stored in ordered if self._notifications.latest(stored.key) is stored)

    def search_for(self, wanted: RepositorySearch) -> Callable[[], list[StoredNotification]]:
        """A search of the repository, to be done on any thread: it opens the file for itself."""
        return self.keeping.search_for(wanted)

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

    def history_of(self, key: ObjectKey) -> list[StoredNotification]:
        """Everything that this desk has of a thing, by when it happened."""
        return self._notifications.about(key)

    def last_hour(self, now: datetime) -> list[HourCount]:
        """How many notifications each subscription brought in each of the last sixty minutes."""
        known = {record.subscription.id: record.subscription.name for record in self.subscriptions()}
        return hour_counts(self._notifications.newest_first(), known, now)

    def readings_of(self, topic: str, attribute: str, since: datetime) -> list[AttributeValue]:
        """What an attribute was said to be by all that happened since a moment, the newest first."""
        return self._notifications.readings_of(topic, attribute, since)

    def mark_of(self, stored: StoredNotification) -> Mark | None:
        """What the map shows for a notification's thing, if it has a place."""
        return self._events.mark(stored.key)

    def _gather(self, items: Iterable[SessionItem], gathering: Gathering) -> Change:
        for item in items:
            self._take_in(item, gathering)
        if self.login is not None:  # also what is brought back: the desk may have died between keeping and alerting
            came = [s for change in gathering.notifications for s in (*change.added, *change.restored)]
            gathering.alerts = self._alerted(came)
        gathering.problems += (*self._take_alert_problems(), *self.keeping.take_problems())
        change = gathering.change()
        self.keeping.keep_subscriptions(change.subscriptions)
        return change

    def _bring_back(self, gathering: Gathering) -> None:
        """Show the next piece of what an earlier life of the desk had received."""
        piece = self.keeping.take_loaded()
        if piece is None:
            return
        if piece.problem:
            gathering.problems.append(piece.problem)
        came = self._notifications.restore(piece.notifications)
        gathering.notifications.append(came)
        for stored in reversed(came.restored):
            event = stored.notification.event
            is_latest = self._notifications.latest(stored.key) is stored
            if is_latest or isinstance(event.geometry, Point):  # earlier places make the trail
                gathering.drawn.append(self._drawn(stored))
            if is_latest:
                self._show_kept_image(event, gathering)

    def _take_in(self, item: SessionItem, gathering: Gathering) -> None:
        match item:
            case NotificationReceived():
                self._notified(item, gathering)
            case ReplyReceived(request=Explain()):
                gathering.explanations.append(_answer(item.reply))
            case ReplyReceived():
                self._replied(item.request, item.reply, gathering)
            case RequestFailed(request=Explain()):
                gathering.explanations.append(ExplanationAnswer(item.request.request_id, None, item.reason))
            case RequestFailed():
                self._failed(item.request, SubscriptionState.UNANSWERED, item.reason, gathering)
            case StateChanged():
                self.link = gathering.link = LinkReport(item.state, item.detail)
            case TopicsReceived():
                self.topics = gathering.topics = item.topics
                self.keeping.keep_topics(item.topics)
                gathering.has_new_terms |= self._words.use_topics(item.topics)
                gathering.problems += self._take_words_problem()
            case StatusReceived():
                gathering.service = item.status
            case MessageRefused():
                gathering.problems.append(
                    tr(
                        "message {number} put aside, from {address}: {reason}",
                        number=item.total,
                        address=item.address,
                        reason=item.reason,
                    )
                )
            case ImageReceived():
                self._image_came(item, gathering)
            case ImageFailed():
                gathering.blobs.append(ArrivedBlob(item.ref.sha256, b"", item.reason))
                if self._awaited.pop(item.ref.sha256, None) is not None:
                    gathering.problems.append(tr("a thermal image did not come: {reason}", reason=item.reason))
            case InboxRestarted():
                self._notifications.begin_era()
                self.keeping.begin_era(self._notifications.era)

    def _notified(self, item: NotificationReceived, gathering: Gathering) -> None:
        event = item.notification.event
        topic = self.topics.get(event.topic)
        stored = self._notifications.add(item.notification, item.received_at, object_key(event, topic))  # stage 7
        gathering.notifications.append(stored)
        self.keeping.keep(stored)
        for added in stored.added:
            gathering.drawn.append(self._drawn(added))  # stage 8
            self._want_image(item.notification.number, event)
        for key in stored.gone:
            gathering.drawn.append(self._events.hide(key))

    def _drawn(self, stored: StoredNotification) -> LayerChange:
        notification = stored.notification
        topic = self.topics.get(notification.event.topic)
        return self._events.show(stored.key, notification.event, topic, surest(notification.matched)[1])

    def _want_image(self, number: int, event: Event) -> None:
        ref = event.attributes.get(_IMAGE_ATTRIBUTE)
        if self._session is not None and isinstance(ref, BlobRef):
            self._awaited[ref.sha256] = event
            self._session.fetch_image(number, ref)

    def _image_came(self, item: ImageReceived, gathering: Gathering) -> None:
        event = self._awaited.pop(item.ref.sha256, None)
        self.keeping.keep_blob(item.ref.sha256, item.content)
        gathering.blobs.append(ArrivedBlob(item.ref.sha256, item.content))
        if event is not None:
            gathering.images.append(_arrived(item.ref.sha256, item.content, event))

    def _show_kept_image(self, event: Event, gathering: Gathering) -> None:
        ref = event.attributes.get(_IMAGE_ATTRIBUTE)
        content = self.keeping.blob(ref.sha256) if isinstance(ref, BlobRef) else None
        if isinstance(ref, BlobRef) and content is not None:
            gathering.images.append(_arrived(ref.sha256, content, event))


def _answer(reply: Reply) -> ExplanationAnswer:
    if isinstance(reply, Acknowledgement):
        return ExplanationAnswer(reply.request_id, reply.explanation)
    return ExplanationAnswer(reply.request_id or "", None, reply.message)


def _arrived(key: str, content: bytes, event: Event) -> ArrivedImage:
    title = str(event.attributes.get("RasterDesc", ""))
    return ArrivedImage(key, content, event.time, title, event.geometry)
