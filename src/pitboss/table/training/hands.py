"""Questions on cards: third card or stand, who wins, how many are burnt."""

from __future__ import annotations

from pitboss.table.steps.shoes import CardsBurnt
from pitboss.table.training.practice import Lesson, Practice, chosen
from pitboss.table.training.questions import Question

DRAW, STAND = "draw", "stand"
WINNERS = {"Player wins.": "player", "Banker wins.": "banker", "Tie Hand.": "tie"}
MOST_TRIES = 20
WORTH_ASKING = (
    {"player": range(10), "banker": range(10)},
    {"player": range(4, 8), "banker": range(3, 7)},
    {"player": range(4, 8), "banker": range(3, 7)},
)
"""Counts of the hand that is asked for, by turns: any, and twice those that are soon mistaken."""


def third_card(lesson: Lesson) -> Question:
    """Ask whether a hand draws, mostly where it is soon mistaken (30-2814)."""
    side = chosen(lesson.chance, ("player", "banker", "banker"))
    wanted = chosen(lesson.chance, WORTH_ASKING)[side]
    for practice in lesson.practices(MOST_TRIES):
        counts = practice.deal_two_each()
        if (counts[0] if side == "player" else counts[1]) in wanted:
            break
    if side == "banker" and practice.draws("player"):
        practice.say(f"deal player {practice.card()}")
    return _asked(practice, side, counts)


def _asked(practice: Practice, side: str, counts: tuple[int, int]) -> Question:
    """Ask the table, which takes a third card or refuses it, and the slip the other way round."""
    answer = DRAW if practice.draws(side) else STAND
    slip = f"error {side} {practice.card()}" if answer == DRAW else f"deal {side} 2c"
    refused = practice.refused(slip)
    assert refused is not None, "of a card due and a card in error one is refused"
    third = practice.table.round.player[2:]
    drew = f", and the Player drew {third[0]}" if third else ""
    reason = (
        f"Player has {counts[0]}, Banker has {counts[1]}{drew}: the {side.capitalize()} {answer}s"
    )
    asks = f"{practice.shown} Does the {side.capitalize()} draw or stand?"
    cite = refused.cite or "30-2814"
    return Question("third-card", asks, "choice", answer, reason, cite, (DRAW, STAND))


def winner(lesson: Lesson) -> Question:
    """Ask who wins a round that is played out (30-2815(1), 30-2899.09(8))."""
    wanted = chosen(lesson.chance, tuple(WINNERS.values()))
    for practice in lesson.practices(MOST_TRIES):
        practice.play_out()
        words = practice.table.round.result or ""
        answer = next(side for called, side in WINNERS.items() if called in words)
        if answer == wanted:
            break
    cite = "30-2815(1)" if lesson.ready.setup.kind == "baccarat" else "30-2899.09(8)"
    asks = f"{practice.shown} Who wins?"
    return Question("winner", asks, "choice", answer, words, cite, tuple(WINNERS.values()))


def burn(lesson: Lesson) -> Question:
    """Ask how many cards the first one of a shoe burns (30-2810(4))."""
    practice = Practice(lesson.opened, lesson.chance)
    first = practice.card()
    practice.say(f"prepare burning {first}")
    burnt = practice.fact(CardsBurnt)
    assert burnt is not None, "a shoe in play has had its cards burnt"
    asks = f"The first card of the new shoe is {first}. How many cards are burnt, it among them?"
    reason = f"{first} and {burnt.cards - 1} more go to the discard rack"
    return Question("burn", asks, "number", str(burnt.cards), reason, "30-2810(4)")
