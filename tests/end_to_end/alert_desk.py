"""A desk without a window in a process of its own, to be killed: it keeps what comes, and acknowledges one alert.

python -m tests.end_to_end.alert_desk HOST PORT USER PASSWORD FOLDER ACKNOWLEDGED_TITLE
"""

from __future__ import annotations

import sys
import time
from collections.abc import Sequence
from pathlib import Path

from rfers_desktop.workspace import Login, Workspace

_BREATH_S = 0.01


def a_desk(folder: Path, login: Login) -> Workspace:
    """A desk that keeps its repository and its alerts in a folder, logged in."""
    workspace = Workspace(repositories=folder / "repositories")
    workspace.keep_alerts_in(folder / "alerts")
    workspace.log_in(login)
    return workspace


def main(argv: Sequence[str]) -> None:
    """Take in what comes until killed; say how many alerts there are, and when the one is acknowledged."""
    host, port, user, password, folder, title = argv
    workspace = a_desk(Path(folder), Login(user, host, int(port), password))
    while True:
        workspace.drain()
        keys = [alert.key for alert in workspace.calling() if alert.title == title]
        if keys and workspace.acknowledge(keys).alerts.changed:
            print("acknowledged", flush=True)
        print(len(workspace.alerts()), flush=True)
        time.sleep(_BREATH_S)


if __name__ == "__main__":
    main(sys.argv[1:])
