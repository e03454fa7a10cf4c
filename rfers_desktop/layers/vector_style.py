"""How the features of a layer look: one symbol for all, one a category, or one a class of numbers."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import Enum
from typing import Any

import numpy as np
from numpy.typing import NDArray

from rfers_desktop.geo.features import Column
from rfers_desktop.language import tr

MOST_CATEGORIES = 24
# Okabe & Ito 2008: eight colours that the colour-blind tell apart; black last.
PALETTE = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#b3a400", "#4d4d4d")
# Light to dark in even steps, blue through green to dark violet: it reads in grey, too.
RAMP = ("#c6dbef", "#7fcdbb", "#41ae76", "#2b8cbe", "#225ea8", "#3f007d")


class Shape(Enum):
    """The outline of a point."""

    CIRCLE = "circle"
    SQUARE = "square"
    DIAMOND = "diamond"
    TRIANGLE = "triangle"


@dataclass(frozen=True, slots=True)
class Symbol:
    """Colours are #rrggbb, or @name for a colour of the window's theme; None draws nothing."""

    fill: str | None = None
    fill_opacity: float = 1.0
    line: str | None = None
    width_px: float = 1.2
    casing: str | None = None  # a wider line below the line
    casing_px: float = 0.0  # on either side
    shape: Shape = Shape.CIRCLE
    size_px: float = 8.0


@dataclass(frozen=True, slots=True)
class Single:
    """All features look the same."""

    symbol: Symbol


@dataclass(frozen=True, slots=True)
class Categorised:
    """A symbol for each value of an attribute, and one for all other values."""

    attribute: str
    categories: tuple[tuple[str, Symbol], ...]
    other: Symbol


@dataclass(frozen=True, slots=True)
class Graduated:
    """A symbol for each class of a number: below the first break, up to below the second, …, from the last on."""

    attribute: str
    breaks: tuple[float, ...]
    symbols: tuple[Symbol, ...]  # one more than breaks


VectorStyle = Single | Categorised | Graduated


def symbols_of(style: VectorStyle) -> tuple[Symbol, ...]:
    """All symbols, in the order that `classes_of` counts them."""
    match style:
        case Single(symbol):
            return (symbol,)
        case Categorised(_, categories, other):
            return (*(symbol for _, symbol in categories), other)
        case Graduated(_, _, symbols):
            return symbols


def style_words(style: VectorStyle) -> tuple[str, ...]:
    """What each of the symbols stands for, in the same order; nothing for the one symbol of all."""
    match style:
        case Single():
            return ("",)
        case Categorised(_, categories, _):
            return (*(value or "–" for value, _ in categories), tr("all others"))
        case Graduated(_, breaks, _):
            texts = [value_text(edge) for edge in breaks]
            between = (f"{low} – {high}" for low, high in zip(texts, texts[1:]))
            return (f"< {texts[0]}", *between, f"≥ {texts[-1]}") if texts else ("",)


def classes_of(style: VectorStyle, columns: Mapping[str, Column], count: int) -> NDArray[np.int64]:
    """For each feature the number of its symbol; -1 for a feature that has no number to be graduated by."""
    match style:
        case Categorised(attribute, categories, _):
            others = len(categories)
            number = {value: place for place, (value, _) in enumerate(categories)}
            if attribute not in columns:
                return np.full(count, others)
            return np.array([number.get(value_text(value), others) for value in columns[attribute].tolist()], np.int64)
        case Graduated(attribute, breaks, _):
            numbers = as_numbers(columns.get(attribute), count)
            return np.where(np.isnan(numbers), -1, np.searchsorted(np.array(breaks), numbers, side="right"))
        case _:
            return np.zeros(count, dtype=np.int64)


def value_text(value: object) -> str:
    """A value as categories name it: 3 rather than 3.0."""
    if isinstance(value, float):
        return "" if math.isnan(value) else f"{value:.10g}"
    return str(value)


def as_numbers(column: Column | None, count: int) -> NDArray[np.float64]:
    """A column as numbers, text that is one too; not-a-number where there is none."""
    if column is None:
        return np.full(count, np.nan)
    if column.dtype.kind == "f":
        return column.astype(np.float64)
    return np.array([_number(value) for value in column.tolist()], dtype=np.float64)


def categorised_by(attribute: str, column: Column, symbol: Symbol) -> Categorised:
    """Categories for the values that come most often, each in a colour of its own."""
    values, counts = np.unique(np.array([value_text(value) for value in column.tolist()]), return_counts=True)
    order = np.lexsort((values, -counts))[:MOST_CATEGORIES]
    categories = (
        (str(values[place]), coloured(symbol, PALETTE[number % len(PALETTE)])) for number, place in enumerate(order)
    )
    return Categorised(attribute, tuple(categories), coloured(symbol, "#8c8c8c"))


def graduated_by(attribute: str, column: Column, symbol: Symbol, classes: int = 5) -> Graduated | None:
    """Classes with about as many features each (quantiles); None if the column has no numbers."""
    numbers = as_numbers(column, len(column))
    numbers = numbers[np.isfinite(numbers)]
    if not len(numbers):
        return None
    inner = np.linspace(0.0, 1.0, min(classes, len(RAMP)) + 1)[1:-1]
    breaks = np.unique(np.quantile(numbers, inner))
    breaks = _rounded(breaks[breaks > numbers.min()], numbers)
    colours = [RAMP[round(step)] for step in np.linspace(0, len(RAMP) - 1, len(breaks) + 1)]
    return Graduated(attribute, tuple(breaks.tolist()), tuple(coloured(symbol, colour) for colour in colours))


def _rounded(breaks: NDArray[np.float64], numbers: NDArray[np.float64]) -> NDArray[np.float64]:
    """Breaks as people would write them, off by a twentieth of the narrower class beside them at most."""
    edges = [float(numbers.min()), *breaks.tolist(), float(numbers.max())]
    rounded = []
    for before, edge, after in zip(edges, edges[1:], edges[2:]):
        narrower = min(width for width in (edge - before, after - edge) if width > 0)
        rounded.append(round(edge, 1 - math.floor(math.log10(narrower))))
    return np.array(rounded)


def coloured(symbol: Symbol, colour: str) -> Symbol:
    """The same symbol in another colour: the fill if it has one, else the line."""
    if symbol.fill is None:
        return replace(symbol, line=colour)
    return replace(symbol, fill=colour)


def _number(value: Any) -> float:
    try:
        return float(value)
    except (TypeError, ValueError):
        return math.nan
