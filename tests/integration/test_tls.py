"""TLS on both brokers: who can be trusted is spoken to, who cannot is not, and nobody gets by without it."""

from __future__ import annotations

import shutil
import socket
import ssl
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from functools import partial
from pathlib import Path

import pytest

from broker_local.broker.accounts import AccountBook
from broker_local.broker.certificates import existing_files, make_certificates
from broker_local.broker.choose import ACCOUNTS_FILE, EMBEDDED, LOG_FILE, MOSQUITTO, start_broker
from broker_local.broker.embedded import EmbeddedBroker
from broker_local.broker.mosquitto import MosquittoBroker, find_mosquitto
from broker_local.protocol import addresses
from broker_local.service.mqtt_link import LinkError, MqttLink
from rfers_desktop.session.items import LinkState, StateChanged
from rfers_desktop.session.link import Link
from rfers_desktop.session.session import Session
from tests.integration.conftest import Station, connect_packet, password_of

pytestmark = [
    pytest.mark.broker,
    # paho leaves the socket of a failed handshake to the garbage collector
    pytest.mark.filterwarnings("ignore:unclosed <ssl.SSLSocket:ResourceWarning"),
]

DEADLINE_S = 20.0
Listening = Callable[[str], Station]


@pytest.fixture(scope="module")
def authorities(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """Data folders with certificates: the station's own, and somebody else's."""
    own, other = (tmp_path_factory.mktemp(name) for name in ("own", "other"))
    make_certificates(own, ["station.example"])
    make_certificates(other, ["station.example"])
    return own, other


@pytest.fixture(params=[EMBEDDED, MOSQUITTO])
def listening(
    request: pytest.FixtureRequest, tmp_path: Path, accounts_file: Path, authorities: tuple[Path, Path]
) -> Iterator[Listening]:
    """Starts a broker with TLS at an address of this machine."""
    if request.param == MOSQUITTO and find_mosquitto() is None:
        pytest.skip("mosquitto is not installed")
    shutil.copy(accounts_file, tmp_path / ACCOUNTS_FILE)
    with ExitStack() as at_the_end:

        def start(host: str) -> Station:
            broker = start_broker(request.param, tmp_path, 0, host, tls=existing_files(authorities[0]))
            at_the_end.callback(broker.stop)
            assert isinstance(broker, EmbeddedBroker | MosquittoBroker)
            assert broker.uses_tls
            return Station(request.param, broker, tmp_path, AccountBook(tmp_path / ACCOUNTS_FILE))

        yield start
    log = (tmp_path / LOG_FILE).read_text()
    assert "Traceback" not in log, log


@pytest.fixture
def station(listening: Listening) -> Station:
    """A broker with TLS where its certificate says."""
    return listening("127.0.0.1")


def a_link(authority: Path | None) -> MqttLink:
    return MqttLink("m", "matcher", password_of("matcher"), [addresses.ALL_REQUESTS], authority=authority)


def states_until(session: Session, *awaited: LinkState) -> StateChanged:
    """The first of these states that a desk comes to."""
    try:
        session.start()
        for _ in range(int(DEADLINE_S / 0.2)):
            for item in session.drain(0.2):
                if isinstance(item, StateChanged) and item.state in awaited:
                    return item
        raise AssertionError(f"still {session.state}")
    finally:
        session.stop()


def a_desk(station: Station, authority: Path | None) -> Session:
    tls = None if authority is None else ssl.create_default_context(cafile=authority)
    open_link = partial(Link, tls=tls)
    return Session("alice", password_of("alice"), station.host, station.port, open_link=open_link)


def test_the_matcher_and_a_desk_that_trust_the_authority_are_in(
    station: Station, authorities: tuple[Path, Path]
) -> None:
    ours = existing_files(authorities[0]).authority
    link = a_link(ours)
    link.start(station.host, station.port, None, uses_tls=True)
    try:
        came = states_until(a_desk(station, ours), LinkState.ONLINE, LinkState.MATCHER_AWAY, LinkState.REFUSED)
        assert came.state is LinkState.MATCHER_AWAY  # the broker let it in; nobody said that a matcher is there
    finally:
        link.stop()


def test_the_matcher_does_not_speak_to_a_broker_of_another_authority(
    station: Station, authorities: tuple[Path, Path]
) -> None:
    link = a_link(existing_files(authorities[1]).authority)
    with pytest.raises(LinkError, match="CERTIFICATE_VERIFY_FAILED"):
        link.start(station.host, station.port, None, uses_tls=True)


def test_a_desk_does_not_speak_to_a_broker_of_another_authority(
    station: Station, authorities: tuple[Path, Path]
) -> None:
    desk = a_desk(station, existing_files(authorities[1]).authority)
    refused = states_until(desk, LinkState.REFUSED)
    assert "cannot be trusted" in refused.detail


def test_a_desk_does_not_speak_to_a_broker_at_an_address_that_its_certificate_does_not_name(
    listening: Listening, authorities: tuple[Path, Path]
) -> None:
    desk = a_desk(listening("127.0.0.2"), existing_files(authorities[0]).authority)
    assert "IP address mismatch" in states_until(desk, LinkState.REFUSED).detail


def test_a_client_without_tls_gets_not_a_word(station: Station) -> None:
    with socket.create_connection((station.host, station.port), timeout=DEADLINE_S) as raw:
        raw.sendall(connect_packet("alice"))
        said = b""
        try:
            while part := raw.recv(4096):
                said += part
        except ConnectionError:
            pass
    assert b"\x20\x02\x00\x00" not in said  # no CONNACK; at most a TLS alert


def test_a_desk_without_tls_is_told_that_it_is_not_in(station: Station) -> None:
    states_until(a_desk(station, None), LinkState.BROKER_AWAY)


def test_a_desk_with_tls_is_told_that_a_plain_broker_does_not_speak_it(
    tmp_path: Path, accounts_file: Path, authorities: tuple[Path, Path]
) -> None:
    shutil.copy(accounts_file, tmp_path / ACCOUNTS_FILE)
    broker = start_broker(EMBEDDED, tmp_path)
    assert isinstance(broker, EmbeddedBroker)
    try:
        plain = Station(EMBEDDED, broker, tmp_path, AccountBook(tmp_path / ACCOUNTS_FILE))
        away = states_until(a_desk(plain, existing_files(authorities[0]).authority), LinkState.BROKER_AWAY)
        assert "TLS" in away.detail
    finally:
        broker.stop()


@pytest.mark.filterwarnings("ignore:ssl.TLSVersion.TLSv1_1 is deprecated:DeprecationWarning")
def test_old_versions_of_tls_are_refused(station: Station) -> None:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    context.set_ciphers("ALL:@SECLEVEL=0")
    context.minimum_version = context.maximum_version = ssl.TLSVersion.TLSv1_1
    with (
        socket.create_connection((station.host, station.port), timeout=DEADLINE_S) as raw,
        pytest.raises((ssl.SSLError, ConnectionError), match="(?i)version|reset|eof"),
    ):
        context.wrap_socket(raw)
