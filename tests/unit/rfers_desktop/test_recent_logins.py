"""Tests of where a desk was logged in last."""

from __future__ import annotations

from pathlib import Path

import pytest

from rfers_desktop.recent_logins import MOST, USUAL_SERVER, RecentLogin, RecentLogins


def test_the_first_time_this_computer_is_offered(tmp_path: Path) -> None:
    assert RecentLogins(tmp_path / "logins.json").latest == RecentLogin(USUAL_SERVER, "")


def test_the_latest_is_first_and_each_stands_once(tmp_path: Path) -> None:
    recent = RecentLogins(tmp_path / "logins.json")
    for server, user in [("a:1", "ann"), ("b:1", "ben"), ("a:1", "ann"), ("a:1", "cid")]:
        recent.remember(server, user)
    again = RecentLogins(tmp_path / "logins.json")
    assert again.all == (RecentLogin("a:1", "cid"), RecentLogin("a:1", "ann"), RecentLogin("b:1", "ben"))
    assert again.servers() == ["a:1", "b:1"]
    assert again.user_at("a:1") == "cid"
    assert again.user_at("nowhere") == ""


def test_no_more_are_kept_than_a_list_shows(tmp_path: Path) -> None:
    recent = RecentLogins(tmp_path / "logins.json")
    for number in range(MOST + 3):
        recent.remember(f"host{number}:1", "ann")
    assert len(RecentLogins(tmp_path / "logins.json").all) == MOST


def test_whether_the_companion_stays_is_remembered(tmp_path: Path) -> None:
    assert not RecentLogins(tmp_path / "logins.json").keeps_companion
    RecentLogins(tmp_path / "logins.json").keep_companion(True)
    assert RecentLogins(tmp_path / "logins.json").keeps_companion


@pytest.mark.parametrize("content", ["", "[]", "{}", '{"logins": 3, "keeps_companion": true}', '{"logins": [3]}'])
def test_a_file_that_cannot_be_read_counts_as_empty(tmp_path: Path, content: str) -> None:
    file = tmp_path / "logins.json"
    file.write_text(content, "utf-8")
    assert RecentLogins(file).all == ()
