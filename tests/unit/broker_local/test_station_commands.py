"""The commands about a station: accounts, certificates, refused messages, and how the service does."""

from __future__ import annotations

import getpass
import io
import json
import sys
import warnings
from datetime import UTC, datetime
from pathlib import Path

import pytest

from broker_local.broker.accounts import AccountBook, Role
from broker_local.broker.choose import ACCOUNTS_FILE, start_broker
from broker_local.cli import main
from broker_local.operations.status_report import write_status_file
from broker_local.protocol.addresses import STATUS
from broker_local.protocol.status import ServiceStatus
from broker_local.protocol.status_codec import encode_status
from broker_local.serve import JOURNAL_FILE
from broker_local.service.journal import Journal, RejectedRow
from broker_local.service.mqtt_link import MqttLink

NOW = datetime(2026, 7, 1, 12, 0, tzinfo=UTC)
PASSWORD = "a good password"


@pytest.fixture
def typed(monkeypatch: pytest.MonkeyPatch) -> None:
    """The password comes in on standard input."""
    monkeypatch.setattr(sys, "stdin", io.StringIO(f"{PASSWORD}\n"))


@pytest.mark.usefixtures("typed")
def test_an_account_is_added_listed_and_removed_and_its_password_never_shown(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    where = ["--data", str(tmp_path)]
    add = ["user", "add", "truck", "--role", "publisher", "--topics", "EALocation,WSObservation", "--password-stdin"]
    assert main([*add, *where]) == 0
    assert main(["user", "list", *where]) == 0
    assert main(["user", "remove", "truck", *where]) == 0
    assert main(["user", "list", *where]) == 0
    assert capsys.readouterr().out == (
        "added truck (publisher)\ntruck\tpublisher\tEALocation,WSObservation\nremoved truck\n"
    )


def test_a_password_may_be_in_a_file_and_where_nobody_can_type_one_that_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "password").write_text(f"{PASSWORD}\n")
    where = ["--data", str(tmp_path / "station")]
    assert main(["user", "add", "anna", "--password-file", str(tmp_path / "password"), *where]) == 0
    assert AccountBook(tmp_path / "station" / ACCOUNTS_FILE).verified("anna", PASSWORD)

    def ask_nobody(_words: str) -> str:
        warnings.warn("no terminal", getpass.GetPassWarning, stacklevel=1)
        raise EOFError

    monkeypatch.setattr(getpass, "getpass", ask_nobody)
    assert main(["user", "add", "berta", *where]) == 1
    assert "--password-file: expected a password, where there is no terminal" in capsys.readouterr().err


@pytest.mark.usefixtures("typed")
def test_another_password_replaces_the_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    where = ["--password-stdin", "--data", str(tmp_path)]
    assert main(["user", "add", "ann", *where]) == 0
    before = (tmp_path / ACCOUNTS_FILE).read_text()
    monkeypatch.setattr(sys, "stdin", io.StringIO("yet another password\n"))
    assert main(["user", "passwd", "ann", *where]) == 0
    after = (tmp_path / ACCOUNTS_FILE).read_text()
    assert before != after
    assert PASSWORD not in before + after


def test_refused_messages_are_shown_newest_first(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    journal = Journal(tmp_path / JOURNAL_FILE)
    rows = [RejectedRow(NOW, "rfers/v1/publish/EALocation", "f", "e", "g", f"reason {n}", b"?") for n in range(3)]
    journal.record([], rows, [], NOW)
    journal.close()
    assert main(["rejected", "--limit", "2", "--data", str(tmp_path)]) == 0
    assert capsys.readouterr().out == (
        "3 refused in all\n"
        "2026-07-01 12:00:00  rfers/v1/publish/EALocation  reason 2\n"
        "2026-07-01 12:00:00  rfers/v1/publish/EALocation  reason 1\n"
    )


def test_certificates_are_made_and_shown(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    where = ["--data", str(tmp_path)]
    assert main(["certificates", "make", "--name", "station.example", "--name", "10.0.0.7", *where]) == 0
    made = capsys.readouterr().out
    assert made.startswith("certificate for station.example, 10.0.0.7, localhost, 127.0.0.1, ::1\nvalid until ")
    assert made.endswith(f"desks need a copy of {tmp_path / 'tls' / 'ca.pem'}\n")
    assert main(["certificates", "show", *where]) == 0
    assert capsys.readouterr().out == made


def test_the_state_is_told_from_the_data_and_its_exit_code_says_whether_it_serves(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    now = datetime.now(UTC)
    write_status_file(tmp_path, ServiceStatus(True, 1, now, now, {"accepted": 5}))
    assert main(["status", "--data", str(tmp_path)]) == 0
    assert capsys.readouterr().out.startswith("serving for 0 s\n  events        5 since the start")
    assert main(["status", "--json", "--data", str(tmp_path)]) == 0
    assert json.loads(capsys.readouterr().out)["counters"] == {"accepted": 5}
    write_status_file(tmp_path, ServiceStatus(False, 1, now))
    assert main(["status", "--data", str(tmp_path)]) == 1
    assert capsys.readouterr().out == "stopped 0 s ago\n"


@pytest.mark.broker
def test_the_state_is_asked_for_over_mqtt(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    book = AccountBook(tmp_path / ACCOUNTS_FILE)
    service_password = book.issue("matcher", Role.SERVICE)
    book.add("chief", PASSWORD, Role.ADMIN)
    (tmp_path / "password").write_text(PASSWORD)
    broker = start_broker("embedded", tmp_path)
    ask = ["status", "--server", f"mqtt://{broker.host}:{broker.port}", "--user", "chief"]
    ask += ["--password-file", str(tmp_path / "password")]
    now = datetime.now(UTC)
    matcher = MqttLink("m", "matcher", service_password, [STATUS])
    try:
        matcher.start(broker.host, broker.port, None)
        status = encode_status(ServiceStatus(True, 1, now, now, {"accepted": 7}))
        matcher.publish_and_wait(STATUS, status, 10.0, retain=True)
        assert main(ask) == 0
        assert "7 since the start" in capsys.readouterr().out
        matcher.publish_and_wait(STATUS, b"", 10.0, retain=True)
    finally:
        matcher.stop()
        broker.stop()
