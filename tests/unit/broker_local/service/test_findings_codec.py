"""Frames and findings between the service and the process that reads attachments."""

import io

import pytest
import shapely

from broker_local.protocol.errors import Given, ProtocolError
from broker_local.service.findings import Findings
from broker_local.service.findings_codec import decode_findings, encode_findings, read_frame, write_frame


def test_frames_come_out_as_they_went_in() -> None:
    stream = io.BytesIO()
    for content in (b"", b"one", bytes(100_000)):
        write_frame(stream, content)
    stream.seek(0)
    assert [read_frame(stream) for _ in range(4)] == [b"", b"one", bytes(100_000), None]


@pytest.mark.parametrize("cut", [1, 7, 8, 10])
def test_a_frame_that_breaks_off_is_the_end(cut: int) -> None:
    stream = io.BytesIO()
    write_frame(stream, b"four")
    assert read_frame(io.BytesIO(stream.getvalue()[:cut])) is None


def test_findings_come_back_as_they_went() -> None:
    error = ProtocolError("properties.RasterFile", expected="a GeoTIFF", got=Given("3 bytes"), hint="look again")
    found = Findings(b'{"a": 1}', {2: shapely.box(0, 0, 1, 1)}, {0: error}, {1: "digest"}, error)
    back = decode_findings(encode_findings(found))
    assert (back.payload, back.digests) == (found.payload, found.digests)
    assert back.footprints[2].equals(found.footprints[2])
    assert [str(back.refused[0]), str(back.refusal)] == [str(error), str(error)]
