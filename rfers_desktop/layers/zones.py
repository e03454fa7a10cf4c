"""The zones of subscriptions as marks."""

from __future__ import annotations

from shapely.geometry.base import BaseGeometry

from broker_local.protocol.subscription import Subscription
from rfers_desktop.geo.projections import WEB_MERCATOR, Projection
from rfers_desktop.geo.scale import length_text

from .identify import Identified
from .marks import LayerChange, MarkKey, Style, ZoneMark, merged_layers

_BAND = "zone"


class ZoneLayer:
    """Where the desk's user listens. A subscription without a place has no mark."""

    def __init__(self, projection: Projection = WEB_MERCATOR) -> None:
        self._projection = projection
        self._zones: dict[MarkKey, tuple[Subscription, Style]] = {}
        self._marks: dict[MarkKey, ZoneMark] = {}

    def show(self, subscription: Subscription, style: Style) -> LayerChange:
        """Draw a subscription's zone, as it was drawn by its owner; the buffer is told in the label."""
        if subscription.spatial is None:
            return self.hide(subscription.id)
        key = (_BAND, subscription.id)
        geometry = self._projection.geometry_to_map(subscription.spatial.zone)
        mark = ZoneMark(key, geometry, style, _label(subscription))
        self._zones[key] = (subscription, style)
        if self._marks.get(key) == mark:
            return LayerChange()
        self._marks[key] = mark
        return LayerChange(put=(mark,))

    def hide(self, subscription_id: str) -> LayerChange:
        """The subscription is no more."""
        key = (_BAND, subscription_id)
        self._zones.pop(key, None)
        return LayerChange() if self._marks.pop(key, None) is None else LayerChange(taken=(key,))

    def describe(self, mark_key: MarkKey) -> Identified | None:
        """What is known of a zone."""
        zone = self._zones.get(mark_key)
        if zone is None:
            return None
        subscription, style = zone
        facts = [("Topic", subscription.topic), ("State", style.value.removeprefix("zone "))]
        if subscription.spatial is not None:
            facts.append(("Asks", str(subscription.spatial.test)))
        return Identified("Subscriptions", subscription.name, tuple(facts), mark_key)

    def geometry(self, mark_key: MarkKey) -> BaseGeometry | None:
        """A zone as its owner drew it, in degrees."""
        zone = self._zones.get(mark_key)
        return None if zone is None or zone[0].spatial is None else zone[0].spatial.zone

    def project(self, projection: Projection) -> LayerChange:
        """Draw all zones on another map."""
        self._projection = projection
        self._marks.clear()
        shown = [self.show(subscription, style) for subscription, style in list(self._zones.values())]
        return merged_layers(shown)

    def mark(self, subscription_id: str) -> ZoneMark | None:
        """How a zone is drawn now."""
        return self._marks.get((_BAND, subscription_id))


def _label(subscription: Subscription) -> str:
    buffer_m = subscription.spatial.buffer_m if subscription.spatial is not None else 0.0
    if buffer_m == 0:
        return subscription.name
    return f"{subscription.name} · {'+' if buffer_m > 0 else '−'}{length_text(abs(buffer_m))}"
