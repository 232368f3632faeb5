"""The script language: every command is read from its line and written to it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Literal, get_args, get_origin, get_type_hints

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitboss.games.cards import DECK, Card, card, cards
from pitboss.games.three_dice import Cup
from pitboss.refusals import Unreadable
from pitboss.rulebook.tables import On
from pitboss.table.language import FORMS_BY_VERB, VERBS, line_of, read, verb_of
from pitboss.table.scripts.expectations import EXPECTATIONS
from pitboss.table.scripts.macros import GRAMMAR as MACROS
from pitboss.table.setups.setup import Offer, TableSetup
from pitboss.table.setups.words import KEYS, usual_setup
from pitboss.table.state import DEALER
from pitboss.table.steps.betting import PlaceBet, TakeBack
from pitboss.table.steps.clearing import ClearLayout
from pitboss.table.steps.closing import CallFreeHand, CallNoMoreBets, TakeProgressives
from pitboss.table.steps.corrections import CloseDispute, CorrectCard, OpenDispute
from pitboss.table.steps.craps import CallNoRoll, PassDice, RollDice
from pitboss.table.steps.cups import HandCup, PlayerShakes, RevealDice, ShakeCups, SpillDice
from pitboss.table.steps.dealing import DealCard
from pitboss.table.steps.duties import Accommodate, InspectDevice, NotifySurveillance, StartDay
from pitboss.table.steps.errors import DealInError, RunDry, VoidRound
from pitboss.table.steps.hits import ConfirmHit, EndGame, HitJackpot, PressHands, WaiveJackpot
from pitboss.table.steps.inspection import (
    BreakSeal,
    InspectCards,
    ReceiveCards,
    ReplaceCards,
    SpreadCards,
    VerifyCards,
    WashCards,
)
from pitboss.table.steps.limits import AnnounceLimits, changed_limits
from pitboss.table.steps.opening import ChangeSetup, CloseTable, GiveNotice, OpenTable
from pitboss.table.steps.panel import GiveBackProgressives, LoseLink, RestoreLink
from pitboss.table.steps.paying import CollectLosers, CollectTieVigorish, PayPosition
from pitboss.table.steps.positions import BuyIn, Leave, Sit
from pitboss.table.steps.ratings import EndRating, RatePlayer
from pitboss.table.steps.recounts import AskRecount
from pitboss.table.steps.registry import DECIDERS, FORMS, SERVER, Command
from pitboss.table.steps.results import CallResult
from pitboss.table.steps.shifts import CloseShift
from pitboss.table.steps.shoes import BurnCards, LoadShoe, StopForWantOfPlay
from pitboss.table.steps.shuffling import (
    CutCards,
    DeclineCut,
    OrderRecut,
    PlaceCutCard,
    ShuffleCards,
)
from pitboss.table.steps.squeezing import HandOver, WaveOff
from pitboss.table.steps.tray import AdjustBet, CountTray, CreditTray, EmptyBox, FillTray
from pitboss.table.steps.turning import CallPoints, TurnCards
from pitboss.table.steps.undoing import Undo
from pitboss.table.steps.variances import ExplainVariance

PAGE = Path(__file__).parent.parent / "docs" / "SCRIPTS.md"
KINDS: tuple[type, ...] = tuple(kind for kind in DECIDERS if kind not in SERVER)
PLAIN_KINDS = [kind for kind in KINDS if kind not in (OpenTable, ChangeSetup, AnnounceLimits)]

# --- each command as a dealer writes it ---

WRITTEN: Mapping[str, Command] = {
    "day 2026-11-16": StartDay("2026-11-16"),
    "notice vigorish 7%": GiveNotice("vigorish", "7%"),
    "notice tie-vigorish 25%": GiveNotice("tie-vigorish", "25%"),
    "notify surveillance by Ann Lee": NotifySurveillance("Ann Lee"),
    "accommodate Bo waive cards-not-for-players by Ann": Accommodate(
        "Bo", "cards-not-for-players", "Ann"
    ),
    "inspect shoe": InspectDevice("shoe"),
    "inspect shuffler broken": InspectDevice("shuffler", sound=False),
    "receive 8 decks red": ReceiveCards(8, "red"),
    "receive 8 decks dark blue sealed": ReceiveCards(8, "dark blue", sealed=True),
    "break seal by Ann": BreakSeal("Ann"),
    "inspect cards": InspectCards(),
    "inspect cards of batch 2 missing 8h 9d extra Ks": InspectCards(2, cards("8h9d"), cards("Ks")),
    "replace cards of batch 2 number 4711": ReplaceCards(2, "4711"),
    "verify cards of batch 2 by Ann": VerifyCards("Ann", 2),
    "spread cards": SpreadCards(),
    "wash cards of batch 2": WashCards(2),
    "shuffle cards missing 8h": ShuffleCards(1, cards("8h")),
    "decline cut 7": DeclineCut(7),
    "cut 7 at 150": CutCards(7, 150),
    "dealer cuts at 150": CutCards(DEALER, 150),
    "order recut by Ann": OrderRecut("Ann"),
    "cut card 14": PlaceCutCard(14),
    "load shoe": LoadShoe(),
    "burn 5h": BurnCards(card("5h")),
    "stop play": StopForWantOfPlay(),
    "wave off player 3": WaveOff("player", 3),
    "undo": Undo(),
    "sit 3": Sit(3),
    "leave 3": Leave(3),
    "buy in 3 500": BuyIn(3, 500_00),
    "bet 3 player 25": PlaceBet(3, "player", 25_00),
    "bet 3 golden-talons:player 2.50 coupon": PlaceBet(
        3, "golden-talons", 2_50, "player", "coupon"
    ),
    "bet 7 99-fortunes:7 5 promotional toke behind": PlaceBet(
        7, "99-fortunes", 5_00, 7, "promotional", toke=True, behind=True
    ),
    "take back 2": TakeBack(2),
    "no more bets": CallNoMoreBets(),
    "take progressives": TakeProgressives(),
    "link lost": LoseLink(),
    "link back": RestoreLink(),
    "give back progressives": GiveBackProgressives(),
    "hand 1 3 5": PressHands((1, 3, 5)),
    "hit jackpot": HitJackpot(),
    "hit jackpot sun-7 by 2207: misread": HitJackpot("sun-7", "2207", "misread"),
    "confirm by 2207": ConfirmHit("2207"),
    "confirm by 2207 for ez: misread": ConfirmHit("2207", "ez", "misread"),
    "no jackpot ez by 2207: misread": WaiveJackpot("ez", "2207", "misread"),
    "end game": EndGame(),
    "free hand": CallFreeHand(),
    "deal player 7s": DealCard(card("7s"), "player"),
    "deal banker ?": DealCard(None, "banker"),
    "deal player 7s face up": DealCard(card("7s"), "player", face_up_in_shoe=True),
    "hand player to 3": HandOver("player", 3),
    "hand banker to 3 by agreement": HandOver("banker", 3, "agreement"),
    "hand player to 3 by consent": HandOver("player", 3, "consent"),
    "turn player 7s 8h": TurnCards("player", cards("7s8h")),
    "call player": CallPoints("player"),
    "call banker": CallPoints("banker"),
    "call result": CallResult(),
    "collect": CollectLosers(),
    "collect bonus": CollectLosers("bonus"),
    "pay 7": PayPosition(7),
    "pay 7 base": PayPosition(7, "base"),
    "collect vigorish": CollectTieVigorish(),
    "clear": ClearLayout(),
    "shake cups": ShakeCups(),
    "hand cup player to 3": HandCup("player", 3),
    "shake player cup": PlayerShakes("player"),
    "reveal 333 126": RevealDice((3, 3, 3), (1, 2, 6)),
    "spill a die fell": SpillDice("a die fell"),
    "dice to 3": PassDice(3),
    "roll 4 3": RollDice(4, 3),
    "no roll": CallNoRoll(),
    "no roll a die leans on the rail": CallNoRoll("a die leans on the rail"),
    "error player 5h disclosed": DealInError(card("5h"), "player", disclosed=True),
    "run dry": RunDry(),
    "void round by Ann: cards fell": VoidRound("Ann", "cards fell"),
    "correct player 2 8h by Ann": CorrectCard("player", 2, card("8h"), "Ann"),
    "dispute 3 the 8 was a 9": OpenDispute(3, "the 8 was a 9"),
    "decide by Ann: the result stands": CloseDispute("Ann", "the result stands"),
    "count tray opening 10000 signed Ann and Bo": CountTray("opening", 10_000_00, "Ann", "Bo"),
    "fill 500 signed Ann and Bo": FillTray(500_00, "Ann", "Bo"),
    "credit 500 signed Ann and Bo": CreditTray(500_00, "Ann", "Bo"),
    "adjust 3 +25 signed Ann and Bo: short": AdjustBet(3, 25_00, "short", "Ann", "Bo"),
    "adjust 3 +25 for round 7 signed Ann and Bo: short": AdjustBet(
        3, 25_00, "short", "Ann", "Bo", 7
    ),
    "rate 3 as P-1001": RatePlayer(3, "P-1001"),
    "end rating 3": EndRating(3),
    "close shift 9900 signed Ann and Bo": CloseShift(9_900_00, "Ann", "Bo"),
    "ask recount closing 925 by Ann": AskRecount("closing", 925_00, "Ann"),
    "explain variance number 2 by Ann: a chip fell": ExplainVariance("a chip fell", "Ann", 2),
    "empty toke box signed Ann and Bo": EmptyBox("toke box", "Ann", "Bo"),
    "adjust 3 -2.50 signed Ann and Bo: over": AdjustBet(3, -2_50, "over", "Ann", "Bo"),
    "close table": CloseTable(),
}


@pytest.mark.parametrize("line", WRITTEN)
def test_a_line_reads_as_its_command_and_back(line: str) -> None:
    assert read(line) == WRITTEN[line]
    assert line_of(WRITTEN[line]) == line


def test_every_kind_of_command_is_shown_and_has_a_verb() -> None:
    assert {type(command) for command in WRITTEN.values()} == set(PLAIN_KINDS)
    assert set(VERBS) == set(KINDS)


@pytest.mark.parametrize(
    ("kind", "verb"),
    [
        (DeclineCut, "decline cut"),
        (BuyIn, "buy in"),
        (CollectTieVigorish, "collect vigorish"),
        (CollectLosers, "collect"),
        (HandCup, "hand cup"),
        (HandOver, "hand"),
        (CutCards, "cut"),
        (CountTray, "count tray"),
        (CallNoMoreBets, "no more bets"),
        (ChangeSetup, "change setup"),
        (AnnounceLimits, "announce limits"),
    ],
)
def test_a_verb_is_what_leads_without_arguments(kind: type, verb: str) -> None:
    assert VERBS[kind] == verb


def test_the_dealers_cut_has_a_verb_of_its_own() -> None:
    assert verb_of(CutCards(DEALER, 150)) == "dealer cuts"
    assert verb_of(CutCards(7, 150)) == "cut"


# --- reading is generous ---


@pytest.mark.parametrize(
    ("line", "plain"),
    [
        ("SIT 3", "sit 3"),
        ("  No   More\tBets ", "no more bets"),
        ("sit position 3", "sit 3"),
        ("pay Position 3 bonus", "pay 3 bonus"),
        ("bet 3 Player $25.00", "bet 3 player 25"),
        ("buy in 3 $1,000", "buy in 3 1000"),
        ("bet 3 tie 2.5", "bet 3 tie 2.50"),
        ("burn 10H", "burn Th"),
        ("deal Banker kd", "deal banker Kd"),
        ("turn player 7s8h", "turn player 7s 8h"),
        ("turn player 7s, 10h", "turn player 7s Th"),
        ("bet 3 player 25 behind toke coupon", "bet 3 player 25 coupon toke behind"),
        ("inspect cards extra Ks of batch 2", "inspect cards of batch 2 extra Ks"),
        ("verify cards by Ann of batch 2", "verify cards of batch 2 by Ann"),
        ("notice vigorish 7", "notice vigorish 7%"),
        ("cut 0 at 150", "dealer cuts at 150"),
    ],
)
def test_reading_is_generous(line: str, plain: str) -> None:
    assert read(line) == WRITTEN.get(plain, read(plain))
    assert line_of(read(line)) == plain


@pytest.mark.parametrize(
    ("line", "command"),
    [
        ("break seal", BreakSeal("")),
        ("order recut", OrderRecut("")),
        ("fill 500", FillTray(500_00, "", "")),
        ("fill 500 signed Ann", FillTray(500_00, "Ann", "")),
        ("adjust 3 +25 signed Ann and Bo", AdjustBet(3, 25_00, "", "Ann", "Bo")),
        ("decide: the result stands", CloseDispute("", "the result stands")),
    ],
)
def test_a_name_that_is_not_said_is_empty_for_the_table_to_refuse(
    line: str, command: Command
) -> None:
    assert read(line) == command
    assert line_of(command) == line


def test_a_reason_is_not_searched_for_names() -> None:
    assert read("decide: paid by mistake") == CloseDispute("", "paid by mistake")


# --- setups ---


def test_a_table_is_opened_with_the_usual_setup_of_its_game_changed() -> None:
    usual = usual_setup("baccarat")
    assert read("open Baccarat") == OpenTable(usual)
    changed = read("open baccarat with positions 9, size midi, style squeeze")
    assert changed == OpenTable(replace(usual, positions=9, size="midi", style="squeeze"))


def test_a_change_starts_from_the_present_setup() -> None:
    present = replace(usual_setup("baccarat"), positions=9)
    assert read("change setup with vigorish 7%", present) == ChangeSetup(
        replace(present, vigorish_rate=Fraction(7, 100))
    )


SETTINGS = st.fixed_dictionaries(
    {},
    optional={
        "positions": st.integers(1, 14),
        "size": st.sampled_from(("mini", "midi", "any")),
        "style": st.sampled_from(("face-up", "face-down", "squeeze")),
        "written_approval": st.booleans(),
        "tokes": st.booleans(),
        "vigorish_rate": st.none() | st.fractions(0, 1, max_denominator=400),
        "vigorish_rounding_cents": st.sampled_from((1, 25, 50)),
        "differential_cents": st.none() | st.integers(0, 10**7),
        "push": st.sampled_from(("returned", "held-over")),
        "notice": st.sampled_from(("", "no", "none", "a jackpot, signed by the house")),
        "number": st.sampled_from(("1", "12B", "pit 3")),
    },
)


@st.composite
def setups(draw: st.DrawFn) -> TableSetup:
    usual = usual_setup("baccarat")
    chosen = draw(st.lists(st.sampled_from(usual.offers), unique=True, min_size=1))
    cents = st.none() | st.integers(1, 10**6)
    offers = tuple(
        one._replace(
            table=draw(st.sampled_from((one.table, "tie-vigorish", None))),
            minimum_cents=draw(cents),
            maximum_cents=draw(cents),
            aggregate_cents=draw(cents),
        )
        for one in chosen
    )
    change: Callable[..., TableSetup] = replace
    return change(usual, offers=offers, **draw(SETTINGS))


SIGNED = st.sampled_from(((), ("3301",), ("3301", "2208")))


@given(setups(), setups(), SIGNED)
def test_setups_are_written_and_read_back(
    present: TableSetup, new: TableSetup, signed: tuple[str, ...]
) -> None:
    opened, changed = OpenTable(new), ChangeSetup(new, *signed)
    assert read(line_of(opened)) == opened
    assert read(line_of(changed, present), present) == changed


@given(setups(), st.integers(0, 999))
def test_limits_to_come_are_written_and_read_back(new: TableSetup, round: int) -> None:
    present = replace(new, offers=tuple(one._replace(minimum_cents=None) for one in new.offers))
    announced = AnnounceLimits(changed_limits(present, new), round)
    assert read(line_of(announced, present), present) == announced


@pytest.mark.parametrize("more", ["positions 9", "without tie", "minimum tie 5, no tokes"])
def test_nothing_but_limits_is_announced_as_limits(more: str) -> None:
    with pytest.raises(Unreadable) as wrong:
        read(f"announce limits with {more}")
    assert wrong.value.refusal.code == "not-a-limit"


def test_an_unchanged_setup_is_written_without_settings() -> None:
    assert line_of(OpenTable(usual_setup("baccarat"))) == "open baccarat"
    one = replace(usual_setup("baccarat"), offers=(Offer("player"),))
    assert line_of(OpenTable(one)).startswith("open baccarat with offers player")


# --- every command, whatever its fields ---

KEYWORDS = {"and", "sealed", "signed", "number", "waive", "missing", "extra", "batch", "by", "for"}
WORDS: st.SearchStrategy[str] = st.from_regex(r"\A[A-Z][a-z]{2,8}\Z").filter(
    lambda word: word.lower() not in KEYWORDS
)
NAMES = st.lists(WORDS, min_size=1, max_size=3).map(" ".join)
LOWER: st.SearchStrategy[str] = st.from_regex(r"\A[a-z][a-z0-9-]{0,12}\Z").filter(
    lambda word: word not in KEYWORDS
)
SIDES = ("player", "banker")
BY_FIELD: Mapping[str, st.SearchStrategy[object]] = {
    "cents": st.integers(0, 10**12),
    "day": st.dates().map(str),
    "rate": st.integers(0, 100).map("{}%".format),
    "backs": LOWER,
    "wager": LOWER,
    "commission": LOWER,
    "rule": LOWER,
    "inventory_number": st.integers(0, 10**9).map(str),
    "patron": st.integers(0, 10**9).map("P-{}".format),
    "on": st.none() | st.sampled_from(SIDES) | st.integers(1, 99),
    "place": st.integers(1, 3),
    "jackpot": LOWER,
    "positions": st.lists(st.integers(1, 9), min_size=1, max_size=9).map(tuple),
}
BY_TYPE: Mapping[object, st.SearchStrategy[object]] = {
    int: st.integers(0, 999),
    bool: st.booleans(),
    str: NAMES,
    Card: st.sampled_from(DECK),
    Card | None: st.none() | st.sampled_from(DECK),
    tuple[Card, ...]: st.lists(st.sampled_from(DECK), min_size=1, max_size=6).map(tuple),
    Cup: st.tuples(*[st.integers(1, 6)] * 3),
    On: BY_FIELD["on"],
}


def anything_for(kind: Callable[..., Command]) -> st.SearchStrategy[Command]:
    fields = get_type_hints(kind)
    return st.builds(kind, **{field: _field(field, hint) for field, hint in fields.items()})


def _field(field: str, hint: object) -> st.SearchStrategy[object]:
    if get_origin(hint) is Literal:
        return st.sampled_from(get_args(hint))
    return BY_FIELD[field] if field in BY_FIELD else BY_TYPE[hint]


@pytest.mark.parametrize("kind", PLAIN_KINDS, ids=lambda kind: VERBS[kind])
@given(data=st.data())
def test_whatever_is_written_reads_as_the_same(
    kind: Callable[..., Command], data: st.DataObject
) -> None:
    command = data.draw(anything_for(kind))
    assert read(line_of(command)) == command


# --- what cannot be read is refused, never a crash ---


@pytest.mark.parametrize(
    ("line", "code", "helps"),
    [
        ("no mor bets", "unknown-command", 'did you mean "no more bets"? write no more bets'),
        ("bte 3 player 25", "unknown-command", 'did you mean "bet"? write bet POSITION WAGER'),
        ("xyzzy", "unknown-command", "known: open, close table"),
        ("", "unknown-command", "known: open"),
        ("sit", "unreadable-command", "write sit POSITION"),
        ("sit 3 4", "unreadable-command", "write sit POSITION"),
        ("clear now", "unreadable-command", "write clear"),
        ("call dealer", "unreadable-command", "write call player|banker"),
        ("hand", "unreadable-command", "write hand POSITION..., or hand player|banker to POSITION"),
        ("no jackpot sun-7", "unreadable-command", "write no jackpot ID by NAME: TEXT"),
        ("inspect drawer", "unreadable-command", "write inspect shoe|shuffler"),
        ("bet 3 player 25 25", "unreadable-command", "write bet"),
        ("bet 3 player 25 toke toke", "unreadable-command", "write bet"),
        ("sit three", "not-a-number", "sit POSITION"),
        ("sit ٣", "not-a-number", "sit POSITION"),
        ("sit -3", "not-a-number", "sit POSITION"),
        ("burn 5x", "unknown-card", "burn CARD"),
        ("bet 3 player 2.505", "bad-amount", "bet POSITION"),
        ("bet 3 player lots", "bad-amount", "bet POSITION"),
        ("reveal 33 126", "unknown-dice", "reveal DICE DICE"),
        ("open bacarat", "unknown-game", "baccarat"),
        ("open baccarat with positons 9", "unknown-setting", "positions"),
    ],
)
def test_what_cannot_be_read_is_refused_with_its_grammar(line: str, code: str, helps: str) -> None:
    with pytest.raises(Unreadable) as caught:
        read(line)
    assert caught.value.refusal.code == code
    assert helps in caught.value.refusal.remedy


FRAGMENTS = st.sampled_from(
    [word for line in WRITTEN for word in line.split()]
    + [
        *KEYS,
        "with",
        ":",
        "?",
        ",",
        "$",
        "@",
        "10",
        "[",
        "\\",
        "\u017f",
        "\u212a",
        "\u00b2",
        "9" * 5000,
    ]
)


@given(st.text() | st.lists(FRAGMENTS, max_size=9).map(" ".join))
def test_garbage_is_unreadable_and_nothing_worse(line: str) -> None:
    try:
        command = read(line)
    except Unreadable as wrong:
        assert wrong.refusal.remedy
    else:
        assert isinstance(command, KINDS)


# --- the page for dealers ---


def test_the_page_shows_every_command_macro_and_expectation() -> None:
    page = PAGE.read_text(encoding="utf-8").replace("\\|", "|")
    grammars = [form.grammar for form in FORMS]
    grammars += [*MACROS.values(), *(f"> {one.grammar}" for one in EXPECTATIONS)]
    assert [grammar for grammar in grammars if f"`{grammar}`" not in page] == []


def test_every_form_has_its_own_verb_but_for_hands_and_hand_buttons() -> None:
    shared = Counter(form.verb for form in FORMS) - Counter(FORMS_BY_VERB.keys())
    assert shared == {"hand": 1}
