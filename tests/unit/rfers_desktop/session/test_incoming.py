"""Tests of decoding what the broker brings."""

from __future__ import annotations

import dataclasses
from datetime import date, time

import pytest

from broker_local.protocol import addresses
from broker_local.protocol.notification import InboxMark
from broker_local.protocol.notification_codec import encode_mark, encode_notification
from broker_local.protocol.reply_codec import encode_reply
from broker_local.protocol.requests import Acknowledgement
from broker_local.protocol.status import ServiceStatus
from broker_local.protocol.status_codec import encode_status
from broker_local.protocol.topic_codec import encode_topics
from rfers_desktop.session.incoming import Incoming
from rfers_desktop.session.link_events import (
    BadMessage,
    InboxMessage,
    MarkMessage,
    ReplyMessage,
    StatusMessage,
    TopicsMessage,
)
from tests.builders import EA_LOCATION, TOPICS, an_event
from tests.unit.rfers_desktop.desk_doubles import RECEIVED, a_notification

INBOX = addresses.inbox("officer")


def test_a_notification_comes_out_as_it_went_in() -> None:
    notification = a_notification(7)
    event = Incoming("officer").read(INBOX, encode_notification(notification), RECEIVED)
    assert event == InboxMessage(notification, RECEIVED)


def test_a_mark_is_told_from_a_notification() -> None:
    mark = InboxMark(9, "request", 3, 7)
    assert Incoming("officer").read(INBOX, encode_mark(mark), RECEIVED) == MarkMessage(mark)


def test_replies_status_and_topics_are_told_apart_by_address() -> None:
    incoming = Incoming("officer")
    status = ServiceStatus(online=True, protocol_version=1, at=RECEIVED)
    reply = Acknowledgement("request", last_number=3)
    assert incoming.read(addresses.reply("officer"), encode_reply(reply), RECEIVED) == ReplyMessage(reply)
    assert incoming.read(addresses.STATUS, encode_status(status), RECEIVED) == StatusMessage(status)
    assert incoming.read(addresses.TOPICS, encode_topics(TOPICS.values()), RECEIVED) == TopicsMessage(dict(TOPICS))


def test_events_of_an_advertised_topic_are_understood_once_the_topic_is_known() -> None:
    incoming = Incoming("officer")
    boats = dataclasses.replace(EA_LOCATION, name="Boats")
    boat = an_event(boats, AssetID="B1", Speed=3, PosDate=date(2026, 8, 5), PosTime=time(14, 15))
    payload = encode_notification(a_notification(1, boat))
    assert isinstance(incoming.read(INBOX, payload, RECEIVED), BadMessage)
    incoming.read(addresses.TOPICS, encode_topics([EA_LOCATION, boats]), RECEIVED)
    assert isinstance(incoming.read(INBOX, payload, RECEIVED), InboxMessage)


@pytest.mark.parametrize("payload", [b"", b"{", b"\xff", b"[7]", b'{"number": 0}', b"null"])
@pytest.mark.parametrize("address", [*Incoming("officer").heard, "rfers/v1/elsewhere"])
def test_a_message_that_breaks_the_contract_is_put_aside_with_the_reason(address: str, payload: bytes) -> None:
    event = Incoming("officer").read(address, payload, RECEIVED)
    assert isinstance(event, BadMessage)
    assert event.address == address
    assert "expected" in event.reason


def test_the_topics_are_asked_for_before_the_events_that_need_them() -> None:
    heard = Incoming("officer").heard
    assert heard.index(addresses.TOPICS) < heard.index(INBOX)
