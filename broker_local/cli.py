"""The command rfers-broker: serve, accounts, what was refused, what is installed."""

from __future__ import annotations

import argparse
import getpass
import logging
import os
import signal
import sys
from collections.abc import Sequence
from pathlib import Path

from broker_local import doctor
from broker_local.broker.accounts import AccountBook, Role
from broker_local.broker.choose import ACCOUNTS_FILE, CHOICES, EMBEDDED
from broker_local.broker.errors import BrokerError
from broker_local.protocol.errors import ProtocolError
from broker_local.serve import JOURNAL_FILE, ServeOptions, serve
from broker_local.service.journal import Journal
from broker_local.service.mqtt_link import LinkError


def default_data_dir() -> Path:
    """Where the journal and the accounts live unless told otherwise."""
    base = os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share"
    return Path(base) / "rfers"


def build_parser() -> argparse.ArgumentParser:
    """All commands and their options."""
    parser = argparse.ArgumentParser(prog="rfers-broker", description="The companion of the RFERS desks.")
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    where = argparse.ArgumentParser(add_help=False)
    where.add_argument(
        "--data",
        type=Path,
        default=default_data_dir(),
        metavar="DIR",
        help="journal and accounts (default: %(default)s)",
    )
    _add_serve(commands, where)
    _add_user(commands, where)
    refused = commands.add_parser("rejected", parents=[where], help="show the newest refused messages and why")
    refused.add_argument("--limit", type=int, default=20, metavar="N", help="how many (default: %(default)s)")
    refused.set_defaults(run=_run_rejected)
    check = commands.add_parser("doctor", help="say what is present, what is missing and how to get it")
    check.set_defaults(run=lambda options: doctor.main())
    return parser


def _add_serve(commands: argparse._SubParsersAction[argparse.ArgumentParser], where: argparse.ArgumentParser) -> None:
    command = commands.add_parser("serve", parents=[where], help="match events and tell the desks, until stopped")
    command.add_argument("--broker", default=EMBEDDED, metavar="WHICH", help=f"{CHOICES} (default: %(default)s)")
    command.add_argument("--host", default="127.0.0.1", help="where our own broker listens (default: %(default)s)")
    command.add_argument(
        "--port",
        type=int,
        default=1883,
        metavar="N",
        help="and at which port; 0 is any free one (default: %(default)s)",
    )
    command.add_argument("--user", default="matcher", help="the account of the matcher itself (default: %(default)s)")
    command.add_argument(
        "--password-file", type=Path, metavar="FILE", help="its password, needed with a broker at an address"
    )
    command.add_argument("--ready-file", type=Path, metavar="FILE", help="write host:port there once it serves")
    command.set_defaults(run=_run_serve)


def _add_user(commands: argparse._SubParsersAction[argparse.ArgumentParser], where: argparse.ArgumentParser) -> None:
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
        action.add_argument("--password-stdin", action="store_true", help="read the password from standard input")
    actions.add_parser("list", parents=[where], help="who may connect, and as what")
    command.set_defaults(run=_run_user)


def main(argv: Sequence[str] | None = None) -> int:
    """Run a command; 0 if it did what was asked."""
    options = build_parser().parse_args(argv)
    try:
        return int(options.run(options))
    except (ProtocolError, LinkError, BrokerError, OSError) as error:
        print(f"rfers-broker: {error}", file=sys.stderr)
        return 1


def _run_serve(options: argparse.Namespace) -> int:
    logging.basicConfig(level=logging.INFO, format="%(asctime)s %(levelname)s %(name)s: %(message)s", stream=sys.stderr)
    password = options.password_file.read_text("utf-8").strip() if options.password_file else None
    wanted = ServeOptions(
        data=options.data,
        broker=options.broker,
        host=options.host,
        port=options.port,
        user=options.user,
        password=password,
        ready_file=options.ready_file,
    )
    with serve(wanted) as service:
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, lambda *_: service.stop())
        service.run()
    return 0


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
    return getpass.getpass(f"Password of {options.name}: ")


def _run_rejected(options: argparse.Namespace) -> int:
    path = options.data / JOURNAL_FILE
    if not path.is_file():
        raise ProtocolError("--data", expected="a folder with a journal", got=str(options.data))
    journal = Journal(path)
    try:
        print(f"{journal.count('rejected')} refused in all")
        for row in journal.rejected(options.limit):
            print(f"{row.received_at:%Y-%m-%d %H:%M:%S}  {row.address}  {row.message}")
    finally:
        journal.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
