"""The panel of linked jackpots as lights: what is lit, what may be pressed, and why not."""

from __future__ import annotations

from typing import NamedTuple

from pitboss.refusals import Refusal
from pitboss.table.engine import decide
from pitboss.table.language import line_of
from pitboss.table.state import SensorLink, Table
from pitboss.table.steps import Command
from pitboss.table.steps.closing import TakeProgressives
from pitboss.table.steps.hits import ConfirmHit, EndGame, HitJackpot, PressHands, game_is_reconciled
from pitboss.table.steps.panel import panel_of
from pitboss.web.screens.dealing.names import with_names
from pitboss.web.screens.dealing.step import dialog_of
from pitboss.web.screens.doors import sentence
from pitboss.web.words import words

WORDS = words["dealer"]["lights"]
GO_ON = "go on"
"""The remedy of what need not be done."""


class Light(NamedTuple):
    """A button of the panel."""

    name: str
    line: str = ""
    opens: str = ""
    """The dialog in which a supervisor's card is asked for."""
    lit: bool = False
    hot: bool = False
    """Whether a hit of it is pending."""
    plays: bool = False
    """Whether a bet of the position is registered."""
    refusal: Refusal | None = None
    """Why it cannot be pressed."""
    switch: bool = False
    cite: str = ""


class Lights(NamedTuple):
    """The panel."""

    start: Light | None
    hands: tuple[Light, ...]
    hits: tuple[Light, ...]
    end: Light | None
    why: str
    lost: bool


def lights(table: Table) -> Lights:
    """Return the panel of a table; without sensors it has no lights."""
    if not table.open or not (table.panel.links or table.setup.sensed):
        return Lights(None, (), (), None, "", lost=False)
    panel = table.panel
    begun = table.round.progressives_taken
    start = _light(table, WORDS["start"], TakeProgressives(), lit=begun)._replace(line="start game")
    if not panel.links:
        return Lights(start, (), (), None, _why(start, table), lost=False)
    end = _light(table, WORDS["end"], EndGame(), lit=game_is_reconciled(table))
    hits = tuple(_hit_light(table, link) for link in _by_lock(table))
    return Lights(start, _hand_lights(table), hits, end, _words(table, start, end), panel.lost)


def _words(table: Table, start: Light, end: Light) -> str:
    """Return why the next button cannot be pressed, or what one does that need not be."""
    begun, ended = table.round.progressives_taken, not table.panel.round
    why = "" if begun and ended else _why(end if begun else start, table)
    return why or ("" if end.refusal or end.lit else WORDS["end_does"])


def _light(table: Table, name: str, command: Command, *, lit: bool = False) -> Light:
    answer = decide(table, command)
    refusal = answer if isinstance(answer, Refusal) else None
    return Light(name, line_of(command), lit=lit, refusal=refusal)


def _why(light: Light, table: Table) -> str:
    """Return why a button cannot be pressed, and what is to be done first."""
    if light.refusal is None:
        return ""
    message, remedy = light.refusal.message, light.refusal.remedy
    told = f"{light.name}: {message}." + ("" if remedy == GO_ON else f" {sentence(remedy)}")
    return with_names(told, table)


def _hand_lights(table: Table) -> tuple[Light, ...]:
    """Return the hand buttons, where a jackpot of the table has them."""
    panel = table.panel
    if all(panel_of(table, link.jackpot).hands == "none" for link in panel.links):
        return ()
    playing = {position for game in panel.registered for position in game.positions}
    return tuple(
        _light(table, str(at), PressHands((at,)), lit=at in panel.lit)._replace(plays=at in playing)
        for at in table.setup.position_numbers
    )


def _by_lock(table: Table) -> list[SensorLink]:
    """Return a jackpot for each way in which a hit is called: one that is won, if any is."""
    won = [one.jackpot for one in table.panel.won]
    links = sorted(table.panel.links, key=lambda link: link.jackpot not in won)
    found: dict[str, SensorLink] = {}
    for link in links:
        found.setdefault(panel_of(table, link.jackpot).lock, link)
    return list(found.values())


def _hit_light(table: Table, link: SensorLink) -> Light:
    buttons = panel_of(table, link.jackpot)
    same = [one for one in table.panel.links if panel_of(table, one.jackpot).lock == buttons.lock]
    hot = any(one.jackpot in table.panel.pending for one in same)
    cite = buttons.cite("lock") or ""
    if buttons.lock == "confirm":
        ready = any(won.jackpot == link.jackpot for won in table.panel.won)
        tried = decide(table, ConfirmHit("supervisor", link.jackpot))
        refusal = tried if isinstance(tried, Refusal) else None
        opens = dialog_of(ConfirmHit)
        light = Light(WORDS["confirm"], opens=opens, refusal=refusal, lit=ready)
    else:
        name = WORDS["switch" if buttons.lock == "switch" else "hit"]
        light = _light(table, name, HitJackpot(link.jackpot))
        light = light._replace(switch=buttons.lock == "switch", lit=light.refusal is None)
    return light._replace(hot=hot or light.lit, cite=cite)
