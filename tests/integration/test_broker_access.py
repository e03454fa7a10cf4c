"""Attempts to break in, on both brokers: nobody reads or writes what is not theirs, and nothing stops the others."""

from __future__ import annotations

import socket

import pytest

from broker_local.broker.access import Action, may
from broker_local.broker.choose import EMBEDDED
from broker_local.protocol import addresses
from broker_local.protocol.limits import MAX_MESSAGE_BYTES
from tests.integration.conftest import (
    DEADLINE_S,
    PEOPLE,
    Connect,
    Station,
    connect_packet,
    remaining_length,
)

pytestmark = pytest.mark.broker

HANG_UP_S = 3.0  # well below what a stranger is given to say who it is

NAMES = [name for name, _, _ in PEOPLE]
# Each address with one who may write to it and one who may read it.
WAYS = {
    addresses.publish("EALocation"): ("tracker", "matcher"),
    addresses.publish("FireIncReports"): ("carol", "matcher"),
    addresses.publish("WSObservation"): ("gateway", "matcher"),
    addresses.request("alice"): ("alice", "matcher"),
    addresses.request("tracker"): ("tracker", "matcher"),
    addresses.inbox("alice"): ("matcher", "alice"),
    addresses.inbox("bob"): ("matcher", "bob"),
    addresses.reply("alice"): ("matcher", "alice"),
    addresses.reply("tracker"): ("matcher", "tracker"),
    addresses.receipt("tracker"): ("matcher", "tracker"),
    addresses.receipt("gateway"): ("matcher", "gateway"),
    addresses.TOPICS: ("matcher", "chief"),
    addresses.STATUS: ("matcher", "bob"),
}
TOO_WIDE = [
    "#",
    "rfers/#",
    "rfers/v1/#",
    "rfers/v1/inbox/#",
    "rfers/v1/inbox/+",
    "rfers/v1/+/alice",
    "+/+/+/+",
    "+/v1/inbox/alice",
    "/rfers/v1/inbox/alice",
    "$share/desks/rfers/v1/inbox/alice",
    "$share/desks/rfers/v1/inbox/+",
    "$SYS/#",
]


def test_what_the_rules_forbid_to_write_arrives_nowhere_and_all_else_does(broker: Station, connect: Connect) -> None:
    clients = {name: connect(name) for name in NAMES}
    for address, (_, reader) in WAYS.items():
        clients[reader].subscribe(address)
    accounts = broker.accounts.accounts()
    for address, (writer, reader) in WAYS.items():
        for name in NAMES:
            clients[name].publish(address, name)
        clients[writer].publish(address, "end")
        allowed = [name for name in NAMES if may(accounts[name], Action.WRITE, address)]
        assert clients[reader].until(b"end") == [(address, name.encode()) for name in allowed]
        assert writer in allowed


@pytest.mark.parametrize("name", NAMES)
def test_what_the_rules_forbid_to_read_does_not_come_and_all_else_does(
    broker: Station, connect: Connect, name: str
) -> None:
    account = broker.accounts.accounts()[name]
    reader, writers = connect(name), {writer: connect(writer) for writer, _ in WAYS.values()}
    granted = [reader.subscribe(address)[0] for address in WAYS]
    allowed = [address for address in WAYS if may(account, Action.READ, address)]
    for address, (writer, _) in WAYS.items():
        writers[writer].publish(address, address)
    writers["matcher"].publish(addresses.STATUS, "end")
    assert reader.until(b"end") == [(address, address.encode()) for address in allowed]
    if broker.kind == EMBEDDED:  # Mosquitto grants, and then keeps back
        assert granted == [address in allowed for address in WAYS]


def test_wildcards_show_nothing_of_others(broker: Station, connect: Connect) -> None:
    bob, matcher, alice = connect("bob"), connect("matcher"), connect("alice")
    granted = bob.subscribe(*TOO_WIDE)
    assert broker.kind != EMBEDDED or not any(granted)  # Mosquitto grants, and then keeps back
    bob.subscribe(addresses.reply("bob"))
    matcher.publish(addresses.inbox("alice"), "for alice")
    matcher.publish(addresses.reply("alice"), "for alice")
    alice.publish(addresses.request("alice"), "by alice")
    matcher.publish(addresses.reply("bob"), "end")
    assert {address for address, _ in bob.until(b"end")} <= {addresses.reply("bob")}


def test_a_retained_message_is_not_shown_to_who_may_not_read_it(connect: Connect) -> None:
    matcher, bob = connect("matcher"), connect("bob")
    matcher.publish(addresses.inbox("alice"), "for alice", retain=True)
    bob.subscribe(addresses.inbox("alice"), addresses.inbox("bob"))
    bob.subscribe("rfers/v1/#")
    matcher.publish(addresses.inbox("bob"), "end")
    assert bob.until(b"end") == []


def test_a_last_will_cannot_forge_a_notification(connect: Connect) -> None:
    alice, matcher = connect("alice"), connect("matcher")
    alice.subscribe(addresses.inbox("alice"))
    connect("bob", will=(addresses.inbox("alice"), "forged", 1, True)).vanish()
    matcher.publish(addresses.inbox("alice"), "end")
    assert alice.until(b"end") == []


@pytest.mark.parametrize("clean_session", [True, False])
def test_a_stranger_with_the_matchers_id_can_neither_forge_nor_disturb(connect: Connect, clean_session: bool) -> None:
    matcher = connect("matcher", client_id="matcher", clean_session=False)
    matcher.subscribe(addresses.ALL_REQUESTS)
    alice = connect("alice")
    alice.subscribe(addresses.inbox("alice"))
    for password in ("a wrong password", ""):
        connect(
            "matcher",
            password=password,
            client_id="matcher",
            clean_session=clean_session,
            will=(addresses.inbox("alice"), "forged", 1, True),
            expect=False,
        )
    alice.publish(addresses.request("alice"), "still there?")
    assert matcher.next().payload == b"still there?"
    matcher.publish(addresses.inbox("alice"), "end")
    assert alice.until(b"end") == []


def test_another_accounts_client_id_brings_none_of_its_messages(connect: Connect) -> None:
    matcher = connect("matcher")
    alice = connect("alice", client_id="desk", clean_session=False)
    alice.subscribe(addresses.inbox("alice"))
    alice.close()
    matcher.publish(addresses.inbox("alice"), "while she is away")
    bob = connect("bob", client_id="desk", clean_session=False)
    matcher.publish(addresses.inbox("alice"), "while he is there")
    bob.subscribe(addresses.inbox("bob"))
    matcher.publish(addresses.inbox("bob"), "end")
    assert bob.until(b"end") == []


@pytest.mark.parametrize("wanted", ["rfers/v1/publish/+", "rfers/v1/inbox/alice", "rfers/v1/reply/+"])
def test_joining_the_workers_group_brings_none_of_their_messages(connect: Connect, wanted: str) -> None:
    matcher, bob = connect("matcher"), connect("bob")
    matcher.subscribe("$share/rfers/rfers/v1/publish/+")
    bob.subscribe(f"$share/rfers/{wanted}")
    bob.subscribe(addresses.inbox("bob"))
    tracker = connect("tracker")
    for number in range(20):
        tracker.publish(addresses.publish("EALocation"), f"{number}")
    for address in (addresses.inbox("alice"), addresses.reply("alice")):
        matcher.publish(address, "for alice")
    matcher.publish(addresses.inbox("bob"), "end")
    assert bob.until(b"end") == []


def test_a_publisher_reaches_no_other_topic_by_any_spelling(connect: Connect) -> None:
    matcher, tracker = connect("matcher"), connect("tracker")
    matcher.subscribe(addresses.ALL_PUBLISHED, addresses.ALL_REQUESTS)
    for spelling in (
        "rfers/v1/publish/WSObservation",
        "rfers/v1/publish/ealocation",
        "rfers/v1/publish/EALocation/",
        "rfers/v1/publish//EALocation",
        "/rfers/v1/publish/EALocation",
        "rfers/v1/publish/EALocation ",
        "rfers/v1/request/alice",
        "$share/rfers/rfers/v1/publish/EALocation",
    ):
        tracker.publish(spelling, "by the back door")
    tracker.publish(addresses.publish("EALocation"), "end")
    assert matcher.until(b"end") == []


def test_many_subscriptions_in_one_packet_stop_nobody(broker: Station, connect: Connect) -> None:
    filters = b"".join(len(name).to_bytes(2, "big") + name + b"\x01" for name in _names(50_000))
    packet = b"\x82" + remaining_length(len(filters) + 2) + b"\x00\x01" + filters
    matcher, bob = connect("matcher"), connect("bob")
    bob.subscribe(addresses.inbox("bob"))
    with socket.create_connection((broker.host, broker.port), timeout=DEADLINE_S) as raw:
        raw.sendall(connect_packet("alice"))
        assert raw.recv(4) == b"\x20\x02\x00\x00"
        raw.sendall(packet)
        matcher.publish(addresses.inbox("bob"), "still here")
        assert bob.next().payload == b"still here"


def _names(count: int) -> list[bytes]:
    return [f"rfers/v1/inbox/{number}".encode() for number in range(count)]


@pytest.mark.parametrize(
    "rest",
    [
        pytest.param(b"\x30" + remaining_length(MAX_MESSAGE_BYTES + 70_000) + b"\x00", id="too large a message"),
        pytest.param(b"\x82" + remaining_length(200_000_000) + b"\x00", id="too large a subscription"),
        pytest.param(b"\x30\xff\xff\xff\xff\x7f", id="a length without end"),
        pytest.param(b"\x36\x07\x00\x01a\x00\x01hi", id="QoS 3"),
        pytest.param(b"\x30\x03\x00\x01#", id="a message to a wildcard"),
        pytest.param(b"\x32\x02\x00\x09", id="an address longer than its packet"),
        pytest.param(b"\x30\x02\x00\x00", id="a message to nowhere"),
        pytest.param(b"\x00\x00", id="packet type 0"),
        pytest.param(b"\xf0\x00", id="packet type 15"),
        pytest.param(connect_packet("alice"), id="a second CONNECT"),
        pytest.param(b"\x90\x03\x00\x01\x00", id="what only a broker says"),
    ],
)
def test_a_broken_packet_ends_its_own_connection_and_no_other(broker: Station, connect: Connect, rest: bytes) -> None:
    matcher, bob = connect("matcher"), connect("bob")
    bob.subscribe(addresses.inbox("bob"))
    with socket.create_connection((broker.host, broker.port), timeout=DEADLINE_S) as raw:
        raw.sendall(connect_packet("alice"))
        assert raw.recv(4) == b"\x20\x02\x00\x00"
        raw.sendall(rest)
        assert is_hung_up(raw) or broker.kind != EMBEDDED  # Mosquitto overlooks some of these
    matcher.publish(addresses.inbox("bob"), "still here")
    assert bob.next().payload == b"still here"


@pytest.mark.parametrize(
    "first",
    [
        pytest.param(b"GET / HTTP/1.1\r\nHost: broker\r\n\r\n", id="a browser"),
        pytest.param(b"\x30\x05\x00\x01ahi", id="a message without a login"),
        pytest.param(b"\x10" + remaining_length(200_000_000) + b"\x00", id="too large a CONNECT"),
        pytest.param(b"\x10\x0c\x00\x04MQTT\x04\xff\x00\x3c\x00\x00", id="flags without their fields"),
        pytest.param(b"\x10\x00", id="an empty CONNECT"),
    ],
)
def test_a_strangers_rubbish_is_hung_up_on(broker: Station, connect: Connect, first: bytes) -> None:
    with socket.create_connection((broker.host, broker.port), timeout=DEADLINE_S) as raw:
        raw.sendall(first)
        assert is_hung_up(raw)
    connect("alice")


def test_strangers_who_say_nothing_keep_nobody_out(broker: Station, connect: Connect) -> None:
    silent = [socket.create_connection((broker.host, broker.port)) for _ in range(100)]
    for stranger in silent[:50]:
        stranger.sendall(b"\x10\x20\x00\x04MQ")
    connect("alice")
    for stranger in silent:
        stranger.close()


def is_hung_up(raw: socket.socket) -> bool:
    """Whether the broker ends the connection, with or without a last word."""
    raw.settimeout(HANG_UP_S)
    try:
        while raw.recv(4096):
            pass
    except TimeoutError:
        return False
    except ConnectionError:
        pass
    return True
