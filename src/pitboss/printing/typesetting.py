"""Pages set by typst: the same bytes for the same input, on any day."""

from __future__ import annotations

from collections.abc import Mapping
from importlib.resources import files

from pitboss.refusals import did_you_mean, unreadable

PAPERS = {"a4": "a4", "letter": "us-letter"}
"""Sizes of paper, and what typst calls them."""
PARTS = "parts.typ"
"""What all templates share, which stands before each."""


def check_setting(paper: str) -> None:
    """Refuse paper that there is not, and to set anything without typst."""
    if paper not in PAPERS:
        raise unreadable("unknown-paper", f'"{paper}" is no paper', did_you_mean(paper, PAPERS))
    try:
        import typst  # noqa: F401
    except ImportError:
        raise unreadable(
            "no-typst", "pages are set by typst, which is missing", "install pitboss[print]"
        ) from None


def typeset(template: str, inputs: Mapping[str, str], paper: str) -> bytes:
    """Return the PDF of a template of this package.

    Texts travel to it as JSON and are set as they are: nothing in them is ever read as markup.
    """
    check_setting(paper)
    import typst

    folder = files("pitboss.printing")
    content: bytes = typst.compile(
        b"".join(folder.joinpath(name).read_bytes() for name in (PARTS, template)),
        format="pdf",
        ignore_system_fonts=True,
        sys_inputs={**inputs, "paper": PAPERS[paper]},
    )
    return content
