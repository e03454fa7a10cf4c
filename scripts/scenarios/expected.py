"""What must be delivered to whom, worked out event by event and subscription by subscription, without the matcher."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import replace
from datetime import UTC, datetime

import shapely

from broker_local.matching.brute_force import grade_brute_force
from broker_local.protocol.builtin_topics import builtin_topics
from broker_local.protocol.event import Event
from broker_local.protocol.event_codec import decode_event
from broker_local.protocol.subscription import Subscription
from broker_local.service.geocoding.address_table import geocoder_of
from broker_local.service.geocoding.geocoder import Geocoder, Located
from broker_local.service.images import read_image

from .scenario import Doing, Scenario, ScenarioEvent, Step

Matches = dict[str, dict[str, tuple[float, float]]]  # by event and subscription: possibility and necessity
_CERTAIN = (1.0, 1.0)
_A_MOMENT = datetime(2026, 7, 1, tzinfo=UTC)  # no subscription of a scenario asks for the time


def with_expected(scenario: Scenario) -> Scenario:
    """A scenario with what its users must be told, and how sure that must be said to be."""
    told = _told(scenario)
    expected = {user: list(matches) for user, matches in told.items()}
    unsure = {
        user: {
            event: degrees
            for event, matches in told[user].items()
            if (degrees := {one: list(pair) for one, pair in matches.items() if pair != _CERTAIN})
        }
        for user in told
    }
    return replace(scenario, expected=expected, degrees={user: rows for user, rows in unsure.items() if rows})


def expected_deliveries(scenario: Scenario) -> dict[str, list[str]]:
    """The ids of events by user, in the order in which they happen."""
    return {user: list(matches) for user, matches in _told(scenario).items()}


def _told(scenario: Scenario) -> dict[str, Matches]:
    """By user and event, in the order in which they happen: how sure each subscription of the user is of it."""
    geocoder = geocoder_of(None)
    live: dict[tuple[str, str], Subscription] = {}  # by owner and id
    told: dict[str, Matches] = {user: {} for user in scenario.users}
    batch: list[tuple[str, Event]] = []  # events that happen while the same subscriptions are live
    for what in scenario.timeline():
        if isinstance(what, ScenarioEvent):
            batch.append((what.id, placed(what, geocoder)))
            continue
        _tell(batch, live.values(), told)
        batch = []
        _follow(what, live)
    _tell(batch, live.values(), told)
    return told


def placed(event: ScenarioEvent, geocoder: Geocoder) -> Event:
    """An event where the service will see it: by its position, its address or its image."""
    decoded = decode_event(json.dumps(event.at(_A_MOMENT, "")).encode(), builtin_topics(), _A_MOMENT)
    if decoded.geometry is not None:
        return decoded
    if "RasterFile" in event.files:
        return replace(decoded, geometry=read_image(event.files["RasterFile"], event.id).footprint)
    found = geocoder.locate(str(decoded.attributes.get("Address", "")))
    return replace(decoded, geometry=shapely.Point(found.lon, found.lat)) if isinstance(found, Located) else decoded


def _follow(step: Step, live: dict[tuple[str, str], Subscription]) -> None:
    if step.doing is Doing.SUBSCRIBE and step.subscription is not None:
        live[step.user, step.subscription.id] = step.subscription
    elif step.doing is Doing.UNSUBSCRIBE:
        del live[step.user, step.subscription_id]


def _tell(batch: list[tuple[str, Event]], live: Iterable[Subscription], told: dict[str, Matches]) -> None:
    by_owner: dict[str, list[Subscription]] = {}
    for subscription in live:
        by_owner.setdefault(subscription.owner, []).append(subscription)
    for owner, subscriptions in by_owner.items():
        for match in grade_brute_force([event for _, event in batch], subscriptions):
            degrees = match.possibility, match.necessity
            told[owner].setdefault(batch[match.row][0], {})[match.subscription_id] = degrees
