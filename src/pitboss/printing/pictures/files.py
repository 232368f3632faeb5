"""Pictures in files: whether they can be written, and writing them whole or not at all."""

from __future__ import annotations

import os
from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path
from uuid import uuid4

from pitboss.printing.pictures.parts import Picture, nothing, plain
from pitboss.refusals import Unreadable, unreadable

LIBRARIES = {".png": "matplotlib", ".svg": "matplotlib", ".html": "plotly"}
"""What draws a file, by its suffix."""
LONGEST_PATH = 200
"""Letters of a path that a refusal repeats."""


def check_path(path: str | os.PathLike[str]) -> Path:
    """Return where a picture will go, or refuse: ask before a long run, and nothing is lost.

    Nothing is written. The directory must be there; a file that is there will be replaced.

    >>> check_path("edge.gif")
    Traceback (most recent call last):
    ...
    pitboss.refusals.Unreadable: "edge.gif" is no kind of picture; end it in .png, .svg or .html
    """
    file = Path(path)
    suffix = file.suffix.lower()
    if suffix not in LIBRARIES:
        raise unreadable(
            "unknown-picture",
            f'"{plain(str(file))[:LONGEST_PATH]}" is no kind of picture',
            "end it in .png, .svg or .html",
        )
    if not _installed(LIBRARIES[suffix]):
        raise unreadable(
            "extra-not-installed",
            f"{suffix[1:]} pictures are drawn by {LIBRARIES[suffix]}, which is not installed",
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


def save(pictures: Picture | Sequence[Picture], path: str | os.PathLike[str]) -> None:
    """Draw a picture, or several beside each other, into a file: all of it or nothing.

    The same pictures give the same bytes, on any day. The suffix says how to draw: .png and .svg
    for print, .html for a page that needs no network and shows figures under the pointer.
    """
    file = check_path(path)
    panels = [pictures] if isinstance(pictures, Picture) else list(pictures)
    if not panels:
        raise nothing("there is no picture to draw", "ask for at least one")
    if LIBRARIES[file.suffix.lower()] == "plotly":
        from pitboss.printing.pictures.plotly_page import page

        content = page(panels)
    else:
        from pitboss.printing.pictures.matplotlib_sheet import image

        content = image(panels, "png" if file.suffix.lower() == ".png" else "svg")
    partial = file.with_name(f".pitboss-{uuid4().hex}")
    try:
        partial.write_bytes(content)
        partial.replace(file)
    except OSError as error:
        raise _unwritable(path, error.strerror or "unknown reason") from None
    finally:
        partial.unlink(missing_ok=True)


def _installed(library: str) -> bool:
    try:
        return find_spec(library) is not None
    except ValueError:
        return False


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
