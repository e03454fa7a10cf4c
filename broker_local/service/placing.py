"""Events that carry only an address get their place from it; those that cannot be placed are kept and reported."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from dataclasses import replace

import shapely

from broker_local.protocol.event import Event, PlacedBy, Placement
from broker_local.protocol.topic import Topic

from .geocoding.geocoder import Geocoder, Unlocated

_log = logging.getLogger(__name__)


class Placing:
    """Places events by the attribute that their topic lets stand in for a geometry, if that is a text."""

    def __init__(self, geocoder: Geocoder, topics: Mapping[str, Topic]) -> None:
        self._geocoder = geocoder
        self._topics = topics

    def place(self, event: Event) -> Event:
        """An event with a point and how sure it is; as it was if its address is not known."""
        stand_in = self._topics[event.topic].geometry_unless
        address = event.attributes.get(stand_in) if stand_in else None
        if event.geometry is not None or not isinstance(address, str):
            return event
        found = self._geocoder.locate(address)
        if isinstance(found, Unlocated):
            _log.warning("event %s of %s has no place: %r: %s", event.id, event.topic, address[:100], found.reason)
            return event
        placed = Placement(PlacedBy.ADDRESS, found.confidence, found.radius_m, found.matched)
        return replace(event, geometry=shapely.Point(found.lon, found.lat), placed=placed)
