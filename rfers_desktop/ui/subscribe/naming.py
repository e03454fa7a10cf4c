"""Suggests a name while a subscription is drawn: topic, shape and the town it is near."""

from __future__ import annotations

from rfers_desktop.drafting.sketch import LonLat
from rfers_desktop.drafting.suggested_name import suggested_name
from rfers_desktop.ui.part import Desk

from .draft_model import DraftModel

_PLACES = 2  # decimals of a degree, about a kilometre: nearer is the same town


class Naming:
    """Follows the draft."""

    def __init__(self, model: DraftModel, desk: Desk) -> None:
        self._model = model
        self._desk = desk
        self._place: LonLat | None = None
        self._town = ""
        model.changed.connect(self._suggest)

    def _suggest(self) -> None:
        model = self._model
        taken = {record.subscription.name for record in self._desk.workspace.subscriptions()}
        model.suggested = suggested_name(model.topic, model.sketch, model.buffer_m, self._near(), taken)

    def _near(self) -> str:
        zone = self._model.sketch.zone()
        if zone is None or zone.is_empty:
            return ""
        middle = zone.centroid
        place = (round(middle.x, _PLACES), round(middle.y, _PLACES))
        if place != self._place:
            self._place, self._town = place, self._desk.pane.town_near(*place)
        return self._town
