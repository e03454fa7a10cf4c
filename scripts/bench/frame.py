"""What all benchmarks share: measurements beside their alternative, a table of them, JSON, and the command line."""

from __future__ import annotations

import argparse
import gc
import json
import platform
import statistics
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, TypeVar

Result = TypeVar("Result")
SMALL, PAPER = "small", "paper"


@dataclass(frozen=True, slots=True)
class Record:
    """One measurement, and the alternative's in the same run."""

    name: str
    scale: str
    ours: float
    peer: float | None
    unit: str
    ratio: float | None  # how many times better we are
    differences: int | None  # answers that differ from the alternative's, where they can be compared
    note: str = ""


Measure = Callable[[str], list[Record]]  # by scale


def faster(name: str, scale: str, ours_s: float, peer_s: float, differences: int | None, note: str = "") -> Record:
    """A record of two times for the same work."""
    return Record(name, scale, ours_s * 1e6, peer_s * 1e6, "µs", peer_s / ours_s, differences, note)


def median_s(do: Callable[[], Any], times: int = 5) -> float:
    """The median time of doing something, after doing it once before."""
    do()
    gc.collect()
    taken = []
    for _ in range(times):
        begun = time.perf_counter()
        do()
        taken.append(time.perf_counter() - begun)
    return statistics.median(taken)


def once_s(do: Callable[[], Any]) -> float:
    """The time of doing something that is long, or can be done once only."""
    gc.collect()
    begun = time.perf_counter()
    do()
    return time.perf_counter() - begun


def timed(do: Callable[[], Result]) -> tuple[float, Result]:
    """The time of doing something once, and what it gave."""
    gc.collect()
    begun = time.perf_counter()
    result = do()
    return time.perf_counter() - begun, result


def show(records: Sequence[Record]) -> None:
    """Print records as a table."""
    head = ("what", "ours", "other", "unit", "ratio", "differences", "note")
    rows = [
        (
            record.name,
            _number(record.ours),
            _number(record.peer),
            record.unit,
            "" if record.ratio is None else f"{record.ratio:.2f}×",
            "" if record.differences is None else str(record.differences),
            record.note,
        )
        for record in records
    ]
    widths = [max(len(row[column]) for row in (head, *rows)) for column in range(len(head))]
    for row in (head, *rows):
        print("  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip())
    print(flush=True)


def run(description: str, measures: Mapping[str, Measure], argv: Sequence[str] | None, **extra: Any) -> list[Record]:
    """Read the command line, measure what is asked for, print it as it comes and write it down."""
    parser = argparse.ArgumentParser(description=description)
    parser.add_argument("--scale", choices=(SMALL, PAPER), default=SMALL, help="small takes about a minute")
    parser.add_argument("--only", nargs="+", choices=list(measures), metavar="NAME", help=", ".join(measures))
    parser.add_argument("--json", type=Path, metavar="FILE", help="also write the records there")
    for option, settings in extra.items():
        parser.add_argument(f"--{option}", **settings)
    options = parser.parse_args(argv)
    print(f"{platform.machine()}, Python {platform.python_version()}, scale {options.scale}\n", flush=True)
    records: list[Record] = []
    for name in options.only or measures:
        print(f"{name}:", flush=True)
        found = measures[name](options.scale)
        show(found)
        records += found
    if options.json:
        options.json.write_text(json.dumps([asdict(record) for record in records], indent=1) + "\n")
    wrong = [record for record in records if record.differences]
    for record in wrong:
        print(f"{record.name}: {record.differences} answers differ", file=sys.stderr)
    if wrong:
        sys.exit(1)
    return records


def _number(value: float | None) -> str:
    if value is None:
        return ""
    return f"{value:,.0f}" if abs(value) >= 1000 else f"{value:.4g}"
