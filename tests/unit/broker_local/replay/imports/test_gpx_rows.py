"""GPX: fixes with the name of their track, waypoints with that of the file, and files that end too early."""

from __future__ import annotations

from pathlib import Path

import pytest

from broker_local.protocol.errors import ProtocolError
from broker_local.replay.imports.gpx_rows import gpx_rows
from broker_local.replay.imports.rows import BadRow, Row

GPX = """<gpx xmlns="http://www.topografix.com/GPX/1/1"><wpt lat="1" lon="2"><name>pump</name></wpt>
<trk><name>Engine 7</name><trkseg><trkpt lat="51.1" lon="-114"><ele>1040</ele><time>2026-07-01T12:00:00Z</time></trkpt>
<trkpt lat="51.2" lon="-114"/></trkseg></trk><trk><trkseg><trkpt lat="3" lon="4"/></trkseg></trk></gpx>"""


def test_points_are_rows_with_their_tracks(tmp_path: Path) -> None:
    path = tmp_path / "shift.gpx"
    path.write_text(GPX)
    fix = {"track_name": "Engine 7", "lat": "51.1", "lon": "-114", "ele": "1040", "time": "2026-07-01T12:00:00Z"}
    assert list(gpx_rows(path)) == [
        Row("wpt 1", {"track_name": "shift", "lat": "1", "lon": "2", "name": "pump"}),
        Row("trkpt 2", fix),
        Row("trkpt 3", {"track_name": "Engine 7", "lat": "51.2", "lon": "-114"}),
        Row("trkpt 4", {"track_name": "shift", "lat": "3", "lon": "4"}),
    ]


def test_what_comes_before_a_break_is_kept(tmp_path: Path) -> None:
    path = tmp_path / "shift.gpx"
    path.write_text(GPX[:250])
    found = list(gpx_rows(path))
    assert isinstance(found[-1], BadRow)
    assert len(found) > 1


def test_what_is_no_xml_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "shift.gpx"
    path.write_text("words")
    with pytest.raises(ProtocolError, match=r"shift\.gpx: expected GPX"):
        list(gpx_rows(path))
