"""Log lines: plain for people, or a JSON object a line for programs; nobody can fill the disk with them."""

from __future__ import annotations

import json
import logging
import sys
import time
from collections.abc import Callable
from datetime import UTC, datetime
from enum import StrEnum

from broker_local.protocol.times import write_timestamp

LEVELS = ("debug", "info", "warning", "error")
_PLAIN = "%(asctime)s %(levelname)s %(name)s: %(message)s"
_LINES_A_MINUTE = 600


class LogFormat(StrEnum):
    """How a line is written."""

    PLAIN = "plain"
    JSON = "json"


class JsonLine(logging.Formatter):
    """One JSON object a line: at, level, logger, message; error, if there is one; and the `fields` given as extra."""

    def format(self, record: logging.LogRecord) -> str:
        """The line, without its end."""
        line: dict[str, object] = {
            "at": write_timestamp(datetime.fromtimestamp(record.created, UTC)),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
        }
        if record.exc_info:
            line["error"] = self.formatException(record.exc_info)
        line.update(getattr(record, "fields", {}))
        return json.dumps(line, ensure_ascii=False, default=str)


class FewLines(logging.Filter):
    """Lets errors and a number of other lines a minute pass, so that nobody can fill the disk by being refused."""

    def __init__(self, lines: int, clock: Callable[[], float]) -> None:
        super().__init__()
        self._lines = lines
        self._clock = clock
        self._minute = 0
        self._seen = 0

    def filter(self, record: logging.LogRecord) -> bool:
        """Whether this line is among the few of its minute; the last one says that there are more."""
        if record.levelno >= logging.ERROR:
            return True
        minute = int(self._clock() // 60)
        if minute != self._minute:
            self._minute, self._seen = minute, 0
        self._seen += 1
        if self._seen == self._lines:
            record.msg = f"{record.getMessage()} (further lines of this minute are left out)"
            record.args = ()
        return self._seen <= self._lines


def log_to_stderr(form: LogFormat, level: str) -> None:
    """Send all log lines of this process to standard error."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonLine() if form is LogFormat.JSON else logging.Formatter(_PLAIN))
    handler.addFilter(FewLines(_LINES_A_MINUTE, time.monotonic))
    logging.basicConfig(level=level.upper(), handlers=[handler], force=True)
