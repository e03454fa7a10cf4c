"""What both brokers do: messages, retained ones, last wills, logins, and a clean end."""

from __future__ import annotations

import os
import shutil
import signal
import socket
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from broker_local.broker.accounts import Role
from broker_local.broker.choose import ACCOUNTS_FILE, start_broker
from broker_local.broker.errors import BrokerError
from broker_local.protocol import addresses
from broker_local.protocol.limits import MAX_MESSAGE_BYTES
from tests.integration.conftest import (
    DEADLINE_S,
    Connect,
    Station,
    command_of,
    connect_packet,
    family,
    is_running,
    may_enter,
    wait_until,
)

pytestmark = pytest.mark.broker


def test_a_message_crosses_the_broker_and_order_is_kept(connect: Connect) -> None:
    matcher, tracker = connect("matcher"), connect("tracker")
    assert matcher.subscribe(addresses.ALL_PUBLISHED) == [True]
    for number in range(200):
        tracker.publish(addresses.publish("EALocation"), f"{number}")
    got = [matcher.next() for _ in range(200)]
    assert [(message.topic, message.payload) for message in got] == [
        (addresses.publish("EALocation"), f"{number}".encode()) for number in range(200)
    ]
    assert {message.qos for message in got} == {1}


@pytest.mark.parametrize("qos", [0, 1, 2])
def test_a_message_followed_by_a_quick_goodbye_is_not_lost(connect: Connect, qos: int) -> None:
    matcher = connect("matcher")
    matcher.subscribe(addresses.ALL_REQUESTS)
    for number in range(20):
        alice = connect("alice")
        alice.publish(addresses.request("alice"), f"{number}", qos=qos)
        alice.close()
    assert [matcher.next().payload for _ in range(20)] == [f"{number}".encode() for number in range(20)]


def test_a_retained_message_reaches_who_comes_later(connect: Connect) -> None:
    connect("matcher").publish(addresses.STATUS, "here", retain=True)
    alice = connect("alice")
    alice.subscribe(addresses.STATUS)
    message = alice.next()
    assert (message.payload, message.retain) == (b"here", True)


def test_a_retained_message_is_forgotten_when_emptied(connect: Connect) -> None:
    matcher, alice = connect("matcher"), connect("alice")
    matcher.publish(addresses.STATUS, "here", retain=True)
    matcher.publish(addresses.STATUS, b"", retain=True)
    matcher.publish(addresses.TOPICS, "marker", retain=True)
    alice.subscribe(addresses.STATUS, addresses.TOPICS)
    assert alice.until(b"marker") == []


def test_retained_messages_come_only_to_who_subscribed(connect: Connect) -> None:
    matcher = connect("matcher")
    matcher.publish(addresses.STATUS, "here", retain=True)
    connect("bob").subscribe(addresses.STATUS)
    alice = connect("alice")
    alice.subscribe(addresses.inbox("alice"))
    matcher.publish(addresses.inbox("alice"), "marker")
    assert alice.until(b"marker") == []


def test_the_last_will_is_sent_and_kept_when_a_client_vanishes(connect: Connect) -> None:
    alice = connect("alice")
    alice.subscribe(addresses.STATUS)
    connect("matcher", will=(addresses.STATUS, "gone", 1, True)).vanish()
    assert alice.next().payload == b"gone"
    bob = connect("bob")
    bob.subscribe(addresses.STATUS)
    assert bob.next().payload == b"gone"


def test_the_last_will_is_not_sent_after_a_goodbye(connect: Connect) -> None:
    alice = connect("alice")
    alice.subscribe(addresses.STATUS)
    connect("matcher", will=(addresses.STATUS, "gone", 1, True)).close()
    connect("matcher").publish(addresses.STATUS, "here")
    assert alice.until(b"here") == []


def test_a_silent_client_is_taken_for_gone(broker: Station, connect: Connect) -> None:
    alice = connect("alice")
    alice.subscribe(addresses.STATUS)
    with socket.create_connection((broker.host, broker.port)) as silent:
        silent.sendall(connect_packet("matcher", keep_alive_s=1, will=(addresses.STATUS, b"gone")))
        assert silent.recv(4) == b"\x20\x02\x00\x00"
        assert alice.next().payload == b"gone"


def test_a_newer_connection_with_the_same_id_takes_over(connect: Connect) -> None:
    first = connect("alice", client_id="desk")
    second = connect("alice", client_id="desk")
    assert first.gone.wait(DEADLINE_S)
    second.subscribe(addresses.inbox("alice"))
    connect("matcher").publish(addresses.inbox("alice"), "1")
    assert second.next().payload == b"1"


def test_two_desks_of_one_user_both_get_everything(connect: Connect) -> None:
    desks = [connect("alice"), connect("alice")]
    for desk in desks:
        desk.subscribe(addresses.inbox("alice"))
    connect("matcher").publish(addresses.inbox("alice"), "1")
    assert [desk.next().payload for desk in desks] == [b"1", b"1"]


def test_an_ended_subscription_brings_nothing_more(connect: Connect) -> None:
    matcher, alice = connect("matcher"), connect("alice")
    alice.subscribe(addresses.inbox("alice"), addresses.STATUS)
    alice.unsubscribe(addresses.inbox("alice"))
    matcher.publish(addresses.inbox("alice"), "1")
    matcher.publish(addresses.STATUS, "marker")
    assert alice.until(b"marker") == []


def test_the_largest_message_that_is_allowed_passes(connect: Connect) -> None:
    matcher, gateway = connect("matcher"), connect("gateway")
    matcher.subscribe(addresses.ALL_PUBLISHED)
    payload = b"x" * MAX_MESSAGE_BYTES
    gateway.publish(addresses.publish("WFireRSImage"), payload)
    assert matcher.next().payload == payload


def test_messages_wait_for_a_matcher_that_acknowledges_late(connect: Connect) -> None:
    matcher, gateway = connect("matcher", manual_ack=True), connect("gateway")
    matcher.subscribe(addresses.ALL_PUBLISHED)
    for number in range(1_500):  # more than may be under way
        gateway.publish(addresses.publish("EALocation"), f"{number}", wait=False)
    got = []
    for _ in range(1_500):
        got.append(matcher.next())
        if len(got) % 1_000 == 0:
            for message in got[-1_000:]:
                matcher.acknowledge(message)
    assert [message.payload for message in got] == [f"{number}".encode() for number in range(1_500)]


@pytest.mark.parametrize(
    ("name", "password"),
    [("alice", "not her password"), ("alice", ""), ("nobody", "any password"), ("", ""), (None, None)],
    ids=["wrong password", "no password", "unknown name", "empty name", "anonymous"],
)
def test_who_is_not_known_is_refused(connect: Connect, name: str | None, password: str | None) -> None:
    stranger = connect(name, password=password, expect=False)
    assert stranger.reason == "Not authorized"


def test_an_account_that_is_added_can_connect_without_a_restart(broker: Station, connect: Connect) -> None:
    password = broker.accounts.issue("dave", Role.SUBSCRIBER)
    wait_until(lambda: may_enter(broker, "dave", password))  # Mosquitto hears of it within a second or so
    dave = connect("dave", password=password)
    dave.subscribe(addresses.inbox("dave"))
    connect("matcher").publish(addresses.inbox("dave"), "1")
    assert dave.next().payload == b"1"


def test_an_account_that_is_removed_reads_nothing_more_and_stays_out(broker: Station, connect: Connect) -> None:
    alice, matcher = connect("alice"), connect("matcher")
    alice.subscribe(addresses.inbox("alice"), addresses.STATUS)
    broker.accounts.remove("alice")
    assert alice.gone.wait(DEADLINE_S)
    connect("alice", expect=False)
    matcher.publish(addresses.inbox("alice"), "1")
    assert alice.received.empty()


def test_a_changed_password_ends_the_connections_made_with_the_old_one(broker: Station, connect: Connect) -> None:
    alice = connect("alice")
    broker.accounts.change_password("alice", "another password")
    assert alice.gone.wait(DEADLINE_S)
    connect("alice", expect=False)
    connect("alice", password="another password")


def test_stopping_leaves_no_process_no_thread_no_file(broker: Station, connect: Connect) -> None:
    connect("alice")
    threads = {thread for thread in threading.enumerate() if "mosquitto" in thread.name}
    processes = family(broker.broker.pid)
    files = [Path(word) for pid in processes for word in command_of(pid) if "rfers-mosquitto-" in word]
    assert [file.exists() for file in files] == [True] * len(files)
    broker.broker.stop()
    assert not [pid for pid in processes if is_running(pid)]
    assert not [thread for thread in threads if thread.is_alive()]
    assert not [file for file in files if file.exists()]
    with pytest.raises(ConnectionRefusedError):
        socket.create_connection((broker.host, broker.port))
    broker.broker.stop()  # once more does no harm


def test_a_port_in_use_is_a_clear_error(broker: Station, tmp_path: Path) -> None:
    other = tmp_path / "other"
    other.mkdir()
    shutil.copy(broker.accounts.path, other / ACCOUNTS_FILE)
    with pytest.raises(BrokerError) as error:
        start_broker(broker.kind, other, broker.port)
    assert str(error.value).startswith(f"port: expected a free port on 127.0.0.1, got {broker.port} (Address already")


def test_the_broker_dies_with_its_parent(broker: Station, tmp_path: Path) -> None:
    data_dir = tmp_path / "orphan"
    data_dir.mkdir()
    shutil.copy(broker.accounts.path, data_dir / ACCOUNTS_FILE)
    program = (
        "import sys; from pathlib import Path; from broker_local.broker.choose import start_broker\n"
        "broker = start_broker(sys.argv[1], Path(sys.argv[2])); print(broker.pid, flush=True); sys.stdin.read()"
    )
    command = [sys.executable, "-c", program, broker.kind, str(data_dir)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, cwd=Path.cwd()) as parent:
        assert parent.stdout is not None
        processes = family(int(parent.stdout.readline()))
        assert all(is_running(pid) for pid in processes)
        os.kill(parent.pid, signal.SIGKILL)
    wait_until(lambda: not any(is_running(pid) for pid in processes))


def test_a_killed_broker_is_seen_to_be_dead_and_can_be_started_again(broker: Station, connect: Connect) -> None:
    assert broker.broker.is_alive()
    assert broker.broker.pid is not None
    processes = family(broker.broker.pid)
    os.kill(broker.broker.pid, signal.SIGKILL)
    wait_until(lambda: not any(is_running(pid) for pid in processes))
    wait_until(lambda: not broker.broker.is_alive())  # its threads may end a moment after its leader
    port = broker.port
    broker.broker.stop()
    broker.broker.start()
    assert broker.port == port
    connect("alice")
