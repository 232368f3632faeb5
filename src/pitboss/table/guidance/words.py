"""What the dealer says now: the announcements of 30-2812 to 30-2815, and the calls at craps."""

from __future__ import annotations

from collections.abc import Collection

from pitboss.games import Coup
from pitboss.games.baccarat import NATURAL, Side, total_of
from pitboss.games.craps import SEVEN
from pitboss.table.commands import CallNoMoreBets, PlaceBet
from pitboss.table.due import FIRST_FOUR, card_due, finished_coup, seen_cards, two_card_totals
from pitboss.table.guidance.steps import HANDS
from pitboss.table.rules.dice import point_of
from pitboss.table.rules.paying import words_of
from pitboss.table.state import Table


def words_now(table: Table, due: Collection[type]) -> str:
    """Return what the dealer says now, given which kinds of command are due; empty if nothing."""
    if table.opened is None or not table.open:
        return ""
    if table.round.stage == "betting":
        return " ".join(_before_the_deal(table, due))
    if table.setup.kind == "craps":
        return call_of(table.round.rolls)
    if table.round.throw is not None:
        return words_of(table, table.round.throw) if table.round.stage == "drawing" else ""
    if table.round.stage == "dealing":
        return _point_count(table)
    return " ".join(_third_cards(table)) if table.round.stage == "drawing" else ""


def _before_the_deal(table: Table, due: Collection[type]) -> list[str]:
    """Return the announcements that open and close the betting."""
    round, shoe, kind = table.round, table.shoe, table.setup.kind
    ready = shoe.stage == "in play" if kind == "baccarat" else True
    if not ready or (kind == "craps" and round.shooter is None):
        return []
    said: list[str] = []
    if kind == "craps":
        said.append("New shooter, coming out.")
    if shoe.last_hand:
        said.append("Last hand.")
    if round.free or shoe.carried_free:
        said.append("Free hand.")
    if CallNoMoreBets in due:
        said.append("No more bets.")
    elif PlaceBet in due and not round.bets:
        said.append("Place your bets.")
    return said


def call_of(rolls: tuple[int, ...]) -> str:
    """Return how a roll is called.

    >>> call_of((6,)), call_of((6, 9)), call_of((6, 6)), call_of((6, 7))
    ('The point is 6.', '9. The point is 6.', '6. Point made, coming out.', 'Seven out.')
    >>> call_of((7,)), call_of(())
    ('7. Coming out.', '')
    """
    if not rolls:
        return ""
    before, point, total = point_of(rolls[:-1]), point_of(rolls), rolls[-1]
    if before is None:
        return f"{total}. Coming out." if point is None else f"The point is {point}."
    if point is not None:
        return f"{total}. The point is {point}."
    return "Seven out." if total == SEVEN else f"{total}. Point made, coming out."


def _point_count(table: Table) -> str:
    """Return the point count that is announced next; the last hand may have come just now."""
    round, shoe = table.round, table.shoe
    if round.cards < FIRST_FOUR:
        first = round.cards == 1 and shoe.cards + 1 == shoe.cut_after
        return "Last hand." if first and shoe.last_hand else ""
    hand: Side = "banker" if "player" in round.called else "player"
    cards = seen_cards(round.hand(hand))
    return f"{HANDS[hand]} has {total_of(cards)}." if len(cards) == 2 else ""


def _third_cards(table: Table) -> list[str]:
    """Return who draws or stands by 30-2814; and the result, once every hand is complete."""
    round, totals = table.round, two_card_totals(table.round)
    due, coup = card_due(round), finished_coup(round)
    if totals is None or (due is None and coup is None):
        return []
    said: list[str] = []
    natural = max((total for total in totals if total in NATURAL), default=None)
    if natural is not None:
        said.append(f"Natural {natural}.")
    else:
        said += _drawing_words(table, due, *totals)
    return [*said, words_of(table, coup)] if isinstance(coup, Coup) else said


def _drawing_words(table: Table, due: Side | None, player_two: int, banker_two: int) -> list[str]:
    round = table.round
    if due == "player":
        return ["Player draws."]
    said: list[str] = []
    if len(round.player) == 2 and len(round.banker) == 2:
        said.append(f"Player stands on {player_two}.")
    if due == "banker":
        said.append("Banker draws.")
    elif len(round.banker) == 2:
        said.append(f"Banker stands on {banker_two}.")
    return said
