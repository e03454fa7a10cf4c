"""The embedded broker's bounds: slow readers, a slow matcher, changed accounts. Its access rules are in
tests/integration/test_broker_access.py, tried from outside.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path

import pytest
from amqtt.mqtt.publish import PublishPacket
from amqtt.mqtt.subscribe import SubscribePacket

from broker_local.broker import amqtt_broker, amqtt_connection
from broker_local.broker.accounts import AccountBook, Role
from broker_local.broker.amqtt_broker import GuardedBroker
from broker_local.protocol import addresses

pytestmark = pytest.mark.broker

PASSWORD = "right password"
DEADLINE_S = 10.0
Steps = Callable[[GuardedBroker, AccountBook], Awaitable[None]]


class Client:
    """A client that does exactly what it is told: it reads and acknowledges only when asked to."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.reader, self.writer = reader, writer

    async def send(self, packet: bytes) -> None:
        self.writer.write(packet)
        await self.writer.drain()

    async def subscribe(self, address: str) -> None:
        await self.send(SubscribePacket.build([(address, 1)], 1).to_bytes())
        assert (await self.packet())[0] == 0x90

    async def publish(self, address: str, payload: bytes, number: int) -> None:
        await self.send(PublishPacket.build(address, payload, number, False, 1, False).to_bytes())

    async def packet(self) -> bytes:
        """The next packet; all of these are shorter than 128 bytes."""
        async with asyncio.timeout(DEADLINE_S):
            header = await self.reader.readexactly(2)
            return header + await self.reader.readexactly(header[1])

    async def is_hung_up(self) -> bool:
        async with asyncio.timeout(DEADLINE_S):
            with contextlib.suppress(ConnectionError):
                await self.reader.read()
        return True


@contextlib.asynccontextmanager
async def client(broker: GuardedBroker, name: str) -> AsyncIterator[Client]:
    reader, writer = await asyncio.open_connection("127.0.0.1", broker.port)
    fields = b"".join(len(field).to_bytes(2, "big") + field for field in (b"", name.encode(), PASSWORD.encode()))
    body = b"\x00\x04MQTT\x04\xc2\x00\x3c" + fields
    writer.write(bytes([0x10, len(body)]) + body)
    assert await reader.readexactly(4) == b"\x20\x02\x00\x00"
    try:
        yield Client(reader, writer)
    finally:
        writer.transport.abort()


@pytest.fixture(scope="module")
def accounts_file(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    book = AccountBook(tmp_path_factory.mktemp("accounts") / "accounts.json")
    book.add("matcher", PASSWORD, Role.SERVICE)
    book.add("alice", PASSWORD, Role.SUBSCRIBER)
    book.add("gateway", PASSWORD, Role.PUBLISHER, ["*"])
    return book.path.read_bytes()


@pytest.fixture
def run(tmp_path: Path, accounts_file: bytes) -> Callable[[Steps], None]:
    """Runs steps with a started broker, and stops it."""
    book = AccountBook(tmp_path / "accounts.json")
    book.path.write_bytes(accounts_file)

    async def with_broker(steps: Steps) -> None:
        broker = GuardedBroker("127.0.0.1", 0, book)
        await broker.start()
        try:
            await asyncio.wait_for(steps(broker, book), 3 * DEADLINE_S)
        finally:
            await broker.shutdown()

    return lambda steps: asyncio.run(with_broker(steps))


def test_a_reader_too_far_behind_is_disconnected_and_nobody_waits_for_it(
    run: Callable[[Steps], None], monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(amqtt_connection, "MAX_UNACKNOWLEDGED", 2)
    monkeypatch.setattr(amqtt_broker, "MAX_WAITING", 5)

    async def steps(broker: GuardedBroker, _: AccountBook) -> None:
        async with client(broker, "alice") as alice, client(broker, "matcher") as matcher:
            await alice.subscribe(addresses.inbox("alice"))
            for number in range(1, 30):
                await matcher.publish(addresses.inbox("alice"), b"x", number)
                assert await matcher.packet() == b"\x40\x02" + number.to_bytes(2, "big")
            assert await alice.is_hung_up()

    run(steps)
    assert "alice is disconnected: 6 messages behind" in caplog.messages


def test_publishers_wait_for_a_matcher_that_is_behind_and_nothing_is_lost(
    run: Callable[[Steps], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(amqtt_connection, "MAX_UNACKNOWLEDGED", 2)
    monkeypatch.setattr(amqtt_broker, "GATE_WAITING", 5)
    sent = 40

    async def steps(broker: GuardedBroker, _: AccountBook) -> None:
        async with client(broker, "gateway") as gateway, client(broker, "matcher") as matcher:
            await matcher.subscribe(addresses.ALL_PUBLISHED)
            for number in range(1, sent + 1):
                await gateway.publish(addresses.publish("EALocation"), b"%02d" % number, number)
            await gateway.send(b"\xc0\x00")
            passed = 0
            with contextlib.suppress(TimeoutError):
                while True:
                    async with asyncio.timeout(0.3):
                        assert await gateway.reader.readexactly(4) == b"\x40\x02" + (passed + 1).to_bytes(2, "big")
                    passed += 1
            assert 6 <= passed <= 8  # five that wait, the one that closed the gate, and up to two under way
            for number in range(1, sent + 1):
                message = await matcher.packet()
                assert message[-2:] == b"%02d" % number
                await matcher.send(b"\x40\x02" + message[-4:-2])
            for number in range(passed + 1, sent + 1):
                assert await gateway.packet() == b"\x40\x02" + number.to_bytes(2, "big")
            assert await gateway.packet() == b"\xd0\x00"

    run(steps)


def test_publishers_do_not_wait_for_a_matcher_that_has_died(
    run: Callable[[Steps], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(amqtt_connection, "MAX_UNACKNOWLEDGED", 1)
    monkeypatch.setattr(amqtt_broker, "GATE_WAITING", 1)

    async def steps(broker: GuardedBroker, _: AccountBook) -> None:
        async with client(broker, "gateway") as gateway:
            async with client(broker, "matcher") as matcher:
                await matcher.subscribe(addresses.ALL_PUBLISHED)
                for number in range(1, 11):
                    await gateway.publish(addresses.publish("EALocation"), b"x", number)
                assert await gateway.packet() == b"\x40\x02\x00\x01"
            for number in range(2, 11):
                assert await gateway.packet() == b"\x40\x02" + number.to_bytes(2, "big")

    run(steps)


def test_only_the_matchers_messages_are_retained(run: Callable[[Steps], None]) -> None:
    async def steps(broker: GuardedBroker, _: AccountBook) -> None:
        async with client(broker, "gateway") as gateway, client(broker, "matcher") as matcher:
            kept = PublishPacket.build(addresses.publish("EALocation"), b"x", 1, False, 1, True)
            await gateway.send(kept.to_bytes())
            await gateway.packet()
            await matcher.subscribe(addresses.ALL_PUBLISHED)
            await gateway.publish(addresses.publish("EALocation"), b"end", 2)
            assert (await matcher.packet())[-3:] == b"end"

    run(steps)


@pytest.mark.parametrize("change", ["remove", "password"])
def test_who_is_no_longer_the_account_it_was_is_disconnected(run: Callable[[Steps], None], change: str) -> None:
    async def steps(broker: GuardedBroker, book: AccountBook) -> None:
        async with client(broker, "alice") as alice, client(broker, "matcher") as matcher:
            broker.end_changed_accounts()
            if change == "remove":
                book.remove("alice")
            else:
                book.change_password("alice", "another password")
            broker.end_changed_accounts()
            assert await alice.is_hung_up()
            await matcher.send(b"\xc0\x00")
            assert await matcher.packet() == b"\xd0\x00"

    run(steps)


def test_a_spoilt_accounts_file_disconnects_nobody_and_is_reported(
    run: Callable[[Steps], None], caplog: pytest.LogCaptureFixture
) -> None:
    async def steps(broker: GuardedBroker, book: AccountBook) -> None:
        async with client(broker, "alice") as alice:
            book.path.write_text("spoilt")
            broker.end_changed_accounts()
            await alice.send(b"\xc0\x00")
            assert await alice.packet() == b"\xd0\x00"

    run(steps)
    assert [r.levelno for r in caplog.records if "accounts file cannot be read" in r.message] == [logging.ERROR]


def test_nothing_of_a_client_is_left_when_it_has_gone(run: Callable[[Steps], None]) -> None:
    async def steps(broker: GuardedBroker, _: AccountBook) -> None:
        for _ in range(3):
            async with client(broker, "alice") as alice:
                await alice.subscribe(addresses.inbox("alice"))
        async with asyncio.timeout(DEADLINE_S):
            while broker.sessions or broker._open:
                await asyncio.sleep(0.01)
        assert broker.subscriptions == {}

    run(steps)


def test_it_stops_although_strangers_and_deaf_clients_hold_on(tmp_path: Path, accounts_file: bytes) -> None:
    book = AccountBook(tmp_path / "accounts.json")
    book.path.write_bytes(accounts_file)

    async def steps() -> None:
        broker = GuardedBroker("127.0.0.1", 0, book)
        await broker.start()
        _, stranger = await asyncio.open_connection("127.0.0.1", broker.port)
        stranger.write(b"\x10\x20")
        async with client(broker, "alice") as alice:
            await alice.subscribe(addresses.inbox("alice"))
            await asyncio.wait_for(broker.shutdown(), DEADLINE_S)
            assert await alice.is_hung_up()
        stranger.transport.abort()
        await asyncio.sleep(0)  # lets the transports close

    asyncio.run(steps())
