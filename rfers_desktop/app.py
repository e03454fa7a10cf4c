"""The desktop program: builds every object once, in the order events flow, and runs the window."""

from __future__ import annotations

import argparse
import gc
import os
import signal
import ssl
import sys
from collections.abc import Sequence
from functools import partial
from pathlib import Path

from broker_local.protocol.addresses import checked_name
from broker_local.protocol.errors import ProtocolError
from rfers_desktop.language import use_language
from rfers_desktop.recent_logins import USUAL_SERVER
from rfers_desktop.server_address import parse_server
from rfers_desktop.workspace import Login, Workspace, open_session

PASSWORD_VARIABLE = "RFERS_PASSWORD"
_HOW_TO_INSTALL = "The window needs Qt, which is not installed. Install it with:  pip install 'rfers[desktop]'"


def build_parser() -> argparse.ArgumentParser:
    """The command line."""
    parser = argparse.ArgumentParser(
        prog="rfers",
        allow_abbrev=False,
        description="The RFERS desk: a map of the events you subscribe to. Without --user it asks who you are.",
    )
    parser.add_argument("--server", metavar="HOST:PORT", help="the broker (the last one, at first this computer)")
    parser.add_argument("--user", metavar="NAME", help="log in as this user")
    parser.add_argument(
        "--password-file", metavar="FILE", type=Path, help=f"a file with the password (else ${PASSWORD_VARIABLE})"
    )
    parser.add_argument("--tls", action="store_true", help="speak TLS, and only with a broker that can be trusted")
    parser.add_argument(
        "--ca",
        metavar="FILE",
        type=Path,
        help="the station's ca.pem, to trust its broker (else whom the system trusts)",
    )
    parser.add_argument("--play", metavar="A,B", default="", help="play these scenarios, with the guide beside the map")
    parser.add_argument("--play-speed", metavar="N", type=float, help="with --play: so many times as fast")
    parser.add_argument("--quit-after", metavar="SECONDS", type=float, help="close the window after this time")
    parser.add_argument(
        "--screenshot", metavar="FILE", type=Path, help="with --quit-after: save a picture of the window first"
    )
    return parser


def main(argv: Sequence[str] | None = None) -> int:
    """Run the desk; the exit code is 0 unless it could not start."""
    parser = build_parser()
    options = parser.parse_args(argv)
    try:
        host, port = parse_server(options.server or USUAL_SERVER)
        tls = trusted(options.tls or options.ca is not None, options.ca)
        password = _password(options.password_file)
        login = None
        if options.user is not None and password is not None:
            login = Login(checked_name("user", options.user), host, port, password)
    except (ProtocolError, OSError) as error:
        print(f"rfers: {error}", file=sys.stderr)
        return 2
    gc.disable()  # the start builds what stays: a sixth of its time would go into looking for what does not
    try:
        from PySide6.QtCore import QLibraryInfo, QLocale, QStandardPaths, QTimer, QTranslator
        from PySide6.QtWidgets import QApplication

        from rfers_desktop.ui.frame_settings import remembered_language
        from rfers_desktop.ui.look import apply_theme
        from rfers_desktop.ui.main_window import MainWindow
        from rfers_desktop.ui.scenarios.part import ScenariosPart
        from rfers_desktop.ui.short_pauses import keep_pauses_short
        from rfers_desktop.ui.thread_border import WakeUp
    except ImportError as error:
        gc.enable()
        print(f"rfers: {_HOW_TO_INSTALL}\n       ({error})", file=sys.stderr)
        return 1
    app = QApplication.instance() or QApplication(sys.argv[:1])
    assert isinstance(app, QApplication)
    app.setApplicationName("RFERS")
    apply_theme(app)
    wake_up = WakeUp()
    data = Path(QStandardPaths.writableLocation(QStandardPaths.StandardLocation.AppDataLocation))
    workspace = Workspace(wake_up, partial(open_session, tls=tls), data / "repositories")
    settings = Path(QStandardPaths.writableLocation(QStandardPaths.StandardLocation.AppConfigLocation))
    language = remembered_language(settings, QLocale.system().bcp47Name())
    use_language(language)
    own_words = QTranslator(app)  # what Qt itself says: colours, files, print
    if own_words.load(f"qtbase_{language.code}", QLibraryInfo.path(QLibraryInfo.LibraryPath.TranslationsPath)):
        app.installTranslator(own_words)
    window = MainWindow(workspace, wake_up, settings)

    def finish() -> None:
        if options.screenshot is not None and not window.grab().save(str(options.screenshot)):
            print(f"rfers: could not write {options.screenshot}", file=sys.stderr)
        window.close()

    # Python sees signals between any two steps of its own (the window's ticking timer gives it those), perhaps in
    # the middle of a login: the window is closed afterwards, by the event loop.
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda *_: QTimer.singleShot(0, finish))
    if options.quit_after is not None:
        QTimer.singleShot(round(options.quit_after * 1000), finish)
    if window.layouts.needs_all_of(window.screen().availableSize()):
        window.showMaximized()  # the line that says whether the desk is online must not lie below the screen
    else:
        window.show()
    keep_pauses_short()
    if login is not None:
        window.log_in(login)
        if options.play:
            window.part(ScenariosPart).play(options.play.split(","), options.play_speed)
    else:
        window.ask_login(options.server or "", options.user or "")
    code = app.exec()
    workspace.close()
    return code


def trusted(uses_tls: bool, authority: Path | None) -> ssl.SSLContext | None:
    """Whom to trust: the given authority alone, or those of the system."""
    if not uses_tls:
        return None
    try:
        return ssl.create_default_context(cafile=authority)
    except ssl.SSLError:
        raise ProtocolError("--ca", expected="a certificate in PEM form", got=str(authority)) from None


def _password(file: Path | None) -> str | None:
    if file is None:
        return os.environ.get(PASSWORD_VARIABLE)
    return file.read_text(encoding="utf-8").rstrip("\r\n")


if __name__ == "__main__":
    sys.exit(main())
