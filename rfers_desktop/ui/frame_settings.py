"""The settings of the frame itself: language, theme, and how coordinates are written."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from rfers_desktop.change import Change
from rfers_desktop.geo.coordinates import CoordinateFormat
from rfers_desktop.language import ENGLISH, Language, languages, tr

from .kept_json import keep_json, kept_object
from .part import Command, Desk, Panel
from .setting import Choice, Setting
from .themes import THEMES

_FILE = "frame.json"
_LANGUAGE, _COORDINATES = "language", "coordinates"
_AS_SYSTEM = ""


def remembered_language(folder: Path, system: str) -> Language:
    """The language that was chosen; else that of the system (`fr-CA`), and English if there is no such table."""
    chosen = kept_object(folder / _FILE).get(_LANGUAGE)
    known = languages()
    code = chosen if isinstance(chosen, str) and chosen in known else system.partition("-")[0].partition("_")[0]
    return known.get(code, known[ENGLISH])


class FrameSettings:
    """Brings the rows, and keeps what is chosen in one file."""

    def __init__(self, desk: Desk) -> None:
        self._pane = desk.pane
        self._file = desk.settings / _FILE
        self._problem = desk.notice.show_problem
        written = kept_object(self._file).get(_COORDINATES)
        if written in list(CoordinateFormat):
            desk.pane.readout.use(CoordinateFormat(str(written)))
        desk.pane.readout.format_changed.connect(self._keep_format)

    def settings(self) -> Sequence[Setting]:
        """In the order in which they are shown."""
        looks = tr("Look")
        known = [(language.code, language.name) for language in languages().values()]
        return (
            Choice(
                looks,
                tr("Language"),
                [(_AS_SYSTEM, tr("As the system")), *known],
                self._language,
                lambda code: self._keep(_LANGUAGE, code),
                tr("Holds from the next start on."),
            ),
            Choice(
                looks,
                tr("Theme"),
                [(name, tr(name)) for name in THEMES],
                lambda: self._pane.theme_menu.theme.name,
                lambda name: self._pane.theme_menu.choose(THEMES[name]),
            ),
            Choice(
                tr("Map"),
                tr("Coordinates"),
                [(style.value, tr(style.value)) for style in CoordinateFormat],
                lambda: self._pane.readout.format.value,
                lambda value: self._pane.readout.use(CoordinateFormat(value)),
            ),
        )

    def commands(self) -> Sequence[Command]:
        return ()

    def panels(self) -> Sequence[Panel]:
        return ()

    def show(self, change: Change) -> None:
        """Changes of the desk change no setting."""

    def close(self) -> None:
        """Everything is kept as soon as it is chosen."""

    def _language(self) -> str:
        chosen = kept_object(self._file).get(_LANGUAGE)
        return chosen if isinstance(chosen, str) else _AS_SYSTEM

    def _keep_format(self, value: str) -> None:
        try:
            self._keep(_COORDINATES, value)
        except OSError as error:
            self._problem(tr("The choice could not be kept for the next time: {error}", error=error))

    def _keep(self, key: str, value: str) -> None:
        keep_json(self._file, {**kept_object(self._file), key: value})
