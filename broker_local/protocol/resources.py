"""Where the data files are: beside the code in a checkout, inside the package when installed."""

from __future__ import annotations

import importlib.util
from pathlib import Path


def resources_dir() -> Path:
    """The folder `resources/` of this checkout, or its copy in the installed package."""
    checkout = Path(__file__).resolve().parents[2]
    if (checkout / "pyproject.toml").is_file():
        return checkout / "resources"
    installed = importlib.util.find_spec("rfers_resources")
    if installed is None or not installed.submodule_search_locations:
        raise FileNotFoundError(
            "rfers_resources: expected the data files beside the installed package; reinstall rfers"
        )
    return Path(next(iter(installed.submodule_search_locations)))
