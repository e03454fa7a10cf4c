"""The guides of the scenarios: what one sees at each moment, and what to try; read from resources/scenarios."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from broker_local.protocol.json_text import as_list, as_number, as_object, as_text, parse_json
from broker_local.protocol.resources import resources_dir

_MAX_BYTES = 1_000_000
_MAX_WORDS = 2_000

Bounds = tuple[float, float, float, float]  # west, south, east, north in degrees


@dataclass(frozen=True, slots=True)
class TourStep:
    """From a moment of the play on: what one sees, what to try, and which part of the map to look at."""

    at_s: float
    title: str
    see: str
    to_try: str
    look_at: Bounds | None = None
    classes: tuple[float, ...] = ()  # edges of the temperature classes in which thermal images are shown from then on


@dataclass(frozen=True, slots=True)
class Tour:
    """The guide of one scenario."""

    name: str  # of the scenario
    title: str
    about: str
    steps: tuple[TourStep, ...]

    def step_at(self, now_s: float) -> int:
        """The number of the step that a moment belongs to."""
        begun = [number for number, step in enumerate(self.steps) if step.at_s <= now_s]
        return begun[-1] if begun else 0


def read_tours(folder: Path | None = None) -> list[Tour]:
    """All guides there are, in their order; a file that is none raises ProtocolError."""
    files = sorted((folder or resources_dir() / "scenarios").glob("*/tour.json"))
    read = [_read(file) for file in files]
    return [tour for _, tour in sorted(read, key=lambda entry: entry[0])]


def _read(file: Path) -> tuple[float, Tour]:
    where = f"{file.parent.name}/{file.name}"
    given = as_object(parse_json(file.read_bytes(), where, _MAX_BYTES), where)
    steps = tuple(_step(as_object(row, where), where) for row in as_list(given.get("steps"), f"{where}.steps"))
    title, about = (as_text(given.get(name), f"{where}.{name}", _MAX_WORDS) for name in ("title", "about"))
    return as_number(given.get("order"), f"{where}.order"), Tour(file.parent.name, title, about, steps)


def _step(given: Mapping[str, object], where: str) -> TourStep:
    area = given.get("look_at")
    look_at: Bounds | None = None
    if area is not None:
        west, south, east, north = (as_number(edge, f"{where}.look_at") for edge in as_list(area, f"{where}.look_at"))
        look_at = (west, south, east, north)
    title, see, to_try = (as_text(given.get(name), f"{where}.{name}", _MAX_WORDS) for name in ("title", "see", "try"))
    edges = as_list(given.get("classes", []), f"{where}.classes")
    classes = tuple(as_number(edge, f"{where}.classes") for edge in edges)
    return TourStep(as_number(given.get("at_s"), f"{where}.at_s"), title, see, to_try, look_at, classes)
