"""``pitboss house``: Keep a floor in a database, which loses nothing that it has acknowledged."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from pitboss.refusals import did_you_mean, unreadable

PARTS = {
    "init": "found a house: the schema, and a floor file as the first line of its record",
    "status": "print streams, jackpots, checkpoints, size, and who writes",
    "verify": "check every line, transfer and checkpoint; name the first bad one",
    "report": "print jackpots, wins and meters, as `pitboss report` does from a journal",
    "post": "print the house rules of tables, or their signs, as PDF, A4 or US Letter",
    "backup": "copy the house into one file, while it runs",
    "restore": "bring a backup into an empty database",
    "search": "find lines by table, time, person, wager, amount, refusal, kind or round",
    "export": "write the record as a journal that `pitboss replay` verifies",
    "import": "bring the journal of a table, or of a whole floor, into the house",
    "migrate": "bring an older database to the schema of this version",
    "new-code": "make a one-time code for an administrator, who has none or forgot the PIN",
}
"""Each is a module of its own: ``house_init`` and so on."""
EPILOG = """commands:
{parts}

examples:
  pitboss house init my-floor.toml --database house.db
  pitboss floor --script evening.script --database house.db
  pitboss house status --database postgresql://house@localhost/house
  pitboss house backup monday.backup --database house.db

The database is a file of SQLite, or PostgreSQL by its URL: --database, else PITBOSS_DATABASE, else
house.db in this directory. `pitboss house COMMAND --help` says more; docs/HOUSE.md says all.
"""


def add_arguments(parser: ArgumentParser) -> None:
    """Add what the command understands."""
    parser.epilog = EPILOG.format(
        parts="\n".join(f"  {name:10}{text}" for name, text in PARTS.items())
    )
    parser.add_argument("command", nargs="?", metavar="COMMAND", help="see below")
    parser.set_defaults(print_help=parser.print_help)


def run(arguments: Namespace) -> int:
    """Say which commands there are."""
    if arguments.command is not None:
        message = f'"{arguments.command}" is not a command of the house'
        raise unreadable("unknown-command", message, did_you_mean(arguments.command, PARTS))
    arguments.print_help()
    return 0
