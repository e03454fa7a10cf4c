"""Builds the syntax of a filter while lark reads it, from the bottom up, so that depth costs no recursion."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, cast

from lark import Token, Transformer

from .syntax import (
    Condition,
    Constant,
    ConstantKind,
    Least,
    Name,
    Negation,
    Question,
    Syntax,
    joined,
    joined_by_and,
)
from .tree import Comparator

_SPELLINGS = {"!=": "<>"}
_TURNED_ROUND = {
    Comparator.LESS: Comparator.GREATER,
    Comparator.LESS_OR_EQUAL: Comparator.GREATER_OR_EQUAL,
    Comparator.GREATER: Comparator.LESS,
    Comparator.GREATER_OR_EQUAL: Comparator.LESS_OR_EQUAL,
}


def _start(token: Token) -> int:
    return cast(int, token.start_pos)


def _end(token: Token) -> int:
    return cast(int, token.end_pos)


def _comparator(token: Token) -> Comparator:
    return Comparator(_SPELLINGS.get(token, str(token)))


def _unquoted(token: Token) -> str:
    quote = token[0]
    return str(token[1:-1]).replace(quote * 2, quote)


def _without_tokens(children: list[Any]) -> list[Constant]:
    return [child for child in children if isinstance(child, Constant)]


def _condition(name: Name, question: Question, children: list[Any], constants: list[Constant]) -> Condition:
    is_negated = any(isinstance(child, Token) and child.type == "NOT" for child in children)
    return Condition(name, question, tuple(constants), is_negated, name.position)


class SyntaxBuilder(Transformer[Token, Syntax]):
    """One method for each rule of grammar.lark; the names are the rules'."""

    def bare_name(self, children: list[Token]) -> Name:
        return Name(str(children[0]), _start(children[0]), _end(children[0]))

    def quoted_name(self, children: list[Token]) -> Name:
        return Name(_unquoted(children[0]), _start(children[0]), _end(children[0]))

    def text(self, children: list[Token]) -> Constant:
        return Constant(ConstantKind.TEXT, _unquoted(children[0]), str(children[0]), _start(children[0]))

    def number(self, children: list[Token]) -> Constant:
        return Constant(ConstantKind.NUMBER, str(children[0]), str(children[0]), _start(children[0]))

    def true(self, children: list[Token]) -> Constant:
        return Constant(ConstantKind.BOOLEAN, "TRUE", "TRUE", _start(children[0]))

    def false(self, children: list[Token]) -> Constant:
        return Constant(ConstantKind.BOOLEAN, "FALSE", "FALSE", _start(children[0]))

    def date(self, children: list[Token]) -> Constant:
        word, content = children
        return Constant(ConstantKind.DATE, _unquoted(content), f"DATE({content})", _start(word))

    def timestamp(self, children: list[Token]) -> Constant:
        word, content = children
        return Constant(ConstantKind.TIMESTAMP, _unquoted(content), f"TIMESTAMP({content})", _start(word))

    def is_true(self, children: list[Name]) -> Condition:
        return Condition(children[0], Question.IS_TRUE, (), False, children[0].position)

    def compared(self, children: list[Any]) -> Condition:
        name, comparator, constant = children
        return Condition(name, _comparator(comparator), (constant,), False, name.position)

    def compared_reversed(self, children: list[Any]) -> Condition:
        constant, written, name = children
        comparator = _comparator(written)
        return Condition(name, _TURNED_ROUND.get(comparator, comparator), (constant,), False, constant.position)

    def between(self, children: list[Any]) -> Condition:
        return _condition(children[0], Question.BETWEEN, children, _without_tokens(children))

    def in_list(self, children: list[Any]) -> Condition:
        return _condition(children[0], Question.IN, children, _without_tokens(children))

    def like(self, children: list[Any]) -> Condition:
        return _condition(children[0], Question.LIKE, children, [self.text(children[-1:])])

    def is_null(self, children: list[Any]) -> Condition:
        return _condition(children[0], Question.IS_NULL, children, [])

    def words(self, children: list[Token]) -> list[Name]:
        return [self.bare_name([child]) for child in children]

    def least(self, children: list[Token]) -> Least:
        name, comparator, number = children
        return Least(self.bare_name([name]), _comparator(comparator), self.number([number]))

    def is_term(self, children: list[Any]) -> Condition:
        condition = _condition(children[0], Question.IS_TERM, children, [])
        words = next(child for child in children if isinstance(child, list))
        least = tuple(child for child in children if isinstance(child, Least))
        return replace(condition, words=tuple(words), least=least)

    def negated(self, children: list[Any]) -> Negation:
        word, part = children
        return Negation(part, _start(word), 1 + part.depth)

    def grouped(self, children: list[Syntax]) -> Syntax:
        part = children[0]
        return replace(part, is_grouped=True) if isinstance(part, Condition) else part

    def conjunction(self, children: list[Any]) -> Syntax:
        return joined_by_and(tuple(child for child in children if not isinstance(child, Token)))

    def disjunction(self, children: list[Any]) -> Syntax:
        return joined(False, tuple(child for child in children if not isinstance(child, Token)))
