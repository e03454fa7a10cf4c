"""Thermal images as one layer: a time series, the newest on top, stepped, played, compared before and after."""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass, field, replace
from datetime import datetime
from pathlib import Path

import numpy as np
from shapely.geometry.base import BaseGeometry

from broker_local.protocol.errors import Given, ProtocolError
from rfers_desktop.geo.colour_ramps import Ramp
from rfers_desktop.geo.colouring import Colouring, range_of
from rfers_desktop.geo.projections import Bounds
from rfers_desktop.geo.rasters import HotArea, Raster, RasterKind, open_raster

LONGEST_SERIES = 500  # images; the oldest go first
_RANGE_SLACK = 0.05  # of the range: a little more heat than before does not recolour the whole map


@dataclass(frozen=True, slots=True, eq=False)
class ThermalImage:
    """One image of the series."""

    key: str  # the hash of its content, or its path
    taken_at: datetime  # UTC
    raster: Raster
    title: str = ""
    footprint: BaseGeometry | None = None  # lon/lat, where its valid pixels are, if somebody has said
    span: tuple[float, float] = field(init=False)  # from where to where most of its values lie

    def __post_init__(self) -> None:
        object.__setattr__(self, "span", range_of(self.raster.sample))

    @property
    def bounds(self) -> Bounds:
        """The box around it in degrees."""
        return self.raster.bounds


@dataclass(frozen=True, slots=True)
class ThermalShown:
    """All that decides what the layer looks like; never changes, so that it can be painted on any thread."""

    images: tuple[ThermalImage, ...] = ()  # oldest first, up to the moment that is looked at
    before: tuple[ThermalImage, ...] = ()  # what is shown to the left of `swipe_x`
    swipe_x: float | None = None  # map units
    colouring: Colouring = Colouring()
    opacity: float = 1.0
    is_visible: bool = True
    hot_areas: tuple[HotArea, ...] = ()

    def value_at(self, lon: float, lat: float) -> tuple[ThermalImage, float] | None:
        """What the topmost valid pixel at a place says, for who clicks there."""
        for image in reversed(self.images if self.is_visible else ()):
            west, south, east, north = image.bounds
            if west <= lon <= east and south <= lat <= north:
                found = image.raster.value_at(lon, lat)
                if found and found[0] is not None:
                    return image, found[0]
        return None


@dataclass(frozen=True, slots=True)
class ThermalChange:
    """What has to be painted again: everything, or some areas."""

    is_everything: bool = False
    areas: tuple[Bounds, ...] = ()  # degrees
    swiped: tuple[float, float] | None = None  # the swipe line went from here to here, map units
    is_series: bool = False  # images came or went, for who lists them


_EVERYTHING = ThermalChange(is_everything=True)


def read_thermal_image(
    source: Path | bytes,
    key: str,
    taken_at: datetime | None = None,
    title: str = "",
    footprint: BaseGeometry | None = None,
    else_at: datetime | None = None,
) -> ThermalImage:
    """An image out of a finished file; takes long enough to be done aside. Raises ProtocolError if it is no good.

    It was taken when `taken_at` says, or the file itself, or else at `else_at`.
    """
    raster = open_raster(source, title if isinstance(source, bytes) else "")
    if raster.kind is not RasterKind.VALUES:
        raise ProtocolError(raster.name, expected="an image of measured values", got=Given("a picture in colours"))
    moment = taken_at or raster.taken_at or else_at
    if moment is None:
        hint = "set the TIFF's DateTime tag, or name the moment"
        raise ProtocolError(raster.name, expected="the moment it was taken", got=Given("none"), hint=hint)
    return ThermalImage(key, moment, raster, title or raster.name, footprint)


class ThermalLayer:
    """The series and how it is looked at; methods return what changed on the map."""

    def __init__(self) -> None:
        self.images: tuple[ThermalImage, ...] = ()  # oldest first
        self.shown = ThermalShown()
        self.index = -1  # of the image that is looked at
        self.before_index: int | None = None
        self.is_range_by_itself = True
        self.is_playing = False

    @property
    def current(self) -> ThermalImage | None:
        """The newest of what is shown."""
        return self.images[self.index] if self.images else None

    def put(self, image: ThermalImage) -> ThermalChange:
        """Take in an image. Who looks at the newest goes on looking at the newest; who looks back is left in peace."""
        known, was_compared = self._find(image.key), self.before_index is not None
        if known is not None:
            self.take(image.key)
        was_newest = self.index == len(self.images) - 1
        at = bisect_right([other.taken_at for other in self.images], image.taken_at)
        self.images = (*self.images[:at], image, *self.images[at:])
        if was_newest:
            self.index = len(self.images) - 1
        elif at <= self.index:
            self.index += 1
        if self.before_index is not None and at <= self.before_index:
            self.before_index += 1
        dropped = [self._take_at(0) for _ in range(len(self.images) - LONGEST_SERIES)]
        is_recoloured = self._widen_range(image) or was_compared != (self.before_index is not None)
        self._show()
        touched = tuple(each.bounds for each in (image, *dropped, *([known] if known else [])))
        return ThermalChange(is_everything=is_recoloured, areas=touched, is_series=True)

    def take(self, key: str) -> ThermalChange:
        """An image is not to be shown any more."""
        image = self._find(key)
        if image is None:
            return ThermalChange()
        was_compared = self.before_index is not None
        self._take_at(self.images.index(image))
        self._show()
        is_compared = self.before_index is not None
        return ThermalChange(is_everything=was_compared != is_compared, areas=(image.bounds,), is_series=True)

    def clear(self) -> ThermalChange:
        """Show nothing, as at the beginning."""
        ThermalLayer.__init__(self)
        return ThermalChange(is_everything=True, is_series=True)

    def step_to(self, index: int) -> ThermalChange:
        """Look at one moment: the images up to it, newest on top. Only what lies between the moments changes."""
        if not self.images:
            return ThermalChange()
        was, self.index = self.index, min(max(index, 0), len(self.images) - 1)
        self._show()
        first, last = sorted((was, self.index))
        return ThermalChange(areas=tuple(image.bounds for image in self.images[first + 1 : last + 1]))

    def play(self, is_playing: bool) -> None:
        """Begin or end the animation; whoever has a clock calls `advance`."""
        self.is_playing = is_playing and len(self.images) > 1

    def advance(self) -> ThermalChange:
        """The next picture of the animation; after the newest the oldest."""
        return self.step_to((self.index + 1) % len(self.images)) if self.images else ThermalChange()

    def compare(self, before_index: int | None, swipe_x: float | None = None) -> ThermalChange:
        """Show an earlier moment to the left of a line across the map; None ends it."""
        if before_index is None or not self.images:
            self.before_index = None
            self._show(swipe_x=None)
        else:
            self.before_index = min(max(before_index, 0), len(self.images) - 1)
            self._show(swipe_x=swipe_x)
        return _EVERYTHING

    def swipe_to(self, x: float) -> ThermalChange:
        """Move the line between before and after."""
        was = self.shown.swipe_x
        if was is None or self.before_index is None:
            return ThermalChange()
        self._show(swipe_x=x)
        return ThermalChange(swiped=(was, x))

    def colour(
        self, ramp: Ramp | None = None, span: tuple[float, float] | None = None, edges: tuple[float, ...] | None = None
    ) -> ThermalChange:
        """Another ramp, range or classes; those not given stay. No classes is (). Raises ProtocolError."""
        now = self.shown.colouring
        low, high = span or (now.low, now.high)
        colouring = Colouring(low, high, ramp or now.ramp, now.edges if edges is None else edges)
        self.is_range_by_itself = self.is_range_by_itself and span is None
        return self._restyle(colouring=colouring)

    def colour_by_itself(self) -> ThermalChange:
        """Let the images say the range again."""
        self.is_range_by_itself = True
        if not self.images:
            return ThermalChange()
        low, high = range_of(np.concatenate([image.raster.sample for image in self.images]))
        return self._restyle(colouring=replace(self.shown.colouring, low=low, high=high))

    def set_opacity(self, opacity: float) -> ThermalChange:
        """From 0, nothing, to 1."""
        return self._restyle(opacity=min(max(opacity, 0.0), 1.0))

    def set_visible(self, is_visible: bool) -> ThermalChange:
        """Show the layer or hide it."""
        return self._restyle(is_visible=is_visible)

    def outline(self, hot_areas: tuple[HotArea, ...]) -> ThermalChange:
        """Draw the edges of hot areas; none are drawn for ()."""
        return self._restyle(hot_areas=hot_areas)

    def _restyle(self, **changed: object) -> ThermalChange:
        was = self.shown
        self.shown = replace(was, **changed)  # type: ignore[arg-type]
        return ThermalChange() if self.shown == was else _EVERYTHING

    def _show(self, **changed: object) -> None:
        before: tuple[ThermalImage, ...] = ()
        if self.before_index is None:
            changed["swipe_x"] = None
        else:
            before = self.images[: self.before_index + 1]
        self.shown = replace(
            self.shown,
            images=self.images[: self.index + 1],
            before=before,
            **changed,  # type: ignore[arg-type]
        )

    def _find(self, key: str) -> ThermalImage | None:
        return next((image for image in self.images if image.key == key), None)

    def _take_at(self, at: int) -> ThermalImage:
        image = self.images[at]
        self.images = (*self.images[:at], *self.images[at + 1 :])
        if at < self.index or self.index == len(self.images):
            self.index -= 1
        if self.before_index == at:
            self.before_index = None
        elif self.before_index is not None and at < self.before_index:
            self.before_index -= 1
        self.is_playing = self.is_playing and len(self.images) > 1
        return image

    def _widen_range(self, image: ThermalImage) -> bool:
        """Make room for the values of a new image; whether that changes the colours of the others."""
        if not self.is_range_by_itself or not len(image.raster.sample):
            return False
        low, high = image.span
        now = self.shown.colouring
        if len(self.images) > 1:
            slack = _RANGE_SLACK * (now.high - now.low)
            low = low if low < now.low - slack else now.low
            high = high if high > now.high + slack else now.high
        if (low, high) == (now.low, now.high):
            return False
        self.shown = replace(self.shown, colouring=replace(now, low=low, high=high))
        return True


def find_hot_areas(shown: ThermalShown, threshold: float) -> tuple[HotArea, ...]:
    """The areas of the newest image at or above a value; takes long enough to be done aside. Raises ProtocolError."""
    return tuple(shown.images[-1].raster.hot_areas(threshold)) if shown.images else ()
