"""The menu in which the theme is chosen; the choice is kept for the next time."""

from __future__ import annotations

import json
from pathlib import Path

from PySide6.QtCore import Signal
from PySide6.QtGui import QAction, QActionGroup
from PySide6.QtWidgets import QApplication, QMenu, QWidget

from rfers_desktop.language import later, tr

from .look import apply_theme
from .themes import DAY, THEMES, Theme

_KEY = "theme"
_HINTS = {
    later("Day"): later("For bright rooms and print"),
    later("Dusk"): later("Dim and warm"),
    later("Night"): later("Dark and red, for eyes used to the dark"),
}


def remembered_theme(file: Path) -> Theme:
    """The theme that was chosen last; day if none was, or the file cannot be read."""
    try:
        kept = json.loads(file.read_text("utf-8"))
    except (OSError, ValueError):
        return DAY
    name = kept.get(_KEY) if isinstance(kept, dict) else None
    return THEMES.get(name, DAY) if isinstance(name, str) else DAY


def remember_theme(file: Path, theme: Theme) -> None:
    """Keep a choice; raises OSError if that cannot be done."""
    file.parent.mkdir(parents=True, exist_ok=True)
    fresh = file.with_name(file.name + ".new")
    fresh.write_text(json.dumps({_KEY: theme.name}) + "\n", "utf-8")
    fresh.replace(file)


class ThemeMenu(QMenu):
    """One of the themes is ticked. The application wears it, from the start on; `chosen` is for what paints itself."""

    chosen = Signal(object)  # Theme
    problem = Signal(str)  # the choice could not be kept

    def __init__(self, app: QApplication, file: Path, parent: QWidget | None = None) -> None:
        super().__init__(tr("&Theme"), parent)
        self._app = app
        self._file = file
        self.theme = remembered_theme(file)
        self.setToolTipsVisible(True)
        self.setAccessibleName(tr("Theme"))
        group = QActionGroup(self)
        self.actions_by_name: dict[str, QAction] = {}
        for name, theme in THEMES.items():
            action = QAction(f"&{tr(name)}", self)
            action.setCheckable(True)
            action.setChecked(theme is self.theme)
            action.setToolTip(tr(_HINTS[name]))
            action.triggered.connect(lambda _=False, chosen=theme: self.choose(chosen))
            group.addAction(action)
            self.addAction(action)
            self.actions_by_name[name] = action
        apply_theme(app, self.theme)

    def choose(self, theme: Theme) -> None:
        """Put a theme on, now and the next time."""
        self.theme = theme
        self.actions_by_name[theme.name].setChecked(True)
        apply_theme(self._app, theme)
        self.chosen.emit(theme)
        try:
            remember_theme(self._file, theme)
        except OSError as error:
            self.problem.emit(tr("The theme could not be kept for the next time: {error}", error=error))
