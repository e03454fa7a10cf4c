"""Measures the notification service over a real Mosquitto on loopback: each measurement by name, all by default.

python -m scripts.bench.service [--scale small|paper] [--only NAME …] [--json FILE]
"""

from __future__ import annotations

import sys
from collections.abc import Sequence

from scripts.bench import service_faults, service_load
from scripts.bench.frame import Measure, run

MEASURES: dict[str, Measure] = {
    "single": service_load.single,
    "batched": service_load.batched,
    "latency": service_load.latency,
    "chaos": service_faults.chaos,
    "soak": service_faults.soak,
}


def main(argv: Sequence[str] | None = None) -> int:
    """Measure, print, write."""
    run("The notification service under load and faults.", MEASURES, argv)
    return 0


if __name__ == "__main__":
    sys.exit(main())
