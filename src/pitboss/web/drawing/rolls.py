"""The rolls of a shooter's hand as a drawing: how often each total came."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from markupsafe import Markup

from pitboss.web.drawing.svg import box, drawing, element

_TOTALS = range(2, 13)
_WAYS = {total: 6 - abs(total - 7) for total in _TOTALS}
_WIDTH, _HEIGHT, _FOOT, _MARK = 44, 122, 100, 14
_MOST = 6


def histogram(totals: Sequence[int], label: str = "") -> Markup:
    """Return a column for each total: as many marks as it has ways to come, filled as it comes.

    A total that comes more often than six times shows six marks, and how often it came in words.

    >>> histogram((9, 9, 4)).count("rep hit")
    3
    """
    came = Counter(totals)
    columns = (part for total in _TOTALS for part in _column(total, came[total]))
    size = box(_WIDTH * len(_TOTALS), _HEIGHT)
    return drawing(size, *columns, cls="road", label=label or _told(came))


def _column(total: int, times: int) -> Iterable[Markup]:
    left = (total - 2) * _WIDTH
    for place in range(max(_WAYS[total], min(times, _MOST))):
        yield element(
            "rect",
            class_="rep hit" if place < times else "rep",
            x=left + 5,
            y=_FOOT - (place + 1) * _MARK,
            width=_WIDTH - 10,
            height=_MARK - 4,
            rx=2,
        )
    yield element("text", str(total), class_="rep-n", x=left + _WIDTH / 2, y=_HEIGHT - 6)


def _told(came: Counter[int]) -> str:
    if not came:
        return "No rolls yet"
    return "Rolls: " + ", ".join(f"{total} {came[total]} times" for total in sorted(came))
