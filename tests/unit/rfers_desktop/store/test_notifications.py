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
