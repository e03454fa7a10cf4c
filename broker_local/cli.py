"""The command rfers-broker: serve, and what belongs to it."""

from __future__ import annotations

import argparse
import os
import signal
import sys
from collections.abc import Mapping, Sequence
from datetime import datetime
from pathlib import Path

from shapely.geometry.base import BaseGeometry

from broker_local import doctor
from broker_local.broker.choose import CHOICES, EMBEDDED
from broker_local.broker.errors import BrokerError
from broker_local.broker.pace import ClientLimits
from broker_local.operations import garbage
from broker_local.operations.configuration import read_configuration
from broker_local.operations.data_lock import locked
from broker_local.operations.log_lines import LEVELS, LogFormat, log_to_stderr
from broker_local.protocol.errors import ProtocolError
from broker_local.replay import commands as replay_commands
from broker_local.serve import IMAGE_SPACE_MB, IMAGES_FOLDER, JOURNAL_FILE, ServeOptions, serve
from broker_local.service.blob_store import BlobStore
from broker_local.service.mqtt_link import LinkError
from broker_local.service.retention import Retention
from broker_local.station_commands import Commands, add_commands

PLAIN_PORT, TLS_PORT = 1883, 8883


def default_data_dir() -> Path:
    """Where the journal and the accounts live unless told otherwise."""
    base = os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share"
    return Path(base) / "rfers"


def build_parser(configured: Mapping[str, object] | None = None) -> argparse.ArgumentParser:
    """All commands and their options; what is configured is the default of those that have it."""
    return _built(configured or {})[0]


def _built(configured: Mapping[str, object]) -> tuple[argparse.ArgumentParser, argparse.ArgumentParser]:
    """The parser, and that of `serve` within it."""
    parser = argparse.ArgumentParser(prog="rfers-broker", description="The companion of the RFERS desks.")
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    where = argparse.ArgumentParser(add_help=False)
    where.add_argument(
        "--config", type=Path, metavar="FILE", help="a TOML file with any of the options of serve, by their names"
    )
    where.add_argument(
        "--data",
        type=Path,
        default=configured.get("data", default_data_dir()),
        metavar="DIR",
        help="journal, accounts and certificates (default: %(default)s)",
    )
    command = _add_serve(commands, where)
    command.set_defaults(**configured)
    add_commands(commands, where)
    replay_commands.add_commands(
        commands, where, replay_commands.Surroundings(JOURNAL_FILE, locked, _find_image, _read_image)
    )
    check = commands.add_parser("doctor", help="say what is present, what is missing and how to get it")
    check.set_defaults(run=lambda options: doctor.main())
    return parser, command


def _find_image(data: Path, sha256: str) -> str | None:
    """Where a station keeps a content, if it still does."""
    path = BlobStore(data.absolute() / IMAGES_FOLDER, 0).path_of(sha256)
    return path.as_uri() if path.is_file() else None


def _read_image(content: bytes, field: str) -> tuple[BaseGeometry, datetime | None]:
    """The footprint and time of a GeoTIFF."""
    from broker_local.service.images import read_image  # GDAL is loaded when there is an image

    facts = read_image(content, field)
    return facts.footprint, facts.taken_at


def _add_serve(commands: Commands, where: argparse.ArgumentParser) -> argparse.ArgumentParser:
    command = commands.add_parser("serve", parents=[where], help="match events and tell the desks, until stopped")
    broker = command.add_argument_group("the broker")
    broker.add_argument("--broker", default=EMBEDDED, metavar="WHICH", help=f"{CHOICES} (default: %(default)s)")
    broker.add_argument("--host", default="127.0.0.1", help="where our own broker listens (default: %(default)s)")
    broker.add_argument(
        "--port",
        type=int,
        metavar="N",
        help=f"and at which port; 0 is any free one (default: {PLAIN_PORT}, with --tls {TLS_PORT})",
    )
    broker.add_argument(
        "--tls", action="store_true", help="our own broker speaks TLS alone; see rfers-broker certificates make"
    )
    broker.add_argument(
        "--ca",
        type=Path,
        metavar="FILE",
        help="who signs the certificate of a broker at mqtts:// (default: the system's)",
    )
    broker.add_argument(
        "--client-packets-per-s",
        type=int,
        default=ClientLimits().packets_per_s,
        metavar="N",
        help="a client that sends more is slowed, 0 is no limit; embedded broker only (default: %(default)s)",
    )
    broker.add_argument(
        "--client-bytes-per-s",
        type=int,
        default=ClientLimits().bytes_per_s,
        metavar="N",
        help="the same for bytes (default: %(default)s)",
    )
    matcher = command.add_argument_group("the matcher")
    matcher.add_argument("--user", default="matcher", help="its account (default: %(default)s)")
    matcher.add_argument(
        "--password-file", type=Path, metavar="FILE", help="its password, needed with a broker at an address"
    )
    matcher.add_argument(
        "--addresses",
        type=Path,
        metavar="FILE",
        help="where addresses are: a table (CSV, GeoJSON, GeoPackage) or a folder of them (default: a few streets of"
        " Calgary)",
    )
    matcher.add_argument(
        "--image-space-mb",
        type=int,
        default=IMAGE_SPACE_MB,
        metavar="N",
        help="room for images on the disk; the oldest make room for new ones (default: %(default)s)",
    )
    matcher.add_argument(
        "--advertisers",
        default="",
        metavar="A,B",
        help="who may advertise topics at a broker at an address; with our own, whoever may publish them",
    )
    matcher.add_argument(
        "--workers",
        type=int,
        default=1,
        metavar="N",
        help="processes that share the events, one a processor at most; with Mosquitto only (default: %(default)s)",
    )
    _add_retention(command.add_argument_group("the journal"))
    told = command.add_argument_group("what it says")
    told.add_argument("--ready-file", type=Path, metavar="FILE", help="write host:port there once it serves")
    told.add_argument(
        "--log-format",
        choices=[form.value for form in LogFormat],
        default=LogFormat.PLAIN.value,
        help="log lines for people or for programs, on standard error (default: %(default)s)",
    )
    told.add_argument("--log-level", choices=LEVELS, default="info", help="the least to say (default: %(default)s)")
    command.set_defaults(run=_run_serve)
    return command


def _add_retention(journal: argparse._ArgumentGroup) -> None:
    usual = Retention()
    for name, default, what in (
        ("--keep-days", int(usual.days), "how long events, inboxes and refused messages are kept"),
        ("--keep-events", usual.max_events, "how many events at most"),
        ("--keep-mb", usual.max_bytes // 1_000_000, "how large it may become before the oldest events go"),
    ):
        journal.add_argument(name, type=int, default=default, metavar="N", help=f"{what} (default: %(default)s)")


def parse(argv: Sequence[str] | None) -> argparse.Namespace:
    """The options: as given, else as configured, else the defaults."""
    parser, serve_command = _built({})
    options = parser.parse_args(argv)
    if getattr(options, "config", None) is None:
        return options
    return build_parser(read_configuration(options.config, serve_command)).parse_args(argv)


def main(argv: Sequence[str] | None = None) -> int:
    """Run a command; 0 if it did what was asked."""
    try:
        options = parse(argv)
        return int(options.run(options))
    except (ProtocolError, LinkError, BrokerError, OSError) as error:
        print(f"rfers-broker: {error}", file=sys.stderr)
        return 1


def _run_serve(options: argparse.Namespace) -> int:
    log_to_stderr(LogFormat(options.log_format), options.log_level)
    password = options.password_file.read_text("utf-8").strip() if options.password_file else None
    port = options.port if options.port is not None else TLS_PORT if options.tls else PLAIN_PORT
    wanted = ServeOptions(
        data=options.data,
        broker=options.broker,
        host=options.host,
        port=port,
        user=options.user,
        password=password,
        ready_file=options.ready_file,
        tls=options.tls,
        workers=options.workers,
        worker_log=("--log-format", options.log_format, "--log-level", options.log_level),
        authority=options.ca,
        limits=ClientLimits(options.client_packets_per_s, options.client_bytes_per_s),
        addresses=options.addresses,
        image_space_mb=options.image_space_mb,
        retention=Retention(options.keep_days, options.keep_events, max_bytes=options.keep_mb * 1_000_000),
        advertisers=tuple(name for name in options.advertisers.split(",") if name),
    )
    with serve(wanted) as service:
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, lambda *_: service.stop())
        garbage.settle()
        service.run()
    return 0


if __name__ == "__main__":
    sys.exit(main())
