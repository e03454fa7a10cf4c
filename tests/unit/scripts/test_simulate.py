"""The simulator publishes at the asked rate, what was asked, sees it journaled, and says why when it cannot."""

from __future__ import annotations

import subprocess
import sys
import threading
from collections.abc import Iterator
from itertools import islice, takewhile
from pathlib import Path

import pytest

from broker_local.broker.accounts import AccountBook, Role
from broker_local.broker.choose import ACCOUNTS_FILE, EMBEDDED
from broker_local.broker.embedded import EmbeddedBroker
from broker_local.protocol.publisher import PublisherOutbox
from broker_local.protocol.publisher_spool import OutboxFile
from broker_local.serve import JOURNAL_FILE
from broker_local.service.journal import Journal
from scripts import publishing, simulate
from scripts.wrong_messages import WRONG
from tests.end_to_end.companion import Companion

ROOT = Path(__file__).parents[3]


def know_the_publisher(folder: Path) -> Path:
    """An accounts file with the publisher `demo`."""
    book = AccountBook(folder / ACCOUNTS_FILE)
    book.add("demo", "demo-password", Role.PUBLISHER, ["EALocation", "WSObservation"])
    return book.path


@pytest.fixture(scope="module")
def companion(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Companion]:
    """A real companion that knows the publisher `demo`."""
    folder = tmp_path_factory.mktemp("companion")
    know_the_publisher(folder)
    running = Companion(folder, EMBEDDED)
    running.start()
    yield running
    running.stop()


def simulator(server: Companion | EmbeddedBroker, password: str, *options: str) -> subprocess.CompletedProcess[str]:
    """A run of the simulator as a program of its own."""
    return subprocess.run(
        [sys.executable, "-m", "scripts.simulate", "--server", f"{server.host}:{server.port}", *options],
        env={"RFERS_PASSWORD": password},
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=60,
    )


def messages(*options: str) -> Iterator[tuple[float, str, object]]:
    return simulate.messages(simulate.build_parser().parse_args(options))


def test_every_message_says_its_topic() -> None:
    sent = list(islice(messages("--calls", "3"), 50))
    assert [feature["properties"]["Topic"] for _, _, feature in sent] == [topic for _, topic, _ in sent]


def test_every_third_message_is_wrong_when_asked_for() -> None:
    sent = list(islice(messages("--bad", "3"), 9))
    assert [(topic, payload) for _, topic, payload in sent[2::3]] == list(WRONG[:3])
    assert not any(isinstance(payload, bytes) for _, _, payload in sent[0::3] + sent[1::3])


@pytest.mark.parametrize(("kind", "topic"), simulate.TOPICS.items())
def test_publishers_of_one_topic_publish_to_that_alone_also_wrong_messages(kind: str, topic: str) -> None:
    others = [word for other in simulate.TOPICS if other != kind for word in (f"--{other}", "0")]
    assert {name for _, name, _ in islice(messages(f"--{kind}", "2", *others, "--bad", "2"), 6)} == {topic}


def test_what_is_printed_is_the_same_to_the_last_byte_for_the_same_seed_and_beginning(capfdbinary) -> None:
    asked = ["--print", "--count", "60", "--calls", "2", "--fires", "1", "--every", "fires=4,calls=4", "--bad", "9"]
    written = []
    for seed in ("7", "7", "8"):
        assert simulate.main([*asked, "--begin", "2026-07-01T12:00:00-06:00", "--seed", seed]) == 0
        written.append(capfdbinary.readouterr().out)
    assert written[0] == written[1] != written[2]
    lines = written[0].splitlines()
    assert {line.split(b" ", 1)[0].rpartition(b"/")[2].decode() for line in lines} == set(simulate.TOPICS.values())
    assert len(lines) == 60
    assert all(part in lines[0] for part in (b'"2026-07-01"', b'"18:00:'))


def test_each_kind_may_have_a_pace_of_its_own() -> None:
    alone = ("--sensors", "0", "--assets", "10", "--jitter", "0")
    usual, brisk = (
        len(list(takewhile(lambda report: report[0] < 60, messages(*alone, *pace))))
        for pace in ((), ("--every", "assets=1"))
    )
    assert (usual, brisk) == (120, 600)


@pytest.mark.parametrize("parts", [1, 3])
def test_the_rate_is_that_of_all_programs_together(parts: int) -> None:
    crowd = ("--assets", "150", "--rate", "50")
    shares = [takewhile(lambda sent: sent[0] < 40, messages(*crowd, "--part", f"{i}/{parts}")) for i in range(parts)]
    assert 1_900 < sum(sum(1 for _ in share) for share in shares) < 2_100


@pytest.mark.broker
def test_all_that_was_asked_for_is_journaled_and_wrong_messages_stop_nothing(companion: Companion) -> None:
    done = simulator(companion, "demo-password", "--count", "250", "--rate", "100000", "--bad", "10")
    assert (done.returncode, done.stdout) == (0, "simulate: sent 250 messages, 225 journaled\n"), done.stderr
    journal = Journal(companion.data / JOURNAL_FILE)
    assert (journal.count("events"), journal.count("rejected")) == (225, 25)
    journal.close()


@pytest.mark.broker
def test_what_a_killed_simulator_left_in_its_outbox_is_sent_by_the_next(companion: Companion, tmp_path: Path) -> None:
    left = OutboxFile(tmp_path / "outbox")
    _, topic, feature = next(messages())
    PublisherOutbox("demo", spool=left).add(topic, feature)
    left.close()
    done = simulator(companion, "demo-password", "--count", "1", "--outbox", str(tmp_path / "outbox"))
    assert (done.returncode, done.stdout) == (0, "simulate: sent 1 messages, 2 journaled\n"), done.stderr
    assert (tmp_path / "outbox").read_bytes().count(b'"done"') == 2


@pytest.mark.broker
def test_several_processes_share_the_publishers_with_an_outbox_each(companion: Companion, tmp_path: Path) -> None:
    crowd = ("--processes", "2", "--count", "30", "--rate", "1000", "--outbox", str(tmp_path / "outbox"))
    done = simulator(companion, "demo-password", *crowd)
    assert (done.returncode, done.stdout) == (0, "simulate: sent 15 messages, 15 journaled\n" * 2), done.stderr
    assert {path.name for path in tmp_path.iterdir()} == {"outbox.0", "outbox.1"}


@pytest.mark.broker
def test_a_broker_without_a_matcher_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys) -> None:
    monkeypatch.setattr(publishing, "SETTLE_S", 0.5)
    monkeypatch.setattr("signal.signal", lambda *_: None)  # the test's own process keeps its handlers
    monkeypatch.setenv("RFERS_PASSWORD", "demo-password")
    broker = EmbeddedBroker(know_the_publisher(tmp_path), tmp_path / "broker.log")
    broker.start()
    try:
        assert simulate.main(["--server", f"{broker.host}:{broker.port}", "--count", "3", "--rate", "1000"]) == 1
    finally:
        broker.stop()
    told = capsys.readouterr()
    assert told.out == "simulate: sent 3 messages, 0 journaled\n"
    assert told.err.startswith("simulate: no receipt came for ")
    assert "may 'demo' publish there, is the matcher running?" in told.err


@pytest.mark.broker
def test_a_wrong_password_is_told(companion: Companion) -> None:
    done = simulator(companion, "guess", "--count", "1")
    assert done.returncode == 1
    assert "refused 'demo'" in done.stderr


def test_a_broker_that_is_not_there_is_told(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(publishing, "CONNECT_S", 0.3)
    monkeypatch.setattr("signal.signal", lambda *_: None)  # the test's own process keeps its handlers
    assert simulate.main(["--server", "127.0.0.1:1", "--count", "1"]) == 1
    assert "no broker answered at 127.0.0.1:1" in capsys.readouterr().err


@pytest.mark.broker
def test_it_stops_when_told_to(companion: Companion) -> None:
    publisher = simulate.Publisher(companion.host, companion.port, "demo", "demo-password")
    stop = threading.Event()
    options = simulate.build_parser().parse_args(["--rate", "0.001", "--sensors", "0"])
    running = threading.Thread(target=simulate.simulate, args=(publisher, options, stop))
    running.start()
    stop.set()
    running.join(10)
    assert not running.is_alive()
    publisher.close()
    assert publisher.sent == publisher.journaled == 0


@pytest.mark.parametrize(
    "given",
    [
        ["--server", "station"],
        ["--rate", "0"],
        ["--rate", "inf"],
        ["--rate", "fast"],
        ["--jitter", "2"],
        ["--part", "3/3"],
        ["--stay", "9"],
        ["--assets", "-1"],
        ["--burst-every", "-3"],
        ["--away", "nan"],
        ["--processes", "0"],
        ["--every", "assets"],
        ["--every", "engines=5"],
        ["--begin", "yesterday"],
        ["--assets", "0", "--sensors", "0"],
    ],
)
def test_options_that_make_no_sense_are_refused(given: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        simulate.main(given)
    assert given[0] in capsys.readouterr().err
