"""A scenario: events with their offsets, what desks do meanwhile, and what each must be told; and its files."""

from __future__ import annotations

import base64
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from pathlib import Path

from broker_local.protocol.builtin_topics import builtin_topics
from broker_local.protocol.resources import resources_dir
from broker_local.protocol.subscription import Subscription
from broker_local.protocol.subscription_codec import subscription_from_object, subscription_to_object
from scripts.topic_features import Feature, topic_of

_FILE = "scenario.json"
_ACCURACY = "accuracy_m"  # of a point, beside its geometry

Degrees = Mapping[str, Mapping[str, Sequence[float]]]  # by event and subscription: possibility and necessity


class Doing(StrEnum):
    """What happens besides events."""

    SUBSCRIBE = "subscribe"
    UNSUBSCRIBE = "unsubscribe"
    LEAVE = "leave"  # a desk is switched off
    COME = "come"  # and on again
    RESTART = "restart"  # the broker, and the matcher with it, are killed and started again


@dataclass(frozen=True, slots=True)
class Step:
    """One thing that happens at a moment: by a desk, or to the broker."""

    at_s: float
    doing: Doing
    user: str = ""
    subscription: Subscription | None = None  # of SUBSCRIBE
    subscription_id: str = ""  # of UNSUBSCRIBE


@dataclass(frozen=True, slots=True)
class ScenarioEvent:
    """One event: a Feature without the time, which is that of the play; files of it by attribute."""

    at_s: float
    id: str
    topic: str
    feature: Feature
    files: Mapping[str, bytes] = field(default_factory=dict, repr=False)

    def at(self, moment: datetime, run: str) -> Feature:
        """The Feature to publish at a moment; the name of the run makes its id another than last time."""
        happened = builtin_topics()[self.topic].happened
        clock = f"{moment:%H:%M:%S}.{moment.microsecond // 1000:03}"
        times = {happened.date: f"{moment:%Y-%m-%d}", happened.time: clock}
        given = self.feature["properties"]
        assert isinstance(given, dict)
        carried = {name: base64.b64encode(content).decode("ascii") for name, content in self.files.items()}
        properties = given | carried | {name: value for name, value in times.items() if name is not None}
        return self.feature | {"id": f"{run}{self.id}", "properties": properties}


@dataclass(frozen=True, slots=True)
class Scenario:
    """A whole emergency."""

    name: str
    title: str
    duration_s: float
    events: Sequence[ScenarioEvent]
    steps: Sequence[Step]
    expected: Mapping[str, Sequence[str]] = field(default_factory=dict)  # ids of events by user, in order
    degrees: Mapping[str, Degrees] = field(
        default_factory=dict
    )  # by user: how sure what is not certain must be told to be

    @property
    def users(self) -> list[str]:
        """Everybody who has a desk in it."""
        return list(dict.fromkeys(step.user for step in self.steps if step.user))

    def timeline(self) -> list[ScenarioEvent | Step]:
        """All that happens in its order; what a desk does at a moment comes before the events of that moment."""
        everything: list[ScenarioEvent | Step] = [*self.steps, *self.events]
        return sorted(everything, key=lambda what: (what.at_s, isinstance(what, ScenarioEvent)))


def untimed(feature: Feature) -> Feature:
    """A feature without its time, which comes when it is played."""
    happened = builtin_topics()[topic_of(feature)].happened
    kept = {name: value for name, value in _properties(feature).items() if name not in (happened.date, happened.time)}
    return feature | {"properties": kept}


def recorded_names() -> list[str]:
    """The scenarios that are recorded."""
    return sorted(folder.parent.name for folder in (resources_dir() / "scenarios").glob(f"*/{_FILE}"))


def read_scenario(folder: Path) -> Scenario:
    """A recorded scenario."""
    written = json.loads((folder / _FILE).read_text("utf-8"))
    events = [
        ScenarioEvent(
            row["at_s"],
            row["id"],
            row["topic"],
            {
                "type": "Feature",
                "geometry": row["geometry"],
                "properties": {"Topic": row["topic"], **row["properties"]},
                **({_ACCURACY: row[_ACCURACY]} if _ACCURACY in row else {}),
            },
            {name: (folder / file).read_bytes() for name, file in row.get("files", {}).items()},
        )
        for row in written["events"]
    ]
    steps = [_step(row) for row in written["steps"]]
    return Scenario(
        folder.name,
        written["title"],
        written["duration_s"],
        events,
        steps,
        written["expected"],
        written.get("degrees", {}),
    )


def write_scenario(scenario: Scenario, folder: Path) -> None:
    """Record a scenario: a line of JSON for each thing that happens, and the files beside it, each once."""
    folder.mkdir(parents=True, exist_ok=True)
    names: dict[bytes, str] = {}
    events = []
    for event in scenario.events:
        properties = {name: value for name, value in _properties(event.feature).items() if name != "Topic"}
        row: dict[str, object] = {"at_s": event.at_s, "id": event.id, "topic": event.topic}
        row |= {"geometry": event.feature["geometry"], "properties": properties}
        if _ACCURACY in event.feature:
            row[_ACCURACY] = event.feature[_ACCURACY]
        if event.files:
            row["files"] = {
                name: names.setdefault(content, _file_name(event, name)) for name, content in event.files.items()
            }
        events.append(row)
    for content, name in names.items():
        (folder / name).write_bytes(content)
    members: dict[str, object] = {
        "title": scenario.title,
        "duration_s": scenario.duration_s,
        "steps": [_step_row(step) for step in scenario.steps],
        "events": events,
        "expected": {user: list(ids) for user, ids in scenario.expected.items()},
        **({"degrees": scenario.degrees} if scenario.degrees else {}),
    }
    (folder / _FILE).write_text(_lines(members), "utf-8")


def _lines(members: Mapping[str, object]) -> str:
    """JSON with a line for each row of a list, so that people can read it and changes of it."""
    parts = []
    for name, value in members.items():
        if isinstance(value, list):
            rows = ",\n".join(f"    {json.dumps(row, ensure_ascii=False)}" for row in value)
            parts.append(f'  "{name}": [\n{rows}\n  ]')
        else:
            parts.append(f'  "{name}": {json.dumps(value, ensure_ascii=False)}')
    return "{\n" + ",\n".join(parts) + "\n}\n"


def _step(row: Mapping[str, object]) -> Step:
    user, subscription = str(row.get("user", "")), row.get("subscription")
    asked = None if subscription is None else subscription_from_object(subscription, builtin_topics(), user)
    at_s = row["at_s"]
    assert isinstance(at_s, (int, float))
    return Step(float(at_s), Doing(str(row["doing"])), user, asked, str(row.get("subscription_id", "")))


def _step_row(step: Step) -> dict[str, object]:
    row: dict[str, object] = {"at_s": step.at_s, "doing": step.doing.value}
    if step.user:
        row["user"] = step.user
    if step.subscription is not None:
        row["subscription"] = subscription_to_object(step.subscription)
    if step.subscription_id:
        row["subscription_id"] = step.subscription_id
    return row


def _file_name(event: ScenarioEvent, attribute: str) -> str:
    return f"{event.id}.{'tif' if attribute == 'RasterFile' else 'png'}"


def _properties(feature: Feature) -> dict[str, object]:
    properties = feature["properties"]
    assert isinstance(properties, dict)
    return properties
