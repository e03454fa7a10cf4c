"""The journal: one transaction a batch, numbered inboxes, totals that outlive what is deleted."""

import json
import sqlite3
import subprocess
import sys
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from broker_local.service.journal import EventRow, Journal, KeptEvent, MatchedHandle, RejectedRow

NOW = datetime(2026, 7, 1, 12, 0, 0, 123_456, tzinfo=UTC)


@pytest.fixture
def journal(tmp_path: Path):
    opened = Journal(tmp_path / "journal.sqlite")
    yield opened
    opened.close()


def a_row(event_id: str = "e1") -> EventRow:
    return EventRow("EALocation", "", event_id, "digest", NOW, b"{}")


def test_numbers_go_up_by_one_for_each_user(journal: Journal) -> None:
    first = journal.record([a_row("a"), a_row("b")], [], [("ann", 0, ()), ("bob", 0, ()), ("ann", 1, ())], NOW)
    second = journal.record([a_row("c")], [], [("ann", 0, ())], NOW)
    assert [(row.user, row.number) for row in first + second] == [("ann", 1), ("bob", 1), ("ann", 2), ("ann", 3)]
    assert journal.last_number("ann") == 3
    assert journal.last_number("nobody") == 0


def test_a_batch_is_written_whole_or_not_at_all(journal: Journal) -> None:
    journal.record([a_row("a")], [], [("ann", 0, ())], NOW)
    with pytest.raises(sqlite3.IntegrityError):
        journal.record([a_row("b"), a_row("a")], [], [("ann", 0, ())], NOW)
    assert (journal.count("events"), journal.count("inbox"), journal.total("events")) == (1, 1, 1)
    assert journal.record([a_row("b")], [], [("ann", 0, ())], NOW)[0].number == 2


def test_an_inbox_is_read_again_as_it_was_written(tmp_path: Path) -> None:
    path = tmp_path / "journal.sqlite"
    matched = (MatchedHandle(7, None), MatchedHandle(9, NOW + timedelta(hours=1)))
    journal = Journal(path)
    written = journal.record([a_row("a"), a_row("b")], [], [("ann", 0, matched), ("ann", 1, matched)], NOW)
    journal.close()
    again = Journal(path)
    assert again.inbox_after("ann", 0, 10) == written
    assert again.inbox_after("ann", 1, 10) == written[1:]
    assert again.inbox_after("ann", 0, 1) == written[:1]
    again.close()


def test_degrees_are_read_again_bit_for_bit_and_are_1_where_nothing_is_written(journal: Journal) -> None:
    third = 1.0 / 3.0
    matched = (MatchedHandle(7, NOW, 1.0, third), MatchedHandle(8, None), MatchedHandle(9, None, 5e-324, 0.0))
    written = journal.record([a_row()], [], [("ann", 0, matched)], NOW)
    assert journal.inbox_after("ann", 0, 10) == written
    (text,) = journal.file.db.execute("SELECT matched FROM inbox").fetchone()
    assert json.loads(text)[1] == [8, None]  # what is certain takes no more room than it did
    journal.file.db.execute("UPDATE inbox SET matched = '[[7, 1], [8, null]]'")  # as it was written before
    (row,) = journal.inbox_after("ann", 0, 10)
    assert [(m.handle, m.possibility, m.necessity) for m in row.matched] == [(7, 1.0, 1.0), (8, 1.0, 1.0)]


def test_known_events_are_found_by_topic_publisher_and_id(journal: Journal) -> None:
    odd = 'a "quoted" id, with ümlauts\n'
    journal.record([a_row("a"), a_row(odd)], [], [], NOW)
    keys = [("EALocation", "", "a"), ("EALocation", "truck", "a"), ("WSObservation", "", "a"), ("EALocation", "", odd)]
    assert journal.digests_of(keys) == {keys[0]: "digest", keys[3]: "digest"}
    assert journal.digests_of([]) == {}
    assert journal.find_event(keys[0]) == KeptEvent(NOW, b"{}")
    assert journal.find_event(keys[1]) is None


def test_a_thousand_known_events_are_found_at_once(journal: Journal) -> None:
    journal.record([a_row(f"e{i}") for i in range(1_000)], [], [], NOW)
    keys = [("EALocation", "", f"e{i}") for i in range(500, 1_500)]
    assert set(journal.digests_of(keys)) == set(keys[:500])


def test_an_acknowledged_number_never_goes_back_nor_beyond_the_newest(journal: Journal) -> None:
    journal.record([a_row("a"), a_row("b")], [], [("ann", 0, ()), ("ann", 1, ())], NOW)
    said = []
    for number in (1, 2, 1, 99):
        journal.acknowledge("ann", number, NOW)
        said.append(journal.acknowledged("ann"))
    assert said == [1, 2, 2, 2]
    assert journal.acknowledged("nobody") == 0


def test_refusals_are_kept_newest_first_and_counted(journal: Journal) -> None:
    rows = [RejectedRow(NOW, "publish/X", "f", "e", "g", f"m{i}", b"\xff") for i in range(3)]
    journal.record([], rows, [], NOW)
    assert journal.rejected(2) == [rows[2], rows[1]]
    assert journal.count("rejected") == journal.total("rejected") == 3


def test_only_tables_are_counted(journal: Journal) -> None:
    with pytest.raises(ValueError, match="the name of a table"):
        journal.count("events; DROP TABLE events")


_WRITER = """
import sys
from datetime import UTC, datetime
from pathlib import Path
from broker_local.service.journal import EventRow, Journal, RejectedRow
from broker_local.service.retention import Retention, Trimming

now = datetime.now(UTC)
journal = Journal(Path(sys.argv[1]))
trimming = Trimming(journal, Retention(max_events=40))
while True:
    first = journal.total("events")
    rows = [EventRow("T", "", f"e{first + i}", "d", now, b"{}") for i in range(7)]
    refused = [RejectedRow(now, "a", "f", "e", "g", "m", b"")]
    journal.record(rows, refused, [("ann", i, ()) for i in range(7)], now)
    trimming.step(now)
    print(first + 7, flush=True)
"""


def test_whenever_its_writer_is_killed_a_journal_is_whole_and_has_all_that_was_told(tmp_path: Path) -> None:
    path = tmp_path / "journal.sqlite"
    for kill in range(6):
        writer = subprocess.Popen([sys.executable, "-c", _WRITER, str(path)], stdout=subprocess.PIPE)
        assert writer.stdout is not None
        told = [int(writer.stdout.readline()) for _ in range(3 + 5 * kill)]
        writer.kill()
        told += [int(line) for line in writer.stdout.read().split()]
        writer.wait()
        writer.stdout.close()
        journal = Journal(path)
        assert journal.file.db.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        assert journal.file.db.execute("PRAGMA foreign_key_check").fetchall() == []
        total = journal.total("events")
        assert total >= told[-1]
        assert total % 7 == 0
        assert (journal.last_number("ann"), journal.total("rejected")) == (total, total // 7)
        kept = [row.number for row in journal.inbox_after("ann", 0, 1_000)]
        assert kept == list(range(total - len(kept) + 1, total + 1))
        assert 40 <= len(kept) <= 47 or total < 40
        journal.close()
