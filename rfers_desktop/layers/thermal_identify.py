"""What thermal images say at a place: the temperature of the pixel, and when it was."""

from __future__ import annotations

from collections.abc import Iterator

from broker_local.protocol.errors import ProtocolError
from rfers_desktop.attribute_text import moment_text
from rfers_desktop.geo.colouring import unit_text
from rfers_desktop.language import later, tr

from .identify import Identified, Spot
from .thermal import ThermalLayer

LAYER_NAME = later("Thermal images")


class ThermalIdentify:
    """Answers for a thermal layer."""

    def __init__(self, layer: ThermalLayer) -> None:
        self._layer = layer

    def identify(self, spot: Spot) -> Iterator[Identified]:
        """The topmost valid pixel, if there is one."""
        try:
            found = self._layer.shown.value_at(spot.lon, spot.lat)
        except ProtocolError as error:
            yield Identified(tr(LAYER_NAME), tr("An image cannot be read"), ((tr("Problem"), str(error)),))
            return
        if found is not None:
            image, value = found
            unit = unit_text(image.raster.unit)
            name = tr("Temperature") if unit in ("°C", "K") else tr("Value")
            facts = ((name, f"{value:.6g} {unit}".strip()), (tr("Taken"), f"{moment_text(image.taken_at)} UTC"))
            yield Identified(tr(LAYER_NAME), image.title, facts)
