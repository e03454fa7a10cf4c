"""What the user of a desk can do about alerts, a method each: the part of the workspace that calls for somebody."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterable, Mapping
from datetime import UTC, datetime
from pathlib import Path

from shapely.geometry.base import BaseGeometry

from broker_local.protocol.subscription import SubscriptionOptions
from rfers_desktop.change import Change
from rfers_desktop.language import tr
from rfers_desktop.layers.looks import label_of
from rfers_desktop.store.alert_file import AlertFile, open_alerts
from rfers_desktop.store.alerts import Alert, AlertBook, AlertCause, AlertsChanged, AuditEntry
from rfers_desktop.store.notifications import StoredNotification
from rfers_desktop.store.object_key import ObjectKey
from rfers_desktop.subscription_work import SubscriptionWork

_SUFFIX = ".sqlite"


class AlertWork(SubscriptionWork):
    """The alerts of whoever is logged in; they are saved before anybody is shown them."""

    _alerts_folder: Path | None = None  # where they are kept; nowhere until keep_alerts_in
    _alert_file: AlertFile | None = None
    _alert_problems: tuple[str, ...] = ()  # that nobody was told of yet
    _is_alert_disk_bad = False
    _alert_clock: Callable[[], datetime] = staticmethod(lambda: datetime.now(UTC))

    def keep_alerts_in(self, folder: Path) -> None:
        """Keep alerts and their audit log in a folder from the next login on."""
        self._alerts_folder = folder

    def alerts(self) -> tuple[Alert, ...]:
        """All alerts, in no order."""
        return tuple(self._alert_book.alerts.values())

    def calling(self) -> list[Alert]:
        """Those that somebody should come for, the most important first and of these the oldest."""
        return self._alert_book.calling(self._alert_clock())

    def alert_about(self, key: ObjectKey) -> Alert | None:
        """The alert about a thing, if there is one."""
        return self._alert_book.find(key)

    def acknowledge(self, keys: Iterable[ObjectKey]) -> Change:
        """The user has seen them."""
        return self._acted(self._alert_book.acknowledge(keys, self._who(), self._alert_clock()))

    def resolve(self, keys: Iterable[ObjectKey]) -> Change:
        """They are over."""
        return self._acted(self._alert_book.resolve(keys, self._who(), self._alert_clock()))

    def shelve(self, keys: Iterable[ObjectKey], until: datetime) -> Change:
        """Put them aside until a moment."""
        return self._acted(self._alert_book.shelve(keys, until, self._who(), self._alert_clock()))

    def unshelve(self, keys: Iterable[ObjectKey]) -> Change:
        """Take them from the shelf."""
        return self._acted(self._alert_book.unshelve(keys, self._who(), self._alert_clock()))

    def silence(self, keys: Iterable[ObjectKey], is_silenced: bool = True) -> Change:
        """Let them make no sound, or again."""
        return self._acted(self._alert_book.silence(keys, is_silenced, self._who(), self._alert_clock()))

    def look_at_shelves(self) -> Change:
        """What was put aside long enough is back."""
        change = self._alert_book.look_at_the_clock(self._alert_clock())
        self._save_alerts(change)  # also what the disk has refused so far
        return Change(alerts=change, problems=self._take_alert_problems())

    def alert_log(self, limit: int = 1_000) -> list[AuditEntry]:
        """Who did what when, newest first."""
        return [] if self._alert_file is None else self._alert_file.log(limit)

    def _begin_alerts_afresh(self) -> None:
        """Another user, or none: what was open is closed, what they had is read."""
        self._close_alerts()
        self._alert_book = AlertBook()
        if self.login is not None:
            name = f"{self.login.user}@{self.login.host}_{self.login.port}{_SUFFIX}".replace(":", "_")
            folder = self._alerts_folder
            if folder is None:
                self._alert_file = AlertFile()
            else:
                self._alert_file, self._alert_book, problem = open_alerts(folder / name)
                self._alert_problems += (problem,) if problem else ()

    def _close_alerts(self) -> None:
        if self._alert_file is not None:
            self._alert_file.close()
        self._alert_file, self._alert_problems, self._is_alert_disk_bad = None, (), False

    def _alerted(self, came: Iterable[StoredNotification]) -> AlertsChanged:
        """Raise alerts for what came."""
        arrived = [stored for stored in came if _event_of(stored) not in self._alert_book.seen]
        if not arrived:
            return AlertsChanged()
        options = {record.subscription.id: record.subscription.options for record in self.subscriptions()}
        causes = [cause for stored in arrived if (cause := self._cause(stored, options)) is not None]
        return self._saved(self._alert_book.take_in(causes, self._alert_clock()))

    def _cause(self, stored: StoredNotification, options: Mapping[str, SubscriptionOptions]) -> AlertCause | None:
        event, matched = stored.notification.event, stored.notification.matched
        if not matched:
            return None
        usual = SubscriptionOptions()
        told = max(matched, key=lambda each: options.get(each.id, usual).priority.rank)
        wishes = options.get(told.id, usual)
        topic = self.topics.get(event.topic)
        return AlertCause(
            _event_of(stored),
            stored.key,
            label_of(event, topic),
            told.id,
            told.name,
            wishes.priority,
            wishes.sound,
            None if event.geometry is None else _middle(event.geometry),
            stored.received_at,
        )

    def _acted(self, change: AlertsChanged) -> Change:
        return Change(alerts=self._saved(change), problems=self._take_alert_problems())

    def _saved(self, change: AlertsChanged) -> AlertsChanged:
        """What the disk refuses is shown all the same; it is asked again when somebody looks at the shelves."""
        if self._is_alert_disk_bad and self._alert_file is not None:
            self._alert_file.hold(change)
        else:
            self._save_alerts(change)
        return change

    def _save_alerts(self, change: AlertsChanged) -> None:
        try:
            if self._alert_file is not None:
                self._alert_file.save(change)
            self._is_alert_disk_bad = False
        except sqlite3.Error as error:
            if not self._is_alert_disk_bad:
                words = tr("alerts cannot be saved, the desk tries on: {error}", error=error)
                self._alert_problems += (words,)
            self._is_alert_disk_bad = True

    def _take_alert_problems(self) -> tuple[str, ...]:
        problems, self._alert_problems = self._alert_problems, ()
        return problems

    def _who(self) -> str:
        return self.login.user if self.login is not None else ""


def _event_of(stored: StoredNotification) -> tuple[str, str, str]:
    """By what an event is known again."""
    event = stored.notification.event
    return (event.topic, event.publisher or "", event.id)


def _middle(geometry: BaseGeometry) -> tuple[float, float]:
    inside = geometry.representative_point()
    return inside.x, inside.y
