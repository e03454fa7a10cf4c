"""One way to compile the numeric kernels: cached on disk, free of the interpreter lock, in strict IEEE arithmetic."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar, cast

import numba

_Function = TypeVar("_Function", bound=Callable[..., object])


def kernel(function: _Function) -> _Function:
    """Compile a function of numbers and arrays; never with fastmath, since exactness rests on IEEE rounding."""
    return cast(_Function, numba.njit(cache=True, nogil=True)(function))


def inlined(function: _Function) -> _Function:
    """Compile a small function that other kernels call in their innermost loops."""
    return cast(_Function, numba.njit(cache=True, nogil=True, inline="always")(function))
