"""GPX tracks: places, pace and speed; what is none is refused by name."""

from __future__ import annotations

from pathlib import Path

import pytest

from scripts.gateways.gpx import read_track

HEAD = '<?xml version="1.0"?><gpx version="1.1" xmlns="http://www.topografix.com/GPX/1/1"><trk><trkseg>'
TAIL = "</trkseg></trk></gpx>"


def a_track(folder: Path, *points: str) -> Path:
    path = folder / "track.gpx"
    path.write_text(HEAD + "".join(points) + TAIL, "utf-8")
    return path


def a_point(lon: float, *members: str) -> str:
    return f'<trkpt lat="51.0" lon="{lon}">{"".join(members)}</trkpt>'


def test_times_are_the_pace_and_places_the_speed(tmp_path: Path) -> None:
    moments = [f"<time>2026-07-01T18:00:{second:02}Z</time>" for second in (0, 10, 5, 30)]
    places = (-114.0, -114.002, -114.002, -114.004)
    track = read_track(a_track(tmp_path, *(a_point(lon, at) for lon, at in zip(places, moments, strict=True))))
    assert [point.offset_s for point in track] == [0.0, 10.0, 10.0, 30.0]
    assert [round(point.speed_kmh) for point in track] == [0, 50, 50, 25]


def test_speed_and_hdop_are_taken_where_they_are_told_and_without_times_a_point_comes_each_second(
    tmp_path: Path,
) -> None:
    extension = "<extensions><speed>10</speed></extensions>"
    track = read_track(a_track(tmp_path, a_point(-114.0, "<hdop>1.5</hdop>", extension), a_point(-114.0)))
    assert (track[0].hdop, track[0].speed_kmh, track[1].offset_s) == (1.5, 36.0, 1.0)


def test_a_speed_or_hdop_that_is_no_number_is_as_if_it_were_not_told(tmp_path: Path) -> None:
    track = read_track(a_track(tmp_path, a_point(-114.0, "<hdop>nan</hdop><speed>-1</speed>")))
    assert (track[0].hdop, track[0].speed_kmh) == (None, 0.0)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("nothing", "expected a GPX file"),
        ("<kml/>", "got <kml>"),
        (HEAD + TAIL, "expected track points"),
        ('<!DOCTYPE a [<!ENTITY b "c">]><gpx/>', "without a document type"),
        (HEAD + '<trkpt lat="99" lon="0"/>' + TAIL, "a place on the Earth"),
        (HEAD + '<trkpt lat="51"/>' + TAIL, "a place on the Earth"),
        (HEAD + '<trkpt lat="51" lon="nan"/>' + TAIL, "a place on the Earth"),
        (HEAD + '<trkpt lat="51" lon="0"><time>noon</time></trkpt>' + TAIL, "an ISO 8601 time, got 'noon'"),
    ],
)
def test_what_is_no_track_is_refused(tmp_path: Path, text: str, reason: str) -> None:
    (tmp_path / "a.gpx").write_text(text)
    with pytest.raises(ValueError, match=reason):
        read_track(tmp_path / "a.gpx")
