"""Every wager on every kind of outcome: nothing fails, and every cent is accounted for."""

from __future__ import annotations

import random
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from fractions import Fraction

import pytest

from oracle import every_throw
from pitboss import rulebook
from pitboss.games import KINDS, Coup, Outcome, Shoe, ShooterHand, deal
from pitboss.games.baccarat import ShoeRanDry
from pitboss.rulebook import Game, PayTable
from pitboss.rulebook.tables import PayRow, Unresolved
from pitboss.settle import Bet, House, Settlement, settle
from pitboss.settle.settlements import settled

SEED = 2814
HOUSE = House()


def check_conservation(result: Settlement) -> None:
    """Stake + win = paid, to the cent: nothing appears and nothing is lost."""
    flows: dict[str, int] = defaultdict(int)
    for move in result.movements:
        assert move.cents > 0
        flows[move.source] -= move.cents
        flows[move.target] += move.cents
    assert sum(flows.values()) == 0
    if result.result == "unresolved":
        assert not result.movements
        return
    stake = result.bet.stake_cents
    assert flows["layout"] == -stake == -(result.returned_cents + result.lost_cents)
    ties = not result.won_cents and not result.lost_cents  # a toke that ties is the player's again
    owner = "toke box" if result.bet.toke and not ties else f"position {result.bet.position}"
    assert result.net_cents is not None
    paid = stake + result.net_cents
    if result.bet.chips == "coupon" and result.won_cents:
        paid -= stake  # a winning coupon is used up
    assert flows[owner] - result.player_envy_cents == paid
    if result.result != "meter":
        sign = (result.net_cents > 0) - (result.net_cents < 0)
        assert result.result == {1: "win", 0: "push", -1: "loss"}[sign]
    assert flows["vigorish"] == result.vigorish_cents
    assert flows["dealer"] == result.dealer_envy_cents


def playable(game: Game) -> Iterator[PayTable]:
    """Open every pay table that can be settled under every reading, at its first and last place."""
    for wager in game.wagers.values():
        for table in wager.tables:
            places = wager.places(table)
            for place in (places[0], places[-1]):
                for reading in wager.readings(table):
                    opened = wager.open(table, on=place, reading=reading)
                    if not opened.has_open_pays:
                        yield opened


def sweep(game: Game, outcomes: Iterable[Outcome], stake: int) -> Counter[str]:
    """Settle every table by every outcome; equal rows settle alike, so each is settled once."""
    results: Counter[str] = Counter()
    counted = Counter(outcomes)
    for table in playable(game):
        unit = table.unit.cents if table.unit else stake
        bet = Bet(wager=table.wager.id, stake_cents=unit, on=table.on, table=table.id)
        hit: Counter[PayRow | Unresolved | None] = Counter()
        for outcome, number in counted.items():
            hit[table.row_of(outcome)] += number
        for row, number in hit.items():
            done = settled(bet, table, row, HOUSE)
            check_conservation(done)
            results[done.result] += number
        assert sum(hit.values()) == counted.total()
    return results


def shoes(number: int, decks: int) -> Iterator[Coup]:
    """Deal whole shoes from a fixed seed."""
    source = random.Random(SEED)
    for _ in range(number):
        shoe = list(Shoe.of(decks))
        source.shuffle(shoe)
        cards = iter(shoe)
        while True:
            try:
                yield deal(cards)
            except ShoeRanDry:
                break


def hands(number: int) -> Iterator[ShooterHand]:
    """Roll whole hands from a fixed seed."""
    source = random.Random(SEED)
    for _ in range(number):
        rolls: list[int] = []
        point = None
        while True:
            total = source.randint(1, 6) + source.randint(1, 6)
            rolls.append(total)
            if point is None:
                point = total if total in (4, 5, 6, 8, 9, 10) else None
            elif total == 7:
                break
            elif total == point:
                point = None
        yield ShooterHand(tuple(rolls))


def of_kind(kind: str) -> list[Game]:
    return [game for game in rulebook.games() if game.kind == kind]


@pytest.mark.parametrize("game", of_kind("three-dice"), ids=lambda game: game.id)
def test_all_46656_throws_settle_every_wager(game: Game) -> None:
    results = sweep(game, every_throw(), 333)
    assert set(results) == {"win", "push", "loss", "meter"}


@pytest.mark.parametrize("game", of_kind("baccarat"), ids=lambda game: game.id)
def test_seeded_shoes_settle_every_wager(game: Game) -> None:
    coups = list(shoes(number=120, decks=8))
    assert len(coups) > 9_000
    results = sweep(game, coups, 333)
    assert results["win"] and results["loss"]


@pytest.mark.parametrize("game", of_kind("craps"), ids=lambda game: game.id)
def test_seeded_hands_settle_every_wager(game: Game) -> None:
    results = sweep(game, hands(8_000), 333)
    assert results["win"] and results["loss"] and not results["unresolved"]


@pytest.mark.parametrize("game", of_kind("craps"), ids=lambda game: game.id)
def test_a_certain_row_stays_hit_whatever_is_rolled_next(game: Game) -> None:
    """Follow hands roll by roll: once a bet is decided it never changes."""
    for table in playable(game):
        for hand in hands(60):
            decided: PayRow | Unresolved | None = Unresolved.UNRESOLVED
            for length in range(1, len(hand.rolls) + 1):
                row = table.row_of(ShooterHand(hand.rolls[:length]))
                if decided is not Unresolved.UNRESOLVED:
                    assert row == decided
                decided = row
            assert decided is not Unresolved.UNRESOLVED


def test_whole_rounds_balance_across_positions() -> None:
    """Rounds with random legal and illegal bets: accounts sum to zero, refusals move nothing."""
    source = random.Random(SEED)
    games = of_kind("baccarat")
    for coup in list(shoes(number=12, decks=8)):
        game = source.choice(games)
        bets = [random_bet(source, game) for _ in range(source.randint(1, 8))]
        house = House(
            aggregate_cents={"*": source.choice([1_000, 10**9])} if source.random() < 0.2 else {},
            minimum_cents={"*": 500} if source.random() < 0.3 else {},
            maximum_cents={"*": 2_500} if source.random() < 0.3 else {},
            base_wager_required=source.random() < 0.3,
            both_hands=source.random() < 0.7,
        )
        done = settle(game, bets, coup, house)
        assert len(done.results) == len(bets)
        for result in done.settlements:
            check_conservation(result)
        for refusal in done.refusals:
            assert refusal.code and refusal.remedy
        # What was refused counted for nothing: the round without it is the same round.
        again = settle(game, [result.bet for result in done.settlements], coup, house)
        assert again.results == done.settlements


def random_bet(source: random.Random, game: Game) -> Bet:
    wager = source.choice(list(game.wagers.values()))
    table = source.choice(wager.tables)
    opened = wager.block_of(table)
    stake = opened.unit.cents if opened.unit else source.choice([1, 333, 500, 2_500])
    return Bet(
        wager=wager.id,
        stake_cents=source.choice([stake, stake, stake, -5]),
        on=source.choice(wager.places(table)),
        table=table,
        reading=source.choice(wager.readings(table)),
        position=source.randint(1, 3),
        chips=source.choice(("value", "promotional", "coupon")),
        toke=source.random() < 0.2,
    )


def test_three_dice_base_wagers_by_hand() -> None:
    """The Player wins, ties and 3-over-0 pushes of all throws, counted without the catalog."""
    sums = Counter(
        sum(dice) % 10
        for dice in ((a, b, c) for a in range(1, 7) for b in range(1, 7) for c in range(1, 7))
    )
    wins = sum(sums[p] * sums[b] for p in sums for b in sums if p > b and (p, b) != (3, 0))
    ties = sum(sums[t] ** 2 for t in sums)
    table = rulebook.wager("3-dice-baccarat/player").open()
    rows = Counter(
        row.label if isinstance(row, PayRow) else None for row in map(table.row_of, every_throw())
    )
    assert rows["Player wins"] == wins
    assert rows["Tie"] == ties == Fraction(46_656) - 2 * (wins + rows["Player wins 3 over 0"])
    assert rows["Player wins 3 over 0"] == sums[3] * sums[0]
    assert KINDS["three-dice"].fault(next(every_throw())) is None
