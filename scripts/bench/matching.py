"""Measures the matcher: each measurement by name, all by default.

    python -m scripts.bench.matching [--scale small|paper] [--only NAME …] [--json FILE] [--plots DIR] [--postgis DSN]

Every record stands beside an alternative measured in the same run; figures of the papers are in the notes.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

from scripts.bench import attributes, plots, points, postgis, region_matching, thesis
from scripts.bench.frame import Measure, run

MEASURES: dict[str, Measure] = {
    "points": points.speed,
    "latency": points.latency,
    "memory": points.memory,
    "changes": points.changes,
    "indexes": points.indexes,
    "brute-force": thesis.brute_force,
    "effect-of-index": thesis.effect_of_index,
    "counting": attributes.counting,
    "order": attributes.order,
    "regions": region_matching.index,
    "simplifier": region_matching.simplifier,
    "algorithm-1": region_matching.algorithm_1,
    "postgis": postgis.points,
}


def main(argv: Sequence[str] | None = None) -> int:
    """Measure, print, write."""
    folder: list[Path] = []
    records = run(
        "The matcher beside its alternatives.",
        MEASURES,
        argv,
        plots={"type": lambda text: folder.append(Path(text)), "metavar": "DIR", "help": "draw PNG pictures there"},
        postgis={"type": postgis.use, "metavar": "DSN", "help": "also measure a PostGIS database"},
    )
    if folder:
        plots.draw(records, folder[0])
    return 0


if __name__ == "__main__":
    sys.exit(main())
