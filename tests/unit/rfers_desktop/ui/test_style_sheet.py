"""Tests of the style sheet."""

from __future__ import annotations

import re
from dataclasses import astuple
from pathlib import Path

import pytest

from rfers_desktop.ui.style_sheet import style_sheet
from rfers_desktop.ui.themes import DAY, THEMES, Theme

themes = pytest.mark.parametrize("theme", THEMES.values(), ids=THEMES)


@themes
def test_every_colour_comes_from_the_theme(theme: Theme) -> None:
    used = set(re.findall(r"#[0-9a-f]{6}\b", style_sheet(theme)))
    assert used
    assert used <= set(astuple(theme))


@themes
def test_no_colour_is_named_or_mixed_besides(theme: Theme) -> None:
    rules = re.sub(r"#\w+", "", style_sheet(theme))
    assert not re.search(r"\b(white|black|red|rgb|rgba|palette)\b", rules)


@themes
def test_the_braces_match(theme: Theme) -> None:
    sheet = style_sheet(theme)
    assert sheet.count("{") == sheet.count("}") > 40
    assert all(rule.count("{") == 1 for rule in sheet.split("}")[:-1])


def test_themes_differ_in_colours_alone() -> None:
    plain = {re.sub(rf"#[0-9a-f]{{6}}\b|/{theme.name.lower()}/", "", style_sheet(theme)) for theme in THEMES.values()}
    assert len(plain) == 1
    assert len({style_sheet(theme) for theme in THEMES.values()}) == len(THEMES)
    assert DAY.accent in style_sheet(DAY)


@themes
def test_signs_are_there_in_the_colour_of_the_theme_s_text(theme: Theme) -> None:
    signs = set(re.findall(r'url\("([^"]+)"\)', style_sheet(theme)))
    assert len(signs) == 6
    for sign in signs:
        assert f'stroke="{theme.text}"' in Path(sign).read_text("utf-8")
