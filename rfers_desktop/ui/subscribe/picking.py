"""Things on the map become the zone: a click takes the nearest, a second one what is below it, Shift adds."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QPointF
from shapely.geometry.base import BaseGeometry

from broker_local.protocol.errors import ProtocolError
from rfers_desktop.drafting.sketch import Shape, Sketch
from rfers_desktop.language import tr
from rfers_desktop.layers.identify import Spot
from rfers_desktop.layers.picking import Picked, united
from rfers_desktop.ui.map.tool import Pointer
from rfers_desktop.ui.map.tools.plain_tool import is_click
from rfers_desktop.ui.map.tools.stage import Stage

from .draft_model import DraftModel

_REACH_PX = 8.0
_AROUND_A_THING_M = 1000.0  # a circle around an asset, an incident or a sensor, until another is asked for

PickedAt = Callable[[Spot], list[Picked]]


class FeaturePicking:
    """Answers the pencil when it takes things over."""

    def __init__(
        self, model: DraftModel, stage: Stage, picked_at: PickedAt, say_problem: Callable[[str], None]
    ) -> None:
        self._model = model
        self._stage = stage
        self._picked_at = picked_at
        self._say_problem = say_problem
        self._asked_at: QPointF | None = None
        self._depth = 0
        self._given_m = 0.0  # the buffer that came with what is taken over
        model.pick_asked.connect(self._pick)

    def _pick(self, pointer: Pointer, is_added: bool) -> None:
        lon, lat = self._stage.projection.point_to_lonlat(pointer.x, pointer.y)
        at, units = pointer.at, self._stage.view.units_per_px
        found = self._picked_at(Spot(lon, lat, pointer.x, pointer.y, at.x(), at.y(), _REACH_PX, units))
        if not found:
            return
        is_again = self._asked_at is not None and is_click(self._asked_at, at) and not is_added
        self._depth = self._depth + 1 if is_again else 0
        self._asked_at = at
        thing = found[self._depth % len(found)]
        sketch = self._model.sketch
        try:
            zone, name = self._joined(thing, sketch) if is_added else (thing.geometry(), thing.name)
        except ProtocolError as error:
            self._say_problem(str(error))
            return
        if self._model.drawing.step(Sketch(Shape.FEATURES, picked=zone, picked_name=name)):
            self._suit_buffer(thing.is_live and zone.geom_type == "Point")
            self._model.drawn()

    def _suit_buffer(self, is_thing: bool) -> None:
        """A circle around a thing, and none around what is taken in its place; what was asked for stays."""
        given, self._given_m = self._given_m, _AROUND_A_THING_M if is_thing else 0.0
        if self._model.buffer_m in (0.0, given):
            self._model.set_buffer(self._given_m)

    def _joined(self, thing: Picked, sketch: Sketch) -> tuple[BaseGeometry, str]:
        if sketch.picked is None:
            return thing.geometry(), thing.name
        zone = united([sketch.picked, thing.geometry()])
        return zone, tr("{first} and {second}", first=sketch.picked_name, second=thing.name)
