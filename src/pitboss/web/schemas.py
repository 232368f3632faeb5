"""What goes in and out as JSON: the schemas of the API, with examples."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, model_validator

from pitboss.codes import codes
from pitboss.house.serving.lines import LONGEST

NAME = r"^[A-Za-z0-9._-]{1,64}$"
ID = r"^[A-Za-z0-9._:-]{1,64}$"
WORDS = r"^[^\x00-\x1f\x7f]*$"
Name = Annotated[str, Field(pattern=NAME)]
Code = Annotated[str, Field(json_schema_extra={"enum": list(codes())})]
Money = Annotated[int, Field(description="in cents")]
Micros = Annotated[int, Field(description="in millionths of the currency's unit")]


class Closed(BaseModel):
    """What is sent to the server: nothing but the fields there are, and none of another kind."""

    model_config = ConfigDict(extra="forbid", strict=True)


class Open(BaseModel):
    """What the server sends; later versions may add fields."""

    model_config = ConfigDict(extra="allow")


# --- no ---


class Error(Open):
    """A no with a reason."""

    code: Code
    message: str
    remedy: str
    cite: str | None = None
    reasons: list[Error] = Field(default=[], description="where there are several")

    model_config = ConfigDict(
        json_schema_extra={
            "examples": [
                {
                    "code": "above-maximum",
                    "message": "position 3 would have $600 on player, and $500 is the most",
                    "remedy": "bet at most $500",
                    "cite": "30-2803(3)(b)",
                }
            ]
        }
    )


class CommandRefused(Error):
    """A command that was refused: nothing has changed."""

    version: int | None = Field(default=None, description="of the stream as it stands")
    commands: int | None = Field(default=None, description="accepted before, of a macro")


# --- commands ---


class ShownCard(Closed):
    """A badge and its PIN, shown beside a line, checked and never recorded."""

    badge: Name
    pin: str = Field(pattern=r"^[0-9]{4,12}$")


class CommandAsked(Closed):
    """A command: a line of the script language, or the same as JSON."""

    id: str = Field(pattern=ID, description="made by whoever asks; the same again is the same")
    line: str | None = Field(default=None, min_length=1, max_length=LONGEST, pattern=WORDS)
    command: dict[str, Any] | None = Field(default=None, description="with its `kind`")
    cards: list[ShownCard] = Field(default=[], max_length=4)
    sure: bool = Field(default=True, description="false: what is likely a mistake is refused first")

    model_config = ConfigDict(
        extra="forbid",
        strict=True,
        json_schema_extra={
            "examples": [
                {"id": "seat3-41", "line": "bet 3 player 25"},
                {"id": "seat3-42", "command": {"kind": "Sit", "position": 3}},
            ],
            "oneOf": [
                {"required": ["line"], "properties": {"line": {"type": "string"}}},
                {"required": ["command"], "properties": {"command": {"type": "object"}}},
            ],
        },
    )

    @model_validator(mode="after")
    def _one(self) -> CommandAsked:
        if (self.line is None) == (self.command is None):
            raise ValueError("give a line or a command, not both")
        return self


class FactTold(Open):
    """What happened, as the record has it."""

    kind: str

    model_config = ConfigDict(
        extra="allow", json_schema_extra={"examples": [{"kind": "PositionTaken", "position": 3}]}
    )


class CommandDone(Open):
    """What a command led to; it is on disk."""

    id: str
    version: int
    commands: int = Field(description="more than one if the line was a macro")
    facts: list[FactTold]


class CommandProposed(Open):
    """A command that waits for a second person."""

    id: str
    proposal: int = Field(description="what the second person approves: `approve N`")


# --- tables ---


class Shoe(Open):
    """The shoe of a table."""

    number: int
    stage: str
    cards: int
    cut_card_out: bool
    last_hand: bool


class Hands(Open):
    """The cards or dice of a round; null is a card that nobody has seen."""

    player: list[str | None]
    banker: list[str | None]
    cups: list[list[int]] | None
    shooter: int | None
    rolls: list[Any]
    held: dict[str, int]


class Limit(Open):
    """A spot, and what may be bet on it."""

    spot: str
    wager: str
    on: str | int | None
    name: str
    minimum_cents: int | None
    maximum_cents: int | None
    unit_cents: int | None


class LimitToCome(Open):
    """What may be bet on a wager in rounds to come."""

    wager: str
    minimum_cents: int | None
    maximum_cents: int | None
    aggregate_cents: int | None
    unit_cents: int | None


class Announced(Open):
    """Limits to come, and the round that they hold from."""

    round: int
    limits: list[LimitToCome]


class SignJackpot(Open):
    """A jackpot as a table knows it."""

    id: str
    wager: str
    state: str


class BetLaid(Open):
    """A bet on the layout, and what it came to once that is decided."""

    number: int
    position: int
    wager: str
    stake_cents: Money
    row: str | None
    won_cents: int | None
    net_cents: int | None


class TableShown(Open):
    """A table; what only those who work there see is left out for others."""

    id: str
    version: int
    pit: str | None
    game: str
    name: str | None
    currency: str | None
    open: bool
    stage: str
    round: int
    shoe: Shoe
    hands: Hands
    free: bool
    result: str | None
    seated: list[int]
    positions: list[int]
    seats: str | None
    limits: list[Limit]
    announced: Announced | None = Field(description="limits to come")
    jackpots: list[SignJackpot]
    link_lost: bool
    history: str = Field(description="of the shoe: P, B and T")
    at: str = Field(description="of the last line, in UTC")
    seat: int | None = None
    bets: list[BetLaid] | None = None
    balance_cents: int | None = None
    accounts: dict[str, int] | None = None
    tray_cents: int | None = None
    advice: dict[str, Any] | None = None
    takings: list[dict[str, Any]] | None = Field(default=None, description="from supervisor up")


class RoadCell(Open):
    """A mark of a road."""

    column: int
    row: int


class CardNamed(Open):
    """A card, and what it is called."""

    card: str
    name: str


class CardsHeld(Open):
    """The cards face down that a position was handed, in the order in which they lie."""

    cards: list[CardNamed]


class Roads(Open):
    """The roads of a shoe, and its figures."""

    history: str
    bead_plate: list[RoadCell]
    big_road: list[RoadCell]
    statistics: dict[str, Any]


class RoundTold(Open):
    """A round as the record tells it, decided again, with every movement of money."""

    id: str
    opening: int
    shoe: int
    round: int
    outcome: str | None
    result: str | None
    ending: str
    free: bool
    house_win_cents: Money
    bets: list[dict[str, Any]]
    events: list[dict[str, Any]]
    refusals: list[dict[str, Any]]
    movements: list[dict[str, Any]]
    changes: dict[str, int]


# --- jackpots ---


class PendingHit(Open):
    """A hit that is not paid yet."""

    order: int
    table: str
    row: str


class JackpotShown(Open):
    """A jackpot; what only those who look after it see is left out for others."""

    id: str
    version: int
    wager: str
    kind: str
    state: str
    displayed_cents: Money
    tables: list[str]
    pending: list[PendingHit]
    main_micros: Micros | None = None
    reserve_micros: Micros | None = None
    overflow_micros: Micros | None = None
    pending_micros: Micros | None = None
    seed_fund_micros: Micros | None = None
    hits: list[dict[str, Any]] | None = None


class MovementTold(Open):
    """A rise or fall of a part of a jackpot, or what it holds as a gaming day begins or ends."""

    id: str
    jackpot: str
    day: str
    part: str
    time: str
    reason: str
    other: str
    amount_micros: int | None
    balance_micros: Micros
    stream: str
    line: int | None


class ReportRow(Open):
    """A row of a report: its fields are those of docs/REPORTS.md."""

    id: str


class CloseTold(Open):
    """The close of a gaming day or a shift: rows as those of the reports."""

    id: str
    floor: str
    day: str
    shift: int | None
    house: str
    until: str
    tables: list[dict[str, Any]]
    matters: list[dict[str, Any]] = Field(description="what is left open")
    jackpots: list[dict[str, Any]] = Field(description="what meters paid on the day")
    hash: str


class PostedPayTold(Open):
    """A row of a pay table as the table pays it."""

    label: str
    pays: str
    notes: list[str]


class PostedWagerTold(Open):
    """A wager that is offered."""

    wager: str
    title: str
    pay_table: str
    cite: str
    limits: str
    minimum_cents: int | None
    maximum_cents: int | None
    aggregate_cents: int | None
    unit_cents: int | None
    pays: list[PostedPayTold]


class PostingTold(Open):
    """The house rules of a table as they are posted."""

    id: str
    table: str
    game: str
    title: str
    cite: str
    currency: str
    facts: dict[str, str]
    wagers: list[PostedWagerTold]
    rules: list[dict[str, Any]]
    readings: list[dict[str, Any]]
    copy_: str = Field(alias="copy", description="the player's right to a copy")
    setup: str


# --- the rulebook ---


class WagerListed(Open):
    """A wager of the catalog."""

    id: str
    game: str
    wager: str
    name: str
    cite: str
    tables: list[str]

    model_config = ConfigDict(
        extra="allow",
        json_schema_extra={
            "examples": [
                {
                    "id": "ez-baccarat/dragon-7",
                    "game": "ez-baccarat",
                    "wager": "dragon-7",
                    "name": "Dragon 7",
                    "cite": "30-2899.04(2)",
                    "tables": ["1"],
                }
            ]
        },
    )


class GameTold(Open):
    """A game with its wagers and pay tables, as the regulation prints them."""

    id: str
    game: str
    name: str
    cite: str
    kind: str
    wagers: list[dict[str, Any]]


class RuleTold(Open):
    """What a game says beside its wagers: who decides what, readings, admissions."""

    id: str
    name: str
    cite: str
    kind: str
    summary: str
    discretion: dict[str, Any]
    readings: list[dict[str, Any]]


class CodeTold(Open):
    """A code that a refusal can have."""

    id: str
    meaning: str
    citation: str | None


class OddsTold(Open):
    """The exact odds of a pay table, as `pitboss odds --format json` has them."""

    id: str
    game: str
    wager: str
    on: str | int | None
    table: str
    reading: str
    rows: list[dict[str, Any]]
    house_edge: str | None = Field(description="exactly, as n/d")
    house_edge_percent: float | None
    cite: str


# --- people and devices ---


class SignInAsked(Closed):
    """A badge and its PIN."""

    badge: Name
    pin: str = Field(pattern=r"^[0-9]{4,12}$")
    table: str = Field(default="", pattern=r"^[A-Za-z0-9._-]{0,64}$", description="a dealer's")

    model_config = ConfigDict(
        extra="forbid",
        strict=True,
        json_schema_extra={"examples": [{"badge": "1101", "pin": "4711", "table": "3"}]},
    )


class FirstCodeAsked(Closed):
    """The administrator's one-time code, and the badge and PIN that it gives."""

    code: str = Field(pattern=r"^[A-Za-z0-9-]{4,40}$")
    badge: Name
    pin: str = Field(pattern=r"^[0-9]{4,12}$")


class WhoTold(Open):
    """Who asks, as the server knows it."""

    id: str
    badge: str
    role: str
    table: str
    seat: int
    device: str


class SignedInTold(Open):
    """What proves who has signed in."""

    token: str = Field(description="for Authorization: Bearer")
    csrf: str = Field(description="goes with the cookie, as X-CSRF-Token")
    who: WhoTold
    next: str = Field(default="/", description="the page where this person belongs")


class AcknowledgedTold(Open):
    """Who has seen an alert."""

    by: str
    at: str


class AlertTold(Open):
    """What a supervisor is to see; `acknowledge ID by BADGE` as a line of the house says it was."""

    id: str
    kind: str
    severity: Literal["alarm", "notice"]
    title: str
    text: str
    table: str
    jackpot: str
    since: str
    over: bool
    acknowledged: AcknowledgedTold | None


class PairAsked(Closed):
    """The code of a new device."""

    code: str = Field(pattern=r"^[A-Za-z0-9-]{8,12}$", examples=["K3FT9WXA"])


class PairedTold(Open):
    """What proves a device from now on."""

    device: str
    token: str
    csrf: str = ""
    next: str = Field(default="/", description="the page of its place")


class DeviceAsked(Closed):
    """The one place that a new device is for."""

    kind: Literal["table", "seat", "sign", "shoe"]
    table: Name
    seat: int = Field(default=0, ge=0, le=20)


class CodeGiven(Open):
    """The code that pairs a device: once, within five minutes."""

    code: str


class DeviceTold(Open):
    """A device, paired or revoked."""

    id: str
    kind: str
    table: str
    seat: int


class PersonTold(Open):
    """A badge."""

    id: str
    level: str


class PersonAsked(Closed):
    """A badge to be enrolled, and its first PIN."""

    id: str = Field(pattern=ID)
    badge: Name
    level: Literal["player", "dealer", "supervisor", "executive", "auditor", "administrator"]
    pin: str = Field(pattern=r"^[0-9]{4,12}$")


class PinAsked(Closed):
    """A badge's new PIN."""

    pin: str = Field(pattern=r"^[0-9]{4,12}$")


class AccessTold(Open):
    """An access, as the log has it."""

    id: str
    at: str
    badge: str | None
    address: str | None
    what: str
    outcome: str


class ProposalTold(Open):
    """What waits for a second person."""

    id: str
    stream: str
    line: str
    first: str = Field(description="who asked for it; empty if the server did, so that two approve")
    state: str
    differences: list[str] = Field(description="what a change of the floor would change, in words")


class Done(Open):
    """It is done."""

    done: Literal[True] = True


# --- the demo, and the server ---


class DemoBadge(Open):
    """A badge of the demo with its PIN, for anybody."""

    id: str
    badge: str
    level: str
    pin: str


class LeaveAsked(Closed):
    """Whether a place is given back though a round ends with it."""

    leaves: bool = True


class PlaceAsked(Closed):
    """A place of the demo: a seat, or the dealer's."""

    table: Name
    seat: int | None = Field(default=None, ge=1, le=20)
    dealer: bool = False
    leaves: bool = False
    """Whether a place that one holds is left for it, or a session of a badge."""

    model_config = ConfigDict(
        extra="forbid",
        strict=True,
        json_schema_extra={"examples": [{"table": "1", "seat": 3}, {"table": "1", "dealer": True}]},
    )

    @model_validator(mode="after")
    def _one(self) -> PlaceAsked:
        if (self.seat is None) is not self.dealer:
            raise ValueError("take a seat or the dealer's place")
        return self


class Health(Open):
    """Whether the house works."""

    status: Literal["ok", "closed"]
    version: str
    floor: str
    tables: int
    lines: int
    faults: list[str] = []
