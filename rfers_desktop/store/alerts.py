"""Alerts: what calls for somebody, from new through acknowledged to resolved; silenced and shelved ones in between.

An alert is about one thing: an incident, an asset, a sensor. Every event about it is counted once, however often it is
told. A new event brings an acknowledged or resolved alert back; nothing else does, not a restart and not a resend.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from datetime import datetime
from enum import StrEnum

from broker_local.protocol.subscription import Priority, Sound

from .object_key import ObjectKey

MOST_RESOLVED = 10_000  # that are kept in view; what calls for somebody is always kept


class AlertState(StrEnum):
    """How far an alert is."""

    NEW = "new"
    ACKNOWLEDGED = "acknowledged"
    RESOLVED = "resolved"


class AlertAction(StrEnum):
    """What was done with an alert, as the audit log has it."""

    ACKNOWLEDGE = "acknowledge"
    RESOLVE = "resolve"
    SHELVE = "shelve"
    UNSHELVE = "unshelve"
    SILENCE = "silence"
    UNSILENCE = "unsilence"


@dataclass(frozen=True, slots=True)
class AlertCause:
    """One event that calls for somebody, with what its subscription asks for."""

    event: tuple[str, str, str]  # topic, publisher, id: by which a resend is known
    key: ObjectKey
    title: str
    subscription_id: str  # the most important of those that matched
    subscription_name: str
    priority: Priority
    sound: Sound | None
    place: tuple[float, float] | None  # lon, lat
    received_at: datetime


@dataclass(frozen=True, slots=True)
class Alert:
    """One thing that calls for somebody, as it is now."""

    key: ObjectKey
    title: str
    subscription_id: str
    subscription_name: str
    priority: Priority
    sound: Sound | None
    place: tuple[float, float] | None
    state: AlertState
    first_at: datetime
    last_at: datetime
    events: int = 1  # about it, in all
    unseen: int = 1  # of these, since somebody acknowledged
    is_silenced: bool = False
    shelved_until: datetime | None = None

    def is_shelved(self, now: datetime) -> bool:
        """Whether it is put aside at a moment."""
        return self.shelved_until is not None and now < self.shelved_until

    def calls(self, now: datetime) -> bool:
        """Whether somebody should come: new, and not put aside."""
        return self.state is AlertState.NEW and not self.is_shelved(now)


@dataclass(frozen=True, slots=True)
class AuditEntry:
    """Who did what, when."""

    at: datetime
    who: str
    action: AlertAction
    key: ObjectKey
    title: str
    detail: str = ""


@dataclass(frozen=True, slots=True)
class AlertsChanged:
    """Alerts that are different, those of them that call for attention afresh, and what was done by whom."""

    changed: tuple[Alert, ...] = ()
    ringing: tuple[Alert, ...] = ()
    log: tuple[AuditEntry, ...] = ()
    seen: tuple[tuple[tuple[str, str, str], ObjectKey], ...] = ()  # events that were new, and what they are about
    forgotten: tuple[ObjectKey, ...] = ()


def merged_alerts(changes: Iterable[AlertsChanged]) -> AlertsChanged:
    """Changes in a row as one: of each alert the last state."""
    changed: dict[ObjectKey, Alert] = {}
    ringing: dict[ObjectKey, Alert] = {}
    forgotten: dict[ObjectKey, None] = {}
    log: list[AuditEntry] = []
    seen: list[tuple[tuple[str, str, str], ObjectKey]] = []
    for change in changes:
        changed.update((alert.key, alert) for alert in change.changed)
        for alert in change.changed:
            forgotten.pop(alert.key, None)
        ringing.update((alert.key, alert) for alert in change.ringing)
        for key in change.forgotten:
            changed.pop(key, None)
            forgotten[key] = None
        log += change.log
        seen += change.seen
    current = {key: changed.get(key, alert) for key, alert in ringing.items()}
    still = tuple(alert for alert in current.values() if alert.state is AlertState.NEW)
    return AlertsChanged(tuple(changed.values()), still, tuple(log), tuple(seen), tuple(forgotten))


@dataclass(slots=True)
class AlertBook:
    """All alerts of one user. Methods return what changed; nothing here looks at a clock or a file."""

    alerts: dict[ObjectKey, Alert] = field(default_factory=dict)
    seen: set[tuple[str, str, str]] = field(default_factory=set)

    def find(self, key: ObjectKey) -> Alert | None:
        """The alert about a thing."""
        return self.alerts.get(key)

    def calling(self, now: datetime) -> list[Alert]:
        """Those that somebody should come for, the most important first and of these the oldest."""
        found = [alert for alert in self.alerts.values() if alert.calls(now)]
        return sorted(found, key=lambda alert: (-alert.priority.rank, alert.last_at))

    def take_in(self, causes: Iterable[AlertCause], now: datetime) -> AlertsChanged:
        """Events came: alerts are raised, or come back; what is known is not told again."""
        return merged_alerts([self._take_in_one(cause, now) for cause in causes])

    def acknowledge(self, keys: Iterable[ObjectKey], who: str, now: datetime) -> AlertsChanged:
        """Somebody has seen it."""

        def seen(alert: Alert) -> Alert:
            if alert.state is not AlertState.NEW:
                return alert
            return replace(alert, state=AlertState.ACKNOWLEDGED, unseen=0)

        return self._act(keys, seen, AlertAction.ACKNOWLEDGE, who, now)

    def resolve(self, keys: Iterable[ObjectKey], who: str, now: datetime) -> AlertsChanged:
        """It is over."""

        def over(alert: Alert) -> Alert:
            return replace(alert, state=AlertState.RESOLVED, unseen=0, shelved_until=None, is_silenced=False)

        return merged_alerts([self._act(keys, over, AlertAction.RESOLVE, who, now), self._prune()])

    def shelve(self, keys: Iterable[ObjectKey], until: datetime, who: str, now: datetime) -> AlertsChanged:
        """Put it aside until a moment, or until it matters more; events are counted meanwhile."""

        def aside(alert: Alert) -> Alert:
            return alert if alert.state is AlertState.RESOLVED else replace(alert, shelved_until=until)

        return self._act(keys, aside, AlertAction.SHELVE, who, now, f"until {until:%Y-%m-%d %H:%M} UTC")

    def unshelve(self, keys: Iterable[ObjectKey], who: str, now: datetime) -> AlertsChanged:
        """Take it from the shelf before its time."""
        return self._act(keys, lambda alert: replace(alert, shelved_until=None), AlertAction.UNSHELVE, who, now)

    def silence(self, keys: Iterable[ObjectKey], is_silenced: bool, who: str, now: datetime) -> AlertsChanged:
        """Let it make no sound and show no toast until it is resolved or matters more; it is still counted."""
        action = AlertAction.SILENCE if is_silenced else AlertAction.UNSILENCE
        return self._act(keys, lambda alert: replace(alert, is_silenced=is_silenced), action, who, now)

    def look_at_the_clock(self, now: datetime) -> AlertsChanged:
        """What was shelved long enough is back; it rings if nobody has acknowledged it."""
        due = [a for a in self.alerts.values() if a.shelved_until is not None and not a.is_shelved(now)]
        changed = [replace(alert, shelved_until=None) for alert in due]
        self.alerts.update((alert.key, alert) for alert in changed)
        return AlertsChanged(tuple(changed), tuple(alert for alert in changed if alert.state is AlertState.NEW))

    def _take_in_one(self, cause: AlertCause, now: datetime) -> AlertsChanged:
        if cause.event in self.seen:
            return AlertsChanged()
        self.seen.add(cause.event)
        before = self.alerts.get(cause.key)
        alert = _raised(cause) if before is None else _raised_again(before, cause)
        self.alerts[cause.key] = alert
        is_fresh = before is None or before.state is not AlertState.NEW or alert.priority.rank > before.priority.rank
        rings = is_fresh and alert.calls(now)
        return AlertsChanged((alert,), (alert,) if rings else (), seen=((cause.event, cause.key),))

    def _act(
        self,
        keys: Iterable[ObjectKey],
        done: Callable[[Alert], Alert],
        action: AlertAction,
        who: str,
        now: datetime,
        detail: str = "",
    ) -> AlertsChanged:
        pairs = [(alert, done(alert)) for key in keys if (alert := self.alerts.get(key)) is not None]
        changed = tuple(after for before, after in pairs if after != before)
        self.alerts.update((alert.key, alert) for alert in changed)
        log = tuple(AuditEntry(now, who, action, alert.key, alert.title, detail) for alert in changed)
        return AlertsChanged(changed, log=log)

    def _prune(self) -> AlertsChanged:
        """Forget the oldest of those that are over, when there are too many; their events stay known."""
        over = [alert for alert in self.alerts.values() if alert.state is AlertState.RESOLVED]
        oldest = sorted(over, key=lambda alert: alert.last_at)[: max(0, len(over) - MOST_RESOLVED)]
        for alert in oldest:
            del self.alerts[alert.key]
        return AlertsChanged(forgotten=tuple(alert.key for alert in oldest))


def _raised(cause: AlertCause) -> Alert:
    return Alert(
        cause.key,
        cause.title,
        cause.subscription_id,
        cause.subscription_name,
        cause.priority,
        cause.sound,
        cause.place,
        AlertState.NEW,
        cause.received_at,
        cause.received_at,
    )


def _raised_again(alert: Alert, cause: AlertCause) -> Alert:
    """Another event about the same thing; until it is acknowledged the most important subscription speaks."""
    raised = replace(
        alert,
        title=cause.title,
        place=cause.place if cause.place is not None else alert.place,
        state=AlertState.NEW,
        last_at=max(alert.last_at, cause.received_at),
        events=alert.events + 1,
        unseen=alert.unseen + 1,
    )
    if alert.state is AlertState.NEW and alert.priority.rank > cause.priority.rank:
        return raised
    if cause.priority.rank > alert.priority.rank:  # nobody has put this aside: it was something less
        raised = replace(raised, shelved_until=None, is_silenced=False)
    return replace(
        raised,
        subscription_id=cause.subscription_id,
        subscription_name=cause.subscription_name,
        priority=cause.priority,
        sound=cause.sound,
    )
