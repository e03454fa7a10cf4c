"""The commands about a station beside `serve`: accounts, certificates, what was refused, how the service does."""

from __future__ import annotations

import argparse
import getpass
import sys
import warnings
from datetime import UTC, datetime
from pathlib import Path
from secrets import token_hex
from typing import TypeAlias

from broker_local.broker.accounts import AccountBook, Role
from broker_local.broker.certificates import facts_of, files_in, make_certificates
from broker_local.broker.choose import ACCOUNTS_FILE
from broker_local.broker.external import parse_address
from broker_local.operations.status_report import is_live, read_status_file, report
from broker_local.protocol.addresses import STATUS
from broker_local.protocol.errors import Given, ProtocolError
from broker_local.protocol.status import ServiceStatus
from broker_local.protocol.status_codec import decode_status, encode_status
from broker_local.serve import JOURNAL_FILE
from broker_local.service.journal import Journal
from broker_local.service.mqtt_link import LinkError, MqttLink

_ANSWER_S = 5.0
Commands: TypeAlias = "argparse._SubParsersAction[argparse.ArgumentParser]"


def add_commands(commands: Commands, where: argparse.ArgumentParser) -> None:
    """Add the commands; `where` has the options that say which station."""
    _add_user(commands, where)
    _add_certificates(commands, where)
    _add_status(commands, where)
    refused = commands.add_parser("rejected", parents=[where], help="show the newest refused messages and why")
    refused.add_argument("--limit", type=int, default=20, metavar="N", help="how many (default: %(default)s)")
    refused.set_defaults(run=_run_rejected)


def _add_user(commands: Commands, where: argparse.ArgumentParser) -> None:
    command = commands.add_parser("user", help="accounts: add, remove, passwd, list")
    actions = command.add_subparsers(dest="action", required=True, metavar="ACTION")
    add = actions.add_parser("add", parents=[where], help="a new account")
    roles = [Role.SUBSCRIBER.value, Role.PUBLISHER.value, Role.ADMIN.value]
    add.add_argument(
        "--role", choices=roles, default=Role.SUBSCRIBER.value, help="what it is for (default: %(default)s)"
    )
    add.add_argument("--topics", default="", metavar="A,B", help="what a publisher may publish")
    remove = actions.add_parser("remove", parents=[where], help="an account ends")
    passwd = actions.add_parser("passwd", parents=[where], help="another password")
    for action in (add, remove, passwd):
        action.add_argument("name")
    for action in (add, passwd):
        given = action.add_mutually_exclusive_group()
        given.add_argument("--password-stdin", action="store_true", help="read the password from standard input")
        given.add_argument("--password-file", type=Path, metavar="FILE", help="or from a file")
    actions.add_parser("list", parents=[where], help="who may connect, and as what")
    command.set_defaults(run=_run_user)


def _add_certificates(commands: Commands, where: argparse.ArgumentParser) -> None:
    command = commands.add_parser("certificates", help="certificates for `serve --tls`: make, show")
    actions = command.add_subparsers(dest="action", required=True, metavar="ACTION")
    make = actions.add_parser(
        "make",
        parents=[where],
        help="an authority of the station's own, unless it has one, and a new certificate signed by it",
    )
    make.add_argument(
        "--name",
        dest="names",
        action="append",
        default=[],
        metavar="HOST",
        help="a name or address by which desks reach this machine; once for each (loopback is always there)",
    )
    actions.add_parser("show", parents=[where], help="whom the certificate names, until when, and its fingerprint")
    command.set_defaults(run=_run_certificates)


def _add_status(commands: Commands, where: argparse.ArgumentParser) -> None:
    command = commands.add_parser(
        "status",
        parents=[where],
        help="how the service does: rates, delays, queues, refusals; fails if it is not there",
    )
    command.add_argument(
        "--server", metavar="mqtt://HOST:PORT", help="ask there, over MQTT, instead of looking into the data"
    )
    command.add_argument("--user", help="the account to ask with")
    command.add_argument("--password-file", type=Path, metavar="FILE", help="and its password")
    command.add_argument("--ca", type=Path, metavar="FILE", help="who signs the broker's certificate (mqtts://)")
    command.add_argument("--json", action="store_true", help="for programs: as the service says it")
    command.set_defaults(run=_run_status)


def _run_user(options: argparse.Namespace) -> int:
    options.data.mkdir(parents=True, exist_ok=True, mode=0o700)
    book = AccountBook(options.data / ACCOUNTS_FILE)
    if options.action == "list":
        for account in book.accounts().values():
            print(f"{account.name}\t{account.role}\t{','.join(account.topics)}")
    elif options.action == "add":
        topics = [topic for topic in options.topics.split(",") if topic]
        book.add(options.name, _password(options), Role(options.role), topics)
        print(f"added {options.name} ({options.role})")
    elif options.action == "passwd":
        book.change_password(options.name, _password(options))
        print(f"changed the password of {options.name}")
    else:
        book.remove(options.name)
        print(f"removed {options.name}")
    return 0


def _password(options: argparse.Namespace) -> str:
    if options.password_stdin:
        return sys.stdin.readline().rstrip("\n")
    if options.password_file is not None:
        return str(options.password_file.read_text("utf-8")).strip()
    try:
        with warnings.catch_warnings(action="error", category=getpass.GetPassWarning):
            return getpass.getpass(f"Password of {options.name}: ")
    except (EOFError, getpass.GetPassWarning):
        no_terminal = "a password, where there is no terminal to type it"
        raise ProtocolError("--password-file", expected=no_terminal, got=Given("nothing")) from None


def _run_certificates(options: argparse.Namespace) -> int:
    files = make_certificates(options.data, options.names) if options.action == "make" else files_in(options.data)
    facts = facts_of(files.certificate)
    print(f"certificate for {', '.join(facts.names)}")
    print(f"valid until {facts.valid_until:%Y-%m-%d}, SHA-256 {facts.fingerprint}")
    print(f"desks need a copy of {files.authority}")
    return 0


def _run_status(options: argparse.Namespace) -> int:
    status = read_status_file(options.data) if options.server is None else _asked(options)
    now = datetime.now(UTC)
    print(encode_status(status).decode() if options.json else report(status, now))
    return 0 if is_live(status, now) else 1


def _asked(options: argparse.Namespace) -> ServiceStatus:
    """The state as the broker keeps it for who comes later."""
    for option, value in (("--user", options.user), ("--password-file", options.password_file)):
        if value is None:
            raise ProtocolError(option, expected="an account to ask with", got=Given("nothing"))
    broker = parse_address(options.server)
    password = options.password_file.read_text("utf-8").strip()
    link = MqttLink(f"rfers-status-{token_hex(4)}", options.user, password, [STATUS], authority=options.ca)
    link.start(broker.host, broker.port, None, uses_tls=broker.uses_tls)
    try:
        for message in link.drain(1, _ANSWER_S):
            return decode_status(message.payload)
    finally:
        link.stop()
    raise LinkError(f"broker at {broker.host}:{broker.port}: no service has said its state there")


def _run_rejected(options: argparse.Namespace) -> int:
    path = options.data / JOURNAL_FILE
    if not path.is_file():
        raise ProtocolError("--data", expected="a folder with a journal", got=str(options.data))
    journal = Journal(path)
    try:
        print(f"{journal.total('rejected')} refused in all")
        for row in journal.rejected(options.limit):
            print(f"{row.received_at:%Y-%m-%d %H:%M:%S}  {row.address}  {row.message}")
    finally:
        journal.close()
    return 0
