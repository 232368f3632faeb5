"""``pitboss features``: List what a sentence may say about an outcome of a kind of game."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from pitboss.cli.output import add_format, print_json, print_table
from pitboss.games import KINDS


def add_arguments(parser: ArgumentParser) -> None:
    """Add what the command understands."""
    parser.epilog = "example: pitboss features craps"
    parser.add_argument("kind", choices=tuple(KINDS), help="the kind of game")
    add_format(parser)


def run(arguments: Namespace) -> int:
    """List the features."""
    features = KINDS[arguments.kind].features.values()
    if arguments.format == "json":
        keys = ("name", "type", "range", "level", "meaning")
        print_json([{key: getattr(one, key) for key in keys} for one in features])
        return 0
    rows = [(one.name, one.range, one.level, one.meaning) for one in features]
    print_table(("feature", "values", "level", "meaning"), rows)
    return 0
