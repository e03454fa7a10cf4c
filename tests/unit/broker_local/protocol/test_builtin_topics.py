"""The four topics of the thesis, with its attribute names."""

import pytest

from broker_local.protocol.builtin_topics import builtin_topics

_TABLES = {  # thesis tables 4.1 to 4.4; ? marks an optional attribute
    "EALocation": "AssetID AssetName? Speed PosDate PosTime",
    "WSObservation": "SensorID SensorName? Temperature Humidity ObsDate ObsTime",
    "FireIncReports": "Address? IncDate? IncTime? ReportID? Reporter? IncCause? IncPhoto? Description?",
    "WFireRSImage": "RasterFile RasterDate RasterTime RasterDesc?",
}


@pytest.mark.parametrize("name", _TABLES)
def test_a_topic_has_the_attributes_of_its_table(name: str) -> None:
    topic = builtin_topics()[name]
    assert " ".join(a.name + ("" if a.mandatory else "?") for a in topic.attributes) == _TABLES[name]


def test_there_are_exactly_four() -> None:
    assert set(builtin_topics()) == set(_TABLES)
