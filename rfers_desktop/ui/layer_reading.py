"""Reads map files on another thread, one after the other, with progress, and can be told to stop."""

from __future__ import annotations

import threading
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path

from PySide6.QtCore import QObject, Signal

from broker_local.protocol.errors import ProtocolError
from rfers_desktop.geo.features import VectorLayer


@dataclass(eq=False, slots=True)
class ReadingJob:
    """One file to read, and what came of it."""

    file: Path
    crs: str = ""  # what the user said; empty is what the file says
    layers: tuple[VectorLayer, ...] = ()
    error: Exception | None = None
    cancelled: threading.Event = field(default_factory=threading.Event)


class LayerReading(QObject):
    """`progressed` and `finished` come on the thread that made the object."""

    progressed = Signal(object, float)  # the job, from 0 to 1
    finished = Signal(object)  # the job: with layers, an error, or neither if it was cancelled

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._pool = ThreadPoolExecutor(1, "map files")
        self._waiting: list[ReadingJob] = []
        self.finished.connect(self._forget)

    @property
    def waiting(self) -> int:
        """How many files are not read yet."""
        return len(self._waiting)

    def read(self, file: Path, crs: str = "") -> ReadingJob:
        """Read a file when those before it are done."""
        job = ReadingJob(file, crs)
        self._waiting.append(job)
        self._pool.submit(self._run, job)
        return job

    def cancel(self) -> None:
        """Read none of the waiting files."""
        for job in self._waiting:
            job.cancelled.set()

    def stop(self) -> None:
        """Cancel, and wait for the thread to end."""
        self.cancel()
        self._pool.shutdown(wait=True, cancel_futures=True)

    def _run(self, job: ReadingJob) -> None:
        # The reader is loaded here, with the first file: a window that opens none starts without GDAL.
        from rfers_desktop.geo.vector_files import ReadingCancelled, read_vector_file

        try:
            if not job.cancelled.is_set():
                job.layers = read_vector_file(
                    job.file,
                    crs=job.crs or None,
                    progress=lambda part: self.progressed.emit(job, part),
                    is_cancelled=job.cancelled.is_set,
                )
        except ReadingCancelled:
            pass
        except MemoryError:
            job.error = ProtocolError(job.file.name, expected="a file that fits into memory", got="a larger one")
        except Exception as error:  # noqa: BLE001 - it goes to the window's thread, which shows or raises it
            job.error = error
        if job.cancelled.is_set():
            job.layers = ()
        self.finished.emit(job)

    def _forget(self, job: ReadingJob) -> None:
        self._waiting.remove(job)
