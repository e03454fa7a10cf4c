"""Toasts tell of what was raised, one for each subscription, until it is dealt with."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from broker_local.protocol.subscription import Priority
from rfers_desktop.ui.alerts.toasts import MOST_TOASTS, Toasts
from rfers_desktop.workspace import Alert
from tests.unit.rfers_desktop.alerting import an_alert

pytestmark = pytest.mark.display
LEFT = Qt.MouseButton.LeftButton


@pytest.fixture
def toasts(qtbot: QtBot) -> Toasts:
    above = QWidget()
    qtbot.addWidget(above)
    above.resize(900, 700)
    above.show()
    qtbot.waitExposed(above)
    return Toasts(above)


def test_one_alert_is_told_by_its_title(toasts: Toasts) -> None:
    toasts.raise_alerts([an_alert("fire at 4th Ave")])
    (toast,) = toasts.shown
    assert toast.title.text() == "fire at 4th Ave"
    assert toast.detail.text() == "normal · North · 12:00:00"
    assert toast.isVisible()


def test_a_title_that_is_too_long_ends_in_dots_and_not_at_a_button(toasts: Toasts) -> None:
    toasts.raise_alerts([an_alert("Wildfire thermal-infrared images of the western foothills")])
    (toast,) = toasts.shown
    assert toast.title.text().endswith("…")
    assert toast.title.sizeHint().width() <= toast.title.width()


def test_a_flood_of_one_subscription_is_one_toast_that_counts(toasts: Toasts) -> None:
    for start in (0, 50):
        toasts.raise_alerts([an_alert(f"fire {i}") for i in range(start, start + 50)])
    (toast,) = toasts.shown
    assert toast.title.text() == "fire 99 and 99 more"


def test_a_long_title_leaves_the_number_of_the_others_in_view(toasts: Toasts) -> None:
    toasts.raise_alerts([an_alert(f"Wildfire thermal-infrared images of the western foothills {i}") for i in range(9)])
    (toast,) = toasts.shown
    assert toast.title.text().endswith("… and 8 more")
    assert toast.title.sizeHint().width() <= toast.title.width()


def test_low_and_silenced_ones_are_not_told(toasts: Toasts) -> None:
    silenced = an_alert("one")
    object.__setattr__(silenced, "is_silenced", True)
    toasts.raise_alerts([an_alert("two", priority=Priority.LOW), silenced])
    assert toasts.shown == []


def test_only_the_most_important_are_in_view_and_the_others_when_there_is_room(toasts: Toasts) -> None:
    alerts = [an_alert(f"t{i}", subscription=f"s{i}") for i in range(MOST_TOASTS)]
    urgent = an_alert("urgent", subscription="urgent", priority=Priority.CRITICAL)
    toasts.raise_alerts([*alerts, urgent])
    assert [toast.isVisible() for toast in toasts.shown] == [True] * MOST_TOASTS + [False]
    assert toasts.shown[0].alerts == {urgent.key: urgent}
    lowest = max(toasts.shown[:MOST_TOASTS], key=lambda toast: toast.y())
    assert lowest is toasts.shown[0]
    toasts.keep_only(lambda alert: alert is not urgent)
    assert all(toast.isVisible() for toast in toasts.shown)


def test_its_buttons_acknowledge_all_of_it_look_at_it_and_put_it_away(toasts: Toasts, qtbot: QtBot) -> None:
    alerts = [an_alert("one"), an_alert("two")]
    toasts.raise_alerts(alerts)
    (toast,) = toasts.shown
    with qtbot.waitSignal(toasts.acknowledged) as told:
        qtbot.mouseClick(toast.acknowledge, LEFT)
    assert told.args is not None
    assert set(told.args[0]) == {alert.key for alert in alerts}
    with qtbot.waitSignal(toasts.looked_at) as looked:
        qtbot.mouseClick(toast.show_on_map, LEFT)
    assert looked.args is not None
    assert isinstance(looked.args[0], Alert)
    qtbot.mouseClick(toast.put_away, LEFT)
    assert toasts.shown == []


def test_what_is_critical_stays_and_other_toasts_go_by_themselves(toasts: Toasts, qtbot: QtBot) -> None:
    toasts.raise_alerts([an_alert("a"), an_alert("b", subscription="b", priority=Priority.CRITICAL)])
    urgent, normal = toasts.shown
    assert not urgent._until.isActive()
    assert normal._until.isActive()
    normal._until.start(1)
    qtbot.waitUntil(lambda: toasts.shown == [urgent])


def test_dealing_with_some_of_them_leaves_the_others(toasts: Toasts) -> None:
    one, two = an_alert("one"), an_alert("two")
    toasts.raise_alerts([one, two])
    toasts.keep_only(lambda alert: alert is two)
    assert toasts.shown[0].title.text() == "two"
    toasts.clear()
    assert toasts.shown == []
