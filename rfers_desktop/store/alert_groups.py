"""Alerts that flood, as groups: many of one subscription become one line, with all of them in it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from broker_local.protocol.subscription import Priority

from .alerts import Alert, AlertState

FLOOD = 5  # alerts of one subscription and one state; more of them are shown as one


@dataclass(frozen=True, slots=True)
class AlertGroup:
    """Alerts of one subscription in one state; one alone if there are few."""

    subscription_id: str
    subscription_name: str
    state: AlertState
    alerts: tuple[Alert, ...]  # the newest first
    is_shelved: bool = False

    @property
    def priority(self) -> Priority:
        """That of the most important."""
        return max((alert.priority for alert in self.alerts), key=lambda priority: priority.rank)

    @property
    def events(self) -> int:
        """How many events they stand for."""
        return sum(alert.events for alert in self.alerts)


_ORDER = (AlertState.NEW, AlertState.ACKNOWLEDGED, AlertState.RESOLVED)
_ASIDE = 1.5  # after what was acknowledged


def grouped(alerts: Iterable[Alert], now: datetime | None = None, flood: int = FLOOD) -> list[AlertGroup]:
    """Each alert in exactly one group: by state (put aside at `now` before resolved), then by importance and age."""
    of: dict[tuple[str, AlertState, bool], list[Alert]] = {}
    for alert in alerts:
        is_shelved = now is not None and alert.is_shelved(now)
        of.setdefault((alert.subscription_id, alert.state, is_shelved), []).append(alert)
    groups: list[AlertGroup] = []
    for (subscription_id, state, is_shelved), members in of.items():
        members.sort(key=lambda alert: alert.last_at, reverse=True)
        parts = [members] if len(members) > flood else [[alert] for alert in members]
        name = members[0].subscription_name
        groups += [AlertGroup(subscription_id, name, state, tuple(part), is_shelved) for part in parts]
    groups.sort(key=lambda group: group.alerts[0].last_at, reverse=True)
    groups.sort(key=lambda group: (_place(group), -group.priority.rank))
    return groups


def _place(group: AlertGroup) -> float:
    return _ASIDE if group.is_shelved else _ORDER.index(group.state)
