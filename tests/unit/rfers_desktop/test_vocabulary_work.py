"""Tests of what a user does with words: they are kept for each user, and subscriptions that use them are known."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

from broker_local.protocol.builtin_topics import builtin_topics
from broker_local.protocol.filter.tree import And, Comparator, Comparison, Filter, Is, Not
from broker_local.protocol.fuzzy_number import trapezoid
from broker_local.protocol.terms import Term
from rfers_desktop.session.items import NotificationReceived, TopicsReceived
from rfers_desktop.store.user_terms import UserTerms
from rfers_desktop.vocabulary_work import uses_word
from rfers_desktop.workspace import Login, Workspace
from tests.builders import A_MOMENT, a_subscription, an_event
from tests.unit.rfers_desktop.desk_doubles import LOGIN, RECEIVED, FakeSession, a_notification

WS = builtin_topics()["WSObservation"]
TROPICAL = Term("tropical", trapezoid(20, 28, 34, 40), "A night that does not cool", "Mine")
MINE = UserTerms().with_term(WS, "Temperature", TROPICAL)
COLLEAGUE = Login("colleague", "station", 1883, "secret")
IS_HOT = Is("Temperature", "hot", TROPICAL.number)


def a_desk(folder: Path, login: Login = LOGIN) -> Workspace:
    workspace = Workspace(open_session=FakeSession().open)
    workspace.keep_words_in(folder)
    workspace.log_in(login)
    return workspace


def test_words_are_kept_for_each_user(tmp_path: Path) -> None:
    workspace = a_desk(tmp_path)
    assert workspace.keep_terms(MINE).has_new_terms
    assert workspace.terms == MINE
    workspace.log_in(COLLEAGUE)
    assert workspace.terms == UserTerms()
    workspace.log_out()
    assert workspace.terms == UserTerms()
    assert list(a_desk(tmp_path).terms.listed()) == list(MINE.listed())


def test_words_that_cannot_be_kept_are_a_problem_that_is_told(tmp_path: Path) -> None:
    workspace = a_desk(tmp_path / "words")
    (tmp_path / "words").write_text("in the way", "utf-8")
    change = workspace.keep_terms(MINE)
    assert not change.has_new_terms
    assert "your words could not be kept" in change.problems[0]
    assert workspace.terms == UserTerms()


def test_a_file_of_words_that_cannot_be_read_is_told_once(tmp_path: Path) -> None:
    a_desk(tmp_path).keep_terms(MINE)
    (file,) = tmp_path.iterdir()
    file.write_text("{", "utf-8")
    workspace = Workspace(open_session=FakeSession().open)
    workspace.keep_words_in(tmp_path)
    assert any("Your own words could not be read" in problem for problem in workspace.log_in(LOGIN).problems)
    assert workspace.receive([TopicsReceived(builtin_topics())]).problems == ()


def test_subscriptions_that_use_a_word_are_found_however_deep_it_stands() -> None:
    tree = And((Comparison("Humidity", Comparator.LESS, 0.3), Not(IS_HOT)))
    asked = a_subscription("WSObservation", filter=Filter("…", tree))  # type: ignore[arg-type]
    assert uses_word(asked, "WSObservation", "Temperature", "HOT")
    assert not uses_word(asked, "WSObservation", "Temperature", "warm")
    assert not uses_word(asked, "WSObservation", "Humidity", "hot")
    assert not uses_word(asked, "EALocation", "Temperature", "hot")
    assert not uses_word(a_subscription(), "EALocation", "Speed", "fast")


def test_the_readings_since_a_moment_are_those_of_the_attribute(tmp_path: Path) -> None:
    workspace = a_desk(tmp_path)
    events = [
        an_event("WSObservation", id="old", temperature=1.0, time=A_MOMENT - timedelta(hours=2)),
        an_event("WSObservation", id="one", temperature=20.0),
        an_event("EALocation", id="other"),
        an_event("WSObservation", id="two", temperature=30.0),
    ]
    told = [NotificationReceived(a_notification(n, event), RECEIVED) for n, event in enumerate(events, start=1)]
    workspace.receive(told)
    since = A_MOMENT - timedelta(hours=1)
    assert workspace.readings_of("WSObservation", "Temperature", since) == [30.0, 20.0]
    assert workspace.readings_of("WSObservation", "SensorName", since) == []
