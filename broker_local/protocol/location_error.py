"""How far the true place of an event may be from the stated one: a possibility distribution of metres."""

from __future__ import annotations

from .event import Event
from .fuzzy_number import FuzzyNumber, Shape

_SIGMAS = 3.0  # where the bell of Shape.GAUSSIAN ends
_LEAST_CONFIDENCE = 0.1  # below it a place says next to nothing, and is taken to be ten times as far off at the most


def location_error(event: Event) -> FuzzyNumber | None:
    """From 0, the distances that are fully possible and how they fade; None if the place is taken to be exact.

    A receiver's accuracy is one sigma of a bell. A geocoder's radius is fully possible, and beyond it the less is, the
    surer the geocoder: at a confidence of 1 nothing, at one half as much again.
    """
    if event.accuracy_m is None and event.placed is None:
        return None
    if event.geometry is None or event.geometry.geom_type != "Point":
        return None
    if event.accuracy_m is not None:
        return FuzzyNumber(0.0, 0.0, right=_SIGMAS * event.accuracy_m, right_shape=Shape.GAUSSIAN)
    if event.placed is not None:
        confidence = max(event.placed.confidence, _LEAST_CONFIDENCE)
        radius_m = event.placed.radius_m
        return FuzzyNumber(0.0, radius_m, right=radius_m * (1.0 - confidence) / confidence)
    return None
