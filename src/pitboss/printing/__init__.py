"""What goes on paper: PDFs set by typst (``pip install pitboss[print]``).

The wording and the figures are made in Python, the pages in ``par_sheet.typ`` and ``win_page.typ``.
"""

from pitboss.printing.par_sheet import par_sheets

__all__ = ["par_sheets"]
