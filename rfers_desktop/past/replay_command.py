"""A replay as the analyst asks for it: the command that runs it in another process, and what that says of itself."""

from __future__ import annotations

import json
import sys
from dataclasses import dataclass
from datetime import date
from pathlib import Path

from shapely.geometry.base import BaseGeometry

from broker_local.protocol.errors import Given, ProtocolError
from rfers_desktop.language import later, tr

AS_THEY_WERE, LIVE = "as-they-were", "live"
_MANIFEST = "manifest.json"


@dataclass(frozen=True, slots=True)
class ReplayRequest:
    """What is asked of an archive."""

    archive: Path
    begin: str  # a day or a moment, as the command reads it
    end: str
    out: Path
    area: BaseGeometry | Path | None = None  # a file of GeoJSON
    topics: tuple[str, ...] = ()
    subscriptions: str = AS_THEY_WERE  # or live, or a file
    compare: str | None = None
    master: str = "local[*]"

    def command(self) -> list[str]:
        """The program and its arguments."""
        given = [
            *(sys.executable, "-m", "broker_local.cli", "replay", "--progress"),
            *("--archive", str(self.archive), "--from", self.begin, "--to", self.end, "--out", str(self.out)),
            *("--subscriptions", self.subscriptions, "--master", self.master),
        ]
        if self.area is not None:
            given += ["--area", str(self.area) if isinstance(self.area, Path) else self.area.wkt]
        if self.topics:
            given += ["--topics", ",".join(self.topics)]
        if self.compare is not None:
            given += ["--compare", self.compare]
        return given


@dataclass(frozen=True, slots=True)
class ReplayProgress:
    """How far a replay is."""

    stage: str
    done: float  # 0 to 1
    left_s: float | None = None


@dataclass(frozen=True, slots=True)
class ArchiveFacts:
    """What an archive holds, by its list of files."""

    first: date
    last: date
    topics: tuple[str, ...]
    events: int


_STAGES = {
    "starting": later("starting Spark, which takes a few seconds"),
    "choosing": later("choosing what to read"),
    "matching": later("matching events with subscriptions"),
    "summing up": later("summing up"),
    "done": later("done"),
}


def words_of(progress: ReplayProgress) -> str:
    """How far a replay is, for people."""
    stage = tr(_STAGES[progress.stage]) if progress.stage in _STAGES else progress.stage
    left = progress.left_s
    if left is None or progress.stage == "done":
        return stage
    if left < 90:
        return tr("{stage}, about {seconds} s left", stage=stage, seconds=round(left))
    return tr("{stage}, about {minutes} min left", stage=stage, minutes=round(left / 60))


def progress_of(line: str) -> ReplayProgress | None:
    """What a line of the running replay says; None if it is about something else."""
    try:
        told = json.loads(line)
        left_s = told.get("left_s")
        return ReplayProgress(str(told["stage"]), float(told["done"]), None if left_s is None else float(left_s))
    except (ValueError, KeyError, TypeError, AttributeError):
        return None


def facts_of(archive: Path) -> ArchiveFacts:
    """What is in an archive; refused, with the reason, where there is none or nothing in it."""
    file = archive / _MANIFEST
    try:
        told = json.loads(file.read_text("utf-8"))
        entries = [entry for entry in told["files"] if entry["table"] == "events"]
        days = sorted({date.fromisoformat(entry["date"]) for entry in entries})
        topics = tuple(sorted({era["topic"]["name"] for era in told["eras"]}))
        events = sum(int(entry["rows"]) for entry in entries)
    except FileNotFoundError:
        raise ProtocolError("archive", expected=f"a folder with {_MANIFEST}", got=str(archive)) from None
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise ProtocolError("archive", expected="an archive that can be read", got=Given(str(error))) from None
    if not days:
        raise ProtocolError("archive", expected="events in it", got=Given("none"), hint=str(archive))
    return ArchiveFacts(days[0], days[-1], topics, events)
