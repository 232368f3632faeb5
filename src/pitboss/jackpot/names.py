"""What people call wagers and jackpots, where the books have labels."""

from __future__ import annotations

from collections.abc import Iterable

from pitboss.games.baccarat import Side
from pitboss.games.cards import SUIT_NAMES
from pitboss.rulebook.spots import spot_text
from pitboss.rulebook.tables import On
from pitboss.table.due import NAMES
from pitboss.table.setups.setup import Jackpots, Spot, TableSetup
from pitboss.table.state import SensorLink, Table

_KINDS: dict[Jackpots, str] = {"progressive": "Progressive", "house": "House Jackpot"}
EITHER = " or House Jackpot"
"""How the name of a jackpot ends that the house may run in two ways."""
SPECIFIC = "the specific suit"
"""What a row says of the suits that the licensee chooses."""
_HANDS: dict[On, Side] = {"player": "player", "banker": "banker"}


def jackpot_name(id: str) -> str:
    """Return what a jackpot is called.

    >>> jackpot_name("sun-7"), jackpot_name("ez")
    ('Sun 7', 'EZ')
    """
    words = id.replace("_", "-").split("-")
    return " ".join(word.upper() if len(word) < 3 else word.capitalize() for word in words)


def sensor_name(link: SensorLink) -> str:
    """Return what a wager on a sensor is called: as its jackpot, which is its own at a table."""
    return full_name(link.jackpot, link.kind)


def full_name(id: str, kind: Jackpots) -> str:
    """Return what a jackpot is called with its kind.

    >>> full_name("triple-6", "progressive")
    'Triple 6 Progressive'
    """
    name, kind_word = jackpot_name(id), _KINDS[kind]
    return name if name.endswith(kind_word) else f"{name} {kind_word}"


def with_suits(label: str, suits: str) -> str:
    """Return a row's label with the suit that the licensee chose.

    >>> with_suits("Sun 7, both hands in the specific suit", "s")
    'Sun 7, both hands in spades'
    """
    names = " or ".join(SUIT_NAMES[suit] for suit in suits)
    return label.replace(SPECIFIC, names) if names else label


def suits_at(setup: TableSetup | None, wager: str) -> str:
    """Return the suits that a table has chosen for a wager; empty if it has none."""
    spots = {} if setup is None else setup.spots
    return next((opened.suits for (name, _), opened in spots.items() if name == wager), "")


def row_at(setup: TableSetup | None, wager: str, label: str) -> str:
    """Return a row of a wager as a table calls it: with the suit that was chosen there."""
    return with_suits(label, suits_at(setup, wager))


def won_row(table: Table, jackpot: str, label: str) -> str:
    """Return the row of a table by which a jackpot is won, as the table calls it."""
    link = table.panel.link_of(jackpot)
    return label if link is None else row_at(table.opened, link.wager, label)


def spot_name(setup: TableSetup, wager: str, on: On) -> str:
    """Return a spot as people call it.

    >>> from pitboss.table.setups.usual import usual_setup
    >>> spot_name(usual_setup("eternal-baccarat"), "golden-talons", "banker")
    'Golden Talons, Banker'
    """
    name = setup.wagers[wager].name
    if name.endswith(EITHER):
        name = name.removesuffix(
            EITHER if setup.jackpots == "progressive" else f"Progressive{EITHER}"
        )
        name += "House Jackpot" if setup.jackpots == "house" else ""
    return placed(name, on)


def placed(name: str, on: On) -> str:
    """Return the name of a wager with the hand or the position that it is on.

    >>> placed("Pair", "banker"), placed("Fortunes", 7)
    ('Pair, Banker', 'Fortunes, position 7')
    >>> placed("Player Pair, Banker Pair", "player")
    'Player Pair'
    """
    if isinstance(on, int):
        return f"{name}, position {on}"
    if on is None or on not in _HANDS:
        return name
    own = [part.strip() for part in name.split(",") if on in part.lower()]
    return own[0] if "," in name and own else f"{name}, {NAMES[_HANDS[on]]}"


def name_at(table: Table, setup: TableSetup, wager: str, on: On) -> str:
    """Return a spot as people call it at a table: of two sensors with one name, by its jackpot."""
    sensors = {one.wager: one for one in table.panel.links}
    name = setup.wagers[wager].name
    same = [one for one in sensors if one in setup.wagers and setup.wagers[one].name == name]
    two = wager in sensors and len(same) > 1
    return sensor_name(sensors[wager]) if two else spot_name(setup, wager, on)


def booked_as(setup: TableSetup, spot: Spot) -> str:
    """Return what a spot is booked under on the whole floor: its game, and its label there.

    Games share labels: ``se-11`` is one wager of Eternal Baccarat and another of 3 Dice Baccarat.

    >>> from pitboss.table.setups.usual import usual_setup
    >>> booked_as(usual_setup("eternal-baccarat"), ("tie", None))
    'eternal-baccarat/tie'
    """
    return f"{setup.wagers[spot[0]].game}/{setup.labels[spot]}"


def names_of(spots: Iterable[tuple[Table, TableSetup, Spot]]) -> dict[str, str]:
    """Return what people call spots of some tables, by what they are booked under.

    Of two with one name each says what is its own: a jackpot, a rate or a pay table, and the game
    if there are several.
    """
    plain: dict[str, str] = {}
    called: dict[str, set[str]] = {}
    own: dict[str, str] = {}
    games: dict[str, str] = {}
    for table, setup, (wager, on) in spots:
        booked = booked_as(setup, (wager, on))
        plain[booked] = spot_name(setup, wager, on)
        called.setdefault(booked, set()).add(name_at(table, setup, wager, on))
        own[booked] = setup.labels[wager, on].removeprefix(spot_text(wager, on))
        games[booked] = setup.rulebook.game(setup.wagers[wager].game).name
    names = {
        booked: next(iter(found)) if len(found) == 1 else plain[booked]
        for booked, found in called.items()
    }
    named: dict[str, set[str]] = {}
    for booked, name in names.items():
        named.setdefault(name, set()).add(booked)

    def in_full(booked: str, name: str) -> str:
        alike = named[name]
        game = f", {games[booked]}" if len({games[one] for one in alike}) > 1 else ""
        return f"{name}{own[booked] if len(alike) > 1 else ''}{game}"

    return {booked: in_full(booked, name) for booked, name in names.items()}
