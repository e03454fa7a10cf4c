"""Topics find their attributes whatever the case, and suggest names."""

from broker_local.protocol.topic import AttributeType
from tests.builders import EA_LOCATION


def test_an_attribute_is_found_whatever_the_case() -> None:
    found = EA_LOCATION.find("SPEED")
    assert found is not None
    assert found.name == "Speed"
    assert EA_LOCATION.find("Velocity") is None


def test_a_misspelt_attribute_gets_a_suggestion() -> None:
    assert EA_LOCATION.suggest("AsetID") == "did you mean 'AssetID'?"
    assert EA_LOCATION.suggest("qqq") is None


def test_only_numbers_are_numeric() -> None:
    assert [t for t in AttributeType if t.is_numeric] == [AttributeType.INTEGER, AttributeType.NUMBER]
