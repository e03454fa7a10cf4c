"""The link's packets are sent at once: a request and its answer take 2 ms and not 44."""

import socket

from rfers_desktop.session.link import Link


def test_a_connection_does_not_hold_small_packets_back() -> None:
    client = Link("ann", "secret", "127.0.0.1", 1)._client
    with socket.socket() as opened:
        assert not opened.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)
        assert client.on_socket_open is not None
        client.on_socket_open(client, None, opened)
        assert opened.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)
