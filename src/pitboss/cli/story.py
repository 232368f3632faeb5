"""Telling a table's events in the terminal, and what they came to: roads, money, hold."""

from __future__ import annotations

import sys
from collections.abc import Mapping

from pitboss.cli.output import print_table, print_text, terminal_columns
from pitboss.refusals import Refusal
from pitboss.rulebook.pays import Money, percent
from pitboss.settle.accounts import Account
from pitboss.table.engine import Answer, evolve
from pitboss.table.money.exposure import exposure
from pitboss.table.money.takings import Line, edge_of, takings
from pitboss.table.roads.marks import History, history_of
from pitboss.table.roads.roads import DERIVED, ask, bead_plate, big_road, derived_road, lines
from pitboss.table.roads.statistics import statistics
from pitboss.table.setups.setup import TableSetup
from pitboss.table.state import Table
from pitboss.table.steps import StoryLine, tell
from pitboss.table.steps.betting import BetPlaced
from pitboss.table.steps.closing import BetsClosed, FreeHandCalled
from pitboss.table.steps.opening import SetupChanged, TableOpened

COLUMNS = 100
INDENT = 15
LEAST_COLUMNS, MOST_COLUMNS = 12, 46
"""How wide a road is drawn."""
ROAD_STYLES = {"B": "bold red", "P": "bold blue", "T": "bold green"}
DERIVED_STYLES = {"o": "bold red", "x": "bold blue"}
LEGEND = "B Banker, P Player, T tie; a figure counts the ties since then, + ten or more"
DERIVED_LEGEND = "derived roads: o red, x blue; red where streaks are alike, whoever won them"
STYLES = {
    "collects": "red",
    "pays": "green",
    "refused": "bold red",
    "unreadable": "bold red",
    "missed": "bold red",
    "error": "yellow",
    "warning": "yellow",
}
"""How a line looks on a terminal, by the first word of who acts."""


class Story:
    """Prints events as lines, those of one actor joined as long as they fit."""

    def __init__(self) -> None:
        self.who = ""
        self.parts: list[str] = []
        self.round = (0, 0)
        terminal = sys.stdout.isatty()
        self.columns = min(COLUMNS, terminal_columns()) if terminal else COLUMNS

    def tell(self, before: Table, answer: Answer) -> None:
        """Print what followed from one command, or why it was refused."""
        if isinstance(answer, Refusal):
            self.add(StoryLine("refused", str(answer)))
            return
        table = before
        for fact in answer:
            if isinstance(fact, BetPlaced | BetsClosed | FreeHandCalled):
                self._head(before)
            for told in tell(table, fact):
                self.add(told)
            if isinstance(fact, TableOpened | SetupChanged):
                self._beside(fact.setup)
                self._warn(fact.setup)
            if isinstance(fact, BetsClosed) and before.round.bets:
                self._expose(before)
            table = evolve(table, (fact,))

    def _expose(self, table: Table) -> None:
        """Say what the house can lose on the layout, before the first card or roll."""
        worst = exposure(table)
        words = "the house can lose" if worst.exact else "the house cannot lose more than"
        shown = f" ({worst.outcome})" if worst.exact and worst.outcome is not None else ""
        self.add(StoryLine("exposure", f"{words} {Money(max(worst.cents, 0))}{shown}"))

    def _beside(self, setup: TableSetup) -> None:
        """Say by what right wagers of other games are offered."""
        offered: dict[str, list[str]] = {}
        for name, standing in setup.standings.items():
            if standing.right != "own":
                words = f"[{standing.cite}]" if standing.cite else "(house's choice)"
                offered.setdefault(words, []).append(name)
        for words, names in offered.items():
            self.add(StoryLine("beside", f"{', '.join(names)} {words}"))

    def _warn(self, setup: TableSetup) -> None:
        """Say where the Banker wager favors the player: low vigorish on ties (30-2808(3)(c))."""
        if ("banker", None) not in setup.spots:
            return
        edge = edge_of(setup, ("banker", None))
        if edge is not None and edge < 0:
            self.add(
                StoryLine("warning", f"the Banker wager favors the player by {percent(-edge, 4)}")
            )

    def add(self, told: StoryLine) -> None:
        """Add a line to the story."""
        length = INDENT + sum(len(part) + 2 for part in self.parts) + len(told.what)
        if told.who != self.who or length > self.columns or told.who.startswith("pays"):
            self.flush()
        self.who = told.who
        self.parts.append(told.what)

    def flush(self) -> None:
        """Print what is waiting."""
        if self.parts:
            style = STYLES.get(self.who.split()[0], "")
            print_text(f"  {self.who:<{INDENT - 2}}{'  '.join(self.parts)}", style, INDENT)
        self.parts = []

    def _head(self, before: Table) -> None:
        """Begin a round with a line of its own."""
        shoe, number = before.shoe.number, before.round.number
        if (shoe, number) == self.round:
            return
        self.flush()
        self.round = (shoe, number)
        words = f"Round {number}"
        if before.setup.kind == "baccarat":
            words += f", shoe {shoe}, {before.shoe.cards} cards left"
            words += ", last hand" if before.shoe.last_hand else ""
        print_text(f"\n{words}", "bold")


def history(table: Table) -> History:
    """Return the marks of the shoe at the table, as its setup shows free hands."""
    return history_of(table.shoe.rounds, table.setup.free_rounds)


def tell_roads(table: Table) -> None:
    """Print the roads of the shoe, as wide as they are long."""
    marks = history(table)
    drawn = [("Bead plate", bead_plate(marks)), ("Big road", big_road(marks))]
    drawn += [(name.capitalize(), derived_road(marks, k)) for name, k in DERIVED.items()]
    for title, road in drawn:
        if road:
            columns = max(LEAST_COLUMNS, *(cell.column for cell in road))
            print_text(f"\n{title}", "bold")
            for line in lines(road, min(columns, MOST_COLUMNS)):
                _print_road(line, derived=title.lower() in DERIVED)
    if marks:
        print_text(f"\n  {LEGEND}", "dim")
        if any(road for title, road in drawn if title.lower() in DERIVED):
            print_text(f"  {DERIVED_LEGEND}", "dim")
        print()
        shoe = statistics(marks)
        banker = (shoe.banker, shoe.banker_naturals, shoe.banker_pairs, shoe.longest_banker)
        player = (shoe.player, shoe.player_naturals, shoe.player_pairs, shoe.longest_player)
        print(f"  ties {shoe.ties}")
        for side, (wins, naturals, pairs, run) in (("Banker", banker), ("Player", player)):
            print(f"  {side} wins {wins}, naturals {naturals}, pairs {pairs}, longest run {run}")
        for winner, next_marks in zip(("Banker", "Player"), ask(marks), strict=True):
            shown = [
                f"{name} {color}"
                for name, color in zip(DERIVED, next_marks, strict=True)
                if color is not None
            ]
            if shown:
                print(f"  if {winner} wins next: {', '.join(shown)}")


def _print_road(line: str, *, derived: bool) -> None:
    """Print a line of a road, on a terminal in the colors that displays have."""
    if not sys.stdout.isatty():
        print(f"  {line}")
        return
    from rich.console import Console
    from rich.text import Text

    text = Text(f"  {line}")
    for letter, style in (DERIVED_STYLES if derived else ROAD_STYLES).items():
        text.highlight_regex(letter, style)
    text.highlight_regex(r"\.", "dim")
    Console().print(text)


def tell_summary(table: Table) -> None:
    """Print the roads, what each wager took beside the exact odds, and whose money is where."""
    if table.opened is None:
        return
    tell_roads(table)
    tell_money(table)


def tell_money(table: Table) -> None:
    """Print what each wager took beside the exact odds, and whose money is where."""
    taken = takings(table)
    if taken.lines:
        print_text("\nTakings", "bold")
        print_table(
            ("wager", "bets", "handle", "win", "hold", "theoretical win"),
            [_line_cells(line) for line in (*taken.lines, taken.total)],
            right=range(1, 6),
        )
        if any(line.edge is None for line in taken.lines):
            print("  no theoretical win where the edge depends on a meter")
    if any(table.accounts.values()):
        print_text("\nMoney", "bold")
        print_accounts("holds", dict(sorted(table.accounts.items())))


def print_accounts(head: str, accounts: Mapping[Account, int]) -> None:
    """Print what is in each account, or came to it, and all of them together."""
    rows = [(str(name), str(Money(cents))) for name, cents in accounts.items() if cents]
    rows.append(("together", str(Money(sum(accounts.values())))))
    print_table(("account", head), rows, right=(1,))


def _line_cells(line: Line) -> tuple[str, ...]:
    expected = line.theoretical_cents
    return (
        line.spot,
        str(line.bets),
        str(Money(line.handle_cents)),
        str(Money(line.win_cents)),
        "" if line.hold is None else percent(line.hold, 2),
        "" if expected is None else str(Money(round(expected))),
    )
