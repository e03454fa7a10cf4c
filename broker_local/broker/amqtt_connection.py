"""One client's connection: its packets handled in the order they come, its messages sent in the order they are due."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections import deque
from dataclasses import dataclass
from typing import Protocol

from amqtt.errors import AMQTTError, CodecError, MQTTError, NoDataError
from amqtt.mqtt import packet_class
from amqtt.mqtt.connack import CONNECTION_ACCEPTED, ConnackPacket
from amqtt.mqtt.disconnect import DisconnectPacket
from amqtt.mqtt.packet import MQTTFixedHeader, MQTTPacket
from amqtt.mqtt.pingreq import PingReqPacket
from amqtt.mqtt.pingresp import PingRespPacket
from amqtt.mqtt.protocol.broker_handler import BrokerProtocolHandler
from amqtt.mqtt.puback import PubackPacket
from amqtt.mqtt.pubcomp import PubcompPacket
from amqtt.mqtt.publish import PublishPacket
from amqtt.mqtt.pubrec import PubrecPacket
from amqtt.mqtt.pubrel import PubrelPacket
from amqtt.mqtt.suback import SubackPacket
from amqtt.mqtt.subscribe import SubscribePacket
from amqtt.mqtt.unsuback import UnsubackPacket
from amqtt.mqtt.unsubscribe import UnsubscribePacket

from .accounts import Account

MAX_UNACKNOWLEDGED = 1_000  # at QoS 1, to one client: a matcher acknowledges in batches, and these are the largest

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Outgoing:
    """A message that waits to be sent to one client."""

    address: str
    payload: bytes
    qos: int
    is_retained: bool = False


class Hub(Protocol):
    """What a connection asks of the broker it belongs to."""

    def accept(self, sender: Connection, address: str, payload: bytes, *, retain: bool) -> None:
        """Pass a message on to whoever may and wants to read it."""

    async def subscribe(self, reader: Connection, filters: list[tuple[str, int]]) -> list[int]:
        """Begin subscriptions; the granted QoS of each, or 0x80."""

    def unsubscribe(self, reader: Connection, filters: list[str]) -> None:
        """End subscriptions."""

    def backlog_changed(self, reader: Connection) -> None:
        """More, or less, waits to be sent to this client."""


class Connection(BrokerProtocolHandler):  # type: ignore[misc]  # amqtt ships no types
    """amqtt's handler of one client, with its packets handled one by one and a queue out that can be measured.

    amqtt makes a task of every packet and cancels those that have not begun when the client hangs up, so that a
    message followed by a quick goodbye is lost; and it gives up on a message that is not acknowledged in 5 s.
    """

    account: Account  # both set once the client is known
    hub: Hub

    def __init__(self, *arguments: object, **named: object) -> None:
        super().__init__(*arguments, **named)
        self.waiting: deque[Outgoing] = deque()
        self.waiting_bytes = 0
        self._unacknowledged: set[int] = set()
        self._unreleased: set[int] = set()  # QoS 2, section 4.3.3: passed on, and not to be passed on again
        self._wake = asyncio.Event()
        self._ended: asyncio.Future[DisconnectPacket | None] = asyncio.get_running_loop().create_future()
        self._tasks: list[asyncio.Task[None]] = []

    async def start(self) -> None:
        """Welcome the client, then read and write."""
        await self._answer(ConnackPacket.build(0, CONNECTION_ACCEPTED))
        self._tasks = [asyncio.create_task(self._receive_all()), asyncio.create_task(self._send_all())]

    async def stop(self) -> None:
        """Read and write no more, and hang up."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        self.waiting.clear()
        self.waiting_bytes = 0
        self.hub.backlog_changed(self)
        await self.writer.close()
        self.end()

    def end(self, goodbye: DisconnectPacket | None = None) -> None:
        """The client has said goodbye, or (without one) is gone or is to go: only the first word counts."""
        if not self._ended.done():
            self._ended.set_result(goodbye)

    async def wait_disconnect(self) -> DisconnectPacket | None:
        """Wait for the client to leave; None when it did not say goodbye, so that its will is due."""
        return await self._ended

    def send(self, message: Outgoing) -> None:
        """Queue a message for this client."""
        if self._ended.done():
            return
        self.waiting.append(message)
        self.waiting_bytes += len(message.payload)
        self._wake.set()
        self.hub.backlog_changed(self)

    async def _receive_all(self) -> None:
        """Handle packets until there are no more, or one that breaks the protocol."""
        try:
            while await self.reader.fetch():
                header = await MQTTFixedHeader.from_stream(self.reader)
                packet = await packet_class(header).from_stream(self.reader, fixed_header=header)
                if not await self._handled(packet):
                    break
        except (AMQTTError, MQTTError, CodecError, NoDataError, ValueError, OSError) as error:
            _log.info("%s breaks the protocol or is gone: %s", self.account.name, error)
        finally:
            self.end()

    async def _handled(self, packet: MQTTPacket) -> bool:
        """Answer one packet; False for one that ends the connection."""
        match packet:
            case PublishPacket():
                return await self._passed_on(packet)
            case PubackPacket():
                self._unacknowledged.discard(packet.packet_id)
                self._wake.set()
            case PubrelPacket():
                self._unreleased.discard(packet.packet_id)
                await self._answer(PubcompPacket.build(packet.packet_id))
            case PingReqPacket():
                await self._answer(PingRespPacket.build())
            case SubscribePacket():
                granted = await self.hub.subscribe(self, packet.payload.topics)
                await self._answer(SubackPacket.build(packet.variable_header.packet_id, granted))
            case UnsubscribePacket():
                self.hub.unsubscribe(self, packet.payload.topics)
                await self._answer(UnsubackPacket.build(packet.variable_header.packet_id))
            case DisconnectPacket():
                self.end(packet)
                return False
            case _:  # a second CONNECT, or what only a broker says [MQTT-3.1.0-2]
                return False
        return True

    async def _passed_on(self, packet: PublishPacket) -> bool:
        """Pass a message on, then say so: an acknowledged message has been queued for its readers."""
        if packet.qos > 2 or not packet.topic_name:  # [MQTT-3.3.1-4], [MQTT-4.7.3-1]
            return False
        if packet.qos < 2 or packet.packet_id not in self._unreleased:
            self.hub.accept(self, packet.topic_name, packet.data, retain=packet.retain_flag)
        if packet.qos == 1:
            await self._answer(PubackPacket.build(packet.packet_id))
        elif packet.qos == 2:
            self._unreleased.add(packet.packet_id)
            await self._answer(PubrecPacket.build(packet.packet_id))
        return True

    async def _send_all(self) -> None:
        """Send what waits, in order, never with more than `MAX_UNACKNOWLEDGED` under way."""
        with contextlib.suppress(OSError):
            while True:
                await self._wake.wait()
                self._wake.clear()
                while self.waiting and len(self._unacknowledged) < MAX_UNACKNOWLEDGED:
                    message = self.waiting.popleft()
                    self.waiting_bytes -= len(message.payload)
                    await self._answer(self._packed(message))
                    self.hub.backlog_changed(self)
        self.end()

    def _packed(self, message: Outgoing) -> PublishPacket:
        number = None
        if message.qos:
            number = self.session.next_packet_id
            while number in self._unacknowledged:
                number = self.session.next_packet_id
            self._unacknowledged.add(number)
        return PublishPacket.build(message.address, message.payload, number, False, message.qos, message.is_retained)

    async def _answer(self, packet: MQTTPacket) -> None:
        await packet.to_stream(self.writer)
