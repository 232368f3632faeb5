"""Questions on what goes wrong: the table says what follows (30-2816, and late bets)."""

from __future__ import annotations

from pitboss.table.steps.dealing import RoundMadeFree
from pitboss.table.steps.errors import CardErred
from pitboss.table.training.practice import Lesson, Practice, chosen, ready_to_run_dry, shuffled
from pitboss.table.training.questions import Question

MOST_TRIES = 30
TAKEN, REFUSED = "taken", "refused"
BANKERS, NEXT, FREE = "it is the Banker's", "it begins the next hand", "it is used in a free hand"
BECAME = {
    "banker's third card": BANKERS,
    "first card of the next hand": NEXT,
    "used in a free hand": FREE,
}
VOID, STANDS, DISCARDED = "bets go back, the hand is free", "bets stand", "the card is burnt"
RESHUFFLED, COUNTS = "the round is void, all is reshuffled", "the round counts"
FROM_THE_RACK = "cards come from the discard rack"
RESHAKEN, KEPT = "both cups are shaken again", "the dice count as they lie"
SUPERVISOR = "Ortiz"


def irregularity(lesson: Lesson) -> Question:
    """Ask what follows from something that went wrong."""
    asked = (error, face_up, dry, late) if lesson.ready.setup.kind == "baccarat" else (late, spilt)
    return chosen(lesson.chance, asked)(lesson)


def error(lesson: Lesson) -> Question:
    """Ask where a third card goes that was dealt to a Player who stands (30-2816(1), (2))."""
    wanted = chosen(lesson.chance, (True, False))
    for practice in lesson.practices(MOST_TRIES):
        practice.deal_two_each()
        if not practice.draws("player") and practice.draws("banker") == wanted:
            break
    else:
        return late(lesson)
    disclosed = chosen(lesson.chance, (True, False))
    seen = "and everybody sees it" if disclosed else "and nobody sees it"
    asks = (
        f"{practice.shown} The dealer deals the Player a third card in error, {seen}. "
        "What becomes of it?"
    )
    practice.say(f"error player {practice.card()}{' disclosed' if disclosed else ''}")
    erred = practice.fact(CardErred)
    assert erred is not None, "an error is recorded"
    draws = "the Banker was to draw" if wanted else "no hand was to draw"
    return _asked(
        asks,
        BECAME[erred.became],
        f"{draws}; the card was {'seen' if disclosed else 'not seen'}",
        "30-2816(2)" if erred.became == "used in a free hand" else "30-2816(1)",
        shuffled(lesson.chance, (BANKERS, NEXT, FREE)),
    )


def face_up(lesson: Lesson) -> Question:
    """Ask what a card means that lies face up in the shoe (30-2816(3))."""
    practice = Practice(lesson.ready, lesson.chance)
    practice.say(f"bet {_somebody(practice)} banker 25")
    practice.say("no more bets")
    before = lesson.chance.randrange(4)
    for side in ("player", "banker", "player")[:before]:
        practice.say(f"deal {side} {practice.card()}")
    side = ("player", "banker")[before % 2]
    practice.say(f"deal {side} {practice.card()} face up")
    free = practice.fact(RoundMadeFree) is not None
    number = ("first", "second", "third", "fourth")[before]
    return _asked(
        f'After "no more bets" the {number} card of the round lies face up in the shoe. '
        "What follows?",
        VOID if free else STANDS,
        "only the first card of a round voids the bets",
        "30-2816(3)",
        shuffled(lesson.chance, (VOID, STANDS, DISCARDED)),
    )


def dry(lesson: Lesson) -> Question:
    """Ask what follows when the shoe is empty (30-2816(4))."""
    if lesson.ready.setup.device == "continuous":
        return late(lesson)
    practice = Practice(ready_to_run_dry(lesson.opened), lesson.chance)
    practice.deal_two_each()
    refused = practice.refused(f"run dry by {SUPERVISOR}")
    return _asked(
        f"{practice.shown} Both counts are announced, and the shoe is empty. What follows?",
        RESHUFFLED if refused is None else COUNTS,
        "a card is due that cannot be dealt" if refused is None else refused.message,
        "30-2816(4)" if refused is None or not refused.cite else refused.cite,
        shuffled(lesson.chance, (RESHUFFLED, COUNTS, FROM_THE_RACK)),
    )


def late(lesson: Lesson) -> Question:
    """Ask whether a bet is still taken, or given back."""
    practice = Practice(lesson.ready, lesson.chance)
    position = _somebody(practice)
    practice.say(f"bet {position} banker 25")
    called = lesson.chance.randrange(3) > 0
    when = 'After "no more bets"' if called else 'Before "no more bets"'
    added = ("adds $25 on the Player", f"bet {position} player 25")
    deed, line = chosen(lesson.chance, (added, ("withdraws", "take back 1")))
    if called:
        practice.say("no more bets")
    refused = practice.refused(line)
    cites = {"baccarat": "30-2807(4)", "three-dice": "30-2899.09(8)"}
    return _asked(
        f"{when} position {position}, who has $25 on the Banker, {deed}. Is that taken or refused?",
        TAKEN if refused is None else REFUSED,
        "bets are open" if refused is None else refused.message,
        (refused.cite if refused else None) or cites[lesson.ready.setup.kind],
        (TAKEN, REFUSED),
    )


def spilt(lesson: Lesson) -> Question:
    """Ask what follows when dice leave their cup: house procedure."""
    practice = Practice(lesson.ready, lesson.chance)
    practice.say("no more bets")
    practice.say("shake cups")
    side = chosen(lesson.chance, ("Player", "Banker"))
    practice.say("spill")
    again = practice.refused("shake cups") is None
    return _asked(
        f"A die leaves the {side}'s cup before the dice are revealed. What follows?",
        RESHAKEN if again else KEPT,
        "the throw is void, and the dealer shakes both cups again",
        "house procedure",
        shuffled(lesson.chance, (RESHAKEN, KEPT)),
    )


def _somebody(practice: Practice) -> int:
    return chosen(practice.chance, practice.table.setup.position_numbers)


def _asked(
    asks: str, answer: str, reason: str, citation: str, choices: tuple[str, ...]
) -> Question:
    return Question("irregularities", asks, "choice", answer, reason, citation, choices)
