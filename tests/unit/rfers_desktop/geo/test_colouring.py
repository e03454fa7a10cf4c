"""Tests of turning values into colours."""

from __future__ import annotations

import numpy as np
import pytest

from broker_local.protocol.errors import ProtocolError
from rfers_desktop.geo.colour_ramps import EMBER, WHITE_HOT
from rfers_desktop.geo.colouring import TEMPERATURE_CLASSES_C, Colouring, default_edges, range_of, unit_text


def coloured(colouring: Colouring, *values: float) -> list[list[int]]:
    row = np.array([values], dtype=np.float32)
    return colouring.colours(row, np.isfinite(row))[0].tolist()


def test_a_range_runs_over_the_ramp_and_what_is_beyond_has_its_ends() -> None:
    table = EMBER.table().tolist()
    colouring = Colouring(0.0, 256.0)
    assert coloured(colouring, 0.0, 1.0, 255.5, 9e9, -9e9) == [[*table[at], 255] for at in (0, 1, 255, 255, 0)]


def test_what_is_not_valid_is_transparent() -> None:
    assert coloured(Colouring(), float("nan"), 1.0)[0] == [0, 0, 0, 0]


def test_classes_have_one_colour_each_and_an_edge_belongs_to_the_class_above() -> None:
    colouring = Colouring(0.0, 1.0, WHITE_HOT, (50.0, 150.0))
    low, edge, middle, high = coloured(colouring, 49.9, 50.0, 149.0, 150.0)
    assert edge == middle
    assert len({tuple(colour) for colour in (low, middle, high)}) == 3


@pytest.mark.parametrize("span", [(1.0, 1.0), (2.0, 1.0), (float("nan"), 1.0), (0.0, float("inf"))])
def test_a_range_must_be_a_number_and_a_higher_one(span: tuple[float, float]) -> None:
    with pytest.raises(ProtocolError, match="range: expected a number and a higher one"):
        Colouring(*span)


@pytest.mark.parametrize("edges", [(2.0, 1.0), (1.0, 1.0), tuple(float(i) for i in range(12)), (float("nan"),)])
def test_edges_of_classes_must_rise_and_be_few(edges: tuple[float, ...]) -> None:
    with pytest.raises(ProtocolError, match="classes: expected up to 11 rising numbers"):
        Colouring(edges=edges)


def test_the_range_of_an_image_leaves_its_few_extremes_out() -> None:
    sample = np.append(np.linspace(10, 20, 10_000), [-999.0] * 5).astype(np.float32)
    low, high = range_of(sample)
    assert low == pytest.approx(10.2, abs=0.1)
    assert high == pytest.approx(20.0, abs=0.1)


@pytest.mark.parametrize("sample", [[], [5.0, 5.0], [0.0], [-3.0]])
def test_there_is_a_range_even_where_all_values_are_the_same(sample: list[float]) -> None:
    low, high = range_of(np.array(sample, dtype=np.float32))
    assert low < high


def test_temperature_classes_follow_the_unit_and_others_the_range() -> None:
    assert default_edges("degC", 0, 1) == TEMPERATURE_CLASSES_C
    assert default_edges("K", 0, 1)[0] == pytest.approx(323.15)
    assert default_edges("", 0.0, 10.0) == pytest.approx((2.0, 4.0, 6.0, 8.0))


@pytest.mark.parametrize(("unit", "text"), [("degC", "°C"), ("kelvin", "K"), ("W/m2", "W/m2"), ("", "")])
def test_units_are_written_as_people_write_them(unit: str, text: str) -> None:
    assert unit_text(unit) == text
