"""``pitboss simulate``: Play a game millions of times, and hold the result against the odds."""

from __future__ import annotations

import csv
import signal
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from fractions import Fraction
from typing import get_args

from pitboss.cli.asked import add_selection, tables_asked, vigorish_asked, wagers_of, whole
from pitboss.cli.library import rulebook_of
from pitboss.cli.output import add_file, print_json, print_table, print_text
from pitboss.cli.progress import Pace, lasting, quantity
from pitboss.games import KINDS, Shoe
from pitboss.odds import Analysis, Meter
from pitboss.odds.analysis import DECKS, analyse_table
from pitboss.refusals import unreadable
from pitboss.rulebook import Game, PayTable
from pitboss.rulebook.pays import read_cents, read_percent
from pitboss.rulebook.readings import DEFAULT
from pitboss.simulate import (
    Backend,
    Cluster,
    Estimate,
    Processes,
    Simulation,
    SimulationFailed,
    Threads,
    runs,
)
from pitboss.simulate.parallel import cores
from pitboss.simulate.plans import check_simulated
from pitboss.simulate.procedure import USUAL, CutCardFirst, Procedure
from pitboss.simulate.records import KEYS, estimate_record, simulation_record

ROUNDS = 10_000_000
INTERRUPTED = 130
CARDS_ONLY = ("decks", "shoes", "cut", "cut_card_first", "continuous", "any_cut")
EPILOG = """examples:
  pitboss simulate eternal-baccarat/sun-7 --rounds 100,000,000
  pitboss simulate ez-baccarat --shoes 100000 --decks 6 --cut 26
  pitboss simulate dragon-bonus/dragon-bonus --on player --until 0.05% --plot edge.png
  pitboss simulate dice-works high-roller roll-the-line --rounds 50000000
  pitboss simulate baccarat --workers 4
  pitboss simulate baccarat --cluster tcp://10.0.0.5:8786 --rounds 10,000,000,000

also: pitboss simulate session --help, pitboss simulate jackpot --help

The same seed gives the same counts, whatever the threads, workers or cluster.
"""


def add_arguments(parser: ArgumentParser) -> None:
    """Add what the command understands."""
    parser.epilog = EPILOG
    add = parser.add_argument
    add("target", nargs="+", metavar="GAME[/WAGER]", help="games or wagers of one kind")
    extent = parser.add_argument_group("how much").add_mutually_exclusive_group()
    extent.add_argument("--rounds", type=whole, help=f"coups, throws or shooters; {ROUNDS:,}")
    extent.add_argument("--shoes", type=whole, help="whole shoes")
    extent.add_argument(
        "--until", metavar="PERCENT", help="until edges are known to +-PERCENT, at 95%%"
    )
    add("--seed", type=whole, default=1, help="same seed, same counts; 1")
    add_selection(parser)
    add("--vigorish", metavar="RATE", help="such as 5%%")
    add("--meter", metavar="AMOUNT", help="the amount on a progressive's meter")
    add_shoe(parser)
    add_place(parser)
    add("--format", choices=("table", "json", "csv"), default="table")
    add("--plot", metavar="FILE", help="draw how edges converge: png or svg")
    add_file(parser)


def add_shoe(parser: ArgumentParser) -> None:
    """Add how shoes are dealt."""
    shoe = parser.add_argument_group("the shoe")
    shoe.add_argument("--decks", type=whole, help=f"6 to 20 in a casino; {DECKS}")
    shoe.add_argument("--cut", type=whole, help="cards behind the cut card; as few as allowed")
    shoe.add_argument(
        "--cut-card-first",
        choices=get_args(CutCardFirst),
        help="what follows a cut card that comes out before a coup",
    )
    shoe.add_argument(
        "--continuous", action="store_true", help="a continuous shuffler: no burn, no cut"
    )
    shoe.add_argument(
        "--any-cut",
        action="store_true",
        help="allow a cut card nearer to the back: a dry shoe voids a round",
    )


def add_place(parser: ArgumentParser, *, threads: bool = True) -> None:
    """Add where to run."""
    place = parser.add_argument_group("where to run").add_mutually_exclusive_group()
    if threads:
        place.add_argument("--threads", type=whole, help="threads of this process; one to a core")
    place.add_argument("--workers", type=whole, help="local processes, which Dask runs")
    place.add_argument("--cluster", metavar="ADDRESS", help="a Dask scheduler: tcp://HOST:8786")


def run(arguments: Namespace) -> int:
    """Simulate, and print what came of it."""
    rulebook = rulebook_of(arguments)
    wagers = [wager for target in arguments.target for wager in wagers_of(rulebook, target)]
    kinds = list(dict.fromkeys(wager.kind for wager in wagers))
    if len(kinds) > 1:
        raise unreadable(
            "several-kinds",
            f"{kinds[0]} and {kinds[1]} are not played in the same rounds",
            "simulate them one after the other",
        )
    check_simulated(kinds[0])
    tables = list(tables_asked(wagers, arguments))
    check_idle(tables, arguments)
    exact = _exact(tables, arguments)
    if check_plot(arguments.plot) and all(analysis.edge is None for analysis in exact):
        raise unreadable("nothing-to-draw", "no edge is known here", "add --meter to draw one")
    game = rulebook.game(arguments.target[0].partition("/")[0])
    unit = KINDS[game.kind].rounds
    failed = None
    try:
        with Pace(unit) as progress:
            simulation = simulated(game, exact, arguments, progress)
    except SimulationFailed as error:
        simulation, failed = error.partial, error
    with deaf():
        estimates = list(map(simulation.estimate, exact)) if simulation.rounds else []
        _FORMS[arguments.format](simulation, estimates, unit)
        if arguments.plot and estimates:
            from pitboss.printing.pictures import plot_convergence

            say_drawn(arguments.plot, plot_convergence(simulation, estimates, arguments.plot))
    if failed is not None:
        raise failed
    if simulation.interrupted:
        print(f"pitboss simulate: stopped after {simulation.rounds:,} {unit}", file=sys.stderr)
    return INTERRUPTED if simulation.interrupted else 0


@contextmanager
def deaf() -> Iterator[None]:
    """Let a second Ctrl-C not spoil the report of what there is."""
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def check_idle(tables: Sequence[PayTable], arguments: Namespace) -> None:
    """Refuse options that nothing here has a use for."""
    cards = any(table.wager.kind == "baccarat" for table in tables)
    uses = {
        "vigorish": any(table.vigorish is not None for table in tables),
        "suits": any(table.suits for table in tables),
        "meter": any(table.unit is not None for table in tables),
        **dict.fromkeys(CARDS_ONLY, cards),
    }
    for name, used in uses.items():
        if getattr(arguments, name, None) not in (None, False) and not used:
            option = f"--{name.replace('_', '-')}"
            where = "with dice" if name in CARDS_ONLY else "here"
            raise unreadable("idle-option", f"{option} changes nothing {where}", "leave it out")


def check_plot(path: str | None) -> bool:
    """Refuse a picture that could not be written, before the work is done."""
    if path is None:
        return False
    from pitboss.printing.pictures import check_path

    check_path(path)
    return True


def say_drawn(path: str, missing: int = 0) -> None:
    """Say on standard error where a picture is, and how many more there could be."""
    more = f" ({missing} more not drawn: name fewer wagers)" if missing else ""
    print(f"drawn: {path}{more}", file=sys.stderr)


def place_asked(arguments: Namespace, threads: int) -> Backend:
    """Return where to run: on so many threads if nothing else is asked for."""
    if arguments.cluster is not None:
        return Cluster(arguments.cluster)
    return Threads(threads) if arguments.workers is None else Processes(arguments.workers)


def simulated(
    game: Game, exact: Sequence[Analysis], arguments: Namespace, progress: Pace
) -> Simulation:
    """Run the simulation that the options ask for."""
    options: runs.Options = {
        "seed": arguments.seed,
        "tables": [one.table for one in exact],
        "keep_trail": arguments.plot is not None,
        "progress": progress,
        "place": place_asked(
            arguments, cores() if arguments.threads is None else arguments.threads
        ),
    }
    if arguments.until is not None:
        options["rounds"] = runs.rounds_until(read_percent(arguments.until), exact)
    elif arguments.shoes is None:
        options["rounds"] = ROUNDS if arguments.rounds is None else arguments.rounds
    if game.kind == "baccarat":
        how = procedure_asked(arguments)
        return runs.coups(
            game, shoes=arguments.shoes, any_cut=arguments.any_cut, **how._asdict(), **options
        )
    return (runs.shooters if game.kind == "craps" else runs.throws)(game, **options)


def procedure_asked(arguments: Namespace) -> Procedure:
    """Return how shoes are to be dealt."""
    if arguments.continuous and (arguments.any_cut or arguments.cut_card_first):
        raise unreadable(
            "idle-option", "a continuous shuffler has no cut card", "leave the cut out"
        )
    return Procedure(
        decks=DECKS if arguments.decks is None else arguments.decks,
        cut=arguments.cut,
        cut_card_first=arguments.cut_card_first or USUAL.cut_card_first,
        continuous=arguments.continuous,
    )


def _exact(tables: Sequence[PayTable], arguments: Namespace) -> list[Analysis]:
    """Work the exact odds out first: what is wrong with the options shows before the work."""
    vigorish = vigorish_asked(tables, arguments)
    meter = Meter(cents=None if arguments.meter is None else read_cents(arguments.meter))
    shoe = Shoe.of(procedure_asked(arguments).decks)
    return [analyse_table(one, shoe=shoe, vigorish=vigorish, meter=meter) for one in tables]


# --- for people ---


def _print_tables(simulation: Simulation, estimates: Sequence[Estimate], unit: str) -> None:
    print_text(_head(simulation, unit), "bold")
    print_text(_speed(simulation, unit), "dim")
    if len(estimates) == 1:
        _print_rows(estimates[0])
    rows = [_line(estimate) for estimate in estimates]
    if len({estimate.exact.table.wager.game for estimate in estimates}) == 1:
        rows = [(path.partition("/")[2], *rest) for path, *rest in rows]
    heads = ("wager", "table", "on", "reading", "edge", "+- 95%", "exact", "z", "p of rows")
    kept = [at for at in range(len(heads)) if at < 2 or any(row[at] for row in rows)]
    print_table(
        [heads[at] for at in kept],
        [[row[at] for at in kept] for row in rows],
        right=[place for place, at in enumerate(kept) if at > 3],
    )


def _head(simulation: Simulation, unit: str) -> str:
    shoes = f", {simulation.shoes:,} shoes" if simulation.shoes is not None else ""
    voids = f", {simulation.counted.voids:,} void" if simulation.counted.voids else ""
    return f"{simulation.rounds:,} {unit}{shoes}{voids}, seed {simulation.seed}"


def _speed(simulation: Simulation, unit: str) -> str:
    workers = f" by {simulation.workers} workers" if simulation.workers > 1 else ""
    pace = f"{quantity(simulation.rounds_per_second)} {unit}/s"
    ready = lasting(simulation.compile_seconds)
    return f"  counted in {lasting(simulation.seconds)}{workers}, {pace}; made ready in {ready}"


def _print_rows(estimate: Estimate) -> None:
    def row(label: str, pays: str, count: int, chance: Fraction) -> tuple[str, ...]:
        rounds = estimate.rounds
        expected = float(chance * rounds)
        return label, pays, f"{count:,}", f"{expected:,.1f}", f"{count / rounds:.6%}"

    exact, free = estimate.exact, estimate.degrees_of_freedom
    rows = [
        row(odds.row.label, str(odds.row.cell), count, odds.probability)
        for odds, count in zip(exact.rows, estimate.counts, strict=True)
    ]
    rows.append(row("no row: lost", "", estimate.lost, exact.missed))
    print_table(("row", "pays", "hits", "expected", "share"), rows, right=(2, 3, 4))
    print(f"  chi-square {estimate.chi_square:.2f}, degrees of freedom {free}")
    print()


def _line(estimate: Estimate) -> tuple[str, ...]:
    table = estimate.exact.table
    reading = "" if table.reading == DEFAULT else table.reading
    on = "" if table.on is None else str(table.on)
    reach = None if estimate.interval is None else (estimate.interval[1] - estimate.interval[0]) / 2
    return (
        table.wager.path,
        table.id,
        on,
        reading,
        _percent(estimate.edge),
        _percent(reach),
        _percent(estimate.exact_edge),
        "" if estimate.z is None else f"{estimate.z:+.2f}",
        f"{estimate.p_value:.3f}",
    )


def _percent(value: float | None) -> str:
    return "" if value is None else f"{value:.4%}"


# --- for machines ---


def _print_json(simulation: Simulation, estimates: Sequence[Estimate], _: str) -> None:
    print_json(simulation_record(simulation, estimates))


def _print_csv(simulation: Simulation, estimates: Sequence[Estimate], _: str) -> None:
    played = {"seed": simulation.seed, "rounds": simulation.rounds}
    records = [played | estimate_record(one) for one in estimates]
    for one in records:
        for name in ("rows", "counts", "confidence_interval"):
            value = one[name]
            one[name] = "; ".join(map(str, value)) if isinstance(value, list) else ""
    writer = csv.DictWriter(sys.stdout, ("seed", "rounds", *KEYS), lineterminator="\n")
    writer.writeheader()
    writer.writerows(records)


_FORMS = {"table": _print_tables, "json": _print_json, "csv": _print_csv}
