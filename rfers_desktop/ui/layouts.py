"""Arrangements of the window: the present one is there again the next time, others are kept by name."""

from __future__ import annotations

import base64
import binascii
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path

from PySide6.QtCore import QByteArray, QSize
from PySide6.QtWidgets import QMainWindow

from .docks import Docks
from .kept_json import keep_json, kept_object

_VERSION = 2  # of the names of bars and panels, and of where they are at first
_FRAME_PX = 40  # what a desktop puts around a window, above all its title


@dataclass(frozen=True, slots=True)
class Layout:
    """Where the window, its bars and its panels are."""

    geometry: str  # as Qt writes it, in Base64
    state: str
    panels: tuple[str, ...]  # those there were; later ones are put where they are usually


class Layouts:
    """The layouts of one window, in one file. What is no layout in the file counts as not there."""

    def __init__(self, window: QMainWindow, docks: Docks, file: Path) -> None:
        """To be made when everything is docked: what is there now is the usual layout."""
        self._window = window
        self._docks = docks
        self._file = file
        self._usual = self.present()
        kept = kept_object(file)
        self._last = _layout(kept.get("present"))
        named = kept.get("named")
        read = {name: _layout(value) for name, value in named.items()} if isinstance(named, dict) else {}
        self._named = {name: layout for name, layout in read.items() if layout is not None}

    def names(self) -> list[str]:
        """The names of those that are kept."""
        return sorted(self._named, key=str.casefold)

    def present(self) -> Layout:
        """What the window looks like now."""
        window = self._window
        state = _text(window.saveState(_VERSION))
        return Layout(_text(window.saveGeometry()), state, tuple(self._docks.ids()))

    def restore_last(self) -> None:
        """Arrange the window as it was when it was last closed."""
        if self._last is not None:
            self._window.restoreGeometry(_bytes(self._last.geometry))
            self._arrange(self._last)

    def needs_all_of(self, room: QSize) -> bool:
        """Whether the window, which nobody has arranged yet, has no place on a screen with its frame around it."""
        window = self._window.size()
        return self._last is None and (window.width() > room.width() or window.height() + _FRAME_PX > room.height())

    def save(self, name: str) -> None:
        """Keep the present layout under a name; one of the same name is replaced."""
        self._named[name] = self.present()
        self._keep()

    def use(self, name: str) -> None:
        """Arrange bars and panels as they were when this was saved; the window stays where it is."""
        self._arrange(self._named[name])

    def delete(self, name: str) -> None:
        """Forget a layout."""
        del self._named[name]
        self._keep()

    def reset(self) -> None:
        """Arrange everything as it is the first time."""
        self._arrange(self._usual)

    def close(self) -> None:
        """Remember how the window is arranged."""
        self._last = self.present()
        self._keep()

    def _arrange(self, layout: Layout) -> None:
        self._window.restoreState(_bytes(layout.state), _VERSION)
        self._docks.place_missing(layout.panels)

    def _keep(self) -> None:
        named = {name: asdict(layout) for name, layout in self._named.items()}
        keep_json(self._file, {"present": None if self._last is None else asdict(self._last), "named": named})


def _layout(value: object) -> Layout | None:
    if not isinstance(value, Mapping):
        return None
    geometry, state, panels = value.get("geometry"), value.get("state"), value.get("panels")
    if not isinstance(geometry, str) or not isinstance(state, str) or not isinstance(panels, list):
        return None
    try:
        base64.b64decode(geometry, validate=True), base64.b64decode(state, validate=True)
    except (binascii.Error, ValueError):
        return None
    return Layout(geometry, state, tuple(str(panel) for panel in panels))


def _text(content: QByteArray) -> str:
    return base64.b64encode(content.data()).decode("ascii")


def _bytes(text: str) -> QByteArray:
    return QByteArray(base64.b64decode(text))
