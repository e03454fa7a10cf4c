"""The state of the service as a report, and where it is kept."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from broker_local.operations.status_report import read_status_file, report, write_status_file
from broker_local.protocol.errors import ProtocolError
from broker_local.protocol.status import ServiceStatus

NOW = datetime(2026, 7, 1, 12, 0, tzinfo=UTC)


def a_status(*, online: bool = True, ago_s: float = 1.0, **counters: int) -> ServiceStatus:
    return ServiceStatus(online, 1, NOW - timedelta(seconds=ago_s), NOW - timedelta(hours=3), counters)


def test_a_service_that_serves_is_reported_with_its_figures() -> None:
    status = a_status(
        events_per_s=1234,
        accepted=1_000_000,
        duplicates=3,
        matches_per_s=12,
        matched=100,
        delivered=90,
        latency_p50_us=4321,
        latency_p99_us=56_789,
        waiting=7,
        rejected=2,
        subscriptions=100_000,
        connected=12,
        unplaced=1,
    )
    assert report(status, NOW).splitlines() == [
        "serving for 3 h",
        "  events        1,234 a second, 1,000,000 since the start, 3 sent twice",
        "  matches       12 a second, 100 since the start, 90 notifications",
        "  latency       50 % within 4.32 ms, 99 % within 56.8 ms",
        "  queues        7 messages wait to be read",
        "  refused       2 messages (see rfers-broker rejected)",
        "  subscriptions 100,000",
        "  connected     12 clients",
        "  also          unplaced 1",
    ]


def test_a_service_that_has_stopped_or_vanished_is_not_reported_as_serving() -> None:
    assert report(a_status(online=False, ago_s=300), NOW) == "stopped 5 min ago"
    assert report(a_status(ago_s=16), NOW) == "not serving; last heard of 16 s ago"


def test_what_is_kept_is_what_is_read(tmp_path: Path) -> None:
    for count in (1, 2):
        write_status_file(tmp_path, a_status(accepted=count))
    assert read_status_file(tmp_path) == a_status(accepted=2)
    assert [path.name for path in tmp_path.iterdir()] == ["status.json"]


def test_a_folder_that_was_never_served_from_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ProtocolError, match="--data: expected a folder that was served from"):
        read_status_file(tmp_path)
