"""A session whose other end is the test, and builders of what it hears."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC, datetime
from typing import TypeVar

from broker_local.protocol.addresses import PROTOCOL_VERSION
from broker_local.protocol.notification import InboxMark
from broker_local.protocol.requests import (
    Acknowledgement,
    Request,
    Resume,
)
from broker_local.protocol.status import ServiceStatus
from rfers_desktop.session.items import (
    LinkState,
    NotificationReceived,
    SessionItem,
    StateChanged,
)
from rfers_desktop.session.link_events import (
    InboxMessage,
    LinkUp,
    MarkMessage,
    ReplyMessage,
    StatusMessage,
)
from rfers_desktop.session.session import Session
from tests.builders import a_subscription
from tests.unit.rfers_desktop.desk_doubles import RECEIVED, FakeLink, HandClock, a_notification

MORNING = datetime(2026, 8, 5, 6, tzinfo=UTC)
NOON = datetime(2026, 8, 5, 12, tzinfo=UTC)
A_SUBSCRIPTION = a_subscription()
_R = TypeVar("_R", bound=Request)


class Desk:
    """A session, the link behind it, and a clock."""

    def __init__(self) -> None:
        self.link = FakeLink()
        self.clock = HandClock()
        self.session = Session("officer", "secret", "station", 1883, open_link=lambda *_: self.link, clock=self.clock)
        self.session.start()
        self.session.drain()

    def after(self, *events: object) -> list[SessionItem]:
        """What the session tells when the link hands these over."""
        self.link.bring(*events)  # type: ignore[arg-type]
        return self.session.drain()

    def come_online(self, last_number: int = 0) -> list[SessionItem]:
        """Connect, find a matcher, and be told that nothing was missed."""
        items = self.after(LinkUp(), a_status())
        return items + self.after(mark(self.last(Resume), last_number))

    def last(self, kind: type[_R]) -> _R:
        """The latest request of a kind."""
        return [request for request in self.link.sent if isinstance(request, kind)][-1]

    def count(self, kind: type[Request]) -> int:
        """How many requests of a kind were sent."""
        return sum(isinstance(request, kind) for request in self.link.sent)


def a_status(online: bool = True, version: int = PROTOCOL_VERSION, started_at: datetime = MORNING) -> StatusMessage:
    return StatusMessage(ServiceStatus(online, version, NOON, started_at))


def ack(request: Request, **members: object) -> ReplyMessage:
    return ReplyMessage(Acknowledgement(request.request_id, **members))  # type: ignore[arg-type]


def mark(request: Resume, last_number: int, through: int | None = None, *sent: tuple[int, int]) -> MarkMessage:
    """The end of the answer to a Resume that reached `through`, by default all there is, and brought `sent`."""
    reached = last_number if through is None else through
    return MarkMessage(InboxMark(last_number, request.request_id, request.after, reached, sent))


def inbox(*numbers: int) -> list[InboxMessage]:
    return [InboxMessage(a_notification(number), RECEIVED) for number in numbers]


def numbers(items: Iterable[SessionItem]) -> list[int]:
    return [item.notification.number for item in items if isinstance(item, NotificationReceived)]


def states(items: Iterable[SessionItem]) -> list[LinkState]:
    return [item.state for item in items if isinstance(item, StateChanged)]
