"""Tests of what changes on a desk, as values."""

from __future__ import annotations

from rfers_desktop.change import Change, Gathering, LinkReport, Login
from rfers_desktop.session.items import LinkState


def test_nothing_gathered_changes_nothing() -> None:
    assert Gathering().change() == Change()


def test_many_small_changes_become_one_with_the_last_state_of_the_link() -> None:
    gathering = Gathering()
    gathering.link = LinkReport(LinkState.CONNECTING, "connecting")
    gathering.problems.append("first")
    gathering.link = LinkReport(LinkState.ONLINE, "online")
    gathering.problems.append("second")
    change = gathering.change()
    assert change.link == LinkReport(LinkState.ONLINE, "online")
    assert change.problems == ("first", "second")


def test_a_password_is_not_in_what_is_printed() -> None:
    assert "hunter2" not in repr(Login("ana", "station", 1883, "hunter2"))
