"""A hit of a jackpot: recorded, locked, verified and paid; or dismissed, or backed out."""

from __future__ import annotations

from typing import NamedTuple

from pitboss.jackpot.link import (
    OPEN_HITS,
    Answer,
    Deciding,
    Hit,
    HitState,
    Link,
    Sums,
    applies,
    decides,
    flows_of,
    moved,
)
from pitboss.jackpot.meters import (
    Award,
    Flow,
    Flows,
    award_of,
    flowing,
    lock,
    overflow,
    reseed,
    reseed_taken_back,
)
from pitboss.jackpot.people import not_allowed, not_two
from pitboss.refusals import Refusal
from pitboss.rulebook.pays import Money
from pitboss.settle.accounts import MICROS_PER_CENT, JackpotMovement


class RecordHit(NamedTuple):
    """Record a hit that a table called, in its order."""

    table: str
    round: int
    row: str
    percent: int
    sharers: tuple[str, ...]
    dealer_envy_cents: int
    """For each who shares."""
    player_envy: Sums


@decides(RecordHit)
def record_hit(link: Link, command: RecordHit) -> Answer:
    """Lock the amount at once, unless another hit holds the meter under lock-all."""
    waits = link.jackpot.lock == "lock-all" and any(hit.open for hit in link.hits)
    state: HitState = "waiting" if waits else "pending"
    envy = command.dealer_envy_cents * len(command.sharers)
    order = len(link.hits) + 1
    deciding = Deciding(link)
    deciding.add(HitRecorded(order, *command[:5], envy, command.player_envy, state))
    if not waits:
        _lock(deciding, order)
        if link.jackpot.lock == "lock-value":
            _reseed(deciding, order)
    return deciding.answer


class HitRecorded(NamedTuple):
    """A table called a hit: in which order, of which row, and who shares it."""

    order: int
    table: str
    round: int
    row: str
    percent: int
    sharers: tuple[str, ...]
    dealer_envy_cents: int
    """For all who share."""
    player_envy: Sums
    state: HitState


@applies(HitRecorded, 'hit {order} at table {table}, round {round}: "{row}", {state}')
def hit_recorded(link: Link, fact: HitRecorded) -> Link:
    """The order of hits is the order in which they were recorded."""
    return link._replace(hits=(*link.hits, Hit(*fact, link.at)))


class HitLocked(NamedTuple):
    """The amount of a hit is fixed and set aside."""

    order: int
    amount_cents: int
    movements: tuple[JackpotMovement, ...]


@applies(HitLocked, "sets {amount_cents} aside for hit {order}")
def hit_locked(link: Link, fact: HitLocked) -> Link:
    """Who shares how much is known."""
    hit = link.hit(fact.order)
    award = _divided(hit, fact.amount_cents)
    return link.with_hit(
        fact.order,
        state="pending",
        amount_cents=fact.amount_cents,
        shares=_shares(hit, award),
        remainder_micros=award.remainder_micros,
    )


def _divided(hit: Hit, amount_cents: int) -> Award:
    return award_of(amount_cents, 100, len(hit.sharers))


def _shares(hit: Hit, award: Award) -> Sums:
    return tuple((who, award.share_cents) for who in hit.sharers)


def _lock(deciding: Deciding, order: int) -> None:
    link = deciding.link
    hit = link.hit(order)
    award = award_of(link.displayed_cents, hit.percent, len(hit.sharers))
    movements = moved(link, lock(award), "jackpot locked")
    deciding.add(HitLocked(order, award.amount_cents, movements))


class MeterReseeded(NamedTuple):
    """The new meter after the whole one was won."""

    order: int
    movements: tuple[JackpotMovement, ...]


@applies(MeterReseeded, "puts {onto_meter} on the new meter")
def meter_reseeded(link: Link, fact: MeterReseeded) -> Link:
    """What made the new meter is remembered, in case the hit comes to nothing."""
    return link.with_hit(fact.order, reseed=flows_of(fact.movements))


def _reseed(deciding: Deciding, order: int) -> None:
    """Make the new meter; a lower percentage than all of it leaves a meter."""
    link = deciding.link
    if link.hit(order).percent == 100:
        movements = moved(link, reseed(link.meter, link.jackpot.growth), "seed")
        deciding.add(MeterReseeded(order, movements))


def _lock_next(deciding: Deciding) -> None:
    """Give the meter to the hit that waits for it."""
    link = deciding.link
    if any(hit.state in ("pending", "verified") for hit in link.hits):
        return
    waiting = next((hit.order for hit in link.hits if hit.state == "waiting"), None)
    if waiting is not None:
        _lock(deciding, waiting)


# --- verify and pay ---


def _open_hit(link: Link, order: int) -> Hit | Refusal:
    """Return the hit that is meant: by its order, or the oldest that is open."""
    meant = [hit for hit in link.hits if (hit.order == order if order else hit.open)]
    if not meant:
        message = f"there is no hit {order}" if order else "no hit is open"
        return Refusal("no-such-hit", message, _known_hits(link))
    if not meant[0].open:
        message = f"hit {meant[0].order} is {meant[0].state}"
        return Refusal("hit-closed", message, "back it out if it was paid in error")
    return meant[0]


def _known_hits(link: Link) -> str:
    hits = ", ".join(f"{hit.order} ({hit.state})" for hit in link.hits[-9:])
    return f"the last hits of {link.jackpot.id} are {hits}" if hits else "no hit was called yet"


def _first_first(link: Link, hit: Hit) -> Refusal | None:
    """Refuse to go on with a hit that waits for another one under lock-all."""
    if hit.state != "waiting":
        return None
    first = next(other.order for other in link.hits if other.open)
    return Refusal(
        "hit-waits",
        f"hit {hit.order} waits for hit {first}, which holds the meter",
        f"pay or dismiss hit {first} first",
        "30-2899.07(6)(e)",
    )


class VerifyHit(NamedTuple):
    """Verify that a hit was won (30-2899.02(10)(g), 30-2899.04(5)(f)(v))."""

    by: str
    order: int = 0
    level: str = ""


@decides(VerifyHit, "verify <order:number> by <by:badge>", "verify by <by:badge>")
def verify_hit(link: Link, command: VerifyHit) -> Answer:
    """Let a supervisor or executive verify a hit, once."""
    hit = _open_hit(link, command.order)
    if isinstance(hit, Refusal):
        return hit
    wrong = not_allowed(command.by, command.level, "verifies a hit") or _first_first(link, hit)
    if wrong is None and hit.state == "verified":
        wrong = Refusal("verified-already", f"hit {hit.order} is verified", "pay it")
    return wrong or (HitVerified(hit.order, command.by),)


class HitVerified(NamedTuple):
    """The casino has verified a hit."""

    order: int
    by: str


@applies(HitVerified, "hit {order} is verified by {by}")
def hit_verified(link: Link, fact: HitVerified) -> Link:
    """The hit may be paid."""
    return link.with_hit(fact.order, state="verified", verified_by=fact.by)


class PayHit(NamedTuple):
    """Swipe a card and pay a hit (30-2899.02(10)(g), 30-2899.04(5)(f)(v))."""

    by: str
    order: int = 0
    level: str = ""


@decides(PayHit, "pay <order:number> by <by:badge>", "pay by <by:badge>")
def pay_hit(link: Link, command: PayHit) -> Answer:
    """Pay what was set aside; under lock-all the meter is reseeded now, and a next hit locked.

    A hit that nobody verified is verified by the card that pays it.
    """
    hit = _open_hit(link, command.order)
    if isinstance(hit, Refusal):
        return hit
    amount = _amount_at_payment(link, hit)
    wrong = (
        _first_first(link, hit)
        or not_allowed(command.by, command.level, "pays a hit")
        or _level(link, amount, command.level)
    )
    if wrong is not None:
        return wrong
    deciding = Deciding(link)
    if hit.state != "verified":
        deciding.add(HitVerified(hit.order, command.by))
    deciding.add(_paid(link, hit, amount, command.by))
    if link.jackpot.lock == "lock-all":
        _reseed(deciding, hit.order)
    _lock_next(deciding)
    return deciding.answer


def _level(link: Link, amount_cents: int, level: str) -> Refusal | None:
    """Refuse a card below what the amount of the jackpot asks for."""
    executive = link.jackpot.executive_cents
    if executive is None or amount_cents < executive or level == "executive":
        return None
    return Refusal(
        "executive-needed",
        f"a jackpot of {Money(amount_cents)} is paid by an executive's card",
        "let an executive swipe a card",
        "30-2899.02(10)(g)",
    )


def _amount_at_payment(link: Link, hit: Hit) -> int:
    """Return what is divided: what was locked, or by ``at-pay`` what the signs show now.

    Under lock-value the signs show the next meter, and what was locked stands.
    """
    if link.jackpot.amount == "at-lock" or link.jackpot.lock == "lock-value":
        return hit.amount_cents
    return award_of(link.displayed_cents, hit.percent, len(hit.sharers)).amount_cents


def _paid(link: Link, hit: Hit, amount_cents: int, by: str) -> HitPaid:
    award = _divided(hit, amount_cents)
    more = (amount_cents - hit.amount_cents) * MICROS_PER_CENT
    differs: Flows = (*flowing("main", "pending", more), *flowing("pending", "main", -more))
    rest: Flows = flowing(
        "pending", "main" if link.jackpot.kind == "progressive" else "house", award.remainder_micros
    )
    movements = moved(link, differs, "amount at payment")
    movements += moved(link, rest, "rest of the division") + _exceeding(link, (*differs, *rest))
    shares = _shares(hit, award)
    return HitPaid(hit.order, by, amount_cents, shares, award.remainder_micros, movements)


class HitPaid(NamedTuple):
    """A hit is paid; each table's record has the money of those who sit there."""

    order: int
    by: str
    amount_cents: int
    shares: Sums
    remainder_micros: int
    """The rest of the division, which goes back to the meter."""
    movements: tuple[JackpotMovement, ...]


@applies(HitPaid, "hit {order} is paid by {by}: {shares}")
def hit_paid(link: Link, fact: HitPaid) -> Link:
    """What was set aside is with those who share."""
    order, by, amount, shares, remainder, _ = fact
    paid = sum(cents for _, cents in shares) * MICROS_PER_CENT
    return link._replace(meter=link.meter.after(flowing("pending", "house", paid))).with_hit(
        order,
        state="paid",
        paid_by=by,
        paid_at=link.at,
        amount_cents=amount,
        shares=shares,
        remainder_micros=remainder,
    )


# --- dismissed, backed out ---


class DismissHit(NamedTuple):
    """Dismiss a hit that was none."""

    by: str
    reason: str
    order: int = 0
    level: str = ""


@decides(
    DismissHit,
    "dismiss <order:number> by <by:badge> : <reason:text>",
    "dismiss by <by:badge> : <reason:text>",
)
def dismiss_hit(link: Link, command: DismissHit) -> Answer:
    """Void what was set aside, and take back a reseed that was made; a next hit is locked."""
    hit = _open_hit(link, command.order)
    if isinstance(hit, Refusal):
        return hit
    wrong = not_allowed(command.by, command.level, "dismisses a hit")
    if wrong is not None:
        return wrong
    deciding = Deciding(link)
    back = flowing("pending", "main", hit.amount_cents * MICROS_PER_CENT)
    undone = reseed_taken_back(link.meter.after(back), hit.reseed)
    movements = moved(link, back, "dismissed") + moved(link, undone, "reseed recovered")
    movements += _exceeding(link, (*back, *undone))
    deciding.add(HitDismissed(hit.order, command.by, command.reason, movements))
    _lock_next(deciding)
    return deciding.answer


def _exceeding(link: Link, flows: tuple[Flow, ...]) -> tuple[JackpotMovement, ...]:
    """Return what then exceeds the limit."""
    return moved(link, overflow(link.meter.after(flows), link.jackpot.growth), "overflow")


class HitDismissed(NamedTuple):
    """A hit was none; what was set aside is on the meter again."""

    order: int
    by: str
    reason: str
    movements: tuple[JackpotMovement, ...]


@applies(HitDismissed, "hit {order} is dismissed by {by}: {reason}")
def hit_dismissed(link: Link, fact: HitDismissed) -> Link:
    """The hit is closed."""
    return link.with_hit(fact.order, state="dismissed", reseed=())


class BackOutHit(NamedTuple):
    """Back out a hit that was paid, by a manual adjustment (.02(10)(i), .04(5)(f)(vii))."""

    order: int
    first: str
    second: str
    reason: str
    levels: tuple[str, ...] = ()


@decides(BackOutHit, "back out <order:number> by <first+second:badges> : <reason:text>")
def back_out_hit(link: Link, command: BackOutHit) -> Answer:
    """Return the award, then recover the reseed; envy and fixed pays stand."""
    if not 1 <= command.order <= len(link.hits):
        return Refusal("no-such-hit", f"there is no hit {command.order}", _known_hits(link))
    hit = link.hit(command.order)
    wrong = not_two(command.first, command.second, command.levels, "back out a hit")
    if wrong is None and hit.state != "paid":
        message = f"hit {hit.order} is {hit.state}, not paid"
        remedy = "dismiss it" if hit.state in OPEN_HITS else "go on"
        wrong = Refusal("hit-not-paid", message, remedy, "30-2899.02(10)(i)")
    if wrong is not None:
        return wrong
    deciding = Deciding(link)
    micros = hit.shared_cents * MICROS_PER_CENT
    deciding.add(AwardReturned(hit.order, micros, command.first, command.second, command.reason))
    undone = reseed_taken_back(deciding.link.meter, hit.reseed)
    movements = moved(link, undone, "reseed recovered") + _exceeding(deciding.link, undone)
    deciding.add(ReseedRecovered(hit.order, movements))
    return deciding.answer


class AwardReturned(NamedTuple):
    """An award that was paid in error is on the meter again, by two people."""

    order: int
    amount_micros: int
    first: str
    second: str
    reason: str


@applies(AwardReturned, "hit {order} is backed out by {first} and {second}: {reason}")
def award_returned(link: Link, fact: AwardReturned) -> Link:
    """The money comes back by the tables' records."""
    meter = link.meter.after(flowing("house", "main", fact.amount_micros))
    return link._replace(meter=meter).with_hit(fact.order, state="backed-out")


class ReseedRecovered(NamedTuple):
    """What had made a new meter is back where it came from."""

    order: int
    movements: tuple[JackpotMovement, ...]


@applies(ReseedRecovered, "the reseed of hit {order} is recovered")
def reseed_recovered(link: Link, fact: ReseedRecovered) -> Link:
    """There is nothing left to recover."""
    return link.with_hit(fact.order, reseed=())
