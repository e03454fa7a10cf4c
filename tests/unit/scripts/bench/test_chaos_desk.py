"""The desk that may be killed: what it has shown is what is whole in its file."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

from broker_local.protocol.notification import MatchedSubscription, Notification
from rfers_desktop.session.items import NotificationReceived
from scripts.bench.chaos_desk import line_of, shown_lines
from tests.builders import A_MOMENT, an_event


def test_a_line_that_was_cut_off_was_not_shown(tmp_path: Path) -> None:
    notification = Notification(7, an_event(id="e"), (MatchedSubscription("s", "S"),), A_MOMENT)
    line = line_of(NotificationReceived(notification, A_MOMENT + timedelta(seconds=1)))
    record = tmp_path / "shown"
    assert shown_lines(record) == []
    record.write_bytes(line + line[:-1])
    (shown,) = shown_lines(record)
    assert (shown["number"], shown["id"], shown["matched"]) == (7, "e", ["s"])
