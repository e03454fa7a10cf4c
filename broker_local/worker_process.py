"""A worker's own process: handles its share of the events until standard input ends.

python -m broker_local.worker_process --data DIR --journal FILE --server HOST:PORT --user NAME
    --identity ID --number N [--tls [--ca FILE]] [--addresses FILE]

The first line of standard input is the password of its account.
"""

from __future__ import annotations

import argparse
import os
import signal
import sys
import threading
import time
from pathlib import Path

from broker_local.operations import garbage
from broker_local.operations.log_lines import LEVELS, LogFormat, log_to_stderr
from broker_local.operations.status_report import write_status_file
from broker_local.protocol.addresses import SHARED_PUBLISHED
from broker_local.protocol.builtin_topics import builtin_topics
from broker_local.service.geocoding.address_table import geocoder_of
from broker_local.service.journal import Journal
from broker_local.service.mqtt_link import MqttLink
from broker_local.service.worker import Worker
from broker_local.workers import SERVING, status_name

_STATUS_EVERY_S = 2.0


class _StatusKeeper:
    """Writes the worker's counters where the primary finds them, now and then."""

    def __init__(self, data: Path, number: int, worker: Worker) -> None:
        self._data, self._name, self._worker = data, status_name(number), worker
        self._due = 0.0

    def __call__(self) -> None:
        if time.monotonic() >= self._due:
            self._due = time.monotonic() + _STATUS_EVERY_S
            write_status_file(self._data, self._worker.status(), self._name)


def build_parser() -> argparse.ArgumentParser:
    """The options, as the primary gives them."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--data", type=Path, required=True, help="the primary's data")
    parser.add_argument("--journal", type=Path, required=True, help="the primary's journal")
    parser.add_argument("--server", required=True, metavar="HOST:PORT", help="the broker")
    parser.add_argument("--user", required=True, help="the account")
    parser.add_argument("--identity", required=True, help="its name to the broker")
    parser.add_argument("--number", type=int, required=True, help="which of the workers it is")
    parser.add_argument("--tls", action="store_true", help="speak TLS")
    parser.add_argument("--ca", type=Path, help="who signs the broker's certificate")
    parser.add_argument("--addresses", type=Path, help="where addresses are")
    parser.add_argument("--log-format", choices=[form.value for form in LogFormat], default=LogFormat.PLAIN.value)
    parser.add_argument("--log-level", choices=LEVELS, default="info")
    return parser


def main(argv: list[str] | None = None) -> int:
    """Run the worker; 0 when it was told to stop."""
    given = build_parser().parse_args(argv)
    log_to_stderr(LogFormat(given.log_format), given.log_level)
    password = sys.stdin.buffer.readline().decode().rstrip("\n")
    host, _, port = given.server.rpartition(":")
    journal = Journal(given.journal)
    try:
        link = MqttLink(given.identity, given.user, password, [SHARED_PUBLISHED], authority=given.ca)
        worker = Worker(link, journal, builtin_topics(), geocoder_of(given.addresses))
        worker.start(host, int(port), uses_tls=given.tls)
        threading.Thread(target=_stop_at_the_end_of_input, args=(worker,), daemon=True).start()
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, lambda *_: worker.stop())
        print(SERVING, flush=True)
        garbage.settle()
        worker.run(between_batches=_StatusKeeper(given.data, given.number, worker))
    finally:
        journal.close()
    return 0


def _stop_at_the_end_of_input(worker: Worker) -> None:
    """Who started us holds the other end: it ends with them, however they end."""
    while os.read(0, 4096):
        pass
    worker.stop()


if __name__ == "__main__":
    sys.exit(main())
