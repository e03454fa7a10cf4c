"""Pictures of measurements: each alternative beside ours, on a logarithmic scale."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

import matplotlib as mpl
import matplotlib.pyplot as plt

from scripts.bench.frame import Record

_OURS, _OTHER = "#c62828", "#78909c"
_PICTURES = {
    "matching-points.png": (
        "Points against polygons: time of one event",
        r"polygons, (STRtree|thesis|one event)|subscriptions, (beside brute|index beside)",
    ),
    "matching-regions.png": ("Regions against regions: time of one event", r"CR-tree beside scan"),
}


def draw(records: Sequence[Record], folder: Path) -> list[Path]:
    """Draw what there are records for."""
    mpl.use("Agg")
    folder.mkdir(parents=True, exist_ok=True)
    drawn = []
    for name, (title, pattern) in _PICTURES.items():
        chosen = [r for r in records if r.unit == "µs" and r.peer and re.search(pattern, r.name)]
        if chosen:
            drawn.append(_bars(chosen, title, folder / name))
    errors = [r for r in records if r.name.startswith("Algorithm 1")]
    if errors:
        drawn.append(_errors(errors, folder / "matching-algorithm-1.png"))
    for path in drawn:
        print(f"drawn: {path}")
    return drawn


def _bars(records: Sequence[Record], title: str, path: Path) -> Path:
    figure, axes = plt.subplots(figsize=(9, 0.6 * len(records) + 1.6), layout="constrained")
    places = range(len(records))
    axes.barh([p - 0.2 for p in places], [r.ours for r in records], 0.4, color=_OURS, label="RFERS")
    axes.barh([p + 0.2 for p in places], [r.peer or 0 for r in records], 0.4, color=_OTHER, label="the alternative")
    for place, record in zip(places, records, strict=True):
        if record.ratio:
            axes.text(max(record.ours, record.peer or 0) * 1.1, place, f"{record.ratio:.3g}×", va="center")
    axes.set_xscale("log")
    axes.set_yticks(list(places), [r.name for r in records], fontsize=8)
    axes.invert_yaxis()
    axes.margins(x=0.15)
    axes.set_xlabel("microseconds (logarithmic)")
    axes.set_title(title)
    axes.legend(loc="lower right", fontsize=8)
    figure.savefig(path, dpi=110)
    plt.close(figure)
    return path


def _errors(records: Sequence[Record], path: Path) -> Path:
    figure, axes = plt.subplots(figsize=(7, 4), layout="constrained")
    for kind in "ABC":
        pairs = [
            (int(re.search(r"D = ([\d,]+)", r.name)[1].replace(",", "")), float(r.note.split("%")[0]))  # type: ignore[index]
            for r in records
            if f"type {kind}" in r.name
        ]
        axes.plot([d for d, _ in pairs], [e for _, e in pairs], marker="o", label=f"type {kind}")
    axes.set_xscale("log")
    axes.set_xlabel("density D (points per half-length of the universe)")
    axes.set_ylabel("pairs decided wrongly, %")
    axes.set_title("Algorithm 1: error against the exact relation")
    axes.legend()
    axes.grid(alpha=0.3)
    figure.savefig(path, dpi=110)
    plt.close(figure)
    return path
