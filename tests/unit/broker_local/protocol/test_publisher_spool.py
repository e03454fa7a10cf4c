"""The outbox's file: what was added and is not done comes back, also after a process that was cut off."""

from pathlib import Path

import pytest

from broker_local.protocol.publisher_spool import OutboxFile


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "outbox"


def test_what_is_not_done_comes_back_in_order(path: Path) -> None:
    file = OutboxFile(path)
    for event_id in ("b", "a", "ü\n"):
        file.added("EALocation", event_id, b'{"id":"x"}')
    file.added("WSObservation", "a", b"{}")
    file.done("EALocation", ["a"])
    again = OutboxFile(path)  # the first was killed: it closed nothing
    kept = [("EALocation", "b", b'{"id":"x"}'), ("EALocation", "ü\n", b'{"id":"x"}'), ("WSObservation", "a", b"{}")]
    assert again.load() == kept
    file.close()
    again.close()


def test_a_line_that_was_cut_off_is_as_if_it_had_never_been(path: Path) -> None:
    file = OutboxFile(path)
    file.added("EALocation", "a", b"{}")
    file.added("EALocation", "b", b"{}")
    file.close()
    path.write_bytes(path.read_bytes()[:-3])
    again = OutboxFile(path)
    again.added("EALocation", "c", b"{}")
    again.close()
    last = OutboxFile(path)
    assert [event_id for _, event_id, _ in last.load()] == ["a", "c"]
    last.close()


def test_the_file_does_not_grow_for_ever(path: Path) -> None:
    file = OutboxFile(path, rewrite_after=10)
    sizes = []
    file.added("EALocation", "stays", b"{}")
    for number in range(100):
        file.added("EALocation", f"e{number}", b"{}")
        file.done("EALocation", [f"e{number}"])
        sizes.append(path.stat().st_size)
    assert max(sizes) < 2_000
    file.close()
    again = OutboxFile(path)
    assert [event_id for _, event_id, _ in again.load()] == ["stays"]
    again.close()
