"""How kernels are compiled: without the interpreter's lock, and without counting references.

Numba counts references to arrays, with atomic operations that it cannot always prove away where a
function branches; in loops of a few nanoseconds they would take most of the time. The kernels
allocate nothing, so they do without: every array comes from the caller.
"""

from __future__ import annotations

from typing import Any

from numba import njit

_UNCOUNTED: dict[str, Any] = {"_nrt": False}

kernel = njit(cache=True, nogil=True, **_UNCOUNTED)
"""What Python calls; compiled once and kept on disk."""

part = njit(**_UNCOUNTED)
"""A part of kernels that is called."""

inlined = njit(forceinline=True, **_UNCOUNTED)
"""A part of kernels that is written into each of them."""
