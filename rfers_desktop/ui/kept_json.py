"""Small JSON files in which the window remembers things: written whole or not at all, and read with forgiveness."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path


def kept_object(file: Path) -> dict[str, object]:
    """The object in a file; an empty one if there is none, or it cannot be read."""
    try:
        kept = json.loads(file.read_text("utf-8"))
    except (OSError, ValueError):
        return {}
    return kept if isinstance(kept, dict) else {}


def keep_json(file: Path, content: Mapping[str, object]) -> None:
    """Write an object; who reads meanwhile sees the old one or the new one. Raises OSError if that cannot be done."""
    file.parent.mkdir(parents=True, exist_ok=True)
    fresh = file.with_name(file.name + ".new")
    fresh.write_text(json.dumps(content, ensure_ascii=False, indent=1) + "\n", "utf-8")
    fresh.replace(file)
