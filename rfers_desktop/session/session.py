"""Stage 6, session: one login; hands out each notification once and in order, in spite of lost connections."""

from __future__ import annotations

import time
import uuid
from collections.abc import Callable
from typing import Protocol

from broker_local.protocol.addresses import PROTOCOL_VERSION, checked_name, inbox
from broker_local.protocol.blob import BlobRef
from broker_local.protocol.event import Event
from broker_local.protocol.notification import InboxMark
from broker_local.protocol.requests import (
    USUAL_HOURS,
    USUAL_RESUME,
    Acknowledgement,
    Changing,
    DryRun,
    Explain,
    Fetch,
    ListSubscriptions,
    Pause,
    Refusal,
    Rename,
    Reply,
    Request,
    Resume,
    Subscribe,
    Unpause,
    Unsubscribe,
)
from broker_local.protocol.status import ServiceStatus
from broker_local.protocol.subscription import Subscription
from rfers_desktop.language import tr

from .image_fetch import ImageFetches
from .inbox_order import InboxOrder
from .items import (
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
from .link import Link
from .link_events import (
    BadMessage,
    BrokenCode,
    InboxMessage,
    LinkDown,
    LinkEvent,
    LinkRefused,
    LinkUp,
    MarkMessage,
    ReplyMessage,
    StatusMessage,
    TopicsMessage,
)
from .pending_requests import PendingRequests

REPLY_WITHIN_S = 10.0
STATUS_WITHIN_S = 2.0  # a retained status comes with the subscription; later than this there is none
STOP_WITHIN_S = 2.0
_SMALLEST_PAGE = 10
MOST_CAUGHT_UP_WITH = 100_000  # entries that a new desk asks for: as many as it can keep


class DeskLink(Protocol):
    """What a session needs of its connection."""

    def start(self) -> None: ...
    def stop(self, within_s: float) -> None: ...
    def send(self, request: Request) -> bool: ...
    def take(self, timeout_s: float = 0.0) -> list[LinkEvent]: ...
    def take_lost(self) -> int: ...


OpenLink = Callable[[str, str, str, int, Callable[[], None] | None], DeskLink]


class Session:
    """A user's desk, without a window. All methods are for one thread; `on_wake` alone is called from another.

    `after` is the last number that this desk was handed before, if it has kept it: what comes after it is told.
    """

    def __init__(
        self,
        user: str,
        password: str,
        host: str,
        port: int,
        *,
        after: int = 0,
        on_wake: Callable[[], None] | None = None,
        open_link: OpenLink = Link,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.user = checked_name("user", user)
        self.state = LinkState.STOPPED
        self._where = f"{host}:{port}"
        self._link = open_link(self.user, password, host, port, on_wake)
        self._clock = clock
        self._order: InboxOrder[NotificationReceived] = InboxOrder(after)
        self._pending = PendingRequests(REPLY_WITHIN_S)
        self._is_up = False  # the broker has confirmed that we hear our addresses
        self._status: ServiceStatus | None = None  # of this connection
        self._status_due: float | None = None  # until when a matcher may still show itself after connecting
        self._resuming: Resume | None = None
        self._newest_when_asked = 0
        self._unread_since_asked = 0  # messages to the inbox that came and could not be understood
        self._page = USUAL_RESUME
        self._fetches = ImageFetches()
        self._refused_messages = 0
        self._fresh: list[SessionItem] = []

    def start(self) -> None:
        """Begin to connect; what happens then is told by drain()."""
        self._become(LinkState.CONNECTING, tr("connecting to {where}", where=self._where))
        self._link.start()

    def stop(self, within_s: float = STOP_WITHIN_S) -> None:
        """End the connection, waiting at most `within_s` for its thread; the user's subscriptions live on."""
        self._link.stop(within_s)
        self._become(LinkState.STOPPED, tr("logged out"))

    def subscribe(self, subscription: Subscription) -> str:
        """Ask for a subscription; the id of the request that drain() will report on."""
        return self._ask(Subscribe(uuid.uuid4().hex, subscription))

    def unsubscribe(self, subscription_id: str) -> str:
        """Ask to end a subscription; the id of the request that drain() will report on."""
        return self._ask(Unsubscribe(uuid.uuid4().hex, subscription_id))

    def pause(self, subscription_id: str) -> str:
        """Ask that nothing be matched with a subscription; the id of the request."""
        return self._ask(Pause(uuid.uuid4().hex, subscription_id))

    def unpause(self, subscription_id: str) -> str:
        """Ask that a paused subscription be matched again; the id of the request."""
        return self._ask(Unpause(uuid.uuid4().hex, subscription_id))

    def rename(self, subscription_id: str, name: str) -> str:
        """Ask for another name for a subscription; the id of the request."""
        return self._ask(Rename(uuid.uuid4().hex, subscription_id, name))

    def dry_run(self, subscription: Subscription, hours: float = USUAL_HOURS) -> str:
        """Ask how many events of the last hours a subscription would have matched; the id of the request."""
        return self._ask(DryRun(uuid.uuid4().hex, subscription, hours))

    def explain(self, subscription_id: str, event: Event) -> str:
        """Ask why an event matches a subscription, or does not; the id of the request."""
        return self._ask(Explain(uuid.uuid4().hex, subscription_id, event.topic, event.id, event.publisher))

    def fetch_image(self, number: int, ref: BlobRef) -> None:
        """Ask for what a notification refers to; drain() will tell when it is here, or why it is not."""
        self._go_on_fetching(None, self._fetches.want(number, ref))

    def drain(self, timeout_s: float = 0.0) -> list[SessionItem]:
        """What happened since the last call, in order; waits up to `timeout_s` for something to happen."""
        broken: list[Exception] = []
        events = self._link.take(0.0 if self._fresh else timeout_s)
        some_lost = self._link.take_lost() > 0
        if some_lost:
            self._forget_resume()  # its answer may speak of messages that found the queue full
        for event in events:
            if isinstance(event, BrokenCode):
                broken.append(event.error)
            else:
                self._handle(event)
        self._look_at_the_clock()
        if some_lost:
            self._resume()  # what fell beside the queue is still in the journal
        if broken:
            raise ExceptionGroup("on the network thread", broken)
        items, self._fresh = self._fresh, []
        return items

    def _handle(self, event: LinkEvent) -> None:
        match event:
            case InboxMessage():
                received = NotificationReceived(event.notification, event.received_at)
                self._fresh += self._order.accept(event.notification.number, received)
                self._fill_gap()
            case MarkMessage():
                self._marked(event.mark)
            case ReplyMessage():
                self._answered(event.reply)
            case StatusMessage():
                self._matcher_says(event.status)
            case TopicsMessage():
                self._tell(TopicsReceived(event.topics))
            case BadMessage():
                self._refused_messages += 1
                self._unread_since_asked += event.address == inbox(self.user)
                self._tell(MessageRefused(event.address, event.reason, self._refused_messages))
            case LinkUp():
                self._is_up = True
                self._become(
                    LinkState.CONNECTING, tr("connected to {where}, looking for the matcher", where=self._where)
                )
                self._look_for_matcher()
            case LinkDown():
                self._disconnected()
                self._become(LinkState.BROKER_AWAY, event.reason)
            case LinkRefused():
                self._disconnected()
                self._become(LinkState.REFUSED, event.reason)

    def _look_for_matcher(self) -> None:
        """A retained status may come before the broker confirms that we hear it (MQTT 3.1.1, section 3.8.4)."""
        if self._status is None:
            self._status_due = self._clock() + STATUS_WITHIN_S
        else:
            self._follow(None, self._status)

    def _matcher_says(self, status: ServiceStatus) -> None:
        before, self._status, self._status_due = self._status, status, None
        self._tell(StatusReceived(status))
        if self._is_up:
            self._follow(before, status)

    def _follow(self, before: ServiceStatus | None, status: ServiceStatus) -> None:
        if status.protocol_version != PROTOCOL_VERSION:
            versions = tr(
                "it speaks version {theirs}, this desk {ours}",
                theirs=status.protocol_version,
                ours=PROTOCOL_VERSION,
            )
            self._become(
                LinkState.OTHER_VERSION,
                tr("the matcher at {where} cannot be understood: {versions}", where=self._where, versions=versions),
            )
        elif not status.online:
            self._become(
                LinkState.MATCHER_AWAY, tr("the matcher at {where} is away; the desk waits for it", where=self._where)
            )
        elif self.state is not LinkState.ONLINE or before is None or before.started_at != status.started_at:
            self._become(LinkState.ONLINE, tr("online at {where}", where=self._where))
            self._catch_up()

    def _catch_up(self) -> None:
        """A matcher is there, again or for the first time: what do we have, what did we miss, what was unanswered."""
        self._forget_own_requests()
        self._ask(ListSubscriptions(uuid.uuid4().hex))
        self._resume()
        for request in self._pending.all():
            if isinstance(request, Changing | Fetch):  # the same id twice does the same as once
                self._link.send(request)

    def _resume(self) -> None:
        """Ask for what comes after what was handed out; a new desk for no more than it can keep."""
        if self.state is not LinkState.ONLINE or self._resuming is not None:
            return
        after = self._order.handed_out
        self._newest_when_asked, self._unread_since_asked = self._order.newest, 0
        newest = None if after else MOST_CAUGHT_UP_WITH
        self._resuming = Resume(uuid.uuid4().hex, after, self._page, newest)
        self._ask(self._resuming)

    def _fill_gap(self) -> None:
        if self._order.has_gap:
            self._resume()

    def _marked(self, mark: InboxMark) -> None:
        """The inbox is told so far: all that we asked for if it is our mark, else at least a number."""
        request = self._resuming
        if request is None or mark.request_id != request.request_id:
            self._order.hear_of(mark.last_number)
            self._fill_gap()
            return
        self._pending.answered(request.request_id)
        self._resuming = None
        if mark.last_number < self._newest_when_asked:
            self._order = InboxOrder()
            self._tell(InboxRestarted())
            self._resume()
            return
        self._order.hear_of(mark.last_number)
        if self._order.lacking(mark.sent) > self._unread_since_asked:
            self._page = max(_SMALLEST_PAGE, request.limit // 2)  # it was too much at once for the broker
            self._resume()
            return
        self._page = USUAL_RESUME
        self._fresh += self._order.answered(request.after, mark.through)
        if not mark.through <= request.after < mark.last_number:  # such a mark leads nowhere, or in a circle
            self._fill_gap()

    def _answered(self, reply: Reply) -> None:
        if isinstance(reply, Acknowledgement) and reply.last_number is not None:
            return  # to a Resume: the mark in the inbox says the same in its place
        request = self._pending.answered(reply.request_id)
        if request is not None and request == self._resuming:
            self._resuming = None
        if isinstance(request, Fetch):
            self._go_on_fetching(*self._fetches.answered(request, reply))
            return
        if request is None and (isinstance(reply, Refusal) or reply.piece is not None):
            return  # another desk of this user asked, and was told
        self._tell(ReplyReceived(request, reply))

    def _look_at_the_clock(self) -> None:
        now = self._clock()
        if self._status_due is not None and self._status_due <= now:
            self._status_due = None
            self._become(
                LinkState.MATCHER_AWAY,
                tr("the broker at {where} answers, but no matcher has been there", where=self._where),
            )
        for request in self._pending.overdue(now):
            if request == self._resuming:
                self._resuming = None
                self._resume()
            elif isinstance(request, Fetch):
                self._go_on_fetching(*self._fetches.failed(request, self._why_unanswered()))
            else:
                self._tell(RequestFailed(request, self._why_unanswered()))

    def _go_on_fetching(self, item: SessionItem | None, request: Fetch | None) -> None:
        if item is not None:
            self._tell(item)
        if request is not None:
            self._ask(request)

    def _why_unanswered(self) -> str:
        waited = tr("no answer within {count} seconds", count=f"{REPLY_WITHIN_S:g}")
        return waited if self.state is LinkState.ONLINE else f"{waited}: {tr(self.state.value)}"

    def _disconnected(self) -> None:
        self._is_up = False
        self._order.disconnected()
        self._status = self._status_due = None
        self._forget_own_requests()

    def _forget_own_requests(self) -> None:
        """Give up what the user did not ask for; it is asked anew when a matcher is there."""
        self._forget_resume()
        for request in self._pending.all():
            if isinstance(request, ListSubscriptions):
                self._pending.give_up(request)

    def _forget_resume(self) -> None:
        if self._resuming is not None:
            self._pending.give_up(self._resuming)
            self._resuming = None

    def _ask(self, request: Request) -> str:
        """Send a request, now or as soon as there is a matcher; its time runs from now."""
        self._pending.add(request, self._clock())
        if self.state is LinkState.ONLINE:
            self._link.send(request)
        return request.request_id

    def _become(self, state: LinkState, detail: str) -> None:
        if state is not self.state:
            self.state = state
            self._tell(StateChanged(state, detail))

    def _tell(self, item: SessionItem) -> None:
        self._fresh.append(item)
