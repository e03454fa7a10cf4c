"""The link to a real broker: in order, acknowledged late, and clear about a broker that is not there."""

import threading
from pathlib import Path

import paho.mqtt.client as mqtt
import pytest
from paho.mqtt.enums import CallbackAPIVersion

from broker_local.broker.accounts import AccountBook, Role
from broker_local.broker.choose import ACCOUNTS_FILE, start_broker
from broker_local.protocol.addresses import STATUS, publish
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
