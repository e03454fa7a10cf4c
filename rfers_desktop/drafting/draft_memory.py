"""The drawing that is not sent yet, kept in a file with every step: it is there again after Esc, a crash or a power cut."""

from __future__ import annotations

import json
import math
import os
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from broker_local.protocol.errors import ProtocolError
from broker_local.protocol.geometry_codec import decode_geometry, encode_geometry
from broker_local.protocol.limits import MAX_BUFFER_M, MAX_FILTER_TEXT, MAX_NAME, MAX_VERTICES
from broker_local.protocol.operators import Operator, Relation
from rfers_desktop.subscription_draft import SpatialTest

from .sketch import LonLat, Shape, Sketch

_VERSION = 1
_LARGEST_FILE = 16_000_000


@dataclass(frozen=True, slots=True)
class ParkedDraft:
    """All that the user has put in so far."""

    sketch: Sketch
    topic: str
    test: SpatialTest = Operator.CONTAIN
    buffer_m: float = 0.0
    filter_text: str = ""
    name: str = ""  # empty: the suggested one

    @property
    def is_worth_keeping(self) -> bool:
        """Whether anything would be lost with it."""
        return not self.sketch.is_empty or bool(self.filter_text.strip() or self.name.strip())


class DraftMemory:
    """One draft in one file; every change of it is written at once."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self.problem = ""  # why an existing file could not be used; it is kept beside the new one
        self._kept: ParkedDraft | None = None
        self._read()

    @property
    def kept(self) -> ParkedDraft | None:
        """The draft in the file."""
        return self._kept

    def keep(self, draft: ParkedDraft) -> None:
        """Write a draft in place of the one before; one with nothing in it leaves no file."""
        if not draft.is_worth_keeping:
            self.forget()
        elif draft != self._kept:
            self._kept = draft
            self._path.parent.mkdir(parents=True, exist_ok=True)
            fresh = self._path.with_suffix(".new")
            fresh.write_text(json.dumps(_written(draft), ensure_ascii=False), "utf-8")
            os.replace(fresh, self._path)  # a crash leaves the old file or the new one, never half of one

    def forget(self) -> None:
        """The draft was sent, or thrown away."""
        self._kept = None
        self._path.unlink(missing_ok=True)

    def _read(self) -> None:
        if not self._path.exists():
            return
        try:
            if self._path.stat().st_size > _LARGEST_FILE:
                raise ValueError(f"larger than {_LARGEST_FILE:,} bytes")
            self._kept = _draft_of(json.loads(self._path.read_text("utf-8")))
        except (OSError, ValueError, TypeError, KeyError, RecursionError, ProtocolError) as error:
            aside = self._path.with_suffix(".unreadable")
            self.problem = f"The parked drawing could not be read ({error}); the file is kept as {aside.name}."
            self._path.replace(aside)


def _written(draft: ParkedDraft) -> dict[str, Any]:
    sketch = draft.sketch
    return {
        "version": _VERSION,
        "shape": sketch.shape.value,
        "vertices": sketch.vertices,
        "is_finished": sketch.is_finished,
        "picked": None if sketch.picked is None else encode_geometry(sketch.picked),
        "picked_name": sketch.picked_name,
        "topic": draft.topic,
        "operator" if isinstance(draft.test, Operator) else "relation": draft.test.value,
        "buffer_m": draft.buffer_m,
        "filter": draft.filter_text,
        "name": draft.name,
    }


def _draft_of(written: Any) -> ParkedDraft:
    if not isinstance(written, dict) or written.get("version") != _VERSION:
        raise ValueError(f"expected version {_VERSION}")
    picked = written["picked"]
    sketch = Sketch(
        Shape(written["shape"]),
        tuple(_place(vertex) for vertex in written["vertices"][:MAX_VERTICES]),
        bool(written["is_finished"]),
        None if picked is None else decode_geometry(picked, "picked"),
        str(written["picked_name"])[:MAX_NAME],
    )
    test = Operator(written["operator"]) if "operator" in written else Relation(written["relation"])
    buffer_m = float(written["buffer_m"])
    if not abs(buffer_m) <= MAX_BUFFER_M:
        raise ValueError(f"buffer_m: expected at most {MAX_BUFFER_M:g}, got {buffer_m!r}")
    words = str(written["filter"])[:MAX_FILTER_TEXT], str(written["name"])[:MAX_NAME]
    return ParkedDraft(sketch, str(written["topic"]), test, buffer_m, *words)


def _place(vertex: Any) -> LonLat:
    lon, lat = (float(number) for number in vertex)
    if not (math.isfinite(lon) and abs(lon) <= 180.0 and abs(lat) <= 90.0):
        raise ValueError(f"vertices: expected places on the earth, got {vertex!r}")
    return lon, lat
