"""Par sheets: a PDF to hand to a test lab, one page per analysis."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Sequence

from pitboss.odds import Analysis
from pitboss.printing.contents import contents
from pitboss.printing.typesetting import check_setting, typeset
from pitboss.refusals import unreadable
from pitboss.rulebook import Rulebook, catalog

TEMPLATE = "par_sheet.typ"
SHORT = {"a4": 5400, "letter": 4800}
"""A sheet of no more characters fits its page. To measure one takes longer than to set it, so only
longer ones are measured; should one that seemed short run over its page, then all are."""
PAGE = re.compile(rb"/Type\s*/Page\b")
Progress = Callable[[int, int], None]
"""Told how many sheets are written, of how many; typst then sets them all in one go."""


def par_sheets(
    sheets: Sequence[Analysis],
    version: str,
    progress: Progress | None = None,
    *,
    rulebook: Rulebook | None = None,
    paper: str = "a4",
) -> bytes:
    """Return the PDF of some analyses: the same bytes for the same input, on any day.

    ``version`` is the version of pitboss to print. ``rulebook`` knows the names and summaries of
    the games; without it the catalog is asked. Texts travel to the template as JSON and are set
    as they are: nothing in them is ever read as markup. ``paper`` is a4 or letter.
    """
    check_setting(paper)
    if not sheets:
        raise unreadable("nothing-to-print", "there is no sheet to print", "name a wager")
    games = rulebook or catalog()
    pages = []
    for done, sheet in enumerate(sheets, 1):
        pages.append(contents(sheet, games))
        if progress is not None:
            progress(done, len(sheets))

    def pdf(shortest: int) -> bytes:
        data = [{**page, "measured": len(json.dumps(page)) > shortest} for page in pages]
        return typeset(TEMPLATE, {"sheets": json.dumps(data), "version": version}, paper)

    content = pdf(SHORT[paper])
    return content if len(PAGE.findall(content)) == len(sheets) else pdf(0)
