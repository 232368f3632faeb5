"""What is wrong with the jackpots of a floor, each fault with its paragraph."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction

from pitboss.refusals import Refusal, Unreadable
from pitboss.rulebook import Rulebook
from pitboss.rulebook.pays import percent
from pitboss.settle.accounts import MICROS_PER_CENT
from pitboss.settle.bets import House
from pitboss.settle.legality import table_fault
from pitboss.table.floor.chances import too_long
from pitboss.table.floor.jackpot_keys import HOUSE_JACKPOTS, JACKPOTS
from pitboss.table.floor.links import WASHINGTON, Entry, Found, links, sensors
from pitboss.table.floor.records import Floor, FloorJackpot, Problem
from pitboss.table.floor.setups import place_of
from pitboss.table.floor.terms import terms_of
from pitboss.table.setups.setup import TableSetup


def jackpot_problems(
    floor: Floor,
    setups: Mapping[str, TableSetup],
    unread: frozenset[str],
    rulebook: Rulebook | None = None,
) -> Iterator[Problem]:
    """Yield everything that is wrong with the jackpots, given the tables that could be set up."""
    for jackpot in floor.jackpots:
        where = f"jackpot {jackpot.id}"
        for key, fault in _faults(floor, jackpot, setups, unread, rulebook):
            yield Problem(where, key, fault)
    for table in floor.tables:
        for key, fault in sensors(floor, table.id, setups.get(table.id)):
            yield Problem(f"table {table.id}", key, fault)


def _faults(
    floor: Floor,
    jackpot: FloorJackpot,
    setups: Mapping[str, TableSetup],
    unread: frozenset[str],
    rulebook: Rulebook | None,
) -> Found:
    try:
        terms = terms_of(floor, jackpot, rulebook)
    except Unreadable as error:
        yield _KEY_OF.get(error.refusal.code, "wager"), error.refusal
        return
    linked = tuple(setups[id] for id in jackpot.tables if id in setups)
    entry = Entry(jackpot, terms, linked, floor.currency)
    yield from _pay_table(entry)
    if terms.wager.role != "progressive" or terms.table.unit is None:
        return
    checks = _HOUSE if jackpot.kind == "house" else _PROGRESSIVE
    for check in (*checks, _unit, _amounts, _levels, _policies, _chance):
        yield from check(entry)
    known = unread | {table.id for table in floor.tables}
    yield from links(entry, known, [table.id for table in floor.tables])


_KEY_OF = {
    "unknown-game": "game",
    "unknown-wager": "wager",
    "unknown-table": "table",
    "unknown-suit": "suits",
    "wrong-number-of-suits": "suits",
}


# --- what is won ---


def _pay_table(entry: Entry) -> Found:
    """A jackpot is a progressive wager with all its rows, in the floor's money."""
    table, wager = entry.terms.table, entry.terms.wager
    if wager.role != "progressive" or table.unit is None:
        fault = Refusal(
            "not-a-jackpot-wager",
            f"{wager.path} is won from the tray, not from a jackpot",
            "name a progressive wager",
            wager.cite,
        )
        yield "wager", fault
        return
    if (unpayable := table_fault(table, House())) is not None:
        yield "table", unpayable
    if table.unit.currency != entry.currency:
        fault = Refusal(
            "other-currency",
            f"{wager.id} table {table.id} pays in {table.unit.currency}",
            f"choose a table in {entry.currency}",
            table.cite,
        )
        yield "table", fault
    if entry.jackpot.suits and not wager.block_of(table.id).suits:
        fault = Refusal(
            "no-suits-to-choose",
            f"{wager.id} table {table.id} has no row of chosen suits",
            "leave the suits out",
            wager.cite_of(table.id),
        )
        yield "suits", fault


def _unit(entry: Entry) -> Found:
    """Another unit than the printed one: where the section lets it scale, and how."""
    jackpot, terms = entry.jackpot, entry.terms
    if terms.units == 1:
        return
    wager = terms.wager
    scaling = wager.jackpot.scaling if wager.jackpot else "fixed"
    if scaling == "fixed":
        fault = Refusal(
            "unit-not-printed",
            f"{wager.path} table {terms.table.id} has a base unit of {terms.table.unit}",
            "leave the unit out",
            entry.cite,
        )
        yield "unit", fault
    elif scaling == "need-approval":
        for key, what in (("computation", "the computation"), ("approval", "the preapproval")):
            if not getattr(jackpot, key):
                fault = Refusal(
                    f"unit-without-{key}",
                    f"a unit of {entry.money(terms.unit_cents)} needs {what} for it",
                    f"write {key} = {JACKPOTS.key(key).example}, or leave the unit out",
                    entry.cite,
                )
                yield key, fault


def _chance(entry: Entry) -> Found:
    table = entry.terms.table
    shoes = {setup.shoe_decks for setup in entry.linked if setup.shoe_decks}
    for decks in sorted(shoes) if table_fault(table, House()) is None else ():
        if (fault := too_long(table, decks)) is not None:
            yield "table", fault


# --- how it grows ---


def _rates(entry: Entry) -> Found:
    """The printed increments where there are any, else the operator's, in whole micros."""
    terms = entry.terms
    printed, wager = terms.printed, terms.wager
    if terms.main is None:
        fault = Refusal(
            "rates-missing",
            f"no increments are printed for {wager.path} table {terms.table.id}",
            f"write rates = {JACKPOTS.key('rates').example}",
            entry.cite,
        )
        yield "rates", fault
        return
    given = (terms.main, terms.reserve)
    if printed.main is not None and given != (printed.main, printed.reserve or 0):
        written = f"{percent(printed.main)} and {percent(printed.reserve or Fraction(0))}"
        fault = Refusal(
            "rate-not-printed",
            f"{wager.path} table {terms.table.id} grows by {written}, main and reserve",
            "leave the rates out, or write those",
            entry.cite,
        )
        yield "rates", fault
    elif sum(given) > 1:
        fault = Refusal(
            "rates-above-the-wager",
            "the increments are more than what is wagered",
            "lower them to 100% together",
            entry.cite,
        )
        yield "rates", fault
    for name, rate in zip(("main", "reserve"), given, strict=True):
        if (rate * terms.unit_cents * MICROS_PER_CENT).denominator != 1:
            fault = Refusal(
                "rate-not-whole-micros",
                f"{percent(rate)} of {entry.money(terms.unit_cents)} is not a whole number "
                "of millionths",
                "choose a rate with fewer decimals",
            )
            yield f"rates.{name}", fault


def _seed(entry: Entry) -> Found:
    """A printed fixed seed holds, scaled; else the operator says with what the meter begins."""
    terms = entry.terms
    if terms.seed_cents is None:
        fault = Refusal(
            "seed-missing",
            "nobody says with what the meter begins",
            f"write seed = {JACKPOTS.key('seed').example}",
            entry.cite,
        )
        yield "seed", fault
    fixed = terms.fixed_seed_cents
    for key, cents in (("seed", terms.seed_cents), ("reseed", entry.jackpot.reseed_cents)):
        if fixed is not None and cents is not None and cents != fixed:
            fault = Refusal(
                "seed-not-printed",
                f"table {terms.table.id} has a fixed seed of {entry.money(int(fixed))}",
                f"leave the {key} out, or write that",
                entry.cite,
            )
            yield key, fault


def _threshold(entry: Entry) -> Found:
    terms, threshold = entry.terms, entry.jackpot.threshold_cents
    if threshold is not None and terms.main is not None:
        least = terms.unit_cents * (terms.main + terms.reserve)
        if threshold < least:
            fault = Refusal(
                "threshold-below-a-contribution",
                "every contribution would be above this threshold",
                "raise the threshold, or leave it out",
            )
            yield "threshold", fault


def _amounts(entry: Entry) -> Found:
    """A limit is at least what the meter may begin with."""
    jackpot, terms = entry.jackpot, entry.terms
    limit = jackpot.limit_cents
    begins = {
        "seed": terms.seed_cents,
        "reseed": terms.reseed_cents,
        "minimum": jackpot.minimum_cents,
    }
    above = [name for name, cents in begins.items() if limit is not None and (cents or 0) > limit]
    if above and limit is not None:
        fault = Refusal(
            "limit-below-seed",
            f"a limit of {entry.money(limit)} is below the {above[0]}",
            f"raise the limit, or lower the {above[0]}",
        )
        yield "limit", fault


def _levels(entry: Entry) -> Found:
    levels = entry.jackpot.levels
    cite = JACKPOTS.key("levels").cite
    if levels.supervisor_cents:
        fault = Refusal(
            "no-card-below-a-level",
            f"below {entry.money(levels.supervisor_cents)} no card would be asked for",
            "write supervisor = 0, and executive = the amount from which his card is needed",
            cite,
        )
        yield "levels.supervisor", fault


# --- a House Jackpot ---


def _house_prize(entry: Entry) -> Found:
    """A House Jackpot has a prize, a notice, and nothing by which it would grow."""
    jackpot = entry.jackpot
    for key, given in (
        ("rates", any(rate is not None for rate in jackpot.rates)),
        ("threshold", jackpot.threshold_cents is not None),
        ("minimum", jackpot.minimum_cents is not None),
    ):
        if given:
            fault = Refusal(
                "house-jackpot-grows",
                "the display of a House Jackpot does not increment",
                f"leave the {key} out, or make it progressive",
                JACKPOTS.key("notice").cite,
            )
            yield key, fault
    if jackpot.seed_cents is None:
        fault = Refusal(
            "seed-missing",
            "nobody says what the prize is",
            f"write seed = {JACKPOTS.key('seed').example}",
            JACKPOTS.key("notice").cite,
        )
        yield "seed", fault


def _house_authorised(entry: Entry) -> Found:
    jackpot = entry.jackpot
    for setup in entry.linked:
        place = place_of(setup)
        if place is not None and "house" not in place.jackpots:
            fault = Refusal(
                "jackpot-not-authorised",
                f"{place.name} knows no house jackpot, and table {setup.number} is there",
                "make it progressive, or link tables in Washington",
                HOUSE_JACKPOTS,
            )
            yield "kind", fault
        elif not jackpot.notice and not setup.notice:
            fault = Refusal(
                "house-jackpot-without-notice",
                f"a House Jackpot must show its notice at table {setup.number}",
                "enter the prescribed text as the notice",
                JACKPOTS.key("notice").cite,
            )
            yield "notice", fault


# --- policies ---


def _policies(entry: Entry) -> Found:
    jackpot, terms = entry.jackpot, entry.terms
    policies, wager = terms.policies, terms.wager
    section = wager.jackpot
    locks_all = section is not None and section.pending == "lock-all"
    if policies.lock == "lock-value" and locks_all and not jackpot.approval:
        fault = Refusal(
            "lock-without-approval",
            f"every table linked to {wager.path} locks on a hit",
            "write lock-all, or the approval by its reference",
            "30-2899.07(6)(e)",
        )
        yield "policies.lock", fault
    if policies.fixed == "meter":
        washington = [one for one in entry.linked if one.jurisdiction == WASHINGTON]
        if washington or jackpot.kind == "house":
            cite = "001 Appendix C note 5"
        elif section is None or section.funds == "tray":
            cite = entry.cite
        else:
            return
        fault = Refusal(
            "fixed-pays-from-meter",
            f"percentages alone come off the meter of {wager.path}",
            'write fixed = "tray"',
            cite,
        )
        yield "policies.fixed", fault


_PROGRESSIVE = (_rates, _seed, _threshold)
_HOUSE = (_house_prize, _house_authorised)
