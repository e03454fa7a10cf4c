"""The link to a real broker: in order, acknowledged late, and clear about a broker that is not there."""

import threading
import time
from pathlib import Path

import paho.mqtt.client as mqtt
import pytest
from paho.mqtt.enums import CallbackAPIVersion

from broker_local.broker.access import CLIENTS_CONNECTED
from broker_local.broker.accounts import AccountBook, Role
from broker_local.broker.choose import ACCOUNTS_FILE, start_broker
from broker_local.protocol.addresses import STATUS, inbox, publish
from broker_local.service.mqtt_link import LinkError, MqttLink
from broker_local.service.runner import ADDRESSES

pytestmark = pytest.mark.broker


def test_messages_come_in_order_and_the_will_is_said_when_we_vanish(tmp_path: Path) -> None:
    book = AccountBook(tmp_path / ACCOUNTS_FILE)
    password = book.issue("matcher", Role.SERVICE)
    book.add("pub", "pub-password-1", Role.PUBLISHER, ["EALocation"])
    broker = start_broker("embedded", tmp_path)
    link = MqttLink("link-test", "matcher", password, ADDRESSES)
    publisher = mqtt.Client(CallbackAPIVersion.VERSION2, client_id="p")
    try:
        link.start(broker.host, broker.port, (STATUS, b"gone"))
        assert link.is_connected
        publisher.username_pw_set("pub", "pub-password-1")
        publisher.connect(broker.host, broker.port)
        publisher.loop_start()
        for number in range(20):
            publisher.publish(publish("EALocation"), str(number).encode(), qos=1)
        came: list[bytes] = []
        while len(came) < 20:
            drained = link.drain(100, 10.0)
            assert drained, f"only {len(came)} of 20 came"
            for message in drained:
                link.acknowledge(message)
                came.append(message.payload)
        assert came == [str(number).encode() for number in range(20)]
    finally:
        publisher.disconnect()
        publisher.loop_stop()
        link.stop()
        broker.stop()
    assert not any("paho" in thread.name for thread in threading.enumerate())


def test_it_knows_how_many_others_are_connected_when_the_broker_tells(tmp_path: Path) -> None:
    password = AccountBook(tmp_path / ACCOUNTS_FILE).issue("matcher", Role.SERVICE)
    broker = start_broker("embedded", tmp_path)
    link = MqttLink("link-test", "matcher", password, ADDRESSES, figures={"clients": CLIENTS_CONNECTED})
    other = MqttLink("other", "matcher", password, ADDRESSES)
    try:
        assert link.figures == {}
        link.start(broker.host, broker.port, None)
        other.start(broker.host, broker.port, None)
        until = time.monotonic() + 20
        while link.figures.get("clients") != 2:
            assert time.monotonic() < until, link.figures
            time.sleep(0.02)
        assert (other.figures, other.waiting) == ({}, 0)  # it did not ask
    finally:
        other.stop()
        link.stop()
        broker.stop()


def test_a_broker_that_may_not_tell_how_many_are_connected_is_forgiven(tmp_path: Path) -> None:
    book = AccountBook(tmp_path / ACCOUNTS_FILE)
    book.add("ann", "a good password", Role.SUBSCRIBER)
    broker = start_broker("embedded", tmp_path)
    link = MqttLink("desk", "ann", "a good password", [STATUS], figures={"clients": CLIENTS_CONNECTED})
    try:
        link.start(broker.host, broker.port, None)
        assert link.figures == {}
    finally:
        link.stop()
        broker.stop()


def test_what_finds_no_room_while_the_broker_is_away_is_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("broker_local.service.mqtt_link._LARGEST_QUEUE", 3)
    monkeypatch.setattr("broker_local.service.mqtt_link._MOST_UNACKNOWLEDGED", 1)
    link = MqttLink("m", "matcher", "x", ADDRESSES)
    for number in range(10):
        link.publish(publish("EALocation"), str(number).encode())
    assert link.unsent > 0


def test_a_broker_that_is_not_there_is_named(free_port: int) -> None:
    link = MqttLink("link-test", "matcher", "x", ADDRESSES)
    with pytest.raises(LinkError, match=rf"expected one at 127\.0\.0\.1:{free_port}"):
        link.start("127.0.0.1", free_port, (STATUS, b""))


@pytest.fixture
def free_port() -> int:
    import socket

    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def test_what_is_sent_now_arrives_in_order_or_never(tmp_path: Path) -> None:
    book = AccountBook(tmp_path / ACCOUNTS_FILE)
    book.add("ann", "a good password", Role.SUBSCRIBER)
    link = MqttLink("link-test", "matcher", book.issue("matcher", Role.SERVICE), ADDRESSES)
    assert not link.send_now(inbox("ann"), b"too early")
    broker = start_broker("embedded", tmp_path)
    desk = MqttLink("desk", "ann", "a good password", [inbox("ann")])
    try:
        link.start(broker.host, broker.port, None)
        desk.start(broker.host, broker.port, None)
        assert all(link.send_now(inbox("ann"), str(number).encode()) for number in range(100))
        broker.stop()
        until = time.monotonic() + 20
        while link.is_connected:
            assert time.monotonic() < until
            time.sleep(0.02)
        assert not link.send_now(inbox("ann"), b"too late")
        broker = start_broker("embedded", tmp_path, broker.port)
        while not (link.is_connected and desk.is_connected):
            assert time.monotonic() < until
            time.sleep(0.02)
        assert link.send_now(inbox("ann"), b"last")
        came: list[bytes] = []
        while b"last" not in came:
            came += [message.payload for message in desk.drain(1_000, 10.0)]
        assert came == [str(number).encode() for number in range(len(came) - 1)] + [b"last"]
        assert link.unsent == 2
    finally:
        desk.stop()
        link.stop()
        broker.stop()
