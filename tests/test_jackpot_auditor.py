"""The auditor of jackpots passes what is right, and catches each kind of wrong."""

from __future__ import annotations

from collections.abc import Callable
from copy import deepcopy
from typing import Any

import pytest

from jackpot_audit_stories import (
    DEALER,
    Entry,
    adjusted,
    bets,
    dismissed_under_lock_value,
    entry,
    fact,
    half_and_up_to_seed,
    house_jackpot_of_two,
    micros,
    paid_and_backed_out,
    start,
    two_hits_under_lock_all,
    written,
)
from jackpot_auditor import Auditor

Story = list[Entry]
STORIES: tuple[Callable[[], Story], ...] = (
    paid_and_backed_out,
    two_hits_under_lock_all,
    dismissed_under_lock_value,
    house_jackpot_of_two,
    half_and_up_to_seed,
)


def audited(texts: list[str]) -> Auditor:
    """Let an auditor read a journal to its end."""
    auditor = Auditor()
    for text in texts:
        auditor.line(text)
    auditor.end_of_group()
    return auditor


@pytest.mark.parametrize("story", STORIES)
def test_what_is_right_passes(story: Callable[[], Story]) -> None:
    assert sum(audited(written(story())).balances().values()) == 0


def test_balances_are_those_computed_by_hand() -> None:
    after = audited(written(paid_and_backed_out())).balances()
    assert after["jackpot ez main"] == 1_000_450_005
    assert after["jackpot ez reserve"] == 150_000
    assert "jackpot ez pending" not in after
    assert after["house"] == -1_000_600_000
    assert after["table 12 dealer"] == 15_000_000
    after = audited(written(two_hits_under_lock_all())).balances()
    assert after["jackpot sun main"] == 5_300_000
    assert after["jackpot sun seed fund"] == -4_750_000
    after = audited(written(dismissed_under_lock_value())).balances()
    assert after["jackpot ez main"] == 100_500_000
    assert after["jackpot ez reserve"] == 100_000


# --- what is wrong ---


def the(story: Story, kind: str, nth: int = 1) -> Entry:
    """Return the nth fact of a kind."""
    facts = [one for made in story for one in made["facts"] if one["kind"] == kind]
    return facts[nth - 1]  # type: ignore[no-any-return]


def told(kind: str, nth: int = 1, **other: Any) -> Callable[[Story], None]:
    """Change what a fact tells."""

    def forge(story: Story) -> None:
        the(story, kind, nth).update(other)

    return forge


def moved(kind: str, at: int = 0, nth: int = 1, **other: Any) -> Callable[[Story], None]:
    """Change a movement of a fact."""

    def forge(story: Story) -> None:
        the(story, kind, nth)["movements"][at].update(other)

    return forge


def without(kind: str, nth: int = 1) -> Callable[[Story], None]:
    """Leave a fact out."""

    def forge(story: Story) -> None:
        gone = the(story, kind, nth)
        for made in story:
            made["facts"] = [one for one in made["facts"] if one is not gone]

    return forge


def twice(kind: str, nth: int = 1) -> Callable[[Story], None]:
    """Let the line of a fact happen twice."""

    def forge(story: Story) -> None:
        wanted = the(story, kind, nth)
        at = next(n for n, made in enumerate(story) if any(one is wanted for one in made["facts"]))
        story.insert(at + 1, deepcopy(story[at]))

    return forge


def then(*entries: Entry, before: int = 0) -> Callable[[Story], None]:
    """Let something else happen at the end, or so many lines before it."""

    def forge(story: Story) -> None:
        story[len(story) - before : len(story) - before] = deepcopy(entries)

    return forge


def again(kind: str, after: str) -> Callable[[Story], None]:
    """Let the server say a fact again after the first line with another."""

    def forge(story: Story) -> None:
        wanted = the(story, after)
        at = next(n for n, made in enumerate(story) if any(one is wanted for one in made["facts"]))
        said = next(made for made in story if the(story, kind) in made["facts"])
        story.insert(at + 1, entry(said["stream"], deepcopy(the(story, kind))))

    return forge


def after(kind: str, *entries: Entry, nth: int = 1) -> Callable[[Story], None]:
    """Let something else happen after the line of a fact."""

    def forge(story: Story) -> None:
        wanted = the(story, kind, nth)
        at = next(n for n, made in enumerate(story) if any(one is wanted for one in made["facts"]))
        story[at + 1 : at + 1] = deepcopy(entries)

    return forge


def more_shares(story: Story) -> None:
    """Let somebody share who had no bet."""
    the(story, "HitRecorded")["sharers"].append("12/6")


LOST = entry("table/14", fact("LinkLost"), by=DEALER)
VOIDED = entry("table/12", fact("RoundVoided"), by=DEALER, round=7)
UNBACKED = fact("MeterAdjusted", micros=5, first="1", second="4", reason="count")
RECEIPTS = fact("FundsBooked", micros("jackpot ez main", "house", 5))
UNDONE = entry(
    "table/12", fact("CommandWithdrawn", facts=["ProgressivesTaken"]), by=DEALER, round=7
)
MORE = (*bets("14", "sun", 2, 6), start("14", "sun", 2, [6], 2, 200_000, 50_000))
MORE_EZ = (*bets("14", "ez", 2, 6), start("14", "ez", 2, [6], 1, 150_000, 50_000))
UNLIT = start("14", "ez", 2, [6], 1, 150_000, 50_000)

PAID_AND_BACKED_OUT: dict[str, Callable[[Story], None]] = {
    "another seed than the terms say": moved("JackpotOpened", micros=1_000_000_001),
    "a micro too much counted": moved("ProgressivesTaken", 3, micros=450_001),
    "a micro too little in reserve": moved("ProgressivesTaken", 4, micros=149_999),
    "a contribution from elsewhere": moved("ProgressivesTaken", 3, source="escrow"),
    "cents for micros": lambda story: the(story, "HitPaid")["movements"][0].update(
        cents=the(story, "HitPaid")["movements"][0].pop("micros")
    ),
    "a position not registered": told(
        "ProgressivesTaken",
        registered=[{"jackpot": "ez", "positions": [1, 3], "odometer": 2}],
    ),
    "an odometer that runs ahead": told(
        "ProgressivesTaken",
        registered=[{"jackpot": "ez", "positions": [1, 3, 5], "odometer": 4}],
    ),
    "odometers that the server misreads": told("ContributionsCounted", odometers=[["12", 2]]),
    "a start game of dark sensors": then(UNLIT),
    "a start game over a lost link": then(LOST, *MORE_EZ),
    "a start game withdrawn": after("ProgressivesTaken", UNDONE),
    "a hit not recorded": without("HitRecorded"),
    "a hit recorded that nobody declared": without("JackpotHit"),
    "winners that the outcome does not give": told("JackpotHit", positions=[1, 3]),
    "a row that nobody won": told("JackpotHit", row="Minor"),
    "another percentage": told("JackpotHit", percent=50),
    "an override by a dealer": told(
        "JackpotHit", supervisor="3", reason="the dealer says so"
    ),
    "a winner not declared": lambda story: story.__setitem__(
        slice(9, None), deepcopy([*bets("12", "ez", 8, 1), start(
            "12", "ez", 8, [1], 4, 150_000, 50_000)])
    ),
    "a sharer without a bet": more_shares,
    "a round declared as another": told("JackpotHit", round=6),
    "envy that is not printed": told("JackpotHit", dealer_envy_cents=501),
    "a hit confirmed by a dealer": told("JackpotHit", supervisor="3"),
    "envy for too few": told("HitRecorded", dealer_envy_cents=500),
    "a hit out of order": told("HitRecorded", order=2),
    "a hit that waits for nothing": told("HitRecorded", state="waiting"),
    "a cent more than displayed": told("HitLocked", amount_cents=100_046),
    "more set aside than displayed": moved("HitLocked", micros=1_000_460_000),
    "a reseed that is left out": without("MeterReseeded"),
    "a reseed made twice": again("MeterReseeded", after="MeterReseeded"),
    "a reseed by the house": moved("MeterReseeded", source="house"),
    "a reseed too small": moved("MeterReseeded", micros=149_999),
    "a share rounded up": told(
        "HitPaid", shares=[["12/1", 33_349], ["12/3", 33_348], ["12/5", 33_348]]
    ),
    "a remainder not told": told("HitPaid", remainder_micros=0),
    "a remainder that the house keeps": moved("HitPaid", target="house"),
    "a hit paid by a supervisor": told("HitPaid", by="1"),
    "a hit verified by a dealer": told("HitVerified", by="3"),
    "a hit paid twice": again("HitPaid", after="SharesPaid"),
    "shares that nobody hands over": without("SharesPaid"),
    "shares handed over twice": twice("SharesPaid"),
    "a share to another position": moved("SharesPaid", 2, target="position 2"),
    "envy not paid": lambda story: the(story, "SharesPaid")["movements"].pop(),
    "a share too large": moved("SharesPaid", 0, micros=333_490_000),
    "an award returned in part": told("AwardReturned", amount_micros=1_000_000_000),
    "an award returned twice": twice("HitClosed"),
    "an award that stays": without("HitClosed"),
    "an award returned by who sits there next": moved("HitClosed", 2, source="position 5"),
    "an award returned by the house alone": moved("HitClosed", 0, source="adjustments"),
    "a reseed not recovered": without("ReseedRecovered"),
    "an adjustment that moves nothing": then(entry("link/ez", UNBACKED, by="1"), before=1),
    "an adjustment by one person": then(entry("link/ez", adjusted("ez", 5, "1", "1"), by="1")),
    "an adjustment by a dealer": then(entry("link/ez", adjusted("ez", 5, "1", "3"), by="1")),
    "a meter that falls for no reason": then(entry("link/ez", RECEIPTS, by="1")),
    "a paid round voided": after("SharesPaid", VOIDED),
    "a link restored that was not lost": without("LinkLost"),
}  # fmt: skip

TWO_HITS: dict[str, Callable[[Story], None]] = {
    "a meter above its limit": moved("ContributionsCounted", micros=99_999),
    "no overflow counted": without("ContributionsCounted"),
    "start game while a hit is pending": after("JackpotShown", *MORE, nth=2),
    "a second hit that does not wait": told("HitRecorded", 2, state="pending"),
    "a waiting hit paid first": told("HitPaid", order=2),
    "a table that is not told": without("JackpotShown", 2),
    "a table that stays locked": without("JackpotShown", 4),
    "an advance too small": moved("MeterReseeded", 1, micros=4_849_999),
    "an advance from the house": moved("MeterReseeded", 1, source="house"),
    "overflow that is lost": lambda story: the(story, "MeterReseeded")["movements"].pop(),
    "a waiting hit that is forgotten": without("HitLocked", 2),
    "a second hit of the old meter": told("HitLocked", 2, amount_cents=1_030),
    "a dismissal that keeps the money": lambda story: the(story, "HitDismissed").update(
        movements=[]
    ),
    "a dismissal by a dealer": told("HitDismissed", by="3"),
    "a hit dismissed after it is paid": told("HitDismissed", order=1),
    "an advance not recovered": without("ContributionsCounted", 3),
    "too much recovered": moved("ContributionsCounted", nth=3, micros=100_001),
    "a void round that still counts": without("ContributionsReversed"),
    "a void round that counts twice": twice("ContributionsReversed"),
    "a void round of fewer units": told("ContributionsReversed", units=1),
    "a void round that takes a micro more": moved("ContributionsReversed", micros=400_001),
}

DISMISSED: dict[str, Callable[[Story], None]] = {
    "a reseed that a dismissal leaves": lambda story: the(story, "HitDismissed")["movements"].pop(),
    "a reseed taken back too much": moved("HitDismissed", 1, micros=100_000),
    "a hit dismissed twice": twice("HitDismissed"),
    "a hit paid and dismissed": after("HitDismissed", entry(
        "link/ez", fact("HitPaid", order=1, by="1", amount_cents=10_025,
                        shares=[["12/3", 10_025]], remainder_micros=0), by="1")),
}  # fmt: skip


HOUSE: dict[str, Callable[[Story], None]] = {
    "a remainder on a meter that does not grow": moved("HitPaid", target="jackpot tri main"),
    "a prize out of escrow": moved("MeterReseeded", source="escrow"),
    "a prize that is another": told("PrizeChanged", cents=999),
    "a prize changed by a dealer": told("PrizeChanged", by="3"),
    "a House Jackpot that grows": lambda story: the(story, "ProgressivesTaken")["movements"].append(
        micros("house", "jackpot tri main", 1)
    ),
}

HALF: dict[str, Callable[[Story], None]] = {
    "half of the meter rounded up": told("HitLocked", amount_cents=5_013),
    "a half that reseeds": after("HitLocked", entry("link/ez", fact("MeterReseeded", order=1))),
    "a contribution out of the house": moved("ProgressivesTaken", 1, source="house"),
    "a surplus of the seed": moved("MeterReseeded", 1, micros=100_000_000),
    "a reserve that the new meter leaves out": moved("MeterReseeded", source="escrow"),
}


@pytest.mark.parametrize(
    ("story", "forge"),
    [
        pytest.param(story, forge, id=name)
        for story, forgeries in zip(
            STORIES, (PAID_AND_BACKED_OUT, TWO_HITS, DISMISSED, HOUSE, HALF), strict=True
        )
        for name, forge in forgeries.items()
    ],
)
def test_what_is_wrong_is_caught(
    story: Callable[[], Story], forge: Callable[[Story], None]
) -> None:
    wrong = deepcopy(story())
    forge(wrong)
    assert wrong != story()
    with pytest.raises(AssertionError):
        audited(written(wrong))


def test_a_difference_is_told_with_stream_and_number() -> None:
    wrong = paid_and_backed_out()
    told("HitLocked", amount_cents=100_046)(wrong)
    with pytest.raises(AssertionError, match=r"link/ez 3 .*told 100046, by the rule 100045"):
        audited(written(wrong))


CHAINS: dict[str, Callable[[list[str]], list[str]]] = {
    "a line left out": lambda texts: [*texts[:5], *texts[6:]],
    "two lines exchanged": lambda texts: [*texts[:4], texts[5], texts[4], *texts[6:]],
    "a line given twice": lambda texts: [*texts[:5], texts[4], *texts[5:]],
    "a letter changed": lambda texts: [
        *texts[:5], texts[5].replace("position 3", "position 4"), *texts[6:]],
    "a hash changed": lambda texts: [
        texts[0].replace('"hash":"', '"hash":"0')[:-3] + '"}', *texts[1:]],
}  # fmt: skip


@pytest.mark.parametrize("change", CHAINS)
def test_a_broken_chain_is_caught(change: str) -> None:
    texts = written(paid_and_backed_out())
    with pytest.raises(AssertionError):
        audited(CHAINS[change](texts))


def test_refused_commands_have_no_facts() -> None:
    story = paid_and_backed_out()
    story[-1]["refusal"] = {"code": "x", "message": "x", "citation": None, "remedy": "x"}
    with pytest.raises(AssertionError, match="refused"):
        audited(written(story))
