"""Writing features to a file that the user names, aside, in the format that the name asks for."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from PySide6.QtWidgets import QFileDialog, QWidget

from rfers_desktop.geo.out_layer import OutLayer
from rfers_desktop.language import count_text, tr

from .background import Background, Job

_ENDINGS = (".gpkg", ".geojson", ".csv", ".kml")


class Exporter:
    """Asks where to, and writes; `told` gets a sentence when it is done."""

    def __init__(self, window: QWidget, background: Background, told: Callable[[str], None]) -> None:
        self._window = window
        self._background = background
        self._told = told

    def ask(self, name: str, make: Callable[[], Sequence[OutLayer]]) -> None:
        """Let the user name a file, and write what `make` gives; it is called on the working thread."""
        kinds = {
            f"{tr('GeoPackage')} (*.gpkg)": ".gpkg",
            f"{tr('GeoJSON')} (*.geojson)": ".geojson",
            f"{tr('Table (CSV)')} (*.csv)": ".csv",
            f"{tr('Google Earth (KML)')} (*.kml)": ".kml",
        }
        chosen, kind = QFileDialog.getSaveFileName(self._window, tr("Export"), f"{name}.gpkg", ";;".join(kinds))
        if chosen:
            self.write(with_ending(Path(chosen), kinds.get(kind, ".gpkg")), make)

    def write(self, file: Path, make: Callable[[], Sequence[OutLayer]]) -> None:
        """Write a file."""

        def work(job: Job) -> int:
            from rfers_desktop.geo.vector_writing import write_layers  # with GDAL, which a window starts without

            layers = make()
            job.progress(0.5)
            write_layers(file, layers)
            return sum(len(layer) for layer in layers)

        words = tr("Writing {name}", name=file.name)
        self._background.do(
            words,
            work,
            lambda count: self._told(tr("{count} written to {name}", count=count_text(count), name=file.name)),
        )


def with_ending(file: Path, ending: str) -> Path:
    """The name as typed if it says a format, else with the chosen one."""
    return file if file.suffix.lower() in _ENDINGS else file.with_name(file.name + ending)
