"""How steadily the simulator publishes: events journaled in each second at an asked rate, beside matcher and broker.

python -m scripts.bench.simulator --rate 2000 --seconds 30 --broker mosquitto
"""

from __future__ import annotations

import argparse
import shutil
import statistics
import sys
import tempfile
import threading
import time
from pathlib import Path

from scripts import simulate
from scripts.children import Children
from scripts.own_station import ROOT, OwnStation
from scripts.publishing import Publisher


def main() -> int:
    """Start a station, simulate against it, and print what each second brought."""
    parser = argparse.ArgumentParser(description=__doc__, allow_abbrev=False)
    parser.add_argument("--rate", type=float, default=2000.0)
    parser.add_argument("--seconds", type=int, default=30)
    parser.add_argument("--broker", default="mosquitto")
    options = parser.parse_args()
    data = Path(tempfile.mkdtemp(prefix="rfers-bench-"))
    (data / "demo").mkdir()
    try:
        with Children(data / "demo", cwd=ROOT) as children:
            station = OwnStation(data, children, options.broker, print)
            station.add_account("demo", ["publisher", "--topics", "*"])
            station.start()
            publisher = Publisher(station.host, station.port, "demo", station.password("demo"))
            publisher.wait_online(30.0)
            counts = _journaled_each_second(publisher, options.rate, options.seconds)
            publisher.close()
    finally:
        shutil.rmtree(data, ignore_errors=True)
    steady = counts[1:-1]  # the first and the last second are begun and ended somewhere in them
    print(f"asked for {options.rate:,.0f} a second, {options.seconds} s, with {options.broker}")
    print(
        f"journaled a second: median {statistics.median(steady):,.0f}, "
        f"from {min(steady):,} to {max(steady):,}; {publisher.journaled:,} of {publisher.sent:,} in all"
    )
    return 0 if publisher.journaled == publisher.sent else 1


def _journaled_each_second(publisher: Publisher, rate: float, seconds: int) -> list[int]:
    crowd = ["--assets", "2000", "--sensors", "200", "--rate", str(rate), "--count", str(round(rate * seconds))]
    options = simulate.build_parser().parse_args(crowd)
    work = threading.Thread(target=simulate.simulate, args=(publisher, options, threading.Event()))
    work.start()
    counts, before = [], 0
    while work.is_alive():
        time.sleep(1.0)
        now = publisher.journaled
        counts.append(now - before)
        before = now
    return counts


if __name__ == "__main__":
    sys.exit(main())
