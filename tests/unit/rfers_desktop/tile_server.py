"""A tile server on loopback for tests: answers what it is told to, and remembers what it was asked."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread

PNG = bytes.fromhex(  # one red pixel
    "89504e470d0a1a0a0000000d49484452000000010000000108020000009077"
    "53de0000000c49444154789c63f8cfc0000003010100c9fe92ef0000000049454e44ae426082"
)
Answer = tuple[int, dict[str, str], bytes]


class TileServer:
    """`answer` is given the path and says status, headers and body."""

    def __init__(self) -> None:
        self.asked: list[str] = []
        self.agents: list[str] = []
        self.answer: Callable[[str], Answer] = lambda path: (200, {}, PNG)
        server = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                server.asked.append(self.path)
                server.agents.append(self.headers.get("User-Agent", ""))
                status, headers, body = server.answer(self.path)
                self.send_response(status)
                for name, value in {"Content-Length": str(len(body)), **headers}.items():
                    self.send_header(name, value)
                with suppress(ConnectionError):  # who asked may have given up
                    self.end_headers()
                    self.wfile.write(body)

            def log_message(self, format: str, *args: object) -> None:
                """Say nothing."""

        self._http = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._http.daemon_threads = True
        self.url = f"http://127.0.0.1:{self._http.server_port}"
        self._thread = Thread(target=self._http.serve_forever, args=(0.02,), daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """Close the door."""
        self._http.shutdown()
        self._http.server_close()
        self._thread.join(10)


@contextmanager
def tile_server() -> Iterator[TileServer]:
    """A server for as long as a test runs."""
    server = TileServer()
    try:
        yield server
    finally:
        server.stop()
