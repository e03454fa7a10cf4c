"""How long the local repository keeps what it has: by age, by number and by size; the oldest go first."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict, dataclass
from datetime import datetime, timedelta
from pathlib import Path

from broker_local.protocol.errors import ProtocolError
from broker_local.protocol.json_text import as_object, as_whole_number, known_members, parse_json, write_json

from .repository import Repository

_STEP = 2_000  # rows deleted in one transaction, so that arrivals need not wait long
_BYTES_PER_MB = 1_000_000
_MOST = {"days": 36_500, "rows": 100_000_000, "megabytes": 1_000_000}
_MEMBERS = frozenset(_MOST)
_MAX_BYTES = 10_000


@dataclass(frozen=True, slots=True)
class Retention:
    """None is no limit. Nothing goes by its age unless somebody wants it to: a desk's clock may be wrong."""

    days: int | None = None
    rows: int | None = 2_000_000
    megabytes: int | None = 4_000


def trim(
    repository: Repository, kept: Retention, now: datetime, is_cancelled: Callable[[], bool] = lambda: False
) -> int:
    """Let go of what is beyond the limits; how many notifications went."""
    gone = 0
    while not is_cancelled() and (excess := min(_excess(repository, kept, now), _STEP)):
        deleted = repository.delete_oldest(excess)
        gone += deleted
        if not deleted:
            break
    if gone:
        repository.give_back_room()
    return gone


def read_retention(file: Path) -> Retention:
    """The limits as they were saved; the usual ones if there are none, ProtocolError if they cannot be read."""
    try:
        content = file.read_bytes()
    except FileNotFoundError:
        return Retention()
    given = as_object(parse_json(content, file.name, _MAX_BYTES), file.name)
    known_members(given, file.name, _MEMBERS)
    return Retention(**{name: _limit(given.get(name), file.name, name) for name in _MOST})


def write_retention(file: Path, kept: Retention) -> None:
    """Save the limits."""
    file.parent.mkdir(parents=True, exist_ok=True)
    aside = file.with_suffix(".new")
    aside.write_bytes(write_json(asdict(kept)))
    aside.replace(file)


def _limit(value: object, file: str, name: str) -> int | None:
    return None if value is None else as_whole_number(value, f"{file}.{name}", 1, _MOST[name])


def _excess(repository: Repository, kept: Retention, now: datetime) -> int:
    """How many of the oldest are to go; of a file that is too large a share as large as what is too much."""
    size = repository.size()
    excess = 0
    if kept.rows is not None:
        excess = max(excess, size.rows - kept.rows)
    if kept.days is not None:
        excess = max(excess, repository.count_received_before(now - timedelta(days=kept.days)))
    if kept.megabytes is not None:
        over = size.size_bytes - kept.megabytes * _BYTES_PER_MB
        if over > 0:
            excess = max(excess, min(size.rows, int(size.rows * over / size.size_bytes) + 1))
    return excess


def checked_retention(days: int | None, rows: int | None, megabytes: int | None) -> Retention:
    """Limits as somebody set them; raises ProtocolError for one that is none."""
    given = {"days": days, "rows": rows, "megabytes": megabytes}
    for name, value in given.items():
        if value is not None and not 1 <= value <= _MOST[name]:
            raise ProtocolError(name, expected=f"1 to {_MOST[name]:,}", got=value)
    return Retention(**given)
