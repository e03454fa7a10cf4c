"""The officer's manual: pages of Markdown with pictures, in the user's language where there is a translation."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from broker_local.protocol.resources import resources_dir
from rfers_desktop.language import present_language
from rfers_desktop.layers.name_match import folded

FIRST = "first-steps"
_ORDER = (
    *(FIRST, "login", "subscribe", "filters", "how-sure", "notifications", "alerts", "map", "thermal", "charts"),
    *("repository", "analysis", "replay", "scenarios", "window", "keys"),
)


@dataclass(frozen=True, slots=True)
class HelpPage:
    """One page; `name` is that of its file."""

    name: str
    title: str
    text: str = field(repr=False)

    def answers(self, query: str) -> bool:
        """Whether all words of a query stand in the page."""
        words = folded(f"{self.title} {self.text}")
        return all(word in words for word in folded(query).split())


def help_folder() -> Path:
    """Where the manual is; its pictures are below it."""
    return resources_dir() / "help"


def help_pages(folder: Path | None = None) -> list[HelpPage]:
    """All pages in reading order; a page that is not translated is in English."""
    root = folder if folder is not None else help_folder()
    files = {file.stem: file for place in (root, root / present_language().code) for file in place.glob("*.md")}
    return [_page(files[name]) for name in sorted(files, key=_place)]


def _page(file: Path) -> HelpPage:
    text = file.read_text("utf-8")
    return HelpPage(file.stem, text.partition("\n")[0].lstrip("# ").strip() or file.stem, text)


def _place(name: str) -> tuple[int, str]:
    return (_ORDER.index(name) if name in _ORDER else len(_ORDER), name)
