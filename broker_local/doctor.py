"""What this machine has of what RFERS needs, what is missing and how to get it (`rfers-broker doctor`).

Looks without loading: neither Qt nor Spark is imported, so it also answers where they are broken.
"""

from __future__ import annotations

import os
import re
import shutil
import socket
import subprocess
import sys
import tomllib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from importlib import metadata
from pathlib import Path

from broker_local.qt_libraries import FONT_PACKAGE, QT_LIBRARIES, X11_LIBRARIES, has_fonts, missing_libraries

DEFAULT_PORT = 1883
EVERYTHING, WINDOW, REPLAY, MOSQUITTO = "everything", "the window", "the replay", "--broker mosquitto"
_PYTHON = ((3, 11), (3, 13))
_JAVA = (17, 21)
_OPTIONAL = {"desktop": WINDOW, "replay": REPLAY}  # extras of the project, and what they are needed for
_DEBIAN = "on Debian or Ubuntu: apt-get install"
_SYSTEM_PROGRAMS = ("/usr/sbin", "/usr/local/sbin", "/opt/homebrew/sbin", "/opt/homebrew/bin")


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing RFERS can use: is it here, in which form, what for, and how to get it."""

    subject: str
    present: bool
    detail: str
    needed_for: str
    cure: str = ""

    @property
    def stops_everything(self) -> bool:
        """Whether nothing at all runs without it."""
        return not self.present and self.needed_for == EVERYTHING


def diagnose(data_dir: Path | None = None, port: int = DEFAULT_PORT) -> list[Finding]:
    """Everything RFERS needs or can use, in the order in which one would install it."""
    findings = [_python()]
    findings += [_package(*wanted) for wanted in wanted_packages()]
    if sys.platform == "linux":
        findings += [_libraries("Qt's system libraries", QT_LIBRARIES), _libraries("X11 libraries", X11_LIBRARIES)]
        findings.append(_fonts())
    return [*findings, _java(), _mosquitto(), _data_dir(data_dir or default_data_dir()), _port(port)]


def default_data_dir() -> Path:
    """Where the service keeps its journal and accounts unless told otherwise."""
    return Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share") / "rfers"


def wanted_packages() -> list[tuple[str, str, str]]:
    """Name, version range and purpose of the packages that the project's own metadata asks for."""
    wanted = []
    for requirement in _requirements():
        match = re.match(r"([A-Za-z0-9._-]+)\s*([^;]*)(?:;.*extra == ['\"]([^'\"]+)['\"])?", requirement)
        if match:
            name, versions, extra = match.groups()
            purpose = EVERYTHING if extra is None else _OPTIONAL.get(extra)
            if purpose:
                wanted.append((name, versions.strip(), purpose))
    return wanted


def is_in_range(version: str, versions: str) -> bool:
    """Whether a version such as 6.11.3 is within a range such as `>=6.11,<6.12`."""
    compare: Mapping[str, Callable[[tuple[int, ...], tuple[int, ...]], bool]] = {
        ">=": lambda a, b: a >= b,
        "<=": lambda a, b: a <= b,
        ">": lambda a, b: a > b,
        "<": lambda a, b: a < b,
    }
    bounds = re.findall(r"(>=|<=|>|<)\s*([0-9.]+)", versions)
    return all(compare[sign](_numbers(version), _numbers(bound)) for sign, bound in bounds)


def report(findings: Sequence[Finding]) -> str:
    """The findings as lines to read: what is here, what is not, and under it how to get it."""
    width = max(len(finding.subject) for finding in findings)
    lines = []
    for finding in findings:
        purpose = "" if finding.present else f" (needed for {finding.needed_for})"
        lines.append(
            f"{'present' if finding.present else 'MISSING'}  {finding.subject:{width}}  {finding.detail}{purpose}"
        )
        if not finding.present:
            lines.append(f"{'':9}{'':{width}}  get it: {finding.cure}")
    missing = [finding for finding in findings if not finding.present]
    if any(finding.stops_everything for finding in missing):
        lines.append("RFERS cannot run here until what is needed for everything has been installed.")
    elif missing:
        lacking = sorted({finding.needed_for for finding in missing})
        lines.append(f"The matcher can run here; what is missing concerns only {', '.join(lacking)}.")
    else:
        lines.append("Everything is here.")
    return "\n".join(lines)


def main(data_dir: Path | None = None, port: int = DEFAULT_PORT) -> int:
    """Print the report; 1 if something is missing without which nothing runs."""
    findings = diagnose(data_dir, port)
    print(report(findings))
    return int(any(finding.stops_everything for finding in findings))


def _requirements() -> list[str]:
    try:
        return metadata.requires("rfers") or []
    except metadata.PackageNotFoundError:  # run from a checkout that is not installed
        project = tomllib.loads((Path(__file__).parents[1] / "pyproject.toml").read_text("utf-8"))["project"]
        optional = project["optional-dependencies"]
        return [
            *project["dependencies"],
            *(f"{needed}; extra == '{extra}'" for extra in optional for needed in optional[extra]),
        ]


def _numbers(version: str) -> tuple[int, ...]:
    released = re.match(r"[0-9]+(?:\.[0-9]+)*", version)
    return tuple(int(number) for number in released[0].split(".")) if released else ()


def _python() -> Finding:
    version = sys.version.split()[0]
    lowest, too_new = _PYTHON
    fits = lowest <= sys.version_info[:2] < too_new
    return Finding("Python", fits, f"{version} at {sys.executable}", EVERYTHING, "install Python 3.11 or 3.12")


def _package(name: str, versions: str, purpose: str) -> Finding:
    extra = next((f"[{extra}]" for extra, needed_for in _OPTIONAL.items() if needed_for == purpose), "")
    cure = f"pip install 'rfers{extra}' (in a checkout: pip install -e '.{extra}')"
    try:
        version = metadata.version(name)
    except metadata.PackageNotFoundError:
        return Finding(name, False, f"wanted {versions}", purpose, cure)
    fits = is_in_range(version, versions)
    return Finding(name, fits, version if fits else f"{version}, wanted {versions}", purpose, cure)


def _libraries(subject: str, libraries: Mapping[str, str]) -> Finding:
    missing = missing_libraries(libraries)
    packages = " ".join(sorted({libraries[library] for library in missing}))
    detail = f"not found: {', '.join(missing)}" if missing else f"all {len(libraries)} found"
    return Finding(subject, not missing, detail, WINDOW, f"{_DEBIAN} {packages}")


def _fonts() -> Finding:
    found = has_fonts()
    return Finding("fonts", found, "found" if found else "no font file", WINDOW, f"{_DEBIAN} {FONT_PACKAGE}")


def _java() -> Finding:
    wanted = " or ".join(str(version) for version in _JAVA)
    home = os.environ.get("JAVA_HOME")
    program = shutil.which("java", path=str(Path(home) / "bin")) if home else shutil.which("java")
    cure = f"{_DEBIAN} openjdk-{_JAVA[0]}-jre-headless; or set JAVA_HOME"
    version = re.search(r'version "([0-9]+)[^"]*"', _words_of([program, "-version"])) if program else None
    if version is None:
        return Finding("Java", False, f"wanted {wanted}", REPLAY, cure)
    fits = int(version[1]) in _JAVA
    return Finding("Java", fits, f"{version[0]} at {program}" + ("" if fits else f", wanted {wanted}"), REPLAY, cure)


def _mosquitto() -> Finding:
    program = shutil.which("mosquitto", path=os.pathsep.join([os.environ.get("PATH", os.defpath), *_SYSTEM_PROGRAMS]))
    if program is None:
        return Finding("Mosquitto", False, "not found", MOSQUITTO, f"{_DEBIAN} mosquitto")
    version = re.search(r"version [0-9.]+", _words_of([program, "-h"]))
    return Finding("Mosquitto", True, f"{version[0] if version else 'unknown version'} at {program}", MOSQUITTO)


def _words_of(command: list[str]) -> str:
    """What a program says, on either stream; nothing if it cannot be run."""
    try:
        done = subprocess.run(
            command, capture_output=True, text=True, timeout=20, stdin=subprocess.DEVNULL, check=False
        )
    except (OSError, subprocess.TimeoutExpired):
        return ""
    return done.stdout + done.stderr


def _data_dir(data_dir: Path) -> Finding:
    existing = next(folder for folder in (data_dir, *data_dir.absolute().parents) if folder.exists())
    writable = existing.is_dir() and os.access(existing, os.W_OK | os.X_OK)
    detail = str(data_dir) if existing == data_dir else f"{data_dir}, to be made in {existing}"
    cure = "choose another with rfers-broker serve --data DIR"
    return Finding(
        "data directory", writable, detail if writable else f"{detail}: cannot write there", EVERYTHING, cure
    )


def _port(port: int) -> Finding:
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind(("127.0.0.1", port))
        except OSError as error:
            cure = "stop the program that uses it, or choose another with rfers-broker serve --port N"
            return Finding(f"port {port}", False, f"not free: {error.strerror}", "a broker on this port", cure)
    return Finding(f"port {port}", True, "free", "a broker on this port")


if __name__ == "__main__":
    sys.exit(main())
