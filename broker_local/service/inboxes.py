"""Messages on their way to desks: notifications go now or never, and each user is told which number is the newest."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Protocol

from broker_local.protocol.addresses import inbox
from broker_local.protocol.notification import InboxMark
from broker_local.protocol.notification_codec import encode_mark

from .delivery import Delivery

QUIET_S = 0.5
_INBOXES = inbox("")


class Sending(Protocol):
    """What is needed of a link."""

    @property
    def is_connected(self) -> bool: ...

    def send_now(self, address: str, payload: bytes) -> bool: ...

    def publish(self, address: str, payload: bytes, *, retain: bool = False) -> bool: ...


class Inboxes:
    """Sends notifications at QoS 0, because they have numbers: a desk that lacks one asks for it.

    At QoS 1 what is under way when a broker dies would be sent again when it is back, perhaps after it expired. The
    last of several that were lost would not be missed; so when a user's inbox falls quiet, the newest number is told.
    """

    def __init__(self, link: Sending, clock: Callable[[], float]) -> None:
        self._link = link
        self._clock = clock
        self._newest: dict[str, tuple[int, float]] = {}  # by user: the number, and when; the quiet longest first

    def send(self, deliveries: Iterable[Delivery]) -> int:
        """Send what has been journaled; gives how many could not be."""
        not_sent, now = 0, self._clock()
        for delivery in deliveries:
            not_sent += not self._link.send_now(inbox(delivery.user), delivery.payload)
            self._newest.pop(delivery.user, None)
            self._newest[delivery.user] = (delivery.number, now)
        return not_sent

    def answer(self, messages: Iterable[tuple[str, bytes]]) -> None:
        """Send what a request brings: to inboxes now or never, the reply when it can be."""
        for address, payload in messages:
            if address.startswith(_INBOXES):
                self._link.send_now(address, payload)
            else:
                self._link.publish(address, payload)

    def tell_newest(self) -> None:
        """Tell the users whose inboxes have fallen quiet how far they go, if the broker is there."""
        quiet_since = self._clock() - QUIET_S
        for user, (number, at) in list(self._newest.items()):
            if at > quiet_since or not self._link.is_connected:
                return
            if self._link.publish(inbox(user), encode_mark(InboxMark(number))):
                del self._newest[user]
