"""Standard input, output and errors as a shell leaves them: open, or closed."""

from __future__ import annotations

import os
import sys
from typing import TextIO

from pitboss.refusals import unreadable


def standard_input() -> TextIO:
    """Return standard input; a closed one is refused."""
    stream: TextIO | None = sys.stdin
    if stream is None:
        raise unreadable(
            "input-closed", "standard input is closed", "leave it open, or name a file"
        )
    return stream


def ready_output() -> None:
    """Refuse a closed standard output; errors that nobody hears go nowhere."""
    sys.stderr = sys.stderr or _nowhere()
    if sys.stdout is None:
        sys.stdout = _nowhere()
        raise unreadable(
            "output-closed", "standard output is closed", "leave it open, or send it to a file"
        )


def _nowhere() -> TextIO:
    return open(os.devnull, "w", encoding="utf-8")
