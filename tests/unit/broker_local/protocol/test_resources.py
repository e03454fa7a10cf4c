"""The data files are found."""

from broker_local.protocol.resources import resources_dir


def test_the_topics_are_among_the_resources() -> None:
    assert (resources_dir() / "topics" / "EALocation.json").is_file()
