"""The hands on the felt: cards or dice, points, and the third-card rule that applies."""

from __future__ import annotations

from typing import NamedTuple

from pitboss.games import ShooterHand
from pitboss.games.baccarat import BANKER_DRAWS, NATURAL, PLAYER_DRAWS, PLAYER_STOOD, Side, total_of
from pitboss.games.craps import POINTS, SEVEN, TOTALS, Ending
from pitboss.table.due import SIDES, card_due, face_down, seen_cards, two_card_totals
from pitboss.table.state import RoundState, Table
from pitboss.table.steps.craps import point_of
from pitboss.table.steps.squeezing import entitled
from pitboss.web.words import words

WORDS: dict[str, str] = words["dealer"]["hands"]
TWO, DICE = 2, 3


class Laid(NamedTuple):
    """A place in a hand: a card, a back, a die, or an empty place."""

    card: str | None
    """A card as a line writes it; None for a back."""
    look: str = ""
    """``third``, ``new`` and ``due``, as far as they apply."""
    empty: bool = False


class Hand(NamedTuple):
    """One of the two hands."""

    side: Side
    cards: tuple[Laid, ...]
    dice: tuple[int, ...] = ()
    total: str = ""
    rule: str = ""
    cite: str = ""
    holder: str = ""
    """Who has the cards or the cup, or is handed them next."""
    now: bool = False
    """Whether they are handed over now."""


def hands(table: Table) -> list[Hand]:
    """Return both hands of a coup or a throw."""
    if table.setup.kind == "three-dice":
        return [_cup(table, side) for side in SIDES]
    return [_hand(table, side) for side in SIDES]


def _hand(table: Table, side: Side) -> Hand:
    round = table.round
    cards = round.hand(side)
    due, newest = card_due(round), _newest(round)
    laid = [
        Laid(None if card is None else str(card), _look(at, new=newest == (side, at), due=False))
        for at, card in enumerate(cards)
    ]
    while len(laid) < TWO or (due == side and len(laid) == len(cards)):
        is_due = due == side and len(laid) == len(cards)
        laid.append(Laid(None, _look(len(laid), new=False, due=is_due), empty=True))
    rule, cite = _rule(table, side)
    holder, now = _holder(table, side)
    seen = cards and None not in cards
    total = str(total_of(seen_cards(cards))) if seen else ""
    return Hand(side, tuple(laid), total=total, rule=rule, cite=cite, holder=holder, now=now)


def _look(at: int, *, new: bool, due: bool) -> str:
    marks = (("third", at >= TWO), ("new", new), ("due", due))
    return " ".join(mark for mark, holds in marks if holds)


def _newest(round: RoundState) -> tuple[Side, int] | None:
    """Return where the last card was laid, while cards come."""
    player, banker = len(round.player), len(round.banker)
    if round.stage not in ("dealing", "drawing") or not player:
        return None
    if banker > TWO or (player <= TWO and banker == player):
        return "banker", banker - 1
    return "player", player - 1


def _holder(table: Table, side: Side) -> tuple[str, bool]:
    """Return where cards lie that players turn: with whom, or where they wait."""
    round = table.round
    hidden = None in round.hand(side)
    if side in round.held:
        return WORDS["with"].format(position=round.handed[side]), True
    if not hidden or table.setup.style != "squeeze" or round.free:
        return "", False
    if side == "banker" and "player" not in round.called:
        return WORDS["under_the_shoe"], False
    opener = entitled(table, side) if round.cards >= 2 * TWO else None
    return ("", False) if opener is None else (WORDS["to"].format(position=opener), True)


# --- third cards ---


def _rule(table: Table, side: Side) -> tuple[str, str]:
    """Return the rule by which a hand draws or stands, with its paragraph (30-2814)."""
    round = table.round
    totals = two_card_totals(round)
    if totals is None:
        below = round.cards and face_down(table.setup.style, round.cards - 1)
        return (WORDS["face_down"] if below and None in round.hand(side) else ""), ""
    if round.stage == "dealing":
        return "", ""
    player, banker = totals
    if max(totals) in NATURAL:
        own = totals[SIDES.index(side)]
        return (WORDS["natural"].format(points=own) if own in NATURAL else WORDS["ends"]), (
            "30-2814(1)"
        )
    if side == "player":
        return _player_rule(round, player), "30-2814(2)"
    return _banker_rule(round, banker), "30-2814(3)"


def _player_rule(round: RoundState, points: int) -> str:
    third = round.player[TWO] if len(round.player) > TWO else None
    if third is not None:
        return WORDS["drew"].format(points=points, third=third.value)
    return WORDS["player_draws" if PLAYER_DRAWS[points] else "stands"].format(points=points)


def _banker_rule(round: RoundState, points: int) -> str:
    drew = len(round.player) > TWO
    third = round.player[TWO] if drew else None
    if drew and third is None:
        return WORDS["waits_for_third"]
    value = PLAYER_STOOD if third is None else third.value
    draws = BANKER_DRAWS[points][value]
    if not drew and card_due(round) == "player":
        return WORDS["after_player"]
    if third is None:
        return WORDS["banker_draws_alone" if draws else "stands"].format(points=points)
    on = _in_words([at for at in range(10) if BANKER_DRAWS[points][at]])
    done = len(round.banker) > TWO
    name = "banker_drew" if done else "banker_draws" if draws else "banker_stands"
    return WORDS[name].format(points=points, third=value, on=on or WORDS["never"])


def _in_words(values: list[int]) -> str:
    """Return third cards as one says them.

    >>> _in_words([4, 5, 6, 7]), _in_words([0, 1, 2, 3, 4, 5, 6, 7, 9]), _in_words([])
    ('4 to 7', '0 to 7, 9', '')
    """
    runs: list[list[int]] = []
    for value in values:
        if runs and runs[-1][-1] == value - 1:
            runs[-1].append(value)
        else:
            runs.append([value])
    return ", ".join(f"{run[0]} to {run[-1]}" if len(run) > 1 else str(run[0]) for run in runs)


# --- dice ---


def _cup(table: Table, side: Side) -> Hand:
    round = table.round
    throw = round.throw
    if throw is None:
        holder = WORDS["cup_with"].format(position=round.handed[side]) if side in round.held else ""
        rule = WORDS["under_the_cup"] if round.shaken else WORDS["not_shaken"]
        return Hand(side, (), rule=rule, holder=holder, now=bool(holder))
    dice = throw.player if side == "player" else throw.banker
    total = throw.player_total if side == "player" else throw.banker_total
    return Hand(side, (), tuple(dice), str(total))


class Shooting(NamedTuple):
    """A shooter's hand, as far as it has come."""

    shooter: int | None
    rolls: tuple[int, ...]
    point: int | None
    points: tuple[int, ...]
    counts: tuple[tuple[int, int], ...]
    """How often each total but the seven was rolled since the wagers last began."""
    points_made: int
    line_wins: int


def shooting(table: Table) -> Shooting:
    """Return what the shooter has rolled, and what of it still counts."""
    round = table.round
    endings = {opened.ends for opened in table.setup.spots.values()}
    ending: Ending = "any-seven" if "any-seven" in endings else "seven-out"
    counted = ShooterHand(round.rolls).until(ending)
    totals = [roll.total for roll in counted.rolls]
    counts = tuple((total, totals.count(total)) for total in TOTALS if total != SEVEN)
    return Shooting(
        round.shooter,
        round.rolls,
        point_of(round.rolls),
        POINTS,
        counts,
        counted.points_made,
        counted.line_wins,
    )
