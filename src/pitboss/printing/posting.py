"""The rules posting of a table: all that 30-2803(3) and 30-2804 have a player read, as data.

:func:`posting_of` works it out from the setup in force; the sheet, the table sign, the page and the
API show the same values.
"""

from __future__ import annotations

from typing import NamedTuple

from pitboss.printing.posted_rules import posted_rules
from pitboss.printing.posted_texts import PostedRule, cited
from pitboss.printing.posted_wagers import PostedWager, posted_wagers
from pitboss.rulebook.pays import Money
from pitboss.table.floor.records import Floor, FloorTable
from pitboss.table.setups.offers import is_asked, opened_offers
from pitboss.table.setups.setup import TableSetup

SHUFFLED = {
    "hand": "shuffled by hand",
    "two-batches": "two batches in turn, machine-shuffled",
    "continuous": "shuffled continuously",
    "pre-shuffled": "pre-shuffled, machine-verified",
}
OF_ROLES = {"base": "Base wagers", "optional": "Optional wagers"}
"""How the limits are headed that all wagers of a role have."""
COPY = "30-2803(3)(c), 30-2804"
OF_BACCARAT = "Players may request a copy of all baccarat rules."
OF_OTHERS = "Players may request a copy of all rules of this game."


class PostedReading(NamedTuple):
    """A question that the text leaves open, and how it is taken at this table."""

    wagers: tuple[str, ...]
    """Of which wagers, by their titles; empty if of the whole game."""
    asks: str
    taken: str
    note: str
    cite: str


class PostedFact(NamedTuple):
    """A name and what stands beside it."""

    name: str
    value: str


class Posting(NamedTuple):
    """Everything that is posted of a table."""

    floor: str
    table: str
    pit: str
    game: str
    title: str
    """The name of the game."""
    kind: str
    cite: str
    jurisdiction: str
    currency: str
    facts: tuple[PostedFact, ...]
    wagers: tuple[PostedWager, ...]
    rules: tuple[PostedRule, ...]
    readings: tuple[PostedReading, ...]
    copy: str
    """The player's right to a copy (30-2803(3)(c), 30-2804)."""
    copy_cite: str | None
    setup: str
    """The digest of the setup, and of the rules that it uses."""

    def wager(self, name: str) -> PostedWager:
        """Return a wager by its name at the table."""
        return next(one for one in self.wagers if one.wager == name)


def posting_of(setup: TableSetup, entry: FloorTable, floor: Floor) -> Posting:
    """Return what is posted at a table by the setup that it is played by.

    ``entry`` and ``floor`` say what a setup does not: references of approvals, linked jackpots.

    >>> from pitboss.table.floor import default_floor, setup_of
    >>> floor = default_floor()
    >>> posting = posting_of(setup_of(floor, "4"), floor.table("4"), floor)
    >>> posting.title, [str(pay) for pay in posting.wager("dragon-7").pays]
    ('EZ Baccarat', ['Banker wins with a 3-card 7: 40 to 1'])
    """
    game = setup.rulebook.game(setup.game)
    place = game.jurisdictions.get(setup.jurisdiction)
    wagers, copy_cite = posted_wagers(setup), cited(setup, "copy", COPY)
    return Posting(
        floor=floor.name,
        table=entry.id,
        pit=setup.pit,
        game=game.id,
        title=game.name,
        kind=game.kind,
        cite=place.cite if place and place.source else game.cite,
        jurisdiction=place.name if place else setup.jurisdiction.capitalize(),
        currency=setup.currency,
        facts=_facts(setup, wagers),
        wagers=wagers,
        rules=tuple(posted_rules(setup, entry, floor)),
        readings=_readings(setup),
        copy=OF_BACCARAT if copy_cite else OF_OTHERS,
        copy_cite=copy_cite,
        setup=setup.digest,
    )


def _facts(setup: TableSetup, wagers: tuple[PostedWager, ...]) -> tuple[PostedFact, ...]:
    """Return what the head of the posting says at a glance."""
    facts = []
    for role, name in OF_ROLES.items():
        limits = {one.limits(setup.currency) for one in wagers if one.role == role}
        if limits:
            value = limits.pop() if len(limits) == 1 else "see each wager"
            facts.append(PostedFact(name, value))
    highest = {one.aggregate_cents for one in wagers if one.aggregate_cents is not None}
    if highest:
        text = str(Money(highest.pop(), setup.currency)) if len(highest) == 1 else "see each wager"
        facts.append(PostedFact("Most paid in a round, each optional wager", text))
    if setup.kind == "baccarat":
        decks = f"{setup.shoe_decks}, {SHUFFLED[setup.device]}"
        facts.append(PostedFact("Decks in the shoe", decks))
    facts.append(PostedFact("Positions", str(setup.positions)))
    return tuple(facts)


def _readings(setup: TableSetup) -> tuple[PostedReading, ...]:
    """Return the open questions of the wagers that are offered, each once for those it concerns."""
    told: dict[tuple[str, str, str, str], list[str]] = {}
    opened = opened_offers(setup)
    for name, offer in zip(setup.names, setup.offers, strict=True):
        wager = setup.wagers[name]
        table = offer.table or wager.tables[0]
        chosen = {one.id: way for one, way in wager.chosen(table, offer.reading)}
        asked = {one.id: one for one, _ in wager.alternatives(table) if is_asked(one, opened)}
        for ambiguity in asked.values():
            way = chosen.get(ambiguity.id)
            taken, note = (way.name, way.note) if way else (ambiguity.default, "")
            key = ambiguity.asks, taken, note, ambiguity.cite
            told.setdefault(key, []).append(wager.name)
    return tuple(
        PostedReading(tuple(dict.fromkeys(wagers)), asks, taken, note, cite)
        for (asks, taken, note, cite), wagers in told.items()
    )


def posting_data(posting: Posting) -> dict[str, object]:
    """Return a posting as JSON holds it; amounts in whole cents, limits in words too.

    >>> from pitboss.table.floor import default_floor, setup_of
    >>> floor = default_floor()
    >>> data = posting_data(posting_of(setup_of(floor, "4"), floor.table("4"), floor))
    >>> data["wagers"][3]["limits"], data["wagers"][3]["pays"][0]["pays"]
    ('$1 to $100', '40 to 1')
    """
    return {
        **posting._asdict(),
        "facts": {fact.name: fact.value for fact in posting.facts},
        "wagers": [
            {
                **wager._asdict(),
                "limits": wager.limits(posting.currency),
                "pays": [pay._asdict() for pay in wager.pays],
            }
            for wager in posting.wagers
        ],
        "rules": [rule._asdict() for rule in posting.rules],
        "readings": [reading._asdict() for reading in posting.readings],
    }
