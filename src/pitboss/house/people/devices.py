"""Devices: paired with their place by a code, known by a token, and revoked."""

from __future__ import annotations

import re
from typing import NamedTuple, cast

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from pitboss.house.people.hashing import hashed, new_code, new_token, peppered, typed
from pitboss.house.people.identity import DEVICES, DeviceKind, Who
from pitboss.house.people.schema import DEVICE, PAIRING
from pitboss.refusals import Refusal, did_you_mean

CODE_LETTERS, CODE_SECONDS = 8, 300
HIGHEST_SEAT = 99
_ID = re.compile(r"[A-Za-z0-9._-]{1,64}")


class Device(NamedTuple):
    """A device that was paired: where it stands, and whether it still counts."""

    id: str
    kind: DeviceKind
    table: str
    seat: int
    paired_at: int
    paired_by: str
    revoked_at: int | None
    revoked_by: str | None

    @property
    def who(self) -> Who:
        """Who asks when the device does."""
        return Who(role=self.kind, table=self.table, seat=self.seat, device=self.id)


class Paired(NamedTuple):
    """What a device is given when it is paired; the token is shown once."""

    device: str
    token: str
    who: Who

    def __repr__(self) -> str:
        return f"Paired({self.device!r}, ...)"


_DEVICE = sa.select(
    *(DEVICE.c[name] for name in ("id", "kind", "table_id", "seat")),
    *(DEVICE.c[name] for name in Device._fields[4:]),
)


def is_id(text: str) -> bool:
    """Say whether a text may be the id of a table or of a device."""
    return _ID.fullmatch(text) is not None


def no_place(kind: str, table: str, seat: int) -> Refusal | None:
    """Refuse a place that no device can stand at."""
    if kind not in DEVICES:
        message = f'"{kind}" is no kind of device'
        return Refusal("unknown-device-kind", message, did_you_mean(kind, DEVICES))
    if not is_id(table) or (kind == "seat") != (0 < seat <= HIGHEST_SEAT):
        message = "a seat has a table and a position, other devices a table alone"
        return Refusal("bad-device-place", message, "name the table, and the position of a seat")
    return None


def make_code(
    connection: Connection, pepper: bytes, place: tuple[str, str, int], by: str, now: float
) -> str:
    """Return a new code for a place: kind, table, seat. An older one for it counts no more."""
    kind, table, seat = place
    code = new_code(CODE_LETTERS)
    columns = PAIRING.c
    here = (columns.kind == kind) & (columns.table_id == table) & (columns.seat == seat)
    unused = columns.used_at.is_(None)
    connection.execute(sa.update(PAIRING).where(here, unused).values(used_at=int(now)))
    connection.execute(
        sa.insert(PAIRING).values(
            code_hash=peppered(pepper, typed(code)),
            kind=kind,
            table_id=table,
            seat=seat,
            made_at=int(now),
            made_by=by,
        )
    )
    return code


def use_code(connection: Connection, pepper: bytes, code: str, now: float) -> Paired | Refusal:
    """Pair a device by a code: within five minutes, and once."""
    columns = PAIRING.c
    fits = columns.code_hash == peppered(pepper, typed(code))
    fresh = (columns.made_at > now - CODE_SECONDS) & columns.used_at.is_(None)
    used = connection.execute(sa.update(PAIRING).where(fits, fresh).values(used_at=int(now)))
    if used.rowcount != 1:
        return wrong_code()
    query = sa.select(columns.kind, columns.table_id, columns.seat, columns.made_by)
    kind, table, seat, by = connection.execute(query.where(fits)).one()
    token, id = new_token("d"), new_code(CODE_LETTERS).lower()
    values = {"id": id, "kind": kind, "table_id": table, "seat": seat, "paired_by": by}
    values |= {"token_hash": hashed(token), "paired_at": int(now)}
    connection.execute(sa.insert(DEVICE).values(**values))
    return Paired(id, token, Who(role=kind, table=table, seat=seat, device=id))


def wrong_code() -> Refusal:
    """Refuse a code, in the same words whatever is wrong with it."""
    message = "that code is wrong, was used, or is too old"
    return Refusal("wrong-code", message, "have a new one made, and use it soon")


def device_by_token(connection: Connection, token: str) -> Device | None:
    """Return the device that has a token; None if none has, or it was revoked."""
    return _first(connection, DEVICE.c.token_hash == hashed(token))


def device_by_id(connection: Connection, id: str) -> Device | None:
    """Return a device that counts."""
    return _first(connection, DEVICE.c.id == id)


def _first(connection: Connection, condition: sa.ColumnElement[bool]) -> Device | None:
    query = _DEVICE.where(condition, DEVICE.c.revoked_at.is_(None))
    row = connection.execute(query).first()
    return None if row is None else _device(row)


def _device(row: sa.Row[tuple[object, ...]]) -> Device:
    return Device(*cast(tuple[str, DeviceKind, str, int, int, str, int | None, str | None], row))


def all_devices(connection: Connection) -> tuple[Device, ...]:
    """Return every device that was ever paired, in the order of pairing."""
    query = _DEVICE.order_by(DEVICE.c.paired_at, DEVICE.c.id)
    return tuple(_device(row) for row in connection.execute(query))


def end_device(connection: Connection, id: str, by: str, now: float) -> bool:
    """Revoke a device; say whether there was one to revoke."""
    paired = (DEVICE.c.id == id) & DEVICE.c.revoked_at.is_(None)
    values = {"revoked_at": int(now), "revoked_by": by}
    return connection.execute(sa.update(DEVICE).where(paired).values(**values)).rowcount == 1


def revoked(connection: Connection, since: float) -> tuple[str, ...]:
    """Return the hashes of the tokens of devices that were revoked since a moment."""
    query = sa.select(DEVICE.c.token_hash).where(DEVICE.c.revoked_at >= int(since))
    return tuple(connection.scalars(query))
