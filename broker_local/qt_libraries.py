"""What Qt needs of a Linux system beyond its own wheels: shared libraries and fonts, and the packages that bring them.

`python -m broker_local.qt_libraries qt|window` prints the missing Debian packages; scripts/setup installs them.
"""

from __future__ import annotations

import argparse
import ctypes
import sys
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

# Shared library -> Debian package: what PySide6's wheels link to and do not bring (readelf -d of Qt6Gui, Qt6XcbQpa …).
QT_LIBRARIES: Mapping[str, str] = {
    "libEGL.so.1": "libegl1",
    "libGL.so.1": "libgl1",
    "libX11.so.6": "libx11-6",
    "libdbus-1.so.3": "libdbus-1-3",
    "libfontconfig.so.1": "libfontconfig1",
    "libfreetype.so.6": "libfreetype6",
    "libglib-2.0.so.0": "libglib2.0-0",
    "libgthread-2.0.so.0": "libglib2.0-0",
    "libxkbcommon.so.0": "libxkbcommon0",
    "libz.so.1": "zlib1g",
    "libzstd.so.1": "libzstd1",
}
X11_LIBRARIES: Mapping[str, str] = {
    "libX11-xcb.so.1": "libx11-xcb1",
    "libxcb-cursor.so.0": "libxcb-cursor0",
    "libxcb-icccm.so.4": "libxcb-icccm4",
    "libxcb-image.so.0": "libxcb-image0",
    "libxcb-keysyms.so.1": "libxcb-keysyms1",
    "libxcb-randr.so.0": "libxcb-randr0",
    "libxcb-render-util.so.0": "libxcb-render-util0",
    "libxcb-render.so.0": "libxcb-render0",
    "libxcb-shape.so.0": "libxcb-shape0",
    "libxcb-shm.so.0": "libxcb-shm0",
    "libxcb-sync.so.1": "libxcb-sync1",
    "libxcb-util.so.1": "libxcb-util1",
    "libxcb-xfixes.so.0": "libxcb-xfixes0",
    "libxcb-xkb.so.1": "libxcb-xkb1",
    "libxcb.so.1": "libxcb1",
    "libxkbcommon-x11.so.0": "libxkbcommon-x11-0",
}
_FONT_FOLDERS = ("/usr/share/fonts", "/usr/local/share/fonts", "~/.fonts", "~/.local/share/fonts")
_FONT_SUFFIXES = (".ttf", ".otf", ".ttc")
FONT_PACKAGE = "fonts-dejavu-core"  # Qt brings no fonts of its own; without any, every label is blank


def missing_libraries(libraries: Iterable[str]) -> list[str]:
    """Those of the shared libraries that the system's loader cannot find."""
    return [library for library in libraries if not can_load(library)]


def missing_packages(window: bool) -> list[str]:
    """The Debian packages that Qt (and, for a window on screen, X11) still needs here."""
    if sys.platform != "linux":
        return []
    needed = {**QT_LIBRARIES, **(X11_LIBRARIES if window else {})}
    packages = {needed[library] for library in missing_libraries(needed)}
    return sorted(packages | (set() if has_fonts() else {FONT_PACKAGE}))


def can_load(library: str) -> bool:
    """Whether the system's loader finds a shared library."""
    try:
        ctypes.CDLL(library)
    except OSError:
        return False
    return True


def has_fonts() -> bool:
    """Whether there is a font file in one of the places where fontconfig looks."""
    folders = (Path(folder).expanduser() for folder in _FONT_FOLDERS)
    files = (file for folder in folders if folder.is_dir() for file in folder.rglob("*"))
    return any(file.suffix.lower() in _FONT_SUFFIXES for file in files)


def main(argv: Sequence[str] | None = None) -> int:
    """Print the packages to install, on one line; an empty line if there are none."""
    parser = argparse.ArgumentParser(prog="python -m broker_local.qt_libraries", description=main.__doc__)
    parser.add_argument(
        "purpose", choices=("qt", "window"), help="Qt without a screen, or also a window on an X11 screen"
    )
    print(" ".join(missing_packages(window=parser.parse_args(argv).purpose == "window")))
    return 0


if __name__ == "__main__":
    sys.exit(main())
