"""A table as the floor shows it: how far its round is, what came last, what may be bet."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from markupsafe import Markup

from pitboss.games import Coup, Outcome, ShooterHand, Throw
from pitboss.house.serving.pit import Taken, taken_at
from pitboss.house.serving.views import history_shown
from pitboss.jackpot.names import jackpot_name as jackpot_name
from pitboss.refusals import Unreadable
from pitboss.rulebook.pays import Money
from pitboss.settle.bets import rule_for
from pitboss.table.floor.records import FloorTable
from pitboss.table.roads.roads import big_road
from pitboss.table.setups.setup import TableSetup
from pitboss.table.state import SensorLink, Table
from pitboss.table.steps.results import result_words
from pitboss.web import drawing
from pitboss.web.screens.posted import said_from
from pitboss.web.screens.sign import game_name
from pitboss.web.words import words

WORDS = words["floor"]
ROAD_COLUMNS = 24


class Stage(NamedTuple):
    """A stage of the round, and whether it is over or at hand."""

    name: str
    state: str
    """``done``, ``now`` or empty."""


class Hand(NamedTuple):
    """What lies on the table of one hand: cards by their codes, None for one that is unseen."""

    side: str
    cards: tuple[str | None, ...] = ()
    dice: tuple[int, ...] = ()


class Result(NamedTuple):
    """What came, or is coming, at a table."""

    words: str
    winner: str = ""
    """``P``, ``B`` or ``T``; empty before that is known."""
    hands: tuple[Hand, ...] = ()


class Note(NamedTuple):
    """What else is to be known of a table, with its sign."""

    icon: str
    text: str


class Tile(NamedTuple):
    """A table as the floor shows it."""

    id: str
    pit: str
    game: str
    name: str
    open: bool
    limits: str
    squeezed: bool
    """Whether players turn the cards."""
    stages: tuple[Stage, ...]
    road: Markup
    result: Result
    note: Note | None
    locked: bool
    """Whether the sensors are dark."""
    taken: Taken | None
    """Where takings are shown."""


def tile(entry: FloorTable, table: Table, *, takings: bool) -> Tile:
    """Return a table as the floor shows it, to staff with what it has taken."""
    setup = table.opened
    note = next(_notes(table), None)
    return Tile(
        id=entry.id,
        pit=entry.pit,
        game=entry.game,
        name=game_name(entry, setup),
        open=table.open,
        limits="" if setup is None or not table.open else limits_of(setup),
        squeezed=setup is not None and table.open and setup.squeezed,
        stages=_stages(table),
        road=_road(table),
        result=_result(table),
        note=note,
        locked=table.open and (table.panel.lost or bool(_locking(table))),
        taken=taken_at(table) if takings else None,
    )


# --- the round ---


def _stages(table: Table) -> tuple[Stage, ...]:
    if not table.open:
        return ()
    stages: dict[str, str] = WORDS["stages"][table.setup.kind]
    names, at = list(stages), table.round.stage
    now = names.index(at) if at in names else 0
    point = point_of(table)
    return tuple(
        Stage(
            WORDS["point"].format(point=point) if point and number == now else stages[name],
            "now" if number == now else "done" if number < now else "",
        )
        for number, name in enumerate(names)
    )


def point_of(table: Table) -> int | None:
    """Return the point of the shooter's hand; None at a come-out roll, and where there is none."""
    rolls = table.round.rolls
    if not rolls or table.round.stage == "clearing":
        return None
    counted = ShooterHand(rolls).until("seven-out")
    return None if counted.over or not counted.rolls else counted.rolls[-1].next_point


def _road(table: Table) -> Markup:
    """Return the road of the shoe; of dice the rolls of the hand, or the cups of the throw."""
    if not table.open or table.setup.kind == "baccarat":
        return drawing.big_road(big_road(history_shown(table)), ROAD_COLUMNS)
    if table.setup.kind == "craps":
        last = _last(table)
        rolls = table.round.rolls or (last.rolls if isinstance(last, ShooterHand) else ())
        return drawing.histogram(rolls)
    return Markup("")


def _result(table: Table) -> Result:
    """Return what lies on the table; while bets are taken, what came last."""
    if not table.open:
        return Result("")
    round = table.round
    outcome = round.outcome
    if round.player or round.banker:
        hands = _cards(round.player, round.banker)
        if isinstance(outcome, Coup) and round.result is not None:
            return Result(round.result, _letter(outcome), hands)
        return Result(WORDS["dealt"], "", hands)
    return _told(table, outcome or _last(table))


def _told(table: Table, outcome: Outcome | None) -> Result:
    if isinstance(outcome, ShooterHand):
        return Result(_rolled(table, outcome))
    if isinstance(outcome, Coup):
        hands = _cards(outcome.player, outcome.banker)
    elif isinstance(outcome, Throw):
        dice = (("P", outcome.player), ("B", outcome.banker))
        hands = tuple(Hand(side, dice=tuple(cup)) for side, cup in dice)
    else:
        return Result(WORDS["no_round"])
    return Result(result_words(table, outcome), _letter(outcome), hands)


def _rolled(table: Table, hand: ShooterHand) -> str:
    count, point = len(hand.rolls), point_of(table)
    if not table.round.rolls or hand.until("seven-out").over:
        return f"{WORDS['seven_out'].format(rolls=count)}"
    last = WORDS["rolled"].format(total=hand.rolls[-1], rolls=count)
    return f"{last} {WORDS['point_is'].format(point=point) if point else WORDS['come_out']}"


def _cards(player: Iterable[object], banker: Iterable[object]) -> tuple[Hand, ...]:
    sides = (("P", player), ("B", banker))
    return tuple(
        Hand(side, tuple(None if card is None else str(card) for card in cards))
        for side, cards in sides
    )


def _letter(outcome: Coup | Throw) -> str:
    return (outcome.winner or "tie")[0].upper()


def _last(table: Table) -> Outcome | None:
    """Return the outcome of the last round that was cleared, from how it was written down."""
    text = "" if table.last_round is None else table.last_round[2]
    player, _, banker = text.partition(" v ")
    if not text:
        return None
    try:
        if table.setup.kind == "baccarat":
            return Coup.parse(player, banker)
        if table.setup.kind == "three-dice":
            return Throw.parse(player, banker)
        return ShooterHand.parse(text)
    except (Unreadable, ValueError):
        return None


# --- what else is to be known ---


def _locking(table: Table) -> list[SensorLink]:
    """Return the jackpots whose pending hits keep the sensors dark."""
    shown = table.panel.shown
    return [
        link
        for link in table.panel.links
        if link.lock == "lock-all" and shown.get(link.jackpot) == "pending"
    ]


def _notes(table: Table) -> Iterator[Note]:
    """Yield what should be known of a table, the weightiest first."""
    if not table.open:
        return
    shoe, said = table.shoe, WORDS["notes"]
    if table.tray_closed:
        yield Note("info", said["opening_due" if table.waits_for_opening else "counted"])
    if table.panel.lost:
        yield Note("link-off", said["link_lost"])
    locking = [link.jackpot for link in _locking(table)]
    stops = any(link.base_game == "stops" for link in table.panel.links)
    for jackpot in locking:
        base_game = said["stops" if stops else "goes-on"]
        yield Note("lock", base_game.format(jackpot=jackpot_name(jackpot)))
    for jackpot, state in table.panel.shown.items():
        if state == "pending" and jackpot not in locking:
            yield Note("alert", said["pending"].format(jackpot=jackpot_name(jackpot)))
    if table.dispute is not None:
        yield Note("flag", said["dispute"].format(position=table.dispute))
    if table.round.free:
        yield Note("info", said["free"])
    if table.setup.kind == "baccarat" and shoe.stage != "in play":
        yield Note("shoe", said["preparing"])
    elif shoe.last_hand:
        yield Note("shoe", said["last_hand"])
    elif shoe.cut_card_out:
        yield Note("shoe", said["cut_card"].format(cards=shoe.cards))
    if table.announced is not None:
        yield Note("info", said_from(table, said["announced"]))


def limits_of(setup: TableSetup) -> str:
    """Return the posted limits in a line: of base wagers, and of the others where they differ."""
    base: list[tuple[int, int | None]] = []
    others: list[tuple[int, int | None]] = []
    for name, wager in setup.wagers.items():
        least = rule_for(name, setup.house.minimum_cents)
        if least is not None and wager.role != "progressive":
            group = base if wager.role == "base" else others
            group.append((least, rule_for(name, setup.house.maximum_cents)))
    told = [_range(group, setup.currency) for group in (base, others) if group]
    if base and others and told[0] != told[1]:
        return f"{WORDS['limits_both'].format(base=told[0], bonus=told[1])}"
    return told[0] if told else ""


def _range(limits: list[tuple[int, int | None]], currency: str) -> str:
    least = Money(min(low for low, _ in limits), currency)
    highs = [high for _, high in limits if high is not None]
    if len(highs) < len(limits):
        return str(WORDS["limits_from"].format(least=least))
    return str(WORDS["limits"].format(least=least, most=Money(max(highs), currency)))
