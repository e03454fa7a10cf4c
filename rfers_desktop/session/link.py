"""The MQTT connection of a desk: its thread decodes and hands over; nothing else happens on it."""

from __future__ import annotations

import contextlib
import socket
import ssl
import sys
import threading
import uuid
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

import paho.mqtt.client as mqtt
from paho.mqtt.enums import CallbackAPIVersion, MQTTErrorCode
from paho.mqtt.properties import Properties
from paho.mqtt.reasoncodes import ReasonCode

from broker_local.protocol import addresses
from broker_local.protocol.request_codec import encode_request
from broker_local.protocol.requests import Request
from rfers_desktop.language import later, tr

from .crossing import Crossing
from .incoming import Incoming
from .link_events import BrokenCode, InboxMessage, LinkDown, LinkEvent, LinkRefused, LinkUp

_QUEUE = 20_000  # decoded notifications that wait for the desk; more are asked for again later
_QUEUE_RESERVE = 2_000  # for what cannot be asked for again: replies, states
_KEEPALIVE_S = 20
_CONNECT_WITHIN_S = 5.0
_RETRY_AFTER_S = (1, 15)
_QOS = 1
# The CONNACK answers that another try would not change (MQTT 3.1.1 table 3.1, by their MQTT 5 names).
_FINAL = {
    "Bad user name or password": later("the user name or the password is wrong"),
    "Not authorized": later("the user name or the password is wrong"),
    "Client identifier not valid": later("the broker does not accept this program's client id"),
    "Unsupported protocol version": later("the broker does not speak MQTT 3.1.1"),
}


class Link:
    """One user's connection to the broker, which comes back by itself when it is lost."""

    def __init__(
        self,
        user: str,
        password: str,
        host: str,
        port: int,
        on_wake: Callable[[], None] | None = None,
        *,
        tls: ssl.SSLContext | None = None,
    ) -> None:
        self._request_address = addresses.request(user)
        self._where = f"{host}:{port}"
        self._incoming = Incoming(user)
        self._crossing: Crossing[LinkEvent] = Crossing(_QUEUE, _QUEUE_RESERVE, on_wake)
        self._is_stopping = False
        # MQTT 3.1.1 and a clean session: what was missed is asked for by number, not left to the broker's memory.
        self._client = mqtt.Client(
            CallbackAPIVersion.VERSION2, client_id=f"rfers-{uuid.uuid4().hex[:16]}", protocol=mqtt.MQTTv311
        )
        self._client.username_pw_set(user, password)
        if tls is not None:
            self._client.tls_set_context(tls)
        self._client.connect_timeout = _CONNECT_WITHIN_S
        self._client.reconnect_delay_set(*_RETRY_AFTER_S)
        self._client.on_socket_open = _send_at_once
        self._client.on_connect = self._on_connect
        self._client.on_connect_fail = self._on_connect_fail
        self._client.on_disconnect = self._on_disconnect
        self._client.on_subscribe = self._on_subscribe
        self._client.on_message = self._on_message
        self._client.connect_async(host, port, keepalive=_KEEPALIVE_S)

    def start(self) -> None:
        """Begin to connect; returns at once."""
        self._client.loop_start()

    def stop(self, within_s: float) -> None:
        """Say goodbye and end the network thread; one that hangs in a connect is left to end by itself."""
        self._is_stopping = True
        self._crossing.stop_waking()
        self._client.disconnect()
        ending = threading.Thread(target=self._client.loop_stop, name="rfers-link-stop", daemon=True)
        ending.start()
        ending.join(within_s)

    def send(self, request: Request) -> bool:
        """Send a request; False if there is no connection to send it on."""
        if not self._client.is_connected():
            return False
        sent = self._client.publish(self._request_address, encode_request(request), qos=_QOS)
        return sent.rc == MQTTErrorCode.MQTT_ERR_SUCCESS

    def take(self, timeout_s: float = 0.0) -> list[LinkEvent]:
        """What the network thread handed over since the last call."""
        return self._crossing.take(timeout_s)

    def take_lost(self) -> int:
        """How many messages found the queue full since the last call."""
        return self._crossing.take_lost()

    # Everything below runs on the network thread.

    def _on_connect(
        self, client: mqtt.Client, userdata: Any, flags: mqtt.ConnectFlags, code: ReasonCode, more: Properties | None
    ) -> None:
        if not code.is_failure:
            client.subscribe([(address, _QOS) for address in self._incoming.heard])
            return
        answer = code.getName()
        if answer in _FINAL:
            self._refuse(tr(_FINAL[answer]))
        else:
            self._crossing.put(
                LinkDown(tr("the broker at {where} answered: {answer}", where=self._where, answer=answer))
            )

    def _on_subscribe(
        self, client: mqtt.Client, userdata: Any, mid: int, codes: list[ReasonCode], more: Properties | None
    ) -> None:
        refused = [address for address, code in zip(self._incoming.heard, codes) if code.is_failure]
        if refused:
            self._refuse(tr("the account may not read {addresses}", addresses=", ".join(refused)))
        else:
            self._crossing.put(LinkUp())

    def _on_connect_fail(self, client: mqtt.Client, userdata: Any) -> None:
        error = sys.exception()  # paho calls this while it handles what went wrong
        if isinstance(error, ssl.SSLCertVerificationError):
            self._refuse(
                tr(
                    "the broker at {where} cannot be trusted: {reason}",
                    where=self._where,
                    reason=error.verify_message,
                )
            )
        elif isinstance(error, ssl.SSLError):
            self._crossing.put(LinkDown(tr("{where} does not speak TLS as we do; trying again", where=self._where)))
        else:
            self._crossing.put(LinkDown(tr("no broker answers at {where}; trying again", where=self._where)))

    def _on_disconnect(
        self,
        client: mqtt.Client,
        userdata: Any,
        flags: mqtt.DisconnectFlags,
        code: ReasonCode,
        more: Properties | None,
    ) -> None:
        if not self._is_stopping:
            self._crossing.put(LinkDown(tr("the connection to {where} was lost; trying again", where=self._where)))

    def _on_message(self, client: mqtt.Client, userdata: Any, message: mqtt.MQTTMessage) -> None:
        event: LinkEvent
        try:
            event = self._incoming.read(message.topic, bytes(message.payload), datetime.now(UTC))
        except Exception as error:  # ours: carried over, because raising here would end the thread unseen
            event = BrokenCode(error)
        self._crossing.put(event, can_be_asked_again=isinstance(event, InboxMessage))

    def _refuse(self, reason: str) -> None:
        self._is_stopping = True
        self._crossing.put(LinkRefused(reason))
        with contextlib.suppress(OSError):
            self._client.disconnect()


def _send_at_once(client: mqtt.Client, userdata: Any, opened: Any) -> None:
    """Small packets do not wait for the other side's acknowledgement of the last, up to 40 ms each (RFC 896)."""
    opened.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
