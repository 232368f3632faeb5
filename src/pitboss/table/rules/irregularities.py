"""What goes wrong and what follows: 30-2816, and house procedure where the rule is silent."""

from __future__ import annotations

from pitboss.games.baccarat import banker_draws, player_draws
from pitboss.games.cards import Card
from pitboss.refusals import Refusal
from pitboss.table import commands as do
from pitboss.table import facts
from pitboss.table.accounts import post
from pitboss.table.due import FIRST_FOUR, card_due, in_order, third_card_due, two_card_totals
from pitboss.table.facts import Became
from pitboss.table.handlers import Decision, applies, decides, rule_28
from pitboss.table.roads.marks import Round as RoadRound
from pitboss.table.rules.betting import all_given_back
from pitboss.table.rules.clearing import gathered
from pitboss.table.rules.dealing import also_seen, cut_card_comes, too_many
from pitboss.table.rules.positions import not_seated
from pitboss.table.state import RoundState, Table

# --- a card dealt in error: 30-2816(1), (2) ---


@decides(do.DealInError)
def deal_in_error(table: Table, command: do.DealInError) -> Decision:
    """Say where a third card goes that was dealt although none was due to that hand."""
    round, shoe = table.round, table.shoe
    totals = two_card_totals(round)
    if totals is None or round.stage != "drawing":
        return Refusal(
            "not-a-third-card",
            "a card is dealt in error when third cards are decided",
            "announce both point counts first",
            "30-2816(1)",
        )
    due = third_card_due(round, *totals)
    if due == command.to:
        return Refusal(
            "card-is-due", f"the {command.to} draws: the card is no error", "deal it", "30-2814"
        )
    if None in (*round.player, *round.banker):
        return Refusal(
            "card-not-turned", "a card lies face down", "have it turned first", "30-2814"
        )
    if due == "player":
        return Refusal(
            "player-draws-first",
            "the card is the one that the Player draws",
            "deal it to the Player",
            "30-2814(2)",
        )
    if shoe.carried is not None:
        return Refusal("card-in-error-lies", "a card in error lies there", "announce the result")
    if shoe.cards == 0:
        return Refusal("shoe-empty", "the shoe is empty", "no card can come from it", "30-2816(4)")
    wrong = too_many(table, command.card)
    if wrong is not None:
        return wrong
    became: Became = "first card of the next hand"
    if due == "banker":
        became = "banker's third card"
    elif command.disclosed:
        became = "used in a free hand"
    erred = facts.CardErred(command.card, command.to, command.disclosed, became)
    return (facts.CutCardDrawn(first=False), erred) if cut_card_comes(shoe) else (erred,)


@applies(facts.CardErred)
def card_erred(table: Table, fact: facts.CardErred) -> Table:
    """The card is the Banker's, or waits for the next hand, which is free if it was disclosed."""
    round, shoe = table.round, table.shoe
    shoe = shoe._replace(cards=shoe.cards - 1, seen=also_seen(shoe, fact.card))
    if fact.became == "banker's third card":
        round = round._replace(banker=(*round.banker, fact.card))
    else:
        free = fact.became == "used in a free hand"
        shoe = shoe._replace(carried=fact.card, carried_free=free)
    return table._replace(round=round, shoe=shoe)


# --- not enough cards: 30-2816(4) ---


@decides(do.RunDry)
def run_dry(table: Table, command: do.RunDry) -> Decision:
    """Void a round for which the shoe lacks cards; all cards are reshuffled.

    With the cutting card where it must lie a full shoe lasts for its last hand: one that runs dry
    held fewer cards than the record counts, which a supervisor confirms.
    """
    if card_due(table.round) is None:
        return Refusal("no-card-due", "no card is due", "go on", "30-2816(4)")
    if table.round.cards == 0 and table.shoe.carried is not None:
        return Refusal(
            "carried-card-first", "a card lies ready for this hand", "deal it first", "30-2816(1)"
        )
    if table.shoe.cards and not table.shoe.cut_card_out:
        return Refusal(
            "shoe-not-empty",
            f"{table.shoe.cards} cards are left, and the cutting card has not come out",
            "deal on, or let a supervisor void the round and have the cards shuffled",
            "30-2816(4)",
        )
    if table.shoe.cards and not command.supervisor:
        return Refusal(
            "supervisor-needed",
            f"the record counts {table.shoe.cards} card(s) in the shoe",
            "let a supervisor confirm that it is empty",
            "30-2816(4)",
        )
    voided = facts.RoundVoided(
        all_given_back(table),
        in_order(table.round),
        "not enough cards",
        command.supervisor,
        dry=True,
        shuffle=True,
    )
    return voided, facts.ShoeFinished()


@decides(do.VoidRound)
def void_round(table: Table, command: do.VoidRound) -> Decision:
    """Void a round that cannot be put right, before any chip has moved: house procedure."""
    round = table.round
    moved = round.moved
    if round.stage == "betting" or moved:
        return Refusal(
            "correction-too-late" if moved else "nothing-to-void",
            "chips have moved" if moved else "no round is being played",
            "make a signed adjustment" if moved else "give the bets back",
        )
    if not command.supervisor or not command.reason:
        return Refusal(
            "supervisor-needed", "a supervisor voids a round", "name one, and the reason"
        )
    ends = table.setup.kind == "baccarat" and (command.shuffle or table.shoe.last_hand)
    voided = facts.RoundVoided(
        all_given_back(table),
        in_order(round),
        command.reason,
        command.supervisor,
        dry=False,
        shuffle=command.shuffle,
    )
    return (voided, facts.ShoeFinished()) if ends else (voided,)


@applies(facts.RoundVoided)
def round_voided(table: Table, fact: facts.RoundVoided) -> Table:
    """The bets are with their owners, and a new round begins."""
    shoe = table.shoe
    if table.setup.kind == "baccarat":
        shoe = gathered(table, fact.cards, RoadRound(None, table.round.free))
    fresh = RoundState(number=table.round.number + 1)
    return post(table._replace(round=fresh, shoe=shoe), fact.movements)


# --- house procedure: misread cards, disputes ---


@decides(do.CorrectCard)
def correct_card(table: Table, command: do.CorrectCard) -> Decision:
    """Correct a misread card before any chip has moved; afterwards only an adjustment helps."""
    round = table.round
    wrong = _too_late(round, command)
    if wrong is not None:
        return wrong
    hand = list(round.hand(command.hand))
    if not 1 <= command.place <= len(hand) or hand[command.place - 1] is None:
        return Refusal(
            "no-such-card",
            f"the {command.hand} has no seen card {command.place}",
            "name a card by its place in the hand",
        )
    if hand[command.place - 1] == command.card:
        return Refusal("nothing-to-correct", f"the card is {command.card}", "go on")
    if table.shoe.carried is not None:
        return Refusal(
            "card-in-error-lies",
            f"{table.shoe.carried} was dealt in error by the cards as they were read",
            "let a supervisor void the round",
            "30-2816(1)",
        )
    made = facts.CardCorrected(*command)
    corrected = card_corrected(table, made)
    impossible = too_many(table, command.card) or _thirds_not_due(corrected.round)
    return impossible or (made,)


def _too_late(round: RoundState, command: do.CorrectCard) -> Refusal | None:
    moved = round.moved
    if round.stage == "betting" or moved:
        return Refusal(
            "correction-too-late",
            "the round is settled by the cards as they were read"
            if moved
            else "no cards lie on the layout",
            "make a signed adjustment" if moved else "dispute the last round",
        )
    if not command.supervisor:
        return Refusal("supervisor-needed", "a supervisor corrects a card", "name the supervisor")
    return None


def _thirds_not_due(round: RoundState) -> Refusal | None:
    """Refuse a correction by which a third card on the table would not have been drawn."""
    totals = two_card_totals(round)
    if round.cards <= FIRST_FOUR or totals is None:
        return None
    drew = len(round.player) == 3
    third = round.player[2] if drew else None
    player_wrong = drew != player_draws(*totals)
    value = third.value if third is not None else None
    banker_wrong = len(round.banker) == 3 and not banker_draws(*totals, value)
    if not player_wrong and not banker_wrong:
        return None
    return Refusal(
        "third-card-in-error",
        "with that card the third cards on the table would not have been drawn so",
        "let a supervisor void the round",
        "30-2814",
    )


@applies(facts.CardCorrected)
def card_corrected(table: Table, fact: facts.CardCorrected) -> Table:
    """The card is another; points and result are announced anew where they depend on it."""
    round, shoe = table.round, table.shoe
    hand = list(round.hand(fact.hand))
    old, hand[fact.place - 1] = hand[fact.place - 1], fact.card
    seen: dict[Card, int] = also_seen(shoe, fact.card)
    if old is not None:
        seen[old] -= 1
    round = round.with_hand(fact.hand, tuple(hand))
    if round.result is not None:
        round = round._replace(result=None, settled={}, collected=frozenset(), stage="drawing")
    if fact.place <= 2 and round.cards == FIRST_FOUR:
        round = round._replace(stage="dealing", called=())
    return table._replace(round=round, shoe=shoe._replace(seen=seen))


@decides(do.OpenDispute)
def open_dispute(table: Table, command: do.OpenDispute) -> Decision:
    """Rebuild the last round from the record, before the next one is dealt."""
    wrong = not_seated(table, command.position)
    if wrong is not None:
        return wrong
    if table.last_round is None:
        cite = rule_28(table, "30-2815(4)")
        return Refusal("nothing-to-dispute", "no round has been played", "play on", cite)
    if table.round.stage != "betting":
        return Refusal(
            "dispute-too-late", "the next round is being dealt", "finish it first", "30-2815(4)"
        )
    if table.dispute is not None:
        return Refusal("dispute-open", "a dispute is open already", "close it first", "30-2815(4)")
    shoe, round, cards = table.last_round
    return (facts.DisputeOpened(command.position, shoe, round, cards, command.reason),)


@applies(facts.DisputeOpened)
def dispute_opened(table: Table, fact: facts.DisputeOpened) -> Table:
    """No round is dealt until it is decided."""
    return table._replace(dispute=fact.position)


@decides(do.CloseDispute)
def close_dispute(table: Table, command: do.CloseDispute) -> Decision:
    """Decide a dispute; money moves only by an adjustment."""
    if table.dispute is None:
        return Refusal("no-dispute", "there is no dispute", "go on")
    if not command.supervisor:
        return Refusal("supervisor-needed", "a supervisor decides a dispute", "name the supervisor")
    return (facts.DisputeClosed(command.supervisor, command.decision),)


@applies(facts.DisputeClosed)
def dispute_closed(table: Table, _: facts.DisputeClosed) -> Table:
    """The game goes on."""
    return table._replace(dispute=None)
