"""Tests of the desk's MQTT connection, with real brokers on loopback."""

from __future__ import annotations

import socket
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TypeVar

import paho.mqtt.client as mqtt
import pytest
from paho.mqtt.enums import CallbackAPIVersion

from broker_local.broker.accounts import AccountBook, Role
from broker_local.broker.choose import ACCOUNTS_FILE, RunningBroker, start_broker
from broker_local.broker.mosquitto import find_mosquitto
from broker_local.protocol import addresses
from broker_local.protocol.notification_codec import encode_notification
from broker_local.protocol.request_codec import decode_request
from broker_local.protocol.requests import ListSubscriptions
from rfers_desktop.session.link import Link
from rfers_desktop.session.link_events import (
    BadMessage,
    BrokenCode,
    InboxMessage,
    LinkDown,
    LinkEvent,
    LinkRefused,
    LinkUp,
)
from tests.builders import TOPICS
from tests.unit.rfers_desktop.desk_doubles import a_notification

pytestmark = pytest.mark.broker
DEADLINE_S = 10.0
PASSWORDS = {"officer": "of the officer", "matcher": "of the matcher", "tracker": "of the tracker"}
_E = TypeVar("_E", bound=LinkEvent)


@pytest.fixture(scope="module")
def accounts(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """The accounts, made once: hashing a password takes its time."""
    book = AccountBook(tmp_path_factory.mktemp("accounts") / ACCOUNTS_FILE)
    book.add("officer", PASSWORDS["officer"], Role.SUBSCRIBER)
    book.add("matcher", PASSWORDS["matcher"], Role.SERVICE)
    book.add("tracker", PASSWORDS["tracker"], Role.PUBLISHER, ["EALocation"])
    return book.path.read_bytes()


@pytest.fixture(params=["embedded", "mosquitto"])
def kind(request: pytest.FixtureRequest) -> str:
    """Which broker."""
    if request.param == "mosquitto" and find_mosquitto() is None:
        pytest.skip("mosquitto is not installed")
    return str(request.param)


@pytest.fixture
def begin(kind: str, accounts: bytes, tmp_path: Path) -> Iterator[Callable[..., RunningBroker]]:
    """Starts a broker, also on a certain port; those that run in the end are stopped."""
    started: list[RunningBroker] = []

    def start(port: int = 0) -> RunningBroker:
        data_dir = tmp_path / f"station {len(started)}"
        data_dir.mkdir()
        (data_dir / ACCOUNTS_FILE).write_bytes(accounts)
        started.append(start_broker(kind, data_dir, port))
        return started[-1]

    yield start
    for broker in started:
        broker.stop()


@pytest.fixture
def open_link() -> Iterator[Callable[..., Link]]:
    """Opens links; all are stopped in the end."""
    links: list[Link] = []

    def start(
        port: int, user: str = "officer", password: str | None = None, on_wake: Callable[[], None] | None = None
    ) -> Link:
        given = PASSWORDS[user] if password is None else password
        links.append(Link(user, given, "127.0.0.1", port, on_wake))
        links[-1].start()
        return links[-1]

    yield start
    for link in links:
        link.stop(DEADLINE_S)


@pytest.fixture
def matcher() -> Iterator[Callable[[int], mqtt.Client]]:
    """The service's side: a client that may write into inboxes."""
    clients: list[mqtt.Client] = []

    def connect(port: int) -> mqtt.Client:
        client = mqtt.Client(CallbackAPIVersion.VERSION2)
        client.username_pw_set("matcher", PASSWORDS["matcher"])
        connected = threading.Event()
        client.on_connect = lambda *_: connected.set()
        client.connect("127.0.0.1", port)
        client.loop_start()
        clients.append(client)
        assert connected.wait(DEADLINE_S)
        return client

    yield connect
    for client in clients:
        client.disconnect()
        client.loop_stop()


def wait_for(link: Link, kind: type[_E]) -> _E:
    """The first event of a kind; what comes before it is left aside."""
    until = time.monotonic() + DEADLINE_S
    while (left_s := until - time.monotonic()) > 0:
        for event in link.take(left_s):
            if isinstance(event, kind):
                return event
    raise AssertionError(f"no {kind.__name__} within {DEADLINE_S} s")


def test_a_user_who_is_known_gets_in_and_hears_of_the_inbox(
    begin: Callable[..., RunningBroker], open_link: Callable[..., Link], matcher: Callable[[int], mqtt.Client]
) -> None:
    broker = begin()
    link = open_link(broker.port)
    wait_for(link, LinkUp)
    notification = a_notification(3)
    matcher(broker.port).publish(addresses.inbox("officer"), encode_notification(notification), qos=1)
    assert wait_for(link, InboxMessage).notification == notification


def test_a_wrong_password_is_refused_for_good(
    begin: Callable[..., RunningBroker], open_link: Callable[..., Link]
) -> None:
    link = open_link(begin().port, password="guessed")
    assert wait_for(link, LinkRefused).reason == "the user name or the password is wrong"


# Mosquitto grants every SUBSCRIBE and withholds the messages instead; there such a desk hears of no matcher.
@pytest.mark.parametrize("kind", ["embedded"], indirect=True)
def test_an_account_that_may_not_read_an_inbox_is_refused(
    begin: Callable[..., RunningBroker], open_link: Callable[..., Link]
) -> None:
    link = open_link(begin().port, user="tracker")
    assert addresses.inbox("tracker") in wait_for(link, LinkRefused).reason


def test_a_request_reaches_the_service(
    begin: Callable[..., RunningBroker], open_link: Callable[..., Link], matcher: Callable[[int], mqtt.Client]
) -> None:
    broker = begin()
    service = matcher(broker.port)
    heard: list[bytes] = []
    arrived, subscribed = threading.Event(), threading.Event()
    service.on_subscribe = lambda *_: subscribed.set()
    service.on_message = lambda _c, _u, message: (heard.append(message.payload), arrived.set())
    service.subscribe(addresses.ALL_REQUESTS, qos=1)
    assert subscribed.wait(DEADLINE_S)
    link = open_link(broker.port)
    wait_for(link, LinkUp)
    assert link.send(ListSubscriptions("r1"))
    assert arrived.wait(DEADLINE_S)
    assert decode_request(heard[0], TOPICS, "officer") == ListSubscriptions("r1")


def test_a_lost_broker_is_told_and_the_link_comes_back_by_itself(
    begin: Callable[..., RunningBroker], open_link: Callable[..., Link]
) -> None:
    broker = begin()
    link = open_link(broker.port)
    wait_for(link, LinkUp)
    broker.stop()
    wait_for(link, LinkDown)
    assert not link.send(ListSubscriptions("r1"))
    begin(broker.port)
    wait_for(link, LinkUp)


def test_a_bad_message_is_handed_over_as_such_and_the_link_lives_on(
    begin: Callable[..., RunningBroker], open_link: Callable[..., Link], matcher: Callable[[int], mqtt.Client]
) -> None:
    broker = begin()
    link = open_link(broker.port)
    wait_for(link, LinkUp)
    service = matcher(broker.port)
    service.publish(addresses.inbox("officer"), b"\xff{", qos=1)
    assert wait_for(link, BadMessage).address == addresses.inbox("officer")
    service.publish(addresses.inbox("officer"), encode_notification(a_notification(1)), qos=1)
    assert wait_for(link, InboxMessage).notification.number == 1


def test_an_error_of_our_own_crosses_the_border_instead_of_ending_the_thread(
    begin: Callable[..., RunningBroker],
    open_link: Callable[..., Link],
    matcher: Callable[[int], mqtt.Client],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    broker = begin()
    link = open_link(broker.port)
    wait_for(link, LinkUp)

    def fail(*_: object) -> LinkEvent:
        raise ZeroDivisionError("ours")

    monkeypatch.setattr("rfers_desktop.session.incoming.Incoming.read", fail)
    matcher(broker.port).publish(addresses.inbox("officer"), b"{}", qos=1)
    assert isinstance(wait_for(link, BrokenCode).error, ZeroDivisionError)


def test_where_no_broker_is_the_link_says_so(open_link: Callable[..., Link]) -> None:
    with socket.socket() as taken:  # bound and not listening: nobody answers here
        taken.bind(("127.0.0.1", 0))
        port = taken.getsockname()[1]
        woken = threading.Event()
        link = open_link(port, on_wake=woken.set)
        assert wait_for(link, LinkDown).reason == f"no broker answers at 127.0.0.1:{port}; trying again"
        assert woken.is_set()


def test_stopping_leaves_no_thread_behind(begin: Callable[..., RunningBroker], open_link: Callable[..., Link]) -> None:
    broker = begin()
    before = set(threading.enumerate())
    link = open_link(broker.port)
    wait_for(link, LinkUp)
    link.stop(DEADLINE_S)
    assert set(threading.enumerate()) <= before
    assert link.take() == []
