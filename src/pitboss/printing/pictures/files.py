"""Pictures in files: whether they can be written, and writing them whole or not at all."""

from __future__ import annotations

import os
from pathlib import Path
from uuid import uuid4

from pitboss.printing.pictures.look import plain
from pitboss.refusals import Unreadable, unreadable
from pitboss.simulate.extra import installed

SUFFIXES = (".png", ".svg")
LONGEST_PATH = 200
"""Letters of a path that a refusal repeats."""


def check_path(path: str | os.PathLike[str]) -> Path:
    """Return where a picture will go, or refuse: ask before a long run, and nothing is lost.

    Nothing is written. The directory must be there; a file that is there will be replaced.

    >>> check_path("edge.gif")
    Traceback (most recent call last):
    ...
    pitboss.refusals.Unreadable: "edge.gif" is no kind of picture; end it in .png or .svg
    """
    file = Path(path)
    if file.suffix.lower() not in SUFFIXES:
        raise unreadable(
            "unknown-picture",
            f'"{plain(str(file))[:LONGEST_PATH]}" is no kind of picture',
            "end it in .png or .svg",
        )
    if not installed("matplotlib"):
        raise unreadable(
            "extra-not-installed",
            "pictures are drawn by matplotlib, which is not installed",
            "install the extra `plot`: pip install 'pitboss[plot]'",
        )
    try:
        # A picture goes where a link points to, and the link stays.
        file = file.resolve()
        reason = _hindrance(file)
    except (OSError, RuntimeError, ValueError) as error:
        reason = getattr(error, "strerror", None) or "it is no path"
    if reason:
        raise _unwritable(path, reason)
    return file


def write(file: Path, content: bytes) -> None:
    """Write a file whole or not at all."""
    partial = file.with_name(f".pitboss-{uuid4().hex}")
    try:
        partial.write_bytes(content)
        partial.replace(file)
    except OSError as error:
        raise _unwritable(file, error.strerror or "unknown reason") from None
    finally:
        partial.unlink(missing_ok=True)


def _hindrance(file: Path) -> str:
    """Return why a file cannot be written, or nothing."""
    if not file.parent.is_dir():
        return "there is no such directory"
    if file.is_dir():
        return "it is a directory"
    if file.exists() and not file.is_file():
        return "it is not a plain file"
    if not os.access(file.parent, os.W_OK | os.X_OK):
        return "its directory is read-only"
    if file.exists() and not os.access(file, os.W_OK):
        return "it is read-only"
    return ""


def _unwritable(path: str | os.PathLike[str], reason: str) -> Unreadable:
    shown = plain(os.fspath(path))[:LONGEST_PATH]
    return unreadable(
        "cannot-write", f'"{shown}" cannot be written ({reason})', "choose another file"
    )
