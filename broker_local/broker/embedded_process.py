"""The embedded broker's own process: runs it until standard input ends, and says where it listens.

python -m broker_local.broker.embedded_process --accounts FILE [--host ADDRESS] [--port NUMBER]
    [--certificate FILE --key FILE] [--packets-per-s N] [--bytes-per-s N]
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import logging
import os
import signal
import sys
import threading
import time
from pathlib import Path

from amqtt.errors import BrokerError as AmqttBrokerError

from broker_local.operations.log_lines import FewLines
from broker_local.protocol.errors import ProtocolError

from .accounts import AccountBook
from .amqtt_broker import GuardedBroker
from .child import LOOPBACK
from .pace import ClientLimits

_LOOK_EVERY_S = 1.0
_LINES_A_MINUTE = 100


def main(arguments: list[str] | None = None) -> int:
    """Run the broker; the exit code."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--accounts", type=Path, required=True, help="the accounts file")
    parser.add_argument("--host", default=LOOPBACK, help="the address to listen on")
    parser.add_argument("--port", type=int, default=0, help="the port to listen on; 0 is any free one")
    parser.add_argument("--certificate", type=Path, help="speak TLS, with this certificate")
    parser.add_argument("--key", type=Path, help="and this key")
    parser.add_argument("--packets-per-s", type=int, default=ClientLimits().packets_per_s, help="of one client")
    parser.add_argument("--bytes-per-s", type=int, default=ClientLimits().bytes_per_s, help="of one client")
    given = parser.parse_args(arguments)
    handler = logging.StreamHandler(sys.stdout)
    handler.addFilter(FewLines(_LINES_A_MINUTE, time.monotonic))
    logging.basicConfig(level=logging.WARNING, format="%(asctime)s %(levelname)s %(message)s", handlers=[handler])
    logging.getLogger("amqtt").setLevel(
        logging.CRITICAL
    )  # it shows passwords' owners and payloads; we say what matters
    try:
        asyncio.run(_serve(given))
    except (AmqttBrokerError, ProtocolError, OSError) as error:
        print(error, flush=True)
        return 1
    return 0


async def _serve(given: argparse.Namespace) -> None:
    tls = (given.certificate, given.key) if given.certificate is not None else None
    limits = ClientLimits(given.packets_per_s, given.bytes_per_s)
    broker = GuardedBroker(given.host, given.port, AccountBook(given.accounts), tls, limits)
    await broker.start()
    stop = _stop_asked()
    print(f"listening on {given.host} port {broker.port}", flush=True)
    try:
        while not stop.is_set():
            broker.end_changed_accounts()
            broker.tell_figures()
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(stop.wait(), _LOOK_EVERY_S)
    finally:
        await broker.shutdown()


def _stop_asked() -> asyncio.Event:
    """Set when standard input ends, as it does when the parent is gone, or by a signal."""
    loop, stop = asyncio.get_running_loop(), asyncio.Event()

    def wait_for_end() -> None:
        while os.read(0, 4096):  # not sys.stdin: its lock would be held when the interpreter ends
            pass
        with contextlib.suppress(RuntimeError):  # the loop has ended by itself
            loop.call_soon_threadsafe(stop.set)

    threading.Thread(target=wait_for_end, daemon=True).start()
    for number in (signal.SIGTERM, signal.SIGINT):
        with contextlib.suppress(NotImplementedError):  # Windows
            loop.add_signal_handler(number, stop.set)
    return stop


if __name__ == "__main__":
    sys.exit(main())
