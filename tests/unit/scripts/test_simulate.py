"""The simulator publishes at the asked rate, what was asked, and says why when it cannot."""

from __future__ import annotations

import json
import subprocess
import sys
import threading
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

import pytest

from broker_local.broker.accounts import AccountBook, Role
from broker_local.broker.embedded import EmbeddedBroker
from scripts import simulate
from scripts.wrong_messages import WRONG

ROOT = Path(__file__).parents[3]


@pytest.fixture(scope="module")
def broker(tmp_path_factory: pytest.TempPathFactory) -> Iterator[EmbeddedBroker]:
    """A real broker that knows the publisher `demo`."""
    folder = tmp_path_factory.mktemp("broker")
    AccountBook(folder / "accounts.json").add("demo", "demo-password", Role.PUBLISHER, ["EALocation", "WSObservation"])
    running = EmbeddedBroker(folder / "accounts.json", folder / "broker.log")
    running.start()
    yield running
    running.stop()


def simulator(broker: EmbeddedBroker, password: str, *options: str) -> subprocess.CompletedProcess[str]:
    """A run of the simulator as a program of its own."""
    return subprocess.run(
        [sys.executable, "-m", "scripts.simulate", "--server", f"{broker.host}:{broker.port}", *options],
        env={"RFERS_PASSWORD": password},
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=60,
    )


def test_every_message_has_an_id_of_its_own_and_says_its_topic() -> None:
    sent = list(islice(simulate.messages(seed=1, bad_every=0), 50))
    features = [json.loads(payload) for _, payload in sent]
    assert len({feature["id"] for feature in features}) == 50
    assert [feature["properties"]["Topic"] for feature in features] == [topic for topic, _ in sent]


def test_every_third_message_is_wrong_when_asked_for() -> None:
    sent = [payload for _, payload in islice(simulate.messages(seed=1, bad_every=3), 9)]
    assert sent[2::3] == list(WRONG[:3])
    assert not set(sent[0::3] + sent[1::3]) & set(WRONG)


@pytest.mark.broker
def test_all_that_was_asked_for_is_acknowledged_by_the_broker(broker: EmbeddedBroker) -> None:
    done = simulator(broker, "demo-password", "--count", "250", "--rate", "100000")
    assert (done.returncode, done.stdout) == (0, "simulate: sent 250 messages, 250 acknowledged\n"), done.stderr


@pytest.mark.broker
def test_a_wrong_password_is_told(broker: EmbeddedBroker) -> None:
    done = simulator(broker, "guess", "--count", "1")
    assert done.returncode == 1
    assert "refused the simulator" in done.stderr


def test_a_broker_that_is_not_there_is_told(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(simulate, "CONNECT_S", 0.3)
    monkeypatch.setattr("signal.signal", lambda *_: None)  # the test's own process keeps its handlers
    assert simulate.main(["--server", "127.0.0.1:1", "--count", "1"]) == 1
    assert "no broker answered at 127.0.0.1:1" in capsys.readouterr().err


@pytest.mark.broker
def test_it_stops_when_told_to(broker: EmbeddedBroker) -> None:
    publisher = simulate.Publisher(broker.host, broker.port, "demo", "demo-password")
    stop = threading.Event()
    options = simulate.build_parser().parse_args(["--rate", "0.001"])
    running = threading.Thread(target=simulate.simulate, args=(publisher, options, stop))
    running.start()
    publisher.wait_online(10)
    stop.set()
    running.join(10)
    assert not running.is_alive()
    publisher.close()
    assert publisher.sent == publisher.acknowledged == 1


@pytest.mark.parametrize("given", [["--server", "station"], ["--rate", "0"], ["--rate", "inf"], ["--rate", "fast"]])
def test_options_that_make_no_sense_are_refused(given: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        simulate.main(given)
    assert given[0] in capsys.readouterr().err
