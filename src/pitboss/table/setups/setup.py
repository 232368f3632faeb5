"""How a table is set up: what it offers, its limits, its procedure within the house's discretion.

A setup is data. :func:`pitboss.table.setups.faults.faults_of` says everything that is wrong with
one; what is here assumes that nothing is.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property
from typing import Literal, NamedTuple

from pitboss.games.cards import DECK
from pitboss.refusals import Refusal
from pitboss.rulebook import Game, PayTable, Rulebook, Wager, catalog
from pitboss.rulebook.beside import Beside, Standing, admission_cite, standing_of, with_beside
from pitboss.rulebook.pays import percent
from pitboss.rulebook.provisions import Cutting, Reporting
from pitboss.rulebook.readings import DEFAULT
from pitboss.rulebook.spots import spot_text
from pitboss.rulebook.tables import On
from pitboss.settle.accounts import Movement
from pitboss.settle.bets import Bet, Breakage, House, TokePush
from pitboss.settle.legality import Placed
from pitboss.table.roads.marks import FreeRounds
from pitboss.table.setups.names import Offer as Offer
from pitboss.table.setups.names import offer_names, spellings

Seats = Literal["chips", "terminals"]
"""Positions bet with chips, or at electronic terminals of a dealer-assisted table (30-2803(2))."""

Currency = Literal["USD", "PHP"]
"""The money that a table's accounts are kept in: a pay table printed in another is refused."""

Size = Literal["mini", "midi", "any"]
"""Mini and midi differ in who handles the cards; the number of positions is the licensee's."""

Style = Literal["face-up", "face-down", "squeeze"]
"""How the first four cards are laid (30-2812(4)); squeezed by players at midi only (30-2817)."""

Device = Literal["hand", "two-batches", "continuous", "pre-shuffled"]
"""Who shuffles: the dealer; a shuffler with two batches in turn (30-2806(1)(a)); a continuous one
(30-2811); or a shuffler that is given pre-shuffled cards (30-2810, the paragraph after (6))."""

Push = Literal["returned", "held-over"]
"""A push goes back to its owner, or lies over to the next round (30-2802(22))."""

BonusOrder = Literal["together", "any"]
"""Optional wagers are reconciled with the others, or in any order (30-2899.03(6)(d))."""

Payment = Literal["from-the-highest"]
"""The only procedure that 30-2815(2) lists, though it promises several."""

DecksReading = Literal["two-batches", "one-shoe-of-20"]
"""A reading of the catalog's baccarat: many decks are two batches, or fill one shuffler."""

CutCardFirst = Literal["one-more-round", "ends-shoe"]
"""A reading of the catalog's baccarat: the round that the cut card precedes may be the last."""

Jackpots = Literal["progressive", "house"]
Purses = Literal["bank", "cash"]
"""Positions buy chips and bet from their bank, or lay down cash that is changed as it is bet."""

Spot = tuple[str, On]
"""A place on the layout: the wager by its name there, and the hand or seat it stands on."""


class KnownBet(NamedTuple):
    """A bet that is legal by itself, with its pay table and how its stake comes to the layout."""

    placed: Placed
    stake: tuple[Movement, ...]


@dataclass(frozen=True, kw_only=True)
class TableSetup:
    """Everything that is decided before the first card."""

    game: str
    offers: tuple[Offer, ...]
    number: str = "1"
    """The table number, which surveillance must be able to see (30-2803(1))."""
    pit: str = "1"
    currency: Currency = "USD"
    seats: Seats = "chips"
    size: Size = "mini"
    positions: int = 7
    """How many betting spots there are; :attr:`position_numbers` says which."""
    jurisdiction: str = "colorado"
    style: Style = "face-up"
    written_approval: bool = False
    """The Division's, for a standard game without commission (30-2808(3)(e))."""
    vigorish_rate: Fraction | None = None
    vigorish_rounding_cents: int = 1
    base_wager_required: bool = False
    both_hands: bool = True
    tokes: bool = True
    over_the_shoulder: bool = True
    push: Push = "returned"
    breakage: Breakage = "to-the-cent"
    chip_cents: int = 1
    """The smallest chip in the tray, to which the breakage policy rounds."""
    differential_cents: int | None = None
    """The most by which all Player bets may exceed all Banker bets, or the other way round."""
    free_hands: int = 3
    """How many free hands a shoe may have (30-2802(7))."""
    decks: int = 8
    """Decks in all: with two batches, both together."""
    device: Device = "hand"
    decks_reading: DecksReading = "two-batches"
    shuffler_verifies: bool = True
    """Whether the shuffler checks every card and names a missing one (30-2810, after (6))."""
    jackpots: Jackpots = "progressive"
    sensors: int = 3
    """Jackpot sensors in the layout, one for each progressive wager."""
    notice: str = ""
    """What a House Jackpot must show (001)."""
    payment: Payment = "from-the-highest"
    pit_payment: Payment = "from-the-highest"
    """The procedure of the pit that the table stands in (30-2815(3)(a))."""
    first_in_pit: bool = False
    """Whether the table is the first of its pit, so that its procedure is new (30-2815(3)(c))."""
    bonus_order: BonusOrder = "together"
    recut_by: Literal["last", "next"] = "last"
    """Who cuts again when a supervisor orders it (30-2810(5))."""
    lower_bettor_may_turn: bool = False
    """Whether the house lets a lower bettor turn the cards if all agree (30-2817(4)(f))."""
    players_shake: bool = False
    """Whether players may shake the dice cups (30-2899.09(8))."""
    purses: Purses = "bank"
    cut_card_first: CutCardFirst = "one-more-round"
    free_rounds: FreeRounds = "marked"
    """What the roads show of a free hand."""
    toke_push: TokePush = "player"
    beside: Beside = "house-choice"
    rulebook: Rulebook = field(default_factory=catalog, repr=False, metadata={"encoded": False})
    """The rules that the table is played by. Two setups are equal only under one rulebook."""

    def under(self, rulebook: Rulebook) -> TableSetup:
        """Return this setup under a rulebook: a setup that is read from a record brings none."""
        return self if self.rulebook is rulebook else replace(self, rulebook=rulebook)

    @cached_property
    def names(self) -> tuple[str, ...]:
        """What each offer is called at this table."""
        return offer_names(self.game, self.offers)

    @cached_property
    def _spellings(self) -> Mapping[str, str]:
        return spellings(self.game, self.offers)

    def name_of(self, said: str) -> str:
        """Return the name at this table of a wager that may be said with its game or pay table.

        >>> offers = (Offer("tiger"), Offer("pair", "1", game="golden-dragon"))
        >>> TableSetup(game="tiger-baccarat", offers=offers).name_of("golden-dragon/pair")
        'pair'
        """
        return self._spellings.get(said, said)

    @cached_property
    def wagers(self) -> Mapping[str, Wager]:
        """The wagers that are offered, by their names at this table."""
        book = self.rulebook
        return {
            name: book.game(offer.game or self.game).wager(offer.wager)
            for name, offer in zip(self.names, self.offers, strict=True)
        }

    @cached_property
    def rules(self) -> Game:
        """The game that is played, with the wagers of others that are offered beside its own."""
        game = self.rulebook.game(self.game)
        own = game.wagers
        named = {name: one for name, one in self.wagers.items() if name not in own}
        return with_beside(self.rulebook, game, named)

    @cached_property
    def standings(self) -> Mapping[str, Standing]:
        """By what right each wager is offered, by its name: own, admitted, the house's choice."""
        game = self.rulebook.game(self.game)
        found = {}
        for name, wager in self.wagers.items():
            found[name] = standing_of(game, wager, self.jurisdiction)
            if wager.game == game.id and "@" in name:
                cite = admission_cite(game, wager, self.jurisdiction)
                found[name] = Standing("admitted", cite)
        return found

    def cite(self, step: str, usual: str | None) -> str | None:
        """Return the paragraph by which a step is held to, or a refusal made, where the table is.

        ``step`` is the code of a refusal or the name of a step, ``usual`` the section's paragraph;
        None is house procedure.

        >>> from pitboss.table.setups.usual import usual_setup
        >>> setup = usual_setup("3-dice-baccarat")
        >>> setup.cite("late-bet", "30-2899.09(8)")
        '30-2899.09(8)'
        """
        place = self.rules.jurisdictions.get(self.jurisdiction)
        return usual if place is None else place.cite_for(step, usual)

    @cached_property
    def digest(self) -> str:
        """SHA-256 of all that this table goes by: its setup, and what it uses of the rulebook."""
        from pitboss.table.setups.data import digest_of  # which reads setups

        return digest_of(self)

    @cached_property
    def kind(self) -> str:
        """Baccarat, three-dice or craps."""
        return self.rules.kind

    @property
    def squeezed(self) -> bool:
        """Whether the cards are handed to players, who turn them."""
        return self.kind == "baccarat" and self.style == "squeeze"

    @property
    def shoe_decks(self) -> int:
        """How many decks are dealt from at a time: one batch where there are two."""
        return self.decks // 2 if self.device == "two-batches" else self.decks

    @property
    def shoe_cards(self) -> int:
        """How many cards are dealt from at a time."""
        return self.shoe_decks * len(DECK)

    @property
    def batches(self) -> int:
        """How many batches of cards the table has."""
        return 2 if self.device == "two-batches" else 1

    @cached_property
    def house(self) -> House:
        """What settlement needs to know of the house's decisions."""

        def given(field: str) -> dict[str, int]:
            pairs = zip(self.names, self.offers, strict=True)
            values = {name: getattr(offer, field) for name, offer in pairs}
            return {name: cents for name, cents in values.items() if cents is not None}

        suits = {name: one.suits for name, one in zip(self.names, self.offers, strict=True)}
        return House(
            minimum_cents=given("minimum_cents"),
            maximum_cents=given("maximum_cents"),
            aggregate_cents=given("aggregate_cents"),
            unit_cents=given("unit_cents"),
            suits={name: chosen for name, chosen in suits.items() if chosen},
            base_wager_required=self.base_wager_required,
            both_hands=self.both_hands,
            tokes=self.tokes,
            vigorish_rate=self.vigorish_rate,
            vigorish_rounding_cents=self.vigorish_rounding_cents,
            breakage=self.breakage,
            chip_cents=self.chip_cents,
            toke_push=self.toke_push,
            beside=self.beside,
        )

    @cached_property
    def position_numbers(self) -> tuple[int, ...]:
        """The numbers of the positions: those on the layout where it prints them, else from 1."""
        printed = self.rules.position_numbers or range(1, self.positions + 1)
        return tuple(printed[: self.positions])

    @cached_property
    def spots(self) -> Mapping[Spot, PayTable]:
        """Every place that takes bets, with its open pay table."""
        found: dict[Spot, PayTable] = {}
        for offer, (name, wager) in zip(self.offers, self.wagers.items(), strict=True):
            table = offer.table or wager.tables[0]
            for on in wager.places(table):
                if wager.by_seat and on not in self.position_numbers:
                    continue
                opened = wager.open(table, on=on, reading=offer.reading, suits=offer.suits)
                found[name, on] = opened
        return found

    @cached_property
    def known_bets(self) -> dict[object, KnownBet | Refusal]:
        """Bets that were asked for, with their pay table or what is wrong with them by themselves.

        The same stakes are laid all night: what does not depend on the table is found once.
        """
        return {}

    @cached_property
    def sensed(self) -> Mapping[str, str]:
        """The wagers that lie on sensors and are taken before the deal, with their paragraphs."""
        return {name: one.sensor.cite for name, one in self.wagers.items() if one.sensor}

    @cached_property
    def labels(self) -> Mapping[Spot, str]:
        """What each spot is booked under, with its pay table and reading if not the first ones."""
        found = {}
        for (wager, on), opened in self.spots.items():
            other = opened.id != opened.wager.tables[0] and "@" not in wager
            label = spot_text(wager, on, opened.id if other else None)
            label += f", {opened.reading}" if opened.reading != DEFAULT else ""
            charged = opened.vigorish
            if charged is not None and self.vigorish_rate not in (None, charged.rate):
                label += f", {percent(self.vigorish_rate or charged.rate)}"
            found[wager, on] = label
        return found

    @cached_property
    def limited(self) -> frozenset[str]:
        """The wagers on which a bet may clash with another of its position."""
        if not self.both_hands or "*" in self.house.maximum_cents:
            return frozenset(self.names)
        units = (wager for (wager, _), opened in self.spots.items() if opened.unit is not None)
        barred = (
            name
            for name, wager in self.wagers.items()
            if (rule := wager.discretion.get("both-hands")) and rule.rule == "barred"
        )
        return frozenset((*self.house.maximum_cents, *units, *barred))

    @cached_property
    def company_matters(self) -> bool:
        """Whether a bet may lack company other than its minimum: a base wager, a commission."""
        rules = (wager.discretion.get("base-wager") for wager in self.wagers.values())
        base = any(rule is not None and rule.rule == "required" for rule in rules)
        reads = any(opened.reading != DEFAULT for opened in self.spots.values())
        return base or self.base_wager_required or reads

    @cached_property
    def counts_cards(self) -> bool:
        """Whether the number of cards can be bet on, by what the wagers' sentences mention."""
        return any(
            atom.name == "cards" for opened in self.spots.values() for atom in opened.level.atoms
        )

    def placed(self, bet: Bet) -> Placed:
        """Return a bet with its pay table."""
        return Placed(bet, self.spots[bet.wager, bet.on])

    @cached_property
    def cutting(self) -> Cutting:
        """Where cutting cards may lie, and what is burnt."""
        rule = self.rules.cutting or self.rulebook.game("baccarat").cutting
        assert rule is not None, "the catalog says where cards are cut"
        return rule

    @cached_property
    def reporting(self) -> Reporting:
        """How soon surveillance must hear of a change in the payment procedure."""
        rule = self.rules.reporting or self.rulebook.game("baccarat").reporting
        assert rule is not None, "the catalog says how soon"
        return rule

    @property
    def vigorish(self) -> tuple[str, Fraction]:
        """The type of vigorish and its rate; one of each holds for the whole table."""
        opened = self.spots.get(("banker", None))
        if opened is None or opened.vigorish is None:
            return "none", Fraction(0)
        rate = opened.vigorish.rate if self.vigorish_rate is None else self.vigorish_rate
        return opened.id, rate
