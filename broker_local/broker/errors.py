"""The error of a broker that cannot be had: the surroundings' fault, with what to do about it."""

from __future__ import annotations

from broker_local.protocol.errors import Given, shown


class BrokerError(RuntimeError):
    """A broker could not be started or did not stay: field, expected, given and the cure."""

    def __init__(self, field: str, *, expected: str, got: object, hint: str | None = None) -> None:
        self.field = field
        text = got if isinstance(got, Given) else shown(got)  # a log's last lines are shown in full
        super().__init__(f"{field}: expected {expected}, got {text}" + (f"; {hint}" if hint else ""))
