"""The README says only what is so: each path, command, option, topic, filter and message in it is tried."""

from __future__ import annotations

import argparse
import json
import re
import shlex
import subprocess
import tomllib
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest

from broker_local import cli
from broker_local.broker.accounts import Role
from broker_local.protocol import addresses
from broker_local.protocol.builtin_topics import builtin_topics
from broker_local.protocol.errors import FilterError
from broker_local.protocol.event_codec import decode_event
from broker_local.protocol.filter.parser import parse_filter
from broker_local.service.images import read_image
from rfers_desktop import app
from scripts import gateway, play, publisher_window, simulate

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text("utf-8")
PARSERS = {
    "rfers": app.build_parser(),
    "rfers-broker": cli.build_parser(),
    "scripts/simulate.py": simulate.build_parser(),
    "scripts/play.py": play.build_parser(),
    "scripts/gateway.py": gateway.build_parser(),
    "scripts/publisher_window.py": publisher_window.build_parser(),
}
SETUP_PURPOSES = {"headless", "window", "replay", "test"}
NOT_OURS = {"pip.conf", "PIP_", "~/.local/share/rfers", "$XDG_DATA_HOME/rfers", "RFERS_PASSWORD", ".venv", ".venv/bin"}


class NotSo(Exception):
    """Something the README says that is not so."""


def blocks(text: str) -> list[str]:
    """The fenced blocks of what is typed; those of a language are something else."""
    return [body for language, body in re.findall(r"^```(\w*)\n(.*?)^```", text, re.M | re.S) if not language]


def spans(text: str) -> list[str]:
    """The words between backquotes outside the blocks."""
    return re.findall(r"`([^`\n]+)`", re.sub(r"^```\w*\n.*?^```", "", text, flags=re.M | re.S))


def command_lines(block: str) -> Iterator[list[str]]:
    """The words of each command of a block: all its lines, or those after a `$` where it also shows what one sees."""
    lines = block.splitlines()
    if any(line.startswith("$ ") for line in lines):
        lines = [line[2:] for line in lines if line.startswith("$ ")]
    pending = ""
    for line in lines:
        pending += line + "\n"
        try:
            words = shlex.split(pending, comments=True)
        except ValueError:  # a quotation goes on in the next line
            continue
        pending = ""
        yield words
    assert not pending, f"unfinished: {pending}"


def check_command(words: list[str], is_whole: bool) -> None:
    """Raise NotSo unless the command exists and takes these options; a whole one must be accepted as it stands."""
    while re.match(r"[A-Z]+=|xvfb-run$|\.venv/bin/python$", words[0]):
        words = words[1:]
    if words[0] == "-m":
        words = [f"{words[1].replace('.', '/')}.py", *words[2:]]
    name, *arguments = words
    if name in PARSERS:
        check_arguments(PARSERS[name], arguments, is_whole)
    elif name == "scripts/setup":
        if not set(arguments) <= SETUP_PURPOSES:
            raise NotSo(f"scripts/setup is not for {arguments}")
    elif name in ("scripts/run", "scripts/test"):
        helped = subprocess.run([ROOT / name, "--help"], capture_output=True, text=True, check=True).stdout
        check_options(arguments, set(re.findall(r"(?<!\S)--[a-z-]+", helped)))
    elif name == "pip":
        check_pip(arguments)
    elif name == "mosquitto_pub":
        check_publication(arguments)
    else:
        raise NotSo(f"there is no command {name}")


def check_arguments(parser: argparse.ArgumentParser, arguments: list[str], is_whole: bool) -> None:
    if is_whole:
        try:
            parser.parse_args(arguments)
        except SystemExit:
            raise NotSo(f"{parser.prog} does not accept {arguments}") from None
    while arguments and (commands := subcommands(parser)):
        if arguments[0] not in commands:
            raise NotSo(f"{parser.prog} has no command {arguments[0]}")
        parser, arguments = commands[arguments[0]], arguments[1:]
    check_options(arguments, options_of(parser))


def check_options(arguments: list[str], known: set[str]) -> None:
    unknown = [word for word in arguments if word.startswith("-") and word not in known]
    if unknown:
        raise NotSo(f"no such option: {unknown}")


def subcommands(parser: argparse.ArgumentParser) -> dict[str, argparse.ArgumentParser]:
    actions = [action for action in parser._actions if isinstance(action, argparse._SubParsersAction)]
    return dict(actions[0].choices) if actions else {}


def options_of(parser: argparse.ArgumentParser) -> set[str]:
    """The options of a parser and of all its commands."""
    own = {option for action in parser._actions for option in action.option_strings}
    return own.union(*(options_of(command) for command in subcommands(parser).values()))


def check_pip(arguments: list[str]) -> None:
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["optional-dependencies"]
    asked = re.fullmatch(r"\.(?:\[(.+)\])?", arguments[-1])
    if asked is None or not set((asked[1] or "desktop").split(",")) <= set(extras):
        raise NotSo(f"pip cannot install {arguments[-1]}")


def check_publication(arguments: list[str]) -> None:
    given = dict(zip(arguments[::2], arguments[1::2], strict=True))
    topic = addresses.last_level(given["-t"])
    if "-f" in given:
        read_image((ROOT / given["-f"]).read_bytes(), given["-f"])
        return
    payload = json.loads(given["-m"])
    payload["properties"]["Topic"] = topic
    event = decode_event(json.dumps(payload).encode(), builtin_topics(), datetime.now(UTC))
    if given["-t"] != addresses.publish(event.topic):
        raise NotSo(f"events of {event.topic} are not published to {given['-t']}")


def check_span(span: str) -> None:
    """Raise NotSo unless a span is something that is there, or a filter that can be asked."""
    first = span.split()[0]
    is_vocabulary = span in NOT_OURS or span in builtin_topics() or span in set(Role)
    if is_vocabulary or (" " not in span and (ROOT / span).exists() and not span.startswith("/")):
        return
    if first.startswith("--"):
        check_options([first], set.union(*(options_of(parser) for parser in PARSERS.values())))
    elif span.startswith(".venv/bin/python -m "):
        if not (ROOT / f"{span.split()[2].replace('.', '/')}.py").is_file():
            raise NotSo(f"there is no module {span.split()[2]}")
    elif first in PARSERS or first.startswith(("scripts/", "xvfb-run", "PYTHON=")):
        check_command(shlex.split(span), is_whole=False)
    elif not is_filter(span):
        raise NotSo(f"nothing is known of `{span}`")


def is_filter(text: str) -> bool:
    """Whether a text is a filter that can be asked of one of the topics."""
    for topic in builtin_topics().values():
        try:
            parse_filter(text, topic)
        except FilterError:
            continue
        return True
    return False


@pytest.mark.parametrize("span", sorted(set(spans(README))))
def test_what_the_readme_names_exists(span: str) -> None:
    check_span(span)


COMMANDS = [words for block in blocks(README) for words in command_lines(block)]


@pytest.mark.parametrize("words", COMMANDS, ids=lambda words: " ".join(words)[:60])
def test_what_the_readme_tells_to_type_is_accepted(words: list[str]) -> None:
    check_command(words, is_whole=True)


def test_the_readme_names_every_command_of_the_companion() -> None:
    missing = [name for name in subcommands(PARSERS["rfers-broker"]) if f"`rfers-broker {name}`" not in README]
    assert missing == []


def test_the_readme_names_the_two_commands() -> None:
    assert ["scripts/run"] in COMMANDS
    assert ["scripts/test"] in COMMANDS


def test_who_publishes_in_the_readme_was_given_the_topics() -> None:
    typed = [words for block in blocks(README) for words in command_lines(block)]
    asked = [
        cli.build_parser().parse_args(words[1:]) for words in typed if words[:3] == ["rfers-broker", "user", "add"]
    ]
    given = {options.name: options.topics.split(",") for options in asked if options.topics}
    published = [
        (words[words.index("-u") + 1], words[words.index("-t") + 1].rpartition("/")[2])
        for words in typed
        if words[0] == "mosquitto_pub"
    ]
    assert len(published) >= 5
    assert [(user, topic) for user, topic in published if topic not in given[user]] == []


def test_every_link_leads_somewhere() -> None:
    targets = re.findall(r"\]\(([^)#]+)\)|src=\"([^\"]+)\"", README)
    local = [target for pair in targets for target in pair if target and "://" not in target]
    assert [target for target in local if not (ROOT / target).exists()] == []


@pytest.mark.parametrize(
    "span",
    [
        "broker_local/protocol/codec_of_old.py",
        "scripts/run --fly",
        "scripts/fly",
        "scripts/setup moon",
        "rfers-broker dance",
        "rfers-broker serve --fly",
        "rfers --fly",
        "--fly",
        "EALocations",
        "Sped > 80",
    ],
)
def test_a_span_that_is_not_so_is_seen(span: str) -> None:
    with pytest.raises(NotSo):
        check_span(span)


@pytest.mark.parametrize(
    "command",
    [
        "rfers-broker user add anna --role king",
        "rfers-broker user",
        "rfers --password secret",
        "pip install '.[moon]'",
        'mosquitto_pub -t rfers/v9/publish/EALocation -m \'{"type": "Feature", "geometry": {"type": "Point",'
        ' "coordinates": [0, 0]}, "properties": {"AssetID": "E7", "Speed": 92, "PosDate": "2026-07-01",'
        ' "PosTime": "14:15:21"}}\'',
        "sing",
    ],
)
def test_a_command_that_is_not_so_is_seen(command: str) -> None:
    with pytest.raises(NotSo):
        check_command(shlex.split(command), is_whole=True)
