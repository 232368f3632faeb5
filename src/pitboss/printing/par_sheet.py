"""Par sheets: a PDF to hand to a test lab, one page per analysis."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from importlib.resources import files

from pitboss.odds import Analysis
from pitboss.printing.contents import contents
from pitboss.refusals import unreadable
from pitboss.rulebook import Rulebook, catalog

TEMPLATE = "par_sheet.typ"
Progress = Callable[[int, int], None]
"""Told how many sheets are written, of how many; typst then sets them all in one go."""


def par_sheets(
    sheets: Sequence[Analysis],
    version: str,
    progress: Progress | None = None,
    *,
    rulebook: Rulebook | None = None,
) -> bytes:
    """Return the PDF of some analyses: the same bytes for the same input, on any day.

    ``version`` is the version of pitboss to print. ``rulebook`` knows the names and summaries of
    the games; without it the catalog is asked. Texts travel to the template as JSON and are set
    as they are: nothing in them is ever read as markup.
    """
    try:
        import typst
    except ImportError:
        raise unreadable(
            "no-typst", "par sheets are set by typst, which is missing", "install pitboss[print]"
        ) from None
    if not sheets:
        raise unreadable("nothing-to-print", "there is no sheet to print", "name a wager")
    games = rulebook or catalog()
    pages = []
    for done, sheet in enumerate(sheets, 1):
        pages.append(contents(sheet, games))
        if progress is not None:
            progress(done, len(sheets))
    return typst.compile(
        files("pitboss.printing").joinpath(TEMPLATE).read_bytes(),
        format="pdf",
        ignore_system_fonts=True,
        sys_inputs={"sheets": json.dumps(pages), "version": version},
    )
