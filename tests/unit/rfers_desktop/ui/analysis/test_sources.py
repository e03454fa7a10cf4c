"""Tests of rfers_desktop/ui/analysis/sources.py."""

from __future__ import annotations

import pytest
import shapely

from broker_local.protocol.requests import Acknowledgement, ListSubscriptions
from broker_local.protocol.resources import resources_dir
from rfers_desktop.layers.analysis import select_by_attribute
from rfers_desktop.layers.map_layers import MapLayers
from rfers_desktop.session.items import ReplyReceived
from rfers_desktop.ui.analysis.sources import _apart, analysis_sources
from tests.builders import a_subscription, a_zone, an_event
from tests.unit.rfers_desktop.desk_doubles import a_workspace, received

pytestmark = pytest.mark.display


def test_what_was_received_zones_and_layers_are_offered() -> None:
    workspace, _ = a_workspace()
    zoned = a_subscription(id="s", zone=a_zone(), name="North")
    listed = ReplyReceived(ListSubscriptions("r"), Acknowledgement("r", (zoned,)))
    workspace.receive([received(1), received(2, an_event(speed=90)), listed])
    sources = analysis_sources(workspace, MapLayers(resources_dir() / "basemap"))
    assert list(sources)[:3] == [
        "Emergency asset locations: latest of each",
        "Emergency asset locations: all received",
        "Zones of subscriptions",
    ]
    assert len(sources["Emergency asset locations: latest of each"]().shapes) == 1
    assert len(sources["Emergency asset locations: all received"]().shapes) == 2
    assert sources["Zones of subscriptions"]().layer.columns["name"] == ["North"]
    highways = sources["Highways"]()
    assert len(highways.shapes) > 1_000
    assert highways.shapes[0].geom_type == "LineString"


def test_a_circle_is_an_area_to_count_in() -> None:
    workspace, _ = a_workspace()
    circle = a_subscription(id="s", zone=shapely.Point(-114.0, 51.0), buffer_m=2_000.0, name="Ring")
    workspace.receive([ReplyReceived(ListSubscriptions("r"), Acknowledgement("r", (circle,)))])
    zones = analysis_sources(workspace, MapLayers(resources_dir() / "basemap"))["Zones of subscriptions"]()
    near, far = shapely.Point(-114.0, 51.017), shapely.Point(-114.0, 51.019)
    assert list(shapely.intersects(zones.shapes[0], [near, far])) == [True, False]


def test_layers_of_the_same_title_are_told_apart() -> None:
    assert _apart("Fires", {}) == "Fires"
    assert _apart("Fires", {"Fires": 1, "Fires (2)": 2}) == "Fires (3)"


def test_received_attributes_are_typed_by_their_topic() -> None:
    workspace, _ = a_workspace()
    workspace.receive([received(1)])
    source = analysis_sources(workspace, MapLayers(resources_dir() / "basemap"))
    layer = source["Emergency asset locations: all received"]()
    assert len(select_by_attribute(layer, "PosDate > DATE('2008-01-01')").shapes) == 1
