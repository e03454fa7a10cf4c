"""Log lines for people and for programs, and how few of them."""

from __future__ import annotations

import json
import logging
import sys
from collections.abc import Iterator

import pytest

from broker_local.operations.log_lines import FewLines, JsonLine, LogFormat, log_to_stderr


@pytest.fixture
def root() -> Iterator[logging.Logger]:
    """The root logger, put back as it was."""
    logger = logging.getLogger()
    handlers, level = logger.handlers[:], logger.level
    logger.handlers[:] = []
    yield logger
    logger.handlers[:] = handlers
    logger.setLevel(level)


def a_record(message: str, *values: object, **more: object) -> logging.LogRecord:
    record = logging.LogRecord("rfers.x", logging.WARNING, "", 0, message, values, None)
    record.created = 0.25
    record.__dict__.update(more)
    return record


def test_a_json_line_is_one_line_whatever_is_in_it() -> None:
    line = JsonLine().format(a_record("refused %r", "a\nb", fields={"user": "zoë", "port": 1883}))
    assert "\n" not in line
    assert json.loads(line) == {
        "at": "1970-01-01T00:00:00.250000Z",
        "level": "warning",
        "logger": "rfers.x",
        "message": "refused 'a\\nb'",
        "user": "zoë",
        "port": 1883,
    }


def test_an_error_is_in_the_line_with_where_it_happened() -> None:
    record = a_record("broken")
    try:
        raise ValueError("why")
    except ValueError:
        record.exc_info = sys.exc_info()
    line = JsonLine().format(record)
    assert "ValueError: why" in json.loads(line)["error"]
    assert "\n" not in line


@pytest.mark.parametrize("form", list(LogFormat))
def test_lines_go_to_standard_error_from_the_asked_level_up(
    root: logging.Logger, capsys: pytest.CaptureFixture[str], form: LogFormat
) -> None:
    log_to_stderr(form, "warning")
    logging.getLogger("rfers.y").info("quiet")
    logging.getLogger("rfers.y").warning("loud")
    (line,) = capsys.readouterr().err.splitlines()
    if form is LogFormat.JSON:
        assert json.loads(line)["message"] == "loud"
    else:
        assert line.endswith("WARNING rfers.y: loud")


def test_only_few_lines_a_minute_are_written_and_the_last_one_says_so() -> None:
    now = [0.0]
    few = FewLines(3, lambda: now[0])

    def line(number: int) -> str | None:
        record = logging.LogRecord("x", logging.WARNING, "", 0, "line %d", (number,), None)
        return record.getMessage() if few.filter(record) else None

    assert [line(number) for number in range(5)] == [
        "line 0",
        "line 1",
        "line 2 (further lines of this minute are left out)",
        None,
        None,
    ]
    now[0] = 60.0
    assert line(5) == "line 5"


def test_an_error_is_written_however_much_was_said_before() -> None:
    few = FewLines(1, lambda: 0.0)
    assert few.filter(a_record("first"))
    assert not few.filter(a_record("second"))
    ours = a_record("ours")
    ours.levelno = logging.ERROR
    assert few.filter(ours)
