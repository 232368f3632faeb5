"""Sessions at a table of the house: the rounds come from real shoes or dice."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Unpack

from pitboss import rulebook
from pitboss.odds.general import Progress
from pitboss.refusals import did_you_mean, unreadable
from pitboss.rulebook import Game, PayTable
from pitboss.rulebook.readings import DEFAULT
from pitboss.simulate.bankroll.bankrolls import Sessions
from pitboss.simulate.bankroll.session_run import Evening, SessionRun
from pitboss.simulate.bankroll.terms import Stake
from pitboss.simulate.parallel import Backend, Threads
from pitboss.simulate.plans import check_words, plan_for
from pitboss.simulate.procedure import USUAL, Procedure
from pitboss.simulate.signatures import spelled_out


@spelled_out(Evening)
def sessions(
    game: str | Game,
    bets: Mapping[str, int],
    *,
    bankroll_cents: int,
    chunk: int | None = None,
    progress: Progress | None = None,
    place: Backend = Threads(1),  # noqa: B008  # frozen: nobody can change it
    **evening: Unpack[Evening],
) -> Sessions:
    """Play sessions: bets are ``WAGER[:HAND][@TABLE]`` with their base stakes in cents.

    After an interruption the sessions so far are returned: fewer than were asked for. On more than
    one core they are played by Dask: ``place`` is ``Processes`` or a ``Cluster``.

    >>> played = sessions(
    ...     "baccarat", {"banker": 25_00}, bankroll_cents=1_000_00, rounds=200, number=500, seed=7
    ... )
    >>> len(played), played.terms.rounds, played.ruin.share < 0.05
    (500, 200, True)
    """
    run = session_run(game, bets, bankroll_cents=bankroll_cents, **evening)
    try:
        run.play(chunk=chunk, progress=progress, place=place)
    except KeyboardInterrupt:
        if run.played is None:
            raise
    assert run.played is not None, "at least one session is played"
    return run.played


def session_run(
    game: str | Game, bets: Mapping[str, int], *, bankroll_cents: int, **evening: Unpack[Evening]
) -> SessionRun:
    """Return sessions that are yet to be played; they survive an interruption."""
    check_words(evening, Evening)
    found = rulebook.game(game) if isinstance(game, str) else game
    if not bets:
        raise unreadable("no-bets", "a session needs a bet", 'give one, such as {"banker": 2500}')
    stakes = [Stake(table, cents) for table, cents in _opened(found, bets, evening)]
    procedure = Procedure(
        decks=evening.get("decks", USUAL.decks),
        cut=evening.get("cut"),
        cut_card_first=evening.get("cut_card_first", USUAL.cut_card_first),
        continuous=evening.get("continuous", False),
    )
    plan = plan_for(
        found.kind,
        [stake.table for stake in stakes],
        seed=evening.get("seed", 1),
        procedure=procedure,
        any_cut=evening.get("any_cut", False),
    )
    return SessionRun(stakes, plan.rows, game=found, bankroll_cents=bankroll_cents, **evening)


def _opened(
    game: Game, bets: Mapping[str, int], evening: Evening
) -> Iterator[tuple[PayTable, int]]:
    """Open the pay table of each bet, under those of the readings that concern it."""
    suits = evening.get("suits")
    names = [name.strip() for name in evening.get("reading", DEFAULT).split(",") if name.strip()]
    usual = {spot: game.open(spot, suits=suits) for spot in bets}
    known = {spot: one.wager.reading_names(one.id) for spot, one in usual.items()}
    for name in names:
        if not any(name in own for own in known.values()):
            every = sorted({name for own in known.values() for name in own})
            raise unreadable(
                "unknown-reading", f'no bet here has a reading "{name}"', did_you_mean(name, every)
            )
    for spot, cents in bets.items():
        mine = ",".join(name for name in names if name in known[spot])
        yield game.open(spot, reading=mine or DEFAULT, suits=suits), cents
