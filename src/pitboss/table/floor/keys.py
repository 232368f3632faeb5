"""Every key of a floor file, described once: here, and in ``table_keys`` and ``jackpot_keys``.

The reader, its messages, the help of the commands and docs/FLOOR.md are made from them.
"""

from __future__ import annotations

from typing import get_args

from pitboss.table.floor.described import NEEDED, Key, Part
from pitboss.table.floor.jackpot_keys import JACKPOTS, POLICIES
from pitboss.table.floor.records import Badge, Floor, Level
from pitboss.table.floor.table_keys import TABLES
from pitboss.table.floor.values import (
    FLAG,
    ID,
    SECONDS,
    TEXT,
    TIME_OF_DAY,
    TIMEZONE,
    choice,
    setting,
)

FLOOR = Part(
    "floor",
    "[floor]",
    "The house itself.",
    Floor,
    (
        Key("name", TEXT, "What the house is called.", '"The Silver Mine"', NEEDED),
        Key(
            "currency",
            setting("currency"),
            "The money of all its accounts: pay tables printed in it are offered, others refused.",
            '"PHP"',
            "USD",
        ),
        Key(
            "timezone",
            TIMEZONE,
            "Where its clocks are, by the tz database.",
            '"Asia/Manila"',
            "America/Denver",
        ),
        Key("gaming_day", TIME_OF_DAY, "When its gaming day begins.", '"08:00"', "06:00"),
        Key(
            "betting_seconds",
            SECONDS,
            "How long bets are taken for a round where nobody but automatons plays.",
            "12",
            "25",
        ),
        Key(
            "betting_seconds_person",
            SECONDS,
            "How long bets are taken where a person is seated.",
            "30",
            "25",
        ),
        Key(
            "squeeze_seconds",
            SECONDS,
            "After how long the dealer turns cards that a player was handed and did not turn.",
            "20",
            "15",
        ),
        Key(
            "idle_seconds",
            SECONDS,
            "After how long a demo gives a silent person's place back to an automaton.",
            "120",
            "60",
        ),
        Key(
            "pay_seconds",
            SECONDS,
            "After how long a demo's automatic supervisor pays a pending hit.",
            "30",
            "60",
        ),
        Key(
            "demo",
            FLAG,
            "Whether it is played with by automatons and for no money: virtual cards and dice "
            "need no approval.",
            "true",
            "false",
        ),
    ),
)

BADGES = Part(
    "badges",
    "[[badges]]",
    "Who works on the floor, by number; no names.",
    Badge,
    (
        Key("number", ID, "The number on the badge, unique on the floor.", '"2207"', NEEDED),
        Key("level", choice(*get_args(Level)), "What the badge may do.", '"supervisor"', NEEDED),
    ),
    entry="badge",
    most=2_000,
)

PARTS = (FLOOR, TABLES, JACKPOTS, BADGES, POLICIES)
"""What a floor file is made of."""
