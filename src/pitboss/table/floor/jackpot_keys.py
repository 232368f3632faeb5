"""The keys of a jackpot, its rates and levels, and of the policies."""

from __future__ import annotations

from pitboss.table.floor.described import NEEDED, NONE, Key, Part
from pitboss.table.floor.records import FloorJackpot, JackpotRates, Levels, Policies
from pitboss.table.floor.values import (
    AMOUNT,
    ID,
    IDS,
    NAME,
    POSITIVE,
    RATE,
    REFERENCE,
    TEXT,
    choice,
)

HOUSE_JACKPOTS = "001 House and Progressive Jackpots"

POLICIES = Part(
    "policies",
    "[policies]",
    "What the house decides where the paragraphs on jackpots leave it open; a jackpot's own "
    "`policies = { ... }` come before these.",
    Policies,
    (
        Key(
            "lock",
            choice("lock-all", "lock-value"),
            "On a hit every linked table waits until no hit is pending, or the amount is set aside "
            "and play goes on. In Eternal Baccarat `lock-value` needs an `approval`.",
            '"lock-all"',
            "lock-all where the section asks for it, else lock-value",
            "30-2899.07(6)(e)",
        ),
        Key(
            "amount",
            choice("at-lock", "at-pay"),
            "When the amount of a hit is fixed.",
            '"at-lock"',
            "at-lock",
        ),
        Key(
            "reserve",
            choice("rolls-over", "up-to-seed"),
            "The whole reserve becomes the new meter, or it fills it up to the seed.",
            '"up-to-seed"',
            "rolls-over",
            "30-2899.07(8)(d) note viii",
        ),
        Key(
            "overflow",
            choice("to-meter", "to-reserve", "stays"),
            "Where what exceeded the limit goes after a hit.",
            '"to-reserve"',
            "to-meter",
        ),
        Key(
            "scope",
            choice("hitting-table", "all-linked-tables"),
            "Whose wagering players share a hit, where players share.",
            '"all-linked-tables"',
            "hitting-table",
            "30-2899.04(5)(f)(ii), 30-2899.07(7)(d) to (f)",
        ),
        Key(
            "fixed",
            choice("tray", "meter"),
            "What pays the rows that are no share of the meter; `meter` only where the section "
            "leaves it to the casino.",
            '"meter"',
            "tray",
            "30-2899.04(5)(f), 30-2899.07(6)(g)",
        ),
        Key(
            "base_game",
            choice("goes-on", "stops"),
            "Whether rounds are dealt at a table whose sensors are dark.",
            '"stops"',
            "goes-on",
        ),
    ),
)

RATES = Part(
    "rates",
    "rates",
    "The increments of a progressive.",
    JackpotRates,
    (
        Key(
            "main",
            RATE,
            "What of each unit the displayed meter grows by.",
            '"12.3457%"',
            "as printed",
            "30-2899.07(8)(d) to (f)",
        ),
        Key(
            "reserve",
            RATE,
            "What of each unit the reserve grows by.",
            '"5%"',
            "as printed, else none",
            "30-2899.07(8)(d) to (f)",
        ),
    ),
)

LEVELS = Part(
    "levels",
    "levels",
    "Whose card pays, by the amount of the jackpot.",
    Levels,
    (
        Key(
            "supervisor",
            AMOUNT,
            "From which amount on a supervisor's card is asked for: 0, for some card always is.",
            "0",
            "0",
            "30-2899.02(10)(g)",
        ),
        Key(
            "executive",
            AMOUNT,
            "From which amount on only an executive's card will do.",
            "10000",
            "no amount",
            "30-2899.02(10)(g)",
        ),
    ),
)

JACKPOTS = Part(
    "jackpots",
    "[[jackpots]]",
    "A jackpot, and the tables that are linked to it.",
    FloorJackpot,
    (
        Key("id", ID, "Its name, unique on the floor.", '"sun-7"', NEEDED),
        Key(
            "kind",
            choice("progressive", "house"),
            "Whether it grows, or is a House Jackpot, which Washington alone knows.",
            '"house"',
            "progressive",
            HOUSE_JACKPOTS,
        ),
        Key("game", NAME, "The game of its wager.", '"eternal-baccarat"', NEEDED),
        Key("wager", NAME, "Its wager.", '"sun-7-progressive"', NEEDED),
        Key(
            "table", NAME, "Its pay table.", '"PT-PRG-S7-04"', "the wager's first that can be paid"
        ),
        Key(
            "unit",
            POSITIVE,
            "The base unit: what each wager on it is. Another than the printed one needs a "
            "`computation` and an `approval` in Eternal Baccarat, and is refused where no section "
            "lets it scale.",
            "5",
            "as printed",
            "30-2899.07(8)(d) note vii; 001 Appendix C note 7",
        ),
        Key(
            "seed",
            AMOUNT,
            "What the meter begins with; the prize of a House Jackpot. A printed fixed seed holds, "
            "scaled to the unit.",
            "10000",
            "the printed fixed seed; needed where none is printed",
            "30-2899.07(8)(d) notes viii, ix",
        ),
        Key("reseed", AMOUNT, "What the meter begins with after a hit.", "5000", "the seed"),
        Key(
            "minimum",
            AMOUNT,
            "What a new meter shows at least: the house advances it and recovers it from later "
            "contributions to the reserve.",
            "1000",
        ),
        Key(
            "rates",
            RATES,
            "Its increments; in Eternal Baccarat the printed ones alone. A House Jackpot has none.",
            '{ main = "12.3457%", reserve = "5%" }',
            "as printed; needed where none are printed",
            "30-2899.07(8)(d) to (f)",
        ),
        Key("limit", POSITIVE, "The most that is displayed; the rest is kept apart.", "250000"),
        Key(
            "threshold",
            POSITIVE,
            "A larger contribution in one round of a table is unreasonable, and refused.",
            "100",
        ),
        Key(
            "suits",
            NAME,
            "The suits that the licensee chooses, where its pay table has such a row.",
            '"h"',
            "the table's default",
            "30-2899.07(8)(e), (f)",
        ),
        Key("tables", IDS, "The tables that are linked to it, by their ids.", '["1", "2"]', NEEDED),
        Key(
            "levels",
            LEVELS,
            "Whose card pays a hit, by its amount.",
            "{ executive = 10000 }",
            "a supervisor's for any amount",
            "30-2899.02(10)(g), 30-2899.04(5)(e)",
        ),
        Key(
            "notice",
            TEXT,
            "What the display of a House Jackpot says: the prescribed text.",
            '"This House Jackpot is paid by the casino ..."',
            "that of its tables; needed for a House Jackpot",
            "001 House or Progressive Jackpot Definition",
        ),
        Key(
            "approval",
            REFERENCE,
            "The Division's approval of what needs one, by its reference.",
            '"letter of 3 May 2026"',
            NONE,
            "30-2899.07(8)(d) note vii",
        ),
        Key(
            "computation",
            TEXT,
            "The mathematical computation for another unit, by its reference.",
            '"par sheet 2026-07"',
            NONE,
            "30-2899.07(8)(d) note vii",
        ),
        Key(
            "policies",
            POLICIES,
            "Its own policies, before those of the house.",
            '{ lock = "lock-value" }',
            "the house's",
        ),
    ),
    entry="jackpot",
    most=200,
)
