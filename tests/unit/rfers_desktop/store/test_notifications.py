"""Tests of the notifications a desk keeps."""

from __future__ import annotations

from datetime import timedelta

from rfers_desktop.store.notifications import (
    NotificationsChanged,
    NotificationStore,
    StoredNotification,
    merged_notifications,
)
from tests.builders import A_MOMENT, an_event
from tests.unit.rfers_desktop.desk_doubles import RECEIVED, a_notification
from tests.unit.rfers_desktop.kept_notifications import a_stored

ENGINE = ("EALocation", "='A1'")
TRUCK = ("EALocation", "='A2'")


def add(
    store: NotificationStore, number: int, key: tuple[str, str] = ENGINE, minute: int | None = None
) -> NotificationsChanged:
    """Add a notification that happened at a minute, by default the one of its number."""
    at = A_MOMENT + timedelta(minutes=number if minute is None else minute)
    return store.add(a_notification(number, an_event(time=at)), RECEIVED, key)


def numbers(kept: tuple[StoredNotification, ...]) -> list[int]:
    return [stored.notification.number for stored in kept]


def test_what_comes_is_kept_and_told() -> None:
    store = NotificationStore()
    change = add(store, 1)
    assert numbers(change.added) == [1]
    assert change.added == store.ordered()
    assert (change.removed, change.gone) == ((), ())


def test_what_comes_late_takes_the_place_its_number_gives_it() -> None:
    store = NotificationStore()
    for number in (3, 1, 2):
        add(store, number)
    assert numbers(store.ordered()) == [1, 2, 3]


def test_the_latest_of_a_thing_is_the_one_that_happened_last() -> None:
    store = NotificationStore()
    add(store, 1, minute=5)
    add(store, 2, minute=3)
    latest = store.latest(ENGINE)
    assert latest is not None
    assert latest.notification.number == 1
    assert store.latest(TRUCK) is None


def test_of_two_that_happened_together_the_later_number_is_the_latest() -> None:
    store = NotificationStore()
    add(store, 2, minute=5)
    add(store, 1, minute=5)
    latest = store.latest(ENGINE)
    assert latest is not None
    assert latest.notification.number == 2


def test_when_it_is_full_the_oldest_goes_and_is_counted() -> None:
    store = NotificationStore(capacity=2)
    add(store, 1)
    add(store, 2)
    change = add(store, 3)
    assert numbers(change.removed) == [1]
    assert numbers(store.ordered()) == [2, 3]
    assert store.discarded == 1
    assert len(store) == 2


def test_a_thing_of_which_nothing_is_left_is_gone() -> None:
    store = NotificationStore(capacity=2)
    add(store, 1, TRUCK)
    add(store, 2)
    change = add(store, 3)
    assert change.gone == (TRUCK,)
    assert store.latest(TRUCK) is None


def test_when_the_latest_of_a_thing_goes_the_next_takes_its_place() -> None:
    store = NotificationStore(capacity=2)
    add(store, 1, minute=9)
    add(store, 2, minute=2)
    assert add(store, 3, TRUCK).gone == ()
    latest = store.latest(ENGINE)
    assert latest is not None
    assert latest.notification.number == 2


def test_what_is_older_than_all_that_a_full_store_has_is_not_taken_in() -> None:
    store = NotificationStore(capacity=2)
    add(store, 5)
    add(store, 6)
    assert add(store, 4) == NotificationsChanged()
    assert store.discarded == 1


def test_an_inbox_that_began_anew_stands_after_what_there_was() -> None:
    store = NotificationStore()
    add(store, 7)
    store.begin_era()
    add(store, 1)
    assert numbers(store.ordered()) == [7, 1]


def test_merged_changes_tell_only_of_what_stayed() -> None:
    store = NotificationStore(capacity=1)
    before = add(store, 1, TRUCK).added[0]
    changes = [add(store, 2), add(store, 3)]
    merged = merged_notifications(changes)
    assert numbers(merged.added) == [3]
    assert merged.removed == (before,)
    assert merged.gone == (TRUCK,)


def test_a_thing_that_went_and_came_again_is_not_gone() -> None:
    store = NotificationStore(capacity=1)
    add(store, 1, TRUCK)
    assert merged_notifications([add(store, 2), add(store, 3, TRUCK)]).gone == (ENGINE,)


def test_what_an_earlier_life_received_is_taken_back_before_what_is_here() -> None:
    store = NotificationStore()
    store.add(a_notification(5), RECEIVED, ("EALocation", "=new"))
    older = [a_stored(number) for number in (2, 3, 4)]
    came = store.restore(older)
    assert came.restored == tuple(older)
    assert came.added == ()
    assert [stored.notification.number for stored in store.ordered()] == [2, 3, 4, 5]
    assert store.latest(older[0].key) is older[-1]


def test_what_is_here_already_is_not_taken_back_again() -> None:
    store = NotificationStore(era=1)
    store.add(a_notification(3), RECEIVED, ("EALocation", "=new"))
    came = store.restore([a_stored(2, era=1), a_stored(3, era=1), a_stored(4, era=1)])
    assert [stored.notification.number for stored in came.restored] == [2]


def test_no_more_is_taken_back_than_there_is_room_for() -> None:
    store = NotificationStore(capacity=2)
    store.add(a_notification(9), RECEIVED, ("EALocation", "=new"))
    assert [stored.notification.number for stored in store.restore([a_stored(1), a_stored(2)]).restored] == [2]
    assert store.restore([a_stored(1)]).restored == ()


def test_what_was_restored_and_had_to_go_again_is_not_told_of() -> None:
    one = a_stored(1)
    merged = merged_notifications([NotificationsChanged(restored=(one,)), NotificationsChanged(removed=(one,))])
    assert merged == NotificationsChanged()
