"""Workers beside the primary: started, started again, counted, stopped; what they do is in tests/end_to_end."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import pytest

from broker_local import workers
from broker_local.operations.status_report import write_status_file
from broker_local.protocol.status import ServiceStatus
from broker_local.workers import WorkerLogin, Workers, status_name

LOGINS = [WorkerLogin("matcher-2", "secret two", "id-2"), WorkerLogin("matcher-3", "secret three", "id-3")]


class FakeChild:
    """A process that is told what happens to it."""

    made: list[FakeChild] = []

    def __init__(self, name: str, command: list[str], log: Path, env: dict[str, str]) -> None:
        self.name, self.command, self.log = name, command, log
        self.alive, self.heard = True, b""
        FakeChild.made.append(self)

    def is_alive(self) -> bool:
        return self.alive

    def send(self, line: bytes) -> None:
        self.heard += line

    def close_input(self) -> None:
        self.heard += b"EOF"

    def stop(self) -> None:
        self.alive = False


@pytest.fixture
def made(monkeypatch: pytest.MonkeyPatch) -> list[FakeChild]:
    FakeChild.made = []
    monkeypatch.setattr(workers, "ChildBroker", FakeChild)
    return FakeChild.made


def test_each_is_started_once_with_its_password_where_nobody_sees_it(tmp_path: Path, made: list[FakeChild]) -> None:
    kept = Workers(tmp_path, LOGINS, lambda: ["--server", "here:1"])
    kept.keep()
    kept.keep()
    assert [child.heard for child in made] == [b"secret two\n", b"secret three\n"]
    assert not any("secret" in word for child in made for word in child.command)
    assert made[1].command[-2:] == ["--server", "here:1"]
    assert made[1].command[made[1].command.index("--number") + 1] == "3"


def test_one_that_died_is_started_again_with_the_options_of_that_moment(
    tmp_path: Path, made: list[FakeChild], caplog: pytest.LogCaptureFixture
) -> None:
    where = ["here:1"]
    kept = Workers(tmp_path, LOGINS, lambda: ["--server", where[0]])
    kept.keep()
    made[0].alive, where[0] = False, "there:2"
    kept.keep()
    assert [child.name for child in made] == ["worker 2", "worker 3", "worker 2"]
    assert made[2].command[-1] == "there:2"
    assert "worker 2 has died and is started again" in caplog.text


def test_all_are_asked_to_stop_before_any_is_waited_for(tmp_path: Path, made: list[FakeChild]) -> None:
    kept = Workers(tmp_path, LOGINS, list)
    kept.keep()
    kept.stop()
    assert [(child.heard.endswith(b"EOF"), child.alive) for child in made] == [(True, False), (True, False)]


@pytest.mark.usefixtures("made")
def test_only_those_that_live_are_counted(tmp_path: Path) -> None:
    kept = Workers(tmp_path, LOGINS, list)
    write_status_file(tmp_path, ServiceStatus(True, 1, datetime.now(UTC), None, {"accepted": 9}), status_name(3))
    kept.keep()  # what an earlier one has counted is not this one's
    assert kept.counters() == []
    now, long_ago = datetime.now(UTC), datetime(2020, 1, 1, tzinfo=UTC)
    write_status_file(tmp_path, ServiceStatus(True, 1, now, None, {"accepted": 5}), status_name(2))
    write_status_file(tmp_path, ServiceStatus(True, 1, long_ago, None, {"accepted": 7}), status_name(3))
    assert kept.counters() == [{"accepted": 5}]
