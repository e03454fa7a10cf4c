"""Over a real broker: a large image reaches the desk in pieces while positions keep coming; an address gets a place."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from broker_local.protocol.blob import BlobRef, blob_ref
from broker_local.protocol.event_codec import encode_event
from broker_local.protocol.notification import Notification
from rfers_desktop.session.items import ImageFailed, ImageReceived, NotificationReceived, ReplyReceived
from tests.builders import a_subscription, a_zone, an_event
from tests.end_to_end.companion import Companion, Desk, Publisher
from tests.geotiffs import a_geotiff

pytestmark = pytest.mark.broker


def notified(desk: Desk, topic: str) -> list[Notification]:
    told = [item.notification for item in desk.told if isinstance(item, NotificationReceived)]
    return [notification for notification in told if notification.event.topic == topic]


def subscribe(desk: Desk, *topics: str) -> None:
    for topic in topics:
        desk.session.subscribe(a_subscription(topic, id=topic, owner=desk.session.user))
    desk.wait_for(lambda: len([i for i in desk.told if isinstance(i, ReplyReceived)]) > len(topics))


def test_a_large_image_comes_in_pieces_and_positions_come_meanwhile(
    companion: Companion, publisher: Publisher, desk: Callable[[str], Desk]
) -> None:
    ann, bob = desk("ann"), desk("bob")
    subscribe(ann, "WFireRSImage", "EALocation")
    subscribe(bob, "EALocation")
    pixels = np.random.default_rng(5).integers(1, 60_000, (1_200, 1_600)).astype(np.uint16)
    pixels[:300] = 0
    image = a_geotiff(pixels=pixels, nodata=0, taken="2008:03:02 11:25:35")
    publisher.send(image, "WFireRSImage")
    ann.wait_for(lambda: bool(notified(ann, "WFireRSImage")))
    (told,) = notified(ann, "WFireRSImage")
    ref = told.event.attributes["RasterFile"]
    assert ref == blob_ref(image)
    assert isinstance(ref, BlobRef)
    assert told.event.geometry is not None

    ann.session.fetch_image(told.number, ref)
    for number in range(20):
        publisher.publish(an_event(id=f"p{number}"))
    ann.wait_for(lambda: any(isinstance(item, ImageReceived) for item in ann.told))
    ann.wait_for(lambda: len(notified(ann, "EALocation")) == 20)
    (received,) = [item for item in ann.told if isinstance(item, ImageReceived)]
    assert received.content == image

    bob.wait_for(lambda: len(notified(bob, "EALocation")) == 20)
    bob.session.fetch_image(told.number, ref)
    bob.wait_for(lambda: any(isinstance(item, ImageFailed) for item in bob.told))


def test_hostile_images_are_refused_and_the_service_goes_on(
    companion: Companion, publisher: Publisher, desk: Callable[[str], Desk]
) -> None:
    ann = desk("ann")
    subscribe(ann, "WFireRSImage")
    for payload in (b"II*\0" + b"\xff" * 500, a_geotiff()[:100], a_geotiff(crs=None)):
        publisher.send(payload, "WFireRSImage")
    publisher.send(a_geotiff(), "WFireRSImage")
    ann.wait_for(lambda: bool(notified(ann, "WFireRSImage")))
    assert "3 refused in all" in companion.command("rejected")


def test_a_report_with_an_address_is_on_the_map_with_how_sure_it_is(
    companion: Companion, publisher: Publisher, desk: Callable[[str], Desk]
) -> None:
    ann = desk("ann")
    zone = a_subscription("FireIncReports", id="z", owner="ann", zone=a_zone(-114.01, 51.07, side_deg=0.05))
    ann.session.subscribe(zone)
    ann.wait_for(lambda: any(isinstance(i, ReplyReceived) and i.reply.subscriptions for i in ann.told))  # type: ignore[union-attr]
    for number, address in enumerate(("12 Nowhere Rd, Calgary", "2454 17th AVE NE, Calgary, AB")):
        report = an_event("FireIncReports", id=f"r{number}", geometry=None, Address=address)
        publisher.send(encode_event(report), "FireIncReports")
    ann.wait_for(lambda: bool(notified(ann, "FireIncReports")) and ann.counter("unplaced") == 1)
    (told,) = notified(ann, "FireIncReports")
    assert told.event.id == "r1"
    assert told.event.placed is not None
    assert told.event.placed.confidence == 0.9
    assert told.event.placed.radius_m < 500
