"""Simulations of a game: so many rounds counted at once for all its wagers, then analysed by wager.

Rounds are the first so many of the seed's streams, in their order, whatever the pieces of work,
threads, processes or machines: the same seed gives the same counts.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from time import perf_counter
from typing import TypedDict, Unpack

from pitboss import rulebook
from pitboss.games import Shoe
from pitboss.odds import Analysis
from pitboss.odds.analysis import analyse_table
from pitboss.odds.general import Progress
from pitboss.refusals import Unreadable, unreadable
from pitboss.rulebook import Game, PayTable
from pitboss.simulate.counting import Counting
from pitboss.simulate.extra import require_engine
from pitboss.simulate.parallel import Backend, Cluster, Piece, Threads, cores, workers
from pitboss.simulate.plans import OWN_KERNELS, check_simulated, check_words, plan_for
from pitboss.simulate.procedure import USUAL, CutCardFirst, Procedure
from pitboss.simulate.signatures import spelled_out
from pitboss.simulate.simulation import Simulation, SimulationFailed
from pitboss.simulate.statistics import CONFIDENCE

MOST_ROUNDS = 10**15
"""A year's work of a large cluster; more is a slip of the hand."""


class Options(TypedDict, total=False):
    """What every simulation understands."""

    rounds: int
    until: Fraction
    """Go on until every edge is known to plus or minus this, at 95%."""
    seed: int
    tables: Iterable[PayTable]
    """The pay tables to count for; without them all of the game's, in every reading."""
    place: Backend
    """Where to run; without it on threads, one to a core."""
    piece: int
    """Streams to a piece of work; it never changes the counts."""
    keep_trail: bool
    progress: Progress


@spelled_out(Options)
def coups(
    game: str | Game,
    *,
    shoes: int | None = None,
    decks: int = 8,
    cut: int | None = None,
    cut_card_first: CutCardFirst = "one-more-round",
    continuous: bool = False,
    any_cut: bool = False,
    **options: Unpack[Options],
) -> Simulation:
    """Deal coups of baccarat from real shoes: so many rounds, or shoes, or until edges are known.

    >>> found = coups("eternal-baccarat", rounds=100_000, seed=7, decks=8, cut=14).analyse("sun-7")
    >>> found.rounds, sum(found.counts) + found.lost
    (100000, 100000)
    >>> abs(found.z) < 4.5
    True
    """
    if continuous and shoes is not None:
        raise unreadable("no-shoes", "a continuous shuffler is never empty", "give rounds")
    procedure = Procedure(decks, cut, cut_card_first, continuous)
    return _run(game, "coups", options, shoes=shoes, procedure=procedure, any_cut=any_cut)


@spelled_out(Options)
def throws(game: str | Game = "3-dice-baccarat", **options: Unpack[Options]) -> Simulation:
    """Throw the cups of 3 Dice Baccarat, or play any other kind of game that lists its outcomes.

    >>> abs(throws(rounds=100_000, seed=7).analyse("tie").z) < 4.5
    True
    """
    return _run(game, "throws", options)


@spelled_out(Options)
def shooters(game: str | Game, **options: Unpack[Options]) -> Simulation:
    """Roll the hands of shooters at craps; every multi-roll wager is followed at once.

    >>> abs(shooters("dice-works", rounds=100_000, seed=7).analyse("all-lows").z) < 4.5
    True
    """
    return _run(game, "shooters", options)


def every_table(game: Game) -> Iterator[PayTable]:
    """Open every pay table of a game, on every hand or seat, in every reading."""
    for wager in game.wagers.values():
        for table in wager.tables:
            for place in wager.places(table):
                for reading in wager.readings(table):
                    yield wager.open(table, on=place, reading=reading)


def _rounds(
    options: Options, tables: Sequence[PayTable], shoes: int | None, decks: int
) -> int | None:
    """Return how many rounds to simulate, None for shoes; refuse what cannot be done."""
    rounds, until = options.get("rounds"), options.get("until")
    if [rounds, shoes, until].count(None) != 2:
        raise unreadable(
            "bad-extent", "how much to simulate is said once", "give rounds, or shoes, or until"
        )
    if until is not None:
        shoe = Shoe.of(decks)
        return rounds_until(until, [analyse_table(table, shoe=shoe) for table in tables])
    what, number = ("rounds", rounds) if rounds is not None else ("shoes", shoes)
    if not (type(number) is int and 1 <= number <= MOST_ROUNDS):
        raise unreadable(
            f"bad-{what}", f"{number} {what} cannot be simulated", f"give 1 to {MOST_ROUNDS:,}"
        )
    return rounds


def rounds_until(reach: Fraction, analyses: Sequence[Analysis]) -> int:
    """Return the rounds after which the edges that odds know are met to +- ``reach``, at 95%."""
    if not isinstance(reach, Fraction):
        raise unreadable(
            "bad-precision", f"{reach!r} is not a Fraction", "give one, such as Fraction(1, 10000)"
        )
    if not 0 < reach < 1:
        raise unreadable(
            "bad-precision",
            f"an edge cannot be known to plus or minus {float(reach):.4%}",
            "give more than 0 and less than 100%, such as 0.01%",
        )
    variances = [one.variance for one in analyses if one.variance is not None]
    if not variances:
        raise unreadable(
            "no-edge", "no edge is known here to come close to", "give rounds, or another wager"
        )
    rounds = max(1, -(-max(variances) * Fraction(CONFIDENCE) ** 2 // reach**2))
    if rounds > MOST_ROUNDS:
        raise unreadable(
            "bad-precision", f"that would take {rounds:,} rounds", "give a larger precision"
        )
    return rounds


def _run(
    game: str | Game,
    function: str,
    options: Options,
    *,
    shoes: int | None = None,
    procedure: Procedure | None = None,
    any_cut: bool = False,
) -> Simulation:
    """Count as much as is asked for. An interruption leaves what was counted before it."""
    require_engine()
    check_words(options, Options)
    found = rulebook.game(game) if isinstance(game, str) else game
    check_simulated(found.kind)
    fitting = OWN_KERNELS.get(found.kind, "throws")
    if function != fitting:
        raise unreadable(
            "another-kind", f"{found.id} is a {found.kind} game", f"use simulate.{fitting}"
        )
    tables = tuple(options.get("tables") or every_table(found))
    dealt = procedure or USUAL
    rounds = _rounds(options, tables, shoes, dealt.decks)
    seed = options.get("seed", 1)
    plan = plan_for(found.kind, tables, seed=seed, procedure=dealt, any_cut=any_cut)
    place = options.get("place") or Threads(cores())
    number = workers(place)
    piece = options.get("piece", plan.piece_size)
    if type(piece) is not int or piece < 1:
        raise unreadable("bad-piece", f"{piece} streams are no piece of work", "give 1 or more")
    compiling = perf_counter()
    plan.count(Piece(0, 0))
    compiled = perf_counter()
    run = Counting(
        plan=plan,
        backend=place,
        workers=number,
        piece=piece,
        keep_trail=options.get("keep_trail", False),
        progress=options.get("progress"),
    )
    interrupted, failure = False, None
    try:
        if rounds is not None:
            run.count_rounds(rounds)
        elif shoes is not None:
            run.count_streams(shoes)
    except KeyboardInterrupt:
        interrupted = True
    except Unreadable as error:
        failure = error.refusal
    simulation = Simulation(
        game=found,
        plan=plan,
        procedure=procedure,
        counted=run.counted,
        workers=number,
        busy=max(1, min(number, run.pieces, number if isinstance(place, Cluster) else cores())),
        compile_seconds=compiled - compiling,
        wall_seconds=perf_counter() - compiled,
        interrupted=interrupted,
        trail=run.way,
    )
    if failure is not None:
        raise SimulationFailed(failure, simulation)
    return simulation
