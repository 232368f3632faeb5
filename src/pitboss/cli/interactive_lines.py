"""Lines as they are typed: with a prompt, editing and Tab at a terminal, bare from a pipe."""

from __future__ import annotations

import sys
from collections.abc import Callable
from importlib import import_module
from io import TextIOWrapper
from textwrap import fill
from types import ModuleType

from pitboss.cli.interactive_completion import Completed, completed, helped
from pitboss.cli.interactive_views import WORDS
from pitboss.cli.streams import standard_input
from pitboss.refusals import unreadable
from pitboss.table.state import Table

LONGEST_LINE = 10_000
COLUMNS = 80
FIRST_WORDS = [word for word in WORDS if word.isalpha()] + ["save"]
"""Words of the terminal that Tab knows beside the commands."""


def prompt_of(table: Table) -> str:
    """Return what stands before a line: the round and how far it is.

    >>> from pitboss.table.engine import NEW
    >>> prompt_of(NEW)
    'no table> '
    """
    if not table.open:
        return "no table> " if table.opened is None else "table closed> "
    round, shoe = table.round, table.shoe.stage
    words = f"round {round.number}, {round.stage}"
    if table.setup.kind == "baccarat" and shoe != "in play":
        words += ", no shoe" if shoe == "none" else f", shoe {shoe}"
    return f"{words}> "


class LineReader:
    """Reads one line after another for a table."""

    def __init__(self, table: Callable[[], Table]) -> None:
        self.table = table
        self.input = standard_input()
        self.terminal = self.input.isatty() and sys.stdout.isatty()
        self.completed = Completed()
        self.readline = self._editing() if self.terminal else None
        if isinstance(self.input, TextIOWrapper):
            self.input.reconfigure(errors="replace")

    def line(self) -> str | None:
        """Return the next line, as far as it can be printed; None at the end."""
        if self.terminal:
            try:
                text = input(prompt_of(self.table()))
            except EOFError:
                print()
                return None
        else:
            text = self.input.readline(LONGEST_LINE + 1)
            if not text:
                return None
        if len(text) > LONGEST_LINE:
            self._skip(text)
            raise unreadable(
                "line-too-long", f"a line has more than {LONGEST_LINE:,} characters", "shorten it"
            )
        return "".join(letter if letter.isprintable() else " " for letter in text)

    def _skip(self, text: str) -> None:
        """Read past the rest of a long line."""
        while not self.terminal and text and not text.endswith("\n"):
            text = self.input.readline(LONGEST_LINE)

    # --- Tab ---

    def _editing(self) -> ModuleType | None:
        """Have the line edited and completed, where Python can."""
        try:
            readline = import_module("readline")
        except ImportError:
            return None
        readline.set_completer(self._complete)
        readline.set_completer_delims(" ")
        if "libedit" in (readline.__doc__ or ""):
            readline.parse_and_bind("bind ^I rl_complete")
        else:
            readline.parse_and_bind("tab: complete")
            readline.parse_and_bind("set show-all-if-ambiguous on")
            readline.parse_and_bind("set enable-bracketed-paste off")
            readline.set_completion_display_matches_hook(self._list)
        return readline

    def _complete(self, _: str, state: int) -> str | None:
        """Return one completion after the other, as readline asks for them."""
        assert self.readline is not None, "somebody asks"
        if state == 0:
            line = self.readline.get_line_buffer()[: self.readline.get_endidx()]
            self.completed = self._completed(line.lstrip())
        words = [f"{word} " for word in self.completed.words]
        if not words and self.completed.forms and self._lists:
            words = [*self.completed.forms, ""]  # nothing in common: shown, and not put in
        return words[state] if state < len(words) else None

    @property
    def _lists(self) -> bool:
        """Whether what is shown may differ from what is put in."""
        return "libedit" not in ((self.readline and self.readline.__doc__) or "")

    def _completed(self, line: str) -> Completed:
        if line.startswith("?"):
            return helped(line[1:].lstrip())
        return completed(self.table(), line, FIRST_WORDS)

    def _list(self, *_: object) -> None:
        """Show what the line may go on with, and the line again below it."""
        assert self.readline is not None, "somebody asks"
        shown = [*self.completed.words, *self.completed.forms]
        listed = fill(
            "   ".join(word.replace(" ", "\0") for word in shown),
            COLUMNS,
            initial_indent="  ",
            subsequent_indent="  ",
            break_long_words=False,
            break_on_hyphens=False,
        )
        line = prompt_of(self.table()) + self.readline.get_line_buffer()
        print("\n" + listed.replace("\0", " ") + "\n" + line, end="", flush=True)
