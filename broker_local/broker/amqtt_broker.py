"""amqtt's broker with our accounts and access rules, and with the doors that amqtt 0.12 leaves open shut.

amqtt asks for the password after it has looked up (or deleted) the session of whatever client id was given, so that
anyone could end another's session, or plant a last will in it that is then sent unchecked; it sends retained and queued
messages without asking who may read them; it never ends silent clients; and all its queues are endless. Therefore:

- a client is known before anything of it is used, and its sessions are its own: another account's client id is another
  session. Sessions end with their connection, since promises of delivery are kept by numbered inboxes and receipts;
- every message, will or not, comes in through `accept` and is checked there, for its sender and for each reader;
- a reader too slow for its messages is disconnected (and resumes its inbox later); when it is the matcher that is slow,
  publishers wait.
"""

from __future__ import annotations

import asyncio
import logging
import ssl
import time
from pathlib import Path

from amqtt.broker import Broker
from amqtt.contexts import Action as BrokerAction
from amqtt.contexts import BrokerConfig, ListenerConfig
from amqtt.errors import AMQTTError
from amqtt.mqtt.connack import NOT_AUTHORIZED, ConnackPacket
from amqtt.session import Session

from broker_local.protocol.errors import ProtocolError, shown
from broker_local.protocol.limits import MAX_MESSAGE_BYTES

from .access import CLIENTS_CONNECTED, CLIENTS_SLOWED_S, Action, covers, is_filter, may
from .accounts import AccountBook, Role
from .amqtt_connection import Connection, Outgoing
from .amqtt_streams import ConnectionWriter, PacketReader
from .pace import ClientLimits, Pace

MAX_CONNECTIONS = 2_000
MAX_WAITING = 20_000  # messages to one client; beyond, it is too slow to be helped
MAX_WAITING_BYTES = 2 * MAX_MESSAGE_BYTES
GATE_WAITING = 5_000  # messages to a matcher; beyond, publishers wait until it has caught up by half
GATE_WAITING_BYTES = MAX_MESSAGE_BYTES
_REFUSED = 0x80  # section 3.9.3

_log = logging.getLogger(__name__)


class GuardedBroker(Broker):  # type: ignore[misc]  # amqtt ships no types
    """An MQTT 3.1.1 broker on one address, for the accounts of one book."""

    def __init__(
        self,
        host: str,
        port: int,
        book: AccountBook,
        certificate_and_key: tuple[Path, Path] | None = None,
        limits: ClientLimits | None = None,
    ) -> None:
        listener = ListenerConfig(bind=f"{host}:{port}", max_connections=MAX_CONNECTIONS)
        if certificate_and_key is not None:
            listener.ssl = True
            listener.certfile, listener.keyfile = certificate_and_key
        super().__init__(BrokerConfig(listeners={"default": listener}, plugins={}))
        self._book = book
        self._limits = limits or ClientLimits()
        book.accounts()  # an unreadable file is an error now, not at the first client
        self._wildcards: set[str] = set()  # filters with wildcards that were ever granted: the rules allow few
        self._retained: dict[str, bytes] = {}
        self._open: set[ConnectionWriter] = set()
        self._overfull: set[Connection] = set()  # matchers that publishers have to wait for
        self._gate = asyncio.Event()
        self._gate.set()
        self._slowed_s = 0.0  # how long clients in all had to wait for their pace

    @property
    def port(self) -> int:
        """Where it listens, once started."""
        return int(self._servers["default"].instance.sockets[0].getsockname()[1])

    async def shutdown(self) -> None:
        """Hang up on everyone, known or not, and stop listening."""
        self._servers["default"].instance.close()
        await asyncio.gather(*(connection.stop() for _, connection in self._sessions.values()))
        for stranger in self._open:
            stranger.abort()
        await super().shutdown()

    def end_changed_accounts(self) -> None:
        """Disconnect whoever is no longer the account it logged in as: removed, or with another password or role."""
        try:
            accounts = self._book.accounts()
        except (ProtocolError, OSError) as error:
            _log.error("the accounts file cannot be read, no one new can log in: %s", error)
            return
        for _, connection in list(self._sessions.values()):
            if accounts.get(connection.account.name) != connection.account:
                _log.warning("%s is disconnected: the account has changed", connection.account.name)
                connection.end()

    def tell_figures(self) -> None:
        """Tell, where Mosquitto tells such figures, how many are connected; and who was slowed since the last time."""
        connected = 0
        for _, connection in list(self._sessions.values()):
            connected += 1
            if waited_s := connection.reader.take_waited_s():
                _log.warning("%s is slowed: it sends faster than a client may", connection.account.name)
                self._slowed_s += waited_s
        for address, figure in ((CLIENTS_CONNECTED, connected), (CLIENTS_SLOWED_S, round(self._slowed_s))):
            if self._retained.get(address) != (payload := str(figure).encode()):
                self._retained[address] = payload
                self._spread(address, payload)

    # A client comes and goes

    async def stream_connected(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, listener_name: str
    ) -> None:
        """One client, from its first byte to its last."""
        out = ConnectionWriter(writer)
        self._open.add(out)
        try:
            await self._client_connected(listener_name, PacketReader(reader), out)
        finally:
            self._open.discard(out)
            await out.close()

    async def _initialize_client_session(
        self, reader: PacketReader, writer: ConnectionWriter, remote_address: str, remote_port: int
    ) -> tuple[Connection, Session]:
        try:
            await reader.fetch()
            connection, session = await Connection.init_from_connect(reader, writer, self.plugins_manager)
            account = await asyncio.to_thread(self._book.verified, session.username, session.password)
            if account is None:
                _log.warning("refused: a wrong name or password from %s", remote_address)
                await ConnackPacket.build(0, NOT_AUTHORIZED).to_stream(writer)
        except Exception as error:  # whatever a stranger sends, amqtt cleans up after this one error
            raise AMQTTError(f"no connection: {error!r}") from error
        if account is None:
            raise AMQTTError("not authorized")
        connection.account, connection.hub = account, self
        session.client_id = f"{account.name}/{session.client_id}"
        session.password = None
        if account.role is Role.SERVICE:
            reader.admit(session.keep_alive, gate=None, pace=None)
        else:
            reader.admit(session.keep_alive, self._gate, Pace(self._limits, time.monotonic))
        return connection, session

    async def _handle_client_session(
        self, reader: PacketReader, writer: ConnectionWriter, session: Session, connection: Connection, *_: object
    ) -> None:
        if session.client_id in self._sessions:  # [MQTT-3.1.4-2] the newer connection takes over
            self._sessions[session.client_id][1].end()
            await self._delete_session(session.client_id)
        session.transitions.connect()
        connection.attach(session, reader, writer)
        self._sessions[session.client_id] = (session, connection)
        try:
            await connection.start()
            goodbye = await connection.wait_disconnect()
            if goodbye is None and session.will_flag:
                self.accept(connection, session.will_topic, session.will_message, retain=session.will_retain)
        except OSError as error:
            _log.info("%s is gone: %s", connection.account.name, error)
        finally:
            await connection.stop()
            if self._sessions.get(session.client_id) == (session, connection):
                await self._delete_session(session.client_id)

    # A message comes and goes

    def accept(self, sender: Connection, address: str, payload: bytes, *, retain: bool) -> None:
        """Queue a message for everyone who subscribed to it and may read it, if its sender may send it."""
        if not may(sender.account, Action.WRITE, address):
            _log.warning("refused: %s may not write to %s", sender.account.name, shown(address))
            return
        if retain and sender.account.role is Role.SERVICE:
            self._retained[address] = payload
            if not payload:  # [MQTT-3.3.1-10]
                del self._retained[address]
        self._spread(address, payload)

    def _spread(self, address: str, payload: bytes) -> None:
        for pattern in (address, *(wide for wide in self._wildcards if covers(wide, address))):
            for session, qos in self._subscriptions.get(pattern, ()):
                connection = self._get_handler(session)
                if connection is not None:
                    self._pass_on(connection, Outgoing(address, payload, qos))

    async def subscribe(self, reader: Connection, filters: list[tuple[str, int]]) -> list[int]:
        """Begin subscriptions, at QoS 1 at most; retained messages follow."""
        granted = [await self._subscribed(reader, pattern, qos) for pattern, qos in filters]
        for (pattern, _), qos in zip(filters, granted, strict=True):
            for address, payload in self._retained.items():
                if qos != _REFUSED and covers(pattern, address):
                    self._pass_on(reader, Outgoing(address, payload, qos, is_retained=True))
        return granted

    def unsubscribe(self, reader: Connection, filters: list[str]) -> None:
        """End subscriptions."""
        for pattern in filters:
            self._del_subscription(pattern, reader.session)

    def backlog_changed(self, reader: Connection) -> None:
        """Make publishers wait for a matcher that is behind; give up on any other client that is too far behind."""
        if reader.account.role is Role.SERVICE:
            share = max(len(reader.waiting) / GATE_WAITING, reader.waiting_bytes / GATE_WAITING_BYTES)
            if share > 1:
                self._overfull.add(reader)
                self._gate.clear()
            elif share <= 0.5 and reader in self._overfull:
                self._overfull.discard(reader)
                if not self._overfull:
                    self._gate.set()
        elif len(reader.waiting) > MAX_WAITING or reader.waiting_bytes > MAX_WAITING_BYTES:
            _log.warning("%s is disconnected: %d messages behind", reader.account.name, len(reader.waiting))
            reader.end()

    def _pass_on(self, reader: Connection, message: Outgoing) -> None:
        if may(reader.account, Action.READ, message.address):
            reader.send(message)

    async def _subscribed(self, reader: Connection, pattern: str, qos: int) -> int:
        if qos > 2:  # [MQTT-3-8.3-4]
            return _REFUSED
        granted = int(await self.add_subscription((pattern, min(qos, 1)), reader.session))
        if granted == _REFUSED:
            _log.warning("refused: %s may not read %s", reader.account.name, shown(pattern))
        elif is_filter(pattern):
            self._wildcards.add(pattern)
        return granted

    @staticmethod
    def _create_ssl_context(listener: ListenerConfig) -> ssl.SSLContext:
        """amqtt's own would ask clients for certificates that nobody checks."""
        context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
        context.load_cert_chain(listener.certfile, listener.keyfile)
        return context

    async def _topic_filtering(self, session: Session, topic: str, action: BrokerAction) -> bool:
        """amqtt's own question before a subscription is begun."""
        connection = self._get_handler(session)
        return connection is not None and may(connection.account, Action.READ, topic)
