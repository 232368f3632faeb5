"""What goes on paper: par sheets as PDF, set by typst (``pip install pitboss[print]``).

The wording and the figures are made in Python, the page in ``par_sheet.typ``.
"""

from pitboss.printing.par_sheet import par_sheets

__all__ = ["par_sheets"]
