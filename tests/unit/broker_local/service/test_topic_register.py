"""Topics that come and go at run time: who may, what is refused, what comes back after a restart."""

from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest

from broker_local.protocol.builtin_topics import builtin_topics
from broker_local.protocol.errors import ProtocolError
from broker_local.protocol.operators import GeometryKind
from broker_local.protocol.topic import Attribute, AttributeType, Topic
from broker_local.service import topic_register
from broker_local.service.journal import Journal
from broker_local.service.topic_register import TopicRegister

NOW = datetime(2026, 7, 1, 12, 0, tzinfo=UTC)
DEPTH = Attribute("Depth", AttributeType.NUMBER, mandatory=True, unit="m")
FLOODS = Topic("Floods", frozenset({GeometryKind.POLYGON}), (DEPTH,), title="Floods")
NOTED = replace(FLOODS, version=2, attributes=(DEPTH, Attribute("Note", AttributeType.TEXT)))


@pytest.fixture
def journal(tmp_path: Path):
    opened = Journal(tmp_path / "journal.sqlite")
    yield opened
    opened.close()


@pytest.fixture
def register(journal: Journal) -> TopicRegister:
    return TopicRegister(journal, builtin_topics(), may_advertise=lambda user, topic: user != "ann")


def test_an_advertised_topic_is_there_and_comes_back_after_a_restart(register: TopicRegister, journal: Journal) -> None:
    register.advertise("river", FLOODS, NOW)
    assert register.topics["Floods"] == FLOODS
    assert register.changes == 1
    again = TopicRegister(journal, builtin_topics())
    assert again.topics == {**builtin_topics(), "Floods": FLOODS}
    again.withdraw("river", "Floods", 0, NOW)
    assert TopicRegister(journal, builtin_topics()).topics == builtin_topics()


def test_saying_the_same_again_changes_nothing(register: TopicRegister) -> None:
    register.advertise("river", FLOODS, NOW)
    register.advertise("weir", FLOODS, NOW)
    assert register.changes == 1
    with pytest.raises(ProtocolError, match="a topic that weir has advertised"):
        register.withdraw("weir", "Floods", 0, NOW)


def test_a_newer_version_may_add_optional_attributes(register: TopicRegister) -> None:
    register.advertise("river", FLOODS, NOW)
    register.advertise("river", NOTED, NOW)
    assert register.topics["Floods"] == NOTED


@pytest.mark.parametrize(
    ("user", "topic", "complaint"),
    [
        ("ann", FLOODS, "topic.name: expected a topic that ann may publish, got 'Floods'"),
        (
            "river",
            replace(NOTED, version=1),
            "topic.version: expected a version above 1 for another schema of Floods, got 1; attribute Note added",
        ),
        (
            "river",
            replace(FLOODS, version=2, attributes=(replace(DEPTH, type=AttributeType.TEXT, unit=None),)),
            "topic: expected version 1 of Floods, with at most optional attributes added, got another schema;"
            " attribute Depth: number became text, attribute Depth, unit: m became none",
        ),
        ("weir", NOTED, "topic: expected Floods as river has it, got another schema; attribute Note added"),
        (
            "river",
            replace(builtin_topics()["EALocation"], version=9, key=None),
            "topic: expected EALocation as it is built in, got another schema; key: AssetID became none",
        ),
    ],
)
def test_a_conflicting_schema_is_refused_with_the_difference(
    register: TopicRegister, user: str, topic: Topic, complaint: str
) -> None:
    register.advertise("river", FLOODS, NOW)
    with pytest.raises(ProtocolError) as refused:
        register.advertise(user, topic, NOW)
    assert str(refused.value) == complaint
    assert register.changes == 1


@pytest.mark.parametrize(
    ("user", "name", "subscriptions", "complaint"),
    [
        ("river", "EALocation", 0, "topic: expected an advertised topic, got EALocation, which is built in"),
        ("river", "Flods", 0, "topic: expected one of Floods, got 'Flods'; did you mean 'Floods'?"),
        ("weir", "Floods", 0, "topic: expected a topic that weir has advertised, got 'Floods'"),
        ("river", "Floods", 3, "topic: expected a topic that nobody is subscribed to, got 3 subscriptions"),
    ],
)
def test_a_topic_is_withdrawn_only_by_its_owner_and_when_nobody_needs_it(
    register: TopicRegister, user: str, name: str, subscriptions: int, complaint: str
) -> None:
    register.advertise("river", FLOODS, NOW)
    with pytest.raises(ProtocolError) as refused:
        register.withdraw(user, name, subscriptions, NOW)
    assert str(refused.value) == complaint
    assert "Floods" in register.topics


def test_unless_told_otherwise_nobody_may(journal: Journal) -> None:
    with pytest.raises(ProtocolError, match="may publish"):
        TopicRegister(journal, builtin_topics()).advertise("river", FLOODS, NOW)


def test_there_cannot_be_endlessly_many(register: TopicRegister, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(topic_register, "MAX_ADVERTISED", 1)
    register.advertise("river", FLOODS, NOW)
    register.advertise("river", NOTED, NOW)
    with pytest.raises(ProtocolError, match="at most 1 advertised topics"):
        register.advertise("river", replace(FLOODS, name="Droughts"), NOW)
