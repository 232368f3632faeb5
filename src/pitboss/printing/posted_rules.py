"""The house rules of a posting: what the licensee decided where the sections leave it to him.

Every sentence is about the setup in force, and names the paragraph that it rests on; where the
sources are silent it is house procedure, and none is named.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from typing import cast

from pitboss.printing.posted_jackpots import jackpot_rules
from pitboss.printing.posted_texts import PostedRule, joined, rule, titles
from pitboss.printing.posted_wagers import rate_of
from pitboss.rulebook import PayTable, Wager
from pitboss.rulebook.pays import Money, percent
from pitboss.rulebook.provisions import Provision
from pitboss.settle.company import BANKER, HANDS
from pitboss.table.floor.records import Floor, FloorTable
from pitboss.table.setups.limits import posted_cite
from pitboss.table.setups.line import words_between
from pitboss.table.setups.setup import TableSetup
from pitboss.table.setups.shape import PARAGRAPHS
from pitboss.table.setups.usual import usual_setup


def posted_rules(setup: TableSetup, entry: FloorTable, floor: Floor) -> Iterator[PostedRule]:
    """Yield the house rules of a table, what players ask for most first."""
    for say in _OF_THE_SETUP:
        yield from say(setup)
    yield from jackpot_rules(setup, floor.jackpots_at(entry.id), floor)
    yield from _approvals(setup, entry, floor)
    yield from _other_decisions(setup)


def _base_wager(setup: TableSetup) -> Iterator[PostedRule]:
    """Yield whether a base wager is required, which must be posted (30-2899.06(4))."""
    optional = [wager for wager in setup.wagers.values() if wager.role != "base"]
    if not optional:
        return
    if setup.kind == "craps":
        text = "These are wagers beside those of craps; none of them needs another wager."
        yield rule(setup, "base-wager", "Base wager", text, None)
        return
    bound = [wager for wager in optional if _needs_base(setup, wager)]
    if not bound:
        text = "Not required: an optional wager may be bet alone."
    elif len(bound) == len(optional):
        text = "Required: an optional wager needs a base wager at the same position."
    else:
        text = f"Required at the same position for {titles(bound)}; the others may be bet alone."
    yield rule(setup, "base-wager", "Base wager", text, _cites(optional, "base-wager"))


def _needs_base(setup: TableSetup, wager: Wager) -> bool:
    provision = wager.discretion.get("base-wager", Provision("licensee", ""))
    left_to_the_house = provision.rule == "licensee" and setup.base_wager_required
    return provision.rule == "required" or left_to_the_house


def _limits(setup: TableSetup) -> Iterator[PostedRule]:
    text = "The least and the most of a bet stand beside each wager and hold for each position."
    if setup.differential_cents is not None:
        most = Money(setup.differential_cents, setup.currency)
        text += f" All Player and all Banker bets of a round may differ by {most} at most."
    cite = posted_cite(setup.rulebook.game(setup.game))
    yield rule(setup, "limits-not-posted", "Limits", text, cite)


def _aggregate(setup: TableSetup) -> Iterator[PostedRule]:
    limited = [
        (setup.wagers[name], offer.aggregate_cents)
        for name, offer in zip(setup.names, setup.offers, strict=True)
        if offer.aggregate_cents is not None
    ]
    wagers = [wager for wager, _ in limited] or [*setup.wagers.values()]
    optional = [wager for wager in wagers if wager.role != "base"]
    if not optional:
        return
    text = "None: every winner is paid in full."
    if limited:
        amounts = {cents for _, cents in limited}
        which = [f"{one.name} {Money(cents, setup.currency)}" for one, cents in limited]
        most = joined(which)
        if len(amounts) == 1:
            most = f"{Money(amounts.pop(), setup.currency)} each: {titles(optional)}"
        text = (
            f"In one round all winners of a wager together are paid at most {most}. Beyond it each "
            "pay is cut in proportion, to the cent."
        )
    cite = _cites(optional, "aggregate-limit")
    yield rule(setup, "aggregate", "Aggregate limit of pay-outs", text, cite)


def _commission(setup: TableSetup) -> Iterator[PostedRule]:
    """Yield what is taken of Banker bets, when, and how it is rounded (30-2808(3))."""
    banker = next((one for (name, _), one in setup.spots.items() if name == BANKER), None)
    if banker is None:
        return
    if banker.vigorish is None:
        pushed = [row.label for row in banker.rows if str(row.cell.pay) == "push"]
        held = [label for label in pushed if label != "Tie"]
        text = "None is taken."
        if held:
            text += f" In its place a Banker bet pushes: {joined(held)}."
        yield rule(setup, "commission", "Commission", text, banker.cite)
        return
    vigorish = banker.vigorish
    text = f"{_charged(setup, banker)} {_rounded(setup)} It is the same for all players here."
    cites = [vigorish.cite, "30-2808(3)(b)", "30-2808(3)(d)"]
    if vigorish.rounding_cite != vigorish.cite:
        cites.insert(1, vigorish.rounding_cite)
    yield rule(setup, "commission", "Commission", text, "; ".join(cites))


def _charged(setup: TableSetup, banker: PayTable) -> str:
    rate = percent(rate_of(setup, banker))
    if any(row.cell.vigorish == "stake" for row in banker.rows):
        return (
            f"{rate} of a Banker bet when the hands tie, collected before the next round is "
            "dealt; a winning Banker bet pays none."
        )
    return f"{rate} of what a Banker bet wins, collected when it is paid."


def _rounded(setup: TableSetup) -> str:
    multiple = setup.vigorish_rounding_cents
    if multiple == 1:
        return "It is rounded up to the cent."
    return f"It is rounded up to the next {Money(multiple, setup.currency)}."


def _tokes(setup: TableSetup) -> Iterator[PostedRule]:
    """Yield the restrictions on bets for the dealer, which must be posted (30-2804)."""
    wagers = [*dict.fromkeys(setup.wagers.values())]
    cite = _cites(wagers, "tokes")
    if not setup.tokes:
        text = "No bets are taken for the dealer."
    else:
        rules = {one: one.discretion.get("tokes", Provision("house", "")).rule for one in wagers}
        barred = [one for one in wagers if rules[one] == "barred"]
        beside = [one for one in wagers if rules[one] == "own-bet" and one.role != "base"]
        text = f"Bets for the dealer are taken on every wager{_but(barred)}."
        if beside:
            text += f" They need the player's own bet on the same spot: {titles(beside)}."
        kept = "stays with the dealer" if setup.toke_push == "toke-box" else "returns to the player"
        text += f" One that pushes {kept}."
    yield rule(setup, "tokes", "Bets for the dealer (tokes)", text, cite)


def _but(wagers: list[Wager]) -> str:
    return f" but {titles(wagers)}" if wagers else ""


def _both_hands(setup: TableSetup) -> Iterator[PostedRule]:
    """Yield whether a player may bet on Player and Banker at once."""
    bases = setup.wagers.keys() >= HANDS
    concerned = [
        wager
        for name, wager in setup.wagers.items()
        if (bases and name in HANDS) or HANDS.issubset(wager.on)
    ]
    if not concerned:
        return
    rules = {one: one.discretion.get("both-hands", Provision("licensee", "")) for one in concerned}
    barred = [
        one
        for one, provision in rules.items()
        if provision.rule == "barred" or (provision.rule == "licensee" and not setup.both_hands)
    ]
    text = "A position may bet on the Player and on the Banker in the same round."
    if len(barred) == len(concerned):
        text = "A position bets on the Player or on the Banker, not on both in the same round."
    elif barred:
        text = f"A position may bet on both hands in the same round, but not with {titles(barred)}."
    yield rule(setup, "both-hands", "Both hands", text, _cites(concerned, "both-hands"))


def _behind(setup: TableSetup) -> Iterator[PostedRule]:
    said = "are taken" if setup.over_the_shoulder else "are not taken"
    text = f"Bets over the shoulder of a seated player {said}."
    yield rule(setup, "over-the-shoulder", "Bets from behind", text, "30-2802(16)")


def _pushes(setup: TableSetup) -> Iterator[PostedRule]:
    text = "A bet that neither wins nor loses returns to its owner."
    if setup.push == "held-over":
        text = "A bet that neither wins nor loses stays where it is for the next round."
    yield rule(setup, "push", "Pushes", text, "30-2802(22)")


def _paying(setup: TableSetup) -> Iterator[PostedRule]:
    if setup.kind != "craps":
        text = "Losing bets are collected first; winners are paid from the highest position down."
        if setup.bonus_order == "any":
            text += " Optional wagers may be settled in any order."
        yield rule(setup, "pay", "Order of payment", text, "30-2815(2)(a)")
    chip = Money(setup.chip_cents, setup.currency)
    text = {
        "to-the-cent": "Pays are to the cent; what is below a cent is not paid.",
        "house-keeps": f"Pays are rounded down to {chip}.",
    }.get(setup.breakage, f"Pays are rounded up to {chip}.")
    yield rule(setup, "breakage", "Rounding of pays", text, None)


def _cards(setup: TableSetup) -> Iterator[PostedRule]:
    if setup.kind != "baccarat":
        return
    text = "By the fixed table of the rules of play, which nobody may change."
    yield rule(setup, "third-cards", "Third cards", text, "30-2814")
    hands = setup.free_hands
    text = f"Up to {hands} hand{'s' * (hands != 1)} of a shoe may be dealt without bets."
    if not hands:
        text = "No hand is dealt without bets."
    yield rule(setup, "free-hands", "Free hands", text, "30-2802(7)")
    text = "If the shoe cannot finish a round, the round is void and all its bets go back."
    yield rule(setup, "void", "Void rounds", text, "30-2816(4)")
    if setup.style == "squeeze":
        text = "The highest bettor of a hand turns its cards."
        text += (
            " A lower bettor may, if everybody at the table agrees."
            if setup.lower_bettor_may_turn
            else " No lower bettor may in their place."
        )
        yield rule(setup, "squeeze", "Turning the cards", text, "30-2817(1), (4)(f)")


def _cups(setup: TableSetup) -> Iterator[PostedRule]:
    if setup.kind == "three-dice":
        who = (
            "Players may shake the cups after the dealer."
            if setup.players_shake
            else ("The dealer alone shakes the cups.")
        )
        yield rule(setup, "cup-handed", "Dice cups", who, PARAGRAPHS["players_shake"])


_OF_THE_SETUP: tuple[Callable[[TableSetup], Iterator[PostedRule]], ...] = (
    *(_base_wager, _limits, _aggregate, _commission, _tokes, _both_hands),
    *(_behind, _pushes, _paying, _cards, _cups),
)


# --- what was approved, and what else was decided ---


def _approvals(setup: TableSetup, entry: FloorTable, floor: Floor) -> Iterator[PostedRule]:
    """Yield what needs approval at this table, and the references that are on record."""
    paragraphs = dict.fromkeys(one.approval for one in setup.wagers.values() if one.approval)
    for (_, _), table in setup.spots.items():
        written = table.wager.written_approval.get(table.id)
        if written:
            paragraphs[written] = None
    references = [f"this table: {entry.approval}"] if entry.approval else []
    for jackpot in floor.jackpots_at(entry.id):
        if jackpot.approval:
            references.append(f"jackpot {jackpot.id}: {jackpot.approval}")
        if jackpot.computation:
            references.append(f"its computation: {jackpot.computation}")
    if setup.kind == "baccarat":
        paragraphs["30-2804"] = None
    if not paragraphs and not references:
        return
    text = (
        f"References on record: {'; '.join(references)}."
        if references
        else (
            "The wagers and the place of this posting need the regulator's approval; no "
            "reference of it is on record here."
        )
    )
    yield rule(setup, "approval", "Approval", text, ", ".join(paragraphs) or None)


_change = cast(Callable[..., TableSetup], replace)
_TOLD = (
    *("number", "pit", "jurisdiction", "currency", "positions", "decks", "device"),
    *("base_wager_required", "both_hands", "tokes", "toke_push", "over_the_shoulder", "push"),
    *("vigorish_rate", "vigorish_rounding_cents", "breakage", "chip_cents", "written_approval"),
    *("differential_cents", "free_hands", "lower_bettor_may_turn", "players_shake", "bonus_order"),
    *("notice", "jackpots", "sensors", "offers"),
)
"""What the posting tells of a setup elsewhere, or what is no decision."""


def _other_decisions(setup: TableSetup) -> Iterator[PostedRule]:
    """Yield what else the house decided otherwise than is usual, in the words that set it so."""
    usual = usual_setup(setup.game, setup.rulebook, currency=setup.currency)
    decided = {
        name: value
        for name in PARAGRAPHS
        if name not in _TOLD and (value := getattr(setup, name)) != getattr(usual, name)
    }
    if decided:
        words = words_between(usual, _change(usual, **decided)).replace("-", " ")
        cite = "; ".join(PARAGRAPHS[name] for name in decided)
        text = f"{words[:1].upper()}{words[1:]}."
        yield rule(setup, "decided", "Decided by the house", text, cite)


def _cites(wagers: Iterable[Wager], key: str) -> str | None:
    """Return the paragraphs by which some wagers are held to a discretion, each once."""
    provisions = (wager.discretion.get(key) for wager in wagers)
    cites = dict.fromkeys(one.cite for one in provisions if one is not None and one.cite)
    return "; ".join(cites) or None
