"""NMEA sentences: true ones are understood, broken ones are refused by name, and HDOP becomes metres."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scripts.gateways.nmea import BadSentence, Fix, FixReader, accuracy_of, checksum, fields_of

DRIVE = Path(__file__).parents[3] / "data" / "nmea" / "drive.nmea"
# As in the standard's own examples and as receivers of several makers send them.
RMC = "$GPRMC,123519,A,4807.038,N,01131.000,E,022.4,084.4,230394,003.1,W*6A"
GGA = "$GPGGA,123519,4807.038,N,01131.000,E,1,08,0.9,545.4,M,46.9,M,,*47"


def signed(body: str) -> str:
    return f"${body}*{checksum(body):02X}"


def test_the_usual_examples_are_understood() -> None:
    reader = FixReader()
    assert reader.take(GGA) is None
    fix = reader.take(RMC)
    assert fix is not None
    assert (fix.lat, fix.lon) == pytest.approx((48.1173, 11.516667), abs=1e-6)
    assert fix.at == datetime(1994, 3, 23, 12, 35, 19, tzinfo=UTC)
    assert fix.speed_kmh == pytest.approx(41.4848)
    assert fix.accuracy_m == accuracy_of(0.9) == pytest.approx(4.5)


@pytest.mark.parametrize("talker", ["GP", "GN", "GL", "GA"])
def test_the_talker_does_not_matter(talker: str) -> None:
    assert FixReader().take(signed(f"{talker}RMC,123519.50,A,4807.038,S,01131.000,W,,,230394,,,A")) == Fix(
        pytest.approx(-11.516667),
        pytest.approx(-48.1173),
        datetime(1994, 3, 23, 12, 35, 19, 500_000, tzinfo=UTC),
        None,
        None,
    )


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        (RMC[:-1] + "B", "expected the checksum 6A, got 6B"),
        (RMC.replace("4807", "4808"), "expected the checksum"),
        (RMC[:40], "a sentence with its checksum"),
        ("", "a sentence with its checksum"),
        ("hello", "a sentence with its checksum"),
        (signed("GPRMC,123519,A,9999.99,N,01131.000,E,022.4,084.4,230394,003.1,W"), "no such place"),
        (signed("GPRMC,123519,A,4807.038,X,01131.000,E,022.4,084.4,230394,003.1,W"), "no such place"),
        (signed("GPRMC,129919,A,4807.038,N,01131.000,E,022.4,084.4,230394,003.1,W"), "expected the fields of RMC"),
        (signed("GPRMC,123519"), "expected the fields of RMC"),
        (signed("GPRMC,123519,A,4807.038,N,01131.000,E,nan,084.4,230394,003.1,W"), "no such number: nan"),
        (signed("GPGGA,123519,4807.038,N,01131.000,E,1,08,-0.9,545.4,M,46.9,M,,"), "no such number: -0.9"),
    ],
)
def test_a_broken_sentence_is_refused_and_counted(line: str, reason: str) -> None:
    reader = FixReader()
    with pytest.raises(BadSentence, match=reason.replace(".", r"\.")):
        reader.take(line)
    assert (reader.read, reader.bad) == (0, 1)


def test_without_a_position_there_is_no_fix() -> None:
    assert FixReader().take(signed("GPRMC,123519,V,,,,,,,230394,,,N")) is None


def a_gga(clock: str) -> str:
    return signed(f"GPGGA,{clock},4807.038,N,01131.000,E,1,08,0.9,545.4,M,46.9,M,,")


def until(*moment: int) -> Callable[[], datetime]:
    return lambda: datetime(*moment, tzinfo=UTC)


def test_a_receiver_without_rmc_is_read_by_gga_up_to_the_moment_that_is_known() -> None:
    assert [FixReader().take(a_gga(clock)) for clock in ("235958", "235959")] == [None, None]
    reader = FixReader(until(2026, 7, 2, 0, 1))
    fixes = [reader.take(a_gga(clock)) for clock in ("235958", "235958", "235959", "000000.5")]
    assert fixes[:2] == [None, None], "its RMC may still come"
    assert [fix.at for fix in fixes[2:]] == [
        datetime(2026, 7, 1, 23, 59, 59, tzinfo=UTC),
        datetime(2026, 7, 2, 0, 0, 0, 500_000, tzinfo=UTC),
    ]


def test_a_receiver_that_sends_zda_is_on_the_day_that_it_says() -> None:
    reader = FixReader(until(2026, 7, 2, 0, 1))
    lines = (signed("GPZDA,235957.00,23,03,1994,00,00"), a_gga("235958"), a_gga("235959"), a_gga("000001"))
    fixes = [reader.take(line) for line in lines]
    assert [fix.at.isoformat() for fix in fixes if fix] == ["1994-03-23T23:59:59+00:00", "1994-03-24T00:00:01+00:00"]


def test_a_receiver_with_rmc_is_on_its_own_day() -> None:
    reader = FixReader(until(2026, 7, 1))
    fixes = [reader.take(line) for line in (GGA, RMC, a_gga("123520"), a_gga("123521"))]
    assert [fix.at.year for fix in fixes if fix] == [1994]


def test_other_sentences_add_the_speed_or_nothing() -> None:
    reader = FixReader(until(2026, 7, 1))
    assert reader.take(signed("GPVTG,004.5,T,,M,024.2,N,044.8,K,A")) is None
    assert reader.take(signed("GPGSV,1,1,01,03,03,111,00")) is None
    assert reader.take(signed("PMTK010,001")) is None
    assert reader.take(a_gga("123518")) is None
    fix = reader.take(GGA)
    assert fix is not None
    assert fix.speed_kmh == 44.8


def test_a_drive_as_a_receiver_tells_it_gives_the_whole_fixes_and_none_of_the_broken() -> None:
    reader, fixes = FixReader(), []
    for line in DRIVE.read_bytes().decode("utf-8", "replace").splitlines():
        try:
            fix = reader.take(line)
        except BadSentence:
            continue
        if fix is not None:
            fixes.append(fix)
    assert [fix.at.second for fix in fixes] == [20, 21, 26, 27]
    assert reader.bad == 5  # words, a checksum, a cut, an impossible place, garbage
    assert [fix.accuracy_m for fix in fixes] == pytest.approx([4.5, 4.5, 5.0, 4.5])
    assert all(40 < fix.speed_kmh < 60 for fix in fixes)
    assert all(51.06 < fix.lat < 51.08 and -114.13 < fix.lon < -114.12 for fix in fixes)


@settings(deadline=None, derandomize=True, max_examples=200)
@given(st.text(max_size=120))
def test_whatever_comes_is_read_or_refused(text: str) -> None:
    for line in (text, signed(text.replace("*", "").replace("$", "").replace("!", ""))):
        with suppress(BadSentence):
            FixReader().take(line)


def test_the_name_is_without_the_talker() -> None:
    assert fields_of(RMC)[:3] == ["RMC", "123519", "A"]
