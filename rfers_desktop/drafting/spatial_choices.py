"""The ways to compare zone and event that there are: which are possible, which not and why."""

from __future__ import annotations

from dataclasses import dataclass

from broker_local.protocol.geometry_codec import kind_of
from broker_local.protocol.operators import GeometryKind, Operator, Relation
from broker_local.protocol.subscription_codec import why_impossible
from broker_local.protocol.topic import Topic
from rfers_desktop.contract_words import spoken
from rfers_desktop.subscription_draft import SpatialTest

from .sentences import sentence
from .sketch import Shape, Sketch

_ORDER: tuple[SpatialTest, ...] = (
    *(Operator.CONTAIN, Operator.DISJOINT, Operator.INTERSECT, Operator.TOUCH),
    *(Operator.WITHIN, Operator.CROSS, Operator.OVERLAP),
    *(Relation.INSIDE, Relation.COVERED_BY, Relation.CONTAINS, Relation.COVERS),
    *(Relation.OVERLAPS, Relation.MEETS, Relation.EQUALS, Relation.DISJOINT),
)
_DRAWN_AS = {Shape.POINT: GeometryKind.POINT, Shape.LINE: GeometryKind.LINE_STRING}


@dataclass(frozen=True, slots=True)
class SpatialChoice:
    """One way to compare event and zone; `impossible` is the reason why it could never be true."""

    test: SpatialTest
    sentence: str
    impossible: str | None


def zone_kind(sketch: Sketch) -> GeometryKind:
    """What sort of zone a drawing is or will be, without its buffer; a circle is an area."""
    zone = sketch.zone()
    if sketch.shape is Shape.CIRCLE:
        return GeometryKind.POLYGON
    return kind_of(zone) if zone is not None else _DRAWN_AS.get(sketch.shape, GeometryKind.POLYGON)


def spatial_choices(topic: Topic, sketch: Sketch, buffer_m: float) -> list[SpatialChoice]:
    """All ways to compare events of a topic with a drawing: the possible ones first, in each the usual first."""
    kind = zone_kind(sketch)
    choices = []
    for test in _ORDER:
        reason = why_impossible(test, kind, buffer_m, topic)
        words = None if reason is None else spoken(reason)
        choices.append(SpatialChoice(test, sentence(test, topic, sketch, buffer_m), words))
    return sorted(choices, key=lambda choice: choice.impossible is not None)
