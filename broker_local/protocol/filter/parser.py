"""Reads a filter text: CQL2-Text in, a tree typed against a topic out."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from types import MappingProxyType
from typing import cast

from lark import Lark, UnexpectedInput

from ..errors import FilterError, Given
from ..fuzzy_number import FuzzyNumber
from ..limits import MAX_FILTER_DEPTH, MAX_FILTER_TEXT
from ..term_codec import Meanings
from ..topic import Topic
from .check import typed
from .complaint import complaint, example_condition
from .syntax import Syntax, first_below
from .syntax_builder import SyntaxBuilder
from .tree import Filter

_NO_TERMS: Mapping[str, Mapping[str, FuzzyNumber]] = MappingProxyType({})


def parse_filter(text: str, topic: Topic, terms: Meanings = _NO_TERMS) -> Filter:
    """What `text` asks of events of `topic`; a FilterError says where it cannot be understood, and why.

    `terms` are what its writer's words mean, by attribute; others mean what they mean in the topic's vocabulary.
    """
    if len(text) > MAX_FILTER_TEXT:
        raise FilterError(
            text,
            MAX_FILTER_TEXT,
            expected=f"at most {MAX_FILTER_TEXT:,} characters",
            got=Given(f"{len(text):,} characters"),
        )
    if not text.strip():
        raise FilterError(
            text,
            0,
            expected=f"a condition such as {example_condition(topic)}",
            got=Given("nothing"),
            hint="leave the filter out to get every event of the topic",
        )
    syntax = _syntax(text, topic, terms)
    if syntax.depth > MAX_FILTER_DEPTH:
        raise FilterError(
            text,
            first_below(syntax, MAX_FILTER_DEPTH).position,
            expected=f"conditions nested at most {MAX_FILTER_DEPTH} deep",
            got=Given(f"{syntax.depth} levels"),
        )
    return Filter(text, typed(syntax, text, topic, terms))


def _syntax(text: str, topic: Topic, terms: Meanings) -> Syntax:
    try:
        # A transformer given to lark makes parse() return what it built, which lark's own types do not know.
        return cast(Syntax, _parser().parse(text))
    except UnexpectedInput as error:
        raise complaint(text, error, topic, terms) from None


@cache
def _parser() -> Lark:
    grammar = files(__package__).joinpath("grammar.lark").read_text(encoding="utf-8")
    # The basic lexer keeps reserved words reserved everywhere; the contextual one would let AND be a name.
    return Lark(grammar, parser="lalr", lexer="basic", transformer=SyntaxBuilder(), maybe_placeholders=False)
