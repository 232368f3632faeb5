"""What this room needs beyond the standard library, or the line that says how to get it."""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec
from typing import Literal, get_args

from pitboss.refusals import unreadable

Engine = Literal["numba", "numpy"]
"""What counts: compiled kernels, or their numpy twins, which find the same more slowly."""


def require_numpy() -> None:
    """Refuse in one line where numpy is not installed; the functions of this room import it."""
    if not installed("numpy"):
        raise unreadable(
            "extra-not-installed",
            "a simulation needs numpy, which is not installed",
            "install the extra `simulate`: pip install 'pitboss[simulate]'",
        )


def default_engine() -> Engine:
    """Return the fastest engine that is installed."""
    require_numpy()
    return "numba" if installed("numba") else "numpy"


def check_engine(engine: Engine) -> None:
    """Refuse an engine that does not exist, or is not installed."""
    if engine not in get_args(Engine):
        raise unreadable(
            "unknown-engine", f'"{engine}" is not an engine', "use numba, or numpy without it"
        )
    try:
        import_module(engine)
    except ImportError:
        raise unreadable(
            "extra-not-installed",
            f"{engine} cannot be imported",
            "install the extra `simulate`: pip install 'pitboss[simulate]'; or use --engine numpy",
        ) from None


def installed(package: str) -> bool:
    """Say whether a package can be imported, without importing it."""
    try:
        return find_spec(package) is not None
    except ValueError:
        return False
