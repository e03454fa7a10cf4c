"""Where a thing may really be: a ring around what is fully possible, or one sigma, and one around all that is."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import numpy as np
import shapely
from numpy.typing import NDArray

from broker_local.protocol.event import Event
from broker_local.protocol.location_error import location_error
from rfers_desktop.geo.geodesic_buffer import circle
from rfers_desktop.geo.projections import Projection

POOR_M = 30.0  # a place that is surer than this is shown as it is
_SIGMAS = 3.0  # at the end of a bell

Ring = NDArray[np.float64]  # x, y in map units, a row each; ends where it begins


@dataclass(frozen=True, slots=True)
class ErrorRings:
    """Two circles on the earth, drawn on a map; worked out when somebody wants to see them."""

    lon: float
    lat: float
    near_m: float
    far_m: float
    projection: Projection

    @property
    def is_poor(self) -> bool:
        """Whether it is worth showing without being asked."""
        return self.near_m >= POOR_M

    def rings(self) -> tuple[Ring, Ring]:
        """The near one and the far one."""
        return _rings(self)

    @property
    def bounds(self) -> tuple[float, float, float, float]:
        """The box around both, in map units."""
        far = _rings(self)[1]
        (x_min, y_min), (x_max, y_max) = far.min(axis=0).tolist(), far.max(axis=0).tolist()
        return x_min, y_min, x_max, y_max


def rings_of(event: Event, projection: Projection) -> ErrorRings | None:
    """The rings of an event whose place is not exact."""
    error = location_error(event)
    if error is None or not isinstance(event.geometry, shapely.Point):
        return None
    far_m = error.high + error.right
    near_m = error.high if error.high > 0.0 else error.right / _SIGMAS
    return ErrorRings(event.geometry.x, event.geometry.y, near_m, far_m, projection) if far_m > 0.0 else None


@lru_cache(maxsize=4096)
def _rings(of: ErrorRings) -> tuple[Ring, Ring]:
    near, far = (shapely.get_coordinates(circle(of.lon, of.lat, metres)) for metres in (of.near_m, of.far_m))
    return of.projection.to_map(near), of.projection.to_map(far)
