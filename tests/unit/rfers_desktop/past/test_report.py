"""Tests of the report of a replay."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

from rfers_desktop.past.report import Picture, report_html
from rfers_desktop.store.replay_result import ReplayResult
from tests.replay_results import write_a_result

MADE_AT = datetime(2026, 8, 1, 9, 30, tzinfo=UTC)


def test_the_page_has_what_was_asked_the_pictures_and_the_tables(tmp_path: Path) -> None:
    result = ReplayResult(write_a_result(tmp_path))
    page = report_html(
        result, [Picture("Map", b"png", 640)], [("Found", ("Name", "Events"), [("North", 1200)])], MADE_AT
    )
    for words in (
        "2026-07-01 12:00:00",
        "live",
        "2026-08-01 09:30 UTC",
        "data:image/png;base64,cG5n",
        "1,200",
        "North",
    ):
        assert words in page


def test_names_are_text_and_never_markup(tmp_path: Path) -> None:
    result = ReplayResult(write_a_result(tmp_path))
    page = report_html(result, [], [("T", ("Name",), [("<script>alert(1)</script>",)])], MADE_AT)
    assert "<script>" not in page
    assert "&lt;script&gt;" in page


def test_a_table_without_rows_says_so(tmp_path: Path) -> None:
    page = report_html(ReplayResult(write_a_result(tmp_path)), [], [("T", ("Name",), [])], MADE_AT)
    assert "Nothing matched." in page
