"""Errors of the contract: field, expected and given, in one readable line."""

import pytest

from broker_local.protocol.errors import FilterError, Given, ProtocolError, did_you_mean, shown


def test_an_error_names_field_expected_and_given() -> None:
    error = ProtocolError("event.Humidity", expected="a number from 0 to 1", got="damp")
    assert str(error) == "event.Humidity: expected a number from 0 to 1, got 'damp'"


def test_a_hint_stands_at_the_end() -> None:
    assert (
        str(ProtocolError("a", expected="b", got=Given("nothing"), hint="try c")) == "a: expected b, got nothing; try c"
    )


def test_a_long_value_is_cut() -> None:
    assert len(shown("x" * 1000)) == 60
    assert shown("x" * 1000).endswith("…")


def test_an_error_can_be_named_from_further_out() -> None:
    error = ProtocolError("geometry", expected="a Point", got=3).within("features[3]")
    assert str(error) == "features[3].geometry: expected a Point, got 3"


def test_a_strangers_field_name_cannot_break_a_log() -> None:
    error = ProtocolError("properties.\ud800\n" + "x" * 900, expected="b", got=1)
    str(error).encode("utf-8")
    assert "\n" not in str(error)
    assert len(error.field) <= 200


@pytest.mark.parametrize(
    ("given", "meant"), [("Temprature", "Temperature"), ("speed", "Speed"), ("zzz", None), ("HUMIDITY", "Humidity")]
)
def test_a_near_name_is_suggested_and_a_far_one_is_not(given: str, meant: str | None) -> None:
    assert did_you_mean(given, ["Temperature", "Speed", "Humidity"]) == meant


def test_a_filter_error_points_at_its_character() -> None:
    error = FilterError("Speed >\n Sped", 9, expected="an attribute", got="Sped")
    line, caret = error.pointed().split("\n")
    assert line == " Sped"
    assert caret.index("^") == 1
    assert "(at character 10)" in str(error)
