"""What a jackpot is played by, as its record keeps it, and as its tables need it."""

from __future__ import annotations

from typing import NamedTuple, cast

from pitboss.jackpot.meters import Growth
from pitboss.rulebook import Rulebook
from pitboss.rulebook.digest import digest, plain, table_data
from pitboss.settle.accounts import ESCROW, HOUSE, MICROS_PER_CENT, Account
from pitboss.table.floor.links import WASHINGTON
from pitboss.table.floor.records import (
    AmountAt,
    BaseGame,
    FixedPays,
    Floor,
    FloorJackpot,
    Lock,
    Overflow,
    Reserve,
    Scope,
)
from pitboss.table.floor.terms import Terms, terms_of
from pitboss.table.setups.setup import Jackpots, TableSetup
from pitboss.table.state import SensorLink


class JackpotTerms(NamedTuple):
    """The terms of a jackpot, in micros; contributions are for each unit registered."""

    id: str
    kind: Jackpots
    wager: str
    """With its game, such as ``eternal-baccarat/harmony``."""
    pay_table: str
    unit_cents: int
    main_micros: int
    reserve_micros: int
    seed_micros: int
    reseed_micros: int
    minimum_micros: int | None
    limit_micros: int | None
    threshold_micros: int | None
    fixed_seed: bool
    """Whether the seed is printed, so that the house pays it at every hit."""
    lock: Lock
    amount: AmountAt
    reserve: Reserve
    overflow: Overflow
    scope: Scope
    fixed: FixedPays
    base_game: BaseGame
    executive_cents: int | None
    """From which amount on only an executive's card pays; None if a supervisor's always does."""
    washington: bool
    tables: tuple[str, ...]
    notice: str
    approval: str
    computation: str
    printed_rates: bool
    """Whether its increments are printed, so that no others may be set."""
    cite: str

    @property
    def has_reserve(self) -> bool:
        """Whether something is set aside for the next meter."""
        return self.growth.has_reserve

    @property
    def growth(self) -> Growth:
        """How the meter grows and is reseeded."""
        return Growth(
            self.main_micros,
            self.reserve_micros,
            self.reseed_micros,
            self.minimum_micros,
            self.limit_micros,
            self.reserve,
            self.overflow,
        )

    @property
    def funded_by(self) -> Account:
        """Who pays contributions: the house; in Washington they are held in escrow."""
        return ESCROW if self.washington and self.kind == "progressive" else HOUSE


def jackpot_terms(
    floor: Floor, jackpot: FloorJackpot, rulebook: Rulebook | None = None
) -> JackpotTerms:
    """Return the terms of a jackpot of a sound floor."""
    terms = terms_of(floor, jackpot, rulebook)
    policies, levels = terms.policies, jackpot.levels
    growing = jackpot.kind == "progressive"
    places = {floor.table(id).jurisdiction for id in jackpot.tables}

    def micros(cents: int | None) -> int | None:
        return None if cents is None else cents * MICROS_PER_CENT

    return JackpotTerms(
        id=jackpot.id,
        kind=jackpot.kind,
        wager=jackpot.path,
        pay_table=terms.table.id,
        unit_cents=terms.unit_cents,
        main_micros=_each(terms, main=True) if growing else 0,
        reserve_micros=_each(terms, main=False) if growing else 0,
        seed_micros=micros(terms.seed_cents) or 0,
        reseed_micros=micros(terms.reseed_cents) or 0,
        minimum_micros=micros(jackpot.minimum_cents),
        limit_micros=micros(jackpot.limit_cents),
        threshold_micros=micros(jackpot.threshold_cents),
        fixed_seed=terms.fixed_seed_cents is not None,
        lock=cast(Lock, policies.lock),
        amount=cast(AmountAt, policies.amount),
        reserve=cast(Reserve, policies.reserve),
        overflow=cast(Overflow, policies.overflow),
        scope=cast(Scope, policies.scope),
        fixed=cast(FixedPays, policies.fixed),
        base_game=cast(BaseGame, policies.base_game),
        executive_cents=levels.executive_cents,
        washington=WASHINGTON in places,
        tables=jackpot.tables,
        notice=jackpot.notice,
        approval=jackpot.approval,
        computation=jackpot.computation,
        printed_rates=terms.printed.main is not None,
        cite=terms.wager.jackpot.cite if terms.wager.jackpot else terms.wager.cite,
    )


def _each(terms: Terms, *, main: bool) -> int:
    """Return what a unit adds to the meter or the reserve: whole micros at a sound floor."""
    rate = terms.main if main else terms.reserve
    micros = (rate or 0) * terms.unit_cents * MICROS_PER_CENT
    assert micros == int(micros), "the floor file was checked"
    return int(micros)


def sensor_link(terms: JackpotTerms, setup: TableSetup, wager: str) -> SensorLink:
    """Return a jackpot as one of its tables needs it."""
    return SensorLink(
        terms.id,
        setup.name_of(wager),
        terms.kind,
        terms.unit_cents,
        terms.main_micros,
        terms.reserve_micros,
        terms.threshold_micros,
        terms.lock,
        terms.base_game,
        terms.funded_by,
    )


def rules_digest(floor: Floor, jackpot: FloorJackpot, rulebook: Rulebook | None = None) -> str:
    """Return the digest of the rules that a jackpot is won by."""
    table = terms_of(floor, jackpot, rulebook).table
    return digest({"jackpot": jackpot.id}, {table.wager.path: plain(table_data(table))})
