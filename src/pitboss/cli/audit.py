"""``pitboss audit``: Price every wager under every reading; list what a regulator should know."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from pitboss.cli.asked import whole
from pitboss.cli.library import rulebook_of
from pitboss.cli.output import add_file, print_json, print_table
from pitboss.cli.progress import Bar
from pitboss.odds.audit import Finding, audit

FAILED = 1
HEADS = ("kind", "wager", "table", "reading", "finding", "section")


def add_arguments(parser: ArgumentParser) -> None:
    """Add what the command understands."""
    parser.epilog = (
        "exit code 1 if a default reading favours the player, at once or in the long term, and\n"
        "the catalog does not acknowledge it\n\nexample: pitboss audit --format md > audit.md"
    )
    add = parser.add_argument
    add("game", nargs="?", help="only this game; without it the whole catalog")
    add("--decks", type=whole, default=8, help="full decks, 1 to 20")
    add("--format", choices=("table", "json", "md"), default="table")
    add_file(parser)


def run(arguments: Namespace) -> int:
    """Print the audit."""
    rulebook = rulebook_of(arguments)
    games = [rulebook.game(arguments.game)] if arguments.game else None
    with Bar("audit") as progress:
        found = audit(rulebook, games, decks=arguments.decks, progress=progress)
    if arguments.format == "json":
        print_json([{**one._asdict(), "fails": one.fails} for one in found])
    elif arguments.format == "md":
        print(_markdown(found))
    else:
        print_table(HEADS, [_line(one) for one in found])
        print(f"\n{len(found)} findings; `--format md` adds figures and suggested wordings.")
    return FAILED if any(one.fails for one in found) else 0


def _line(one: Finding) -> tuple[str, ...]:
    spot = f"{one.wager}:{one.on}" if one.on else one.wager
    return (one.kind, spot, one.table, one.reading, one.message, one.cite)


def _markdown(found: list[Finding]) -> str:
    lines = ["# Audit of the rules", ""]
    for one in found:
        spot = " ".join(filter(None, (one.wager, one.table, one.on, one.reading)))
        lines += [f"## {one.kind}: {spot}", "", f"- Section: {one.cite}"]
        if one.figure:
            lines.append(f"- Exact figure: {one.figure}")
        lines += [f"- Finding: {one.message}", f"- Suggested wording: {one.wording}", ""]
    return "\n".join(lines).rstrip()
