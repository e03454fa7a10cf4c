"""Stand-ins written by hand for the parts beside the one under test, and builders of what a desk receives."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from datetime import UTC, datetime

from broker_local.protocol.blob import BlobRef
from broker_local.protocol.event import Event
from broker_local.protocol.notification import MatchedSubscription, Notification
from broker_local.protocol.requests import Request
from broker_local.protocol.subscription import Subscription
from rfers_desktop.session.items import LinkState, NotificationReceived, SessionItem, StateChanged
from rfers_desktop.session.link_events import LinkEvent
from rfers_desktop.workspace import Login, Workspace
from tests.builders import an_event

RECEIVED = datetime(2026, 8, 5, 14, 15, 30, tzinfo=UTC)
LOGIN = Login("officer", "station", 1883, "secret")


def a_notification(number: int = 1, event: Event | None = None, matched: str = "North sector") -> Notification:
    """The notification with a number, of an ordinary event unless one is given."""
    told = event if event is not None else an_event(id=f"event of {number}")
    return Notification(number, told, (MatchedSubscription("subscription", matched),), RECEIVED)


def received(number: int = 1, event: Event | None = None) -> NotificationReceived:
    """A notification as a session hands it out."""
    return NotificationReceived(a_notification(number, event), RECEIVED)


class HandClock:
    """A clock that is set by hand."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


class FakeLink:
    """A connection whose other end is the test."""

    def __init__(
        self,
        user: str = "officer",
        password: str = "secret",
        host: str = "station",
        port: int = 1883,
        on_wake: Callable[[], None] | None = None,
    ) -> None:
        self.sent: list[Request] = []
        self.is_started = self.is_stopped = False
        self.lost = 0
        self._events: list[LinkEvent] = []

    def start(self) -> None:
        self.is_started = True

    def stop(self, within_s: float) -> None:
        self.is_stopped = True

    def send(self, request: Request) -> bool:
        self.sent.append(request)
        return True

    def take(self, timeout_s: float = 0.0) -> list[LinkEvent]:
        events, self._events = self._events, []
        return events

    def take_lost(self) -> int:
        lost, self.lost = self.lost, 0
        return lost

    def bring(self, *events: LinkEvent) -> None:
        """Let the network thread hand these over."""
        self._events.extend(events)


class FakeSession:
    """A session that tells what the test says, and writes down what it is asked."""

    def __init__(self) -> None:
        self.items: list[SessionItem] = []
        self.asked: list[Subscription | str] = []
        self.dry_runs: list[Subscription] = []
        self.explained: list[tuple[str, str]] = []
        self.fetched: list[tuple[int, BlobRef]] = []
        self.logins: list[Login] = []
        self.is_running = False
        self.after = 0  # the last number that the desk said it has

    def open(self, login: Login, on_wake: Callable[[], None] | None, after: int = 0) -> FakeSession:
        """What a workspace calls to begin a session."""
        self.logins.append(login)
        self.after = after
        return self

    def start(self) -> None:
        self.is_running = True
        self.items.append(StateChanged(LinkState.CONNECTING, "connecting to station:1883"))

    def stop(self, within_s: float = 0.0) -> None:
        self.is_running = False

    def drain(self, timeout_s: float = 0.0) -> list[SessionItem]:
        items, self.items = self.items, []
        return items

    def subscribe(self, subscription: Subscription) -> str:
        self.asked.append(subscription)
        return "request"

    def fetch_image(self, number: int, ref: BlobRef) -> None:
        self.fetched.append((number, ref))

    def explain(self, subscription_id: str, event: Event) -> str:
        self.explained.append((subscription_id, event.id))
        return f"explain {len(self.explained)}"

    def dry_run(self, subscription: Subscription, hours: float = 6.0) -> str:
        self.dry_runs.append(subscription)
        return f"dry run {len(self.dry_runs)}"

    def pause(self, subscription_id: str) -> str:
        self.asked.append(f"pause {subscription_id}")
        return "request"

    def unpause(self, subscription_id: str) -> str:
        self.asked.append(f"unpause {subscription_id}")
        return "request"

    def rename(self, subscription_id: str, name: str) -> str:
        self.asked.append(f"rename {subscription_id} {name}")
        return "request"

    def unsubscribe(self, subscription_id: str) -> str:
        self.asked.append(subscription_id)
        return "request"

    def tell(self, items: Iterable[SessionItem]) -> None:
        """Let the next drain() bring these."""
        self.items.extend(items)


def a_workspace(session: FakeSession | None = None) -> tuple[Workspace, FakeSession]:
    """A workspace with somebody logged in, and the session behind it."""
    fake = session if session is not None else FakeSession()
    workspace = Workspace(open_session=fake.open)
    workspace.log_in(LOGIN)
    return workspace, fake
