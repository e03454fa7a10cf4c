"""A gateway from real devices: NMEA receivers, GPX tracks, CSV files that grow, a folder of thermal images.

python -m scripts.gateway nmea --asset E7 --serial /dev/ttyUSB0
"""

from __future__ import annotations

import argparse
import hashlib
import json
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from pathlib import Path
from types import FrameType

from broker_local.protocol.builtin_topics import builtin_topics
from broker_local.protocol.errors import ProtocolError
from broker_local.protocol.publisher import ReceiptReport
from broker_local.protocol.publisher_spool import OutboxFile
from broker_local.service.images import read_image
from scripts.gateways.csv_rows import BadRow, RowReader
from scripts.gateways.driven_speed import driven_kmh
from scripts.gateways.gpx import read_track
from scripts.gateways.lines import file_lines, serial_lines, tail_lines, tcp_lines
from scripts.gateways.nmea import BadSentence, Fix, FixReader, accuracy_of
from scripts.gateways.watched_folder import WatchedFolder
from scripts.publishing import CannotPublish, Publisher, add_account_options, asked_account
from scripts.topic_features import Feature, asset_feature, image_feature, topic_of

_LOOK_S, _TELL_EVERY_S = 0.5, 30.0
_NAMED = 60  # letters of a file's name in the name of its event
KeepOn = Callable[[], bool]


def nmea_features(options: argparse.Namespace, keep_on: KeepOn) -> Iterator[Feature]:
    """A position for each fix, at most one every so many seconds; broken sentences are told and left out."""
    reader = FixReader(_latest_moment(options.file))
    latest: Fix | None = None
    for line in _nmea_lines(options, keep_on):
        if not line.strip():
            continue
        try:
            fix = reader.take(line)
        except BadSentence as error:
            _say(f"sentence left out: {error}")
            continue
        if fix is None or (latest and timedelta() <= fix.at - latest.at < timedelta(seconds=options.every)):
            continue  # a clock that goes back begins anew
        place, speed = (fix.lon, fix.lat), fix.speed_kmh
        if speed is None:  # the receiver does not say, and the topic needs it
            passed_s = (fix.at - latest.at).total_seconds() if latest else 0.0
            speed = driven_kmh((latest.lon, latest.lat), place, passed_s) if latest and passed_s > 0 else 0.0
        latest = fix
        yield asset_feature(place, options.asset, speed, fix.at, options.name, fix.accuracy_m)
    _say(f"{reader.read} sentences read, {reader.bad} left out")


def _latest_moment(file: Path | None) -> Callable[[], datetime]:
    """No sentence is of later: a record's are of before it was written, and a clock is off by half a day at most."""
    if file is None:
        return lambda: datetime.now(UTC) + timedelta(hours=12)
    written = datetime.fromtimestamp(file.stat().st_mtime, UTC) + timedelta(minutes=1)
    return lambda: written


def _nmea_lines(options: argparse.Namespace, keep_on: KeepOn) -> Iterator[str]:
    if options.file is not None:
        return file_lines(options.file)
    if options.serial is not None:
        return serial_lines(options.serial, options.baud, keep_on, _say)
    host, _, port = options.tcp.rpartition(":")
    return tcp_lines(host.strip("[]"), int(port), keep_on, _say)  # IPv6 is in brackets


def gpx_features(options: argparse.Namespace, keep_on: KeepOn) -> Iterator[Feature]:
    """The points of a track in the pace of its times."""
    begun = time.monotonic()
    for point in read_track(options.file):
        while keep_on() and (left_s := begun + point.offset_s / options.speed - time.monotonic()) > 0:
            time.sleep(min(left_s, 0.25))
        if not keep_on():
            return
        accuracy_m = None if point.hdop is None else accuracy_of(point.hdop)
        place = (point.lon, point.lat)
        yield asset_feature(place, options.asset, point.speed_kmh, datetime.now(UTC), options.name, accuracy_m)


def csv_features(options: argparse.Namespace, keep_on: KeepOn) -> Iterator[Feature]:
    """An event for each row; broken rows are told and left out."""
    reader = RowReader(builtin_topics()[options.topic], options.delimiter, options.columns, options.set)
    lines = tail_lines(options.file, keep_on) if options.follow else file_lines(options.file)
    for line in lines:
        try:
            feature = reader.take(line)
        except BadRow as error:
            _say(f"row left out: {error}")
            continue
        if feature is not None:
            yield feature


def image_features(options: argparse.Namespace, keep_on: KeepOn) -> Iterator[Feature]:
    """An event for each image that comes into a folder."""
    watched = WatchedFolder(options.folder, options.memory, _say)
    for path in watched.images(keep_on):
        try:
            written, content = datetime.fromtimestamp(path.stat().st_mtime, UTC), path.read_bytes()
        except FileNotFoundError:  # taken away again
            continue
        feature = image_feature(content, _taken_at(content) or written, options.describe or path.stem)
        yield feature | {"id": f"{path.name[:_NAMED]}-{id_of(feature)}"}  # so that a refusal names the file
        watched.done(path)
        _say(f"{path.name} was sent")


def _taken_at(content: bytes) -> datetime | None:
    """When an image says that it was taken; None also of one that is none, which is for the matcher to refuse."""
    with suppress(ProtocolError):
        return read_image(content, "image").taken_at
    return None


SOURCES = {"nmea": nmea_features, "gpx": gpx_features, "csv": csv_features, "images": image_features}


def build_parser() -> argparse.ArgumentParser:
    """The command line."""
    parser = argparse.ArgumentParser(prog="scripts/gateway.py", description=__doc__, allow_abbrev=False)
    sources = parser.add_subparsers(dest="source", required=True)
    nmea = sources.add_parser("nmea", help="positions of a receiver that speaks NMEA 0183")
    whence = nmea.add_mutually_exclusive_group(required=True)
    whence.add_argument("--file", type=Path, metavar="FILE", help="a record of its sentences")
    whence.add_argument("--serial", metavar="DEVICE", help="a serial port")
    whence.add_argument("--tcp", type=_address, metavar="HOST:PORT", help="a server that sends its sentences")
    nmea.add_argument("--baud", type=int, default=4800, help="of the serial port (default: %(default)s)")
    nmea.add_argument("--every", type=float, default=1.0, metavar="S", help="at most one position in so many seconds")
    gpx = sources.add_parser("gpx", help="a track, replayed")
    gpx.add_argument("--file", type=Path, required=True, metavar="FILE", help="the GPX file")
    gpx.add_argument("--speed", type=float, default=1.0, metavar="N", help="so many times as fast")
    for source in (nmea, gpx):
        source.add_argument("--asset", required=True, metavar="ID", help="the asset that has the receiver")
        source.add_argument("--name", default="", help="what it is called")
    rows = sources.add_parser("csv", help="rows of a file, columns named as the attributes of the topic")
    rows.add_argument("--file", type=Path, required=True, metavar="FILE", help="the CSV file")
    rows.add_argument("--topic", choices=sorted(builtin_topics()), default="WSObservation", help="(%(default)s)")
    rows.add_argument("--delimiter", default=",", help="between values (default: a comma)")
    rows.add_argument(
        "--columns",
        type=_pairs,
        default={},
        metavar="A=b,…",
        help="attributes, lon, lat, accuracy_m, time or id, by other columns",
    )
    rows.add_argument("--set", type=_pairs, default={}, metavar="A=x,…", help="attributes that are always the same")
    rows.add_argument("--follow", action="store_true", help="go on as the file grows")
    images = sources.add_parser("images", help="GeoTIFFs that come into a folder")
    images.add_argument("--folder", type=Path, required=True, metavar="DIR", help="the folder")
    images.add_argument("--describe", default="", metavar="WORDS", help="what is said of them (default: their name)")
    images.add_argument("--memory", type=Path, metavar="FILE", help="which were sent (default: .sent.json beside them)")
    for source in (nmea, gpx, rows, images):
        add_account_options(source)
        source.add_argument("--outbox", type=Path, metavar="FILE", help="keep there what is not journaled yet")
    return parser


def main(argv: Sequence[str] | None = None) -> int:
    """Run a gateway until its source ends or it is told to stop."""
    parser = build_parser()
    options = parser.parse_args(argv)
    account = asked_account(parser, options)
    stop = threading.Event()

    def ask_to_stop(_signal: int, _frame: FrameType | None) -> None:
        stop.set()

    signal.signal(signal.SIGTERM, ask_to_stop)
    signal.signal(signal.SIGINT, ask_to_stop)
    spool = None if options.outbox is None else OutboxFile(options.outbox)
    publisher = Publisher(*account, spool=spool, on_report=_tell_refusals)
    try:
        for feature in SOURCES[options.source](options, lambda: not stop.is_set()):
            if not _sent(publisher, feature, options.source == "images", stop):
                break
    except (CannotPublish, OSError, ValueError) as error:
        print(f"gateway: {error}", file=sys.stderr)
        return 1
    finally:
        publisher.close()
        if spool is not None:
            spool.close()
    _say(f"{publisher.sent} events sent, {publisher.journaled} journaled, {len(publisher.refused)} refused")
    if publisher.unanswered:
        _say(publisher.unanswered)
    return 1 if publisher.waiting or publisher.refused else 0


def _sent(publisher: Publisher, feature: Feature, is_to_be_settled: bool, stop: threading.Event) -> bool:
    """Send an event, after waiting until there is room for it; False when told to stop meanwhile."""
    topic, named = topic_of(feature), feature if "id" in feature else feature | {"id": id_of(feature)}
    if publisher.sent and not _until(publisher.wait_room, "no room", stop):
        return False
    publisher.publish(topic, named)
    return not is_to_be_settled or _until(publisher.settle, "no receipt", stop)  # an image counts as sent only then


def _until(is_so: Callable[[float], bool], what: str, stop: threading.Event) -> bool:
    """Wait as long as it takes: what a device says is not dropped because a broker is away."""
    told_at = time.monotonic()
    while not is_so(_LOOK_S):
        if stop.is_set():
            return False
        if time.monotonic() > told_at + _TELL_EVERY_S:
            _say(f"{what} for {_TELL_EVERY_S:.0f} s, waiting on")
            told_at = time.monotonic()
    return True


def id_of(feature: Feature) -> str:
    """A name made of what an event says: a file that is sent again tells nothing twice."""
    return f"gateway-{hashlib.sha256(json.dumps(feature, sort_keys=True).encode()).hexdigest()[:32]}"


def _tell_refusals(report: ReceiptReport) -> None:
    for refused in report.refused:
        _say(f"{refused.topic} {refused.id} was refused: {refused.reason}")


def _say(text: str) -> None:
    print(f"gateway: {text}", file=sys.stderr, flush=True)


def _pairs(text: str) -> dict[str, str]:
    pairs = [part.partition("=") for part in text.split(",")]
    if not all(name and mark for name, mark, _ in pairs):
        raise argparse.ArgumentTypeError(f"expected NAME=VALUE,…, got {text}")
    return {name.strip(): value.strip() for name, _, value in pairs}


def _address(text: str) -> str:
    host, _, port = text.rpartition(":")
    if not host or not port.isdigit():
        raise argparse.ArgumentTypeError(f"expected HOST:PORT, got {text}")
    return text


if __name__ == "__main__":
    sys.exit(main())
