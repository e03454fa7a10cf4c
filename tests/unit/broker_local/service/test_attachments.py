"""Binary attributes become references; images are looked into; what is wrong with one feature is its own affair."""

import base64
import json
from datetime import UTC, datetime
from pathlib import Path

import pytest

from broker_local.protocol.blob import blob_ref
from broker_local.protocol.builtin_topics import builtin_topics
from broker_local.protocol.errors import ProtocolError
from broker_local.service.attachments import read_attachments
from broker_local.service.blob_store import BlobStore
from broker_local.service.findings import Findings
from tests.geotiffs import a_geotiff

NOW = datetime(2026, 7, 1, 12, 0, tzinfo=UTC)
IMAGE = a_geotiff()
REFERENCE = {"sha256": blob_ref(IMAGE).sha256, "bytes": len(IMAGE)}


@pytest.fixture
def store(tmp_path: Path) -> BlobStore:
    return BlobStore(tmp_path / "images", 10**9)


def read(store: BlobStore, message: object, topic: str = "WFireRSImage") -> Findings:
    payload = message if isinstance(message, bytes) else json.dumps(message).encode()
    return read_attachments(payload, builtin_topics()[topic], NOW, store)


def a_feature(content: object = None, **members: object) -> dict[str, object]:
    encoded = base64.b64encode(IMAGE).decode() if content is None else content
    properties = {"RasterFile": encoded, "RasterDate": "02/03/2008", "RasterTime": "11:25"}
    return {"type": "Feature", "geometry": None, "properties": properties} | members


def is_kept(store: BlobStore, content: bytes) -> bool:
    return store.read(blob_ref(content), 0, 1) is not None


def test_an_image_in_base64_becomes_a_reference_and_a_footprint(store: BlobStore) -> None:
    found = read(store, a_feature(id="a", receipt={"to": "gateway"}))
    message = json.loads(found.payload)
    assert message["properties"]["RasterFile"] == REFERENCE
    assert (message["id"], message["receipt"]) == ("a", {"to": "gateway"})
    assert found.footprints[0].area > 0
    assert store.read(blob_ref(IMAGE), 0, len(IMAGE)) == IMAGE


def test_a_bare_image_becomes_an_event_where_and_when_its_file_says(store: BlobStore) -> None:
    image = a_geotiff(taken="2008:03:02 11:25:35")
    found = read(store, image)
    properties = json.loads(found.payload)["properties"]
    assert (properties["RasterDate"], properties["RasterTime"]) == ("2008-03-02", "11:25:35Z")
    assert found.footprints[0].area > 0
    assert is_kept(store, image)


def test_a_bare_image_without_a_date_is_the_same_when_it_comes_later(store: BlobStore) -> None:
    topic = builtin_topics()["WFireRSImage"]
    first, second = (read_attachments(IMAGE, topic, now, store) for now in (NOW, datetime(2026, 7, 2, tzinfo=UTC)))
    assert first.payload != second.payload
    assert json.loads(first.payload)["id"] == json.loads(second.payload)["id"]
    assert first.digests == second.digests == {0: blob_ref(IMAGE).sha256}


def test_the_publishers_own_geometry_stands(store: BlobStore) -> None:
    geometry = {"type": "Polygon", "coordinates": [[[0, 0], [1, 0], [1, 1], [0, 0]]]}
    found = read(store, a_feature(geometry=geometry))
    assert found.footprints == {}
    assert json.loads(found.payload)["geometry"] == geometry


@pytest.mark.parametrize(
    ("content", "told"),
    [
        ("AAAA", "expected a GeoTIFF, got 3 bytes"),
        (base64.b64encode(IMAGE[:60]).decode(), "a GeoTIFF that can be read"),
        ("not base64!", "Base64 text"),
        (REFERENCE, "the content itself, in Base64, got a reference"),
    ],
)
def test_a_bad_image_is_refused_and_its_neighbours_are_not(store: BlobStore, content: object, told: str) -> None:
    geometry = {"type": "Polygon", "coordinates": [[[0, 0], [1, 0], [1, 1], [0, 0]]]}
    bad = a_feature(content, geometry=geometry)  # looked into, though it needs no footprint
    found = read(store, {"type": "FeatureCollection", "features": [a_feature(), bad, a_feature(id="c")]})
    assert list(found.refused) == [1]
    assert found.refused[1].field == "features[1].properties.RasterFile"
    assert told in str(found.refused[1])
    assert set(found.footprints) == {0, 2}
    assert "RasterFile" not in json.loads(found.payload)["features"][1]["properties"]


def test_nothing_is_kept_for_an_event_that_will_be_refused(store: BlobStore) -> None:
    feature = a_feature()
    feature["properties"]["RasterDate"] = "someday"  # type: ignore[index]
    found = read(store, feature)
    assert found.refused == {}  # its date is the intake's to refuse
    assert not is_kept(store, IMAGE)


def test_a_photo_is_kept_without_being_looked_into(store: BlobStore) -> None:
    properties = {"Address": "1 Main St", "IncPhoto": base64.b64encode(b"any bytes").decode()}
    found = read(store, {"type": "Feature", "geometry": None, "properties": properties}, "FireIncReports")
    assert json.loads(found.payload)["properties"]["IncPhoto"]["bytes"] == 9
    assert found.footprints == {}
    assert is_kept(store, b"any bytes")


@pytest.mark.parametrize(
    "message", [{"type": "Feature"}, {"type": "FeatureCollection", "features": [3]}, {"type": "?"}]
)
def test_what_is_no_feature_is_left_for_the_intake_to_refuse(store: BlobStore, message: dict[str, object]) -> None:
    assert json.loads(read(store, message).payload) == message


def test_half_characters_pass_as_they_came(store: BlobStore) -> None:
    assert json.loads(read(store, b'{"type": "Feature", "id": "\\ud800"}').payload)["id"] == "\ud800"


@pytest.mark.parametrize("payload", [b"II*\0broken", b"nonsense", b"[1]"])
def test_a_message_that_is_neither_image_nor_json_object_is_refused(store: BlobStore, payload: bytes) -> None:
    with pytest.raises(ProtocolError) as caught:
        read(store, payload)
    assert caught.value.field == "message"
