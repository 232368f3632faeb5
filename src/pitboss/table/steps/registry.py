"""What a step of the procedure is made of, and where the topic modules of this package enter it.

A step is one command: what is asked, what decides it, the facts that come of it and what follows
from each, how a script writes it, what the record tells of it, what the dealer is ordered to do,
when the procedure proposes it, and arguments to try it with. All of that stands in one module; here
are the registries that the engine, scripts, record and guidance read.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import product
from typing import Any, NamedTuple, Protocol, TypeVar

from pitboss.refusals import Refusal
from pitboss.table.dealers import Dealer
from pitboss.table.due import SIDES
from pitboss.table.forms import Form, SetupForm
from pitboss.table.state import RoundState, Stage, Table
from pitboss.table.words import in_words


class Command(Protocol):
    """What somebody does at the table. Cards, dice, amounts and names come in with it."""

    def _asdict(self) -> dict[str, Any]: ...


class Fact(Protocol):
    """Something that happened, with all that the state needs of it."""

    def _asdict(self) -> dict[str, Any]: ...


class Order(NamedTuple):
    """An order to the dealer, and the paragraph that asks for it; empty for house procedure."""

    do: str
    cite: str


class StoryLine(NamedTuple):
    """A line of the story: who acts, and what is said or done."""

    who: str
    what: str


Decision = tuple[Fact, ...] | Refusal
Decider = Callable[[Table, Any], Decision]
Applier = Callable[[Any, Any], Any]
Teller = Callable[[Table, Any], Iterator[StoryLine]]
Orderer = Callable[[Table, Any], Order]
Proposal = Callable[[Table, Dealer], Command | None]
Trial = Callable[[Table], Iterator[Command]]
D = TypeVar("D", bound=Callable[..., Any])
R = TypeVar("R", bound=Fact)
"""A kind of command or fact, where a function must take the same one."""
Words = str | Callable[[Table, R], str]
"""A text that takes the fields of a command or fact, or a function of the table and of such."""


class Applied(NamedTuple):
    """What follows from a kind of fact."""

    apply: Applier
    """From the table, or from its round alone, to what it is afterwards."""
    round_alone: bool
    moves: bool
    """Whether it carries movements of money, which are posted with it."""
    final: bool
    """Whether it cannot be withdrawn: a card or die was shown."""


DECIDERS: dict[type[Command], tuple[Decider, str]] = {}
"""What decides each kind of command, and the kind of game that it belongs to, if not to all."""
COMMANDS: dict[str, type[Command]] = {}
"""Every kind of command by the name that the record calls it."""
SERVER: set[type[Command]] = set()
"""What only the server tells a table, of its jackpots."""
APPLIERS: dict[type[Fact], Applied] = {}
FACTS: dict[str, type[Fact]] = {}
"""Every kind of fact by the name that the record calls it."""
FORMS: list[Form] = []
FORMS_BY_VERB: dict[str, tuple[Form, ...]] = {}
"""Mostly one; ``hand`` begins a line of cards, and one of buttons."""
VERBS: dict[type[Command], str] = {}
"""The verb of each kind of command: its leading words, without arguments."""
TELLERS: dict[type[Fact], Teller] = {}
ORDERERS: dict[type[Command], Orderer] = {}
PROPOSALS: dict[tuple[str, Stage], list[Proposal]] = {}
"""What the procedure may want, by kind of game and stage of the round, in the order of asking."""
TRIALS: dict[type[Command], Trial] = {}
"""Commands to try at a table: if any of a kind may be given now, one of those yielded may."""

SUPERVISOR, SURVEILLANCE = "supervisor", "monitor room"
"""Who acts where a command is tried or dealt automatically."""
Suggestion = Iterable[object] | Callable[[Table], Iterable[object]]
SUGGESTED: dict[str, Suggestion] = {
    "position": lambda table: table.setup.position_numbers,
    "hand": SIDES,
    "to": SIDES,
    "cents": (1,),
    "supervisor": (SUPERVISOR,),
    "by": (SUPERVISOR,),
    "positions": lambda table: [(one,) for one in table.setup.position_numbers],
    "first": ("dealer",),
    "second": (SUPERVISOR,),
}
"""What fields of a name are tried with, unless a command says otherwise."""


def decides(
    kind: type,
    text: str = "",
    *,
    setup: SetupForm | None = None,
    game: str = "",
    server: bool = False,
) -> Callable[[D], D]:
    """Enter the function that answers a kind of command with facts or a refusal.

    ``text`` and ``setup`` are how a script writes the command, if ``written`` does not say it;
    ``game`` is the kind of game that the command belongs to, if not to all. What the ``server``
    tells a table nobody writes or tries, and a closed table hears it too.
    """

    def register(decider: D) -> D:
        if text:
            written(kind, text, setup=setup)
        DECIDERS[kind] = (decider, game)
        COMMANDS[kind.__name__] = kind
        if server:
            SERVER.add(kind)
        elif kind not in TRIALS:
            tried(kind)
        return decider

    return register


def applies(
    kind: type,
    who: str = "",
    what: Words[Any] = "",
    *,
    final: bool = False,
    round_alone: bool = False,
) -> Callable[[D], D]:
    """Enter the function that returns the table after a kind of fact, its money left aside.

    ``who`` and ``what`` are what the record tells of it, if ``told`` does not say it. A ``final``
    one showed a card or die: the command that led to it cannot be withdrawn.
    """

    def register(applier: D) -> D:
        moves = "movements" in kind.__annotations__
        APPLIERS[kind] = Applied(applier, round_alone, moves, final)
        FACTS[kind.__name__] = kind
        if who:
            told(kind, who, what)
        return applier

    return register


def changes_round(
    kind: type, who: str = "", what: str = "", *, final: bool = False
) -> Callable[[D], D]:
    """Enter the function that returns the round after a kind of fact which changes nothing else."""
    return applies(kind, who, what, final=final, round_alone=True)


def applied(kind: type[R], after: Callable[[Table, R], Table]) -> None:
    """Enter in one line what the table is after a kind of fact."""
    applies(kind)(after)


def round_changed(kind: type[R], after: Callable[[RoundState, R], RoundState]) -> None:
    """Enter in one line what the round is after a kind of fact which changes nothing else."""
    changes_round(kind)(after)


def happens(kind: type, who: str = "", what: str = "") -> None:
    """Enter a kind of fact from which nothing follows but its movements."""
    applies(kind, who, what)(lambda table, _: table)


def written(kind: type, text: str, *, setup: SetupForm | None = None, **fixed: object) -> None:
    """Enter how a script writes a kind of command.

    ``fixed`` is what its words say without an argument; ``setup`` is for commands that are read
    and written by the setup that the table has.
    """
    form = Form(kind, text, setup, fixed)
    FORMS.append(form)
    FORMS_BY_VERB[form.verb] = (*FORMS_BY_VERB.get(form.verb, ()), form)
    if not fixed:
        VERBS[kind] = form.verb


def told(kind: type[R], who: Words[R], what: Words[R]) -> None:
    """Enter what the record tells of a kind of fact, given the table before it."""

    def teller(before: Table, fact: R) -> Iterator[StoryLine]:
        yield StoryLine(_text(who, before, fact), _text(what, before, fact).rstrip())

    TELLERS[kind] = teller


def _text(words: Words[R], table: Table, record: R) -> str:
    if not isinstance(words, str):
        return words(table, record)
    fields = record._asdict() if "{" in words else {}
    return words.format(**{field: in_words(field, value) for field, value in fields.items()})


def tells(kind: type) -> Callable[[D], D]:
    """Enter the function that tells a kind of fact, given the table before it."""
    return _entered(TELLERS, kind)


def _entered(registry: dict[type[R], Any], kind: type) -> Callable[[D], D]:
    def register(function: D) -> D:
        registry[kind] = function
        return function

    return register


def ordered(kind: type[R], do: Words[R], cite: Words[R] = "") -> None:
    """Enter the order to the dealer that a kind of command is, and the paragraph that asks it."""
    ORDERERS[kind] = lambda table, command: Order(
        _text(do, table, command), _text(cite, table, command)
    )


def orders(kind: type) -> Callable[[D], D]:
    """Enter the function that turns a kind of command into an order to the dealer."""
    return _entered(ORDERERS, kind)


GAMES = ("baccarat", "three-dice", "craps")
"""The kinds of game that have a procedure at a live table."""


def proposes(*stages: Stage, game: str = "") -> Callable[[D], D]:
    """Enter a proposal: the command that the procedure wants at a stage, None if another one."""

    def register(proposal: D) -> D:
        for kind in (game,) if game else GAMES:
            for stage in stages:
                PROPOSALS.setdefault((kind, stage), []).append(proposal)
        return proposal

    return register


def tried(kind: type, **arguments: Suggestion) -> None:
    """Enter arguments to try a kind of command with, where its fields alone suggest none."""

    def trial(table: Table) -> Iterator[Command]:
        fields = kind.__annotations__
        usual = getattr(kind, "_field_defaults", {})
        suggested = {
            name: arguments.get(name) or SUGGESTED.get(name, ("a reason",))
            for name in fields
            if name in arguments or name not in usual
        }
        values = [find(table) if callable(find) else find for find in suggested.values()]
        for chosen in product(*values):
            yield kind(**dict(zip(suggested, chosen, strict=True)))

    TRIALS[kind] = trial


def tries(kind: type) -> Callable[[D], D]:
    """Enter a function that yields commands of a kind, with arguments that suit a table."""
    return _entered(TRIALS, kind)


def tell(before: Table, fact: Fact) -> Iterator[StoryLine]:
    """Yield what a fact tells, given the table before it."""
    return TELLERS[type(fact)](before, fact)
