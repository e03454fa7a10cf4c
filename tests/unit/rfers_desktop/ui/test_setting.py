"""Tests of what can be set, as rows."""

from __future__ import annotations

from collections.abc import Sequence

from rfers_desktop.ui.setting import HasSettings, Setting, Switch


class Bell:
    def settings(self) -> Sequence[Setting]:
        return [Switch("Sounds", "Bell", lambda: True, lambda _: None)]


def test_a_part_with_settings_is_known_by_what_it_has() -> None:
    assert isinstance(Bell(), HasSettings)
    assert not isinstance(object(), HasSettings)
