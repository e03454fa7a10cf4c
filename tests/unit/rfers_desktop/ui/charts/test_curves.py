"""Charts show what was measured, and the thresholds of the subscriptions that it matched."""

from __future__ import annotations

from datetime import timedelta

import pytest

from broker_local.protocol.builtin_topics import builtin_topics
from broker_local.protocol.event import Event
from broker_local.protocol.notification import MatchedSubscription, Notification
from rfers_desktop.store.notifications import StoredNotification
from rfers_desktop.store.subscriptions import SubscriptionRecord, SubscriptionState
from rfers_desktop.ui.charts.curves import Curve, charted_attributes, plots_of, told_at
from tests.builders import A_MOMENT, a_subscription, an_event

pytestmark = pytest.mark.display
SENSORS, ASSETS = builtin_topics()["WSObservation"], builtin_topics()["EALocation"]


def told(event: Event, *subscriptions: str) -> StoredNotification:
    matched = tuple(MatchedSubscription(name, name) for name in subscriptions)
    return StoredNotification(0, Notification(1, event, matched, event.time), event.time, (event.topic, event.id))


def measured(minute: int, temperature: float, *subscriptions: str, sensor: str = "S1") -> StoredNotification:
    at = A_MOMENT + timedelta(minutes=minute)
    event = an_event("WSObservation", time=at, SensorID=sensor, SensorName=None, Temperature=temperature, Humidity=0.2)
    return told(event, *subscriptions)


def test_temperature_and_humidity_of_each_sensor_with_the_thresholds_of_what_matched() -> None:
    histories = [[measured(0, 20.0), measured(5, 33.0, "hot")], [measured(1, 25.0, sensor="S2")]]
    hot = a_subscription("WSObservation", id="hot", name="Hot", filter="Temperature > 30 AND Humidity < 0.25")
    other = a_subscription("WSObservation", id="other", filter="Temperature > 99")
    records = [SubscriptionRecord(each, SubscriptionState.LIVE) for each in (hot, other)]
    temperature, humidity = plots_of(histories, SENSORS, records)
    assert [(curve.name, curve.values) for curve in temperature.curves] == [("S1", (20.0, 33.0)), ("S2", (25.0,))]
    assert temperature.curves[0].times_s[0] == A_MOMENT.timestamp()
    assert [(limit.value, limit.words, limit.name) for limit in temperature.limits] == [(30.0, "> 30 °C", "Hot")]
    assert [(limit.value, limit.words) for limit in humidity.limits] == [(0.25, "< 0.25")]


def test_the_speed_of_an_asset_is_what_it_says_or_what_its_path_says() -> None:
    places = [(-114.0, 51.0), (-114.0, 51.01)]
    moments = [A_MOMENT, A_MOMENT + timedelta(minutes=1)]
    (said,) = plots_of([[told(an_event(time=moments[0], speed=63.0))]], ASSETS, [])
    assert said.curves[0].values == (63.0,)
    silent = [told(an_event(time=at, geometry=place, speed=None)) for at, place in zip(moments, places)]
    (worked_out,) = plots_of([silent], ASSETS, [])
    assert worked_out.curves[0].values[0] == pytest.approx(66.7, abs=0.5)
    assert worked_out.curves[0].name.endswith(", from its path")


def test_a_sensors_measurements_are_charted() -> None:
    assert charted_attributes(SENSORS) == ("Temperature", "Humidity")


def test_nothing_known_is_an_empty_plot() -> None:
    assert [plot.curves for plot in plots_of([[]], SENSORS, [])] == [(), ()]


def test_no_line_leads_across_a_pause_or_past_a_value_that_is_missing() -> None:
    every_minute = tuple(60.0 * i for i in range(5))
    later = tuple(7200.0 + at for at in every_minute)
    values = (1.0,) * 10
    assert Curve("a", every_minute + later, values).joined() == [True] * 4 + [False] + [True] * 4 + [False]
    missing = Curve("a", every_minute, values[:5], missing_s=(90.0,))
    assert missing.joined() == [True, False, True, True, False]
    lonely = Curve("a", (*every_minute, 7200.0, *(at + 20_000 for at in every_minute)), (1.0,) * 11)
    assert lonely.alone() == [5]
    assert Curve("a", (), ()).joined() == []
    assert Curve("a", (0.0,), (1.0,)).alone() == [0]
    slow = Curve("a", (0.0, 3600.0, 7200.0), (1.0,) * 3)  # one that measures once an hour does not pause
    assert slow.joined() == [True, True, False]


def test_a_value_that_was_left_out_breaks_the_line() -> None:
    left_out = measured(2, 21.0)
    del left_out.notification.event.attributes["Temperature"]  # type: ignore[attr-defined]
    (temperature, _) = plots_of([[measured(0, 20.0), left_out, measured(4, 22.0)]], SENSORS, [])
    assert temperature.curves[0].joined() == [False, False]


def test_the_value_nearest_to_a_moment_is_told() -> None:
    curve = Curve("S1", (0.0, 60.0), (20.0, 33.5))
    assert told_at(curve, "°C", 50.0, 30.0) == "S1: 33.5 °C, 1970-01-01 00:01:00 UTC"
    assert told_at(curve, "°C", 200.0, 30.0) is None
    assert told_at(Curve("S1", (), ()), "", 0.0, 1.0) is None
