"""Keeps a user's own and adjusted terms in a JSON file, checked by the rules of every vocabulary."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType

from broker_local.protocol.errors import ProtocolError
from broker_local.protocol.json_text import as_list, as_object, parse_json, write_json
from broker_local.protocol.term_codec import terms_to_rows
from broker_local.protocol.terms import Term, decode_vocabulary
from broker_local.protocol.topic import Topic
from rfers_desktop.language import tr

from .user_terms import UserTerms

_VERSION = 1
_LARGEST_FILE = 4_000_000


class TermMemory:
    """The terms of one user; every change of them is written at once. Without a file nothing outlives the desk.

    A topic that another publisher advertises may not be known yet when the file is read: its terms wait unread.
    """

    def __init__(self, file: Path | None, topics: Mapping[str, Topic]) -> None:
        self._file = file
        self._waiting: dict[str, object] = {}  # by topic: a vocabulary whose topic is not known yet
        self.terms = UserTerms()
        self.problem = ""  # why what was kept could not be used; it is kept beside the new file
        self._read(topics)

    def use_topics(self, topics: Mapping[str, Topic]) -> bool:
        """Read what waited for its topic; whether there are other terms now."""
        known = [name for name in self._waiting if name in topics]
        try:
            read = {name: _own_terms(self._waiting[name], topics) for name in known}
        except ProtocolError as error:
            self._put_aside(error)
            return True
        for name in known:
            del self._waiting[name]
        self.terms = UserTerms(MappingProxyType({**self.terms.own, **read}))
        return bool(read)

    def keep(self, terms: UserTerms) -> None:
        """Have these terms from now on; raises OSError if they cannot be written, and then the old ones hold."""
        if self._file is not None:
            self._write(self._file, terms)
        self.terms = terms

    def _read(self, topics: Mapping[str, Topic]) -> None:
        if self._file is None or not self._file.exists():
            return
        try:
            given = as_object(parse_json(self._file.read_bytes(), "words", _LARGEST_FILE), "words")
            if given.get("version") != _VERSION:
                raise ProtocolError("words.version", expected=str(_VERSION), got=given.get("version"))
            for row in as_list(given.get("vocabularies"), "words.vocabularies"):
                vocabulary = as_object(row, "words.vocabularies")
                self._waiting[str(vocabulary.get("topic"))] = vocabulary
            self.use_topics(topics)
        except (OSError, ProtocolError) as error:
            self._put_aside(error)

    def _put_aside(self, error: Exception) -> None:
        """A file that is not right is kept beside, and the built-in terms hold."""
        self.terms, self._waiting = UserTerms(), {}
        if self._file is None:
            return
        aside = self._file.with_suffix(".unreadable")
        self.problem = tr(
            "Your own words could not be read ({error}); the built-in ones hold, and the file is kept as {name}.",
            error=error,
            name=aside.name,
        )
        try:
            self._file.replace(aside)
        except OSError:  # it cannot even be moved: it stays where it is until something is kept
            return

    def _write(self, file: Path, terms: UserTerms) -> None:
        vocabularies = [
            {
                "topic": topic,
                "attributes": {name: terms_to_rows(tuple(own.values())) for name, own in by.items()},
            }
            for topic, by in terms.own.items()
        ]
        file.parent.mkdir(parents=True, exist_ok=True)
        fresh = file.with_name(file.name + ".new")
        content = {"version": _VERSION, "vocabularies": [*vocabularies, *self._waiting.values()]}
        fresh.write_bytes(write_json(content))
        os.replace(fresh, file)  # a crash leaves the old file or the new one, never half of one


def _own_terms(vocabulary: object, topics: Mapping[str, Topic]) -> Mapping[str, Mapping[str, Term]]:
    return decode_vocabulary(write_json(vocabulary), topics).by_attribute
