"""A poor fix near a soft edge, and a hot, very dry sensor that may be off, reach a desk as sure as the oracle says."""

from __future__ import annotations

import json
import math
import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from broker_local.broker.choose import ACCOUNTS_FILE, EMBEDDED, MOSQUITTO
from broker_local.broker.mosquitto import find_mosquitto
from broker_local.matching.brute_force import grade_brute_force
from broker_local.protocol.certainty import Certainty
from broker_local.protocol.event import Event
from broker_local.protocol.requests import Acknowledgement, Refusal
from broker_local.protocol.subscription import Subscription
from rfers_desktop.session.items import NotificationReceived, ReplyReceived
from scripts.gateways.nmea import accuracy_of, checksum
from tests.builders import CALGARY, a_subscription
from tests.end_to_end.companion import PASSWORD, Companion, Desk, Publisher

pytestmark = pytest.mark.broker
ROOT = Path(__file__).parents[2]
METRES_A_DEGREE = 111_320.0 * math.cos(math.radians(CALGARY[1]))  # eastwards, roughly
DISTANCES_M = (0.0, 450.0, 650.0, 900.0, 5_000.0)  # of the fixes from the middle of the zone
POOR_HDOP = 20.0


@pytest.fixture(params=[(EMBEDDED,), (MOSQUITTO,), (MOSQUITTO, "--workers", "2")], ids=" ".join)
def companion(request: pytest.FixtureRequest, tmp_path: Path, accounts_file: Path) -> Iterator[Companion]:
    if request.param[0] == MOSQUITTO and find_mosquitto() is None:
        pytest.skip("mosquitto is not installed")
    data = tmp_path / "data"
    data.mkdir()
    shutil.copy(accounts_file, data / ACCOUNTS_FILE)
    started = Companion(data, *request.param)
    started.start()
    try:
        yield started
    finally:
        assert started.stop() == 0


def sentence(body: str) -> str:
    return f"${body}*{checksum(body):02X}\n"


def degrees_and_minutes(degrees: float, digits: int) -> str:
    whole, part = divmod(abs(degrees), 1.0)
    return f"{int(whole):0{digits}}{part * 60.0:07.4f}"


def a_drive() -> str:
    """What a receiver says that drives east, with few satellites."""
    said = []
    for second, distance_m in enumerate(DISTANCES_M):
        lon, lat = CALGARY[0] + distance_m / METRES_A_DEGREE, CALGARY[1]
        place = f"{degrees_and_minutes(lat, 2)},N,{degrees_and_minutes(lon, 3)},W"
        clock = f"16152{second}.00"
        said.append(sentence(f"GPGGA,{clock},{place},1,04,{POOR_HDOP},1079.4,M,-16.8,M,,"))
        said.append(sentence(f"GPRMC,{clock},A,{place},024.2,090.0,120826,,,A"))
    return "".join(said)


def a_reading(sensor: str, temperature: object, humidity: object, east_m: float) -> bytes:
    values = {"SensorID": sensor, "Temperature": temperature, "Humidity": humidity}
    when = {"ObsDate": "2026-07-01", "ObsTime": "21:10:00.000"}
    place = {"type": "Point", "coordinates": [CALGARY[0] + east_m / METRES_A_DEGREE, CALGARY[1]]}
    properties = {"Topic": "WSObservation", **values, **when}
    return json.dumps({"type": "Feature", "id": sensor, "geometry": place, "properties": properties}).encode()


READINGS = (
    a_reading("certain", 34.0, 0.02, 0.0),
    a_reading("off", {"value": 29.0, "error": 4.0}, {"value": 0.3, "error": 0.05}, 0.0),
    a_reading("word", {"term": "hot"}, {"between": [0.1, 0.33]}, 0.0),
    a_reading("edge", {"value": 34.0, "error": 1.0}, {"corners": [0.2, 0.25, 0.3, 0.36], "shape": "s-curve"}, 600.0),
    a_reading("cold", {"value": 10.0, "error": 3.0}, 0.02, 0.0),
    a_reading("away", {"value": 34.0, "error": 1.0}, 0.02, 2_000.0),
)


def near(topic: str, name: str, filter: str | None) -> Subscription:
    """Within 500 m of a place, with an edge that fades over 300 m."""
    made = a_subscription(topic, id=name, owner="ann", zone=CALGARY, buffer_m=500.0, filter=filter)
    assert made.spatial is not None
    return replace(made, spatial=replace(made.spatial, soft_m=300.0))


def acknowledged(desk: Desk, request_id: str) -> Acknowledgement:
    def answers() -> list[Acknowledgement | Refusal]:
        return [i.reply for i in desk.told if isinstance(i, ReplyReceived) and i.reply.request_id == request_id]

    desk.wait_for(lambda: bool(answers()))
    (answer,) = answers()
    assert isinstance(answer, Acknowledgement)
    return answer


def told(desk: Desk) -> dict[tuple[str, str], tuple[float, float]]:
    """How sure each match of each event is said to be."""
    return {
        (item.notification.event.id, one.id): (one.possibility, one.necessity)
        for item in desk.told
        if isinstance(item, NotificationReceived)
        for one in item.notification.matched
    }


def events_of(desk: Desk) -> list[Event]:
    return [item.notification.event for item in desk.told if isinstance(item, NotificationReceived)]


def test_degrees_reach_the_desk_as_the_oracle_works_them_out(
    companion: Companion, desk: Callable[[str], Desk], tmp_path: Path
) -> None:
    asked = [
        near("EALocation", "engine", None),
        near("WSObservation", "fire-weather", "Temperature IS hot AND Humidity IS VERY dry"),
        replace(near("WSObservation", "surely", "Temperature IS hot"), certainty=Certainty(0.5, 0.5)),
        a_subscription("EALocation", id="engines", owner="ann"),
        a_subscription("WSObservation", id="sensors", owner="ann"),
        a_subscription("WSObservation", id="above", owner="ann", filter="Temperature > 30"),
    ]
    ann = desk("ann")
    for subscription in asked:
        acknowledged(ann, ann.session.subscribe(subscription))
    (tmp_path / "drive.nmea").write_text(a_drive())
    words = ["nmea", "--file", str(tmp_path / "drive.nmea"), "--asset", "E7", "--user", "gateway"]
    command = [sys.executable, "-m", "scripts.gateway", *words, "--server", f"{companion.host}:{companion.port}"]
    environment = {**os.environ, "RFERS_PASSWORD": PASSWORD}
    sent = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, timeout=120)
    assert sent.returncode == 0, sent.stderr
    publisher = Publisher(companion)
    for reading in READINGS:
        publisher.send(reading, "WSObservation")
    publisher.close()
    count = len(DISTANCES_M) + len(READINGS)
    ann.wait_for(lambda: len(events_of(ann)) == count)
    events = events_of(ann)
    assert {e.accuracy_m for e in events if e.topic == "EALocation"} == {accuracy_of(POOR_HDOP)}
    expected = {
        (events[one.row].id, one.subscription_id): (one.possibility, one.necessity)
        for one in grade_brute_force(events, asked)
    }
    found = told(ann)
    assert found.keys() == expected.keys()
    for key, degrees in expected.items():
        assert found[key] == pytest.approx(degrees, abs=1e-9), key
    kinds = [sum(is_so(n) for (_, s), (_, n) in found.items() if s == "engine") for is_so in (_is_sure, _is_unsure)]
    assert kinds == [1, 3]  # the nearest fix is surely there, the farthest is surely not
    certain = [name for name in ("certain", "off", "word", "edge") if found[name, "fire-weather"] == (1.0, 1.0)]
    assert certain == ["certain"]
    assert ("off", "surely") not in found
    assert found["off", "above"] == pytest.approx((0.75, 0.0))  # crisp, and told since it may be so
    ann.close()
    again = Desk(companion, "ann")
    again.wait_for(lambda: len(events_of(again)) == count)
    assert told(again) == found
    again.close()


def _is_sure(necessity: float) -> bool:
    return necessity == 1.0


def _is_unsure(necessity: float) -> bool:
    return necessity < 1.0
