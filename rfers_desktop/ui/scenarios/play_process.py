"""The program that plays a scenario, as a child of the window: it tells its steps, and waits until they are done."""

from __future__ import annotations

import json
import sys
from dataclasses import dataclass, replace
from pathlib import Path

from PySide6.QtCore import QObject, QProcess, QProcessEnvironment, Signal

from broker_local.protocol.builtin_topics import builtin_topics
from broker_local.protocol.resources import resources_dir
from broker_local.protocol.subscription_codec import subscription_from_object
from rfers_desktop.change import Login
from rfers_desktop.subscription_draft import SubscriptionDraft

_STOP_MS = 3_000


@dataclass(frozen=True, slots=True)
class AskedStep:
    """What the desk is asked to do now."""

    doing: str  # subscribe, unsubscribe, or something that is not the desk's to do
    user: str  # whose desk of the scenario
    id: str = ""  # of the scenario's subscription
    draft: SubscriptionDraft | None = None


def player_folder() -> Path | None:
    """Where the player is: in a checkout, beside the data; None where only the programs are installed."""
    root = resources_dir().parent
    return root if (root / "scripts" / "play.py").is_file() else None


class PlayProcess(QObject):
    """One play at a time."""

    asked = Signal(object)  # an AskedStep; the play waits for done()
    moved = Signal(float)  # where the play is, in seconds of the scenario
    ended = Signal(str)  # empty if it was played to the end, else why not

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._is_stopped = False
        self._process = QProcess(self)  # one for all plays, one after the other
        self._process.readyReadStandardOutput.connect(self._read)
        self._process.finished.connect(self._finished)
        self._process.errorOccurred.connect(self._failed)

    @property
    def is_running(self) -> bool:
        """Whether something is played."""
        return self._process.state() is not QProcess.ProcessState.NotRunning

    def start(self, name: str, speed: float, login: Login, folder: Path) -> None:
        """Play a scenario with the account of who is logged in."""
        self.stop()
        self._is_stopped = False
        environment = QProcessEnvironment.systemEnvironment()
        environment.insert("RFERS_PASSWORD", login.password)
        self._process.setProcessEnvironment(environment)
        self._process.setWorkingDirectory(str(folder))
        account = ["--server", f"{login.host}:{login.port}", "--user", login.user]
        play = ["-m", "scripts.play", name, "--speed", str(speed), "--for-window"]
        self._process.start(sys.executable, [*play, *account])

    def done(self) -> None:
        """What was asked is done: the play goes on."""
        self._process.write(b"done\n")

    def pause(self, is_paused: bool) -> None:
        """Hold the play, or let it go on."""
        self._process.write(b"pause\n" if is_paused else b"go on\n")

    def stop(self) -> None:
        """End the play, if there is one."""
        if not self.is_running:
            return
        self._is_stopped = True
        self._process.terminate()
        if not self._process.waitForFinished(_STOP_MS):
            self._process.kill()
            self._process.waitForFinished(_STOP_MS)

    def _read(self) -> None:
        while self._process.canReadLine():
            line = bytes(self._process.readLine().data())
            if not line.startswith(b"{"):
                continue  # words for people
            told = json.loads(line)
            if "now_s" in told:
                self.moved.emit(float(told["now_s"]))
            else:
                self.asked.emit(_asked(told))

    def _finished(self, code: int, _status: QProcess.ExitStatus) -> None:
        words = bytes(self._process.readAllStandardError().data()).decode("utf-8", "replace").strip()
        is_well = code == 0 or self._is_stopped
        self.ended.emit("" if is_well else words.removeprefix("play: ") or f"the player ended with status {code}")

    def _failed(self, error: QProcess.ProcessError) -> None:
        if error is QProcess.ProcessError.FailedToStart:
            self.ended.emit(self._process.errorString())


def _asked(told: dict[str, object]) -> AskedStep:
    user, given = str(told["user"]), told["subscription"]
    if given is None:
        return AskedStep(str(told["doing"]), user, str(told["id"]))
    wanted = subscription_from_object(given, builtin_topics(), user)
    draft = SubscriptionDraft(wanted.name, wanted.topic, options=wanted.options, certainty=wanted.certainty)
    if wanted.filter is not None:
        draft = replace(draft, filter_text=wanted.filter.text)
    if wanted.spatial is not None:
        spatial = wanted.spatial
        draft = replace(draft, zone=spatial.zone, test=spatial.test, buffer_m=spatial.buffer_m, soft_m=spatial.soft_m)
    return AskedStep(str(told["doing"]), user, wanted.id, draft)
