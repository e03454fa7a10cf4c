"""A name for a subscription that its owner need not think of."""

from __future__ import annotations

from collections.abc import Collection

from broker_local.protocol.limits import MAX_NAME
from broker_local.protocol.topic import Topic
from rfers_desktop.attribute_text import topic_text
from rfers_desktop.geo.scale import short_length_text
from rfers_desktop.language import tr

from .sketch import Shape, Sketch

_SHAPES = {
    Shape.POINT: "point",
    Shape.CIRCLE: "circle",
    Shape.LINE: "line",
    Shape.RECTANGLE: "rectangle",
    Shape.POLYGON: "area",
    Shape.FREEHAND: "area",
    Shape.FEATURES: "area",
    Shape.EVERYWHERE: "everywhere",
}


def suggested_name(topic: Topic, sketch: Sketch, buffer_m: float, near: str, taken: Collection[str]) -> str:
    """`Calgary, circle 2 km, Emergency asset locations`, with a number if that is taken.

    What sets it apart from others comes first: on the map and in tables there is seldom room for all of it.
    """
    title = topic_text(topic, topic.name)
    what = sketch.picked_name or tr(_SHAPES[sketch.shape])
    if buffer_m:
        what += f" {'' if buffer_m > 0 else '−'}{short_length_text(abs(buffer_m))}"
    is_placed = sketch.shape is not Shape.EVERYWHERE and near and near != sketch.picked_name
    place = [near] if is_placed else []
    words = ", ".join([what, *place, title] if sketch.picked_name else [*place, what, title])[: MAX_NAME - 5]
    plain = words[:1].upper() + words[1:]
    numbers = (str(number) for number in range(2, len(taken) + 3))
    return next(name for name in (plain, *(f"{plain} {number}" for number in numbers)) if name not in taken)
