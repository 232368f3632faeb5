"""How kernels are compiled: without the interpreter's lock, kept on disk where that can be.

Numba counts references to arrays, with atomic operations that it cannot always prove away where a
function branches; in loops of a few nanoseconds they would take most of the time. Kernels that
allocate nothing do without: every array comes from the caller.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from numba import njit

_UNCOUNTED: dict[str, Any] = {"_nrt": False}


def kept(function: Callable[..., Any], **flags: Any) -> Any:
    """Compile what Python calls, once if there is a place on disk to keep it, else every time."""
    try:
        return njit(cache=True, nogil=True, **flags)(function)
    except RuntimeError:
        return njit(nogil=True, **flags)(function)


def kernel(function: Callable[..., Any]) -> Any:
    """Compile a kernel that allocates nothing."""
    return kept(function, **_UNCOUNTED)


part = njit(**_UNCOUNTED)
"""A part of kernels that is called."""

inlined = njit(forceinline=True, **_UNCOUNTED)
"""A part of kernels that is written into each of them."""
