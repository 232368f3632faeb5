"""The worst case of a layout: no outcome is worse, and one is as bad."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from oracle import every_throw
from pitboss import rulebook
from pitboss.games import Coup, Outcome, Shoe, ShooterHand, Throw, deal
from pitboss.games.cards import DECK
from pitboss.odds.coups import count_coups
from pitboss.rulebook import Amount, MeterShare
from pitboss.settle.bets import Bet, Chips
from pitboss.settle.rounds import settle_placed
from pitboss.table.money.exposure import Exposure, exposure, loss_of
from pitboss.table.money.possible import possible
from pitboss.table.setups.setup import Offer, TableSetup
from pitboss.table.setups.words import with_words
from pitboss.table.state import LaidBet, RoundState, Table


def layout(setup: TableSetup, *bets: Bet, rolls: tuple[int, ...] = ()) -> Table:
    """Return a table with bets on its layout."""
    laid = tuple(LaidBet(number, bet) for number, bet in enumerate(bets, 1))
    return Table(opened=setup, open=True, round=RoundState(bets=laid, rolls=rolls))


def costs(table: Table, outcome: Outcome) -> int:
    """Return what an outcome costs the house, settled bet by bet."""
    setup = table.setup
    placed = [setup.placed(one.bet) for one in table.round.bets]
    return loss_of(settle_placed(placed, outcome, setup.house))


def worst(table: Table) -> Exposure:
    """Return the exposure, having seen that its outcome can happen and costs as much."""
    found = exposure(table)
    assert found.exact and found.outcome is not None
    assert found.outcome.fault is None
    assert costs(table, found.outcome) == found.cents
    return found


LIMIT = 200_00
"""The most that an optional wager pays in one round: it binds in some layouts, not in all."""


def offering(game: str, **tables: str) -> TableSetup:
    """Set up a table that takes every wager of a game that has pays, on the pay tables named."""
    offers = []
    for one in rulebook.game(game).wagers.values():
        table = tables.get(one.id.replace("-", "_"), one.tables[0])
        if not one.open(table, on=one.places(table)[0]).has_open_pays:
            limit = None if one.role == "base" else LIMIT
            offers.append(Offer(one.id, table, aggregate_cents=limit))
    return TableSetup(game=game, offers=tuple(offers))


CHIPS: tuple[Chips, ...] = ("value", "value", "promotional", "coupon")


def random_bets(setup: TableSetup, chance: random.Random) -> Iterator[Bet]:
    """Yield a few bets on spots of a setup, in every kind of chips."""
    spots = list(setup.spots.items())
    for (wager, on), opened in chance.choices(spots, k=chance.randint(1, 12)):
        cents = opened.unit.cents if opened.unit else chance.randint(1, 5000)
        position = on if isinstance(on, int) else chance.randint(1, 7)
        chips = chance.choice(CHIPS)
        toke = chance.random() < 0.2
        yield Bet(wager, cents, on, position=position, chips=chips, toke=toke)


PLAIN = TableSetup(game="baccarat", offers=(Offer("player"), Offer("banker"), Offer("tie")))

# --- figures by hand ---


def test_an_empty_layout_exposes_the_house_to_nothing() -> None:
    assert exposure(layout(PLAIN)) == Exposure(0, None)


@pytest.mark.parametrize(
    ("bets", "cents"),
    [
        ([Bet("player", 100_00)], 100_00),
        # Five percent of the win is kept: 30-2808(3)(a).
        ([Bet("banker", 100_00)], 95_00),
        # Player wins: 100 - 80 - 10 = 10. Banker wins: 76 - 100 - 10 < 0. A tie pays 8 for each 1.
        ([Bet("player", 100_00), Bet("banker", 80_00), Bet("tie", 10_00)], 80_00),
        ([Bet("player", 100_00), Bet("banker", 80_00), Bet("tie", 1_00)], 19_00),
        # A promotional chip that is taken is no money; a win on it is.
        ([Bet("player", 100_00, chips="promotional"), Bet("banker", 100_00)], 95_00),
        ([Bet("player", 100_00, chips="coupon"), Bet("tie", 1_00)], 99_00),
        # The dealer's bet is paid like any other.
        ([Bet("player", 50_00), Bet("player", 5_00, toke=True)], 55_00),
    ],
)
def test_2808__what_a_layout_can_cost(bets: list[Bet], cents: int) -> None:
    assert worst(layout(PLAIN, *bets)).cents == cents


def test_2808_3_c__tie_vigorish_counts_as_won() -> None:
    """Equal bets cancel out whoever wins; a tie brings a quarter of the Banker's stake."""
    offers = (Offer("player"), Offer("banker", "tie-vigorish"))
    setup = TableSetup(game="baccarat", offers=offers)
    assert worst(layout(setup, Bet("player", 100_00), Bet("banker", 100_00))).cents == 0
    tie = Coup.parse("2c7d", "4h5s")
    assert costs(layout(setup, Bet("player", 100_00), Bet("banker", 100_00)), tie) == -25_00


def test_breakage_counts() -> None:
    """Three to two on $25 wins $37.50, which a $5 chip pays as $35 or $40."""
    four = TableSetup(game="baccarat", offers=(Offer("total-4"),))
    keeps = TableSetup(
        game="baccarat", offers=(Offer("total-4"),), breakage="house-keeps", chip_cents=5_00
    )
    gains = TableSetup(
        game="baccarat", offers=(Offer("total-4"),), breakage="player-gains", chip_cents=5_00
    )
    found = [worst(layout(one, Bet("total-4", 25_00))).cents for one in (four, keeps, gains)]
    assert found == [37_50, 35_00, 40_00]


def test_an_aggregate_limit_cuts_the_worst_case() -> None:
    """Both hands' margin bonuses are one wager: no more than the limit is paid on it."""

    def setup(limit: int | None) -> TableSetup:
        offers = (Offer("player"), Offer("dragon-bonus", aggregate_cents=limit))
        return TableSetup(game="dragon-bonus", offers=offers)

    bets = (Bet("dragon-bonus", 100_00, "player"), Bet("player", 10_00))
    free, cut = (worst(layout(setup(limit), *bets)) for limit in (None, 500_00))
    assert free.cents == 30 * 100_00 + 10_00
    assert cut.cents == 500_00 + 10_00


def test_2899_02_1_b__the_worst_case_of_a_pay_for_1_is_the_limit_less_the_stake() -> None:
    def setup(limit: int | None) -> TableSetup:
        return TableSetup(
            game="99-fortunes", offers=(Offer("progressive", "P1", aggregate_cents=limit),)
        )

    bet = Bet("progressive", 1_00, 8, position=8)
    free, cut = (worst(layout(setup(limit), bet)).cents for limit in (None, 50_00))
    assert free == 1_000_00 - 1_00  # suited quads of another rank, FOR 1
    assert cut == 50_00 - 1_00


def test_a_meter_is_not_the_houses_money() -> None:
    """All of the meter on the best row of Triple: the tray keeps the stake, and pays less often."""
    triple = TableSetup(game="3-dice-baccarat", offers=(Offer("triple"),))
    opened = triple.spots["triple", None]
    assert opened.unit is not None
    unit = opened.unit.cents
    shares = [row for row in opened.rows if isinstance(row.cell.pay, MeterShare)]
    fixed = [
        row.cell.pay.money.cents - unit * (row.cell.pay.basis == "for")
        for row in opened.rows
        if isinstance(row.cell.pay, Amount)
    ]
    assert shares and fixed
    assert worst(layout(triple, Bet("triple", unit))).cents == max(fixed)


# --- no outcome is worse ---


@pytest.mark.parametrize(
    "setup",
    [
        offering("5-treasures"),
        offering("dragon-bonus", banker="tie-vigorish"),
        offering("golden-frog"),
        offering("ez-baccarat", progressive="1"),
        offering("ez-baccarat", progressive="2"),
        offering("ez-baccarat", progressive="3"),
        offering("infinite-fortune"),
        offering("golden-dragon"),
        offering("tiger-baccarat"),
        TableSetup(game="99-fortunes", offers=(Offer("progressive"),)),
        TableSetup(game="baccarat", offers=(Offer("perfect-pair"), Offer("match-pair"))),
        TableSetup(
            game="eternal-baccarat",
            offers=(Offer("player"), Offer("golden-talons"), Offer("eclipse")),
        ),
        TableSetup(game="eternal-baccarat", offers=(Offer("fate-38", "PT-PRG-F38-04"),)),
        TableSetup(game="eternal-baccarat", offers=(Offer("sun-7-progressive", "PT-PRG-S7-E01"),)),
        TableSetup(game="eternal-baccarat", offers=(Offer("harmony"),)),
    ],
    ids=lambda setup: f"{setup.game}-{len(setup.offers)}",
)
def test_the_rows_hit_together_are_those_that_some_deal_of_the_shoe_hits(setup: TableSetup) -> None:
    """The odds count every deal of eight decks by the rows it hits: the same rows, all of them."""
    tables = tuple(one.nodes for one in setup.spots.values())
    counted = count_coups(tables, Shoe.of(8))
    assert {one.rows for one in possible(setup)} == {rows for rows, ways in counted.items() if ways}


def mixed() -> TableSetup:
    """Set up a table with the side bets of three games, two of them a pair."""
    words = "also offers golden-dragon/pair phoenix-bonus any-dragon tiger-pair perfect-pair"
    return with_words(offering("infinite-fortune"), f"{words}, aggregate golden-dragon/pair 100")


@pytest.mark.parametrize(
    "setup",
    [*map(offering, ("baccarat", "eternal-baccarat", "99-fortunes", "tiger-baccarat")), mixed()],
    ids=lambda setup: f"{setup.game}-{len(setup.offers)}",
)
def test_dealt_coups_never_cost_more(setup: TableSetup) -> None:
    chance = random.Random(2815)
    found = {one.rows: one.outcome for one in possible(setup)}
    for rows, outcome in found.items():
        assert outcome.fault is None
        assert rows == tuple(one.number_for(one.level.row(outcome)) for one in setup.spots.values())
    coups = [deal(chance.choices(DECK, k=6)) for _ in range(300)]
    for _ in range(40):
        table = layout(setup, *random_bets(setup, chance))
        most = worst(table).cents
        assert all(costs(table, coup) <= most for coup in chance.sample(coups, 60))
        assert max(costs(table, one) for one in found.values()) == most


def test_2899_09__every_throw_of_the_dice() -> None:
    """All 46,656 throws hit the rows found together, and no others."""
    setup, chance = offering("3-dice-baccarat"), random.Random(2899)
    cups: dict[tuple[tuple[int, ...], ...], Throw] = {}
    for throw in every_throw():
        cups.setdefault((tuple(sorted(throw.player)), tuple(sorted(throw.banker))), throw)
    assert len(cups) == 56 * 56  # the order of the dice in a cup says nothing to any sentence
    hit = {
        tuple(one.number_for(one.level.row(throw)) for one in setup.spots.values()): throw
        for throw in cups.values()
    }
    assert hit.keys() == {one.rows for one in possible(setup)}
    for _ in range(40):
        table = layout(setup, *random_bets(setup, chance))
        assert worst(table).cents == max(costs(table, throw) for throw in hit.values())


def test_a_shoe_that_lacks_the_cards_makes_it_a_bound() -> None:
    """One deck has no two equal cards, so that no perfect pair comes: the figure is a bound."""
    one_deck = TableSetup(game="baccarat", offers=(Offer("perfect-pair"),), decks=1)
    eight = TableSetup(game="baccarat", offers=(Offer("perfect-pair"),))
    bet = Bet("perfect-pair", 1_00)
    assert exposure(layout(one_deck, bet)).exact is False
    assert worst(layout(eight, bet)).cents == 25_00


# --- craps ---


def random_hand(chance: random.Random) -> ShooterHand:
    """Roll until the seven-out."""
    rolls: list[int] = []
    while True:
        rolls.append(chance.randint(1, 6) + chance.randint(1, 6))
        if ShooterHand(tuple(rolls)).until("seven-out").over:
            return ShooterHand(tuple(rolls))


@pytest.mark.parametrize(
    "game", ["dice-works", "high-roller", "parlay-craps", "parlay-craps-with-envy", "roll-the-line"]
)
def test_2399_07__no_hand_costs_more(game: str) -> None:
    setup, chance = offering(game), random.Random(2399)
    hands = [random_hand(chance) for _ in range(300)]
    for _ in range(10):
        table = layout(setup, *random_bets(setup, chance))
        found = worst(table)
        assert all(costs(table, hand) <= found.cents for hand in hands)


def test_2399_07__wagers_that_win_at_different_rolls_are_added() -> None:
    """All lows pay 34 to 1 and the works 175 to 1, though the lows are complete long before."""
    setup = TableSetup(game="dice-works", offers=(Offer("all-lows"), Offer("the-works")))
    table = layout(setup, Bet("all-lows", 5_00), Bet("the-works", 1_00))
    found = worst(table)
    assert found.cents == 34 * 5_00 + 175 * 1_00


def test_2399_07__the_hand_goes_on_from_the_rolls_made() -> None:
    setup = offering("roll-the-line")
    rolls = (7, 11, 4, 6)
    found = worst(layout(setup, Bet("roll-the-line", 1_00), rolls=rolls))
    assert isinstance(found.outcome, ShooterHand)
    assert found.outcome.rolls[: len(rolls)] == rolls
    assert found.cents == 50 * 1_00
