"""A client that sends too much: slowed without loss, seen by the admin, and a burden to nobody else."""

from __future__ import annotations

import shutil
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from broker_local.broker.access import CLIENTS_CONNECTED, CLIENTS_SLOWED_S
from broker_local.broker.accounts import AccountBook
from broker_local.broker.choose import ACCOUNTS_FILE, EMBEDDED, LOG_FILE, start_broker
from broker_local.broker.embedded import EmbeddedBroker
from broker_local.broker.pace import BURST_S, ClientLimits
from broker_local.protocol import addresses
from tests.integration.conftest import Connect, Station, wait_until

pytestmark = pytest.mark.broker

PACKETS_PER_S = 50


@pytest.fixture
def broker(tmp_path: Path, accounts_file: Path) -> Iterator[Station]:
    """An embedded broker whose clients may send fifty packets a second."""
    shutil.copy(accounts_file, tmp_path / ACCOUNTS_FILE)
    started = start_broker(EMBEDDED, tmp_path, limits=ClientLimits(PACKETS_PER_S, 0))
    assert isinstance(started, EmbeddedBroker)
    yield Station(EMBEDDED, started, tmp_path, AccountBook(tmp_path / ACCOUNTS_FILE))
    started.stop()


def test_a_client_that_sends_too_fast_is_slowed_and_loses_nothing(broker: Station, connect: Connect) -> None:
    matcher, gateway, alice, chief = connect("matcher"), connect("gateway"), connect("alice"), connect("chief")
    chief.subscribe(CLIENTS_SLOWED_S)
    matcher.subscribe(addresses.ALL_PUBLISHED, addresses.ALL_REQUESTS)
    count = round(PACKETS_PER_S * (BURST_S + 1.0))
    began = time.monotonic()
    for number in range(count):
        gateway.publish(addresses.publish("EALocation"), f"{number}", wait=False)
    alice.publish(addresses.request("alice"), "from another")
    came = [matcher.next().payload for _ in range(count + 1)]
    lasted_s = time.monotonic() - began
    assert came.index(b"from another") < count  # it did not have to wait for the other
    came.remove(b"from another")
    assert came == [f"{number}".encode() for number in range(count)]
    assert lasted_s >= 0.9  # a lower bound: what is beyond the burst comes at the rate
    while int(chief.next().payload) < 1:
        pass
    wait_until(lambda: "gateway is slowed" in (broker.data_dir / LOG_FILE).read_text())
    assert "alice is slowed" not in (broker.data_dir / LOG_FILE).read_text()


def test_the_matcher_hears_how_many_are_connected(broker: Station, connect: Connect) -> None:
    matcher = connect("matcher")
    assert matcher.subscribe(CLIENTS_CONNECTED) == [True]
    connect("alice")
    connect("bob")
    while matcher.next().payload != b"3":
        pass
