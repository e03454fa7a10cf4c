"""The words on screen in the user's language: English stands in the code, other languages in resources/languages."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from broker_local.protocol.errors import ProtocolError
from broker_local.protocol.json_text import parse_json
from broker_local.protocol.resources import resources_dir

ENGLISH = "en"
_MAX_BYTES = 4_000_000


@dataclass(frozen=True, slots=True)
class Language:
    """A table from the English sentences to those of another language; what it lacks stays English."""

    code: str
    name: str  # as its speakers call it
    words: Mapping[str, str] = field(default_factory=dict, repr=False)
    is_zero_one: bool = False  # French says "0 alerte", English "0 alerts"
    thousands: str = ","  # between groups of three digits; a comma is where decimals begin in French


_present = Language(ENGLISH, "English")


def tr(text: str, **values: object) -> str:
    """A sentence in the user's language; `{names}` in it are filled with the values."""
    sentence = _present.words.get(text, text)
    return sentence.format(**values) if values else sentence


def later(text: str) -> str:
    """Marks a sentence of a table: it is the same here, and is translated with tr() when it is shown."""
    return text


def tr_count(one: str, many: str, count: int) -> str:
    """The sentence for one thing or the one for many, with `{count}` filled in."""
    is_one = count == 1 or (count == 0 and _present.is_zero_one)
    return tr(one if is_one else many, count=count_text(count))


def count_text(count: int) -> str:
    """A whole number as the language writes it: `12,000`, `12 000`."""
    return grouped(f"{count:,}")


def grouped(number: str) -> str:
    """A number whose digits are grouped by commas, as the language groups them."""
    return number.replace(",", _present.thousands)


def use_language(language: Language) -> None:
    """Speak another language from now on; windows that are open keep the words they have."""
    global _present
    _present = language


def present_language() -> Language:
    """The language that is spoken."""
    return _present


def languages(folder: Path | None = None) -> dict[str, Language]:
    """All languages there are, by code, English first; a table that cannot be read raises ProtocolError."""
    files = sorted((folder or resources_dir() / "languages").glob("*.json"))
    read = [read_language(file) for file in files]
    return {language.code: language for language in (Language(ENGLISH, "English"), *read)}


def read_language(file: Path) -> Language:
    """The table of one language: `{"name": ..., "is_zero_one": ..., "thousands": ..., "words": {English: theirs}}`."""
    content = parse_json(file.read_bytes(), file.name, _MAX_BYTES)
    if not isinstance(content, dict) or not isinstance(content.get("name"), str):
        raise ProtocolError(f"{file.name}.name", expected="what the language is called", got=content)
    words = content.get("words")
    if not isinstance(words, dict) or not all(isinstance(word, str) for word in words.values()):
        raise ProtocolError(f"{file.name}.words", expected="sentences by their English ones", got=words)
    thousands = content.get("thousands", ",")
    if not isinstance(thousands, str):
        raise ProtocolError(f"{file.name}.thousands", expected="what stands between thousands", got=thousands)
    return Language(file.stem, content["name"], words, content.get("is_zero_one") is True, thousands)
