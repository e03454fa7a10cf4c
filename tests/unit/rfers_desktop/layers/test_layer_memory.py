"""Tests of remembering the layers."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from rfers_desktop.layers.layer_memory import load_tree, save_tree
from rfers_desktop.layers.layer_tree import Labels, LayerEntry, LayerTree, Source, SourceKind
from rfers_desktop.layers.vector_style import Categorised, Graduated, Shape, Single, Symbol

SYMBOL = Symbol(fill="#112233", fill_opacity=0.4, line="@country_line", shape=Shape.DIAMOND, size_px=11.0)
STYLES = (
    Single(SYMBOL),
    Categorised("fuel", (("pine", SYMBOL), ("", Symbol())), SYMBOL),
    Graduated("acres", (1.5, 2.5), (SYMBOL, Symbol(), SYMBOL)),
)
TREE = LayerTree(
    tuple(
        LayerEntry(
            f"layer {number}",
            "Brûlis",
            Source(SourceKind.VECTOR, "fires.gpkg", "burnt", "EPSG:3005"),
            is_visible=number % 2 == 0,
            opacity=0.3,
            style=style,
            labels=Labels("name", is_shown=False, is_bold=True) if number else None,
            nearest=1_000.0,
            farthest=None,
        )
        for number, style in enumerate(STYLES)
    )
)


def test_what_was_saved_comes_back_equal(tmp_path: Path) -> None:
    save_tree(tmp_path / "new" / "layers.json", TREE)
    assert load_tree(tmp_path / "new" / "layers.json") == (TREE, [])
    assert [file.name for file in (tmp_path / "new").iterdir()] == ["layers.json"]


def test_without_a_file_there_is_nothing_and_nothing_wrong(tmp_path: Path) -> None:
    assert load_tree(tmp_path / "layers.json") == (LayerTree(), [])


@pytest.mark.parametrize(
    "content", ["", "{", "[]", '{"version": 99, "layers": []}', '{"version": 1, "layers": 3}', "[" * 100_000]
)
def test_a_file_that_cannot_be_understood_is_told_of(tmp_path: Path, content: str) -> None:
    (tmp_path / "layers.json").write_text(content)
    tree, problems = load_tree(tmp_path / "layers.json")
    assert tree == LayerTree()
    assert len(problems) == 1
    assert problems[0].startswith("layers.json: expected")


@pytest.mark.parametrize(
    "damage",
    [
        {"style": {"kind": "rainbow"}},
        {"opacity": "much"},
        {"id": 7},
        {"source": None},
        {"labels": {"colour": "#000000"}},
        {"style": {"kind": "graduated", "attribute": "a", "breaks": [2, 1], "symbols": []}},
    ],
)
def test_a_layer_that_cannot_be_understood_is_left_out_alone(tmp_path: Path, damage: dict[str, object]) -> None:
    file = tmp_path / "layers.json"
    save_tree(file, TREE)
    saved = json.loads(file.read_text())
    saved["layers"][1].update(damage)
    file.write_text(json.dumps(saved))
    tree, problems = load_tree(file)
    assert [entry.id for entry in tree] == ["layer 0", "layer 2"]
    assert len(problems) == 1
    assert "layers[1]" in problems[0]
