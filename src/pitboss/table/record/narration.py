"""What happened, in words: one event as a line for people, with its row and citation."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from pitboss.games.cards import Card
from pitboss.rulebook.pays import Money
from pitboss.rulebook.spots import spot_text
from pitboss.table import facts
from pitboss.table.facts import Event, SettledBet
from pitboss.table.guidance.words import call_of, words_now
from pitboss.table.setups.setup import TableSetup
from pitboss.table.state import LaidBet, Table


class StoryLine(NamedTuple):
    """A line of the story: who acts, and what is said or done."""

    who: str
    what: str


def tell(before: Table, event: Event) -> Iterator[StoryLine]:
    """Yield what an event tells, given the table before it."""
    fact = event.fact
    match fact:
        case facts.TableOpened(setup):
            yield StoryLine("house", f"opens table {setup.number}: {_setup_words(setup)}")
        case facts.SetupChanged(setup):
            yield StoryLine("house", f"changes the setup of table {setup.number}")
        case facts.BetPlaced(number, bet, behind):
            laid = LaidBet(number, bet, behind)
            yield StoryLine(f"position {bet.position}", f"bets {bet_words(laid)}")
        case facts.BetTakenBack(number):
            laid = next(one for one in before.round.bets if one.number == number)
            yield StoryLine(f"position {laid.bet.position}", f"takes back {bet_words(laid)}")
        case facts.CardDealt(card, to):
            if before.round.stage == "drawing":
                yield StoryLine("dealer", f'"{words_now(before, ())}"')
            shown = "a card face down" if card is None else str(card)
            shown += " (face up in the shoe)" if fact.face_up_in_shoe else ""
            yield StoryLine("deals", f"{to.capitalize()} {shown}")
        case facts.CardsTurned(hand, cards):
            holder = before.round.handed.get(hand) if hand in before.round.held else None
            who = "dealer" if holder is None else f"position {holder}"
            yield StoryLine(who, f"turns the {hand.capitalize()}'s {_run(cards)}")
        case facts.ResultCalled(words):
            yield StoryLine("dealer", f'"{words_now(before, ()) or words}"')
        case facts.BetsSettled():
            return
        case facts.LosersCollected(numbers):
            yield from _collected(before, numbers)
        case facts.PositionPaid(position, numbers, held_over):
            for laid, one in _settled(before, numbers):
                yield StoryLine(f"pays {position}", paid_words(laid, one, laid.number in held_over))
        case _:
            yield from _other(before, fact)


def _setup_words(setup: TableSetup) -> str:
    words = [setup.rules.name, f"{setup.positions} positions"]
    if setup.kind == "baccarat":
        words += [f"{setup.decks} decks", f"shuffled by {_DEVICES[setup.device]}"]
    return ", ".join(words)


_DEVICES = {
    "hand": "hand",
    "two-batches": "a shuffler, in two batches",
    "continuous": "a continuous shuffler",
    "pre-shuffled": "a shuffler, from pre-shuffled cards",
}


def _run(cards: Iterable[Card]) -> str:
    return " ".join(map(str, cards))


def bet_words(laid: LaidBet) -> str:
    """Return a bet in words."""
    bet = laid.bet
    words = f"{spot_text(bet.wager, bet.on)} {Money(bet.stake_cents)}"
    words += f" ({bet.chips})" if bet.chips != "value" else ""
    words += " for the dealer" if bet.toke else ""
    return words + (" over the shoulder" if laid.behind else "")


def _settled(before: Table, numbers: Iterable[int]) -> Iterator[tuple[LaidBet, SettledBet]]:
    wanted = set(numbers)
    for laid in before.round.bets:
        if laid.number in wanted:
            yield laid, before.round.settled[laid.number]


def _collected(before: Table, numbers: Iterable[int]) -> Iterator[StoryLine]:
    lost: dict[int, list[str]] = {}
    for laid, _ in _settled(before, numbers):
        lost.setdefault(laid.bet.position, []).append(bet_words(laid))
    for position in sorted(lost, reverse=True):
        yield StoryLine("collects", f"from {position}: {', '.join(lost[position])}")
    if not lost:
        yield StoryLine("collects", "nothing: no bet lost")


def paid_words(laid: LaidBet, one: SettledBet, held_over: bool = False) -> str:
    """Return what a bet came to and why: the row, what it pays, and the citation."""
    if one.meter_share is not None:
        result = f"hits the meter for {one.meter_share}%"
    elif one.won_cents:
        result = f"wins {Money(one.won_cents)}"
    else:
        result = "is held over" if held_over else f"returns {Money(one.returned_cents)}"
    row = f": {one.row}, {one.pays}" if one.row else ""
    words = f"{bet_words(laid)} {result}{row} [{one.cite}]"
    if one.vigorish_cents:
        words += f", less {Money(one.vigorish_cents)} vigorish"
    if one.limited:
        words += ", cut to the aggregate limit"
    if one.player_envy_cents:
        words += f", and {Money(one.player_envy_cents)} envy"
    return words


def _other(before: Table, fact: facts.Fact) -> Iterator[StoryLine]:
    match fact:
        case facts.CardsCut(position, depth):
            who = f"position {position}" if position else "dealer"
            yield StoryLine(who, f"cuts at card {depth}")
        case facts.DeviceInspected(device, sound):
            yield StoryLine("dealer", f"inspects the {device}: {'sound' if sound else 'not sound'}")
        case facts.CardsReceived(batch, decks, backs, sealed):
            words = f"receives {decks} {'sealed ' if sealed else ''}decks with {backs} backs"
            yield StoryLine("dealer", f"{words} (batch {batch})")
        case facts.CardsInspected(batch, missing, extra):
            found = [f"{_run(missing)} missing"] if missing else []
            found += [f"{_run(extra)} too many"] if extra else []
            yield StoryLine("dealer", f"inspects batch {batch}: {', '.join(found) or 'complete'}")
        case facts.LayoutCleared(cards):
            where = "shuffler" if before.setup.device == "continuous" else "discard rack"
            cleared = f"puts {len(cards)} cards into the {where}" if cards else "clears the layout"
            yield StoryLine("dealer", cleared)
            if before.shoe.cut_card_out and not before.shoe.last_hand:
                yield StoryLine("dealer", '"Last hand."')
        case facts.DiceRevealed(player, banker):
            yield StoryLine("reveals", f"Player {_faces(player)}  Banker {_faces(banker)}")
        case facts.DiceRolled(first, second):
            call = call_of((*before.round.rolls, first + second))
            yield StoryLine("rolls", f'{first} and {second}: "{call}"')
        case facts.CardErred(card, to, disclosed, became):
            seen = "seen" if disclosed else "unseen"
            yield StoryLine("error", f"{card}, {seen}, went to the {to.capitalize()}: {became}")
        case facts.BetAdjusted(position, cents, reason, first, second, round):
            word = "is given" if cents > 0 else "gives back"
            told = f"{word} {Money(abs(cents))} for round {round}: {reason}"
            told += f" (signed {first}, {second})"
            yield StoryLine(f"position {position}", told)
        case facts.TrayCounted(when, cents, expected, first, second):
            apart = (
                f", {Money(cents - expected)} from what it should be"
                if when == "closing" and cents != expected
                else ""
            )
            told = f"counts {Money(cents)} when {when}{apart} (signed {first}, {second})"
            yield StoryLine("tray", told)
        case _:
            who, words = SIMPLE[type(fact).__name__]
            fields = _fields(fact)
            yield StoryLine(who.format(**fields), words.format(**fields).rstrip())


SIMPLE: Mapping[str, tuple[str, str]] = {
    "GamingDayStarted": ("house", "begins the gaming day {day}"),
    "NoticeGiven": ("house", "gives notice of {commission} at {rate}"),
    "PaymentProcedureChanged": ("house", "has a new payment procedure: surveillance must be told"),
    "SurveillanceNotified": ("house", "{by} tells surveillance of the payment procedure"),
    "AccommodationRecorded": ("house", "{by} waives {rule} for {whom}"),
    "SealBroken": ("supervisor", "opens the pre-shuffled cards ({supervisor})"),
    "CardsReplaced": ("dealer", "replaces what was wrong with batch {batch}"),
    "CardsVerified": ("surveillance", "verifies batch {batch} ({by})"),
    "CardsSpread": ("dealer", "spreads batch {batch} for the players"),
    "CardsWashed": ("dealer", "washes and stacks batch {batch}"),
    "CardsShuffled": ("dealer", "shuffles batch {batch}"),
    "MissingCardsFound": ("shuffler", "misses {missing} in batch {batch}"),
    "CutDeclined": ("position {position}", "declines the cut"),
    "RecutOrdered": ("supervisor", "has the cards cut again ({supervisor})"),
    "CutCardPlaced": ("dealer", "puts the cut card {from_back} from the back"),
    "ShoeLoaded": ("dealer", "loads shoe {shoe} with {cards} cards"),
    "CardsBurnt": ("dealer", "shows {first} and burns {cards} cards, it among them"),
    "PlayStopped": ("house", "nobody plays: the cards are {cards}"),
    "PositionTaken": ("position {position}", "sits down"),
    "PositionLeft": ("position {position}", "leaves with {cents}"),
    "ChipsBought": ("position {position}", "buys in for {cents}"),
    "BetsClosed": ("dealer", '"No more bets."'),
    "ProgressivesTaken": ("dealer", "takes the progressive wagers into the tray"),
    "FreeHandCalled": ("dealer", '"Free hand."'),
    "CutCardDrawn": ("dealer", "puts the cut card aside"),
    "CardsHanded": ("dealer", "hands the {hand} cards to position {position}"),
    "PointsCalled": ("dealer", '"{hand} has {points}."'),
    "TieVigorishCollected": ("dealer", "collects the vigorish of the tie"),
    "ShoeFinished": ("dealer", "ends the shoe"),
    "CupsShaken": ("dealer", "shakes both cups"),
    "CupHanded": ("dealer", "hands the {hand} cup to position {position}"),
    "CupShaken": ("player", "shakes the {hand} cup"),
    "ThrowVoided": ("dealer", "voids the throw {reason}"),
    "DicePassed": ("dealer", "passes the dice to position {position}"),
    "RollVoided": ("dealer", '"No roll." {reason}'),
    "ShooterOut": ("dealer", "takes the dice back"),
    "RoundMadeFree": ("dealer", "gives all bets back: the hand is free"),
    "RoundVoided": ("dealer", "gives all bets back, the round is void: {reason} {supervisor}"),
    "CardCorrected": ("supervisor", "corrects {hand} card {place} to {card} ({supervisor})"),
    "DisputeOpened": (
        "position {position}",
        "disputes round {round} of shoe {shoe}: {cards} {reason}",
    ),
    "DisputeClosed": ("supervisor", "decides: {decision} ({supervisor})"),
    "TrayFilled": ("tray", "is filled with {cents} (signed {first}, {second})"),
    "TrayCredited": ("tray", "sends {cents} to the cage (signed {first}, {second})"),
    "BoxEmptied": ("house", "empties the {box} of {cents} (signed {first}, {second})"),
    "TableClosed": ("house", "closes the table"),
}
"""Facts whose words need nothing but their own fields."""


def _fields(fact: facts.Fact) -> dict[str, str]:
    return {field: _shown(field, value) for field, value in fact._asdict().items()}


def _faces(cup: Iterable[int]) -> str:
    return " ".join(map(str, cup))


def _shown(field: str, value: object) -> str:
    if isinstance(value, int) and (field == "cents" or field.endswith("_cents")):
        return str(Money(value))
    if field == "hand":
        return str(value).capitalize()
    return " ".join(map(str, value)) if type(value) is tuple else str(value)
