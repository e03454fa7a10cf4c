"""Publishers keep what is not journaled, over a broker that is restarted, and are told of every receipt."""

from __future__ import annotations

import argparse
import threading
from datetime import UTC, datetime
from pathlib import Path

import pytest

from broker_local.broker.accounts import AccountBook, Role
from broker_local.broker.choose import ACCOUNTS_FILE, EMBEDDED
from broker_local.protocol.publisher import ReceiptReport
from scripts.publishing import Publisher, add_account_options, asked_account
from scripts.topic_features import asset_feature
from tests.end_to_end.companion import Companion

HERE = (-114.07, 51.05)


@pytest.mark.broker
def test_what_was_sent_is_journaled_over_a_restart_and_each_receipt_is_told(tmp_path: Path) -> None:
    AccountBook(tmp_path / ACCOUNTS_FILE).add("demo", "a password", Role.PUBLISHER, ["*"])
    companion = Companion(tmp_path, EMBEDDED)
    companion.start()
    told: list[ReceiptReport] = []
    refused = threading.Event()

    def take(report: ReceiptReport) -> None:
        told.append(report)
        if report.refused:
            refused.set()

    publisher = Publisher(companion.host, companion.port, "demo", "a password", on_report=take)
    try:
        now = datetime.now(UTC)
        first = publisher.publish("EALocation", asset_feature(HERE, "E1", 50, now))
        assert publisher.settle(60.0)
        companion.kill()
        companion.start()
        publisher.wait_online(60.0)
        again = publisher.publish("EALocation", asset_feature(HERE, "E1", 60, now))
        wrong = publisher.publish("EALocation", asset_feature(HERE, "E1", -60, now))
        assert publisher.settle(60.0)
        assert refused.wait(10.0)
    finally:
        publisher.close()
        companion.stop()
    assert [event_id for report in told for event_id in report.journaled] == [first, again]
    (refusal,) = publisher.refused
    assert (refusal.id, "Speed" in refusal.reason) == (wrong, True)


def test_the_account_is_as_the_options_say(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    parser = argparse.ArgumentParser()
    add_account_options(parser, "tracker")
    monkeypatch.setenv("RFERS_PASSWORD", "from the environment")
    options = parser.parse_args(["--server", "station:1884"])
    assert asked_account(parser, options) == ("station", 1884, "tracker", "from the environment", None)
    (tmp_path / "password").write_text("from a file\n")
    options = parser.parse_args(["--password-file", str(tmp_path / "password")])
    assert asked_account(parser, options) == ("127.0.0.1", 1883, "tracker", "from a file", None)
    assert asked_account(parser, parser.parse_args(["--tls"])).tls is not None
    for wrong in (["--ca", str(tmp_path / "password")], ["--password-file", str(tmp_path / "none")]):
        with pytest.raises(SystemExit):
            asked_account(parser, parser.parse_args(wrong))
