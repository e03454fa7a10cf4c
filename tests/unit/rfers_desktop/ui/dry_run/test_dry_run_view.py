"""The card says what would have matched, warns, and says when it is not known."""

import pytest
from pytestqt.qtbot import QtBot

from rfers_desktop.ui.dry_run.dry_run_view import DryRunView
from rfers_desktop.ui.dry_run.verdict import Verdict

pytestmark = pytest.mark.display


def test_it_says_what_there_is_to_say_and_no_more(qtbot: QtBot) -> None:
    view = DryRunView()
    qtbot.addWidget(view)
    view.show()
    assert not view.words.isVisible()
    view.show_waiting()
    assert view.words.text().startswith("Looking")
    view.show_verdict(Verdict("Would have matched 14."), 14)
    assert (view.words.text(), view.warning.isVisible(), view.on_map.isVisible()) == (
        "Would have matched 14.",
        False,
        True,
    )
    view.show_waiting()
    assert view.words.text() == "Would have matched 14."
    view.show_verdict(Verdict("Would have matched 0.", ("Can never match.", "Would flood.")), 0)
    assert view.warning.text() == "Can never match.\nWould flood."
    assert not view.on_map.isVisible()
    view.show_failure("no answer")
    assert view.words.text() == "What it would have matched is not known: no answer"
    assert not view.warning.isVisible()
