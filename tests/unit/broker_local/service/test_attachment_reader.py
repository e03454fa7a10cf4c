"""Messages with images go aside and come back read; whatever happens to the reader, the service goes on."""

import os
import signal
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest

from broker_local.protocol.addresses import publish
from broker_local.protocol.builtin_topics import builtin_topics
from broker_local.protocol.event_codec import parse_message
from broker_local.service.attachment_reader import AttachmentReader
from broker_local.service.findings import ReadMessage
from broker_local.service.mqtt_link import Message
from tests.geotiffs import a_geotiff

NOW = datetime(2026, 7, 1, 12, 0, tzinfo=UTC)
WITHIN_S = 60.0
DIES = "import os, signal; os.kill(os.getpid(), signal.SIGSEGV)"
HANGS = "import sys; sys.stdin.buffer.read()"
FAILS = "import sys; sys.exit('no such module')"


@pytest.fixture
def reader(tmp_path: Path) -> Iterator[AttachmentReader]:
    made = AttachmentReader(tmp_path / "images", 10**9)
    yield made
    made.close()


def submit(reader: AttachmentReader, payload: bytes, mid: int = 1) -> None:
    message = Message(publish("WFireRSImage"), payload, mid, 1, 7, 12.5)
    reader.submit(message, builtin_topics()["WFireRSImage"], NOW)


def finished(reader: AttachmentReader, count: int) -> list[ReadMessage]:
    done: list[ReadMessage] = []
    while len(done) < count:
        some = reader.finished(WITHIN_S)
        assert some, "nothing was read in time"
        done += some
    return done


def replaced_child(reader: AttachmentReader, program: str) -> None:
    """Another program in place of the one that reads."""
    reader._command = ["python3", "-c", program]


def test_messages_come_back_in_order_with_what_is_needed_to_acknowledge_them(reader: AttachmentReader) -> None:
    for mid, payload in enumerate((a_geotiff(), b"nonsense", a_geotiff(taken="2008:03:02 11:25:35"))):
        submit(reader, payload, mid)
    done = finished(reader, 3)
    assert [(m.mid, m.qos, m.connection, m.received_at) for m in done] == [(mid, 1, 7, 12.5) for mid in range(3)]
    assert [m.findings.refusal is None for m in done] == [True, False, True]
    assert done[1].payload == b"nonsense"
    assert reader.waiting_bytes == 0


def test_nothing_is_finished_where_nothing_was_submitted(reader: AttachmentReader) -> None:
    assert reader.finished() == []


def test_a_reader_that_was_killed_is_started_again_and_the_message_read(reader: AttachmentReader) -> None:
    submit(reader, a_geotiff())
    finished(reader, 1)
    assert reader._child is not None
    os.kill(reader._child.pid, signal.SIGKILL)
    submit(reader, a_geotiff())
    (again,) = finished(reader, 1)
    assert again.findings.refusal is None


def test_a_message_that_kills_its_reader_twice_is_refused(reader: AttachmentReader) -> None:
    replaced_child(reader, DIES)
    submit(reader, a_geotiff())
    (dead,) = finished(reader, 1)
    assert "ended its reader with signal 11" in str(dead.findings.refusal)


def test_a_message_that_is_never_read_is_refused_in_time(tmp_path: Path) -> None:
    reader = AttachmentReader(tmp_path, 10**9, read_within_s=0.2)
    replaced_child(reader, HANGS)
    submit(reader, b'{"receipt": {"to": "gateway", "message": "m1"}, "bulk": "x"}')
    (late,) = finished(reader, 1)
    reader.close()
    assert "nothing within 0.2 s" in str(late.findings.refusal)
    assert parse_message(late.payload) == {"receipt": {"to": "gateway", "message": "m1"}}  # who must be told


def test_a_reader_that_cannot_run_is_the_services_own_trouble(reader: AttachmentReader) -> None:
    replaced_child(reader, FAILS)
    submit(reader, a_geotiff())
    with pytest.raises(OSError, match="ended with 1"):
        finished(reader, 1)


def test_closing_does_not_wait_for_what_is_being_read(tmp_path: Path) -> None:
    reader = AttachmentReader(tmp_path, 10**9)
    replaced_child(reader, HANGS)
    submit(reader, a_geotiff())
    reader.close()
    assert not reader._thread.is_alive()
