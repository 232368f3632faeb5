"""The result is announced, and it is known what each bet comes to (30-2815(1))."""

from __future__ import annotations

from typing import NamedTuple

from pitboss.games import Coup, Outcome, Throw
from pitboss.refusals import Refusal
from pitboss.settle.legality import Placed
from pitboss.settle.rounds import settle_placed
from pitboss.settle.settlements import Settlement
from pitboss.table.dealers import Dealer
from pitboss.table.due import card_due, finished_coup
from pitboss.table.procedures import procedure_of
from pitboss.table.state import LaidBet, RoundState, SettledBet, Table
from pitboss.table.steps import registry as step
from pitboss.table.steps.hits import won_by

NUMBERS = ("no", "one", "two", "three", "four", "five", "six")


class CallResult(NamedTuple):
    """Announce the final counts and the winner (30-2815(1))."""


@step.decides(CallResult, "call result")
def call_result(table: Table, _: CallResult) -> step.Decision:
    """Announce the result once every hand has what it is entitled to, and settle the bets."""
    round = table.round
    if not procedure_of(table).announces:
        return Refusal("no-result", "no result is announced here", "roll, collect and pay")
    outcome: Outcome | None = finished_coup(round) or round.throw
    if outcome is None or round.result is not None:
        due = card_due(round)
        remedy = f"deal the card that is due to the {due}" if due else "play the round first"
        message = "there is no result to announce"
        return Refusal("no-result", message, "go on" if round.result else remedy, "30-2815(1)")
    called, settled = ResultCalled(result_words(table, outcome)), settle_bets(table, outcome)
    return (called, settled, *won_by(table, settled.bets)) if settled.bets else (called,)


def result_words(table: Table, outcome: Outcome) -> str:
    """Return what the dealer announces; the number of cards only where it can be bet on."""
    assert isinstance(outcome, Coup | Throw), "a shooter's hand has no announcement"
    counts = f"Player {outcome.player_total}, Banker {outcome.banker_total}."
    winner = {"player": "Player wins.", "banker": "Banker wins.", None: "Tie Hand."}
    words = f"{counts} {winner[outcome.winner]}"
    if isinstance(outcome, Coup) and table.setup.counts_cards:
        dealt = len(outcome.player) + len(outcome.banker)
        words += f" {NUMBERS[dealt].capitalize()} cards."
    return words


def settle_bets(table: Table, outcome: Outcome) -> BetsSettled:
    """Return what the bets on the layout come to, leaving out those that are not decided yet."""
    setup, bets, spots = table.setup, table.round.bets, table.setup.spots
    placed = [Placed(bet, spots[bet.wager, bet.on]) for _, bet, _, _ in bets]
    settlements = settle_placed(placed, outcome, setup.house)
    pairs = zip(bets, settlements, strict=True)
    return BetsSettled(tuple([_kept(laid, result) for laid, result in pairs if result.resolved]))


def _kept(laid: LaidBet, settlement: Settlement) -> SettledBet:
    """Return what the record keeps of a settlement."""
    _, table, _, row, pays = settlement[:5]
    return tuple.__new__(SettledBet, (laid.number, row, pays, table.cite, *settlement[5:13]))


class ResultCalled(NamedTuple):
    """The dealer announced the result."""

    words: str


step.told(
    ResultCalled,
    "dealer",
    lambda before, fact: f'"{procedure_of(before).says(before) or fact.words}"',
)


@step.changes_round(ResultCalled, final=True)
def result_called(round: RoundState, fact: ResultCalled) -> RoundState:
    """The bets are decided; without any the layout is cleared."""
    return round._replace(result=fact.words, stage="clearing")


class BetsSettled(NamedTuple):
    """It is known what these bets come to; no chip has moved yet."""

    bets: tuple[SettledBet, ...]


@step.changes_round(BetsSettled)
def bets_settled(round: RoundState, fact: BetsSettled) -> RoundState:
    """It is known who is owed what; no chip has moved yet."""
    settled = {bet.number: bet for bet in fact.bets}
    return round._replace(settled=settled, stage="settling", collected=frozenset())


step.tells(BetsSettled)(lambda *_: iter(()))  # collecting and paying tell what bets came to
step.ordered(CallResult, "Announce the result", "30-2815(1)")


@step.proposes("dealing", "drawing", game="baccarat")
@step.proposes("drawing", game="three-dice")
def propose_result(_: Table, __: Dealer) -> step.Command:
    """Propose to announce the result, where nothing else is left to do."""
    return CallResult()
