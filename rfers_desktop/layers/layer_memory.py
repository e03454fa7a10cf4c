"""Remembers the tree of layers in a JSON file, and reads it back with what cannot be understood left out."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from dataclasses import asdict
from enum import Enum
from pathlib import Path
from typing import Any

from .layer_tree import Labels, LayerEntry, LayerTree, Source, SourceKind
from .vector_style import Categorised, Graduated, Shape, Single, Symbol, VectorStyle

_VERSION = 1
_STYLES = {"single": Single, "categorised": Categorised, "graduated": Graduated}


def save_tree(file: Path, tree: LayerTree) -> None:
    """Write the tree; a crash in the middle leaves the old file whole."""
    file.parent.mkdir(parents=True, exist_ok=True)
    text = json.dumps({"version": _VERSION, "layers": [entry_as_json(entry) for entry in tree]}, indent=1)
    beside = file.with_name(file.name + ".new")
    beside.write_text(text, encoding="utf-8")
    os.replace(beside, file)


def load_tree(file: Path) -> tuple[LayerTree, list[str]]:
    """The tree that was saved, and what of it could not be read; empty if there is no file."""
    try:
        read = json.loads(file.read_text(encoding="utf-8"))
    except FileNotFoundError:
        return LayerTree(), []
    except (OSError, ValueError, RecursionError) as error:
        return LayerTree(), [f"{file.name}: expected the layers that were saved, got {error}"]
    if not isinstance(read, dict) or read.get("version") != _VERSION or not isinstance(read.get("layers"), list):
        return LayerTree(), [f"{file.name}: expected version {_VERSION} of the saved layers, got something else"]
    entries: dict[str, LayerEntry] = {}
    problems = []
    for number, item in enumerate(read["layers"]):
        try:
            entry = entry_from_json(item)
            entries[entry.id] = entry
        except (KeyError, TypeError, ValueError, AttributeError) as error:
            problems.append(f"{file.name}: layers[{number}] is left out: {type(error).__name__} {error}")
    return LayerTree(tuple(entries.values())), problems


def entry_as_json(entry: LayerEntry) -> dict[str, Any]:
    """One layer as JSON values."""
    values = _plain(asdict(entry))
    kind = next(name for name, style in _STYLES.items() if isinstance(entry.style, style))
    values["style"]["kind"] = kind
    assert isinstance(values, dict)
    return values


def entry_from_json(item: Mapping[str, Any]) -> LayerEntry:
    """One layer from JSON values."""
    source = item["source"]
    labels = item["labels"]
    return LayerEntry(
        id=_text(item["id"]),
        title=_text(item["title"]),
        source=Source(
            SourceKind(source["kind"]), _text(source["address"]), _text(source["layer"]), _text(source["crs"])
        ),
        is_visible=item["is_visible"] is True,
        opacity=min(max(float(item["opacity"]), 0.0), 1.0),
        style=_style(item["style"]),
        labels=None if labels is None else Labels(**labels),
        nearest=_scale(item["nearest"]),
        farthest=_scale(item["farthest"]),
    )


def _style(item: Mapping[str, Any]) -> VectorStyle:
    match item["kind"]:
        case "single":
            return Single(_symbol(item["symbol"]))
        case "categorised":
            categories = tuple((_text(value), _symbol(symbol)) for value, symbol in item["categories"])
            return Categorised(_text(item["attribute"]), categories, _symbol(item["other"]))
        case "graduated":
            breaks = tuple(float(value) for value in item["breaks"])
            symbols = tuple(_symbol(symbol) for symbol in item["symbols"])
            if len(symbols) != len(breaks) + 1 or list(breaks) != sorted(breaks):
                raise ValueError("breaks must rise, and be one less than the symbols")
            return Graduated(_text(item["attribute"]), breaks, symbols)
        case kind:
            raise ValueError(f"style {kind!r} is not known")


def _symbol(item: Mapping[str, Any]) -> Symbol:
    return Symbol(**{**item, "shape": Shape(item["shape"])})


def _scale(value: Any) -> float | None:
    return None if value is None else float(value)


def _text(value: Any) -> str:
    if not isinstance(value, str):
        raise ValueError(f"expected text, got {value!r}")
    return value


def _plain(value: Any) -> Any:
    """Nested values with names for the members of enumerations."""
    if isinstance(value, dict):
        return {key: _plain(inner) for key, inner in value.items()}
    if isinstance(value, (list, tuple)):
        return [_plain(inner) for inner in value]
    return value.value if isinstance(value, Enum) else value
