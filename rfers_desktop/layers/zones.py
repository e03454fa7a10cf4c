"""The zones of subscriptions as marks."""

from __future__ import annotations

from shapely.geometry.base import BaseGeometry

from broker_local.protocol.subscription import Subscription
from rfers_desktop.geo.geodesic_buffer import buffered, soft_margin
from rfers_desktop.geo.projections import WEB_MERCATOR, Projection
from rfers_desktop.geo.scale import length_text
from rfers_desktop.language import later, tr

from .identify import Identified
from .marks import LayerChange, MarkKey, Style, ZoneMark, merged_layers

_STATES = {
    Style.ZONE_LIVE: later("live"),
    Style.ZONE_PENDING: later("asked for"),
    Style.ZONE_REFUSED: later("refused"),
    Style.ZONE_PAUSED: later("paused"),
}
_BAND = "zone"
_DETAIL = 0.002  # of the buffer: what of a zone is too small to show in it
_LONGEST_REASON = 60  # characters on the map; the whole is told when the zone is identified


class ZoneLayer:
    """Where the desk's user listens. A subscription without a place has no mark."""

    def __init__(self, projection: Projection = WEB_MERCATOR) -> None:
        self._projection = projection
        self._zones: dict[MarkKey, tuple[Subscription, Style, str | None]] = {}
        self._marks: dict[MarkKey, ZoneMark] = {}

    def show(self, subscription: Subscription, style: Style, reason: str | None = None) -> LayerChange:
        """Draw where a subscription listens: its zone with its buffer; the label tells its size, and what is wrong."""
        if subscription.spatial is None:
            return self.hide(subscription.id)
        key = (_BAND, subscription.id)
        spatial = subscription.spatial
        shown = buffered(spatial.zone, spatial.buffer_m, _DETAIL * abs(spatial.buffer_m))
        geometry = self._projection.geometry_to_map(spatial.zone if shown.is_empty else shown)
        margin = tuple(self._projection.geometry_to_map(area) for area in soft_margin(shown, spatial.soft_m))
        label = _label(subscription, style, reason)
        mark = ZoneMark(key, geometry, style, label, subscription.options.colour, margin)
        self._zones[key] = (subscription, style, reason)
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
        subscription, style, reason = zone
        facts = [(tr("Topic"), subscription.topic), (tr("State"), tr(_STATES[style]))]
        if subscription.spatial is not None:
            facts.append((tr("Asks"), str(subscription.spatial.test)))
            if subscription.spatial.soft_m:
                facts.append((tr("Soft edge"), length_text(subscription.spatial.soft_m)))
        if reason is not None:
            facts.append((tr("Reason"), reason))
        return Identified(tr("Subscriptions"), subscription.name, tuple(facts), mark_key)

    def geometry(self, mark_key: MarkKey) -> BaseGeometry | None:
        """A zone as it listens, with its buffer, in degrees."""
        zone = self._zones.get(mark_key)
        spatial = None if zone is None else zone[0].spatial
        return None if spatial is None else buffered(spatial.zone, spatial.buffer_m)

    def project(self, projection: Projection) -> LayerChange:
        """Draw all zones on another map."""
        self._projection = projection
        self._marks.clear()
        shown = [self.show(*zone) for zone in list(self._zones.values())]
        return merged_layers(shown)

    def mark(self, subscription_id: str) -> ZoneMark | None:
        """How a zone is drawn now."""
        return self._marks.get((_BAND, subscription_id))


def _label(subscription: Subscription, style: Style, reason: str | None) -> str:
    words = [subscription.name]
    buffer_m = subscription.spatial.buffer_m if subscription.spatial is not None else 0.0
    if buffer_m:
        words.append(f"{'+' if buffer_m > 0 else '−'}{length_text(abs(buffer_m))}")
    if subscription.spatial is not None and subscription.spatial.soft_m:
        words.append(tr("soft edge {length}", length=length_text(subscription.spatial.soft_m)))
    if style is Style.ZONE_PAUSED:
        words.append(tr("paused"))
    if style is Style.ZONE_REFUSED and reason is not None:
        words.append(reason if len(reason) <= _LONGEST_REASON else f"{reason[: _LONGEST_REASON - 1]}…")
    return " · ".join(words)
