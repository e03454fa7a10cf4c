"""Tests of what vector layers answer to tools."""

from __future__ import annotations

import numpy as np
import pytest

from rfers_desktop.geo.features import Features, Kind
from rfers_desktop.geo.projections import WEB_MERCATOR
from rfers_desktop.layers.identify import Spot
from rfers_desktop.layers.layer_tree import LayerEntry, LayerTree, Source, SourceKind
from rfers_desktop.layers.map_layers import LayerPicture
from rfers_desktop.layers.vector_answers import VectorAnswers, VectorSearch


def features(kind: Kind, runs: list[list[tuple[float, float]]], starts: list[int], **columns: list[object]) -> Features:
    """Features of runs; `starts` says with which run each feature begins."""
    ends = np.cumsum([0, *(len(run) for run in runs)])
    lonlat = np.array([place for run in runs for place in run], dtype=np.float64).reshape(-1, 2)
    arrays = {name: np.array(values) for name, values in columns.items()}
    return Features(kind, lonlat, ends, np.array([*starts, len(runs)]), arrays)


OUTER = [(-116.0, 51.0), (-115.0, 51.0), (-115.0, 52.0), (-116.0, 52.0), (-116.0, 51.0)]
HOLE = [(-115.6, 51.4), (-115.6, 51.6), (-115.4, 51.6), (-115.4, 51.4), (-115.6, 51.4)]
PARKS = features(Kind.AREA, [OUTER, HOLE], [0], name=["Banff"], farthest=[1e9])
TOWNS = features(
    Kind.POINT, [[(-115.57, 51.18)], [(-114.07, 51.05)]], [0, 1], name=["Banff", "Calgary"], pop=[8e3, 1.3e6]
)
ROADS = features(Kind.LINE, [[(-117.0, 50.0), (-116.5, 50.0), (-116.5, 50.5)]], [0], lanes=[4.0])


def an_entry(layer_id: str, title: str, is_visible: bool = True) -> LayerEntry:
    return LayerEntry(layer_id, title, Source(SourceKind.VECTOR, layer_id), is_visible=is_visible)


class Layers:
    def __init__(self) -> None:
        self.tree = LayerTree((an_entry("towns", "Towns"), an_entry("roads", "Roads"), an_entry("parks", "Parks")))
        self.features = {"towns": (TOWNS,), "roads": (ROADS,), "parks": (PARKS,)}

    def picture(self) -> LayerPicture:
        return LayerPicture(self.tree, dict(self.features))


@pytest.fixture
def layers() -> Layers:
    return Layers()


@pytest.fixture
def answers(layers: Layers) -> VectorAnswers:
    return VectorAnswers(layers.picture, lambda: WEB_MERCATOR)


def titles_at(answers: VectorAnswers, lon: float, lat: float, units_per_px: float = 100.0) -> list[tuple[str, str]]:
    spot = Spot(lon, lat, *WEB_MERCATOR.point_to_map(lon, lat), 0.0, 0.0, 8.0, units_per_px)
    return [(found.layer, found.title) for found in answers.identify(spot)]


def test_all_layers_answer_from_the_top_down(answers: VectorAnswers) -> None:
    assert titles_at(answers, -115.57, 51.18) == [("Towns", "Banff"), ("Parks", "Banff")]


def test_only_what_is_within_reach_answers(answers: VectorAnswers) -> None:
    assert titles_at(answers, -116.75, 50.0) == [("Roads", "Line")]
    assert titles_at(answers, -116.75, 50.2) == []
    assert titles_at(answers, -115.5, 51.5) == []  # in the hole


def test_hidden_layers_do_not_answer(layers: Layers, answers: VectorAnswers) -> None:
    layers.tree = LayerTree((an_entry("towns", "Towns", False), an_entry("parks", "Parks")))
    assert titles_at(answers, -115.57, 51.18) == [("Parks", "Banff")]


def test_facts_are_those_of_the_feature_and_not_of_its_drawing(answers: VectorAnswers) -> None:
    spot = Spot(-115.2, 51.2, *WEB_MERCATOR.point_to_map(-115.2, 51.2), 0.0, 0.0, 8.0, 1.0)
    (park,) = answers.identify(spot)
    assert park.facts == (("name", "Banff"),)


def test_features_are_found_by_name_towns_with_their_weight(layers: Layers) -> None:
    search = VectorSearch(layers.picture)
    hits = search.search("banff", 5)
    assert [(hit.title, hit.kind) for hit in hits] == [("Banff", "Towns"), ("Banff", "Parks")]
    assert hits[0].bounds is None
    assert hits[1].bounds == (-116.0, 51.0, -115.0, 52.0)
    assert [hit.title for hit in search.search("calgray", 5)] == ["Calgary"]


def test_a_layer_that_is_gone_is_not_found(layers: Layers) -> None:
    search = VectorSearch(layers.picture)
    assert search.search("calgary", 5)
    layers.features = {"parks": (PARKS,)}
    assert search.search("calgary", 5) == []


def test_what_touches_the_view_can_be_snapped_to(answers: VectorAnswers) -> None:
    bounds = WEB_MERCATOR.bounds_to_map((-117.1, 49.9, -116.4, 50.6))
    (road,) = answers.drawn(bounds)
    assert road.geom_type == "LineString"
    assert road.coords[0] == pytest.approx(WEB_MERCATOR.point_to_map(-117.0, 50.0))


def test_more_than_can_be_told_apart_is_left_out(answers: VectorAnswers, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rfers_desktop.layers.vector_answers._MOST_SNAPPED", 4)
    bounds = WEB_MERCATOR.bounds_to_map((-120.0, 49.0, -110.0, 60.0))
    assert [shape.geom_type for shape in answers.drawn(bounds)] == ["Point", "Point"]


def test_land_without_a_word_is_not_told_of_but_a_users_own_shape_is(layers: Layers, answers: VectorAnswers) -> None:
    layers.features["parks"] = (features(Kind.AREA, [OUTER], [0], farthest=[1e12]),)
    assert titles_at(answers, -115.2, 51.2) == []
    layers.features["parks"] = (features(Kind.AREA, [OUTER], [0]),)
    assert titles_at(answers, -115.2, 51.2) == [("Parks", "Area")]


def test_features_of_a_users_layer_are_found_by_their_attributes(layers: Layers) -> None:
    fires = features(
        Kind.POINT,
        [[(-120.0, 39.0)], [(-121.0, 40.0)], [(-122.0, 41.0)]],
        [0, 1, 2],
        IncidentName=["Creek", "August Complex", ""],
        Cause=["Lightning", "Power line", "Campfire"],
        UnitID=[4711, 4712, 4713],
    )
    layers.tree = LayerTree((*layers.tree, an_entry("fires", "Perimeters")))
    layers.features["fires"] = (fires,)
    search = VectorSearch(layers.picture)
    (hit,) = search.search("power line", 5)
    assert (hit.title, hit.detail, hit.lon) == ("August Complex", "Power line", -121.0)
    assert [(hit.title, hit.detail) for hit in search.search("4711", 1)] == [("Creek", "4711")]
    assert [(hit.title, hit.detail) for hit in search.search("campfire", 1)] == [("Perimeters", "Campfire")]
    assert search.search("creek", 1)[0].title == "Creek"
