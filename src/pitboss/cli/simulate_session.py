"""``pitboss simulate session``: Play evenings at the table with a bankroll and a strategy."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Mapping
from fractions import Fraction

from pitboss.cli.asked import whole
from pitboss.cli.library import rulebook_of
from pitboss.cli.output import add_file, add_format, print_json, print_table, print_text
from pitboss.cli.progress import Pace
from pitboss.cli.simulate import (
    INTERRUPTED,
    add_place,
    add_shoe,
    check_idle,
    check_plot,
    deaf,
    place_asked,
    procedure_asked,
    say_drawn,
)
from pitboss.games import Shoe
from pitboss.refusals import unreadable
from pitboss.rulebook import Money
from pitboss.rulebook.pays import read_cents, read_percent
from pitboss.rulebook.readings import DEFAULT
from pitboss.rulebook.spots import split_bet
from pitboss.settle import House
from pitboss.simulate.bankroll.bankrolls import Sessions
from pitboss.simulate.bankroll.figures import numbers_of
from pitboss.simulate.bankroll.play import session_run
from pitboss.simulate.bankroll.session_run import PER_HOUR, Evening, SessionRun, StrategyFailed
from pitboss.simulate.bankroll.strategies import NAMED
from pitboss.simulate.bankroll.terms import ENDINGS
from pitboss.simulate.statistics import CONFIDENCE

SESSIONS = 10_000
HOURS = 4
EPILOG = """examples:
  pitboss simulate session baccarat --bet banker=25 --bankroll 1000
  pitboss simulate session ez-baccarat --bet player=10 --bet dragon-7=5 --bankroll 500 --hours 6
  pitboss simulate session baccarat --bet player=10 --bankroll 500 --strategy martingale \\
      --maximum 500 --win-goal 200 --plot evening.png
  pitboss simulate session dice-works --bet all-lows=5 --bankroll 200 --rounds 100
  pitboss simulate session baccarat --bet player=10 --bankroll 500 --strategy my.py:stake

strategies:
{strategies}
  1,1,2,5       a schedule of units of your own, over and over
  FILE:FUNCTION a Python function of the table as the player sees it; it returns cents

A function sees its bankroll, the limits, the rounds before and the cards since the shuffle:
`python -c "from pitboss.simulate import TableView; help(TableView)"`. A bet of it that the table
does not take ends that session alone. Sessions are played on one core; --workers N has Dask play
them on N, functions too (extra `cluster`).
"""
MOVES = {"time": "played to the end", "ruin": "ruined", "stop-loss": "stopped by the stop loss",
         "win-goal": "left with the win goal", "refused": "ended by a refused bet"}  # fmt: skip


def add_arguments(parser: ArgumentParser) -> None:
    """Add what the command understands."""
    named = "\n".join(f"  {name:14}{one.description}" for name, one in NAMED.items())
    parser.epilog = EPILOG.format(strategies=named)
    add = parser.add_argument
    add("game", metavar="GAME", help="such as baccarat or dice-works")
    add(
        "--bet",
        action="append",
        required=True,
        metavar="WAGER[:HAND][@TABLE]=STAKE",
        help="the base stake in dollars (repeat)",
    )
    add("--bankroll", required=True, metavar="AMOUNT", help="what the player has")
    add("--strategy", default="flat", help="a name, a schedule, or FILE:FUNCTION")
    extent = parser.add_argument_group("how long")
    lasting = extent.add_mutually_exclusive_group()
    lasting.add_argument("--rounds", type=whole, help="coups, throws or shooters of a session")
    lasting.add_argument("--hours", type=whole, help=f"instead of rounds; {HOURS}")
    extent.add_argument("--per-hour", type=whole, help=f"rounds an hour; {PER_HOUR}")
    extent.add_argument("--sessions", type=whole, default=SESSIONS, help=f"how many; {SESSIONS:,}")
    extent.add_argument("--stop-loss", metavar="AMOUNT", help="leave when so much is lost")
    extent.add_argument("--win-goal", metavar="AMOUNT", help="leave when so much is won")
    table = parser.add_argument_group("the table")
    table.add_argument("--minimum", metavar="AMOUNT", help="the least stake; the base stake")
    table.add_argument("--maximum", metavar="AMOUNT", help="the highest stake")
    table.add_argument("--vigorish", metavar="RATE", help="such as 5%%")
    table.add_argument("--meter", metavar="AMOUNT", help="the amount on a progressive's meter")
    table.add_argument("--reading", default=DEFAULT, help="a reading's name; several with commas")
    add("--seed", type=whole, default=1, help="same seed, same sessions; 1")
    add_shoe(parser)
    add_place(parser, threads=False)
    add_format(parser)
    add("--plot", metavar="FILE", help="bankrolls over time: png or svg")
    add_file(parser)


def run(arguments: Namespace) -> int:
    """Play sessions, and print what came of them."""
    check_plot(arguments.plot)
    session = _run_of(arguments)
    check_idle(session.tables, arguments)
    interrupted, failed = False, None
    try:
        with Pace("sessions") as progress:
            session.play(progress=progress, place=place_asked(arguments, 1))
    except KeyboardInterrupt:
        interrupted = True
    except StrategyFailed as error:
        failed = error
    played = session.played if failed is None else failed.partial
    if played is not None:
        with deaf():
            _show(played, session, arguments, interrupted=interrupted)
        if played.refusals:
            number, first = len(played.refusals), played.refusals[0]
            print(
                f"pitboss simulate session: {number:,} ended by a refused bet; {first}",
                file=sys.stderr,
            )
    if failed is not None:
        raise failed
    if interrupted:
        number = 0 if played is None else len(played)
        print(f"pitboss simulate session: stopped after {number:,} sessions", file=sys.stderr)
    return INTERRUPTED if interrupted else 0


def _show(
    played: Sessions, session: SessionRun, arguments: Namespace, *, interrupted: bool
) -> None:
    edge = session.exact_edge(Shoe.of(procedure_asked(arguments).decks))
    if arguments.format == "json":
        found = played.record(edge=edge)
        print_json({"seed": arguments.seed, "interrupted": interrupted, **found})
    else:
        _print(played, edge, arguments)
    if arguments.plot is not None:
        from pitboss.printing.pictures import plot_sessions

        plot_sessions(played, arguments.plot)
        say_drawn(arguments.plot)


def _run_of(arguments: Namespace) -> SessionRun:
    """Read what the options say of the evening."""
    evening: Evening = {
        "number": arguments.sessions,
        "strategy": arguments.strategy,
        "reading": arguments.reading,
        "seed": arguments.seed,
        "any_cut": arguments.any_cut,
    }
    if arguments.vigorish is not None:
        evening["house"] = House(vigorish_rate=read_percent(arguments.vigorish))
    if arguments.rounds is not None:
        if arguments.per_hour is not None:
            raise unreadable(
                "idle-option", "--per-hour changes nothing beside --rounds", "leave one out"
            )
        evening["rounds"] = arguments.rounds
    else:
        evening["hours"] = HOURS if arguments.hours is None else arguments.hours
        evening["per_hour"] = PER_HOUR if arguments.per_hour is None else arguments.per_hour
    amounts = ("minimum", "maximum", "stop_loss", "win_goal", "meter")
    given = {f"{one}_cents": getattr(arguments, one) for one in amounts}
    for name, text in given.items():
        if text is not None:
            evening[name] = read_cents(text)  # type: ignore[literal-required]  # named above
    return session_run(
        rulebook_of(arguments).game(arguments.game),
        _bets(arguments.bet),
        bankroll_cents=read_cents(arguments.bankroll),
        **procedure_asked(arguments)._asdict(),
        **evening,
    )


def _bets(texts: list[str]) -> Mapping[str, int]:
    bets: dict[str, int] = {}
    for text in texts:
        spot, stake = split_bet(text, "STAKE")
        if spot in bets:
            raise unreadable("bet-twice", f"{spot} is bet twice", "give one stake for each bet")
        bets[spot] = read_cents(stake)
    return bets


def _print(played: Sessions, edge: Fraction | None, arguments: Namespace) -> None:
    terms, ends = played.terms, played.ends()

    def money(cents: float) -> str:
        return str(Money(round(cents), terms.currency))

    bets = ", ".join(f"{money(spot.base)} on {spot.name}" for spot in terms.bets)
    print_text(
        f"{len(played):,} sessions of {terms.rounds:,} rounds, seed {arguments.seed}: {bets}, "
        f"{terms.strategy}, bankroll {money(terms.bankroll_cents)}",
        "bold",
    )
    shares = [(MOVES[one], played.share(one)) for one in ENDINGS]
    print_table(
        ("how it ended", "sessions", "share", "95% interval"),
        [
            (words, f"{one.number:,}", f"{one.share:.2%}",
             f"{one.interval[0]:.2%} to {one.interval[1]:.2%}")
            for words, one in shares if one.number or words == MOVES["ruin"]
        ],
        right=(1, 2, 3),
    )  # fmt: skip
    print()
    heads = ("", "mean", "5%", "25%", "50%", "75%", "95%")
    rows = [
        ("bankroll at the end", money(ends.mean),
         *map(money, ends.percentiles.values()))
    ]  # fmt: skip
    for words, numbers in (
        ("rounds to ruin", played.rounds_to_ruin()),
        ("longest losing streak", numbers_of(played.losing_streaks)),
        ("longest winning streak", numbers_of(played.winning_streaks)),
    ):
        if numbers is not None:
            rows.append(
                (words, f"{numbers.mean:.1f}", *map(str, numbers.percentiles.values()))
            )  # fmt: skip
    print_table(heads, rows, right=tuple(range(1, 7)))
    print()
    error = played.standard_error_cents
    spread = "" if error is None else f" +- {money(CONFIDENCE * error)} (95%)"
    print(f"  a session nets {money(played.net_cents / len(played))} on average{spread}")
    rate = played.loss_rate
    if rate is not None:
        won = "lost" if rate >= 0 else "won"
        line = f"  {abs(rate):.4%} of {money(played.handle_cents)} staked was {won}"
        if edge is not None:
            z = played.z(edge)
            line += f"; exact edge {float(edge):.4%}" + ("" if z is None else f", z {z:+.2f}")
        print(line)
