"""The two ends of a client's connection as amqtt wants them: whole packets in, closed for sure in the end."""

from __future__ import annotations

import asyncio
import contextlib

from amqtt.adapters import ReaderAdapter, StreamWriterAdapter
from amqtt.mqtt.packet import CONNECT, PUBLISH

from broker_local.protocol.limits import MAX_MESSAGE_BYTES

from .pace import Pace

MAX_PACKET_BYTES = MAX_MESSAGE_BYTES + 64 * 1024  # the payload, and room for the address
MAX_CONNECT_BYTES = 256 * 1024  # from a client that nobody knows yet
CONNECT_S = 10.0  # and how long it may take to say who it is
_CHUNK_BYTES = 256 * 1024
_CLOSE_S = 1.0


class PacketReader(ReaderAdapter):  # type: ignore[misc]  # amqtt ships no types
    """Takes packets off the wire one at a time; the decoder reads from the one that was fetched, and no further.

    A packet that is too large is refused by its header, before any of it is stored. A client that is silent for
    longer than its keep-alive allows is gone. While the gate is closed no message is taken in: it stays in the network,
    which makes its sender wait; acknowledgements and pings before it still pass. In the same way a client that sends
    faster than its pace allows is not read from until its time has come.
    """

    def __init__(self, stream: asyncio.StreamReader) -> None:
        self._stream = stream
        self._packet = b""
        self._at = 0
        self._is_known = False
        self._limit_bytes = MAX_CONNECT_BYTES
        self._silence_s: float | None = CONNECT_S
        self._gate: asyncio.Event | None = None
        self._pace: Pace | None = None
        self._waited_s = 0.0  # for its pace

    def admit(self, keep_alive_s: int, gate: asyncio.Event | None, pace: Pace | None = None) -> None:
        """The client is known: larger packets, its own keep-alive, the gate its messages have to wait at, its pace."""
        self._is_known = True
        self._limit_bytes = MAX_PACKET_BYTES
        self._silence_s = keep_alive_s * 1.5 or None  # [MQTT-3.1.2-24]; 0 is never
        self._gate = gate
        self._pace = pace

    def take_waited_s(self) -> float:
        """How long the client had to wait for its pace since the last call."""
        waited_s, self._waited_s = self._waited_s, 0.0
        return waited_s

    async def fetch(self) -> bool:
        """Wait for the next packet, all of it; False when there is none, or none that is acceptable."""
        self._packet, self._at = b"", 0  # lets go of a large packet before waiting for the next
        self._packet = await self._next_packet()
        return bool(self._packet)

    async def read(self, n: int = -1) -> bytes:
        """The next bytes of the packet: `n` of them, or as many as it still has."""
        end = len(self._packet) if n < 0 else self._at + n
        taken = self._packet[self._at : end]
        self._at += len(taken)
        return taken

    def feed_eof(self) -> None:
        """The stream has ended."""
        self._stream.feed_eof()

    async def _next_packet(self) -> bytes:
        header = await self._exactly(2)
        if header and header[0] >> 4 != CONNECT and not self._is_known:  # [MQTT-3.1.0-1]
            return b""
        while header and header[-1] & 0x80:  # remaining length, section 2.2.3
            more = await self._exactly(1) if len(header) < 5 else b""
            header = header + more if more else b""
        if not header:
            return b""
        length = sum((byte & 0x7F) << (7 * i) for i, byte in enumerate(header[1:]))
        if length > self._limit_bytes:
            return b""
        if self._pace is not None and (wait_s := self._pace.take(len(header) + length)):
            self._waited_s += wait_s
            await asyncio.sleep(wait_s)
        if self._gate is not None and header[0] >> 4 == PUBLISH:
            await self._gate.wait()
        body = await self._exactly(length)
        return header + body if len(body) == length else b""

    async def _exactly(self, n: int) -> bytes:
        parts: list[bytes] = []
        while n:
            try:
                async with asyncio.timeout(self._silence_s):
                    part = await self._stream.read(min(n, _CHUNK_BYTES))
            except (TimeoutError, OSError):
                return b""
            if not part:
                return b""
            parts.append(part)
            n -= len(part)
        return b"".join(parts) if len(parts) != 1 else parts[0]


class ConnectionWriter(StreamWriterAdapter):  # type: ignore[misc]
    """Sends, and closes within a second even when the client has stopped reading."""

    async def close(self) -> None:
        """Flush what the client still takes, then end the connection."""
        self.is_closed = True
        self._writer.close()
        with contextlib.suppress(OSError):
            try:
                async with asyncio.timeout(_CLOSE_S):
                    await self._writer.wait_closed()
            except TimeoutError:
                self.abort()

    def abort(self) -> None:
        """End the connection now, with what was not sent yet."""
        self.is_closed = True
        self._writer.transport.abort()
