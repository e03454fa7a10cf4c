"""The layers of the map as a value: their order, and how each is shown."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from enum import Enum
from typing import Any

from .vector_style import Single, Symbol, VectorStyle


class SourceKind(Enum):
    """Where a layer comes from, which says who draws it."""

    BASE = "base"
    VECTOR = "vector"
    RASTER = "raster"
    TILES = "tiles"


@dataclass(frozen=True, slots=True)
class Source:
    """What to read: a file, a service or a part of the base map."""

    kind: SourceKind
    address: str  # a path, an URL, or the name of a base layer
    layer: str = ""  # within a file that has several
    crs: str = ""  # what the user said, for a file that does not say it


@dataclass(frozen=True, slots=True)
class Labels:
    """Which attribute is written beside features, and how."""

    attribute: str
    is_shown: bool = True
    priority: str = ""  # the attribute of which the greatest goes first; else in the order of the file
    colour: str = "@place_text"
    size_px: float = 12.0
    is_italic: bool = False
    is_bold: bool = False


@dataclass(frozen=True, slots=True)
class LayerEntry:
    """One layer. Scales are denominators: it is drawn from 1:nearest out to 1:farthest."""

    id: str
    title: str
    source: Source
    is_visible: bool = True
    opacity: float = 1.0
    style: VectorStyle = field(default_factory=lambda: Single(Symbol()))
    labels: Labels | None = None
    nearest: float | None = None
    farthest: float | None = None

    def is_drawn_at(self, scale: float) -> bool:
        """Whether it is to be seen at 1:scale."""
        return (
            self.is_visible
            and self.opacity > 0.0
            and (self.nearest is None or scale >= self.nearest)
            and (self.farthest is None or scale <= self.farthest)
        )


@dataclass(frozen=True, slots=True)
class LayerTree:
    """Layers from the topmost down, as a list of layers shows them."""

    entries: tuple[LayerEntry, ...] = ()

    def __iter__(self) -> Iterator[LayerEntry]:
        return iter(self.entries)

    def __len__(self) -> int:
        return len(self.entries)

    def __contains__(self, layer_id: str) -> bool:
        return any(entry.id == layer_id for entry in self.entries)

    def from_below(self) -> Iterator[LayerEntry]:
        """In the order of painting."""
        return reversed(self.entries)

    def entry(self, layer_id: str) -> LayerEntry:
        """The layer with an id; KeyError if there is none."""
        for entry in self.entries:
            if entry.id == layer_id:
                return entry
        raise KeyError(layer_id)

    def with_entry(self, entry: LayerEntry) -> LayerTree:
        """The tree with a layer in place of the one with its id, or on top."""
        if entry.id not in self:
            return LayerTree((entry, *self.entries))
        return LayerTree(tuple(entry if kept.id == entry.id else kept for kept in self.entries))

    def changed(self, layer_id: str, **fields: Any) -> LayerTree:
        """The tree with some fields of one layer changed."""
        return self.with_entry(replace(self.entry(layer_id), **fields))

    def without(self, layer_id: str) -> LayerTree:
        """The tree without a layer."""
        return LayerTree(tuple(entry for entry in self.entries if entry.id != layer_id))

    def moved(self, layer_id: str, to: int) -> LayerTree:
        """The tree with a layer at another place, counted without it from the top; beyond the ends is at the end."""
        entry = self.entry(layer_id)
        others = [kept for kept in self.entries if kept.id != layer_id]
        others.insert(max(to, 0), entry)
        return LayerTree(tuple(others))
