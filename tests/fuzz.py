"""Random command lines and files: what a hurried, careless or hostile person may type.

A case is made from a seed and a number, so that one that goes wrong can be made again:

    python bench/fuzz.py --seed 28 --first 1234 --cases 1
"""

from __future__ import annotations

import contextlib
import io
import json
import os
import random
import signal
import string
import sys
import time
import tomllib
from argparse import Action
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from pathlib import Path
from types import CodeType, FrameType
from typing import Any, NamedTuple

import pitboss
from pitboss.cli import main
from pitboss.cli.main import parser_of
from pitboss.games import KINDS
from pitboss.games.features import Feature
from pitboss.rulebook import Game, catalog
from pitboss.rulebook.files import CATALOG, ORDER

SEED = 28
LIMIT_SECONDS = 10
"""CPU time after which a case counts as hung."""
EXAMPLE = Path(__file__).parent.parent / "docs" / "examples" / "my.toml"
CANARY = "canary"
"""A file that a case would make if any of its texts were run."""

Dice = random.Random
Make = Callable[[Dice], str]


class Case(NamedTuple):
    """A command line, and the file that it may name."""

    words: list[str]
    file: bytes


class Ran(NamedTuple):
    """What came of a case: its exit code, what it said, how long it took, and what is wrong."""

    case: Case
    code: int
    output: str
    said: str
    seconds: float
    fault: str


# --- words ---

RUN = f"__import__('os').system('touch {CANARY}')"
ODD = ("\x00", "\x1b[2J", "\n", "\u0665", "\uff15", "\u00bd", "\udcff", "\u202e", "é", "\U0001f0a1")
NUMBERS = (
    *("0", "1", "-1", "5", "8", "20", "21", "1000000", "9" * 60, "1_000", "1,000", "0x10", "1e3"),
    *("09", "+5", "-0", "NaN", "inf", "\u0665", "1/2", "1/0", "2.5", " 5 "),
)
MONEY = ("5", "5.00", "$5", ".25", "$1,000.50", "5.001", "-5", "$", "$\u0665", "PHP 5", "1e3")
RATES = ("5%", "0%", "4.5%", "101%", "-1%", "5.12345%", "%", "\u0665%", "5", "15%+3%")
PAYS = ("5", "5", "3/2", "30 for 1", "$5", "100%", "?", "-", "push", "loss", "1/0", "\u0665")
CARDS = ("7s8h3d", "KhQd7c", "10h9d", "Kd Kd", "7s", "7s8h3d2c", "Zz9h", "\u0665h9d", "7,7", "9s")
DICE = ("333", "126", "1 2 6", "777", "12", "\u0661\u0662\u0663", "666")
ROLLS = ("7,4,4,11,6,7", "6,6,7", "4", "13", "7 7", "2," * 200, "\u0665,\u0666", "6,7,6")
SHOES = ("8 decks", "1 deck - AsAh", "8 decks - 9h 9h Kd", "0 decks", "\u0668 decks", "decks - 9h")
OUTCOMES: dict[str, tuple[tuple[str, ...], ...]] = {
    "baccarat": (
        ("--player", "7s8h3d", "--banker", "KhQd7c"),
        ("--player", "9s9h", "--banker", "7h7d"),
        ("--player", "4c4d", "--banker", "4h4s"),
    ),
    "three-dice": (
        ("--player", "333", "--banker", "126"),
        ("--player", "1 2 6", "--banker", "666"),
    ),
    "craps": (("--rolls", "7,4,4,11,6,7"), ("--rolls", "6,6,8"), ("--rolls", "2,3,12,4,7")),
}
"""What can happen, as ``settle`` is told it."""
PLACES = ("player", "banker", "3", "8", "\u0665", "seat", "")
PATHS = ("/dev/zero", "/dev/null", "/", ".", "missing.toml", "a\nb.toml", "fifo", "x\x00.toml")


def junk(dice: Dice) -> str:
    """Return a word that nobody expects."""
    letters = "".join(dice.choices(string.printable, k=dice.choice((0, 1, 3, 20))))
    return dice.choice(
        (letters, letters + dice.choice(ODD), RUN, "-", "--", "--no-such", "x" * 5000)
    )


@cache
def names() -> tuple[str, ...]:
    """Return every name of the catalog: games, wagers, tables, readings."""
    found = dict.fromkeys(ORDER)
    for game in catalog():
        for wager in game.wagers.values():
            found |= dict.fromkeys((wager.id, wager.path, *wager.tables, *wager.events))
            found |= dict.fromkeys(name for one in wager.tables for name in wager.readings(one))
    return tuple(found)


def name(dice: Dice) -> str:
    """Return a name of the catalog, now and then misspelt."""
    word = dice.choice(names())
    at = dice.randrange(len(word))
    return word if dice.random() < 0.9 else word[:at] + dice.choice("-x@\u0665 ") + word[at + 1 :]


def fair_bet(dice: Dice, game: Game) -> str:
    """Return a bet that the game offers."""
    wager = dice.choice(tuple(game.wagers.values()))
    table = dice.choice(wager.tables)
    place = dice.choice(wager.places(table))
    at = f":{place}" if place is not None else ""
    return f"{wager.id}{at}{dice.choice(('', f'@{table}'))}={dice.choice(('1', '5', '$20', '.50'))}"


def bet(dice: Dice) -> str:
    """Return a bet, with or without a position, a hand and a table."""
    position = dice.choice(("", "", "", "3/", "\u0665/", "99/"))
    spot = dice.choice(("", "", ":" + dice.choice(PLACES), "@" + name(dice)))
    return f"{position}{name(dice).rpartition('/')[2]}{spot}={dice.choice(MONEY)}"


def sentence(dice: Dice, features: Sequence[Feature] = (), depth: int = 3) -> str:
    """Return a sentence of the grammar, of these features or of some kind of game's."""
    features = features or tuple(KINDS[dice.choice(tuple(KINDS))].features.values())
    if depth and dice.random() < 0.6:
        parts = [sentence(dice, features, depth - 1) for _ in range(dice.choice((1, 2, 2, 3)))]
        joined = dice.choice((" and ", " or ")).join(parts)
        return dice.choice((joined, f"({joined})", f"not ({joined})"))
    feature = dice.choice(features)
    word = feature.name
    if feature.takes:
        word += f"({dice.randint(feature.takes.low, feature.takes.high)})"
    if feature.type == "flag" and dice.random() < 0.98:
        return word
    number = dice.randint(feature.low, min(feature.high, 13))
    sign = dice.choice(("==", "!=", "<", "<=", ">", ">="))
    return dice.choice((f"{word} {sign} {number}", f"{word} in ({number}, {feature.low})"))


def broken_sentence(dice: Dice) -> str:
    """Return a sentence with something in it that does not belong there."""
    words = sentence(dice).split(" ")
    scraps = ("9and", "0x1", "is", "lambda", "(", ")", "==", "tie", "not " * 50, ",", RUN, *ODD)
    for _ in range(dice.choice((0, 1, 1, 3))):
        words.insert(dice.randrange(len(words) + 1), dice.choice(scraps))
    return " ".join(words)


POOLS: dict[str, Make | tuple[str, ...]] = {
    **dict.fromkeys(("stake", "meter", "unit", "seed", "round_vigorish"), MONEY),
    **dict.fromkeys(("minimum", "maximum", "aggregate"), MONEY),
    **dict.fromkeys(("vigorish", "increment", "solve"), RATES),
    **dict.fromkeys(("decks", "players", "position"), NUMBERS),
    **dict.fromkeys(("target", "game", "table", "reading", "wager", "games"), name),
    **dict.fromkeys(("bet", "toke", "combine"), bet),
    "pays": PAYS,
    "player": (*CARDS, *DICE),
    "banker": (*CARDS, *DICE),
    **dict.fromkeys(("rolls", "outcome"), ROLLS),
    "shoe": SHOES,
    "on": PLACES,
    "event": broken_sentence,
    "kind": tuple(KINDS),
}
"""What usually follows an option or stands for an argument, by its name."""
EVERYTHING: tuple[Make | tuple[str, ...], ...] = (*POOLS.values(), PATHS, junk)


def value(dice: Dice, action: Action) -> str:
    """Return something to write for an argument: mostly of the right sort, sometimes of any."""
    if action.choices and dice.random() < 0.9:
        return str(dice.choice([one for one in action.choices if one != "pdf"]))
    pool = POOLS.get(action.dest, junk)
    pool = dice.choice(EVERYTHING) if dice.random() < 0.1 else pool
    return pool(dice) if callable(pool) else dice.choice(pool)


# --- command lines ---

COMMANDS = ("games", "show", "settle", "check", "audit", "features")
PRICED = ("baccarat", "three-dice")
"""Kinds whose sentences are priced; a shooter's counters multiply without a bound."""
MOST_PRICED = 6
"""Features of a sentence that is priced at once."""
LEFT_OUT = ("help", "output", "file", "files", "by")
"""Written to no file; files are a case's own; a table of ten shoes takes ten times as long."""


def options(dice: Dice, command: str) -> Iterator[str]:
    """Yield some of a command's options, whichever it has by now, in any order."""
    actions = [one for one in parser_of(command)._actions if one.dest not in LEFT_OUT]
    most = min(dice.choice((0, 1, 1, 4)), len(actions))
    for action in dice.sample(actions, dice.randint(0, most)):
        if not action.option_strings:
            continue
        yield dice.choice(action.option_strings)
        if action.nargs != 0:
            yield value(dice, action)


def arguments(dice: Dice, command: str) -> list[str]:
    """Return a line for a command of these."""
    actions = [one for one in parser_of(command)._actions if one.dest not in LEFT_OUT]
    words = [value(dice, one) for one in actions if not one.option_strings and dice.random() < 0.95]
    if command == "settle":
        game = catalog().game(dice.choice(ORDER))
        kind = game.kind if dice.random() < 0.95 else dice.choice(tuple(OUTCOMES))
        words = [game.id, *dice.choice(OUTCOMES[kind])]
        for _ in range(dice.randint(1, 4)):
            words += ["--bet", fair_bet(dice, game) if dice.random() < 0.9 else bet(dice)]
    if command == "show" and dice.random() < 0.8:
        words = [dice.choice([one for one in names() if "/" in one or one in ORDER])]
    if command == "audit":  # the whole catalog is priced by the audit's own tests
        words = [dice.choice(("high-roller", "dragon-bonus", "roll-the-line", junk(dice)))]
    words += options(dice, command)
    if dice.random() < 0.05:
        words.insert(dice.randrange(len(words) + 1), junk(dice))
    return [command, *words]


def priced(dice: Dice, kind: str) -> list[Feature]:
    """Return a few features of a kind."""
    return dice.sample(list(KINDS[kind].features.values()), MOST_PRICED)


def odds(dice: Dice) -> list[str]:
    """Return a line that prices a wager, or a sentence of a few features."""
    words = [dice.choice([one for one in names() if "/" in one])]
    if dice.random() < 0.5:
        words = ["--game", "baccarat", "--event", sentence(dice, priced(dice, "baccarat"))]
        words += ["--pays", dice.choice(PAYS)]
    return ["odds", *words, *options(dice, "odds")]


# --- files ---


@cache
def sources() -> tuple[str, ...]:
    """Return the texts of the catalog's files and of the example, the short ones more often."""
    texts = [path.read_text("utf-8") for path in (*sorted(Path(CATALOG).glob("*.toml")), EXAMPLE)]
    return tuple(text for text in texts for _ in range(max(1, 8_000 // len(text))))


OWN = """name = "House"
kind = "{kind}"
cite = "house rules"
[events]
{events}
[wagers.own]
name = "Own"
cite = "page 2"
on = ["player", "banker"]
tables = ["t1", "t2"]
pays = [["First", {first}, {pay}, 5], ["Second", {second}, 1, "push"]]
"""


def own_game(dice: Dice, kind: str, features: Sequence[Feature]) -> str:
    """Return a small game with events that stand on each other, now and then in a circle."""
    events = {"e0": sentence(dice, features)}
    for at in range(1, dice.choice((2, 5, 30))):
        below = dice.choice((at - 1, dice.randrange(at)))
        below = at + dice.randint(0, 1) if dice.random() < 0.01 else below
        other = dice.choice((sentence(dice, features, 1), f"e{below}"))
        sign, no = dice.choice(("and", "or")), dice.choice(("", "not "))
        events[f"e{at}"] = f"e{below} {sign} {no}({other})"
    rows = [dice.choice((*events, sentence(dice, features))) for _ in range(2)]
    if dice.random() < 0.2:
        rows[0] = broken_sentence(dice)
    return OWN.format(
        kind=kind,
        events="\n".join(f"{key} = {json.dumps(text)}" for key, text in events.items()),
        first=json.dumps(rows[0]),
        second=json.dumps(rows[1]),
        pay=json.dumps(dice.choice((1, 1, 1, -1, "3/2", "?", "-", "$5", "100%", 10**9, RUN))),
    )


def own_case(dice: Dice) -> Case:
    """Return a command about a small game, whose file may have slips of the pen."""
    kind = dice.choice(tuple(OUTCOMES))
    command = dice.choice(("check", "settle", "settle", "show", "games", "odds"))
    features = tuple(KINDS[kind].features.values())
    if command == "odds":
        kind = dice.choice(PRICED)
        features = tuple(priced(dice, kind))
    text = own_game(dice, kind, features)
    if dice.random() < 0.4:
        text = with_slips(dice, text)
    words = {
        "check": ["mine.toml"],
        "settle": ["mine", *dice.choice(OUTCOMES[kind]), "--bet", "own:player=5"],
        "show": ["mine", "--format", dice.choice(("table", "json"))],
        "games": [],
        "odds": ["mine/own", *options(dice, "odds")],
    }
    return Case(
        [command, *words[command], *(["--file", "mine.toml"] if command != "check" else [])],
        encoded(text),
    )


JUNK: tuple[object, ...] = (
    *(0, -1, 5, True, 1.5, 10**30, "", "x", "a\nb", "-", "?", "push", "100%", "$0", "PHP 5", "5%"),
    *("1/0", "tie", "default", "seat", "hs", [], [[]], [1], ["x"], ["1", "1"], [{}], {}, {"a": 1}),
    *({"pays": 1.5}, {"pays": "-"}, {"x": {}}, {"x": []}, [["x", "tie", 1]], [["x", "tie", 1, 2]]),
)


def places(data: Any) -> Iterator[tuple[Any, Any]]:
    """Yield every place of a file where something stands, as what holds it and the key."""
    for key in list(data) if isinstance(data, dict) else range(len(data)):
        yield data, key
        if isinstance(data[key], dict | list):
            yield from places(data[key])


def toml(data: object) -> str:
    """Write a value as TOML does within a line."""
    if isinstance(data, dict):
        return f"{{{', '.join(f'{json.dumps(key)} = {toml(one)}' for key, one in data.items())}}}"
    return f"[{', '.join(map(toml, data))}]" if isinstance(data, list) else json.dumps(data)


def with_junk(dice: Dice, text: str) -> str:
    """Put junk, or a sentence, in some place of a file."""
    data = tomllib.loads(text)
    holder, key = dice.choice(list(places(data)))
    holder[key] = broken_sentence(dice) if isinstance(holder[key], str) else dice.choice(JUNK)
    return "".join(f"{json.dumps(key)} = {toml(one)}\n" for key, one in data.items())


def with_slips(dice: Dice, text: str) -> str:
    """Drop, double, exchange or insert a few pieces of a text."""
    for _ in range(dice.choice((1, 1, 2, 5))):
        start = dice.randrange(len(text) + 1)
        piece = text[start : start + dice.choice((1, 1, 5, 80))]
        new = dice.choice(("", piece * 2, dice.choice(ODD), dice.choice('[]{}"=.,#\n'), junk(dice)))
        text = text[:start] + new + text[start + len(piece) :]
    return text


MONSTERS: tuple[Callable[[int], str], ...] = (
    lambda size: f"a{'.a' * size} = 1",
    lambda size: f"a = {'[' * size}{']' * size}",
    lambda size: f"a = {'{a = ' * size}1{'}' * size}",
    lambda size: f'"{"k" * size}" = "{"v" * size}"',
    lambda size: f"a = {'9' * size}",
    lambda size: "".join(f"[wagers.w{at}]\n" for at in range(size)),
    lambda size: "".join(f"[[games.g{at}]]\n" for at in range(size)),
    lambda size: '"' * size,
    lambda size: "\0" * size,
    lambda size: OWN.format(
        kind="baccarat",
        events='e0 = "tie"\n'
        + "".join(f'e{at} = "e{at - 1} or not e{at - 1}"\n' for at in range(1, size % 900 + 1)),
        first=f'"e{size % 900}"',
        second=json.dumps(" or ".join(["tie"] * (size % 900))),
        pay="1",
    ),
)


def content(dice: Dice) -> bytes:
    """Return the bytes of a file: the catalog's with mistakes in it, or one without end."""
    if dice.random() < 0.15:
        return encoded(dice.choice(MONSTERS)(int(10 ** dice.uniform(0, 5.3))))
    written = encoded(dice.choice((with_junk, with_slips))(dice, dice.choice(sources())))
    return written[: dice.randrange(len(written) + 1)] if dice.random() < 0.05 else written


def encoded(text: str) -> bytes:
    """Return the bytes of a text, those that are no UTF-8 too."""
    return text.encode("utf-8", "surrogateescape")


def make(seed: int, number: int) -> Case:
    """Make a case."""
    dice = Dice(f"{seed}/{number}")
    chance = dice.random()
    if chance < 0.25:
        return own_case(dice)
    if chance < 0.4:
        command = dice.choice(("check", "check", "check", "settle", "show", "games"))
        words = ["check"] if command == "check" else [*arguments(dice, command), "--file"]
        return Case([*words, "mine.toml"], content(dice))
    if chance < 0.42:
        return Case(["check", dice.choice(PATHS)], b"")
    if chance < 0.47:
        return Case(odds(dice), b"")
    if chance < 0.49:
        return Case([junk(dice) for _ in range(dice.randint(0, 3))], b"")
    weights = (1, 30, 50, 0, 0.3, 1)
    return Case(arguments(dice, dice.choices(COMMANDS, weights)[0]), b"")


# --- running ---


class Hung(BaseException):
    """A case took more CPU time than any may."""


def _hung(_number: int, _frame: FrameType | None) -> None:
    raise Hung


def run(case: Case) -> Ran:
    """Run a case in the working directory, with a guard of CPU time around it."""
    Path("mine.toml").write_bytes(case.file)
    output = io.TextIOWrapper(io.BytesIO(), "utf-8", newline="\n")
    said = io.TextIOWrapper(io.BytesIO(), "utf-8", "backslashreplace", newline="\n")
    before = signal.signal(signal.SIGPROF, _hung)
    started, code, fault = time.process_time(), -1, ""
    signal.setitimer(signal.ITIMER_PROF, LIMIT_SECONDS)
    try:
        with contextlib.redirect_stdout(output), contextlib.redirect_stderr(said):
            code = main(case.words)
    except SystemExit as stop:
        code = int(stop.code or 0)
    except Hung:
        fault = f"hung: more than {LIMIT_SECONDS} s of CPU time"
    except BaseException as error:  # whatever it is, it would have been a traceback
        fault = f"{type(error).__name__}: {error}"
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)
    seconds = time.process_time() - started
    done = Ran(case, code, _text(output), _text(said), seconds, fault)
    return done._replace(fault=fault or "; ".join(_faults(done)))


def _text(stream: io.TextIOWrapper) -> str:
    with contextlib.suppress(UnicodeEncodeError):  # a fault already: main flushes what it prints
        stream.flush()
    buffer = stream.buffer
    assert isinstance(buffer, io.BytesIO)
    return buffer.getvalue().decode()


def _faults(done: Ran) -> Iterator[str]:
    """Yield what an answer lacks."""
    lines = done.said.splitlines()
    if done.code not in (0, 1, 2):
        yield f"exit code {done.code}"
    if done.code == 2 and not lines:
        yield "refused without a word"
    if not all(line.startswith("pitboss") for line in lines):
        yield "a line of the refusal does not begin with the command"
    if len(lines) > 1 and not {"settle", "check"} & set(done.case.words):
        yield "the refusal is longer than a line"
    if any(len(line) > 3_000 for line in lines):
        yield "a line without end"
    if "Traceback" in done.output + done.said:
        yield "a traceback"
    if os.path.exists(CANARY):
        yield "a text of the case was run"


RUNS = ("os.system", "os.exec", "os.posix_spawn", "os.fork", "subprocess.Popen", "socket.connect")
watched: list[str] = []
"""What ran that should not have, since the hook was set."""


def watch() -> None:
    """Have Python itself report whatever we run: it may be compiled sentences, nothing else.

    Libraries make classes and kernels by running code of their own.
    """
    ours = (str(Path(pitboss.__file__).parent), str(Path(__file__).parent))

    def hook(event: str, details: tuple[object, ...]) -> None:
        if event in RUNS:
            watched.append(f"{event} {details}")
        elif event == "exec" and isinstance(details[0], CodeType):
            file, caller = details[0].co_filename, sys._getframe(1).f_code.co_filename
            if file != "<sentence>" and caller.startswith(ours):
                watched.append(f"exec of {file}")

    sys.addaudithook(hook)


def described(done: Ran) -> str:
    """Return a case in a line, as short as a terminal needs it."""
    line = " ".join(done.case.words)
    shown = "".join(one if one.isprintable() else "?" for one in line)[:90]
    return f"{done.seconds:7.3f} s  pitboss {shown}  ({len(done.case.file):,} bytes of file)"
