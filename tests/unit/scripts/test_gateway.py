"""The gateway as a program: what devices say is in the journal, what is broken is told and left out."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from broker_local.broker.accounts import AccountBook, Role
from broker_local.broker.choose import ACCOUNTS_FILE, EMBEDDED
from broker_local.serve import JOURNAL_FILE
from broker_local.service.journal import Journal
from scripts import gateway
from scripts.gateways.nmea import checksum
from tests.end_to_end.companion import Companion, wait_until
from tests.geotiffs import a_geotiff

ROOT = Path(__file__).parents[3]
DRIVE = ROOT / "tests" / "data" / "nmea" / "drive.nmea"
GPX = '<gpx><trk><trkseg><trkpt lat="51" lon="-114"/><trkpt lat="51.001" lon="-114"/></trkseg></trk></gpx>'


@pytest.fixture(scope="module")
def companion(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Companion]:
    folder = tmp_path_factory.mktemp("companion")
    AccountBook(folder / ACCOUNTS_FILE).add("tracker", "a password", Role.PUBLISHER, ["*"])
    running = Companion(folder, EMBEDDED)
    running.start()
    yield running
    running.stop()


def command(companion: Companion, source: str, *options: str) -> list[str]:
    account = ["--server", f"{companion.host}:{companion.port}", "--user", "tracker"]
    return [sys.executable, "-m", "scripts.gateway", source, *options, *account]


def run(companion: Companion, source: str, *options: str) -> subprocess.CompletedProcess[str]:
    given = command(companion, source, *options)
    environment = {"RFERS_PASSWORD": "a password"}
    return subprocess.run(given, cwd=ROOT, env=environment, capture_output=True, text=True, timeout=90)


def journaled(companion: Companion) -> int:
    journal = Journal(companion.data / JOURNAL_FILE)
    try:
        return int(journal.count("events"))
    finally:
        journal.close()


@pytest.mark.broker
def test_a_drive_a_track_and_rows_are_journaled_and_broken_ones_told(companion: Companion, tmp_path: Path) -> None:
    before = journaled(companion)
    drive = run(companion, "nmea", "--file", str(DRIVE), "--asset", "E7")
    assert drive.returncode == 0, drive.stderr
    assert "4 events sent, 4 journaled, 0 refused" in drive.stderr
    assert drive.stderr.count("sentence left out") == 5
    (tmp_path / "t.gpx").write_text(GPX)
    track = run(companion, "gpx", "--file", str(tmp_path / "t.gpx"), "--asset", "E8", "--speed", "100")
    assert "2 events sent, 2 journaled" in track.stderr, track.stderr
    (tmp_path / "t.csv").write_text("SensorID,Temperature,Humidity,lon,lat\nS1,20,0.1,-114,51\nS2,hot,0.1,-114,51\n")
    rows = run(companion, "csv", "--file", str(tmp_path / "t.csv"))
    assert "row left out: temperature: expected a number, got 'hot'" in rows.stderr
    assert "1 events sent, 1 journaled" in rows.stderr
    assert journaled(companion) == before + 7
    again = run(companion, "nmea", "--file", str(DRIVE), "--asset", "E7")
    assert "4 events sent, 4 journaled" in again.stderr
    assert journaled(companion) == before + 7, "the same drive sent again tells nothing twice"


@pytest.mark.broker
def test_a_receiver_is_heard_over_a_broker_that_is_restarted_and_refusals_are_told_at_once(tmp_path: Path) -> None:
    AccountBook(tmp_path / ACCOUNTS_FILE).add("tracker", "a password", Role.PUBLISHER, ["*"])
    station = Companion(tmp_path, EMBEDDED)
    station.start()
    rows = tmp_path / "rows.csv"
    rows.write_text("SensorID,Temperature,Humidity,lon,lat\nS1,20,0.1,-114,51\n")
    running = subprocess.Popen(
        command(station, "csv", "--file", str(rows), "--follow"),
        cwd=ROOT,
        env={"RFERS_PASSWORD": "a password"},
        stderr=subprocess.PIPE,
        text=True,
    )
    try:
        wait_until(lambda: journaled(station) == 1)
        station.kill()
        with rows.open("a") as file:
            file.write("S2,20,0.1,-114,51\nS3,20,7,-114,51\n")
        station.start()
        wait_until(lambda: journaled(station) == 2)
        assert running.stderr is not None
        assert "Humidity: expected a number from 0 to 1" in running.stderr.readline()
    finally:
        running.terminate()
        _, said = running.communicate(timeout=60)
        station.stop()
    assert running.returncode == 1
    assert "3 events sent, 2 journaled, 1 refused" in said


def test_a_clock_that_goes_back_begins_anew_and_one_position_a_second_is_enough(tmp_path: Path) -> None:
    lines = DRIVE.read_bytes()
    (tmp_path / "twice.nmea").write_bytes(lines + lines)
    options = gateway.build_parser().parse_args(["nmea", "--asset", "E7", "--file", str(tmp_path / "twice.nmea")])
    assert len(list(gateway.nmea_features(options, lambda: True))) == 8
    options.every = 3.0
    assert len(list(gateway.nmea_features(options, lambda: True))) == 4


def test_a_name_is_of_what_an_event_says() -> None:
    one, same, other = ({"a": 1, "b": 2}, {"b": 2, "a": 1}, {"a": 1, "b": 3})
    assert gateway.id_of(one) == gateway.id_of(same) != gateway.id_of(other)


@pytest.mark.broker
def test_images_that_come_into_a_folder_are_sent_once(companion: Companion, tmp_path: Path) -> None:
    before = journaled(companion)
    (tmp_path / "a.tif").write_bytes(a_geotiff())
    running = subprocess.Popen(
        command(companion, "images", "--folder", str(tmp_path)),
        cwd=ROOT,
        env={"RFERS_PASSWORD": "a password"},
        stderr=subprocess.PIPE,
        text=True,
    )
    wait_until(lambda: (tmp_path / ".sent.json").exists())
    running.terminate()
    _, said = running.communicate(timeout=60)
    assert running.returncode == 0, said
    assert "a.tif was sent" in said
    assert journaled(companion) == before + 1


def test_an_image_is_of_when_it_says_it_was_taken_and_a_refusal_names_its_file(tmp_path: Path) -> None:
    (tmp_path / "a.tif").write_bytes(a_geotiff(taken="2007:11:24 18:30:00"))
    (tmp_path / "b.tif").write_bytes(a_geotiff())
    os.utime(tmp_path / "b.tif", (0, 0))
    options = gateway.build_parser().parse_args(["images", "--folder", str(tmp_path)])
    images = gateway.image_features(options, lambda: True)
    first, second = next(images), next(images)
    assert [image["properties"]["RasterDate"] for image in (first, second)] == ["2007-11-24", "1970-01-01"]
    assert (first["id"].startswith("a.tif-"), second["id"].startswith("b.tif-")) == (True, True)
    images.close()


def test_who_does_not_say_a_speed_is_as_fast_as_the_places_say(tmp_path: Path) -> None:
    lines = (f"GPGGA,12000{second},5104.5{second}0,N,11407.620,W,1,08,0.9,1045,M,,M,," for second in range(4))
    (tmp_path / "a.nmea").write_text("".join(f"${line}*{checksum(line):02X}\n" for line in lines))
    options = gateway.build_parser().parse_args(["nmea", "--asset", "E7", "--file", str(tmp_path / "a.nmea")])
    speeds = [feature["properties"]["Speed"] for feature in gateway.nmea_features(options, lambda: True)]
    assert speeds == [0.0, pytest.approx(66.8, abs=0.1), pytest.approx(66.8, abs=0.1)]


@pytest.mark.parametrize(
    "given",
    [
        ["nmea", "--asset", "E7"],
        ["nmea", "--asset", "E7", "--tcp", "station"],
        ["nmea", "--file", "a"],
        ["csv", "--file", "a", "--topic", "Sunshine"],
        ["radio"],
    ],
)
def test_what_makes_no_sense_is_refused(given: list[str]) -> None:
    with pytest.raises(SystemExit):
        gateway.main(given)


def test_what_cannot_be_read_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys) -> None:
    monkeypatch.setattr("signal.signal", lambda *_: None)  # the test's own process keeps its handlers
    monkeypatch.setattr("scripts.publishing.SETTLE_S", 0.1)
    assert gateway.main(["gpx", "--asset", "E", "--file", str(tmp_path / "none.gpx"), "--server", "127.0.0.1:1"]) == 1
    assert "none.gpx" in capsys.readouterr().err
