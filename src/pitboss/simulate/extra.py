"""What this room needs beyond the standard library, or the line that says how to get it."""

from __future__ import annotations

from importlib.util import find_spec

from pitboss.refusals import unreadable

ENGINE = "numba"
"""What counts, as records name it."""


def require_engine() -> None:
    """Refuse in one line where numpy or numba is not installed; both are imported when used."""
    for package in ("numpy", ENGINE):
        if not installed(package):
            raise unreadable(
                "extra-not-installed",
                f"a simulation needs {package}, which is not installed",
                "install the extra `simulate`: pip install 'pitboss[simulate]'",
            )


def installed(package: str) -> bool:
    """Say whether a package can be imported, without importing it."""
    try:
        return find_spec(package) is not None
    except ValueError:
        return False
