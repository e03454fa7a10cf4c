"""Tests of rfers_desktop/store/repository.py."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pyogrio
import pytest

from broker_local.protocol.blob import blob_ref
from broker_local.protocol.errors import ProtocolError
from rfers_desktop.store.geopackage import connect
from rfers_desktop.store.repository import Position, Repository, RepositorySearch, open_repository
from tests.builders import TOPICS, a_subscription, a_zone, an_event
from tests.unit.rfers_desktop.kept_notifications import a_stored


@pytest.fixture
def repository(tmp_path: Path) -> Iterator[Repository]:
    opened = Repository(tmp_path / "desk.gpkg")
    yield opened
    opened.close()


def numbers(found: object) -> list[int]:
    return [stored.notification.number for stored in found]  # type: ignore[attr-defined]


def test_what_was_appended_is_there_when_the_file_is_opened_again(tmp_path: Path) -> None:
    first = Repository(tmp_path / "desk.gpkg")
    kept = [a_stored(number) for number in (1, 2, 3)]
    first.append(kept, Position(0, 3))
    first.close()
    again = open_repository(tmp_path / "desk.gpkg")
    assert again.position() == Position(0, 3)
    assert again.newest_first(None, 10, TOPICS) == (list(reversed(kept)), None, 0)
    again.close()


def test_a_notification_that_is_kept_already_is_not_kept_twice(repository: Repository) -> None:
    repository.append([a_stored(1), a_stored(2)], Position(0, 2))
    repository.append([a_stored(2), a_stored(3)], Position(0, 3))
    assert repository.size().rows == 3


def test_pieces_go_on_where_the_last_one_ended(repository: Repository) -> None:
    repository.append([a_stored(number, era=number // 3) for number in range(1, 6)], Position(1, 5))
    first, before, _ = repository.newest_first(None, 3, TOPICS)
    second, end, _ = repository.newest_first(before, 3, TOPICS)
    assert (numbers(first), numbers(second), end) == ([5, 4, 3], [2, 1], None)


def test_a_row_that_is_spoilt_is_counted_and_the_others_are_read(repository: Repository, tmp_path: Path) -> None:
    repository.append([a_stored(1), a_stored(2)], Position(0, 2))
    other = connect(tmp_path / "desk.gpkg")
    other.execute("UPDATE notifications SET attributes = '{' WHERE number = 1")
    other.close()
    found, _, spoilt = repository.newest_first(None, 10, TOPICS)
    assert (numbers(found), spoilt) == ([2], 1)


@pytest.mark.parametrize(
    ("wanted", "found"),
    [
        (RepositorySearch(), [3, 2, 1]),
        (RepositorySearch(since=datetime(2026, 5, 2, tzinfo=UTC)), [3, 2]),
        (RepositorySearch(until=datetime(2026, 5, 2, tzinfo=UTC)), [2, 1]),
        (RepositorySearch(area=(-115, 50, -113, 52)), [2, 1]),
        (RepositorySearch(text="mill smo"), [3]),
        (RepositorySearch(text='"; DROP'), []),
        (RepositorySearch(text="engine-7"), [1]),
        (RepositorySearch(topic="EALocation"), [2, 1]),
        (RepositorySearch(limit=1), [3]),
        (RepositorySearch(text="A1", area=(-115, 50, -113, 52), since=datetime(2026, 5, 2, tzinfo=UTC)), [2]),
    ],
    ids=str,
)
@pytest.mark.parametrize("has_text_index", [True, False])
def test_it_is_searched_by_time_area_and_text(
    repository: Repository, wanted: RepositorySearch, found: list[int], has_text_index: bool
) -> None:
    events = (
        an_event(time=datetime(2026, 5, 1, tzinfo=UTC), publisher="engine-7"),
        an_event(time=datetime(2026, 5, 2, tzinfo=UTC)),
        an_event(
            "FireIncReports", geometry=(0, 0), time=datetime(2026, 5, 3, tzinfo=UTC), description="smoke at the mill"
        ),
    )
    repository.append([a_stored(n, event) for n, event in enumerate(events, start=1)], Position(0, 3))
    repository._has_text_index = has_text_index
    assert numbers(repository.search(wanted, TOPICS)) == found


def test_the_oldest_go_first_and_photos_that_nothing_refers_to_go_with_them(repository: Repository) -> None:
    photo, image = blob_ref(b"photo"), blob_ref(b"image")
    first = an_event("FireIncReports", incphoto=photo)
    second = an_event("WFireRSImage", geometry="POLYGON ((0 0, 1 0, 1 1, 0 0))", rasterfile=image)
    repository.append([a_stored(1, first), a_stored(2, second)], Position(0, 2))
    repository.keep_blob(photo.sha256, b"photo")
    repository.keep_blob(image.sha256, b"image")
    assert repository.delete_oldest(1) == 1
    assert numbers(repository.search(RepositorySearch(), TOPICS)) == [2]
    assert (repository.blob(photo.sha256), repository.blob(image.sha256)) == (None, b"image")
    assert repository.search(RepositorySearch(text="FireIncReports"), TOPICS) == []
    assert repository.position() == Position(0, 2)  # what is gone is not asked for again


def test_topics_and_subscriptions_come_back(repository: Repository) -> None:
    zoned = a_subscription(zone=a_zone(), filter="Speed > 80", id="s1")
    plain = a_subscription("WSObservation", id="s2")
    repository.keep_topics(TOPICS)
    repository.keep_subscriptions([zoned, plain], [])
    repository.keep_subscriptions([], ["s2"])
    assert dict(repository.topics()) == dict(TOPICS)
    assert repository.subscriptions(TOPICS) == [zoned]


def test_each_topic_is_a_layer_with_its_attributes_for_a_gis(repository: Repository) -> None:
    repository.append([a_stored(1, an_event(speed=91.5)), a_stored(2, an_event("WSObservation"))], Position(0, 2))
    repository.keep_topics(TOPICS)
    meta, _, wkb, values = pyogrio.raw.read(repository.file, layer="topic_EALocation")
    columns = dict(zip(meta["fields"].tolist(), values, strict=True))
    assert len(wkb) == 1
    assert columns["Speed"].tolist() == [91.5]
    assert str(columns["happened"][0]).startswith("2008-04-12T14:15:21.245")
    layers = pyogrio.list_layers(repository.file)[:, 0].tolist()
    assert not [name for name in layers if name.startswith(("rtree_", "notifications_words"))]


def test_a_file_that_is_no_repository_is_named(tmp_path: Path) -> None:
    file = tmp_path / "letter.gpkg"
    file.write_text("Dear officer, " * 100)
    with pytest.raises(ProtocolError, match=r"letter\.gpkg: expected a repository of a desk"):
        open_repository(file)


def test_a_file_that_is_not_there_is_not_begun_by_reading(tmp_path: Path) -> None:
    with pytest.raises(ProtocolError):
        open_repository(tmp_path / "none.gpkg", is_for_reading=True)
    assert not (tmp_path / "none.gpkg").exists()


def test_whose_it_is_is_remembered(repository: Repository) -> None:
    repository.name_account("officer@station:1883")
    assert repository.account() == "officer@station:1883"


def test_room_is_given_back(repository: Repository) -> None:
    repository.append([a_stored(number) for number in range(1, 2_001)], Position(0, 2_000))
    large = repository.size_bytes()
    repository.delete_oldest(2_000)
    repository.give_back_room()
    assert repository.size_bytes() < large / 2


def test_layers_say_where_their_things_are_and_what_they_are(repository: Repository) -> None:
    west, east = (an_event(geometry=(lon, 51.0)) for lon in (-115.0, -113.5))
    nowhere = an_event("FireIncReports", geometry=None)
    area = an_event("WFireRSImage", geometry=a_zone(10, 20, 2))
    repository.append([a_stored(1, west), a_stored(2, nowhere)], Position(0, 2))
    repository.append([a_stored(3, east), a_stored(4, area)], Position(0, 4))
    repository.keep_topics(TOPICS)
    repository.keep_subscriptions([a_subscription(zone=a_zone(0, 0, 2))], [])
    found = {
        name: pyogrio.read_info(repository.file, layer=name) for name in pyogrio.list_layers(repository.file)[:6, 0]
    }
    named = ("notifications", "subscriptions", "topic_EALocation", "topic_WFireRSImage")
    assert {name: found[name]["total_bounds"] for name in named} == {
        "notifications": (-115, 19, 11, 51),
        "subscriptions": (-1, -1, 1, 1),
        "topic_EALocation": (-115, 51, -113.5, 51),
        "topic_WFireRSImage": (9, 19, 11, 21),
    }
    kinds = [found[f"topic_{name}"]["geometry_type"] for name in ("EALocation", "FireIncReports", "WFireRSImage")]
    assert kinds == ["Point", "Point", "Unknown"]


def test_a_topic_that_becomes_known_late_is_a_layer_of_all_that_came(repository: Repository) -> None:
    repository.append([a_stored(1, replace(an_event(), topic="Trucks")), a_stored(2)], Position(0, 2))
    repository.keep_topics({**TOPICS, "Trucks": replace(TOPICS["EALocation"], name="Trucks")})
    covered = pyogrio.read_info(repository.file, layer="topic_Trucks")["total_bounds"]
    assert covered == pytest.approx((-114.07, 51.05, -114.07, 51.05), abs=1e-4)  # as near as the index rounds
