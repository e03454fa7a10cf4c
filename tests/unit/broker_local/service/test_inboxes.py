"""Notifications go now or never; an inbox that falls quiet is told how far it goes."""

import pytest

from broker_local.protocol.addresses import inbox, reply
from broker_local.protocol.builtin_topics import builtin_topics
from broker_local.protocol.notification import InboxMark
from broker_local.protocol.notification_codec import decode_inbox
from broker_local.service.delivery import Delivery
from broker_local.service.inboxes import QUIET_S, Inboxes


class Link:
    """A link that is there or not, with room or without, and a clock beside it."""

    def __init__(self) -> None:
        self.is_connected = self.has_room = True
        self.now = 100.0
        self.sent_now: list[tuple[str, bytes]] = []
        self.published: list[tuple[str, bytes]] = []

    def send_now(self, address: str, payload: bytes) -> bool:
        if self.is_connected and self.has_room:
            self.sent_now.append((address, payload))
        return self.is_connected and self.has_room

    def publish(self, address: str, payload: bytes, *, retain: bool = False) -> bool:
        if self.has_room:
            self.published.append((address, payload))
        return self.has_room

    def marks(self) -> list[tuple[str, object]]:
        return [(address, decode_inbox(payload, builtin_topics())) for address, payload in self.published]


@pytest.fixture
def link() -> Link:
    return Link()


@pytest.fixture
def inboxes(link: Link) -> Inboxes:
    return Inboxes(link, lambda: link.now)


def test_what_can_be_sent_is_sent_at_once(link: Link, inboxes: Inboxes) -> None:
    assert inboxes.send([Delivery("ann", 1, b"one"), Delivery("bob", 1, b"two")]) == 0
    assert link.sent_now == [(inbox("ann"), b"one"), (inbox("bob"), b"two")]


def test_an_inbox_that_falls_quiet_is_told_its_newest_number_once(link: Link, inboxes: Inboxes) -> None:
    inboxes.send([Delivery("ann", 1, b""), Delivery("bob", 1, b"")])
    link.now += QUIET_S * 0.9
    inboxes.send([Delivery("ann", 2, b"")])
    inboxes.tell_newest()
    assert link.published == []
    link.now += QUIET_S * 0.2
    inboxes.tell_newest()
    assert link.marks() == [(inbox("bob"), InboxMark(1))]
    link.now += QUIET_S
    inboxes.tell_newest()
    inboxes.tell_newest()
    assert link.marks() == [(inbox("bob"), InboxMark(1)), (inbox("ann"), InboxMark(2))]


@pytest.mark.parametrize("what", ["is_connected", "has_room"])
def test_what_could_not_be_sent_is_counted_and_its_number_told_when_it_can_be(
    link: Link, inboxes: Inboxes, what: str
) -> None:
    setattr(link, what, False)
    assert inboxes.send([Delivery("ann", 1, b"one"), Delivery("ann", 2, b"two")]) == 2
    link.now += QUIET_S * 2
    inboxes.tell_newest()
    assert link.published == []
    setattr(link, what, True)
    inboxes.tell_newest()
    assert link.marks() == [(inbox("ann"), InboxMark(2))]
    assert link.sent_now == []


def test_a_reply_waits_for_the_broker_and_what_goes_to_an_inbox_does_not(link: Link, inboxes: Inboxes) -> None:
    link.is_connected = False
    inboxes.answer([(inbox("ann"), b"entry"), (inbox("ann"), b"mark"), (reply("ann"), b"reply")])
    assert (link.sent_now, link.published) == ([], [(reply("ann"), b"reply")])
