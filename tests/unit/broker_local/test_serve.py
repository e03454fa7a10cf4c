"""The companion put together: who it is, what it needs, and a broker that dies under it."""

from __future__ import annotations

import queue
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import timedelta
from pathlib import Path

import pytest

from broker_local.broker.accounts import AccountBook, Role
from broker_local.broker.certificates import files_in, make_certificates
from broker_local.broker.choose import ACCOUNTS_FILE
from broker_local.operations.status_report import read_status_file
from broker_local.protocol.addresses import STATUS
from broker_local.protocol.errors import ProtocolError
from broker_local.protocol.status_codec import decode_status
from broker_local.serve import JOURNAL_FILE, RunningService, ServeOptions, serve
from broker_local.service.mqtt_link import LinkError, MqttLink

DEADLINE_S = 300.0  # the first start on a machine compiles the matcher


@contextmanager
def serving(options: ServeOptions) -> Iterator[RunningService]:
    """A companion that serves, put together and run in a thread of its own."""
    failures: list[BaseException] = []
    made: queue.Queue[RunningService | None] = queue.Queue()

    def run() -> None:
        try:
            with serve(options) as service:
                made.put(service)
                service.run()
        except BaseException as error:
            failures.append(error)
            made.put(None)

    thread = threading.Thread(target=run)
    thread.start()
    service = made.get(timeout=DEADLINE_S)
    assert service is not None, failures
    try:
        assert service.ready.wait(DEADLINE_S), failures
        yield service
    finally:
        service.stop()
        thread.join(DEADLINE_S)
    assert not failures


@pytest.mark.broker
def test_it_makes_its_data_and_its_account_and_says_where_it_is(tmp_path: Path) -> None:
    options = ServeOptions(data=tmp_path / "new", ready_file=tmp_path / "ready")
    with serving(options) as service:
        assert (tmp_path / "ready").read_text() == f"{service.broker.host}:{service.broker.port}"
        assert AccountBook(options.data / ACCOUNTS_FILE).accounts()["matcher"].role is Role.SERVICE
        assert (options.data / JOURNAL_FILE).is_file()
    assert not service.broker.is_alive()


@pytest.mark.broker
def test_a_broker_that_dies_is_started_again_at_the_same_place(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    with serving(ServeOptions(data=tmp_path)) as service:
        first, port = service.broker, service.broker.port
        first.stop()  # as dead as if it had crashed
        until = time.monotonic() + DEADLINE_S
        while service.broker is first or not service.broker.is_alive():
            assert time.monotonic() < until
            time.sleep(0.02)
        assert service.broker.port == port
        book = AccountBook(tmp_path / ACCOUNTS_FILE)
        book.add("other", "a long password", Role.SERVICE)
        visitor = MqttLink("visitor", "other", "a long password", [STATUS])
        visitor.start(service.broker.host, port, (STATUS, b"{}"))
        visitor.stop()
    assert any("the broker has died and is started again" in message for message in caplog.messages)


def wait_until(is_so: Callable[[], bool]) -> None:
    until = time.monotonic() + DEADLINE_S
    while not is_so():
        assert time.monotonic() < until
        time.sleep(0.02)


@pytest.mark.broker
def test_the_state_is_kept_beside_the_journal_while_it_serves_and_says_when_it_stopped(tmp_path: Path) -> None:
    with serving(ServeOptions(data=tmp_path)):
        wait_until(lambda: (tmp_path / "status.json").exists() and "connected" in read_status_file(tmp_path).counters)
        status = read_status_file(tmp_path)
        assert status.online
        assert status.counters["connected"] == 0  # besides the matcher itself
        assert status.counters["events_per_s"] == 0
    assert not read_status_file(tmp_path).online


@pytest.mark.broker
def test_a_second_companion_on_the_same_data_is_refused_and_the_first_goes_on(tmp_path: Path) -> None:
    with serving(ServeOptions(data=tmp_path)) as first:
        with pytest.raises(ProtocolError, match="--data: expected a folder that no other rfers-broker serves from"):
            serve(ServeOptions(data=tmp_path)).__enter__()
        assert first.broker.is_alive()
    with serving(ServeOptions(data=tmp_path)):
        pass


@pytest.mark.broker
def test_with_tls_the_matcher_itself_comes_in_by_tls(tmp_path: Path) -> None:
    make_certificates(tmp_path, [])
    with serving(ServeOptions(data=tmp_path, tls=True)) as service:
        assert service.broker.uses_tls
        book = AccountBook(tmp_path / ACCOUNTS_FILE)
        book.add("other", "a long password", Role.SERVICE)
        visitor = MqttLink("visitor", "other", "a long password", [STATUS], authority=files_in(tmp_path).authority)
        visitor.start(service.broker.host, service.broker.port, None, uses_tls=True)
        assert decode_status(visitor.drain(1, DEADLINE_S)[0].payload).online
        visitor.stop()


def test_tls_needs_certificates(tmp_path: Path) -> None:
    with pytest.raises(ProtocolError, match="--tls: expected certificates in .*; make them with: rfers-broker"):
        serve(ServeOptions(data=tmp_path, tls=True)).__enter__()


def test_tls_of_a_broker_at_an_address_is_said_by_the_address(tmp_path: Path) -> None:
    options = ServeOptions(data=tmp_path, broker="mqtt://127.0.0.1:1", password="x", tls=True)
    with pytest.raises(ProtocolError, match="--tls: expected a broker of our own.*write mqtts://host:port"):
        serve(options).__enter__()


@pytest.mark.broker
def test_a_certificate_that_soon_ends_is_warned_of(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    make_certificates(tmp_path, [])
    monkeypatch.setattr("broker_local.serve._RENEW_WITHIN", timedelta(days=1000))
    with serve(ServeOptions(data=tmp_path, tls=True)):
        pass
    assert any("the broker's certificate ends on" in message for message in caplog.messages)


def test_a_broker_at_an_address_needs_a_password(tmp_path: Path) -> None:
    options = ServeOptions(data=tmp_path, broker="mqtt://127.0.0.1:1")
    with pytest.raises(ProtocolError, match="--password-file: expected the password of matcher, got nothing"):
        serve(options).__enter__()


def test_a_broker_at_an_address_that_is_not_there_is_named(tmp_path: Path) -> None:
    options = ServeOptions(data=tmp_path, broker="mqtt://127.0.0.1:1", password="x")
    with serve(options) as service, pytest.raises(LinkError, match=r"expected one at 127\.0\.0\.1:1"):
        service.run()


def test_the_matcher_keeps_its_name_so_that_the_broker_knows_it_again(tmp_path: Path) -> None:
    names = []
    for _ in range(2):
        with serve(ServeOptions(data=tmp_path, broker="mqtt://127.0.0.1:1", password="x")):
            names.append((tmp_path / "matcher-id").read_text())
    assert names[0] == names[1]
    assert names[0].startswith("rfers-matcher-")
