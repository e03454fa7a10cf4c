"""One client's connection: order, windows, and which packets it ends at."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import pytest
from amqtt.broker import Broker
from amqtt.contexts import BrokerConfig
from amqtt.mqtt.disconnect import DisconnectPacket
from amqtt.session import Session

from broker_local.broker import amqtt_connection
from broker_local.broker.accounts import Account, Role
from broker_local.broker.amqtt_connection import Connection, Outgoing
from broker_local.broker.amqtt_streams import PacketReader

CONNACK = b"\x20\x02\x00\x00"
PUBLISH_QOS_2 = b"\x34\x07\x00\x01a\x00\x05hi"
PUBREL = b"\x62\x02\x00\x05"


class Everything:
    """A hub that notes what it is asked."""

    def __init__(self) -> None:
        self.accepted: list[tuple[str, bytes, bool]] = []
        self.filters: list[object] = []

    def accept(self, sender: Connection, address: str, payload: bytes, *, retain: bool) -> None:
        self.accepted.append((address, payload, retain))

    async def subscribe(self, reader: Connection, filters: list[tuple[str, int]]) -> list[int]:
        self.filters += filters
        return [1, 0x80][: len(filters)]

    def unsubscribe(self, reader: Connection, filters: list[str]) -> None:
        self.filters += filters

    def backlog_changed(self, reader: Connection) -> None:
        pass


class Wire:
    """A writer that keeps what is written."""

    def __init__(self) -> None:
        self.sent: list[bytes] = []
        self.is_closed = False

    def write(self, data: bytes) -> None:
        self.sent.append(data)

    async def drain(self) -> None:
        await asyncio.sleep(0)

    async def close(self) -> None:
        self.is_closed = True


class Setting:
    """A started connection, with a hub and a wire to look at."""

    def __init__(self) -> None:
        self.hub, self.wire, self.stream = Everything(), Wire(), asyncio.StreamReader()
        self.connection = Connection(Broker(BrokerConfig(plugins={})).plugins_manager)
        self.connection.account = Account("alice", Role.SUBSCRIBER, "hash")
        self.connection.hub = self.hub
        reader = PacketReader(self.stream)
        reader.admit(0, None)
        session = Session()
        session.client_id = "alice/desk"
        self.connection.attach(session, reader, self.wire)

    async def settled(self) -> None:
        """Wait until nothing more happens."""
        for _ in range(50):
            await asyncio.sleep(0)


def during(steps: Callable[[Setting], Awaitable[Any]]) -> Any:
    async def run() -> Any:
        setting = Setting()
        await setting.connection.start()
        try:
            return await steps(setting)
        finally:
            await setting.connection.stop()

    return asyncio.run(asyncio.wait_for(run(), 10))


def after(*packets: bytes) -> tuple[Setting, DisconnectPacket | None]:
    """What is left when a client has sent these packets and hung up."""

    async def steps(setting: Setting) -> tuple[Setting, DisconnectPacket | None]:
        setting.stream.feed_data(b"".join(packets))
        setting.stream.feed_eof()
        return setting, await setting.connection.wait_disconnect()

    found: tuple[Setting, DisconnectPacket | None] = during(steps)
    return found


@pytest.mark.parametrize(
    ("packets", "answers"),
    [
        ([b"\xc0\x00"], [b"\xd0\x00"]),
        ([b"\x32\x07\x00\x01a\x00\x05hi"], [b"\x40\x02\x00\x05"]),
        ([PUBLISH_QOS_2, PUBREL], [b"\x50\x02\x00\x05", b"\x70\x02\x00\x05"]),
        ([b"\x82\x0a\x00\x07\x00\x01a\x01\x00\x01b\x01"], [b"\x90\x04\x00\x07\x01\x80"]),
        ([b"\xa2\x05\x00\x08\x00\x01a"], [b"\xb0\x02\x00\x08"]),
        ([b"\x30\x05\x00\x01ahi"], []),
    ],
    ids=["ping", "QoS 1", "QoS 2", "subscribe", "unsubscribe", "QoS 0"],
)
def test_each_packet_has_its_answer(packets: list[bytes], answers: list[bytes]) -> None:
    setting, _ = after(*packets)
    assert setting.wire.sent == [CONNACK, *answers]


def test_messages_sent_just_before_the_goodbye_are_passed_on_and_no_will_is_due() -> None:
    setting, goodbye = after(b"\x30\x05\x00\x01ahi", b"\x31\x05\x00\x01bho", b"\xe0\x00")
    assert setting.hub.accepted == [("a", b"hi", False), ("b", b"ho", True)]
    assert isinstance(goodbye, DisconnectPacket)


def test_without_a_goodbye_the_will_is_due() -> None:
    assert after(b"\xc0\x00")[1] is None


def test_a_message_of_qos_2_that_is_sent_twice_is_passed_on_once() -> None:
    setting, _ = after(PUBLISH_QOS_2, PUBLISH_QOS_2, PUBREL, PUBLISH_QOS_2)
    assert setting.hub.accepted == [("a", b"hi", False)] * 2


@pytest.mark.parametrize(
    "packet",
    [
        b"\x36\x07\x00\x01a\x00\x01hi",
        b"\x30\x02\x00\x00",
        b"\x30\x03\x00\x01#",
        b"\x32\x02\x00\x09",
        b"\x20\x02\x00\x00",
        b"\xf0\x00",
        b"\x40\x00",
    ],
    ids=["QoS 3", "no address", "a wildcard", "cut off", "CONNACK", "type 15", "an empty PUBACK"],
)
def test_a_broken_packet_is_the_last(packet: bytes) -> None:
    setting, goodbye = after(packet, b"\x30\x05\x00\x01ahi")
    assert (setting.hub.accepted, goodbye) == ([], None)
    assert setting.wire.is_closed


def test_no_more_than_the_window_is_under_way_and_order_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(amqtt_connection, "MAX_UNACKNOWLEDGED", 2)

    async def steps(setting: Setting) -> list[list[bytes]]:
        seen = []
        for number in range(5):
            setting.connection.send(Outgoing("a", b"%d" % number, 1))
        await setting.settled()
        seen.append([packet[-1:] for packet in setting.wire.sent[1:]])
        setting.stream.feed_data(b"\x40\x02\x00\x01")
        await setting.settled()
        seen.append([packet[-1:] for packet in setting.wire.sent[1:]])
        assert (len(setting.connection.waiting), setting.connection.waiting_bytes) == (2, 2)
        return seen

    assert during(steps) == [[b"0", b"1"], [b"0", b"1", b"2"]]


def test_a_packet_number_under_way_is_not_given_again(monkeypatch: pytest.MonkeyPatch) -> None:
    async def steps(setting: Setting) -> list[bytes]:
        setting.connection.send(Outgoing("a", b"0", 1))
        await setting.settled()
        setting.connection.session._packet_id = 0  # as after 65,535 more
        setting.connection.send(Outgoing("a", b"1", 1, is_retained=True))
        await setting.settled()
        return setting.wire.sent[1:]

    assert during(steps) == [b"\x32\x06\x00\x01a\x00\x010", b"\x33\x06\x00\x01a\x00\x021"]


def test_nothing_is_queued_for_a_client_that_is_gone() -> None:
    async def steps(setting: Setting) -> int:
        setting.connection.end()
        setting.connection.send(Outgoing("a", b"0", 1))
        return len(setting.connection.waiting)

    assert during(steps) == 0
