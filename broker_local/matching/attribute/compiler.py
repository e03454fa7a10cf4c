"""Compiles filters into programs: the shape of each once, the constants of all of them together."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from broker_local.protocol.certainty import Certainty
from broker_local.protocol.filter.tree import Is, Literal, Node
from broker_local.protocol.topic import Topic

from .grades import NO_MEANINGS, Whole, meanings_of
from .measures import Constants, measure_of, no_constants, ranked
from .negation import negation_normal
from .programs import ANY, LOW, Ints, Programs, starts_of
from .relaxation import relaxed
from .shape import LeafTest, Shape, take_apart
from .template import Template, compile_shape

_MOST_SHAPES = 10_000  # remembered from call to call
_NONE = -1
# The columns of a template's leaf table.
_ATTRIBUTE, _TEST, _LOW, _HIGH, _LOW_OPEN, _HIGH_OPEN, _ON_TRUE, _ON_FALSE = range(8)


class FilterCompiler:
    """Compiles filters of one topic; remembers the shapes it has seen."""

    def __init__(self, topic: Topic) -> None:
        self._places = {attribute.name: place for place, attribute in enumerate(topic.attributes)}
        self._measures = [measure_of(attribute.type) for attribute in topic.attributes]
        self._templates: dict[tuple[Shape, bool], Template] = {}

    def compile(self, nodes: Iterable[Node]) -> Programs:
        """The filters as programs, in their order."""
        numbers: dict[Shape, int] = {}
        templates: list[Template] = []
        samples: list[Node] = []
        which: list[int] = []
        constants: list[Literal] = []
        for node in nodes:
            items: list[object] = []
            take_apart(node, items, constants)
            shape = tuple(items)
            number = numbers.get(shape)
            if number is None:
                number = numbers[shape] = len(templates)
                templates.append(self._template(shape, node, is_joining=True))
                samples.append(node)
            which.append(number)
        programs = self._programs(templates, np.array(which, np.int64), constants)
        contradictory = [row for row in _with_nothing_joined(programs).tolist() if templates[which[row]].has_joined]
        if not contradictory:
            return programs
        # Of these each half may be possible alone, of a value that is not known exactly: so they stay halves.
        halves: dict[int, int] = {}
        for row in contradictory:
            if which[row] not in halves:
                halves[which[row]] = len(templates)
                templates.append(compile_shape(negation_normal(samples[which[row]]), is_joining=False))
            which[row] = halves[which[row]]
        return self._programs(templates, np.array(which, np.int64), constants)

    def compile_graded(self, asked: Iterable[tuple[Node, Certainty | None]]) -> Programs:
        """The same of filters that are graded: relaxed, and with what it takes to grade them."""
        numbers: dict[tuple[Shape, Certainty | None], int] = {}
        templates: list[Template] = []
        wholes: list[Whole] = []
        which: list[int] = []
        constants: list[Literal] = []
        fuzzy: list[Is | None] = []
        for node, certainty in asked:
            crisp, leaves = relaxed(node, certainty)
            items: list[object] = []
            take_apart(crisp, items, constants)
            key = (tuple(items), certainty)
            number = numbers.get(key)
            if number is None:
                number = numbers[key] = len(templates)
                templates.append(self._template(key[0], crisp, is_joining=False))
                wholes.append((templates[-1].tree, certainty))
            which.append(number)
            fuzzy += leaves
        kinds = np.array(which, np.int64)
        programs = self._programs(templates, kinds, constants)
        meaning_of, meanings = meanings_of(fuzzy, self._places)
        places, rows = _expanded(_ints(len(template.leaves) for template in templates), kinds)
        order = _ints(leaf.place for template in templates for leaf in template.leaves)[rows]
        order += np.repeat(places[:-1], np.diff(places))
        return replace(
            programs,
            wholes=tuple(wholes),
            whole_of=kinds.astype(np.int32),
            leaf_meanings=meaning_of[order] if len(meanings) else programs.leaf_meanings,
            meanings=meanings,
        )

    def _template(self, shape: Shape, node: Node, *, is_joining: bool) -> Template:
        if len(self._templates) > _MOST_SHAPES:
            self._templates.clear()
        key = (shape, is_joining)
        if key not in self._templates:
            self._templates[key] = compile_shape(node, is_joining)
        return self._templates[key]

    def _programs(self, templates: list[Template], which: NDArray[np.int64], constants: list[Literal]) -> Programs:
        leaves = np.concatenate([np.empty((0, 8), np.int32), *(self._leaf_table(template) for template in templates)])
        entries = np.concatenate([np.empty((0, 2), np.int32), *(_entry_table(template) for template in templates)])
        leaf_starts, leaf_rows = _expanded(_ints(len(t.leaves) for t in templates), which)
        entry_starts, entry_rows = _expanded(_ints(len(t.entries) for t in templates), which)
        constant_counts = _ints(t.constants for t in templates)[which]
        first_constants = np.repeat(starts_of(constant_counts)[:-1], np.diff(leaf_starts))
        column, low, high, ranges, patterns = self._ends(leaves[leaf_rows], first_constants, constants)
        return Programs(
            constants=ranges,
            patterns=patterns,
            leaf_starts=leaf_starts,
            leaves=np.column_stack([column, low, high, leaves[leaf_rows, _ON_TRUE], leaves[leaf_rows, _ON_FALSE]]),
            entry_starts=entry_starts,
            entry_leaf=entries[entry_rows, 0],
            entry_next=entries[entry_rows, 1],
            fewest=_ints(t.fewest for t in templates)[which],
            is_conjunction=np.array([t.is_conjunction for t in templates], np.bool_)[which],
            wholes=tuple((template.tree, None) for template in templates),
            whole_of=which.astype(np.int32),
            leaf_meanings=np.empty(0, np.int32),
            meanings=NO_MEANINGS,
        )

    def _leaf_table(self, template: Template) -> Ints:
        return np.array(
            [
                (
                    self._places[leaf.attribute],
                    leaf.test,
                    _NONE if leaf.low is None else leaf.low,
                    _NONE if leaf.high is None else leaf.high,
                    leaf.low_is_open,
                    leaf.high_is_open,
                    if_true,
                    if_false,
                )
                for leaf, if_true, if_false in zip(template.leaves, template.on_true, template.on_false)
            ],
            np.int32,
        )

    def _ends(
        self, leaves: Ints, first_constants: Ints, constants: list[Literal]
    ) -> tuple[Ints, Ints, Ints, tuple[Constants, ...], tuple[tuple[int, str], ...]]:
        """The column and the ends of every leaf; the constants of every attribute; the patterns."""
        values = np.empty(len(constants), object)
        values[:] = constants
        column, test = leaves[:, _ATTRIBUTE].copy(), leaves[:, _TEST]
        is_pattern = test >= LeafTest.FITS
        has_low, has_high = (leaves[:, _LOW] != _NONE) & ~is_pattern, leaves[:, _HIGH] != _NONE
        low, high = np.zeros(len(leaves), np.int32), np.full(len(leaves), ANY, np.int32)
        ranges: list[Constants] = []
        for place, measure in enumerate(self._measures):
            here = column == place
            lows, highs = np.flatnonzero(here & has_low), np.flatnonzero(here & has_high)
            if not len(lows) and not len(highs):
                ranges.append(no_constants(measure))
                continue
            at = np.concatenate(
                [(first_constants + leaves[:, _LOW])[lows], (first_constants + leaves[:, _HIGH])[highs]]
            )
            distinct, ranks = ranked(values[at], measure)
            low[lows] = 2 * ranks[: len(lows)] + 1 + leaves[lows, _LOW_OPEN]
            high[highs] = 2 * ranks[len(lows) :] + 1 - leaves[highs, _HIGH_OPEN]
            ranges.append(distinct)
        _settle(test, low, high)
        patterns: dict[tuple[int, str], int] = {}
        for row in np.flatnonzero(is_pattern).tolist():
            key = (int(column[row]), values[first_constants[row] + leaves[row, _LOW]])
            column[row] = len(self._measures) + patterns.setdefault(key, len(patterns))
        return column, low, high, tuple(ranges), tuple(patterns)


def _with_nothing_joined(programs: Programs) -> NDArray[np.int64]:
    """The filters with a leaf that no value satisfies."""
    never = np.flatnonzero(programs.leaves[:, LOW] == ANY)
    return np.unique(np.searchsorted(programs.leaf_starts, never, side="right") - 1)


def _settle(test: Ints, low: Ints, high: Ints) -> None:
    """Give every leaf the ends that its test means (in place); so far they are those of its range."""
    is_empty = low > high
    never = is_empty & (test == LeafTest.WITHIN)
    low[never] = high[never] = ANY
    outside = test == LeafTest.OUTSIDE
    inner_low, inner_high = low[outside], high[outside]
    low[outside] = np.where((inner_high == ANY) | is_empty[outside], 0, inner_high + (inner_high < ANY))
    high[outside] = np.where(is_empty[outside], ANY, inner_low - 1)
    low[test == LeafTest.ABSENT] = high[test == LeafTest.ABSENT] = -1
    low[test == LeafTest.FITS] = high[test == LeafTest.FITS] = 1
    low[test == LeafTest.FITS_NOT] = high[test == LeafTest.FITS_NOT] = 0


def _entry_table(template: Template) -> Ints:
    """A leaf turned inside out is entered by every value that is there, and has itself still to be tested."""
    return np.array(
        [
            (leaf, leaf if template.leaves[leaf].test is LeafTest.OUTSIDE else template.on_true[leaf])
            for leaf in template.entries
        ],
        np.int32,
    )


def _expanded(lengths: Ints, which: NDArray[np.int64]) -> tuple[Ints, NDArray[np.int64]]:
    """The runs of a table, one for each of `which`: where each begins, and the row of the table for every item."""
    starts = starts_of(lengths[which])
    firsts = starts_of(lengths)[:-1].astype(np.int64)[which] - starts[:-1]
    return starts, np.repeat(firsts, lengths[which]) + np.arange(starts[-1])


def _ints(values: Iterable[int]) -> Ints:
    return np.array(list(values), np.int32)
