"""The errors of the contract: whose fault it is, which field, what was expected, what came."""

from __future__ import annotations

import difflib
from collections.abc import Iterable

_LONGEST_SHOWN = 60
_LONGEST_FIELD = 200


def shown(value: object) -> str:
    """`value` as a person would want to see it in an error: quoted, short, one line."""
    text = value if isinstance(value, Given) else repr(value)
    return text if len(text) <= _LONGEST_SHOWN else text[: _LONGEST_SHOWN - 1] + "…"


def _plain(field: str) -> str:
    """A field's name may hold what a stranger wrote: never let it break a log, a table or a screen."""
    text = field if field.isprintable() else repr(field)[1:-1]
    return text if len(text) <= _LONGEST_FIELD else text[: _LONGEST_FIELD - 1] + "…"


def did_you_mean(given: str, known: Iterable[str]) -> str | None:
    """The known name that `given` most likely meant, if one is near enough."""
    by_lower = {name.lower(): name for name in known}
    near = difflib.get_close_matches(given.lower(), by_lower, n=1, cutoff=0.6)
    return by_lower[near[0]] if near else None


class Given(str):
    """Words that describe what came ("nothing", "3 MB") and are shown without quotes."""

    __slots__ = ()


class ProtocolError(ValueError):
    """The sender's fault: a value that breaks the contract, named by field, expected and given."""

    def __init__(self, field: str, *, expected: str, got: object, hint: str | None = None) -> None:
        self.field = _plain(field)
        self.expected = expected
        self.got = shown(got)
        self.hint = hint
        super().__init__(f"{self.field}: expected {expected}, got {self.got}" + (f"; {hint}" if hint else ""))

    def within(self, prefix: str) -> ProtocolError:
        """The same error with its field named from further out: `features[3].geometry`."""
        return ProtocolError(
            f"{prefix}.{self.field}" if self.field else prefix,
            expected=self.expected,
            got=Given(self.got),
            hint=self.hint,
        )


class FilterError(ProtocolError):
    """A filter text that cannot be understood: where, what was expected there, what was meant."""

    def __init__(self, text: str, position: int, *, expected: str, got: object, hint: str | None = None) -> None:
        self.text = text
        self.position = position
        super().__init__("filter", expected=expected, got=got, hint=hint)
        self.args = (f"{self.args[0]} (at character {position + 1})",)

    def pointed(self) -> str:
        """The text with a caret under the character at fault, for a fixed-width display."""
        line_start = self.text.rfind("\n", 0, self.position) + 1
        line_end = self.text.find("\n", self.position)
        line = self.text[line_start : len(self.text) if line_end < 0 else line_end]
        return f"{line}\n{' ' * (self.position - line_start)}^ {self.args[0]}"
