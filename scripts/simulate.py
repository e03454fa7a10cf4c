"""Stage 1, publish: assets that drive, sensors that measure, calls and images send their events over MQTT.

Any MQTT client could do the same: it writes GeoJSON to an address that names the topic.
"""

from __future__ import annotations

import argparse
import json
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator, Sequence
from contextlib import suppress
from datetime import UTC, datetime
from itertools import islice
from pathlib import Path
from time import monotonic
from types import FrameType

from broker_local.protocol.addresses import publish
from broker_local.protocol.publisher_spool import OutboxFile
from scripts.children import TIED
from scripts.publishing import CannotPublish, Publisher, add_account_options, asked_account
from scripts.simulation.stated_errors import with_errors
from scripts.simulation.world import Crowd, World
from scripts.topic_features import Feature, topic_of
from scripts.wrong_messages import wrong_messages

_ROOT = Path(__file__).resolve().parents[1]
USUAL_EVERY_S = dict(zip(("assets", "sensors", "calls", "fires"), Crowd().every_s, strict=True))
TOPICS = {"assets": "EALocation", "sensors": "WSObservation", "calls": "FireIncReports", "fires": "WFireRSImage"}


def messages(options: argparse.Namespace) -> Iterator[tuple[float, str, Feature | bytes]]:
    """When, to which topic and what, one report after the other; every so many are wrong, and bytes."""
    crowd = Crowd(
        *(options.assets, options.sensors, options.calls, options.fires),
        *(options.jitter, options.stay, options.away, options.burst_every),
        options.rate,
        tuple(options.every.get(name, every_s) for name, every_s in USUAL_EVERY_S.items()),
    )
    world = World(options.seed, options.begin or datetime.now(UTC), crowd, options.part)
    wrong = wrong_messages([topic for name, topic in TOPICS.items() if getattr(options, name)])
    reports = with_errors(world.reports(), options.poor_fixes, options.tolerances, options.seed)
    for number, (at_s, feature) in enumerate(reports, start=1):
        if options.bad and number % options.bad == 0:
            yield at_s, *next(wrong)
        else:
            yield at_s, topic_of(feature), feature


def show(options: argparse.Namespace) -> None:
    """Print what would be published, and where: the same to the last byte for the same seed and beginning."""
    for _, topic, message in islice(messages(options), options.count or None):
        payload = message if isinstance(message, bytes) else json.dumps(message, separators=(",", ":")).encode()
        sys.stdout.buffer.write(b"%s %s\n" % (publish(topic).encode(), payload))


def simulate(publisher: Publisher, options: argparse.Namespace, stop: threading.Event) -> None:
    """Publish each report when it is due, until `count` is reached or `stop` is set."""
    begun = monotonic()
    for number, (at_s, topic, message) in enumerate(messages(options), start=1):
        begun = max(begun, monotonic() - at_s - 1)  # after a pause, do not make up for all of it
        if stop.wait(max(0.0, begun + at_s - monotonic())):
            return
        if isinstance(message, bytes):
            publisher.publish_as_it_is(topic, message)
        else:
            publisher.publish(topic, message)
        if number == options.count:
            return


def build_parser() -> argparse.ArgumentParser:
    """What can be asked for on the command line."""
    parser = argparse.ArgumentParser(
        prog="scripts/simulate.py",
        description="Publish what assets, sensors, call-takers and aircraft around Calgary report.",
        allow_abbrev=False,
    )
    add_account_options(parser)
    add = parser.add_argument
    add("--assets", type=_count, default=12, metavar="N", help="vehicles on the roads (default: %(default)s)")
    add("--sensors", type=_count, default=8, metavar="N", help="weather sensors (default: %(default)s)")
    add("--calls", type=_count, default=0, metavar="N", help="call-takers who report fires (default: none)")
    add("--fires", type=_count, default=0, metavar="N", help="wildfires, each with thermal images (default: none)")
    add("--rate", type=_positive, metavar="R", help="events a second in all (default: what is usual of each)")
    add(
        "--every",
        type=_paces,
        default={},
        metavar="KIND=S,…",
        help="seconds from one report of each to its next (default: "
        + ",".join(f"{name}={every_s:g}" for name, every_s in USUAL_EVERY_S.items())
        + ")",
    )
    add("--jitter", type=_share, default=0.2, help="how irregular pauses are, 0 to 1 (default: %(default)g)")
    add("--stay", type=_seconds, default=0.0, metavar="S", help="publishers leave after about so many seconds")
    add("--away", type=_seconds, default=0.0, metavar="S", help="and come back after about so many")
    add("--burst-every", type=_seconds, default=0.0, metavar="S", help="now and then all report at once")
    add("--count", type=_count, default=0, metavar="N", help="end after so many in all (default: go on until stopped)")
    add("--seed", type=_count, default=1, metavar="N", help="another seed drives other routes (default: %(default)s)")
    add("--begin", type=_moment, metavar="MOMENT", help="what is reported begins then, ISO 8601 (default: now)")
    add("--print", action="store_true", help="print what would be published, as fast as it can be written")
    add("--bad", type=_count, default=0, metavar="N", help="make every N-th message a wrong one (default: none)")
    add("--processes", type=_processes, default=1, metavar="N", help="share the publishers among so many programs")
    add(
        "--poor-fixes",
        type=_share,
        default=0.0,
        metavar="S",
        help="assets say how sure they are; so many are not, 0 to 1",
    )
    add("--tolerances", action="store_true", help="sensors say how far off they may be")
    add("--part", type=_part, default=(0, 1), metavar="I/N", help="be the I-th of N such programs, from 0")
    add("--outbox", type=Path, metavar="FILE", help="keep there what is not journaled, and send it when started again")
    return parser


def main(argv: Sequence[str] | None = None) -> int:
    """Run the simulator until it is done or told to stop."""
    parser = build_parser()
    options = parser.parse_args(argv)
    if (options.stay > 0) != (options.away > 0):
        parser.error("--stay and --away: expected both or neither")
    if not any(getattr(options, name) for name in TOPICS):
        parser.error("--assets, --sensors, --calls, --fires: expected one publisher at least")
    if options.print:
        with suppress(BrokenPipeError):
            show(options)
        return 0
    account = asked_account(parser, options)
    if options.processes > 1:
        return _run_parts(list(sys.argv[1:] if argv is None else argv), options)
    stop = threading.Event()

    def ask_to_stop(_signal: int, _frame: FrameType | None) -> None:
        stop.set()

    signal.signal(signal.SIGTERM, ask_to_stop)
    signal.signal(signal.SIGINT, ask_to_stop)
    spool = None if options.outbox is None else OutboxFile(options.outbox)
    publisher = Publisher(*account, spool=spool)
    try:
        simulate(publisher, options, stop)
    except CannotPublish as error:
        print(f"simulate: {error}", file=sys.stderr)
        return 1
    finally:
        publisher.close()
        if spool is not None:
            spool.close()
    print(f"simulate: sent {publisher.sent} messages, {publisher.journaled} journaled")
    for refused in publisher.refused:
        print(f"simulate: {refused.topic} {refused.id} was refused: {refused.reason}", file=sys.stderr)
    if publisher.unanswered:
        print(f"simulate: {publisher.unanswered}", file=sys.stderr)
    return 1 if publisher.waiting or publisher.refused else 0


def _run_parts(given: list[str], options: argparse.Namespace) -> int:
    """Several programs with a share of the publishers each; ends when all have, and ends them when told to."""
    count = min(options.processes, options.count or options.processes)
    parts: list[subprocess.Popen[bytes]] = []

    def pass_on(number: int, _frame: FrameType | None) -> None:
        for part in parts:
            part.send_signal(number)

    signal.signal(signal.SIGTERM, pass_on)
    signal.signal(signal.SIGINT, pass_on)
    command = [sys.executable, TIED, str(os.getpid()), sys.executable, "-m", "scripts.simulate", *given]
    for index in range(count):
        share = ["--processes", "1", "--part", f"{index}/{count}"]
        if options.count:
            share += ["--count", str(options.count // count + (index < options.count % count))]
        if options.outbox is not None:  # each keeps its own
            share += ["--outbox", f"{options.outbox}.{index}"]
        parts.append(subprocess.Popen([*command, *share], cwd=_ROOT))
    return max(part.wait() for part in parts)


def _count(text: str) -> int:
    value = int(text)
    if value < 0:
        raise argparse.ArgumentTypeError(f"expected a whole number from 0, got {text}")
    return value


def _processes(text: str) -> int:
    value = int(text)
    if value < 1:
        raise argparse.ArgumentTypeError(f"expected a whole number from 1, got {text}")
    return value


def _seconds(text: str) -> float:
    value = float(text)
    if not 0 <= value < float("inf"):
        raise argparse.ArgumentTypeError(f"expected seconds from 0, got {text}")
    return value


def _moment(text: str) -> datetime:
    try:
        moment = datetime.fromisoformat(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"expected a moment such as 2026-07-01T12:00:00Z, got {text}") from None
    return moment.astimezone(UTC) if moment.tzinfo is not None else moment.replace(tzinfo=UTC)


def _paces(text: str) -> dict[str, float]:
    given = dict(part.partition("=")[::2] for part in text.split(","))
    if not given.keys() <= USUAL_EVERY_S.keys():
        raise argparse.ArgumentTypeError(f"expected KIND=SECONDS, KIND of {', '.join(USUAL_EVERY_S)}, got {text}")
    return {name: _positive(seconds) for name, seconds in given.items()}


def _positive(text: str) -> float:
    value = float(text)
    if not 0 < value < float("inf"):
        raise argparse.ArgumentTypeError(f"expected a number above 0, got {text}")
    return value


def _share(text: str) -> float:
    value = float(text)
    if not 0 <= value <= 1:
        raise argparse.ArgumentTypeError(f"expected a number from 0 to 1, got {text}")
    return value


def _part(text: str) -> tuple[int, int]:
    index, _, parts = text.partition("/")
    if not (index.isdigit() and parts.isdigit() and int(index) < int(parts)):
        raise argparse.ArgumentTypeError(f"expected I/N with I below N, got {text}")
    return int(index), int(parts)


if __name__ == "__main__":
    sys.exit(main())
