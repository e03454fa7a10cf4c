"""What each rule of the grammar is built into, with positions."""

from __future__ import annotations

from lark import Token

from broker_local.protocol.filter.syntax import Condition, ConstantKind, Name, Negation, Question
from broker_local.protocol.filter.syntax_builder import SyntaxBuilder
from broker_local.protocol.filter.tree import Comparator

BUILD = SyntaxBuilder()


def a_token(kind: str, text: str, start: int = 0) -> Token:
    return Token(kind, text, start_pos=start, end_pos=start + len(text))


SPEED = BUILD.bare_name([a_token("NAME", "Speed", 5)])


def test_a_name_keeps_its_place_and_loses_its_quotes() -> None:
    assert Name("Speed", 5, 10) == SPEED
    assert BUILD.quoted_name([a_token("QUOTED_NAME", '"a""b"', 2)]) == Name('a"b', 2, 8)


def test_a_date_keeps_its_content_its_writing_and_where_its_word_stands() -> None:
    constant = BUILD.date([a_token("DATE", "date", 3), a_token("STRING", "'2008-12-04'", 8)])
    assert (constant.kind, constant.content, constant.position) == (ConstantKind.DATE, "2008-12-04", 3)
    assert constant.written == "DATE('2008-12-04')"


def test_a_constant_on_the_left_turns_the_comparison_round() -> None:
    eighty = BUILD.number([a_token("NUMBER", "80", 0)])
    assert BUILD.compared_reversed([eighty, a_token("COMPARATOR", "<="), SPEED]) == Condition(
        SPEED, Comparator.GREATER_OR_EQUAL, (eighty,), False, 0
    )
    assert BUILD.compared_reversed([eighty, a_token("COMPARATOR", "!="), SPEED]).test is Comparator.NOT_EQUAL


def test_not_within_a_condition_negates_it() -> None:
    word_is, word_not, word_null = a_token("IS", "IS"), a_token("NOT", "not"), a_token("NULL", "NULL")
    assert BUILD.is_null([SPEED, word_is, word_not, word_null]).is_negated
    assert BUILD.is_null([SPEED, word_is, word_null]) == Condition(SPEED, Question.IS_NULL, (), False, 5)


def test_not_before_a_condition_is_one_level_more() -> None:
    condition = BUILD.is_true([SPEED])
    assert BUILD.negated([a_token("NOT", "NOT", 1), condition]) == Negation(condition, 1, 2)


def test_words_after_is_keep_their_places_and_a_wish_its_number() -> None:
    words = BUILD.words([a_token("NAME", "VERY", 9), a_token("NAME", "fast", 14)])
    least = BUILD.least([a_token("NAME", "weight", 24), a_token("COMPARATOR", "="), a_token("NUMBER", "2", 33)])
    word_is, word_not, word_with = a_token("IS", "IS"), a_token("NOT", "NOT"), a_token("WITH", "WITH")
    condition = BUILD.is_term([SPEED, word_is, word_not, words, word_with, least])
    assert condition.words == (Name("VERY", 9, 13), Name("fast", 14, 18))
    assert condition.is_negated
    assert (condition.least[0].name.position, condition.least[0].number.content) == (24, "2")
    assert not BUILD.is_term([SPEED, word_is, words]).is_negated


def test_a_condition_in_parentheses_says_so() -> None:
    condition = BUILD.is_true([SPEED])
    assert BUILD.grouped([condition]).is_grouped
    assert not condition.is_grouped
