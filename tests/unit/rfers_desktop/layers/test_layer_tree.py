"""Tests of the layers as a value."""

from __future__ import annotations

import pytest

from rfers_desktop.layers.layer_tree import LayerEntry, LayerTree, Source, SourceKind


def an_entry(layer_id: str, **fields: object) -> LayerEntry:
    return LayerEntry(layer_id, layer_id.title(), Source(SourceKind.VECTOR, f"{layer_id}.gpkg"), **fields)  # type: ignore[arg-type]


TREE = LayerTree((an_entry("top"), an_entry("middle"), an_entry("ground")))


def ids(tree: LayerTree) -> list[str]:
    return [entry.id for entry in tree]


def test_painting_begins_below() -> None:
    assert [entry.id for entry in TREE.from_below()] == ["ground", "middle", "top"]


def test_a_new_layer_goes_on_top_and_a_known_one_stays_in_its_place() -> None:
    assert ids(TREE.with_entry(an_entry("new"))) == ["new", "top", "middle", "ground"]
    assert ids(TREE.with_entry(an_entry("middle", opacity=0.5))) == ["top", "middle", "ground"]


@pytest.mark.parametrize(
    ("to", "order"),
    [
        (0, ["ground", "top", "middle"]),
        (1, ["top", "ground", "middle"]),
        (99, ["top", "middle", "ground"]),
        (-5, ["ground", "top", "middle"]),
    ],
)
def test_a_layer_is_moved_to_a_place_from_the_top(to: int, order: list[str]) -> None:
    assert ids(TREE.moved("ground", to)) == order


def test_a_change_makes_another_tree_and_leaves_the_first() -> None:
    changed = TREE.changed("top", is_visible=False, opacity=0.25)
    assert (changed.entry("top").is_visible, changed.entry("top").opacity) == (False, 0.25)
    assert TREE.entry("top").is_visible
    assert ids(changed.without("top")) == ["middle", "ground"]


def test_a_layer_that_is_not_there_is_a_mistake() -> None:
    assert "gone" not in TREE
    with pytest.raises(KeyError):
        TREE.entry("gone")


@pytest.mark.parametrize(
    ("fields", "is_drawn"),
    [
        ({}, True),
        ({"is_visible": False}, False),
        ({"opacity": 0.0}, False),
        ({"nearest": 50_000.0}, True),
        ({"nearest": 50_001.0}, False),
        ({"farthest": 50_000.0}, True),
        ({"farthest": 49_999.0}, False),
    ],
)
def test_a_layer_is_drawn_within_its_scales(fields: dict[str, object], is_drawn: bool) -> None:
    assert an_entry("a", **fields).is_drawn_at(50_000.0) is is_drawn
