"""Midi baccarat: who is handed which cards to turn (30-2817)."""

from __future__ import annotations

from pitboss.games.baccarat import Side
from pitboss.refusals import Refusal
from pitboss.table import commands as do
from pitboss.table import facts
from pitboss.table.due import FIRST_FOUR
from pitboss.table.handlers import Decision, applies, decides
from pitboss.table.rules.positions import not_seated
from pitboss.table.state import Table


def highest_bettors(table: Table, hand: Side) -> tuple[int, ...]:
    """Return the positions with the largest wager on a hand, the one nearest to the dealer first.

    Seats are numbered counterclockwise from the dealer's right, so nearest is the lowest number
    (30-2817(4)(e)). Tokes and bets over the shoulder give no right to the cards.
    """
    stakes: dict[int, int] = {}
    for one in table.round.bets:
        if one.bet.wager == hand and not one.behind and not one.bet.toke:
            stakes[one.bet.position] = stakes.get(one.bet.position, 0) + one.bet.stake_cents
    most = max(stakes.values(), default=0)
    return tuple(sorted(position for position, stake in stakes.items() if stake == most))


def opener_waits(table: Table, hand: Side) -> Refusal | None:
    """Refuse to let the dealer turn cards that a player is entitled to turn, or too early."""
    round = table.round
    if table.setup.style != "squeeze":
        return None
    if hand == "banker" and "player" not in round.called:
        return _banker_waits()
    if hand in round.held or round.free or not highest_bettors(table, hand):
        return None
    return Refusal(
        "cards-of-another-player",
        f"the cards of the {hand} are handed to the player with the largest bet on it",
        f"hand them to position {entitled(table, hand)}",
        "30-2817(4)",
    )


def _banker_waits() -> Refusal:
    return Refusal(
        "banker-waits",
        "the Banker's cards lie under the shoe until the Player's hand is called",
        "have the Player's hand turned and called first",
        "30-2817(4)",
    )


def entitled(table: Table, hand: Side) -> int:
    """Return the position that turns a hand: who turned it before, else the highest bettor."""
    return table.round.handed.get(hand) or highest_bettors(table, hand)[0]


@decides(do.HandOver)
def hand_over(table: Table, command: do.HandOver) -> Decision:
    """Hand cards that lie face down to the player who may turn them."""
    wrong = (
        _not_for_players(table, command.position)
        or _not_to_be_handed(table, command)
        or not_seated(table, command.position)
        or _not_the_opener(table, command)
    )
    return wrong or (facts.CardsHanded(command.hand, command.position, command.by),)


def _not_for_players(table: Table, position: int) -> Refusal | None:
    if table.round.free:
        return Refusal(
            "free-hand", "players handle no cards of a free hand", "turn them", "30-2802(7)"
        )
    if table.setup.style == "squeeze" or table.waives("cards-not-for-players", position):
        return None
    return Refusal(
        "cards-not-for-players",
        "players never touch the cards here",
        "let the dealer turn them",
        "30-2815(5)",
    )


def _not_to_be_handed(table: Table, command: do.HandOver) -> Refusal | None:
    round = table.round
    if round.cards < FIRST_FOUR or None not in round.hand(command.hand):
        return Refusal(
            "nothing-face-down",
            f"no cards of the {command.hand} wait to be turned",
            "deal the first four cards first" if round.cards < FIRST_FOUR else "go on",
            "30-2817(4)",
        )
    if command.hand in round.held:
        return Refusal(
            "cards-handed", f"a player holds the {command.hand}'s cards", "wait", "30-2817(4)"
        )
    if command.hand == "banker" and "player" not in round.called:
        return _banker_waits()
    return None


def _not_the_opener(table: Table, command: do.HandOver) -> Refusal | None:
    hand, position = command.hand, command.position
    before = table.round.handed.get(hand)
    if before is not None:
        if position == before:
            return None
        return Refusal(
            "third-card-to-another",
            f"position {before} turned the {hand}'s cards and turns the third one too",
            f"hand it to position {before}",
            "30-2817(4)(f)" if command.by == "consent" else "30-2817(4)(c), (d)",
        )
    highest = highest_bettors(table, hand)
    if not highest:
        return Refusal(
            "nobody-bet", f"nobody bet on the {hand}", "let the dealer turn it", "30-2817(4)"
        )
    if position == highest[0] or table.waives("cards-of-another-player", position):
        return None
    if position in highest:
        if command.by == "agreement":
            return None
        return Refusal(
            "cards-of-another-player",
            f"of equal bettors position {highest[0]} is closest to the dealer",
            f"hand the cards to position {highest[0]}, or record their agreement",
            "30-2817(4)(e)",
        )
    if command.by != "consent" or not _bets_on(table, hand, position):
        return Refusal(
            "cards-of-another-player",
            f"position {highest[0]} has the largest bet on the {hand}",
            f"hand the cards to position {highest[0]}, or ask everyone at the table",
            "30-2817(4)(a)" if hand == "player" else "30-2817(4)(b)",
        )
    if not table.setup.lower_bettor_may_turn:
        return Refusal(
            "house-denies",
            "this house does not let a lower bettor turn the cards",
            f"hand the cards to position {highest[0]}",
            "30-2817(4)(f)",
        )
    return None


def _bets_on(table: Table, hand: Side, position: int) -> bool:
    """Say whether a position is a bettor on a hand at all, be it a lower one."""
    return any(
        one.bet.wager == hand and one.bet.position == position and not one.behind
        for one in table.round.bets
    )


@applies(facts.CardsHanded)
def cards_handed(table: Table, fact: facts.CardsHanded) -> Table:
    """A player holds the cards, face down."""
    round = table.round
    handed = {**round.handed, fact.hand: fact.position}
    return table._replace(round=round._replace(handed=handed, held=round.held | {fact.hand}))
