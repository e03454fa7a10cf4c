"""What users' images say at a place: the pixel, band by band."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from broker_local.protocol.errors import ProtocolError
from rfers_desktop.geo.colouring import unit_text
from rfers_desktop.geo.rasters import Raster
from rfers_desktop.language import tr

from .identify import Identified, Spot


class ImageIdentify:
    """Answers for the images among the layers; `shown` are their names and what is in view, the topmost first."""

    def __init__(self, shown: Callable[[], Iterable[tuple[str, Raster]]]) -> None:
        self._shown = shown

    def identify(self, spot: Spot) -> Iterator[Identified]:
        """The pixel of each image that has one there."""
        for title, raster in self._shown():
            try:
                values = raster.value_at(spot.lon, spot.lat)
            except ProtocolError as error:
                yield Identified(title, tr("An image cannot be read"), ((tr("Problem"), str(error)),))
                continue
            if any(value is not None for value in values):
                yield Identified(title, tr("Pixel"), tuple(_facts(values, unit_text(raster.unit))))


def _facts(values: tuple[float | None, ...], unit: str) -> Iterator[tuple[str, str]]:
    for band, value in enumerate(values, start=1):
        name = tr("Value") if len(values) == 1 else tr("Band {number}", number=band)
        yield name, tr("none") if value is None else f"{value:.6g} {unit}".strip()
