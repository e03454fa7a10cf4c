"""The zones of subscriptions as marks."""

from __future__ import annotations

from broker_local.protocol.subscription import Subscription
from rfers_desktop.geo.mercator import geometry_to_map
from rfers_desktop.geo.scale import length_text

from .marks import LayerChange, MarkKey, Style, ZoneMark

_BAND = "zone"


class ZoneLayer:
    """Where the desk's user listens. A subscription without a place has no mark."""

    def __init__(self) -> None:
        self._marks: dict[MarkKey, ZoneMark] = {}

    def show(self, subscription: Subscription, style: Style) -> LayerChange:
        """Draw a subscription's zone, as it was drawn by its owner; the buffer is told in the label."""
        if subscription.spatial is None:
            return self.hide(subscription.id)
        key = (_BAND, subscription.id)
        mark = ZoneMark(key, geometry_to_map(subscription.spatial.zone), style, _label(subscription))
        if self._marks.get(key) == mark:
            return LayerChange()
        self._marks[key] = mark
        return LayerChange(put=(mark,))

    def hide(self, subscription_id: str) -> LayerChange:
        """The subscription is no more."""
        key = (_BAND, subscription_id)
        return LayerChange() if self._marks.pop(key, None) is None else LayerChange(taken=(key,))

    def mark(self, subscription_id: str) -> ZoneMark | None:
        """How a zone is drawn now."""
        return self._marks.get((_BAND, subscription_id))


def _label(subscription: Subscription) -> str:
    buffer_m = subscription.spatial.buffer_m if subscription.spatial is not None else 0.0
    if buffer_m == 0:
        return subscription.name
    return f"{subscription.name} · {'+' if buffer_m > 0 else '−'}{length_text(abs(buffer_m))}"
