"""The two ends of a connection: whole packets in, a sure end."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

import pytest

from broker_local.broker import amqtt_streams
from broker_local.broker.amqtt_streams import MAX_CONNECT_BYTES, MAX_PACKET_BYTES, ConnectionWriter, PacketReader
from broker_local.broker.pace import ClientLimits, Pace

CONNECT = b"\x10\x02hi"
PING = b"\xc0\x00"
PUBLISH = b"\x30\x05\x00\x01ahi"


def read(*chunks: bytes, then: Callable[[PacketReader], Awaitable[object]], known: bool = True) -> object:
    """What `then` makes of a stream of these bytes, which then ends."""

    async def steps() -> object:
        stream = asyncio.StreamReader()
        for chunk in chunks:
            stream.feed_data(chunk)
        stream.feed_eof()
        reader = PacketReader(stream)
        if known:
            reader.admit(0, None)
        return await then(reader)

    return asyncio.run(steps())


async def all_packets(reader: PacketReader) -> list[bytes]:
    packets = []
    while await reader.fetch():
        packets.append(await reader.read())
    return packets


def test_packets_come_one_by_one_however_they_were_cut() -> None:
    stream = PUBLISH + PING + PUBLISH
    chunks = [stream[i : i + 1] for i in range(len(stream))]
    assert read(*chunks, then=all_packets) == [PUBLISH, PING, PUBLISH]


def test_a_packet_is_never_read_beyond_its_end() -> None:
    async def too_much(reader: PacketReader) -> list[bytes]:
        await reader.fetch()
        return [await reader.read(1), await reader.read(99), await reader.read(1)]

    assert read(PING, PUBLISH, then=too_much) == [b"\xc0", b"\x00", b""]


def test_what_the_decoder_left_of_a_packet_is_no_packet() -> None:
    async def two_firsts(reader: PacketReader) -> list[bytes]:
        await reader.fetch()
        first = await reader.read(1)
        await reader.fetch()
        return [first, await reader.read(1)]

    assert read(PUBLISH, PING, then=two_firsts) == [b"\x30", b"\xc0"]


@pytest.mark.parametrize(
    "packet",
    [b"", b"\x30", PUBLISH[:-1], b"\x30\x80", b"\x30\xff\xff\xff\xff\x01" + b"x" * 200, b"\x30\xff\xff\xff\x7f"],
    ids=["nothing", "half a header", "half a body", "half a length", "a length without end", "too large"],
)
def test_an_unacceptable_packet_is_none(packet: bytes) -> None:
    assert read(packet, then=lambda reader: reader.fetch()) is False


def test_a_stranger_may_only_connect_and_only_briefly() -> None:
    assert read(CONNECT, then=all_packets, known=False) == [CONNECT]
    assert read(PING, then=all_packets, known=False) == []
    assert MAX_CONNECT_BYTES < 2**21 < MAX_PACKET_BYTES  # 2**21: a length of four digits
    assert read(b"\x10\x80\x80\x80\x01" + b"x" * 2**21, then=all_packets, known=False) == []


def test_silence_longer_than_one_and_a_half_keep_alives_is_the_end() -> None:
    async def steps() -> float:
        reader = PacketReader(asyncio.StreamReader())
        reader.admit(1, None)
        reader._silence_s = 0.01
        await reader.fetch()
        reader.admit(4, None)
        return reader._silence_s

    assert asyncio.run(asyncio.wait_for(steps(), 10)) == 6.0


def test_messages_wait_at_a_closed_gate_and_pings_do_not() -> None:
    async def steps() -> list[object]:
        stream, gate = asyncio.StreamReader(), asyncio.Event()
        reader = PacketReader(stream)
        reader.admit(0, gate)
        stream.feed_data(PING + PUBLISH)
        first = await reader.fetch()
        second = asyncio.ensure_future(reader.fetch())
        for _ in range(5):
            await asyncio.sleep(0)
        waits = not second.done()
        gate.set()
        return [first, waits, await second]

    assert asyncio.run(steps()) == [True, True, True]


def test_a_client_beyond_its_pace_is_read_later_and_it_is_told_how_long_it_waited(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    slept: list[float] = []

    async def sleep(wait_s: float) -> None:
        slept.append(wait_s)

    async def steps() -> list[object]:
        stream = asyncio.StreamReader()
        reader = PacketReader(stream)
        reader.admit(0, None, Pace(ClientLimits(packets_per_s=1, bytes_per_s=0), lambda: 0.0))
        stream.feed_data(PING * 4)
        monkeypatch.setattr(asyncio, "sleep", sleep)
        came = [await reader.fetch() for _ in range(4)]
        return [came, reader.take_waited_s(), reader.take_waited_s()]

    assert asyncio.run(steps()) == [[True] * 4, 3.0, 0.0]
    assert slept == [1.0, 2.0]  # after a burst of two


def test_a_connection_is_closed_even_when_the_client_does_not_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(amqtt_streams, "_CLOSE_S", 0.05)

    async def steps() -> bool:
        closed = asyncio.Event()

        async def serve(_: asyncio.StreamReader, stream: asyncio.StreamWriter) -> None:
            writer = ConnectionWriter(stream)
            writer.write(b"x" * 50_000_000)
            await writer.close()
            closed.set()

        server = await asyncio.start_server(serve, "127.0.0.1", 0)
        async with server:
            _, client = await asyncio.open_connection(*server.sockets[0].getsockname(), limit=1)
            await asyncio.wait_for(closed.wait(), 10)
            client.transport.abort()
        return closed.is_set()

    assert asyncio.run(steps())
