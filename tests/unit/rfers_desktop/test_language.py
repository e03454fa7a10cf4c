"""Tests of the words on screen."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from broker_local.protocol.errors import ProtocolError
from rfers_desktop.language import (
    ENGLISH,
    Language,
    languages,
    present_language,
    read_language,
    tr,
    tr_count,
    use_language,
)

FRENCH = Language(
    "fr", "Français", {"Zones of {user}": "Zones de {user}", "{count} alert": "{count} alerte"}, is_zero_one=True
)


@pytest.fixture(autouse=True)
def back_to_english() -> Iterator[None]:
    before = present_language()
    yield
    use_language(before)


def test_english_stands_in_the_code() -> None:
    assert tr("Zones of {user}", user="ana") == "Zones of ana"


def test_another_language_replaces_the_sentence_and_keeps_the_values() -> None:
    use_language(FRENCH)
    assert tr("Zones of {user}", user="ana") == "Zones de ana"


def test_what_a_language_lacks_stays_english() -> None:
    use_language(FRENCH)
    assert tr("Not in the table") == "Not in the table"


@pytest.mark.parametrize(("count", "said"), [(0, "0 alerts"), (1, "1 alert"), (1200, "1,200 alerts")])
def test_english_counts(count: int, said: str) -> None:
    assert tr_count("{count} alert", "{count} alerts", count) == said


def test_french_says_none_as_it_says_one() -> None:
    use_language(FRENCH)
    assert tr_count("{count} alert", "{count} alerts", 0) == "0 alerte"


def test_languages_are_tables_in_a_folder(tmp_path: Path) -> None:
    (tmp_path / "fr.json").write_text('{"name": "Français", "is_zero_one": true, "words": {"Yes": "Oui"}}', "utf-8")
    found = languages(tmp_path)
    assert list(found) == [ENGLISH, "fr"]
    assert found["fr"] == Language("fr", "Français", {"Yes": "Oui"}, is_zero_one=True)


@pytest.mark.parametrize("content", ['{"words": {}}', '{"name": "F"}', '{"name": "F", "words": {"a": 1}}', "[]", "{"])
def test_a_table_that_is_none_is_refused_by_name(tmp_path: Path, content: str) -> None:
    file = tmp_path / "fr.json"
    file.write_text(content, "utf-8")
    with pytest.raises(ProtocolError, match=r"fr\.json"):
        read_language(file)
