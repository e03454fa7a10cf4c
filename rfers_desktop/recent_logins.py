"""Where a desk was logged in last and as whom, newest first; never a password."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from pathlib import Path

MOST = 8
USUAL_SERVER = "127.0.0.1:1883"


@dataclass(frozen=True, slots=True)
class RecentLogin:
    """One of them."""

    server: str
    user: str


class RecentLogins:
    """Kept in a file; one that cannot be read counts as empty."""

    def __init__(self, file: Path) -> None:
        self._file = file
        self.keeps_companion = False  # the one on this computer is left running when the desk closes
        self.all: tuple[RecentLogin, ...] = ()
        try:
            kept = json.loads(file.read_text("utf-8"))
            self.keeps_companion = kept["keeps_companion"] is True
            self.all = tuple(RecentLogin(str(row["server"]), str(row["user"])) for row in kept["logins"])[:MOST]
        except (OSError, ValueError, TypeError, KeyError):
            return

    @property
    def latest(self) -> RecentLogin:
        """The one to offer first."""
        return self.all[0] if self.all else RecentLogin(USUAL_SERVER, "")

    def servers(self) -> list[str]:
        """Every server once, the latest first."""
        return list(dict.fromkeys(login.server for login in self.all))

    def user_at(self, server: str) -> str:
        """Who was logged in there last."""
        return next((login.user for login in self.all if login.server == server), "")

    def remember(self, server: str, user: str) -> None:
        """This is the latest now; raises OSError if it cannot be kept."""
        login = RecentLogin(server, user)
        self.all = (login, *(other for other in self.all if other != login))[:MOST]
        self._keep()

    def keep_companion(self, is_kept: bool) -> None:
        """Leave the companion on this computer running, or not; raises OSError if the choice cannot be kept."""
        self.keeps_companion = is_kept
        self._keep()

    def _keep(self) -> None:
        content = {"keeps_companion": self.keeps_companion, "logins": [asdict(login) for login in self.all]}
        self._file.parent.mkdir(parents=True, exist_ok=True)
        fresh = self._file.with_name(self._file.name + ".new")
        fresh.write_text(json.dumps(content, indent=1) + "\n", "utf-8")
        fresh.replace(self._file)
