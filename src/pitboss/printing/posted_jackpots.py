"""What a posting says of the jackpots of a table: who shares them, from where, and their notice."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pitboss.printing.posted_texts import PostedRule, joined, rule
from pitboss.rulebook import Wager
from pitboss.rulebook.jackpots import JACKPOT_CHOICES
from pitboss.rulebook.pays import percent
from pitboss.table.floor.records import Floor, FloorJackpot
from pitboss.table.floor.setups import offer_of
from pitboss.table.floor.terms import Terms, terms_of
from pitboss.table.setups.setup import TableSetup

CHOICES = ("split", "scope", "funds", "pending")
"""What players are told of how a jackpot is paid."""
NOTICE = "001 House or Progressive Jackpot Definition"


def jackpot_rules(
    setup: TableSetup, jackpots: Sequence[FloorJackpot], floor: Floor
) -> Iterator[PostedRule]:
    """Yield how the jackpots of a table are fed and paid, and the notice that must be shown.

    Those that are paid alike are told together.
    """
    linked = {}
    for jackpot in jackpots:
        offer = offer_of(setup, jackpot)
        if offer is not None:
            linked[setup.names[setup.offers.index(offer)]] = jackpot
    alike: dict[tuple[str, ...], tuple[list[str], dict[str, None]]] = {}
    for name, wager in setup.wagers.items():
        if wager.role == "progressive":
            own = linked.get(name)
            paid = list(_paid(wager, own, floor, setup))
            meters, cites = alike.setdefault(tuple(says for says, _ in paid), ([], {}))
            meters.append(_meter(wager, own, floor, setup))
            cites.update(dict.fromkeys(cite for _, cite in paid))
    for sentences, (meters, cites) in alike.items():
        title, text = "Jackpot" + "s" * (len(meters) > 1), " ".join((*meters, *sentences))
        yield rule(setup, "jackpot", title, text, "; ".join(cites))
    if setup.notice:
        yield rule(setup, "notice", "Notice", setup.notice, NOTICE)


def _meter(wager: Wager, jackpot: FloorJackpot | None, floor: Floor, setup: TableSetup) -> str:
    if jackpot is None:
        return f"{wager.name} is linked to no meter."
    tables = f"table{'s' * (len(jackpot.tables) > 1)} {joined(jackpot.tables)}"
    terms = terms_of(floor, jackpot, setup.rulebook)
    return f"{wager.name} ({jackpot.id}) has the meter of {tables}{_fed(jackpot, terms)}."


def _fed(jackpot: FloorJackpot, terms: Terms) -> str:
    """Return what of a wager goes to the meter; a House Jackpot takes nothing of it."""
    if jackpot.kind == "house" or terms.main is None:
        return ""
    reserve = f" and {percent(terms.reserve)} its reserve" if terms.reserve else ""
    return f", which {percent(terms.main)} of each wager raises{reserve}"


def _paid(
    wager: Wager, jackpot: FloorJackpot | None, floor: Floor, setup: TableSetup
) -> Iterator[tuple[str, str]]:
    """Yield how it is paid, each sentence with its paragraph.

    That is as the section says, or as the house chose where it is left to it.
    """
    chosen: dict[str, str] = {}
    if jackpot is not None:
        policies = terms_of(floor, jackpot, setup.rulebook).policies
        scope = "linked-tables" if policies.scope == "all-linked-tables" else "hitting-table"
        chosen = {"scope": scope, "funds": policies.fixed or "", "pending": policies.lock or ""}
    section = wager.jackpot
    for key in CHOICES:
        if section is None or (key == "scope" and section.split == "seat"):
            continue  # a seat shares with nobody
        words = JACKPOT_CHOICES[key]
        says = words.get(chosen.get(key, ""), words[getattr(section, key)])
        yield f"{says[:1].upper()}{says[1:]}.", section.cites[key]
    if wager.sensor is not None:
        yield "Stakes are taken from the sensors before the deal.", wager.sensor.cite
