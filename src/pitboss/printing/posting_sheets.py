"""Postings and table signs on paper: the same data, as a sheet to read and a sheet to see."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from itertools import groupby

from pitboss.printing.numerals import breakable
from pitboss.printing.posted_texts import joined
from pitboss.printing.posted_wagers import PostedWager
from pitboss.printing.posting import OF_ROLES, PostedFact, Posting
from pitboss.printing.typesetting import check_setting, typeset
from pitboss.refusals import unreadable
from pitboss.rulebook.pays import Money

RULES, SIGN = "posting.typ", "table_sign.typ"
MOST_LINES, MOST_WAGERS = 14, 2
"""What is kept in one column: so many lines of a wager, so many wagers of one table."""
SHORT = 20
"""Letters of a note that a pay has room for."""
SIDES = {"player": "the Player", "banker": "the Banker"}
GROUPED = "Each a wager of its own"
SHOWN = 16
"""Letters of a digest, enough to tell one setup from another."""
ONLY = "1"
"""What a pay table is called that is the only one of its wager."""

Contents = dict[str, object]


def rules_sheets(
    postings: Sequence[Posting], version: str, *, date: str, paper: str = "letter"
) -> bytes:
    """Return the PDF of the house rules of some tables, each beginning on a page of its own.

    ``date`` is the day to print. The same postings on the same day are the same bytes.
    """
    return _set(RULES, postings, version, date, paper)


def table_signs(
    postings: Sequence[Posting], version: str, *, date: str, paper: str = "letter"
) -> bytes:
    """Return the PDF of the signs of some tables (30-2803(3)): one page each, in large type."""
    return _set(SIGN, postings, version, date, paper)


def _set(template: str, postings: Sequence[Posting], version: str, date: str, paper: str) -> bytes:
    check_setting(paper)
    if not postings:
        raise unreadable("nothing-to-print", "there is no table to print", "name a table")
    data = json.dumps([contents(posting) for posting in postings])
    return typeset(template, {"postings": data, "version": version, "date": date}, paper)


def contents(posting: Posting) -> Contents:
    """Return everything that the sheets of a posting say, as data for the templates."""
    return {
        **{key: getattr(posting, key) for key in ("floor", "table", "title")},
        "place": f"{posting.floor}, pit {posting.pit}, {posting.jurisdiction}. {posting.cite}. "
        f"Setup {posting.setup[:SHOWN]}",
        "facts": posting.facts,
        "limits": [fact for fact in posting.facts if fact.name in OF_ROLES.values()],
        "wagers": list(_pieces(posting)),
        "rules": [
            (one.title, breakable(one.text), breakable(one.cite or "")) for one in posting.rules
        ],
        "readings": [
            {
                "asks": breakable(one.asks),
                "taken": one.taken.replace("-", " "),
                "note": breakable(one.note),
                "of": joined(one.wagers),
                "cite": breakable(one.cite),
            }
            for one in posting.readings
        ],
        "copy": posting.copy,
        "copy_cite": posting.copy_cite or "",
    }


# --- wagers ---


def _pieces(posting: Posting) -> Iterator[Contents]:
    """Yield the wagers; neighbours of one row each, with the same terms, stand in one table."""
    keyed = [(_terms(one, at, posting.currency), one) for at, one in enumerate(posting.wagers)]
    for _, group in groupby(keyed, key=lambda pair: pair[0]):
        wagers = [one for _, one in group]
        if len(wagers) > 1:
            yield from _split(_together(wagers, posting), MOST_WAGERS)
        else:
            yield from _split(_alone(wagers[0], posting), MOST_LINES)


def _terms(wager: PostedWager, at: int, currency: str) -> tuple[object, ...]:
    """Return what wagers must have in common to stand in one table; else something unique."""
    plain = len(wager.pays) == 1 and not (wager.pays[0].notes or wager.notes or wager.suits)
    if not plain or wager.role == "base":
        return (at,)
    return wager.role, wager.limits(currency), wager.aggregate_cents, wager.right, wager.admitted_by


def _alone(wager: PostedWager, posting: Posting) -> Contents:
    lines = [{**_line(pay.label, "", pay.pays, pay.notes), "wager": ""} for pay in wager.pays]
    piece = _piece(f"{wager.title}{_where(wager)}", wager, posting, lines, _cite(wager))
    return {**piece, "wager": wager.wager}


def _together(wagers: Sequence[PostedWager], posting: Posting) -> Contents:
    lines = []
    for wager in wagers:
        (pay,) = wager.pays
        says = _of_its_own(wager.title, _where(wager), pay.label)
        lines.append({**_line(says, _cite(wager), pay.pays, ()), "wager": wager.wager})
    return {**_piece(GROUPED, wagers[0], posting, lines, ""), "wager": ""}


def _piece(
    title: str, wager: PostedWager, posting: Posting, lines: list[Contents], cite: str
) -> Contents:
    limits, most = wager.limits(posting.currency), wager.aggregate_cents
    right = {"admitted": f"admitted by {wager.admitted_by}", "house-choice": "by house choice"}
    return {
        "title": breakable(title),
        "limits": limits,
        "own_limits": PostedFact(OF_ROLES.get(wager.role, ""), limits) not in posting.facts,
        "aggregate": "" if most is None else f"all winners {Money(most, posting.currency)}",
        "suits": f"Chosen suit: {joined(wager.suits)}" if wager.suits else "",
        "lines": lines,
        "cite": breakable(cite),
        "right": right.get(wager.right, ""),
        "notes": [breakable(note) for note in wager.notes],
    }


def _line(label: str, cite: str, pays: str, notes: tuple[str, ...]) -> Contents:
    """Return a row; what is short stands under its pay, what is long under its label."""
    amount, of, meter = pays.partition(" of the ")
    under = [f"{of}{meter}".strip(), *notes] if of else [*notes]
    return {
        "label": breakable(label),
        "cite": breakable(cite),
        "pays": amount,
        "notes": [note for note in under if len(note) <= SHORT],
        "remarks": [note for note in under if len(note) > SHORT],
    }


def _where(wager: PostedWager) -> str:
    if wager.on == ("seat",):
        return ", by position"
    return f", on {' or '.join(SIDES[hand] for hand in wager.on)}" if wager.on else ""


def _cite(wager: PostedWager) -> str:
    return wager.cite if wager.pay_table == ONLY else f"{wager.cite}, table {wager.pay_table}"


def _split(piece: Contents, most: int) -> Iterator[Contents]:
    """Yield a wager in parts between which a column may end."""
    lines = piece["lines"]
    assert isinstance(lines, list), "made by this module"
    starts = range(0, max(len(lines), 1), most)
    for start in starts:
        part = lines[start : start + most]
        yield {**piece, "lines": part, "begins": not start, "ends": start == starts[-1]}


def _of_its_own(title: str, where: str, label: str) -> str:
    """Return a wager and when it wins in a line of its own, nothing of it twice.

    >>> _of_its_own("Tie", "", "Tie"), _of_its_own("Panda 8", "", "Player wins with a 3-card 8")
    ('Tie', 'Panda 8: Player wins with a 3-card 8')
    >>> _of_its_own("Total Cards: four", "", "Four cards dealt")
    'Total Cards: four cards dealt'
    """
    if label.lower() in title.lower():
        return f"{title}{where}"
    own = title.rpartition(": ")[2]
    if own != title and label.lower().startswith(f"{own.lower()} "):
        return f"{title}{label[len(own) :]}{where}"
    return f"{title}{where}: {label}"
