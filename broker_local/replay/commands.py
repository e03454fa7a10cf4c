"""The commands archive, import and replay: their options, and what they run; Spark is loaded when one is run."""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Callable
from contextlib import AbstractContextManager
from dataclasses import dataclass
from datetime import UTC, datetime, tzinfo
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from shapely.geometry.base import BaseGeometry

from broker_local.protocol.builtin_topics import builtin_topics
from broker_local.protocol.crs import parse_crs
from broker_local.protocol.errors import Given, ProtocolError
from broker_local.protocol.times import parse_timestamp

if TYPE_CHECKING:
    from .imports.import_run import ImportReport

Commands: TypeAlias = "argparse._SubParsersAction[argparse.ArgumentParser]"
ARCHIVE_FOLDER = "archive"
IMAGE_TOPIC = "WFireRSImage"
_NEEDED = ("pyarrow", "pyspark", "pandas")


@dataclass(frozen=True, slots=True)
class Surroundings:
    """What the commands need of other rooms."""

    journal_file: str  # within the data folder
    lock: Callable[[Path], AbstractContextManager[None]]  # one archiver at a time
    find_image: Callable[[Path, str], str | None]  # the URI of a content within a data folder, by its SHA-256
    read_image: Callable[[bytes, str], tuple[BaseGeometry, datetime | None]]  # footprint and time of a GeoTIFF


def add_commands(commands: Commands, where: argparse.ArgumentParser, surroundings: Surroundings) -> None:
    """Add the commands; `where` has the options that say which station."""
    archive = commands.add_parser(
        "archive", parents=[where], help="bring the archive, which replays read, up to the journal"
    )
    archive.add_argument("--to", type=Path, metavar="DIR", help="the archive (default: archive, within the data)")
    archive.add_argument("--check", action="store_true", help="compare every file with its checksum as well")
    archive.set_defaults(run=lambda options: _run_archive(options, surroundings))
    _add_import(commands, where, surroundings)
    _add_replay(commands, where, surroundings)


def _add_import(commands: Commands, where: argparse.ArgumentParser, surroundings: Surroundings) -> None:
    command = commands.add_parser("import", parents=[where], help="bring files from outside into the archive")
    add = command.add_argument
    files = "CSV, GeoJSON, GeoPackage, GPX, GeoTIFF, or folders of them"
    add("files", type=Path, nargs="+", metavar="FILE", help=files)
    add("--archive", type=Path, metavar="DIR", help="the archive (default: archive, within the data)")
    add("--topic", metavar="NAME", help="a known one, or a name for one made from the columns (images: WFireRSImage)")
    roles = "lat, lon, wkt, moment, date, time, id, key, accuracy_m, hdop, scan_km, track_km, or an attribute"
    add("--map", action="append", default=[], metavar="WHAT=COLUMN", help=f"which column says what: {roles}; repeat it")
    add("--crs", metavar="EPSG:N", help="of coordinates that are not lon/lat, where the file does not say")
    add("--mend", action="store_true", help="make geometries valid that are not, instead of refusing them")
    add("--time-format", metavar="FORMAT", help="of moments that are not ISO 8601, such as '%%m/%%d/%%Y %%I:%%M %%p'")
    add("--at", metavar="WHEN", help="when what says no time happened, such as 2026-07-01T12:00:00Z")
    add("--zone", default="UTC", metavar="NAME", help="of moments without an offset (default: %(default)s)")
    command.set_defaults(run=lambda options: _run_import(options, surroundings))


def _add_replay(commands: Commands, where: argparse.ArgumentParser, surroundings: Surroundings) -> None:
    command = commands.add_parser("replay", parents=[where], help="run subscriptions over what is archived")
    add = command.add_argument
    add("--archive", type=Path, metavar="DIR", help="the archive (default: archive, within the data)")
    add("--from", dest="begin", required=True, metavar="WHEN", help="2026-07-01, or 2026-07-01T12:00:00Z")
    add("--to", dest="end", required=True, metavar="WHEN", help="a day, which is still in it, or a moment")
    add("--area", metavar="FILE|WKT", help="only events there: a file of GeoJSON, or WKT in lon/lat")
    add("--topics", default="", metavar="A,B", help="only events of these (default: all)")
    sets = "as-they-were, live, or a file of them"
    add("--subscriptions", default="as-they-were", metavar="WHICH", help=f"{sets} (default: %(default)s)")
    add("--compare", metavar="WHICH", help=f"say what the above miss and add to these: {sets}")
    add("--cell", type=float, default=0.01, metavar="DEG", help="of the density grid (default: %(default)s)")
    add("--master", default="local[*]", metavar="URL", help="where Spark runs (default: %(default)s)")
    add("--conf", action="append", default=[], metavar="NAME=VALUE", help="a setting of Spark; repeat it")
    add("--out", type=Path, required=True, metavar="DIR", help="where the result goes")
    add("--progress", action="store_true", help="say how far it is on standard output, a JSON object a line")
    command.set_defaults(run=lambda options: _run_replay(options, surroundings))


def _run_archive(options: argparse.Namespace, surroundings: Surroundings) -> int:
    _check_installed("pyarrow")
    from .archive import archive
    from .manifest import check_files, read_manifest

    to = options.to or options.data / ARCHIVE_FOLDER
    to.mkdir(parents=True, exist_ok=True, mode=0o700)
    with surroundings.lock(to):
        journal = options.data / surroundings.journal_file
        find_image = partial(surroundings.find_image, options.data)
        report = archive(journal, to, builtin_topics(), datetime.now(UTC), find_image=find_image)
        if options.check:
            check_files(to, read_manifest(to))
    print(
        f"archived {report.events} events, {report.deliveries} deliveries, {report.rejected} refusals"
        f" through event {report.through}"
    )
    if report.unreadable:
        print(f"{report.unreadable} events follow no known schema; they are among the refusals", file=sys.stderr)
    return 0


def _run_import(options: argparse.Namespace, surroundings: Surroundings) -> int:
    _check_installed("pyarrow")
    from .imports.cell_values import TimeReading
    from .imports.column_map import parse_map
    from .imports.import_plan import ImportPlan
    from .imports.import_run import import_source
    from .imports.sources import sources_of

    sources = sources_of(options.files, surroundings.read_image)
    has_images_alone = all(source.paths for source in sources)
    if options.topic is None and not has_images_alone:
        raise ProtocolError("--topic", expected="the name of a topic, known or new", got=Given("nothing"))
    parse_crs(options.crs, "--crs")
    plan = ImportPlan(
        options.topic or IMAGE_TOPIC,
        parse_map(options.map),
        TimeReading(options.time_format, _zone(options.zone)),
        options.crs,
        None if options.at is None else parse_timestamp(options.at, "--at"),
        options.mend,
    )
    to = options.archive or options.data / ARCHIVE_FOLDER
    to.mkdir(parents=True, exist_ok=True, mode=0o700)
    with surroundings.lock(to):
        for source in sources:
            _say_import(import_source(to, source, plan, builtin_topics(), datetime.now(UTC)), plan.topic)
    return 0


def _say_import(report: ImportReport, topic: str) -> None:
    if report.was_there:
        print(f"{report.name}: imported before")
        return
    print(f"{report.name}: {report.events} events of {topic}, {report.already} that were there, {report.bad} bad rows")
    if report.left_out:
        print(f"{report.name}: columns left out: {', '.join(report.left_out)}", file=sys.stderr)
    if report.bad:
        print(f"{report.name}: the first bad row, {report.first_reason}", file=sys.stderr)


def _zone(name: str) -> tzinfo:
    try:
        return UTC if name == "UTC" else ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError):
        raise ProtocolError("--zone", expected="a time zone such as America/Edmonton", got=name) from None


def _run_replay(options: argparse.Namespace, surroundings: Surroundings) -> int:
    _check_installed(*_NEEDED)
    from .question import Question, parse_area, parse_period

    question = Question(
        *parse_period(options.begin, options.end),
        area=None if options.area is None else parse_area(options.area),
        topics=tuple(name for name in options.topics.split(",") if name),
        subscriptions=options.subscriptions,
        compare=options.compare,
        cell_deg=options.cell,
    )
    from .manifest import read_manifest
    from .progress import Progress
    from .replay_run import replay
    from .selection import chosen_files
    from .session import spark_session

    archive = options.archive or options.data / ARCHIVE_FOLDER
    settings = dict(_setting(word) for word in options.conf)
    chosen_files(read_manifest(archive), question)  # what is no archive is told before Spark takes its time to start
    _make_out(options.out)  # and so is a folder that cannot be written
    say = _print_line if options.progress else _say_nothing
    say({"stage": "starting", "done": 0.0})
    with spark_session(options.master, settings) as spark, Progress(spark, say) as progress:
        journal = archive.parent / surroundings.journal_file  # in its usual place an archive stands beside it
        at_hand = journal if journal.is_file() else None
        result = replay(archive, question, options.out, spark, progress.stage, at_hand)
    counts = result.counts
    print(
        f"looked at {counts['events']} events; {counts['matched']} matched, {counts['matches']} times,"
        f" in {result.took_s:.1f} s",
        file=sys.stderr if options.progress else sys.stdout,
    )
    return 0


def _make_out(out: Path) -> None:
    try:
        out.mkdir(parents=True, exist_ok=True)
    except (FileExistsError, NotADirectoryError):
        hint = "a file is in its way"
        raise ProtocolError("--out", expected="a folder, which may be new", got=str(out), hint=hint) from None
    except OSError as error:
        got = Given(f"{out}: {error.strerror}")
        raise ProtocolError("--out", expected="a folder that can be written", got=got) from None


def _setting(word: str) -> tuple[str, str]:
    name, _, value = word.partition("=")
    if not name.startswith("spark.") or not value:
        raise ProtocolError("--conf", expected="a setting such as spark.executor.memory=8g", got=word)
    return name, value


def _print_line(line: dict[str, object]) -> None:
    print(json.dumps(line), flush=True)


def _say_nothing(line: dict[str, object]) -> None:
    pass


def _check_installed(*names: str) -> None:
    import importlib.util

    for name in names:
        if importlib.util.find_spec(name) is None:
            raise ProtocolError(name, expected="it to be installed", got=Given("nothing"), hint="scripts/setup replay")
    if "pyspark" in names and not _has_java():
        hint = "install a Java runtime, or set JAVA_HOME; rfers-broker doctor says how"
        raise ProtocolError("java", expected="Java 17 or 21", got=Given("none"), hint=hint)


def _has_java() -> bool:
    import shutil

    home = os.environ.get("JAVA_HOME")
    return Path(home, "bin", "java").is_file() if home else shutil.which("java") is not None
