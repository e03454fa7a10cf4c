"""Tests of which attribute is a name."""

from __future__ import annotations

import pytest

from rfers_desktop.layers.name_column import name_column


@pytest.mark.parametrize(
    ("columns", "name"),
    [
        (("id", "Name"), "Name"),
        (("IncidentName", "id", "name"), "name"),
        (("OBJECTID", "IncidentName", "UnitName"), "IncidentName"),
        (("gid", "STATION_NAME"), "STATION_NAME"),
        (("NOM",), "NOM"),
        (("economic", "lanes"), None),
        ((), None),
    ],
)
def test_the_attribute_that_is_called_a_name_is_one(columns: tuple[str, ...], name: str | None) -> None:
    assert name_column(columns) == name
