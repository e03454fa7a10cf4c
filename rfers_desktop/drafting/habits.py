"""What the user chose last, for the next subscription to begin with; kept in a file."""

from __future__ import annotations

import json
import os
from dataclasses import asdict, dataclass
from pathlib import Path

from .sketch import Shape

_USUAL_TOPIC = "EALocation"


@dataclass(frozen=True, slots=True)
class Habits:
    """The topic and the tool used last, and whether what is drawn is sent without another key."""

    topic: str = _USUAL_TOPIC
    shape: Shape = Shape.CIRCLE
    sends_when_drawn: bool = True


def load_habits(path: Path) -> Habits:
    """What is remembered; the usual where nothing is, or nothing that can be read."""
    try:
        written = json.loads(path.read_text("utf-8"))
        return Habits(str(written["topic"]), Shape(written["shape"]), bool(written["sends_when_drawn"]))
    except (OSError, ValueError, TypeError, KeyError, RecursionError):
        return Habits()


def save_habits(path: Path, habits: Habits) -> None:
    """Remember."""
    path.parent.mkdir(parents=True, exist_ok=True)
    fresh = path.with_suffix(".new")
    fresh.write_text(json.dumps(asdict(habits)), "utf-8")
    os.replace(fresh, path)
