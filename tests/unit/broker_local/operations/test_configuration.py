"""A configuration file: each option by its own name, and nothing else."""

from __future__ import annotations

import argparse
from pathlib import Path

import pytest

from broker_local.cli import build_parser
from broker_local.operations.configuration import keys_of, read_configuration
from broker_local.protocol.errors import ProtocolError


@pytest.fixture
def command() -> argparse.ArgumentParser:
    made = argparse.ArgumentParser()
    made.add_argument("--config", type=Path)
    made.add_argument("--port", type=int, default=1883)
    made.add_argument("--data", type=Path)
    made.add_argument("--host", default="127.0.0.1")
    made.add_argument("--tls", action="store_true")
    made.add_argument("--log-format", choices=["plain", "json"], default="plain")
    return made


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "rfers.toml"


def test_values_come_as_the_command_line_would_have_made_them(command: argparse.ArgumentParser, file: Path) -> None:
    file.write_text('port = 8883\nhost = "0.0.0.0"\ntls = true\nlog-format = "json"\n')
    assert read_configuration(file, command) == {"port": 8883, "host": "0.0.0.0", "tls": True, "log_format": "json"}


def test_a_path_is_taken_from_the_folder_of_the_file(command: argparse.ArgumentParser, file: Path) -> None:
    file.write_text('data = "station"')
    assert read_configuration(file, command) == {"data": file.parent / "station"}
    file.write_text('data = "/srv/rfers"')
    assert read_configuration(file, command) == {"data": Path("/srv/rfers")}


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("prot = 1883", "key: expected one of port, data, host, tls, log-format, got 'prot'; did you mean 'port'?"),
        ("config = 'x'", "key: expected one of port"),
        ("help = true", "key: expected one of port"),
        ("port = '1883'", "port: expected a whole number, got '1883'"),
        ("port = true", "port: expected a whole number, got True"),
        ("tls = 1", "tls: expected true or false, got 1"),
        ("host = 4", "host: expected a text in quotes, got 4"),
        ("log-format = 'jsn'", "log-format: expected one of plain, json, got 'jsn'; did you mean 'json'?"),
        ("port 1883", "expected a TOML file, got Expected '='"),
        ("port = 1\nport = 2", "expected a TOML file, got Cannot overwrite a value"),
    ],
)
def test_what_cannot_be_meant_is_refused(
    command: argparse.ArgumentParser, file: Path, text: str, complaint: str
) -> None:
    file.write_text(text)
    with pytest.raises(ProtocolError) as refused:
        read_configuration(file, command)
    assert str(refused.value).startswith(f"--config {file}")
    assert complaint in str(refused.value)


def test_a_file_that_is_no_text_is_refused(command: argparse.ArgumentParser, file: Path) -> None:
    file.write_bytes(b"\xff\xfe")
    with pytest.raises(ProtocolError, match="expected a TOML file"):
        read_configuration(file, command)


def test_every_option_of_serve_has_a_key() -> None:
    serve = build_parser()._subparsers._group_actions[0].choices["serve"]  # type: ignore[union-attr,index]
    options = {option for action in serve._actions for option in action.option_strings if option.startswith("--")}
    assert {f"--{key}" for key in keys_of(serve)} == options - {"--help", "--config"}
