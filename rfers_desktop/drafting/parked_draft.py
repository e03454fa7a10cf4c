"""All that the user has put into a subscription so far, and how it is written to a file."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import Any

from broker_local.protocol.certainty import Certainty
from broker_local.protocol.geometry_codec import decode_geometry, encode_geometry
from broker_local.protocol.limits import MAX_BUFFER_M, MAX_FILTER_TEXT, MAX_ID, MAX_NAME, MAX_VERTICES
from broker_local.protocol.operators import Operator, Relation
from broker_local.protocol.subscription import SubscriptionOptions
from broker_local.protocol.subscription_codec import (
    certainty_from_object,
    certainty_to_object,
    options_from_object,
    options_to_object,
)
from rfers_desktop.subscription_draft import SpatialTest

from .sketch import LonLat, Shape, Sketch


@dataclass(frozen=True, slots=True)
class ParkedDraft:
    """A drawing with what goes with it; nothing in it is checked."""

    sketch: Sketch
    topic: str
    test: SpatialTest = Operator.CONTAIN
    buffer_m: float = 0.0
    filter_text: str = ""
    name: str = ""  # empty: the suggested one
    options: SubscriptionOptions = field(default_factory=SubscriptionOptions)
    replaces: str = ""  # the id of the subscription that it changes; empty: it is a new one
    soft_m: float = 0.0
    certainty: Certainty | None = None

    @property
    def is_worth_keeping(self) -> bool:
        """Whether anything would be lost with it."""
        return not self.sketch.is_empty or bool(self.filter_text.strip() or self.name.strip())


def draft_to_object(draft: ParkedDraft) -> dict[str, Any]:
    """A draft, as JSON would spell it."""
    sketch = draft.sketch
    return {
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
        "options": options_to_object(draft.options),
        "replaces": draft.replaces,
        "soft_m": draft.soft_m,
        "certainty": None if draft.certainty is None else certainty_to_object(draft.certainty),
    }


def draft_from_object(written: Any) -> ParkedDraft:
    """A draft from parsed JSON; raises ValueError, TypeError or KeyError if it is none."""
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
    options = options_from_object(written["options"], "options")
    replaces = str(written["replaces"])[:MAX_ID]
    soft_m, certainty = float(written.get("soft_m", 0.0)), written.get("certainty")  # older drafts have neither
    if not 0.0 <= soft_m <= MAX_BUFFER_M:
        raise ValueError(f"soft_m: expected from 0 to {MAX_BUFFER_M:g}, got {soft_m!r}")
    wanted = None if certainty is None else certainty_from_object(certainty, "certainty")
    return ParkedDraft(sketch, str(written["topic"]), test, buffer_m, *words, options, replaces, soft_m, wanted)


def _place(vertex: Any) -> LonLat:
    lon, lat = (float(number) for number in vertex)
    if not (math.isfinite(lon) and abs(lon) <= 180.0 and abs(lat) <= 90.0):
        raise ValueError(f"vertices: expected places on the earth, got {vertex!r}")
    return lon, lat
