"""Tests of where a thing may really be, as rings on the map."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from pyproj import Geod

from broker_local.protocol.event import PlacedBy, Placement
from rfers_desktop.geo.projections import WEB_MERCATOR
from rfers_desktop.layers.error_rings import rings_of
from tests.builders import CALGARY, an_event

GEOD = Geod(ellps="WGS84")


def radii(ring: np.ndarray) -> np.ndarray:
    lonlat = WEB_MERCATOR.to_lonlat(ring)
    centre = np.broadcast_to(CALGARY, lonlat.shape)
    return np.asarray(GEOD.inv(centre[:, 0], centre[:, 1], lonlat[:, 0], lonlat[:, 1])[2])


def test_a_receivers_accuracy_is_a_ring_of_one_sigma_and_one_of_three() -> None:
    rings = rings_of(replace(an_event(), accuracy_m=40.0), WEB_MERCATOR)
    assert rings is not None
    near, far = rings.rings()
    assert radii(near) == pytest.approx(40.0, rel=2e-3)
    assert radii(far) == pytest.approx(120.0, rel=2e-3)
    assert rings.is_poor
    x_min, y_min, x_max, y_max = rings.bounds
    assert x_min == far[:, 0].min()
    assert y_max == far[:, 1].max()
    assert x_max - x_min == pytest.approx(y_max - y_min, rel=1e-2)


def test_a_geocoded_place_is_fully_possible_within_its_radius_and_fades_by_its_confidence() -> None:
    event = replace(an_event("FireIncReports"), placed=Placement(PlacedBy.ADDRESS, 0.5, 100.0, "7 AV"))
    rings = rings_of(event, WEB_MERCATOR)
    assert rings is not None
    assert (rings.near_m, rings.far_m) == (100.0, 200.0)


def test_a_good_fix_is_not_worth_showing_unasked_and_an_exact_one_has_no_rings() -> None:
    good = rings_of(replace(an_event(), accuracy_m=5.0), WEB_MERCATOR)
    assert good is not None
    assert not good.is_poor
    assert rings_of(an_event(), WEB_MERCATOR) is None
    assert rings_of(replace(an_event(), accuracy_m=0.0), WEB_MERCATOR) is None
    assert rings_of(replace(an_event(), geometry=None, accuracy_m=None), WEB_MERCATOR) is None
