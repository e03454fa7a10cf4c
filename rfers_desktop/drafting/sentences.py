"""What each comparison of zone and event means, as a sentence about the things at hand."""

from __future__ import annotations

from collections.abc import Mapping

from broker_local.protocol.operators import Operator, Relation
from broker_local.protocol.subscription import SpatialPredicate
from broker_local.protocol.topic import Topic
from rfers_desktop.geo.scale import short_length_text
from rfers_desktop.language import later, tr
from rfers_desktop.subscription_draft import SpatialTest

from .sketch import Shape, Sketch

_EVENTS = {
    "EALocation": later("the asset"),
    "FireIncReports": later("the report"),
    "WSObservation": later("the sensor"),
}
_IMAGE = {"WFireRSImage": later("the image")}
_ZONES = {Shape.POINT: later("the point"), Shape.CIRCLE: later("the point"), Shape.LINE: later("the line")}

_PLAIN: Mapping[SpatialTest, str] = {
    Operator.CONTAIN: later("{zone} contains {event}"),
    Operator.INTERSECT: later("{zone} and {event} share any place"),
    Operator.WITHIN: later("{zone} lies within {event}"),
    Operator.TOUCH: later("{zone} and {event} touch only at their edges"),
    Operator.CROSS: later("{event} crosses {zone}"),
    Operator.OVERLAP: later("{zone} and {event} overlap in part"),
    Operator.DISJOINT: later("{event} is outside {zone}"),
    Relation.INSIDE: later("{event} is inside {zone}, away from its edge"),
    Relation.COVERED_BY: later("{event} is inside {zone}, up to its edge"),
    Relation.CONTAINS: later("{event} has {zone} inside, away from its edge"),
    Relation.COVERS: later("{event} has {zone} inside, up to its edge"),
    Relation.OVERLAPS: later("{event} and {zone} overlap in part"),
    Relation.MEETS: later("{event} and {zone} meet at their edges"),
    Relation.EQUALS: later("{event} is exactly {zone}"),
    Relation.DISJOINT: later("{event} is apart from {zone}"),
}
_NEAR: Mapping[SpatialTest, str] = {  # with a buffer around a point, a line or an area
    Operator.CONTAIN: later("{event} is within {distance} of {zone}"),
    Operator.INTERSECT: later("{event} comes within {distance} of {zone}"),
    Operator.TOUCH: later("{event} is exactly {distance} from {zone}"),
    Operator.DISJOINT: later("{event} is farther than {distance} from {zone}"),
    Relation.DISJOINT: later("{event} is farther than {distance} from {zone}"),
}


def event_words(topic: Topic | None) -> str:
    """What events of a topic are called in a sentence."""
    return tr((_EVENTS | _IMAGE).get("" if topic is None else topic.name, later("the event")))


def zone_words(sketch: Sketch) -> str:
    """What a zone is called in a sentence: by its name if it is a thing of the map that has one."""
    return sketch.picked_name or tr(_ZONES.get(sketch.shape, later("the zone")))


def sentence(test: SpatialTest, topic: Topic, sketch: Sketch, buffer_m: float) -> str:
    """What must be so for an event to be told."""
    return _said(test, event_words(topic), zone_words(sketch), buffer_m, sketch.shape is Shape.CIRCLE)


def sentence_about(spatial: SpatialPredicate, topic: Topic | None) -> str:
    """What a subscription wants to be so."""
    kind = spatial.zone.geom_type
    zone = tr("the point") if "Point" in kind else tr("the line") if "Line" in kind else tr("the zone")
    return _said(spatial.test, event_words(topic), zone, spatial.buffer_m)


def _said(test: SpatialTest, event: str, zone: str, buffer_m: float, is_circle: bool = False) -> str:
    names = {"event": event, "zone": zone}
    if buffer_m > 0.0 and test in _NEAR:
        return tr(_NEAR[test], **names, distance=short_length_text(buffer_m))
    if is_circle:
        names["zone"] = tr("the circle")
    elif buffer_m != 0.0:
        names["zone"] = tr("the widened zone") if buffer_m > 0.0 else tr("the shrunk zone")
    return tr(_PLAIN[test], **names)
