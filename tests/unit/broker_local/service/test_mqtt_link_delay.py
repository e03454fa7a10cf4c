"""The link's packets are sent at once: a request and its answer take 2 ms and not 44."""

import socket

from broker_local.service.mqtt_link import MqttLink


def test_a_connection_does_not_hold_small_packets_back() -> None:
    client = MqttLink("test", "matcher", "secret", [])._client
    with socket.socket() as opened:
        assert not opened.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)
        assert client.on_socket_open is not None
        client.on_socket_open(client, None, opened)
        assert opened.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)
