"""How far off a row's place may be, as such files say it: metres, a dilution of precision, or a pixel's size."""

from __future__ import annotations

import math
from collections.abc import Mapping

from .cell_values import is_blank, number_of
from .column_map import ACCURACY_M, HDOP, SCAN_KM, TRACK_KM

_UNIT_ERROR_M = 5.0  # of a usual receiver: the user equivalent range error, of which HDOP is a multiple
_SIDES_A_SIGMA = math.sqrt(12.0)  # anywhere in a pixel is as likely: the deviation is its side divided by this


def stated_accuracy(values: Mapping[str, object], roles: Mapping[str, str]) -> dict[str, float]:
    """The member `accuracy_m` of a point, one sigma in metres; nothing where the columns say nothing."""
    told = {role: roles[role] for role in (ACCURACY_M, HDOP, SCAN_KM, TRACK_KM) if role in roles}
    numbers = {role: number_of(values[name], name) for role, name in told.items() if not is_blank(values.get(name))}
    if ACCURACY_M in numbers:
        return {"accuracy_m": numbers[ACCURACY_M]}
    if HDOP in numbers:
        return {"accuracy_m": numbers[HDOP] * _UNIT_ERROR_M}
    sides_km = [numbers[role] for role in (SCAN_KM, TRACK_KM) if role in numbers]
    return {"accuracy_m": 1000.0 * max(sides_km) / _SIDES_A_SIGMA} if sides_km else {}
