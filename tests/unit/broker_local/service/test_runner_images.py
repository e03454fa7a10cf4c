"""The service and images: they go aside, are journaled before they are acknowledged, and are fetched in pieces."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from broker_local.protocol.addresses import inbox, publish, reply, request
from broker_local.protocol.blob import BlobRef, blob_ref
from broker_local.protocol.builtin_topics import builtin_topics
from broker_local.protocol.event_codec import encode_event
from broker_local.protocol.notification import Notification
from broker_local.protocol.notification_codec import decode_inbox
from broker_local.protocol.reply_codec import decode_reply
from broker_local.protocol.request_codec import encode_request
from broker_local.protocol.requests import Acknowledgement, Fetch, Refusal, Reply, Subscribe
from broker_local.service.blob_store import BlobStore
from broker_local.service.geocoding.gazetteer import Gazetteer
from broker_local.service.geocoding.geocoder import Geocoder
from broker_local.service.journal import Journal
from broker_local.service.mqtt_link import Message, MqttLink
from broker_local.service.runner import Service
from tests.builders import a_subscription, an_event
from tests.geotiffs import a_geotiff

TOPICS = builtin_topics()
IMAGE = a_geotiff()


class SilentLink(MqttLink):
    """A link without a broker that keeps what is sent and what is acknowledged."""

    def __init__(self) -> None:
        super().__init__("test", "matcher", "secret", [])
        self.sent: list[tuple[str, bytes]] = []
        self.acknowledged: list[int] = []

    is_connected = True

    def send_now(self, address: str, payload: bytes) -> bool:
        return self.publish(address, payload)

    def publish(self, address: str, payload: bytes, *, retain: bool = False) -> bool:
        self.sent.append((address, payload))
        return True

    def acknowledge(self, message: Message) -> None:
        self.acknowledged.append(message.mid)


class Station:
    """A service with images, and what it sends."""

    def __init__(self, folder: Path) -> None:
        gazetteer = Gazetteer()
        gazetteer.add_address("Main St", "Calgary", 10, -114.0, 51.0)
        gazetteer.settle()
        self.link = SilentLink()
        self.journal = Journal(folder / "journal.sqlite")
        self.service = Service(
            self.link, self.journal, TOPICS, geocoder=Geocoder(gazetteer), images=BlobStore(folder / "images", 10**9)
        )

    def publish(self, topic: str, payload: bytes, mid: int) -> None:
        self.service.step([Message(publish(topic), payload, mid, 1, 1)])

    def ask(self, user: str, asked: Subscribe | Fetch) -> Reply:
        self.service.step([Message(request(user), encode_request(asked), 99, 1, 1)])
        return decode_reply([sent for address, sent in self.link.sent if address == reply(user)][-1], TOPICS)

    def wait_until_read(self) -> None:
        assert self.service._reader is not None
        done = self.service._reader.finished(60.0)
        assert done
        self.service.step(done)

    def notifications(self, user: str) -> list[Notification]:
        told = [decode_inbox(sent, TOPICS) for address, sent in self.link.sent if address == inbox(user)]
        return [item for item in told if isinstance(item, Notification)]


@pytest.fixture
def station(tmp_path: Path) -> Iterator[Station]:
    made = Station(tmp_path)
    yield made
    assert made.service._reader is not None
    made.service._reader.close()
    made.journal.close()


def test_an_image_waits_aside_while_positions_pass_and_is_acknowledged_when_journaled(station: Station) -> None:
    position = encode_event(an_event())
    station.service.step(
        [Message(publish("WFireRSImage"), IMAGE, 1, 1, 1), Message(publish("EALocation"), position, 2, 1, 1)]
    )
    assert station.link.acknowledged == [2]
    station.wait_until_read()
    assert station.link.acknowledged == [2, 1]
    assert station.journal.count("events") == 2


def test_a_desk_that_is_told_of_an_image_fetches_it_in_pieces_and_no_other_does(station: Station) -> None:
    station.ask("ann", Subscribe("s", a_subscription("WFireRSImage", id="all", owner="ann")))
    station.publish("WFireRSImage", IMAGE, 1)
    station.wait_until_read()
    (told,) = station.notifications("ann")
    ref = told.event.attributes["RasterFile"]
    assert ref == blob_ref(IMAGE)
    assert isinstance(ref, BlobRef)
    pieces = b""
    for offset in range(0, ref.size, 100):
        answer = station.ask("ann", Fetch(f"f{offset}", told.number, ref.sha256, offset, 100))
        assert isinstance(answer, Acknowledgement)
        assert answer.piece is not None
        pieces += answer.piece.content
    assert pieces == IMAGE
    assert isinstance(station.ask("bob", Fetch("b", told.number, ref.sha256)), Refusal)


def test_a_report_with_an_address_is_told_with_its_place(station: Station) -> None:
    zone = "POLYGON ((-114.1 50.9, -113.9 50.9, -113.9 51.1, -114.1 51.1, -114.1 50.9))"
    station.ask("ann", Subscribe("s", a_subscription("FireIncReports", id="zone", owner="ann", zone=zone)))
    station.ask(
        "ann", Subscribe("t", a_subscription("FireIncReports", id="all", owner="ann", filter="Reporter = 'Kassab'"))
    )
    for mid, address in enumerate(("10 Main Street, Calgary", "10 Oak Street, Calgary")):
        report = an_event("FireIncReports", id=f"r{mid}", geometry=None, Address=address)
        station.publish("FireIncReports", encode_event(report), mid)
    placed, unplaced = station.notifications("ann")
    assert placed.event.placed is not None
    assert placed.event.placed.matched == "10 Main St, Calgary"
    assert {matched.id for matched in placed.matched} == {"zone", "all"}
    assert unplaced.event.geometry is None
    assert [matched.id for matched in unplaced.matched] == ["all"]
    assert station.service.status().counters["unplaced"] == 1


def test_without_room_for_images_a_fetch_is_refused(tmp_path: Path) -> None:
    journal, link = Journal(tmp_path / "journal.sqlite"), SilentLink()
    service = Service(link, journal, TOPICS)
    service.step([Message(request("ann"), encode_request(Fetch("f", 1, "0" * 64)), 1, 1, 1)])
    answer = decode_reply(link.sent[-1][1], TOPICS)
    assert isinstance(answer, Refusal)
    assert "a service that keeps images" in answer.message
    journal.close()
