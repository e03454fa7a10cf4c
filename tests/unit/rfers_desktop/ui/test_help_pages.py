"""Tests of the manual's pages: those that are there, and how they are found."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from rfers_desktop.language import Language, present_language, use_language
from rfers_desktop.ui.help_pages import FIRST, HelpPage, help_folder, help_pages

LINK = re.compile(r"(!?)\[[^\]]*\]\(([^)]+)\)")


@pytest.fixture(autouse=True)
def back_to_english() -> Iterator[None]:
    before = present_language()
    yield
    use_language(before)


def test_the_manual_has_its_pages_in_reading_order() -> None:
    names = [page.name for page in help_pages()]
    assert names[0] == FIRST
    wanted = ["first-steps", "subscribe", "filters", "alerts", "map", "thermal", "replay", "keys"]
    assert [name for name in names if name in wanted] == wanted


@pytest.mark.parametrize("page", help_pages(), ids=lambda page: page.name)
def test_every_picture_and_page_that_is_named_is_there(page: HelpPage) -> None:
    assert page.text.startswith("# ")
    for is_picture, target in LINK.findall(page.text):
        assert (help_folder() / target).is_file(), f"{target} {'picture' if is_picture else 'page'}"


def test_a_search_wants_all_words_in_any_case_and_without_accents() -> None:
    page = HelpPage("zones", "Zones", "# Zones\nDraw a périmètre.")
    assert page.answers("PERIMETRE draw")
    assert not page.answers("perimetre wind")
    assert page.answers("")


def test_a_translated_page_takes_the_place_of_the_english_one(tmp_path: Path) -> None:
    (tmp_path / "fr").mkdir()
    (tmp_path / "map.md").write_text("# The map\n", "utf-8")
    (tmp_path / "zzz.md").write_text("# More\n", "utf-8")
    (tmp_path / "fr" / "map.md").write_text("# La carte\n", "utf-8")
    assert [page.title for page in help_pages(tmp_path)] == ["The map", "More"]
    use_language(Language("fr", "Français"))
    assert [page.title for page in help_pages(tmp_path)] == ["La carte", "More"]


def test_the_french_manual_names_only_what_is_there() -> None:
    use_language(Language("fr", "Français"))
    pages = {page.name: page for page in help_pages()}
    assert pages[FIRST].title == "Premiers pas"
    for page in pages.values():
        for _, target in LINK.findall(page.text):
            assert (help_folder() / target).is_file(), f"{page.name}: {target}"


def test_no_page_is_translated_that_is_no_more() -> None:
    names = {file.stem for file in help_folder().glob("*.md")}
    assert {file.stem for file in (help_folder() / "fr").glob("*.md")} <= names
