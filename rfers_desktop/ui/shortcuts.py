"""Which keys give which command: the usual ones, and those the user chose instead."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from PySide6.QtGui import QKeySequence

from .kept_json import keep_json, kept_object
from .part import Command


class Shortcuts:
    """The user's choice, kept in a file. Keys are written as Qt's portable text does: `Ctrl+Shift+P`."""

    def __init__(self, file: Path | None) -> None:
        """Without a file the choice is forgotten with the window."""
        self._file = file
        kept = kept_object(file) if file is not None else {}
        self._chosen = {name: keys for name, keys in kept.items() if isinstance(keys, str)}

    def keys_of(self, command: Command) -> str:
        """The keys of a command now; empty if it has none."""
        return normal_keys(self._chosen.get(command.id, command.keys))

    def is_usual(self, command: Command) -> bool:
        """Whether a command has the keys it comes with."""
        return self.keys_of(command) == normal_keys(command.keys)

    def holder(self, keys: str, commands: Iterable[Command]) -> Command | None:
        """Who has these keys already, or keys that begin like them, so that one could not be told from the other."""
        wanted = normal_keys(keys)
        return next((command for command in commands if wanted and _collide(wanted, self.keys_of(command))), None)

    def choose(self, command: Command, keys: str) -> None:
        """Give a command other keys, none with empty ones; raises OSError if they cannot be kept."""
        self._chosen[command.id] = normal_keys(keys)
        if self.is_usual(command):
            del self._chosen[command.id]
        self._keep()

    def reset(self) -> None:
        """All commands get their usual keys back."""
        self._chosen = {}
        self._keep()

    def _keep(self) -> None:
        if self._file is not None:
            keep_json(self._file, self._chosen)


def normal_keys(keys: str) -> str:
    """Keys as they are compared and kept."""
    return QKeySequence(keys).toString(QKeySequence.SequenceFormat.PortableText)


def shown_keys(keys: str) -> str:
    """Keys as the user's system writes them."""
    return QKeySequence(keys).toString(QKeySequence.SequenceFormat.NativeText)


def _collide(one: str, other: str) -> bool:
    if not other:
        return False
    return QKeySequence(one).matches(QKeySequence(other)) is not QKeySequence.SequenceMatch.NoMatch or (
        QKeySequence(other).matches(QKeySequence(one)) is not QKeySequence.SequenceMatch.NoMatch
    )
