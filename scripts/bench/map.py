"""Measures the map: each measurement by name, all by default. Offscreen, 1920×1080.

    python -m scripts.bench.map [--scale small|paper] [--only NAME …] [--json FILE]

Every record that has an alternative stands beside the stock items of pyqtgraph, measured in the same run.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from scripts.bench import map_images, map_points, map_stream
from scripts.bench.frame import Measure, run

MEASURES: dict[str, Measure] = {
    "append": map_points.append,
    "patch": map_images.patch,
    "pan": map_points.pan,
    "latency": map_stream.latency,
    "flood": map_stream.flood,
    "geotiff": map_images.geotiff,
    "start": map_stream.start,
    "identify": map_points.identify,
}


def main(argv: Sequence[str] | None = None) -> int:
    """Measure, print, write."""
    run("The map beside the stock items of pyqtgraph.", MEASURES, argv)
    return 0


if __name__ == "__main__":
    sys.exit(main())
