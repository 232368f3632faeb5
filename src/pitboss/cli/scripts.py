"""Scripts in files: one command on a line."""

from __future__ import annotations

from pitboss.cli.streams import standard_input
from pitboss.refusals import unreadable

STDIN = "-"
LONGEST_SCRIPT = 1_000_000
"""Characters of a script; an endless device is read no further."""
BYTE_ORDER_MARK = "\ufeff"


def script_lines(path: str) -> list[str]:
    """Return the lines of a script, from a file or from standard input."""
    try:
        if path == STDIN:
            text = standard_input().read(LONGEST_SCRIPT + 1)
        else:
            with open(path, encoding="utf-8") as file:
                text = file.read(LONGEST_SCRIPT + 1)
    except (OSError, UnicodeDecodeError) as error:
        reason = getattr(error, "strerror", None) or "it is not text"
        raise unreadable(
            "script-not-read", f"{path} cannot be read: {reason}", "name another file"
        ) from None
    if len(text) > LONGEST_SCRIPT:
        raise unreadable(
            "script-too-long",
            f"{path} is longer than {LONGEST_SCRIPT:,} characters",
            "split it into several",
        )
    return text.removeprefix(BYTE_ORDER_MARK).splitlines()
