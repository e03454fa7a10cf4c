"""What the languages lack: sentences of the desktop that a table does not translate, and those it has for nothing."""

from __future__ import annotations

import argparse
import ast
import json
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from string import Formatter

from rfers_desktop.language import ENGLISH, Language, languages
from rfers_desktop.ui.scenarios.tours import read_tours

_ROOT = Path(__file__).resolve().parents[1]
_SAYING = {"tr": 1, "later": 1, "tr_count": 2}  # the functions, and how many sentences stand first in their calls


@dataclass(frozen=True, slots=True)
class Sentence:
    """An English sentence in the code, and where it stands first."""

    text: str
    place: str


@dataclass(frozen=True, slots=True)
class Comparison:
    """A language beside the code."""

    missing: tuple[Sentence, ...]
    stale: tuple[str, ...]
    other_values: tuple[str, ...]  # those whose translation names other values in braces


def sentences(root: Path = _ROOT) -> list[Sentence]:
    """Every sentence that the desktop and the publisher's window can say, once each."""
    found: dict[str, Sentence] = {}
    for file in (*sorted((root / "rfers_desktop").rglob("*.py")), *sorted((root / "scripts").glob("publisher_*.py"))):
        for text, line in _said_in(file.read_text("utf-8")):
            found.setdefault(text, Sentence(text, f"{file.relative_to(root).as_posix()}:{line}"))
    for tour in read_tours(root / "resources" / "scenarios"):
        for text in (tour.title, *(words for step in tour.steps for words in (step.title, step.see, step.to_try))):
            found.setdefault(text, Sentence(text, f"resources/scenarios/{tour.name}/tour.json"))
    for file in sorted((root / "resources" / "topics").glob("*.json")):
        title = str(json.loads(file.read_text("utf-8"))["title"])
        found.setdefault(title, Sentence(title, file.relative_to(root).as_posix()))
    return list(found.values())


def unmarked(root: Path = _ROOT) -> list[Sentence]:
    """Words that reach tr() by a table or a choice and are not marked with later(), so that no language has them."""
    known = {sentence.text for sentence in sentences(root)}
    found = []
    for file in sorted((root / "rfers_desktop").rglob("*.py")):
        for constant in _reaching(ast.parse(file.read_text("utf-8"))):
            if constant.value not in known and any(letter.isalpha() for letter in str(constant.value)):
                place = f"{file.relative_to(root).as_posix()}:{constant.lineno}"
                found.append(Sentence(str(constant.value), place))
    return found


def compare(language: Language, said: Sequence[Sentence]) -> Comparison:
    """What a language lacks, has for nothing, and has wrong."""
    known = {sentence.text for sentence in said}
    return Comparison(
        tuple(sentence for sentence in said if sentence.text not in language.words),
        tuple(text for text in language.words if text not in known),
        tuple(text for text, theirs in language.words.items() if _values(text) != _values(theirs)),
    )


def main(argv: Sequence[str] | None = None) -> int:
    """Print what is to be done; 0 if there is nothing."""
    argparse.ArgumentParser(prog="languages", description=__doc__).parse_args(argv)
    said, loose = sentences(), unmarked()
    is_complete = True
    for sentence in loose:
        print(f"unmarked   {sentence.place}  {sentence.text!r}")
    for language in languages().values():
        if language.code == ENGLISH:
            continue
        found = compare(language, said)
        print(f"{language.name}: {len(said) - len(found.missing)} of {len(said)} sentences")
        for sentence in found.missing:
            print(f"  missing  {sentence.place}  {sentence.text!r}")
        for text in found.stale:
            print(f"  stale    {text!r}")
        for text in found.other_values:
            print(f"  values   {text!r} -> {language.words[text]!r}")
        is_complete = is_complete and not loose and found == Comparison((), (), ())
    return 0 if is_complete else 1


def _said_in(source: str) -> Iterator[tuple[str, int]]:
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in _SAYING:
            for argument in node.args[: _SAYING[node.func.id]]:
                if isinstance(argument, ast.Constant) and isinstance(argument.value, str):
                    yield argument.value, argument.lineno


def _reaching(module: ast.Module) -> Iterator[ast.Constant]:
    """The texts that tr() may be given where it is not given one itself."""
    tables: dict[str, list[ast.expr]] = {}
    for node in ast.walk(module):
        if isinstance(node, ast.Assign | ast.AnnAssign) and node.value is not None:
            for target in node.targets if isinstance(node, ast.Assign) else [node.target]:
                if isinstance(target, ast.Name):
                    tables.setdefault(target.id, []).append(node.value)
    for node in ast.walk(module):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "tr" and node.args:
            given = node.args[0]
            names = [part.id for part in ast.walk(given) if isinstance(part, ast.Name)]
            for told in (given, *(table for name in names for table in tables.get(name, []))):
                if not isinstance(told, ast.Constant) or told is not given:
                    yield from _texts(told)


def _texts(told: ast.expr) -> Iterator[ast.Constant]:
    """The texts that an expression may come to: values of a table, ways of a choice, a fallback of get()."""
    match told:
        case ast.Constant(value=str()):
            yield told
        case ast.Dict():
            for value in told.values:
                yield from _texts(value)
        case ast.IfExp():
            yield from _texts(told.body)
            yield from _texts(told.orelse)
        case ast.BoolOp():
            for value in told.values:
                yield from _texts(value)
        case ast.Call(func=ast.Attribute(attr="get"), args=[_, fallback]):
            yield from _texts(fallback)


def _values(text: str) -> set[str | None]:
    return {name for _, name, _, _ in Formatter().parse(text) if name is not None}


if __name__ == "__main__":
    sys.exit(main())
