"""The keys of a table."""

from __future__ import annotations

from typing import get_args

from pitboss.table.floor.described import NEEDED, NONE, USUAL, Key, Part
from pitboss.table.floor.records import Cards, FloorTable
from pitboss.table.floor.values import (
    AGGREGATES,
    ID,
    LIMIT_TABLE,
    NAME,
    NAMES,
    PHRASES,
    READINGS,
    REFERENCE,
    SHARE,
    SUITS,
    TEXT,
    choice,
    setting,
)
from pitboss.table.setups.shape import PARAGRAPHS

TABLES = Part(
    "tables",
    "[[tables]]",
    "A table. What its entry does not say is as usual at the game: every wager at its first pay "
    "table that can be paid. Limits have to be posted.",
    FloorTable,
    (
        Key(
            "id", ID, "The table number, unique on the floor.", '"3"', NEEDED, PARAGRAPHS["number"]
        ),
        Key(
            "pit",
            ID,
            "The pit it stands in; baccarat tables of one pit are paid by one procedure.",
            '"A"',
            "1",
            PARAGRAPHS["pit"],
            ("payment-differs-in-pit",),
        ),
        Key(
            "game",
            NAME,
            "The game whose base rules are played.",
            '"tiger-baccarat"',
            NEEDED,
            PARAGRAPHS["game"],
            ("unknown-game",),
        ),
        Key(
            "also",
            NAMES,
            "Wagers beside the usual ones, with `@` and a pay table if not the first.",
            '["golden-dragon-7", "golden-dragon/pair"]',
            NONE,
            PARAGRAPHS["offers"],
        ),
        Key(
            "offers",
            NAMES,
            "Exactly the wagers that are offered.",
            '["player", "banker@tie-vigorish", "tie"]',
            USUAL,
            PARAGRAPHS["offers"],
        ),
        Key(
            "positions",
            setting("positions"),
            "How many betting positions there are.",
            "9",
            USUAL,
            PARAGRAPHS["positions"],
            ("too-many-positions",),
        ),
        Key(
            "decks",
            setting("decks"),
            "How many decks there are, both batches together where there are two.",
            "6",
            USUAL,
            PARAGRAPHS["decks"],
            ("decks-not-allowed", "batches-not-equal", "table-for-other-decks"),
        ),
        Key(
            "device",
            setting("device"),
            "What shuffles the cards.",
            '"continuous"',
            "hand",
            PARAGRAPHS["device"],
            ("shuffler-does-not-verify",),
        ),
        Key(
            "size", setting("size"), "The size of the table.", '"midi"', "mini", PARAGRAPHS["size"]
        ),
        Key(
            "style",
            setting("style"),
            "How the first four cards are laid; players squeeze them at midi tables.",
            '"squeeze"',
            "face-up",
            PARAGRAPHS["style"],
            ("squeeze-not-at-midi", "no-cards-to-squeeze"),
        ),
        Key(
            "seats",
            setting("seats"),
            "What positions bet with: chips, or terminals of a dealer-assisted table.",
            '"terminals"',
            "chips",
            PARAGRAPHS["seats"],
        ),
        Key(
            "cards",
            choice(*get_args(Cards)),
            "Where cards or dice come from: entered by the dealer or a card-reading shoe, or "
            "virtual, which needs an `approval`.",
            '"virtual"',
            "entered",
            None,
            ("virtual-not-approved",),
        ),
        Key(
            "sensors",
            setting("sensors"),
            "Jackpot sensors in the layout, one for each jackpot game.",
            "2",
            "one for each progressive wager that is usual at the game",
            PARAGRAPHS["sensors"],
            ("too-few-sensors", "too-many-sensors"),
        ),
        Key(
            "notice",
            TEXT,
            "What the display of a House Jackpot says: the prescribed text.",
            '"This House Jackpot is paid by the casino ..."',
            "that of the table's House Jackpot",
            PARAGRAPHS["notice"],
            ("house-jackpot-without-notice",),
        ),
        Key(
            "approval",
            REFERENCE,
            "The Division's written approval, by its reference.",
            '"letter of 3 May 2026"',
            NONE,
            PARAGRAPHS["written_approval"],
            ("written-approval-missing",),
        ),
        Key(
            "vigorish",
            SHARE,
            "The rate of vigorish.",
            '"5%"',
            "as printed",
            PARAGRAPHS["vigorish_rate"],
            ("vigorish-not-charged", "vigorish-out-of-range", "vigorish-rounding-not-allowed"),
        ),
        Key(
            "readings",
            READINGS,
            "How a wager's ambiguous text is taken, by wager.",
            '{ pair = "either-hand" }',
            "the default readings",
            None,
            ("unknown-reading", "readings-exclude-each-other", "reading-needs-commission"),
        ),
        Key(
            "suits",
            SUITS,
            "The suits that the licensee chooses, by wager.",
            '{ sun-7-progressive = "h" }',
            "those of the wager's jackpot, else the pay table's default",
            None,
            ("unknown-suit", "wrong-number-of-suits", "no-suits-to-choose"),
        ),
        Key(
            "limits",
            LIMIT_TABLE,
            "The least and the most that may be bet: for all wagers (`minimum`, `maximum`), for "
            "`base` or `optional` ones, or for one by its name, the narrower before the wider. "
            "`differential` is the most by which Player and Banker bets may differ. A base unit "
            "is its own limit.",
            '{ minimum = 5, maximum = 500, optional = "1 to 100", differential = 2000 }',
            NEEDED,
            "30-2803(3)(b)",
            ("bad-limit", "minimum-above-maximum", "unit-outside-limits"),
        ),
        Key(
            "aggregate",
            AGGREGATES,
            "The most that all winners of an optional wager win in one round: for each of them, or "
            "by wager.",
            "{ dragon-7 = 50000 }",
            "no limit",
            "30-2899.01(3)(b)",
            ("aggregate-on-base-wager",),
        ),
        Key(
            "discretion",
            PHRASES,
            "The other phrases of `open GAME with ...`.",
            '["no tokes", "free hands 2", "unit triple 5"]',
            USUAL,
            None,
            (
                *("base-wager-must-be-required", "base-wager-cannot-be-required"),
                *("both-hands-allowed", "tokes-barred", "bonus-order-fixed", "no-cups-to-shake"),
                *("jackpot-not-authorised", "no-base-unit"),
            ),
        ),
        Key(
            "jurisdiction",
            NAME,
            "Whose rules hold at the table.",
            '"washington"',
            USUAL,
            PARAGRAPHS["jurisdiction"],
            ("unknown-jurisdiction",),
        ),
    ),
    entry="table",
    most=500,
)
