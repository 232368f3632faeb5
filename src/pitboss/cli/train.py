"""``pitboss train``: Drill dealers: third cards, winners, pays, order, burns, irregularities."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator
from io import TextIOWrapper
from itertools import islice
from random import Random, SystemRandom
from textwrap import fill
from typing import NamedTuple

from pitboss.cli.asked import whole
from pitboss.cli.output import add_format, print_json, print_text
from pitboss.cli.streams import standard_input
from pitboss.refusals import one_line, unreadable
from pitboss.table.training import TOPICS, Question, drill, judge

GAME, QUESTIONS, MOST_QUESTIONS, SEEDS = "baccarat", 10, 1_000, 1_000_000
COLUMNS = 80
LONGEST_LINE = 10_000
INTERRUPTED = 130
QUIT = ("q", "quit", "exit")

EPILOG = """an empty line passes, q ends; a choice may be given by its letter or its first letters

examples:
  pitboss train
  pitboss train ez-baccarat --topic pay --questions 20
  pitboss train --topic third-card --topic burn --seed 7
  pitboss train --questions 3 --seed 7 --format json < answers.txt
"""


class Answered(NamedTuple):
    """A question, and what was said to it."""

    question: Question
    given: str | None = None
    """None if nothing was; empty if it was passed."""
    right: bool | None = None


class Drill:
    """Asks one question after the other, and keeps the score."""

    def __init__(self, questions: Iterator[Question], number: int, quiet: bool) -> None:
        self.left = islice(questions, number)
        self.number = number
        self.asked: list[Answered] = []
        self.quiet = quiet
        self.interrupted = False

    def run(self) -> None:
        """Ask until the end of the questions, of the answers, or an interruption."""
        try:
            for at, question in enumerate(self.left, 1):
                self.tell(f"\n{at}/{self.number}  {question.asks}", "bold")
                self.tell(_choices(question))
                given = self._given(question)
                right = None if given is None else bool(judge(question, given))
                self.asked.append(Answered(question, given, right))
                if given is None:
                    return
                self._verdict(self.asked[-1])
        except KeyboardInterrupt:
            self.interrupted = True

    def tell(self, text: str, style: str = "") -> None:
        """Print for people; JSON is alone on standard output."""
        wrapped = fill(text.lstrip("\n"), COLUMNS, subsequent_indent="      ")
        wrapped = "\n" * text.startswith("\n") + wrapped
        if not self.quiet:
            print_text(wrapped, style)
        elif sys.stdin.isatty():
            print(wrapped, file=sys.stderr)

    def _given(self, question: Question) -> str | None:
        """Return what is answered; a text that is no answer is asked for again."""
        while True:
            if not self.quiet:
                print("> ", end="", flush=True)
            line = _line()
            text = line.strip()
            if not self.quiet and not sys.stdin.isatty():
                print(one_line(text, COLUMNS - 2))
            if not line or text.casefold() in QUIT:
                return None
            if not text or judge(question, text) is not None:
                return text
            self.tell(f"That is no answer here; write {question.written}.", "yellow")

    def _verdict(self, one: Answered) -> None:
        question = one.question
        told = "Right." if one.right else f"Wrong: {question.answer}."
        self.tell(told, "bold green" if one.right else "bold red")
        self.tell(f"      {question.reason} [{question.citation}]")

    @property
    def answered(self) -> int:
        """How many were answered or passed."""
        return sum(one.given is not None for one in self.asked)

    @property
    def right(self) -> int:
        """How many were answered right."""
        return sum(one.right is True for one in self.asked)


def _line() -> str:
    """Return the next line of the answers, but of a long one no more than its beginning."""
    answers = standard_input()
    line = part = answers.readline(LONGEST_LINE)
    while len(part) == LONGEST_LINE and not part.endswith("\n"):
        part = answers.readline(LONGEST_LINE)
    return line


def _choices(question: Question) -> str:
    if question.choices:
        lettered = zip("abcdefgh", question.choices, strict=False)
        return "      " + "   ".join(f"{letter}) {choice}" for letter, choice in lettered)
    return f"      ({question.written})"


def add_arguments(parser: ArgumentParser) -> None:
    """Add what the command understands."""
    parser.epilog = EPILOG
    add = parser.add_argument
    add("game", nargs="?", metavar="GAME", default=GAME, help=f"{GAME} without it")
    add("--questions", type=whole, default=QUESTIONS, metavar="N", help=f"{QUESTIONS} without it")
    add(
        "--topic",
        action="append",
        default=[],
        choices=tuple(TOPICS),
        help="ask about this alone (may be repeated)",
    )
    add("--seed", type=whole, help="the same seed asks the same questions")
    add_format(parser)


def run(arguments: Namespace) -> int:
    """Ask, judge and print the score; return 0, or 130 if interrupted."""
    number = arguments.questions
    if not 1 <= number <= MOST_QUESTIONS:
        raise unreadable(
            "bad-questions",
            f"{number} questions cannot be asked",
            f"choose 1 to {MOST_QUESTIONS:,}",
        )
    seed = SystemRandom().randrange(SEEDS) if arguments.seed is None else arguments.seed
    answers = standard_input()
    if isinstance(answers, TextIOWrapper):
        answers.reconfigure(errors="replace")
    session = Drill(
        drill(arguments.game, arguments.topic, Random(seed)), number, arguments.format == "json"
    )
    session.run()
    if session.quiet:
        session.asked += map(Answered, session.left)
        print_json(_data(session, arguments.game, seed))
    else:
        _print_score(session, seed)
    return INTERRUPTED if session.interrupted else 0


def _print_score(session: Drill, seed: int) -> None:
    left = session.number - session.answered
    rest = f", {left} not answered" if left else ""
    print_text(f"\n{session.right} of {session.answered} right{rest}.", "bold")
    missed = dict.fromkeys(one.question.topic for one in session.asked if one.right is False)
    if missed:
        print(f"Ask again for: {', '.join(missed)}.")
    print(f"The same questions again: --seed {seed}")


def _data(session: Drill, game: str, seed: int) -> dict[str, object]:
    """Return the questions, the answers given and the right ones, for machines."""
    questions = [
        {**one.question._asdict(), "given": one.given, "right": one.right} for one in session.asked
    ]
    score = {"asked": session.number, "answered": session.answered, "right": session.right}
    return {"game": game, "seed": seed, "questions": questions, "score": score}
