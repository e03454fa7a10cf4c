"""Requests under way: who waits for which answer, and until when."""

from __future__ import annotations

from broker_local.protocol.requests import Request


class PendingRequests:
    """Matches replies with requests, and knows which waited too long."""

    def __init__(self, reply_within_s: float) -> None:
        self.reply_within_s = reply_within_s
        self._waiting: dict[str, tuple[Request, float]] = {}  # by request id, oldest first

    def add(self, request: Request, now: float) -> None:
        """Begin to wait for the answer to a request."""
        self._waiting[request.request_id] = (request, now + self.reply_within_s)

    def answered(self, request_id: str | None) -> Request | None:
        """The request that a reply answers, now done; None if nobody here waits for it."""
        if request_id is None:
            return None
        request, _ = self._waiting.pop(request_id, (None, 0.0))
        return request

    def overdue(self, now: float) -> list[Request]:
        """The requests whose time is up, now given up on."""
        late = [request for request, deadline in self._waiting.values() if deadline <= now]
        for request in late:
            del self._waiting[request.request_id]
        return late

    def all(self) -> list[Request]:
        """Every request that waits, oldest first."""
        return [request for request, _ in self._waiting.values()]

    def give_up(self, request: Request) -> None:
        """Stop waiting for one request."""
        self._waiting.pop(request.request_id, None)
