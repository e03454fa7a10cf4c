"""A flood becomes one line with everything in it; a few alerts stay single."""

from datetime import timedelta

from hypothesis import given, settings
from hypothesis import strategies as st

from broker_local.protocol.subscription import Priority
from rfers_desktop.store.alert_groups import FLOOD, grouped
from rfers_desktop.store.alerts import AlertBook, AlertState
from tests.unit.rfers_desktop.alerting import NOON, a_cause, an_alert, key_of


def test_few_stay_single_and_many_become_one() -> None:
    few = [an_alert(f"few{i}", subscription="few") for i in range(FLOOD)]
    many = [an_alert(f"many{i}", subscription="many") for i in range(FLOOD + 1)]
    groups = grouped(few + many)
    assert sorted(len(group.alerts) for group in groups) == [1] * FLOOD + [FLOOD + 1]


def test_new_ones_are_first_then_important_ones_then_recent_ones() -> None:
    book = AlertBook()
    causes = [
        a_cause("old", "e1", subscription="a"),
        a_cause("young", "e2", subscription="a", at=NOON + timedelta(minutes=1)),
        a_cause("urgent", "e3", subscription="b", priority=Priority.CRITICAL),
        a_cause("seen", "e4", subscription="b", priority=Priority.CRITICAL),
    ]
    book.take_in(causes, NOON)
    book.acknowledge([key_of("seen")], "ann", NOON)
    assert [group.alerts[0].title for group in grouped(book.alerts.values())] == ["urgent", "young", "old", "seen"]


def test_what_is_put_aside_is_apart_and_below_what_was_acknowledged() -> None:
    book = AlertBook()
    book.take_in([a_cause(f"t{i}", f"e{i}") for i in range(3 * FLOOD)], NOON)
    later = NOON + timedelta(hours=1)
    book.shelve([key_of(f"t{i}") for i in range(FLOOD + 1)], later, "ann", NOON)
    book.acknowledge([key_of("t14")], "ann", NOON)
    groups = [(len(group.alerts), group.state, group.is_shelved) for group in grouped(book.alerts.values(), NOON)]
    assert groups == [(8, AlertState.NEW, False), (1, AlertState.ACKNOWLEDGED, False), (6, AlertState.NEW, True)]
    assert not any(group.is_shelved for group in grouped(book.alerts.values(), later))


def test_a_group_is_as_important_as_its_most_important_alert() -> None:
    alerts = [an_alert(f"t{i}") for i in range(FLOOD)] + [an_alert("x", priority=Priority.HIGH)]
    (group,) = grouped(alerts)
    assert group.priority is Priority.HIGH
    assert group.events == FLOOD + 1
    assert group.state is AlertState.NEW


@settings(deadline=None, derandomize=True, max_examples=50)
@given(st.lists(st.sampled_from("abc"), max_size=40), st.integers(0, 8))
def test_every_alert_is_in_exactly_one_group(subscriptions: list[str], flood: int) -> None:
    alerts = [an_alert(f"thing {i}", subscription=name) for i, name in enumerate(subscriptions)]
    held = [alert.title for group in grouped(alerts, flood=flood) for alert in group.alerts]
    assert sorted(held) == sorted(alert.title for alert in alerts)
