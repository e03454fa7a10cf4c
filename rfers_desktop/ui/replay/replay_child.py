"""A replay in a process of its own: started, watched line by line, and ended when it is no longer wanted."""

from __future__ import annotations

from collections import deque

from PySide6.QtCore import QObject, QProcess, Signal

from rfers_desktop.language import tr
from rfers_desktop.past.replay_command import ReplayProgress, ReplayRequest, progress_of

_LINES_KEPT = 500
_STOP_MS = 5000
_OURS = "rfers-broker: "


class ReplayChild(QObject):
    """Ends with `finished` or `failed`, never both; a cancelled one with `failed("")`."""

    progressed = Signal(object)  # ReplayProgress
    said = Signal(str)  # a line of its log
    finished = Signal()
    failed = Signal(str)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._process = QProcess(self)
        self._process.setProcessChannelMode(QProcess.ProcessChannelMode.SeparateChannels)
        self._process.readyReadStandardOutput.connect(self._read_progress)
        self._process.readyReadStandardError.connect(self._read_log)
        self._process.finished.connect(self._ended)
        self._process.errorOccurred.connect(self._could_not_start)
        self._log: deque[str] = deque(maxlen=_LINES_KEPT)
        self._is_cancelled = False

    @property
    def is_running(self) -> bool:
        """Whether it works."""
        return self._process.state() != QProcess.ProcessState.NotRunning

    def start(self, request: ReplayRequest) -> None:
        """Begin; only one at a time."""
        self._log.clear()
        self._is_cancelled = False
        program, *arguments = request.command()
        self._process.start(program, arguments)

    def cancel(self) -> None:
        """End it; what it has written is cleared up by the next one."""
        self._is_cancelled = True
        self._process.kill()

    def stop(self) -> None:
        """End it, and wait for its end."""
        if self.is_running:
            self.cancel()
            self._process.waitForFinished(_STOP_MS)

    def log(self) -> list[str]:
        """What it said of late."""
        return list(self._log)

    def _read_progress(self) -> None:
        while self._process.canReadLine() and self._process.readChannel() == QProcess.ProcessChannel.StandardOutput:
            line = bytes(self._process.readLine().data()).decode("utf-8", "replace").strip()
            progress = progress_of(line)
            if isinstance(progress, ReplayProgress):
                self.progressed.emit(progress)
            elif line:
                self._note(line)

    def _read_log(self) -> None:
        written = bytes(self._process.readAllStandardError().data()).decode("utf-8", "replace")
        for line in written.splitlines():
            self._note(line)

    def _note(self, line: str) -> None:
        self._log.append(line)
        self.said.emit(line)

    def _ended(self, code: int, status: QProcess.ExitStatus) -> None:
        self._read_progress()
        self._read_log()
        if code == 0 and status == QProcess.ExitStatus.NormalExit and not self._is_cancelled:
            self.finished.emit()
            return
        ours = [line.removeprefix(_OURS) for line in self._log if line.startswith(_OURS)]
        last = next((line for line in reversed(self._log) if line.strip()), tr("it ended without a word"))
        self.failed.emit("" if self._is_cancelled else (ours[-1] if ours else last))

    def _could_not_start(self, error: QProcess.ProcessError) -> None:
        if error == QProcess.ProcessError.FailedToStart:
            self.failed.emit(self._process.errorString())
