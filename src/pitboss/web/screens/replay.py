"""A round of the record card by card: the felt, the bets and the money after each of its lines."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Literal, NamedTuple

from pitboss.house.clock import local_time
from pitboss.house.journal.steps import step_data
from pitboss.house.serving.trails import TrailLine
from pitboss.jackpot.hits import AwardReturned
from pitboss.jackpot.names import jackpot_name
from pitboss.table.floor.records import Floor
from pitboss.table.record.recorded import RoundOnRecord
from pitboss.table.record.replaying import Replayed
from pitboss.table.state import LaidBet, RoundState, SettledBet, Table
from pitboss.table.steps.craps import DiceRolled
from pitboss.table.steps.hits import HitNoted, JackpotHit, SharesPaid
from pitboss.web.screens.automatons import signed
from pitboss.web.screens.dealing.names import own_name
from pitboss.web.screens.journal import PATH, Terms
from pitboss.web.screens.seat_hands import Hand, Point, hands_of, point_of
from pitboss.web.words import words

WORDS = words["manager_journal"]
Came = tuple[str | int | None, ...]
"""Cards by their codes, None for one that nobody has seen; or dice."""
Where = Literal["layout", "collected", "paid", "returned", "back"]


class Frame(NamedTuple):
    """A line that a card, a cup or a roll came with."""

    step: int
    cards: Came
    dice: tuple[int, ...]
    title: str
    """Whose it is, or how the roll is called."""
    total: int | None
    time: str


class BetShown(NamedTuple):
    """A bet of the round, as far as it had come."""

    position: int
    name: str
    toke: bool
    stake_cents: int
    where: Where
    row: str | None
    pays: str | None
    cite: str | None
    net_cents: int | None
    """None while nobody knows, and where a meter pays: that is told by what moves."""
    from_meter: bool


class Felt(NamedTuple):
    """What lay on the felt after a line."""

    kind: str
    """Of the game; empty where the table was closed."""
    hands: tuple[Hand, ...]
    point: Point | None
    dice: tuple[int, ...]
    """The last roll of craps."""
    result: str | None
    stage: str
    next_round: int
    """The round that has begun with the line; 0 if none has."""


HitName = tuple[str, int]
"""A jackpot, and which of its hits."""


class BackedOut(NamedTuple):
    """That a hit of the round was backed out later: in which line, when, and by whom."""

    jackpot: str
    order: int
    line: int
    time: str
    who: str
    reason: str
    address: str


class Shown(NamedTuple):
    """A round at one of its lines."""

    table: str
    number: int
    shoe: int
    steps: tuple[dict[str, Any], ...]
    """Every line, as the API tells it."""
    at: int
    """Which one is looked at, from 1."""
    frames: tuple[Frame, ...]
    felt: Felt
    bets: tuple[BetShown, ...]
    result: str | None
    outcome: str
    ending: str
    house_cents: int
    undone: Mapping[int, tuple[BackedOut, ...]]
    """By the lines that tell of a hit, what was backed out of it later."""

    @property
    def step(self) -> dict[str, Any]:
        """The line that is looked at."""
        return self.steps[self.at - 1]

    @property
    def frame(self) -> int:
        """The line with the last card so far; 0 before the first."""
        return max((one.step for one in self.frames if one.step <= self.at), default=0)


def shown(
    table: str,
    round: RoundOnRecord,
    step: int,
    line: int,
    timezone: str,
    undone: Mapping[HitName, BackedOut],
) -> Shown:
    """Return a round at a step; without one, at a line of the record, or where it began.

    ``undone`` are those of its hits that were backed out.
    """
    lines = round.lines
    if not step:
        step = next((at for at, one in enumerate(lines, 1) if one.number == line), 1)
    at = min(step, len(lines))
    so_far = lines[:at]
    steps = tuple(step_data(one, timezone) for one in lines)
    return Shown(
        table,
        round.number,
        round.shoe,
        steps,
        at,
        tuple(_frames(lines, [str(one["time"])[11:] for one in steps])),
        _felt(round, so_far),
        tuple(_bets(round.number, so_far)),
        round.result,
        "" if round.outcome is None else str(round.outcome),
        round.ending,
        round.house_cents,
        {
            at: tuple(undone[hit] for hit in hits if hit in undone)
            for at, hits in hits_told(round).items()
        },
    )


# --- hits ---


def hits_told(round: RoundOnRecord) -> dict[int, list[HitName]]:
    """Return which lines of a round tell of hits, from 1, and of which.

    Who calls a hit does not know its order; the server notes it in a line that follows.
    """
    told: dict[int, list[HitName]] = {}
    called: dict[str, int] = {}
    for at, line in reversed([*enumerate(round.lines, 1)]):
        for fact in line.line.facts:
            if isinstance(fact, HitNoted) and fact.called:
                called[fact.jackpot] = fact.order
            if isinstance(fact, HitNoted | SharesPaid):
                told.setdefault(at, []).append((fact.jackpot, fact.order))
            if isinstance(fact, JackpotHit) and fact.jackpot in called:
                told.setdefault(at, []).append((fact.jackpot, called[fact.jackpot]))
    return told


def backed_out(hit: HitName, trail: Iterable[TrailLine], floor: Floor) -> BackedOut | None:
    """Return that a hit was backed out, from what its jackpot has on record of it."""
    jackpot, order = hit
    for line in trail:
        for fact in line.facts:
            if isinstance(fact, AwardReturned) and fact.order == order:
                time = local_time(line.at, floor.timezone)
                name, who = jackpot_name(jackpot), signed(line.who, floor)
                asked = Terms(f"link/{jackpot}", time, time, kind=type(fact).__name__)
                address = f"{PATH}?{asked.query}"
                when = time.replace("T", " ")
                return BackedOut(name, order, line.number, when, who, fact.reason, address)
    return None


# --- what came ---


def _frames(lines: Iterable[Replayed], times: Iterable[str]) -> Iterable[Frame]:
    for at, (line, time) in enumerate(zip(lines, times, strict=True), 1):
        before, after = line.before.round, line.after.round
        if line.line.refusal is not None or before.number != after.number:
            continue
        roll = _roll(line)
        if roll:
            yield Frame(at, (), roll, WORDS["roll"], sum(roll), time)
        elif after.throw is not None and before.throw is None:
            for hand in hands_of(line.after):
                dice = tuple(face for face in hand.dice if face is not None)
                yield Frame(at, (), dice, WORDS[hand.side], hand.total, time)
        else:
            yield from _cards(at, line, time)


def _cards(at: int, line: Replayed, time: str) -> Iterable[Frame]:
    """Yield the cards that came with a line, or were turned by it."""
    for hand in _hands(line.after):
        earlier = line.before.round.hand(hand.side)
        known = [None if card is None else str(card) for card in earlier]
        known += [""] * (len(hand.cards) - len(known))
        new = tuple(card for card, old in zip(hand.cards, known, strict=False) if card != old)
        if new and len(hand.cards) >= len(earlier):
            yield Frame(at, new, (), WORDS[hand.side], hand.total, time)


def _roll(line: Replayed) -> tuple[int, ...]:
    for fact in line.line.facts:
        if isinstance(fact, DiceRolled):
            return fact.first, fact.second
    return ()


def _hands(table: Table) -> tuple[Hand, ...]:
    return () if table.opened is None or table.setup.kind == "craps" else hands_of(table)


def _felt(round: RoundOnRecord, lines: tuple[Replayed, ...]) -> Felt:
    line = lines[-1]
    table, now = line.after, line.after.round
    next_round = now.number if now.number != round.number else 0
    if table.opened is None or not table.open:
        return Felt("", (), None, (), None, "closed", next_round)
    if table.setup.kind != "craps":
        hands = hands_of(table)
        return Felt(table.setup.kind, hands, None, (), now.result, now.stage, next_round)
    rolls = [roll for one in lines if (roll := _roll(one))]
    dice = rolls[-1] if rolls and now.rolls else ()
    return Felt("craps", (), point_of(now), dice, now.result, now.stage, next_round)


# --- bets ---


def _bets(number: int, lines: Iterable[Replayed]) -> Iterable[BetShown]:
    """Yield every bet that was laid so far, with what is known of it."""
    laid: dict[int, LaidBet] = {}
    settled: dict[int, SettledBet] = {}
    now = RoundState()
    for line in lines:
        for now in (line.before.round, line.after.round):
            if now.number == number:
                laid |= {bet.number: bet for bet in now.bets}
                settled |= now.settled
    table = next((line.after for line in lines if line.after.opened is not None), None)
    names = {} if table is None else _names(table)
    lies = {bet.number for bet in now.bets} if now.number == number else set()
    for order, (_, bet, _, _) in laid.items():
        known = now.settled.get(order) if order in lies else settled.get(order)
        meter = known is not None and known.meter_share is not None
        yield BetShown(
            bet.position,
            names.get((bet.wager, bet.on), bet.wager),
            bet.toke,
            bet.stake_cents,
            "layout" if order in lies else _where(known),
            None if known is None else known.row,
            None if known is None else known.pays,
            None if known is None else known.cite,
            None if known is None or meter else known.net_cents,
            meter,
        )


def _where(known: SettledBet | None) -> Where:
    """Return where a bet went that lies there no more."""
    if known is None:
        return "back"
    if known.loses:
        return "collected"
    return "paid" if known.wins else "returned"


def _names(table: Table) -> Mapping[tuple[str, object], str]:
    return {(wager, on): own_name(table, wager, on) for wager, on in table.setup.spots}
