"""Advertised topics in the journal."""

from datetime import UTC, datetime
from pathlib import Path

from broker_local.service.journal_file import JournalFile
from broker_local.service.topic_book import TopicBook, TopicRow

NOW = datetime(2026, 7, 1, 12, 0, tzinfo=UTC)


def test_topics_live_from_their_begin_to_their_end(tmp_path: Path) -> None:
    file = JournalFile(tmp_path / "journal.sqlite")
    book = TopicBook(file)
    floods, second_floods, quakes = (TopicRow(*row) for row in (("F", "a", b"1"), ("F", "a", b"2"), ("Q", "b", b"3")))
    for row in (floods, quakes, second_floods):
        book.begin(row, NOW)
    assert book.live() == [quakes, second_floods]
    book.end("Q", NOW)
    file.close()
    again = JournalFile(tmp_path / "journal.sqlite")
    assert TopicBook(again).live() == [second_floods]
    assert again.db.execute("SELECT COUNT(*) FROM topics").fetchone() == (3,)
    again.close()
