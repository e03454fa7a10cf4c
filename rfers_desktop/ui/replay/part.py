"""The analyst's part of the window: ask for a replay, open one, and keep their windows."""

from __future__ import annotations

import importlib.util
import json
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtWidgets import QFileDialog

from broker_local.protocol.errors import Given, ProtocolError
from rfers_desktop.change import Change
from rfers_desktop.language import tr
from rfers_desktop.ui.part import Command, Desk, Panel
from rfers_desktop.ui.themes import Theme

from .ask_replay import AskReplayDialog

if TYPE_CHECKING:  # loaded with the first replay: a window that plays none starts without Parquet
    from .replay_window import ReplayWindow

_NEEDED = ("pyarrow", "PIL")
_REMEMBERED = "replay.json"


class ReplayPart:
    """Replays play in windows of their own, so that the past is never on the live map."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._dialog: AskReplayDialog | None = None
        self.windows: list[ReplayWindow] = []
        desk.pane.theme_menu.chosen.connect(self._use_theme)

    def commands(self) -> Sequence[Command]:
        """The menu of replays."""
        menu = tr("&Replay")
        return (
            Command("replay.start", tr("&Replay the past…"), menu, self.ask, "Ctrl+Shift+R"),
            Command("replay.open", tr("&Open a replay…"), menu, self.ask_folder),
        )

    def panels(self) -> Sequence[Panel]:
        """None: a replay has a window of its own."""
        return ()

    def show(self, change: Change) -> None:
        """What happens now is not of the past."""

    def close(self) -> None:
        """The program ends: so do replays."""
        if self._dialog is not None:
            self._dialog.child.stop()
        for window in list(self.windows):
            window.close()

    def ask(self) -> AskReplayDialog:
        """Ask which archive, when, where and whose subscriptions."""
        if self._dialog is None:
            area = self._desk.pane.canvas.shown_area()
            self._dialog = AskReplayDialog(self._archive(), area, self._desk.window)
            self._dialog.done_in.connect(self.open)
            self._dialog.finished.connect(self._forget_dialog)
        self._dialog.show()
        return self._dialog

    def ask_folder(self) -> None:
        """Open a result that is there."""
        folder = QFileDialog.getExistingDirectory(self._desk.window, tr("The folder of a replay's result"))
        if folder:
            self.open(Path(folder))

    def open(self, folder: Path) -> None:
        """Play the result in a folder; what is wrong with it is told."""
        try:
            missing = [name for name in _NEEDED if importlib.util.find_spec(name) is None]
            if missing:
                hint = "pip install 'rfers[replay]'"
                raise ProtocolError(missing[0], expected="it to be installed", got=Given("nothing"), hint=hint)
            self._play(folder)
        except ProtocolError as error:
            self._desk.notice.show_problem(str(error))

    def _play(self, folder: Path) -> None:
        from rfers_desktop.past.result import ReplayResult

        from .exports import ReplayExports
        from .replay_window import ReplayWindow

        window = ReplayWindow(folder, ReplayResult(folder), self._desk.pane.layers)
        ReplayExports(window)
        window.set_theme(self._desk.pane.canvas.theme)
        window.destroyed.connect(lambda: self._forget(window))
        self.windows.append(window)
        window.show()

    def _forget(self, window: ReplayWindow) -> None:
        if window in self.windows:
            self.windows.remove(window)

    def _forget_dialog(self) -> None:
        if self._dialog is not None:
            self._remember(self._dialog.archive.text().strip())
            self._dialog.deleteLater()
            self._dialog = None

    def _use_theme(self, theme: Theme) -> None:
        for window in self.windows:
            window.set_theme(theme)

    def _archive(self) -> Path | None:
        try:
            told = json.loads((self._desk.settings / _REMEMBERED).read_text("utf-8"))
            return Path(told["archive"]) if told["archive"] else None
        except (OSError, ValueError, KeyError, TypeError):
            return None

    def _remember(self, archive: str) -> None:
        self._desk.settings.mkdir(parents=True, exist_ok=True)
        (self._desk.settings / _REMEMBERED).write_text(json.dumps({"archive": archive}), "utf-8")
