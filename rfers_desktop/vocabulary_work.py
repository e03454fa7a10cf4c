"""What the user of a desk can do with words like "hot": keep their own, and see which subscriptions use them."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from broker_local.protocol.filter.tree import terms_used
from broker_local.protocol.subscription import Subscription
from broker_local.protocol.topic import Topic
from rfers_desktop.change import Change, Login
from rfers_desktop.language import tr
from rfers_desktop.store.term_memory import TermMemory
from rfers_desktop.store.user_terms import UserTerms

_ENDING = ".json"


class VocabularyWork:
    """The words of whoever is logged in; the lowest part of the workspace."""

    login: Login | None
    topics: Mapping[str, Topic]
    _words_folder: Path | None = None  # where they are kept; nowhere until keep_words_in

    def keep_words_in(self, folder: Path) -> None:
        """Keep each user's own words in a folder from the next login on."""
        self._words_folder = folder

    @property
    def terms(self) -> UserTerms:
        """What words mean to the user."""
        return self._words.terms

    def keep_terms(self, terms: UserTerms) -> Change:
        """Have words mean this from now on; subscriptions that are live keep the meaning they were sent with."""
        try:
            self._words.keep(terms)
        except OSError as error:
            return Change(problems=(tr("your words could not be kept: {error}", error=error),))
        return Change(has_new_terms=True)

    def _begin_words_afresh(self) -> None:
        """Another user, or none."""
        file = None
        if self.login is not None and self._words_folder is not None:
            name = f"{self.login.user}@{self.login.host}_{self.login.port}{_ENDING}".replace(":", "_")
            file = self._words_folder / name
        self._words = TermMemory(file, self.topics)

    def _take_words_problem(self) -> list[str]:
        problem, self._words.problem = self._words.problem, ""
        return [problem] if problem else []


def uses_word(subscription: Subscription, topic: str, attribute: str, name: str) -> bool:
    """Whether a subscription's filter says a word of an attribute."""
    if subscription.topic != topic or subscription.filter is None:
        return False
    used = terms_used(subscription.filter.root).get(attribute, {})
    return name.lower() in (term.lower() for term in used)
