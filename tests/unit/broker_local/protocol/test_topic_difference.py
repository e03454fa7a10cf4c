"""The difference between two schemas in words, and which newer one may take an older one's place."""

from dataclasses import replace

import pytest

from broker_local.protocol.operators import GeometryKind
from broker_local.protocol.topic import Attribute, AttributeType, TimeSource, Topic
from broker_local.protocol.topic_difference import differences, is_compatible

DEPTH = Attribute("Depth", AttributeType.NUMBER, mandatory=True, unit="m", minimum=0)
SEEN = Attribute("Seen", AttributeType.TIMESTAMP)
FLOODS = Topic("Floods", frozenset({GeometryKind.POLYGON}), (DEPTH, SEEN), key="Depth")
NOTE = Attribute("Note", AttributeType.TEXT)


@pytest.mark.parametrize(
    ("new", "expected"),
    [
        (FLOODS, []),
        (replace(FLOODS, title="High water", version=2), []),
        (replace(FLOODS, attributes=(replace(DEPTH, description="at the gauge"), SEEN)), []),
        (replace(FLOODS, attributes=(SEEN, DEPTH)), []),
        (replace(FLOODS, attributes=(DEPTH, SEEN, NOTE)), ["attribute Note added"]),
        (
            replace(FLOODS, attributes=(DEPTH, SEEN, replace(NOTE, mandatory=True))),
            ["mandatory attribute Note added"],
        ),
        (replace(FLOODS, attributes=(DEPTH,)), ["attribute Seen removed"]),
        (
            replace(FLOODS, attributes=(replace(DEPTH, type=AttributeType.INTEGER), SEEN)),
            ["attribute Depth: number became integer"],
        ),
        (
            replace(FLOODS, attributes=(replace(DEPTH, mandatory=False), replace(SEEN, mandatory=True))),
            ["attribute Depth became optional", "attribute Seen became mandatory"],
        ),
        (
            replace(FLOODS, attributes=(replace(DEPTH, unit="ft", minimum=None), SEEN)),
            ["attribute Depth, unit: m became ft", "attribute Depth, minimum: 0 became none"],
        ),
        (
            replace(FLOODS, geometries=frozenset({GeometryKind.POINT, GeometryKind.POLYGON}), key=None),
            ["geometries: Polygon became Point or Polygon", "key: Depth became none"],
        ),
        (replace(FLOODS, happened=TimeSource(timestamp="Seen")), ["happened: none became Seen"]),
        (replace(FLOODS, geometry_unless="Seen"), ["geometry_unless: none became Seen"]),
    ],
)
def test_what_matters_to_events_and_filters_is_told(new: Topic, expected: list[str]) -> None:
    assert differences(FLOODS, new) == expected
    assert is_compatible(FLOODS, new) == (expected in ([], ["attribute Note added"]))
