"""A round: every bet on the layout settled by one outcome."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from pitboss.games import KINDS, Atom, Outcome, Value
from pitboss.refusals import Refusal
from pitboss.rulebook import Game, MeterShare, PayRow, Rulebook, catalog
from pitboss.rulebook.beside import with_bets
from pitboss.rulebook.tables import Unresolved
from pitboss.settle.bets import Bet, Chips, House, rule_for
from pitboss.settle.company import check_together
from pitboss.settle.legality import Placed, place
from pitboss.settle.settlements import Settlement, envy_of, settled


class Round(NamedTuple):
    """The outcome and, for each bet in order, its settlement or the reason it was refused."""

    outcome: Outcome
    bets: tuple[Bet, ...]
    results: tuple[Settlement | Refusal, ...]
    fault: Refusal | None = None
    """Why nothing could be settled: the house's rules or the outcome, not any one bet."""

    def __repr__(self) -> str:
        refused = f", {len(self.refusals)} refused" if self.refusals else ""
        return f"<Round {self.outcome}: {len(self.settlements)} settled{refused}>"

    @property
    def settlements(self) -> tuple[Settlement, ...]:
        """The bets that were settled."""
        return tuple(one for one in self.results if isinstance(one, Settlement))

    @property
    def refusals(self) -> tuple[Refusal, ...]:
        """The reasons of the bets that were refused."""
        return tuple(one for one in self.results if isinstance(one, Refusal))


def settle(
    game: Game | str,
    bets: Iterable[Bet],
    outcome: Outcome,
    house: House | None = None,
    rulebook: Rulebook | None = None,
) -> Round:
    """Settle the bets of one round by its outcome. A refused bet changes nothing and is named.

    A bet may be on an optional wager of another game of the kind, by a name that only one has, or
    as ``GAME/WAGER``: what a table of the game may offer beside its own.
    """
    book = rulebook or catalog()
    of = book.game(game) if isinstance(game, str) else game
    rules = house or House()
    placed_bets = tuple(bets)
    fault = rules.fault or KINDS[of.kind].fault(outcome)
    if fault is not None:
        return Round(outcome, placed_bets, tuple(fault for _ in placed_bets), fault)
    placed = check_together(*_laid_out(book, of, placed_bets, rules), rules)
    standing = [one for one in placed if isinstance(one, Placed)]
    settlements = iter(settle_placed(standing, outcome, rules))
    results = tuple(next(settlements) if isinstance(one, Placed) else one for one in placed)
    return Round(outcome, placed_bets, results)


def _laid_out(
    book: Rulebook, game: Game, bets: Sequence[Bet], house: House
) -> tuple[Game, list[Placed | Refusal]]:
    """Return a game with the wagers beside it that are bet on, and each bet with its pay table."""
    names = [bet.wager if isinstance(bet.wager, str) else "" for bet in bets]
    laid, short, refused = with_bets(book, game, filter(None, names), house.beside)

    def placed(bet: Bet, name: str) -> Placed | Refusal:
        if name in refused:
            return refused[name]
        return place(laid, bet._replace(wager=short[name]) if name in short else bet, house)

    return laid, [placed(bet, name) for bet, name in zip(bets, names, strict=True)]


def settle_placed(
    placed: Sequence[Placed], outcome: Outcome, house: House
) -> tuple[Settlement, ...]:
    """Settle bets that are known to be legal, such as those that a table has taken.

    Bets on the same open pay table hit the same row, which is looked up once; those of the same
    stake come to the same.
    """
    hit: dict[int, PayRow | Unresolved | None] = {}
    known: dict[Atom, Value] = {}
    alike: dict[tuple[int, int, Chips, bool], tuple[object, ...]] = {}
    settlements: list[Settlement] = []
    for bet, table in placed:
        key = (id(table), bet.stake_cents, bet.chips, bet.toke)
        if key not in alike:
            if key[0] not in hit:
                hit[key[0]] = table.row_of(outcome, known)
            alike[key] = settled(bet, table, hit[key[0]], house)[1:]
        settlements.append(tuple.__new__(Settlement, (bet, *alike[key])))
    if any(
        isinstance(row, PayRow) and isinstance(row.cell.pay, MeterShare) for row in hit.values()
    ):
        _share_meters(settlements)
        _add_envy(settlements, [hit[id(table)] for _, table in placed])
    return tuple(_within_limits(settlements, house))


def _share_meters(settlements: list[Settlement]) -> None:
    """Say of each hit of a meter how many bets share the percentage of its row."""
    hits = Counter((one.bet.wager, one.row) for one in settlements if one.meter_share is not None)
    for at, hit in enumerate(settlements):
        if hit.meter_share is not None:
            settlements[at] = hit._replace(meter_winners=hits[hit.bet.wager, hit.row])


def _add_envy(settlements: list[Settlement], rows: Sequence[PayRow | Unresolved | None]) -> None:
    """Give the envy of a meter hit to the other positions on that wager (99-fortunes-envy).

    Only the row that wins the meter has envy to give; the envy printed in lower rows is listed in
    the catalog and paid to no one until the operator says to whom.
    """
    for winner, row in zip(tuple(settlements), rows, strict=True):
        if winner.meter_share is None or winner.bet.toke or not isinstance(row, PayRow):
            continue
        for at, other in enumerate(settlements):
            if (
                other.bet.wager == winner.bet.wager
                and other.bet.position != winner.bet.position
                and other.result != "meter"
                and not other.bet.toke
            ):
                envy = envy_of(row, winner.bet, winner.table)
                total = other.player_envy_cents + envy
                settlements[at] = other._replace(player_envy_cents=total)


def _within_limits(settlements: Sequence[Settlement], house: House) -> Sequence[Settlement]:
    """Cut pays to the aggregate limits: pro rata, rounded down, the cents left over by position.

    Policy "pro-rata": each pay becomes ``pay * limit // total``; the cents that remain go one
    each to the winners in paying order, the highest position first (30-2815(2)(a)). What is
    limited is what is paid out: of pays FOR 1 that is the stake and the win together.
    """
    if not house.aggregate_cents:
        return settlements
    cut = list(settlements)
    for wager in {one.bet.wager for one in settlements}:
        limit = rule_for(wager, house.aggregate_cents)
        winners = [
            (at, one) for at, one in enumerate(cut) if one.bet.wager == wager and one.paid_out_cents
        ]
        total = sum(one.paid_out_cents for _, one in winners)
        if limit is None or total <= limit:
            continue
        shares = {at: one.paid_out_cents * limit // total for at, one in winners}
        left = limit - sum(shares.values())
        paying_order = sorted(winners, key=lambda pair: (-pair[1].bet.position, pair[0]))
        for at, _ in paying_order[:left]:
            shares[at] += 1
        for at, one in winners:
            cut[at] = one.limited_to(shares[at])
    return cut
