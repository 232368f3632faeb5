"""A live table in the terminal: a line is typed, and what follows is seen at once."""

from __future__ import annotations

import re
import signal
import sys
from argparse import Namespace
from collections.abc import Iterator
from contextlib import closing, contextmanager, nullcontext
from datetime import tzinfo

from pitboss.cli.asked_table import asked_table
from pitboss.cli.interactive_lines import LineReader, prompt_of
from pitboss.cli.interactive_views import (
    LISTED,
    tell_advice,
    tell_bets,
    tell_help,
    tell_history,
    tell_verb,
)
from pitboss.cli.journal_files import JournalFile
from pitboss.cli.library import rulebook_of
from pitboss.cli.output import print_text
from pitboss.cli.story import Story, tell_money, tell_roads, tell_summary
from pitboss.cli.wall_clock import WallClock
from pitboss.refusals import Refusal, Unreadable, unreadable
from pitboss.rulebook import Rulebook
from pitboss.table.engine import NEW, Answer, decide
from pitboss.table.language import line_of
from pitboss.table.record.journal import entries
from pitboss.table.record.recorder import DEALER_ACTS, Recorder
from pitboss.table.record.replaying import replay
from pitboss.table.scripts.expectations import Scene, missed
from pitboss.table.scripts.scenario import Played, ScriptLine, ScriptRun, joined, lines_of, single
from pitboss.table.state import Table
from pitboss.table.steps import OpenTable, StoryLine

INTERRUPTED = 130
QUIT = ("quit", "exit", "q")


def deal_live(arguments: Namespace) -> int:
    """Deal a table as it is typed; return 0, or 130 if piped lines are interrupted."""
    rulebook = rulebook_of(arguments)
    opening, zone = _opening(arguments, rulebook)
    run = ScriptRun(Recorder(), WallClock(zone), arguments.actor or DEALER_ACTS, rulebook)
    reader = LineReader(lambda: run.table)
    path = arguments.resume or arguments.journal
    file = JournalFile(path, resumed=bool(arguments.resume)) if path else None
    with nullcontext() if file is None else closing(file):
        session = Session(run, reader, file)
        if arguments.resume:
            session.resume()
        session.greet()
        if opening is not None:
            line = ScriptLine(session.next_number(), "open")
            session.give(run.give(line, single(opening)))
        return session.loop()


def _opening(arguments: Namespace, rulebook: Rulebook) -> tuple[OpenTable | None, tzinfo | None]:
    """Return the command that opens the table which is asked for, and its floor's time zone."""
    if not arguments.game and not arguments.table:
        return None, None
    setup, zone = asked_table(arguments, rulebook)
    opening = OpenTable(setup)
    answer = decide(NEW, opening)
    if isinstance(answer, Refusal):
        raise Unreadable(answer)
    return opening, zone if arguments.table else None


class NotRecorded(Unreadable):
    """A line could not be kept: the table must not go on."""


class Session:
    """A table, the lines typed at it, and the file that keeps them."""

    def __init__(self, run: ScriptRun, reader: LineReader, file: JournalFile | None) -> None:
        self.run = run
        self.reader = reader
        self.file = file
        self.story = Story()
        self.record: list[str] = []
        """The lines of the journal, with their line ends."""
        self.number = 0
        """Of the last line that was typed."""
        self.saved = ("", 0)
        """Where the journal was saved, and how many lines of it."""
        self.answer: Answer | None = None
        """What the last command led to."""

    def next_number(self) -> int:
        """Return the number of the line that is typed now: the id of its command."""
        self.number += 1
        return self.number

    def resume(self) -> None:
        """Verify the journal of the file, and go on after its last line."""
        assert self.file is not None, "a journal to go on with"
        self.record = self.file.lines()
        recorder = self.run.recorder
        recorder.restore(replay(entries(self.record), rulebook=self.run.rulebook))
        if not self.record[-1].endswith("\n"):
            self.file.append("\n")
            self.record[-1] += "\n"
        self.number = max(map(_number, recorder.lines))
        count = len(self.record)
        place = prompt_of(recorder.table).removesuffix("> ")
        print_text(f"{self.file.path} is sound: {_counted(count)}; it goes on at {place}")

    def greet(self) -> None:
        """Say how to go about it, to people."""
        if self.reader.terminal:
            print_text("? says what may happen now, Tab completes, help lists more.")
            if self.file is None:
                print_text("Nothing is kept in a file until you save FILE; --journal FILE does.")

    def loop(self) -> int:
        """Take lines until the end of them, and tell what the table came to."""
        interrupted = False
        with _interruptions(heard=False):
            while True:
                try:
                    with _interruptions(heard=True):
                        text = self.reader.line()
                except KeyboardInterrupt:
                    if self.reader.terminal:
                        print()
                        continue
                    interrupted, text = True, None
                except Unreadable as wrong:
                    self._unreadable(wrong)
                    continue
                if text is None or text.lower().strip() in QUIT:
                    break
                self.line(text)
                sys.stdout.flush()
        self._tell_end()
        return INTERRUPTED if interrupted else 0

    def line(self, text: str) -> None:
        """Do what a line asks for; whatever cannot be is told, and changes nothing."""
        number = self.next_number()
        typed = next(lines_of([text]), None)
        if typed is None:
            return
        try:
            if typed.text.startswith(">"):
                self._expect(typed.text[1:].strip())
            elif not self._shown(typed.text):
                self.answer = None
                self.give(self.run.line(ScriptLine(number, typed.text)))
        except NotRecorded:
            raise
        except Unreadable as wrong:
            self._unreadable(wrong)

    def give(self, steps: Iterator[Played]) -> None:
        """Take the steps of a line, each on record before the next, and tell them."""
        before, done, wrong = self.run.table, list[Played](), None
        while True:
            try:
                played = next(steps, None)
            except Unreadable as stopped:  # in the middle of a short cut
                played, wrong = None, stopped
            if played is None:
                break
            if played.record is not None:
                self._append(f"{played.record}\n")
            self._tell(before, played, alone=not done)
            before = played.table
            done.append(played)
        self.answer = joined(done) if done else None
        self.story.flush()
        if wrong is not None:
            raise wrong
        if not done:
            print_text("  nothing of that is left to do")

    def _tell(self, before: Table, played: Played, *, alone: bool) -> None:
        """Tell a step; of several, the one that is refused is named."""
        if isinstance(played.answer, Refusal) and not alone:
            self.story.add(StoryLine("refused", f"{line_of(played.command)}: {played.answer}"))
        else:
            self.story.tell(before, played.answer)

    def _append(self, line: str) -> None:
        """Keep a line; a file that cannot take it ends the table, which must not go on without."""
        if self.file is not None:
            try:
                self.file.append(line)
            except Unreadable as wrong:
                raise NotRecorded(wrong.refusal) from None
        self.record.append(line)

    def _unreadable(self, wrong: Unreadable) -> None:
        """Say what cannot be read; dozens of verbs are left to ``?``."""
        reason = wrong.refusal
        if reason.code == "unknown-command" and reason.remedy.startswith("known:"):
            reason = reason._replace(remedy=LISTED)
        self._say(StoryLine("unreadable", str(reason)))

    def _say(self, told: StoryLine) -> None:
        self.story.flush()
        self.story.add(told)
        self.story.flush()
        sys.stdout.flush()

    # --- words of the terminal ---

    def _shown(self, text: str) -> bool:
        """Show what a word asks for; False if it is no word of the terminal."""
        table = self.run.table
        word, _, rest = text.partition(" ")
        if text.startswith("?"):
            asked = text[1:].strip()
            if asked:
                tell_verb(table, asked)
            else:
                tell_advice(table)
        elif word.lower() == "save":
            self._save(rest)
        elif text.lower() == "help":
            tell_help()
        elif text.lower() == "history":
            tell_history(self.record, self.run.rulebook)
        elif text.lower() in ("roads", "money", "bets"):
            self._show_table(text.lower(), table)
        else:
            return False
        return True

    def _show_table(self, word: str, table: Table) -> None:
        if table.opened is None:
            print_text("  no table is open")
        elif word == "roads":
            tell_roads(table) if table.shoe.rounds else print_text("  no round was played")
        elif word == "money":
            tell_money(table) if table.accounts else print_text("  no money has moved")
        else:
            tell_bets(table)

    def _expect(self, text: str) -> None:
        """Say whether something is as expected."""
        other = missed(text, Scene(self.run.table, self.answer))
        told = (
            StoryLine("as expected", text)
            if other is None
            else StoryLine("missed", f'expected "{text}"; found {other}')
        )
        self._say(told)

    def _save(self, path: str) -> None:
        """Write the journal so far to a new file."""
        if not path:
            raise unreadable("no-file-named", "the journal needs a file", "write save FILE")
        with closing(JournalFile(path)) as file:
            file.append("".join(self.record))
        self.saved = (path, len(self.record))
        self._say(StoryLine("saved", f"{path}: {_counted(len(self.record))}"))

    def _tell_end(self) -> None:
        """Tell what the table came to, and where the record is."""
        tell_summary(self.run.table)
        if self.record:
            count = len(self.record)
            saved = self.saved[0] if self.saved[1] == count else ""
            path = self.file.path if self.file else saved
            place = f"on record in {path}" if path else "in no file"
            print_text(f"\n{_counted(count)}, {place}", "bold")
            print(f"  last hash  {self.run.recorder.journal.last}")


def _number(id: str) -> int:
    """Return the number of the line that an id was made from; 0 if it was made otherwise."""
    match = re.match(r"([0-9]{1,9})(?:\.|$)", id)
    return int(match[1]) if match else 0


def _counted(lines: int) -> str:
    return f"{lines:,} line{'' if lines == 1 else 's'}"


@contextmanager
def _interruptions(*, heard: bool) -> Iterator[None]:
    """Hear Ctrl-C while a line is typed, and not before what it led to is on record."""
    wanted = signal.default_int_handler if heard else signal.SIG_IGN
    before = signal.signal(signal.SIGINT, wanted)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
