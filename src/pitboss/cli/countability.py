"""``pitboss countability``: Say whether a wager can be counted: effects of removal, tags, gains."""

from __future__ import annotations

import re
import sys
from argparse import ArgumentParser, Namespace

from pitboss.cli.asked import wager_of, whole
from pitboss.cli.library import rulebook_of
from pitboss.cli.output import add_file, add_format, print_json, print_table, print_text
from pitboss.cli.progress import Bar
from pitboss.odds.removal import (
    PRINTED,
    Count,
    Effects,
    best_tags,
    card_name,
    count_of,
    effects_of_removal,
)
from pitboss.refusals import unreadable
from pitboss.rulebook.pays import percent
from pitboss.rulebook.readings import DEFAULT
from pitboss.simulate import Play, Study
from pitboss.simulate.countability_records import countability_record

INTERRUPTED = 130
MOST_TAG = 99
EPILOG = """examples:
  pitboss countability ez-baccarat/dragon-7
  pitboss countability ez-baccarat/dragon-7 --cut 14 26 52 --tags=0,0,0,-1,-1,-1,-1,2,2,0
  pitboss countability dragon-bonus/dragon-bonus --on player --shoes 0

tags are for A, 2 to 9 and tens; shoes are dealt with the extra `simulate`, --shoes 0 needs none
"""


def add_arguments(parser: ArgumentParser) -> None:
    """Add what the command understands."""
    parser.epilog = EPILOG
    add = parser.add_argument
    add("target", metavar="WAGER", help="GAME/WAGER, or a WAGER of one game")
    add("--table", help="a pay table; the first without it")
    add("--on", choices=("player", "banker"), help="the hand it is placed on")
    add("--reading", default=DEFAULT, help="a reading's name; several with commas")
    add("--decks", type=whole, default=8, help="full decks, 1 to 20; 8 without it")
    add("--shoes", type=whole, default=10_000, help="shoes to deal; 0 for the tags only")
    add(
        "--cut",
        type=whole,
        nargs="+",
        metavar="CARDS",
        help="cards behind the cut card; several depths are compared",
    )
    add("--seed", type=whole, default=1, help="the same seed deals the same shoes")
    add("--tags", help="a count of your own, such as --tags=-1,0,0,0,0,0,0,1,1,-1")
    add("--span", type=whole, default=2, help="search tags from -SPAN to SPAN")
    add_format(parser)
    add_file(parser)


def run(arguments: Namespace) -> int:
    """Say whether a wager can be counted."""
    wager = wager_of(rulebook_of(arguments), arguments.target)
    if arguments.shoes < 0:
        raise unreadable("bad-shoes", f"{arguments.shoes} shoes cannot be dealt", "give 0 or more")
    tags = None if arguments.tags is None else read_tags(arguments.tags)
    effects = effects_of_removal(
        wager,
        table=arguments.table,
        on=arguments.on,
        decks=arguments.decks,
        reading=arguments.reading,
    )
    best = best_tags(effects, arguments.span)
    count = best if tags is None else count_of(effects, tags)
    study, stopped = None, False
    if arguments.shoes:
        study = Study(effects, count=count, cuts=arguments.cut, seed=arguments.seed)
        try:
            with Bar(f"{arguments.shoes:,} shoes") as progress:
                study.gather(arguments.shoes, progress=progress)
        except KeyboardInterrupt:
            stopped = True
    if arguments.format == "json":
        print_json(countability_record(effects, best, arguments.span, count, study, stopped))
    else:
        _print_effects(effects, best, arguments.span, count)
        if study is not None:
            print()
            _print_study(study)
    if stopped and study is not None:
        print(
            f"pitboss countability: stopped after {study.shoes:,} of {arguments.shoes:,} shoes",
            file=sys.stderr,
        )
    return INTERRUPTED if stopped else 0


def read_tags(text: str) -> tuple[int, ...]:
    """Read ten tags as counts are published, for A, 2 to 9 and tens; return them by card value.

    >>> read_tags("0,0,0,-1,-1,-1,-1,2,2,0")
    (0, 0, 0, 0, -1, -1, -1, -1, 2, 2)
    """
    words = [word.strip() for word in text.split(",")]
    if len(words) != len(PRINTED) or not all(re.fullmatch(r"[+-]?[0-9]{1,2}", w) for w in words):
        raise unreadable(
            "bad-tags",
            f'"{text[:60]}" is not a count',
            f"give ten whole numbers of at most {MOST_TAG} with commas between them, for A, "
            "2 to 9 and tens: --tags=0,0,0,-1,-1,-1,-1,2,2,0",
        )
    by_value = dict(zip(PRINTED, map(int, words), strict=True))
    return tuple(by_value[value] for value in range(len(PRINTED)))


# --- for people ---


def _print_effects(effects: Effects, best: Count, span: int, count: Count) -> None:
    table = effects.table
    decks = f"{effects.decks} deck{'s' if effects.decks > 1 else ''}"
    print_text(f"{table.title}, reading {table.reading}", "bold")
    print_text(f"[{table.cite}] {decks}, house edge {percent(effects.edge, 4)}", "dim")
    heads = ["card", "effect of removal", f"best tags, span {span}"]
    columns = [
        [card_name(value) for value in PRINTED],
        [f"{float(effects.by_value[value]):+.4%}" for value in PRINTED],
        _signed(best),
    ]
    if count is not best:
        heads.append("tags given")
        columns.append(_signed(count))
    print_table(heads, list(zip(*columns, strict=True)), right=(1, 2, 3))
    print(f"  correlation of the best tags    {best.correlation:.4f}")
    if count is not best:
        balance = "balanced" if count.balanced else "not balanced"
        print(f"  correlation of the tags given   {count.correlation:.4f}, {balance}")


def _signed(count: Count) -> list[str]:
    return [f"{tag:+}" if tag else "0" for tag in count.printed]


def _print_study(study: Study) -> None:
    print_text(f"{study.shoes:,} shoes, seed {study.seed}", "bold")
    rows = []
    for depth in study.depths():
        shown = [("every hand", depth.every_hand), ("edge > 0", depth.perfect)]
        for name, scan in depth.scans():
            best = scan.best
            label = f"{name} >= {best.trigger}" if best else f"{name}: never"
            shown.append((label, best or scan.at(scan.lowest + len(scan.sums))))
        for at, (label, play) in enumerate(shown):
            first = (str(depth.cut), f"{depth.hands_per_shoe:.2f}") if not at else ("", "")
            rows.append((*first, *_figures(label, play)))
    heads = ("cut", "hands", "a unit on", "bets", "edge", "units/shoe", "s.e.", "units/100")
    print_table(heads, rows, right=(0, 1, 3, 4, 5, 6, 7))


def _figures(label: str, play: Play) -> tuple[str, ...]:
    edge, error = play.average_edge, play.standard_error
    return (
        label,
        f"{play.bet_frequency:.2%}",
        "" if edge is None else f"{edge:+.3%}",
        f"{play.units_per_shoe:+.4f}",
        "" if error is None else f"{error:.4f}",
        f"{play.units_per_100_hands:+.4f}",
    )
