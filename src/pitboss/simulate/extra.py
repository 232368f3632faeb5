"""What this room needs beyond the standard library, or the line that says how to get it."""

from __future__ import annotations

from importlib.util import find_spec

from pitboss.refusals import unreadable


def require_numpy() -> None:
    """Refuse in one line where numpy is not installed; the functions of this room import it."""
    try:
        installed = find_spec("numpy") is not None
    except ValueError:
        installed = False
    if not installed:
        raise unreadable(
            "extra-not-installed",
            "dealing shoes needs numpy, which is not installed",
            "install the extra `simulate`: pip install 'pitboss[simulate]'",
        )
