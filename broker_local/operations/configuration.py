"""A configuration file in TOML: each option of `serve` by its own name, as a default that the command line beats."""

from __future__ import annotations

import argparse
import tomllib
from pathlib import Path

from broker_local.protocol.choices import choice_error
from broker_local.protocol.errors import Given, ProtocolError

_NOT_KEYS = ("help", "config")


def keys_of(command: argparse.ArgumentParser) -> dict[str, argparse.Action]:
    """The keys that a file may have: `--password-file FILE` is `password-file = "FILE"`, a flag is `tls = true`."""
    return {
        option.removeprefix("--"): action
        for action in command._actions
        for option in action.option_strings[-1:]
        if option.removeprefix("--") not in _NOT_KEYS
    }


def read_configuration(path: Path, command: argparse.ArgumentParser) -> dict[str, object]:
    """What a file says, by the names that the parsed options have; a path in it is taken from the file's folder."""
    try:
        given = tomllib.loads(path.read_text("utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise ProtocolError(f"--config {path}", expected="a TOML file", got=Given(str(error))) from None
    keys = keys_of(command)
    values = {}
    for name, value in given.items():
        if name not in keys:
            raise choice_error(name, keys, f"--config {path}: key")
        values[keys[name].dest] = _checked(f"--config {path}: {name}", value, keys[name], path.parent)
    return values


def _checked(field: str, value: object, action: argparse.Action, folder: Path) -> object:
    """`value` as the command line would have made it."""
    if action.nargs == 0:
        return _of_type(field, value, bool, "true or false")
    if action.type is int:
        return _of_type(field, value, int, "a whole number")
    text = _of_type(field, value, str, "a text in quotes")
    if action.choices is not None and text not in action.choices:
        raise choice_error(text, [str(choice) for choice in action.choices], field)
    return folder / Path(str(text)).expanduser() if action.type is Path else text


def _of_type(field: str, value: object, wanted: type, expected: str) -> object:
    if type(value) is not wanted:  # not isinstance: true is no number here
        raise ProtocolError(field, expected=expected, got=value)
    return value
