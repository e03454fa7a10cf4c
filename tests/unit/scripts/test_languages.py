"""Tests of the languages: every sentence of the desktop is in every table, and no other."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from rfers_desktop.language import ENGLISH, Language, languages
from scripts.languages import Comparison, Sentence, compare, main, sentences, unmarked

SAID = sentences()
OTHERS = [language for language in languages().values() if language.code != ENGLISH]


@pytest.mark.parametrize("language", OTHERS, ids=lambda language: language.code)
def test_a_language_says_everything_and_nothing_else_with_the_same_values(language: Language) -> None:
    assert compare(language, SAID) == Comparison((), (), ())


def test_french_is_there() -> None:
    assert "fr" in languages()


def test_sentences_are_found_by_the_calls_that_say_them(tmp_path: Path) -> None:
    (tmp_path / "rfers_desktop").mkdir()
    lines = [
        'tr("One")',
        'tr_count("{count} thing", "{count} things", 3)',
        'X = later("Later")',
        "tr(name)",
        'tr("One")',
    ]
    (tmp_path / "rfers_desktop" / "a.py").write_text("\n".join(lines), "utf-8")
    found = sentences(tmp_path)
    assert [sentence.text for sentence in found] == ["One", "{count} thing", "{count} things", "Later"]
    assert found[0].place == "rfers_desktop/a.py:1"


def test_the_guides_of_scenarios_are_sentences_too(tmp_path: Path) -> None:
    step = {"at_s": 0, "title": "Smoke", "see": "You see it", "try": "Look"}
    (tmp_path / "resources" / "scenarios" / "a").mkdir(parents=True)
    given = {"order": 1, "title": "A fire", "about": "not shown", "steps": [step]}
    (tmp_path / "resources" / "scenarios" / "a" / "tour.json").write_text(json.dumps(given), "utf-8")
    assert [sentence.text for sentence in sentences(tmp_path)] == ["A fire", "Smoke", "You see it", "Look"]


def test_the_titles_of_the_topics_that_are_always_there_are_sentences_too() -> None:
    assert "Fire incident reports" in {sentence.text for sentence in SAID}


def test_what_is_missing_stale_or_names_other_values_is_told() -> None:
    said = [Sentence("Hello {user}", "a.py:1"), Sentence("Yes", "a.py:2")]
    found = compare(Language("xx", "X", {"Hello {user}": "Salut {nom}", "No": "Non"}), said)
    assert found == Comparison((said[1],), ("No",), ("Hello {user}",))


def test_the_command_says_how_far_each_language_is(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([]) in (0, 1)
    assert "Français" in capsys.readouterr().out


def test_no_words_reach_the_screen_past_the_languages() -> None:
    assert unmarked() == []


def test_words_that_reach_tr_by_a_table_or_a_choice_are_found(tmp_path: Path) -> None:
    (tmp_path / "rfers_desktop").mkdir()
    lines = [
        '_TABLE = {"key": "In a table", "other": later("Marked")}',
        "def say(key, is_one):",
        "    tr(_TABLE[key])",
        '    words = "One way" if is_one else "Another"',
        "    tr(words)",
        '    tr(_TABLE.get(key, "Else"))',
    ]
    (tmp_path / "rfers_desktop" / "a.py").write_text("\n".join(lines), "utf-8")
    found = {sentence.text: sentence.place for sentence in unmarked(tmp_path)}
    assert sorted(found) == ["Another", "Else", "In a table", "One way"]
    assert found["One way"] == "rfers_desktop/a.py:4"
