"""The companion put together: who it is, what it needs, and a broker that dies under it."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from broker_local.broker.accounts import AccountBook, Role
from broker_local.broker.choose import ACCOUNTS_FILE
from broker_local.protocol.addresses import STATUS
from broker_local.protocol.errors import ProtocolError
from broker_local.serve import JOURNAL_FILE, RunningService, ServeOptions, serve
from broker_local.service.mqtt_link import LinkError, MqttLink

DEADLINE_S = 30.0


@contextmanager
def serving(options: ServeOptions) -> Iterator[RunningService]:
    """A companion that serves, in a thread of its own."""
    with serve(options) as service:
        failures: list[BaseException] = []

        def run() -> None:
            try:
                service.run()
            except BaseException as error:
                failures.append(error)

        thread = threading.Thread(target=run)
        thread.start()
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
