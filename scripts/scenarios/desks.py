"""Desks without windows for a play: they subscribe, go and come back, and remember all they were told."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from time import monotonic

from broker_local.protocol.requests import Refusal
from rfers_desktop.session.items import LinkState, NotificationReceived, ReplyReceived, RequestFailed, SessionItem
from rfers_desktop.session.session import Session

from .player import PlayFailed
from .scenario import Doing, Step

ANSWER_S = 120.0
_ASK_AGAIN_S = 15.0


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a desk was told, beside what it should have been."""

    user: str
    told: int
    missing: tuple[str, ...]
    unasked: tuple[str, ...]
    twice: tuple[str, ...]

    @property
    def is_right(self) -> bool:
        """Whether everything was delivered, nothing twice, and nothing else."""
        return not (self.missing or self.unasked or self.twice)


class PlayedDesk:
    """One user's desk: what it was told outlives its sessions."""

    def __init__(self, user: str, password: str, where: Callable[[], tuple[str, int]]) -> None:
        self.user = user
        self.told: list[str] = []  # ids of events
        self._password = password
        self._where = where
        self._after = 0
        self._session: Session | None = None

    def come(self) -> None:
        """Log in, and wait until the link is up."""
        if self._session is None:
            host, port = self._where()
            self._session = Session(self.user, self._password, host, port, after=self._after)
            self._session.start()
        self._wait_for(lambda _: self._session is not None and self._session.state is LinkState.ONLINE, "come online")

    def leave(self) -> None:
        """Log out; what comes meanwhile waits in the inbox."""
        if self._session is not None:
            self.look(0.0)
            self._session.stop()
            self._session = None

    def look(self, for_s: float) -> list[SessionItem]:
        """Take in what came."""
        items = [] if self._session is None else self._session.drain(for_s)
        for item in items:
            if isinstance(item, NotificationReceived):
                self.told.append(item.notification.event.id)
                self._after = max(self._after, item.notification.number)
        return items

    def carry_out(self, step: Step) -> None:
        """Do what the scenario says, and wait until the service has confirmed it."""
        if step.doing is Doing.LEAVE:
            return self.leave()
        self.come()
        if step.doing is Doing.SUBSCRIBE and step.subscription is not None:
            wanted = replace(step.subscription, owner=self.user)
            self._ask(lambda session: session.subscribe(wanted))
        elif step.doing is Doing.UNSUBSCRIBE:
            self._ask(lambda session: session.unsubscribe(step.subscription_id))
        return None

    def outcome(self, expected: Sequence[str]) -> Outcome:
        """What it was told beside what was expected."""
        counts, wanted = Counter(self.told), set(expected)
        missing = tuple(event_id for event_id in expected if event_id not in counts)
        unasked = tuple(event_id for event_id in counts if event_id not in wanted)
        twice = tuple(event_id for event_id, count in counts.items() if count > 1)
        return Outcome(self.user, len(self.told), missing, unasked, twice)

    def _ask(self, ask: Callable[[Session], str]) -> None:
        until = monotonic() + ANSWER_S
        while monotonic() < until:
            assert self._session is not None
            request_id = ask(self._session)
            if self._is_answered(request_id, min(until, monotonic() + _ASK_AGAIN_S)):
                return
        raise PlayFailed(f"{self.user} was not answered within {ANSWER_S:.0f} s")

    def _is_answered(self, request_id: str, until: float) -> bool:
        while monotonic() < until:
            for item in self.look(0.1):
                if isinstance(item, RequestFailed) and item.request.request_id == request_id:
                    return False
                if isinstance(item, ReplyReceived) and item.reply.request_id == request_id:
                    if isinstance(item.reply, Refusal):
                        raise PlayFailed(f"what {self.user} asked for was refused: {item.reply.message}")
                    return True
        return False

    def _wait_for(self, is_so: Callable[[list[SessionItem]], bool], what: str) -> None:
        until = monotonic() + ANSWER_S
        items: list[SessionItem] = []
        while not is_so(items):
            if monotonic() > until:
                raise PlayFailed(f"{self.user} did not {what} within {ANSWER_S:.0f} s")
            items = self.look(0.1)


class DeskStage:
    """The stage of a play in this process; what is not ours to restart is left alone."""

    def __init__(self, desks: Sequence[PlayedDesk], restart: Callable[[], None] | None = None) -> None:
        self._desks = {desk.user: desk for desk in desks}
        self._restart = restart

    def carry_out(self, step: Step) -> None:
        """Have a desk do its step, or restart the broker."""
        if step.doing is Doing.RESTART:
            if self._restart is not None:
                self._restart()
        elif step.user in self._desks:
            self._desks[step.user].carry_out(step)

    def look(self, for_s: float, now_s: float) -> bool:
        """Take in what came to the desks."""
        until = monotonic() + for_s
        share_s = for_s / max(1, len(self._desks))
        for desk in self._desks.values():
            desk.look(min(share_s, max(0.0, until - monotonic())))
        return True

    def outcomes(self, expected: dict[str, list[str]], within_s: float = ANSWER_S) -> list[Outcome]:
        """Bring every desk back, wait until it was told all it should be, and compare."""
        until = monotonic() + within_s
        for user, desk in self._desks.items():
            desk.come()
            while desk.outcome(expected.get(user, [])).missing and monotonic() < until:
                desk.look(0.1)
        return [desk.outcome(expected.get(user, [])) for user, desk in self._desks.items()]

    def close(self) -> None:
        """Switch all desks off."""
        for desk in self._desks.values():
            desk.leave()
