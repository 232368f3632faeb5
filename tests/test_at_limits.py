"""The most that a round can cost at the limits: held against every outcome, bet by bet."""

from __future__ import annotations

import pytest

from oracle import every_throw
from pitboss.games import Coup, Outcome
from pitboss.settle.bets import Bet
from pitboss.settle.legality import Placed
from pitboss.settle.rounds import settle_placed
from pitboss.table.floor import default_floor
from pitboss.table.floor.setups import setup_of
from pitboss.table.money.at_limits import most_at_limits
from pitboss.table.money.exposure import loss_of
from pitboss.table.money.possible import possible
from pitboss.table.setups.setup import TableSetup
from pitboss.table.setups.words import usual_setup, with_words

PLAIN = with_words(usual_setup("baccarat"), "offers player banker tie, positions 7")


def with_limits(words: str, setup: TableSetup = PLAIN) -> TableSetup:
    return with_words(setup, words)


def cents(setup: TableSetup) -> int:
    worst = most_at_limits(setup)
    assert worst is not None
    return worst.cents


def test_the_figure_by_hand() -> None:
    """Seven positions at $100 on what wins: Player pays 1 to 1, the Tie 8 to 1."""
    assert cents(with_limits("maximum player 100, maximum banker 100, maximum tie 1")) == 700_00
    assert cents(with_limits("maximum 100")) == 7 * 800_00


def test_nothing_is_lost_beyond_the_aggregate_limit() -> None:
    setup = with_words(setup_of(default_floor(), "10"), "maximum tie 1")
    limited = with_words(setup, "aggregate dragon-bonus 1000")
    assert cents(limited) < cents(setup)
    none = with_words(setup, "without dragon-bonus")
    assert cents(limited) <= cents(none) + 1000_00


def test_a_differential_holds_what_one_hand_can_win() -> None:
    setup = with_limits("maximum player 100, maximum banker 100, maximum tie 1")
    assert cents(with_words(setup, "differential 250")) == 250_00


def test_without_a_maximum_there_is_no_bound() -> None:
    assert most_at_limits(PLAIN) is None
    assert most_at_limits(with_limits("maximum player 100, maximum banker 100")) is None


def best_bets(setup: TableSetup, outcome: Outcome) -> int:
    """Return what an outcome costs if everybody bets the most on what it pays, and on no more."""
    winning = []
    for (wager, on), table in setup.spots.items():
        most = setup.house.maximum_cents.get(wager, 0)
        stake = table.unit.cents if table.unit else most
        for position in setup.position_numbers:
            placed = Placed(Bet(wager, stake, on, position=position), table)
            if on in (None, "player", "banker", position):
                alone = loss_of(settle_placed([placed], outcome, setup.house))
                winning += [placed] if alone > 0 else []
    return loss_of(settle_placed(winning, outcome, setup.house))


@pytest.mark.parametrize("table", ["4", "9", "10", "11"])
def test_no_outcome_of_cards_is_worse(table: str) -> None:
    setup = setup_of(default_floor(), table)
    worst = most_at_limits(setup)
    assert worst is not None and isinstance(worst.outcome, Coup) and worst.exact
    every = [best_bets(setup, one.outcome) for one in possible(setup)]
    assert worst.cents == max(every) == best_bets(setup, worst.outcome)


def test_no_throw_of_dice_is_worse() -> None:
    setup = setup_of(default_floor(), "6")
    worst = most_at_limits(setup)
    assert worst is not None and worst.outcome is not None
    some = [throw for at, throw in enumerate(every_throw()) if at % 97 == 0]
    assert worst.cents >= max(best_bets(setup, throw) for throw in some)


def test_what_wins_on_one_hand_alone_is_less_than_on_both() -> None:
    setup = with_words(setup_of(default_floor(), "10"), "maximum 100")
    one_hand = with_words(setup, "no both hands")
    assert cents(one_hand) <= cents(setup)


def test_every_table_of_the_floor_has_a_figure() -> None:
    for id in ("7", "14", "15", "16", "17"):
        worst = most_at_limits(setup_of(default_floor(), id))
        assert worst is not None and worst.cents > 0
