"""Sessions and bankrolls: a loop with real settlements, ruin by formula, and every refusal."""

from __future__ import annotations

import json
import random
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import islice, pairwise, product
from math import sqrt
from pathlib import Path
from typing import Any, NamedTuple

import pytest

import shoe_oracle
from pitboss import rulebook, simulate
from pitboss.games import Card, Outcome, Shoe, Throw
from pitboss.games.baccarat import deal
from pitboss.odds.analysis import analyse_table
from pitboss.odds.removal import count_of, effects_of_removal
from pitboss.refusals import Unreadable
from pitboss.rulebook import PayTable
from pitboss.settle import Bet, House, Settlement, settle
from pitboss.simulate import Study
from pitboss.simulate.bankroll.bankrolls import Sessions, joined
from pitboss.simulate.bankroll.figures import Share
from pitboss.simulate.bankroll.session_run import SessionRun, Source, StrategyFailed
from pitboss.simulate.bankroll.strategies import (
    NAMED,
    Progression,
    TableView,
    load_strategy,
    schedule,
    strategy_of,
)
from pitboss.simulate.bankroll.terms import ENDINGS, NetTable, Stake
from pitboss.simulate.parallel import Piece

np = pytest.importorskip("numpy")

ARRAYS = (
    "end_cents",
    "rounds",
    "endings",
    "staked_cents",
    "losing_streaks",
    "winning_streaks",
    "bankrolls",
)


def stake_on(path: str, cents: int, **options: Any) -> Stake:
    return Stake(rulebook.wager(path).open(**options), cents)


BACCARAT = rulebook.game("baccarat")
PLAYER = stake_on("baccarat/player", 1000)
BANKER = stake_on("baccarat/banker", 1000)
TIE = stake_on("baccarat/tie", 500)
WON, PUSHED, LOST = 0, 1, -1
"""The rows of the Player wager, and none of them."""


def same(one: Sessions, other: Sessions) -> bool:
    alike = all(np.array_equal(getattr(one, name), getattr(other, name)) for name in ARRAYS)
    return alike and one.terms == other.terms and one.first == other.first


def refused(call: Callable[[], object]) -> tuple[str, str]:
    with pytest.raises(Unreadable) as caught:
        call()
    text = str(caught.value)
    assert "\n" not in text and caught.value.refusal.remedy
    return caught.value.refusal.code, text


def play_sessions(
    bets: Sequence[Stake], source: Any, *, chunk: int | None = None, **terms: Any
) -> Sessions:
    game = rulebook.game(bets[0].table.wager.game)
    run = SessionRun(bets, source, **{"game": game, **terms})
    run.play(chunk=chunk)
    assert run.played is not None
    return run.played


# --- where rounds come from, slowly ---


class Dealer:
    """Coups and throws in plain Python; a session is its own random sequence."""

    def __init__(self, seed: str) -> None:
        self.seed = seed

    def outcomes(self, kind: str, session: int) -> Iterator[Outcome]:
        chance = random.Random(f"{self.seed} {session}")
        if kind == "three-dice":
            while True:
                dice = [chance.randint(1, 6) for _ in range(6)]
                yield Throw((dice[0], dice[1], dice[2]), (dice[3], dice[4], dice[5]))
        while True:
            cards = list(Shoe.of(8))
            chance.shuffle(cards)
            shoe = iter(cards)
            for _ in range(60):
                yield deal(shoe)

    def __call__(
        self, tables: Sequence[PayTable], piece: Piece, rounds: int, _seen: Any = None
    ) -> Any:
        found = np.empty((len(tables), piece.number, rounds), dtype=np.int16)
        for at in range(piece.number):
            outcomes = self.outcomes(tables[0].wager.kind, piece.first + at)
            for round, outcome in enumerate(islice(outcomes, rounds)):
                for number, table in enumerate(tables):
                    row = table.row_of(outcome)
                    hit = next((i for i, one in enumerate(table.rows) if one is row), -1)
                    found[number, at, round] = hit
        return found


class Script:
    """The same rows as written, a line for each session; for one bet, or by bet."""

    def __init__(self, *lines: Sequence[Any]) -> None:
        rows = np.array(lines, dtype=np.int16)
        self.rows = rows[None] if rows.ndim == 2 else rows.transpose(2, 0, 1)

    def __call__(
        self, tables: Sequence[PayTable], piece: Piece, rounds: int, _seen: Any = None
    ) -> Any:
        assert len(tables) == len(self.rows)
        return self.rows[:, piece.first : piece.first + piece.number, :rounds]


class Coin:
    """The Player wager won with a known chance, never pushed."""

    def __init__(self, chance: float, seed: int) -> None:
        self.chance = chance
        self.seed = seed

    def __call__(
        self, tables: Sequence[PayTable], piece: Piece, rounds: int, _seen: Any = None
    ) -> Any:
        assert tables == (PLAYER.table,)
        drawn = [
            np.random.default_rng([self.seed, piece.first + at]).random(rounds)
            for at in range(piece.number)
        ]
        return np.where(np.stack(drawn) < self.chance, WON, LOST).astype(np.int16)[None]


def lines(text: str) -> list[int]:
    return [{"W": WON, "P": PUSHED, "L": LOST}[letter] for letter in text]


# --- the oracle: one session at a time, every round settled in full ---

# Each yields the units of a round, and is sent the sign of what it netted.


def flat() -> Any:
    while True:
        yield 1


def martingale() -> Any:
    units = 1
    while True:
        sign = yield units
        units = {1: 1, 0: units, -1: 2 * units}[sign]


def paroli() -> Any:
    wins = 0
    while True:
        sign = yield 2**wins
        wins = {1: (wins + 1) % 3, 0: wins, -1: 0}[sign]


def one_three_two_six() -> Any:
    wins = 0
    while True:
        sign = yield (1, 3, 2, 6)[wins]
        wins = {1: (wins + 1) % 4, 0: wins, -1: 0}[sign]


def dalembert() -> Any:
    units = 1
    while True:
        sign = yield units
        units = max(units - sign, 1)


def fibonacci() -> Any:
    numbers = [1, 1]
    while True:
        sign = yield numbers[-2]
        if sign < 0:
            numbers.append(numbers[-1] + numbers[-2])
        elif sign > 0:
            numbers = numbers[:-2] if len(numbers) > 3 else [1, 1]


def cycle() -> Any:
    at = 0
    while True:
        yield (1, 0, 3, 2)[at % 4]
        at += 1


BY_HAND: Mapping[str, Callable[[], Any]] = {
    "flat": flat,
    "martingale": martingale,
    "paroli": paroli,
    "1-3-2-6": one_three_two_six,
    "dalembert": dalembert,
    "fibonacci": fibonacci,
    "1,0,3,2": cycle,
}


def test_every_named_progression_has_an_oracle() -> None:
    assert set(BY_HAND) == {*NAMED, "1,0,3,2"}


class Case(NamedTuple):
    game: str
    bets: tuple[Stake, ...]
    bankroll: int
    minimum: int | None = None
    maximum: int | None = None
    stop: int | None = None
    goal: int | None = None
    house: House = House()
    meter: int | None = None
    rounds: int = 60


CASES = {
    "player": Case("baccarat", (PLAYER,), 12_000),
    "rounded vigorish": Case(
        "baccarat",
        (stake_on("baccarat/banker", 1030),),
        14_000,
        10,
        20_000,
        house=House(vigorish_rounding_cents=25),
    ),
    "odd vigorish, stop and goal": Case(
        "baccarat",
        (stake_on("baccarat/banker", 333), stake_on("baccarat/tie", 101)),
        9_000,
        100,
        2_000,
        stop=4_000,
        goal=5_000,
        house=House(vigorish_rate=Fraction(7, 100)),
    ),
    "vigorish on ties": Case(
        "baccarat", (stake_on("baccarat/banker", 777, table="tie-vigorish"),), 8_000, goal=8_000
    ),
    "limits by wager": Case(
        "dragon-bonus",
        (
            stake_on("dragon-bonus/player", 500),
            stake_on("dragon-bonus/dragon-bonus", 200, on="player"),
        ),
        6_000,
        100,
        house=House(minimum_cents={"*": 150}, maximum_cents={"player": 1_500, "*": 700}),
    ),
    "dice and a meter": Case(
        "3-dice-baccarat",
        (stake_on("3-dice-baccarat/banker", 400), stake_on("3-dice-baccarat/triple", 100)),
        5_000,
        100,
        meter=1_234_567,
    ),
}


def oracle(case: Case, name: str, source: Dealer, session: int) -> dict[str, Any]:
    game = rulebook.game(case.game)
    units = BY_HAND[name]()
    due = next(units)
    there, staked, history = case.bankroll, 0, [case.bankroll]
    signs: list[int] = []
    minimums, maximums = [], []
    for stake in case.bets:
        wager = stake.table.wager.id
        by_wager = case.house.minimum_cents.get(wager, case.house.minimum_cents.get("*", 0))
        minimums.append(max(case.minimum or 0, by_wager) or stake.cents)
        by_wager = case.house.maximum_cents.get(wager, case.house.maximum_cents.get("*", 10**12))
        maximums.append(min(case.maximum or 10**12, by_wager))
    ending = "time"
    for outcome in islice(source.outcomes(game.kind, session), case.rounds):
        bets, left = [], there
        for stake, least, most in zip(case.bets, minimums, maximums, strict=True):
            progressive = stake.table.unit is not None
            cents = min(due * stake.cents, most) if not progressive else stake.cents * (due > 0)
            cents = min(cents, left)
            if cents >= (stake.cents if progressive else least):
                table = stake.table
                bets.append(Bet(table.wager.id, cents, on=table.on, table=table.id))
                left -= cents
        done = settle(game, bets, outcome, case.house)
        assert not done.refusals, done.refusals
        net = sum(map(paid(case.meter), done.settlements))
        staked += sum(bet.stake_cents for bet in bets)
        there += net
        history.append(there)
        signs.append((net > 0) - (net < 0))
        if there < minimums[0]:
            ending = "ruin"
        elif case.stop is not None and there <= case.bankroll - case.stop:
            ending = "stop-loss"
        elif case.goal is not None and there >= case.bankroll + case.goal:
            ending = "win-goal"
        if ending != "time":
            break
        due = units.send(signs[-1])
    return {
        "end_cents": there,
        "rounds": len(signs),
        "endings": ENDINGS.index(ending),
        "staked_cents": staked,
        "losing_streaks": longest(signs, -1),
        "winning_streaks": longest(signs, 1),
        "bankrolls": history + [there] * (case.rounds + 1 - len(history)),
    }


def paid(meter: int | None) -> Callable[[Settlement], int]:
    def net(one: Settlement) -> int:
        assert one.net_cents is not None
        share = one.meter_share
        return one.net_cents + (0 if share is None or meter is None else meter * share // 100)

    return net


def longest(signs: Sequence[int], wanted: int) -> int:
    """Cross the pushes out, then look for the longest run."""
    decided = "".join("W" if sign > 0 else "L" for sign in signs if sign)
    return max(map(len, decided.split("L" if wanted > 0 else "W")))


@pytest.mark.parametrize("name", BY_HAND)
@pytest.mark.parametrize("which", CASES)
def test_every_cent_is_what_settlement_pays(which: str, name: str) -> None:
    case, source, sessions = CASES[which], Dealer(f"{which} {name}"), 25
    played = play_sessions(
        case.bets,
        source,
        number=sessions,
        rounds=case.rounds,
        bankroll_cents=case.bankroll,
        strategy=name,
        minimum_cents=case.minimum,
        maximum_cents=case.maximum,
        stop_loss_cents=case.stop,
        win_goal_cents=case.goal,
        house=case.house,
        meter_cents=case.meter,
        game=rulebook.game(case.game),
        chunk=11,
    )
    for session in range(sessions):
        for key, expected in oracle(case, name, source, session).items():
            assert getattr(played, key)[session].tolist() == expected, (session, key)


def test_the_cases_between_them_end_in_every_way() -> None:
    """Otherwise the comparison above would prove less than it seems to."""
    found = set()
    for which, case in CASES.items():
        for name in BY_HAND:
            source = Dealer(f"{which} {name}")
            found |= {oracle(case, name, source, session)["endings"] for session in range(8)}
    assert found == {0, 1, 2, 3}


def test_a_function_that_bets_flat_is_the_flat_progression() -> None:
    options: dict[str, Any] = {
        "number": 30,
        "rounds": 80,
        "bankroll_cents": 10_000,
        "stop_loss_cents": 9_000,
        "win_goal_cents": 6_000,
    }
    bets = (PLAYER, TIE)

    def same_again(view: TableView) -> object:
        left, stakes = view.bankroll_cents, {}
        for name, cents in view.base_cents.items():
            stakes[name] = min(cents, left) if min(cents, left) >= cents else 0
            left -= stakes[name]
        return stakes

    by_rule = play_sessions(bets, Dealer("flat"), **options)
    by_hand = play_sessions(bets, Dealer("flat"), strategy=same_again, **options)
    for name in ("bankrolls", "rounds", "staked_cents", "losing_streaks", "winning_streaks"):
        # Who bets by a function is not ruined until nothing at all can be bet.
        kept = by_rule.endings != ENDINGS.index("ruin")
        assert np.array_equal(getattr(by_rule, name)[kept], getattr(by_hand, name)[kept])
    assert by_hand.ruin.number <= by_rule.ruin.number < 30


# --- against known results ---


def test_every_sequence_of_ten_rounds_once() -> None:
    """All 1,024 sequences of a fair game: chances are counts, so nothing is left to luck."""
    sequences = list(product((WON, LOST), repeat=10))
    played = play_sessions(
        [PLAYER], Script(*sequences), number=1024, rounds=10, bankroll_cents=3000, chunk=100
    )
    ways = {(3, 0): 1}
    for round in range(10):
        for (units, at), number in list(ways.items()):
            if at == round and units:
                for after in (units - 1, units + 1):
                    ways[after, round + 1] = ways.get((after, round + 1), 0) + number
    ruined = sum(number << (10 - at) for (units, at), number in ways.items() if not units)
    assert played.ruin == Share(ruined, 1024)
    # A fair game stays fair, stopped or not, and whatever the stakes.
    assert played.net_cents == 0 and played.loss_rate == 0
    for name in BY_HAND:
        other = play_sessions(
            [PLAYER],
            Script(*sequences),
            number=1024,
            rounds=10,
            bankroll_cents=7000,
            strategy=name,
            minimum_cents=1,
            stop_loss_cents=5000,
            win_goal_cents=4000,
        )
        assert other.net_cents == 0 and other.handle_cents > 0
        assert other.mean_cents == 7000


@pytest.mark.parametrize("chance", [0.5, 0.47, 0.53])
def test_the_gamblers_ruin(chance: float) -> None:
    units, target, sessions = 8, 20, 4000
    played = play_sessions(
        [PLAYER],
        Coin(chance, 7),
        number=sessions,
        rounds=3000,
        bankroll_cents=units * 1000,
        win_goal_cents=(target - units) * 1000,
    )
    ratio = (1 - chance) / chance
    if chance == 0.5:
        ruin, duration = 1 - units / target, float(units * (target - units))
    else:
        ruin = (ratio**units - ratio**target) / (1 - ratio**target)
        duration = (units - target * (1 - ruin)) / (1 - 2 * chance)
    assert played.share("time").number == 0, "long enough for every session to end"
    assert abs(played.ruin.share - ruin) < 4.5 * sqrt(ruin * (1 - ruin) / sessions)
    spread = played.rounds.std(ddof=1) / sqrt(sessions)
    assert abs(played.rounds.mean() - duration) < 4.5 * spread
    z = played.z(Fraction(1) - 2 * Fraction(chance))
    assert z is not None and abs(z) < 4.5


def test_the_edge_of_a_mix_is_that_of_the_analysis() -> None:
    shoe = Shoe.of(8)
    player = analyse_table(PLAYER.table, shoe=shoe).edge
    banker = analyse_table(BANKER.table, shoe=shoe).edge_at(1030, 25)
    assert player is not None and banker is not None
    house = House(vigorish_rounding_cents=25)
    assert NetTable([PLAYER], house, None).edge([1000], shoe) == player
    mixed = NetTable([PLAYER, BANKER], house, None).edge([1000, 1030], shoe)
    assert mixed == (1000 * player + 1030 * banker) / Fraction(2030)


def test_flat_bets_lose_at_the_exact_edge() -> None:
    bets = [stake_on("3-dice-baccarat/player", 1000), stake_on("3-dice-baccarat/tie", 500)]
    played = play_sessions(bets, Dealer("edge"), number=300, rounds=50, bankroll_cents=1_000_000)
    edge = NetTable(bets, House(), None).edge([1000, 500], Shoe.of(8))
    assert played.handle_cents == 300 * 50 * 1500 and played.terms.flat
    z, error = played.z(edge), played.loss_rate_error
    assert z is not None and error is not None and abs(z) < 4.5
    one_round = 0.0
    for stake in bets:
        sheet = analyse_table(stake.table, shoe=Shoe.of(8))
        one_round += float(sheet.variance or 0) * stake.cents**2
    # The two bets are nearly independent, so the error is about that of 15,000 rounds apart.
    assert error == pytest.approx(sqrt(one_round / 15_000) / 1500, rel=0.2)


# --- the same whatever the pieces ---


@pytest.mark.parametrize("strategy", ["fibonacci", lambda view: min(1000, view.bankroll_cents)])
def test_pieces_make_no_difference(strategy: Any) -> None:
    def played(chunk: int) -> Sessions:
        return play_sessions(
            [BANKER],
            Dealer("pieces"),
            number=23,
            rounds=70,
            bankroll_cents=9_000,
            strategy=strategy,
            minimum_cents=1,
            maximum_cents=5_000,
            chunk=chunk,
        )

    whole = played(1000)
    assert all(same(played(chunk), whole) for chunk in (1, 2, 7, 23))


def test_sessions_that_do_not_follow_each_other_are_not_joined() -> None:
    first = play_on([BANKER], number=3)
    with pytest.raises(ValueError, match="follow"):
        joined([first, first])


def test_an_interruption_keeps_whole_chunks_and_can_be_taken_up() -> None:
    class Interrupted(Dealer):
        calls = 0

        def __call__(
            self, tables: Sequence[PayTable], piece: Piece, rounds: int, _seen: Any = None
        ) -> Any:
            self.calls += 1
            if self.calls == 3:
                raise KeyboardInterrupt
            return super().__call__(tables, piece, rounds)

    terms: dict[str, Any] = {"number": 12, "rounds": 40, "bankroll_cents": 9_000}
    one = SessionRun([BANKER], Interrupted("parts"), game=BACCARAT, **terms)
    assert one.played is None
    told: list[tuple[int, int]] = []
    with pytest.raises(KeyboardInterrupt):
        one.play(chunk=4, progress=lambda done, of: told.append((done, of)))
    assert told == [(4, 12), (8, 12)]
    assert one.played is not None and len(one.played) == 8
    one.play(chunk=3)
    assert one.played is not None and same(
        one.played, play_sessions([BANKER], Dealer("parts"), **terms)
    )


def test_an_interrupted_function_keeps_every_finished_session() -> None:
    def impatient(view: TableView) -> int:
        if (view.session, view.round) == (6, 30):
            raise KeyboardInterrupt
        return min(1000, view.bankroll_cents)

    terms: dict[str, Any] = {"number": 12, "rounds": 40, "bankroll_cents": 9_000}
    one = SessionRun(
        [BANKER], Dealer("parts"), strategy=impatient, minimum_cents=1, game=BACCARAT, **terms
    )
    with pytest.raises(KeyboardInterrupt):
        one.play(chunk=4)
    assert one.played is not None and len(one.played) == 5


# --- what is counted ---


def play(text: str, **options: Any) -> Sessions:
    given: dict[str, Any] = {"bankroll_cents": 100_000, "rounds": len(text), **options}
    return play_sessions([PLAYER], Script(lines(text)), number=1, **given)


@pytest.mark.parametrize(
    ("rounds", "losing", "winning"),
    [
        ("P", 0, 0),
        ("W", 0, 1),
        ("L", 1, 0),
        ("LLWLLLW", 3, 1),
        ("LPLPPL", 3, 0),
        ("WPWLPLPPLW", 3, 2),
        ("PPWWWPLW", 1, 3),
        ("LWLWLW", 1, 1),
        ("WWLLLLWWWPPW", 4, 4),
    ],
)
def test_a_push_neither_breaks_nor_extends_a_streak(rounds: str, losing: int, winning: int) -> None:
    for strategy in ("flat", lambda _: 1000):
        found = play(rounds, strategy=strategy)
        assert found.losing_streaks.tolist() == [losing]
        assert found.winning_streaks.tolist() == [winning]
    told = found.record()["longest_streaks"]
    assert told["losing"]["sessions_by_length"] == [*[0] * losing, 1]  # type: ignore[index]


def test_stakes_are_cut_to_the_maximum_and_to_the_bankroll() -> None:
    # 10 + 20 + 40 lost of 100, then the 80 that are due are cut to the 30 left, and won.
    found = play("LLLWL", strategy="martingale", bankroll_cents=10_000)
    assert found.bankrolls[0].tolist() == [10_000, 9_000, 7_000, 3_000, 6_000, 5_000]
    assert found.staked_cents.tolist() == [1000 + 2000 + 4000 + 3000 + 1000]
    found = play("LLLW", strategy="martingale", minimum_cents=1000, maximum_cents=2500)
    assert np.diff(found.bankrolls[0]).tolist() == [-1000, -2000, -2500, 2500]


def test_the_ruined_have_less_than_the_minimum() -> None:
    found = play("LLWWW", bankroll_cents=2_500)
    assert found.bankrolls[0].tolist() == [2500, 1500, 500, 500, 500, 500]
    assert found.endings.tolist() == [ENDINGS.index("ruin")] and found.rounds.tolist() == [2]
    lasted = found.rounds_to_ruin()
    assert lasted is not None and lasted.mean == 2
    # With a lower minimum what is left is bet: 5 of 10 wanted.
    found = play("LLWWW", bankroll_cents=2_500, minimum_cents=500)
    assert found.bankrolls[0].tolist() == [2500, 1500, 500, 1000, 2000, 3000]
    # In the last round too.
    assert play("LL", bankroll_cents=2_500).ruin.number == 1
    assert play("LP", bankroll_cents=2_500).share("time").number == 1


def test_rounded_vigorish_can_take_more_than_is_there() -> None:
    banker = stake_on("baccarat/banker", 10, table="tie-vigorish")
    tie = [row.label for row in banker.table.rows].index("Tie")
    found = play_sessions(
        [banker],
        Script([LOST, tie, WON]),
        number=1,
        rounds=3,
        bankroll_cents=30,
        house=House(vigorish_rounding_cents=25),
    )
    # A quarter of 10 cents is rounded up to 25, of which 20 are there.
    assert found.bankrolls[0].tolist() == [30, 20, -5, -5] and found.ruin.number == 1


def test_stops_are_reached_or_passed() -> None:
    found = play("LLLLWW", strategy="martingale", stop_loss_cents=5_000)
    assert found.end_cents.tolist() == [93_000] and found.share("stop-loss").number == 1
    found = play("LLWWWWL", win_goal_cents=2_000)
    assert found.end_cents.tolist() == [102_000] and found.rounds.tolist() == [6]
    assert found.share("win-goal").number == 1
    # All that was brought is lost: that is ruin, though it is the stop loss as well.
    assert play("L", bankroll_cents=1_000, stop_loss_cents=1_000).ruin.number == 1


def test_a_schedule_goes_on_whatever_happens() -> None:
    found = play("WLPLW", strategy="1,0,3")
    assert np.diff(found.bankrolls[0]).tolist() == [1000, 0, 0, -1000, 0]
    assert found.staked_cents.tolist() == [1000 + 0 + 3000 + 1000 + 0]
    assert found.losing_streaks.tolist() == [1], "a round that is sat out is not lost"


def test_the_total_of_a_round_moves_the_progression() -> None:
    both = (PLAYER, TIE)
    script = Script([(LOST, LOST), (PUSHED, 0), (LOST, LOST), (WON, LOST)])
    found = play_sessions(
        both, script, number=1, rounds=4, bankroll_cents=50_000, strategy="martingale"
    )
    # A tie at 8 to 1 wins the round although the Player bet is pushed.
    assert np.diff(found.bankrolls[0]).tolist() == [-1500, 8000, -1500, 2000 - 1000]


def test_a_progressive_takes_its_unit_and_a_share_of_the_meter() -> None:
    meter = stake_on("3-dice-baccarat/triple", 100)
    shares = [str(row.cell.pay) for row in meter.table.rows]
    hit = shares.index("100%")
    script = Script([(LOST, LOST), (LOST, hit)])
    found = play_sessions(
        [stake_on("3-dice-baccarat/player", 1000), meter],
        script,
        number=1,
        rounds=2,
        bankroll_cents=50_000,
        strategy="martingale",
        meter_cents=1_000_001,
    )
    assert np.diff(found.bankrolls[0]).tolist() == [-1100, -2000 + 1_000_001 - 100]


def test_figures_agree_with_numpy() -> None:
    found = play_sessions(
        [BANKER],
        Dealer("figures"),
        number=140,
        rounds=50,
        bankroll_cents=6_000,
        win_goal_cents=9_000,
    )
    ends = found.end_cents
    assert found.mean_cents == pytest.approx(np.mean(ends))
    assert found.standard_deviation_cents == pytest.approx(np.std(ends, ddof=1))
    assert found.standard_error_cents == pytest.approx(np.std(ends, ddof=1) / sqrt(140))
    for percent, cents in found.ends().percentiles.items():
        assert cents == sorted(ends.tolist())[-(-percent * 140 // 100) - 1]
        assert (ends < cents).mean() < percent / 100 <= (ends <= cents).mean() + 1e-12
    bands = found.bands()
    assert list(found.terms.points) == list(range(51))
    for at in (0, 1, 25, 50):
        column = sorted(found.bankrolls[:, at].tolist())
        assert [bands[p][at] for p in (5, 50, 95)] == [column[6], column[69], column[132]]
    borders, counts = found.histogram(10)
    assert sum(counts) == 140 and borders[0] == ends.min() and borders[-1] == ends.max()
    assert sum(found.share(ending).number for ending in ENDINGS) == 140
    assert found.paths(3) == found.bankrolls[:3].tolist()
    rate, error = found.loss_rate, found.loss_rate_error
    assert rate is not None and rate == pytest.approx((6_000 - ends).sum() / found.handle_cents)
    residues = (6_000 - ends) - rate * found.staked_cents
    expected = np.std(residues, ddof=1) / sqrt(140) / found.staked_cents.mean()
    assert error == pytest.approx(expected)


def test_wilson_interval_solves_its_equation() -> None:
    for share in (Share(0, 50), Share(7, 50), Share(50, 50), Share(1, 100_000)):
        for bound in share.interval:
            if 0 < bound < 1:
                gap = (share.share - bound) ** 2
                assert gap == pytest.approx(1.959964**2 * bound * (1 - bound) / share.of, rel=1e-4)


def test_long_sessions_are_kept_at_two_hundred_points() -> None:
    found = play_sessions([PLAYER], Coin(0.5, 3), number=3, rounds=1_001, bankroll_cents=10**7)
    points = found.terms.points
    assert len(points) == 200 and points[0] == 0 and points[-1] == 1_001
    assert {b - a for a, b in pairwise(points)} == {5, 6}
    won = np.where(Coin(0.5, 3)((PLAYER.table,), Piece(0, 3), 1_001)[0] == WON, 1000, -1000)
    assert found.bankrolls[:, 7].tolist() == (10**7 + won[:, : points[7]].sum(axis=1)).tolist()


def test_a_record_is_plain_data() -> None:
    found = play("WLPLW", strategy="paroli")
    data = json.loads(json.dumps(found.record(edge=Fraction(1, 80), paths=2)))
    assert data["sessions"] == 1 and data["exact_edge"] == "1/80"
    assert data["terms"]["bets"][0]["table"] == "baccarat/player 1 default"
    assert data["paths_cents"] == found.bankrolls.tolist()
    assert data["endings"]["time"]["sessions"] == 1
    assert data["end_bankroll_cents"]["standard_error"] is None
    assert "paths_cents" not in found.record() and "z" not in found.record()


# --- a function of one's own ---


def test_a_function_sees_what_a_player_sees() -> None:
    views: list[TableView] = []

    def curious(view: TableView) -> object:
        views.append(view)
        assert view.memory.setdefault("session", view.session) == view.session
        return ({"player": 1000, "tie": 500}, None, 2000, {"tie": 700})[view.round - 1]

    script = Script(
        [(WON, LOST), (PUSHED, 0), (LOST, LOST), (PUSHED, 0)],
        [(LOST, LOST), (LOST, LOST), (LOST, LOST), (LOST, LOST)],
    )
    found = play_sessions(
        (PLAYER, TIE),
        script,
        number=2,
        rounds=4,
        bankroll_cents=20_000,
        strategy=curious,
        minimum_cents=500,
        maximum_cents=2_000,
    )
    assert [(one.session, one.round) for one in views] == [
        (s, r) for s in (1, 2) for r in range(1, 5)
    ]
    assert [one.bankroll_cents for one in views[:4]] == [20_000, 20_500, 20_500, 18_500]
    assert found.end_cents.tolist() == [18_500 + 5_600, 20_000 - 1500 - 2000 - 700]
    assert [len(one.history) for one in views] == [0, 1, 2, 3] * 2, "later rounds do not show"
    last = views[3]
    assert dict(last.base_cents) == {"player": 1000, "tie": 500}
    assert dict(last.minimum_cents) == {"player": 500, "tie": 500}
    assert dict(last.maximum_cents) == {"player": 2000, "tie": 2000}
    assert last.opening_cents == 20_000
    first, second, third = last.history
    assert first.rows == {"player": "Player wins", "tie": None} and first.net_cents == 500
    assert first.stakes == {"player": 1000, "tie": 500} and first.nets["tie"] == -500
    assert second.rows == {"player": "Tie", "tie": "Tie"} and second.net_cents == 0
    assert third.nets == {"player": -2000, "tie": 0} and third.bankroll_cents == 18_500
    assert last.history[-1] == third and list(last.history[1:]) == [second, third]
    with pytest.raises(IndexError):
        views[1].history[1]


def test_a_function_sees_the_cards_since_the_shuffle() -> None:
    """Shoe by shoe, as the slow oracle deals them: the card shown at the burn, then every coup."""
    seed, rounds = 11, 130
    views: list[TableView] = []

    def counting(view: TableView) -> int:
        views.append(view._replace(cards=tuple(view.cards)))
        return 500

    simulate.sessions(
        "baccarat", {"tie": 500}, bankroll_cents=10**7, rounds=rounds, number=2, seed=seed,
        strategy=counting,
    )  # fmt: skip
    expected: list[tuple[Card, ...]] = []
    for session in range(2):
        stream = session * shoe_oracle.SESSION
        known: list[tuple[Card, ...]] = []
        while len(known) < rounds:
            numbers = shoe_oracle.shuffled(
                shoe_oracle.fresh_shoe(8), shoe_oracle.Stream(seed, stream)
            )
            seen = [shoe_oracle.NUMBERED[numbers[0]]]
            for coup in shoe_oracle.dealt(numbers, 14).coups:
                known.append(tuple(seen))
                seen += coup.in_order
            stream += 1
        expected += known[:rounds]
    assert [view.cards for view in views] == expected
    assert {view.decks for view in views} == {8}
    before = [view.history[-1].cards for view in views[1:100] if view.history]
    assert all(4 <= len(cards) <= 6 for cards in before)


def test_the_example_of_a_count_bets_where_countability_says() -> None:
    """Session 1 of a seed begins with its shoe 0, which countability deals as well."""
    file = Path(__file__).parents[1] / "docs" / "examples" / "counting.py"
    effects = effects_of_removal(rulebook.wager("ez-baccarat/dragon-7"))
    count = count_of(effects, (0, 0, 0, 0, -1, -1, -1, -1, 2, 2))
    bets = []
    for seed in range(1, 9):
        study = Study(effects, count=count, cuts=[14], seed=seed)
        study.gather(1)
        (depth,) = study.depths()
        played = simulate.sessions(
            "ez-baccarat", {"dragon-7": 500}, bankroll_cents=10**6, rounds=depth.hands, number=1,
            seed=seed, strategy=f"{file}:stake",
        )  # fmt: skip
        assert depth.true is not None
        bets.append(depth.true.at(4).bets)
        assert played.handle_cents == 500 * bets[-1]
    assert min(bets) == 0 < max(bets), "the count was not tried on both sides"


def test_nothing_is_counted_at_a_continuous_shuffler_or_with_dice() -> None:
    seen: list[tuple[int, int]] = []

    def looking(view: TableView) -> int:
        seen.append((view.decks, len(view.cards)))
        return 500

    terms: Any = {"bankroll_cents": 10**6, "rounds": 5, "number": 1, "strategy": looking}
    simulate.sessions("baccarat", {"tie": 500}, continuous=True, decks=6, **terms)
    simulate.sessions("3-dice-baccarat", {"tie": 500}, **terms)
    assert seen == [(6, 0)] * 5 + [(0, 0)] * 5


NONSENSE: tuple[tuple[object, str], ...] = (
    (10.0, "stake-not-whole-cents"),
    (float("nan"), "stake-not-whole-cents"),
    (True, "stake-not-whole-cents"),
    ("1000", "stake-not-whole-cents"),
    ([1000], "stake-not-whole-cents"),
    ({"player": None}, "stake-not-whole-cents"),
    ({"player": 1000.5}, "stake-not-whole-cents"),
    ({"banker": 1000}, "unknown-bet"),
    ({5: 1000}, "unknown-bet"),
)
REFUSED_BETS: tuple[tuple[object, str], ...] = (
    (-1000, "stake-outside-limits"),
    (999, "stake-outside-limits"),
    (5_001, "stake-outside-limits"),
    (10**400, "stake-outside-limits"),
    ({"tie": 999}, "stake-outside-limits"),
    ({"player": 5_000, "tie": 5_000}, "above-bankroll"),
)


def play_badly(answer: object) -> Sessions:
    """Play nine sessions of pushes; the function gives a bad answer in the third round of one."""

    def strategy(view: TableView) -> object:
        return answer if (view.session, view.round) == (4, 3) else 1000

    return play_sessions(
        (PLAYER, TIE._replace(cents=1000)),
        Script(*[[(PUSHED, LOST)] * 5] * 9),
        number=9,
        rounds=5,
        bankroll_cents=9_000,
        strategy=strategy,
        minimum_cents=1_000,
        maximum_cents=5_000,
        chunk=2,
    )


@pytest.mark.parametrize(("answer", "code"), REFUSED_BETS, ids=lambda one: str(one)[:20])
def test_a_bet_that_the_table_does_not_take_ends_its_session_alone(
    answer: object, code: str
) -> None:
    found = play_badly(answer)
    assert len(found) == 9 and found.share("refused").number == 1
    assert found.share("time").number == 8
    assert found.rounds.tolist() == [5, 5, 5, 2, 5, 5, 5, 5, 5]
    assert found.staked_cents.tolist() == [5_000, 5_000, 5_000, 2_000, *[5_000] * 5]
    (refusal,) = found.refusals
    assert refusal.code == code and refusal.remedy
    assert refusal.message.startswith("session 4, round 3: the strategy bets")
    told = json.loads(json.dumps(found.record()))
    assert told["refusals"][0]["code"] == code and told["endings"]["refused"]["sessions"] == 1


@pytest.mark.parametrize(("said", "code"), NONSENSE, ids=lambda one: str(one)[:20])
def test_nonsense_stops_and_what_was_finished_is_kept(said: object, code: str) -> None:
    with pytest.raises(StrategyFailed) as caught:
        play_badly(said)
    assert caught.value.refusal.code == code
    text = str(caught.value)
    assert text.startswith("session 4, round 3: the strategy ") and "\n" not in text
    assert len(text) < 300
    assert caught.value.partial is not None and len(caught.value.partial) == 3
    assert caught.value.partial.record()["sessions"] == 3


def test_a_numpy_number_is_a_number() -> None:
    found = play("WW", strategy=lambda _: np.int64(1000))
    assert found.end_cents.tolist() == [102_000]


def test_a_function_that_raises_is_named_with_its_line() -> None:
    def broken(view: TableView) -> int:
        if view.round == 2:
            raise KeyError("two\nlines")
        return 1000

    with pytest.raises(StrategyFailed) as caught:
        play("WWW", strategy=broken)
    assert caught.value.refusal.code == "strategy-raised" and caught.value.partial is None
    text = str(caught.value)
    assert "session 1, round 2: the strategy raised KeyError" in text and "\n" not in text
    assert f"(line {broken.__code__.co_firstlineno + 2})" in text
    assert isinstance(caught.value.__cause__, KeyError)
    with pytest.raises(StrategyFailed):
        play("W", strategy=lambda _: sys.exit(3))


def test_a_function_cannot_bet_what_settlement_refuses() -> None:
    house = House(base_wager_required=True)
    bets = (stake_on("3-dice-baccarat/player", 1000), stake_on("3-dice-baccarat/se-01", 500))
    found = play_sessions(
        bets,
        Script([(0, 0)]),
        number=1,
        rounds=1,
        bankroll_cents=9_000,
        strategy=lambda _: {"se-01": 500},
        house=house,
    )
    assert [one.code for one in found.refusals] == ["base-wager-required"]
    # A progression would come to the same when the bankroll runs low, so the order is refused.
    code, text = refused(lambda: play_on(bets[::-1], house=house))
    assert code == "base-wager-required" and "name first" in text
    play_on(bets, house=house)
    both = {"player": 1000, "se-01": 500}
    play_on(bets[::-1], house=house, strategy=lambda _: both)


def play_on(bets: Sequence[Stake], source: Source | None = None, **options: Any) -> Sessions:
    given: dict[str, Any] = {"number": 2, "rounds": 3, "bankroll_cents": 100_000, **options}
    return play_sessions(bets, source or Dealer("refusals"), **given)


# --- strategies ---


@pytest.mark.parametrize("text", ["D'Alembert", " flat ", "1-3-2-6", "FIBONACCI"])
def test_names_are_read_as_people_write_them(text: str) -> None:
    assert isinstance(strategy_of(text), Progression)


def test_units_are_a_schedule() -> None:
    assert strategy_of("1, 1,2,5") == schedule((1, 1, 2, 5))
    assert strategy_of("3") == schedule([3])


@pytest.mark.parametrize(
    ("text", "code", "said"),
    [
        ("martingal", "unknown-strategy", 'did you mean "martingale"'),
        ("", "unknown-strategy", "known: flat"),
        ("1,,2", "bad-schedule", "1,1,2,5"),
        (",", "bad-schedule", "commas"),
        ("1,-2", "bad-schedule", "whole units"),
        ("1.5,2", "bad-schedule", "whole units"),
        ("0,0", "bad-progression", "never bets"),
        ("9999999999999", "bad-progression", "units"),
        (",".join(["1"] * 10_001), "bad-progression", "too long"),
        ("nowhere.py:play", "no-strategy-file", "nowhere.py"),
        (":play", "no-strategy-file", "file.py:function"),
    ],
)
def test_what_is_no_strategy_is_refused(text: str, code: str, said: str) -> None:
    found = refused(lambda: strategy_of(text))
    assert found[0] == code and said in found[1]
    assert refused(lambda: play_on([PLAYER], strategy=text)) == found


@pytest.mark.parametrize(
    "fields",
    [
        {"units": ()},
        {"units": 5},
        {"units": [1, 2]},
        {"units": (1, -1)},
        {"units": (True,)},
        {"units": (1.0,)},
        {"units": (1,), "win": "forward"},
        {"units": (1,), "loss": 1.5},
        {"units": (1,), "at_end": "explode"},
    ],
)
def test_a_progression_must_make_sense(fields: dict[str, Any]) -> None:
    assert refused(lambda: Progression(**fields))[0] == "bad-progression"


def test_moves_end_at_the_first_and_at_the_last_step() -> None:
    jumps = Progression(units=(1, 2, 3), win=-2, loss=2, push="reset")
    assert [jumps.after(at, 1) for at in range(3)] == [0, 0, 0]
    assert [jumps.after(at, -1) for at in range(3)] == [2, 2, 2]
    assert [jumps.after(at, 0) for at in range(3)] == [0, 0, 0]
    round_and_round = Progression(units=(1, 2, 3), loss=2, at_end="reset")
    assert [round_and_round.after(at, -1) for at in range(3)] == [2, 0, 0]
    found = play("LLW", strategy=jumps)
    assert found.terms.strategy == "1,2,3" and found.staked_cents.tolist() == [1000 + 3000 + 3000]


GOOD = """
from __future__ import annotations
from dataclasses import dataclass

UNIT = 1000

@dataclass
class Plan:
    units: int = 1

def double_up(view):
    plan = view.memory.setdefault("plan", Plan())
    if view.history and view.history[-1].net_cents < 0:
        plan.units *= 2
    elif view.history and view.history[-1].net_cents > 0:
        plan.units = 1
    return min(plan.units * view.base_cents["player"], view.bankroll_cents)
"""


def test_a_function_is_loaded_from_a_file(tmp_path: Path) -> None:
    file = tmp_path / "mine.py"
    file.write_text(GOOD, encoding="utf-8")
    options: dict[str, Any] = {"number": 20, "rounds": 50, "bankroll_cents": 30_000}
    own = play_on([PLAYER], strategy=f"{file}:double_up", minimum_cents=1000, **options)
    named = play_on([PLAYER], strategy="martingale", minimum_cents=1000, **options)
    for name in ARRAYS:
        assert np.array_equal(getattr(own, name), getattr(named, name)), name
    assert own.terms.strategy == f"{file}:double_up" and not own.terms.flat
    assert sorted(one.name for one in tmp_path.iterdir()) == ["mine.py"]


@pytest.mark.parametrize(
    ("source", "function", "code", "said"),
    [
        (GOOD, "doble_up", "no-strategy-function", 'did you mean "double_up"'),
        (GOOD, "UNIT", "no-strategy-function", "not a function"),
        (GOOD, "", "no-strategy-function", "double_up"),
        ("import not_there_at_all\n", "f", "bad-strategy-file", "ModuleNotFoundError"),
        ("x = 1\ny = x / 0\n", "f", "bad-strategy-file", "ZeroDivisionError: division by zero (l"),
        ("def f(:\n", "f", "bad-strategy-file", "line 1"),
        ("raise SystemExit(2)\n", "f", "bad-strategy-file", "SystemExit: 2 (line 1)"),
        ("\x00", "f", "bad-strategy-file", "null"),
    ],
)
def test_a_file_that_gives_no_function_is_refused(
    tmp_path: Path, source: str, function: str, code: str, said: str
) -> None:
    file = tmp_path / "mine.py"
    file.write_text(source, encoding="utf-8")
    found = refused(lambda: strategy_of(f"{file}:{function}"))
    assert found[0] == code and said in found[1] and "mine.py" in found[1]


def test_a_folder_is_no_strategy(tmp_path: Path) -> None:
    assert refused(lambda: load_strategy(str(tmp_path), "f"))[0] == "no-strategy-file"


# --- what is refused before anything is played ---

BIG = 10**12
METER = stake_on("3-dice-baccarat/triple", 100)
REFUSALS: tuple[tuple[str, Sequence[Stake], dict[str, Any]], ...] = (
    ("bet-twice", (PLAYER, PLAYER), {}),
    ("bet-twice", (BANKER, stake_on("baccarat/banker", 1000, table="commission-free")), {}),
    ("unknown-wager", (PLAYER, stake_on("3-dice-baccarat/triple", 100)), {"meter_cents": 0}),
    ("bad-stake", (PLAYER._replace(cents=0),), {}),
    ("bad-stake", (PLAYER._replace(cents=-5),), {}),
    ("bad-stake", (PLAYER._replace(cents=10.0),), {}),  # type: ignore[arg-type]
    ("bad-stake", (PLAYER._replace(cents=BIG + 1),), {}),
    ("bad-sessions", (PLAYER,), {"number": 0}),
    ("bad-sessions", (PLAYER,), {"number": 10**7}),
    ("bad-sessions", (PLAYER,), {"number": True}),
    ("bad-rounds", (PLAYER,), {"rounds": 0}),
    ("bad-rounds", (PLAYER,), {"rounds": 10**400}),
    ("bad-rounds", (PLAYER,), {"rounds": 2.5}),
    ("bad-chunk", (PLAYER,), {"chunk": 0}),
    ("unknown-strategy", (PLAYER,), {"strategy": 5}),
    ("unknown-strategy", (PLAYER,), {"strategy": None}),
    ("bad-bankroll", (PLAYER,), {"bankroll_cents": 0}),
    ("bad-bankroll", (PLAYER,), {"bankroll_cents": -1}),
    ("bad-bankroll", (PLAYER,), {"bankroll_cents": BIG + 1}),
    ("bad-bankroll", (PLAYER,), {"bankroll_cents": "100"}),
    ("bankroll-too-small", (PLAYER,), {"bankroll_cents": 999}),
    ("bankroll-too-small", (PLAYER, TIE), {"bankroll_cents": 1499}),
    ("bad-stop-loss", (PLAYER,), {"stop_loss_cents": 0}),
    ("bad-stop-loss", (PLAYER,), {"stop_loss_cents": 5.0}),
    ("stop-loss-above-bankroll", (PLAYER,), {"stop_loss_cents": 100_001}),
    ("bad-win-goal", (PLAYER,), {"win_goal_cents": 0}),
    ("bad-win-goal", (PLAYER,), {"win_goal_cents": BIG + 1}),
    ("bad-limits", (PLAYER,), {"minimum_cents": 0}),
    ("bad-limits", (PLAYER,), {"minimum_cents": 1, "maximum_cents": -1}),
    ("bad-limits", (PLAYER,), {"minimum_cents": 1.0}),
    ("limits-crossed", (PLAYER,), {"minimum_cents": 2000, "maximum_cents": 1000}),
    ("limits-crossed", (PLAYER,), {"house": House(minimum_cents={"*": 5}, maximum_cents={"*": 4})}),
    ("stake-outside-limits", (PLAYER,), {"minimum_cents": 1001}),
    ("stake-outside-limits", (PLAYER,), {"maximum_cents": 999}),
    ("stake-outside-limits", (PLAYER,), {"house": House(maximum_cents={"player": 500})}),
    (
        "stake-outside-limits",
        (PLAYER,),
        {"minimum_cents": 1, "maximum_cents": 1500, "strategy": "2,3"},
    ),
    ("stake-not-the-unit", (METER._replace(cents=200),), {"meter_cents": 5}),
    ("meter-not-known", (METER,), {}),
    ("bad-meter", (METER,), {"meter_cents": -1}),
    ("aggregate-not-simulated", (TIE,), {"house": House(aggregate_cents={"tie": 5})}),
    ("bad-house-rule", (PLAYER,), {"house": House(vigorish_rounding_cents=0)}),
    ("vigorish-out-of-range", (BANKER,), {"house": House(vigorish_rate=Fraction(1, 100))}),
    ("both-hands-barred", (PLAYER, BANKER), {"house": House(both_hands=False)}),
    ("no-pays", (stake_on("golden-dragon/bad-beat", 100),), {}),
    ("unknown-wager", (stake_on("ez-baccarat/dragon-7", 100),), {"game": "baccarat"}),
    (
        "different-currencies",
        (
            stake_on("99-fortunes/progressive", 10_000, table="P2-6"),
            stake_on("eternal-baccarat/harmony", 100),
        ),
        {"meter_cents": 0},
    ),
    ("too-much-money", (stake_on("baccarat/tie", BIG),), {"bankroll_cents": BIG, "rounds": 10**6}),
)


@pytest.mark.parametrize(("code", "bets", "options"), REFUSALS)
def test_terms_that_make_no_sense_are_refused(
    code: str, bets: Sequence[Stake], options: dict[str, Any]
) -> None:
    if "game" in options:
        options = {**options, "game": rulebook.game(options["game"])}

    class Never(Dealer):
        def __call__(
            self, tables: Sequence[PayTable], piece: Piece, rounds: int, _seen: Any = None
        ) -> Any:
            raise AssertionError(f"{tables}, {piece}, {rounds} rounds: nothing may be dealt")

    assert refused(lambda: play_on(bets, Never(""), **options))[0] == code


@pytest.mark.parametrize(
    "options",
    [
        {"number": 1, "rounds": 1},
        {"bankroll_cents": 1000},
        {"bankroll_cents": 1000, "stop_loss_cents": 1000},
        {"minimum_cents": 1000, "maximum_cents": 1000},
        {"house": House(minimum_cents={"*": 0})},
        {"strategy": "2,3", "minimum_cents": 2000, "maximum_cents": 2500},
        {"bankroll_cents": BIG, "strategy": "martingale"},
    ],
)
def test_terms_just_within_bounds_are_played(options: dict[str, Any]) -> None:
    assert len(play_on([PLAYER], **options)) in (1, 2)


def test_importing_sessions_costs_no_numpy() -> None:
    code = "import pitboss.simulate.bankroll.session_run, sys; sys.exit('numpy' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
