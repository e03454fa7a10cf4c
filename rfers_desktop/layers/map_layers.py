"""The layers a desk has: the tree, the features behind it, and the memory of both; each verb returns the new tree."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from rfers_desktop.geo.features import Bounds, Features, Kind, VectorLayer

from .base_layers import load_base_layer, with_base_layers
from .layer_memory import load_tree, save_tree
from .layer_tree import Labels, LayerEntry, LayerTree, Source, SourceKind
from .name_column import name_column
from .vector_style import PALETTE, Single, Symbol


@dataclass(frozen=True, slots=True, eq=False)
class LayerPicture:
    """All that is to be drawn at a moment; it does not change any more."""

    tree: LayerTree
    features: dict[str, tuple[Features, ...]]


class MapLayers:
    """`memory` is the JSON file in which the tree is kept; without it nothing outlives the window."""

    def __init__(self, base_folder: Path, memory: Path | None = None) -> None:
        self._memory = memory
        remembered, self.problems = load_tree(memory) if memory is not None else (LayerTree(), [])
        self._tree = with_base_layers(remembered)
        self._features: dict[str, tuple[Features, ...]] = {}
        for entry in self._tree:
            if entry.source.kind is SourceKind.BASE:
                self._features[entry.id] = (load_base_layer(base_folder, entry.source.address),)

    @property
    def tree(self) -> LayerTree:
        """The layers as they are."""
        return self._tree

    def picture(self) -> LayerPicture:
        """The present state, for a painter on any thread."""
        return LayerPicture(self._tree, dict(self._features))

    def features(self, layer_id: str) -> tuple[Features, ...]:
        """What a layer is made of; empty while its file is not read."""
        return self._features.get(layer_id, ())

    def unread(self) -> list[LayerEntry]:
        """Users' layers that were remembered and whose files are to be read."""
        return [
            entry for entry in self._tree if entry.source.kind is SourceKind.VECTOR and entry.id not in self._features
        ]

    def add_file(self, file: Path, layers: Sequence[VectorLayer], crs: str = "") -> tuple[LayerEntry, ...]:
        """Show what was read from a file: new layers on top, known ones again as they were styled."""
        entries = []
        for layer in layers:
            source = Source(SourceKind.VECTOR, str(file.resolve()), layer.name, crs)
            layer_id = layer_id_of(source)
            self._features[layer_id] = layer.parts
            if layer_id in self._tree:
                entry = replace(self._tree.entry(layer_id), source=source)
            else:
                entry = self._new_entry(layer_id, file, layer, source, len(layers) > 1)
            entries.append(entry)
            self._keep(self._tree.with_entry(entry))
        return tuple(entries)

    def add_other(self, entry: LayerEntry) -> LayerTree:
        """Show a layer that is drawn by others: a raster, a tile service."""
        return self._keep(self._tree.with_entry(entry))

    def remove(self, layer_id: str) -> LayerTree:
        """Forget a user's layer (the file stays); a layer of the base map can only be hidden."""
        if self._tree.entry(layer_id).source.kind is SourceKind.BASE:
            raise ValueError(f"{layer_id}: a layer of the base map can be hidden, not removed")
        self._features.pop(layer_id, None)
        return self._keep(self._tree.without(layer_id))

    def move(self, layer_id: str, to: int) -> LayerTree:
        """Put a layer at a place counted from the top."""
        return self._keep(self._tree.moved(layer_id, to))

    def change(self, layer_id: str, **fields: Any) -> LayerTree:
        """Change how a layer is shown."""
        return self._keep(self._tree.changed(layer_id, **fields))

    def bounds(self, layer_id: str) -> Bounds | None:
        """The box around a layer in degrees, if anything of it is known."""
        return _around(part.bounds for part in self.features(layer_id))

    def column_names(self, layer_id: str) -> tuple[str, ...]:
        """The attributes of a layer."""
        return tuple(dict.fromkeys(name for part in self.features(layer_id) for name in part.columns))

    def _new_entry(
        self, layer_id: str, file: Path, layer: VectorLayer, source: Source, has_siblings: bool
    ) -> LayerEntry:
        count = sum(entry.source.kind is SourceKind.VECTOR for entry in self._tree)
        colour = PALETTE[(count + 1) % len(PALETTE)]  # the first one is nearly that of rivers and lakes
        title = f"{file.stem}: {layer.name}" if has_siblings else file.stem
        named = name_column(layer.column_names)
        labels = (
            None if named is None else Labels(named, is_shown=len(layer) <= 1000, colour="@place_text", size_px=11.0)
        )
        return LayerEntry(layer_id, title, source, style=Single(_symbol_for(layer.parts, colour)), labels=labels)

    def _keep(self, tree: LayerTree) -> LayerTree:
        self._tree = tree
        if self._memory is not None:
            save_tree(self._memory, tree)
        return tree


def _symbol_for(parts: Sequence[Features], colour: str) -> Symbol:
    kinds = {part.kind for part in parts}
    if Kind.AREA in kinds:
        return Symbol(fill=colour, fill_opacity=0.25, line=colour, width_px=1.6)
    if Kind.LINE in kinds:
        return Symbol(line=colour, width_px=2.0)
    return Symbol(fill=colour, line="@symbol_edge", width_px=1.2, size_px=8.0)


def layer_id_of(source: Source) -> str:
    """The same for the same source, in every session."""
    digest = hashlib.sha256(f"{source.address}\n{source.layer}".encode()).hexdigest()[:16]
    return f"{source.kind.value}.{digest}"


def _around(boxes: Iterable[Bounds | None]) -> Bounds | None:
    there = [box for box in boxes if box is not None]
    if not there:
        return None
    west, south, east, north = zip(*there)
    return min(west), min(south), max(east), max(north)
