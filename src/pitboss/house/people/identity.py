"""Who asks: a person by badge, a device by its place, or a stranger."""

from __future__ import annotations

from typing import Literal, NamedTuple, get_args

from pitboss.table.floor.records import Level

Role = Level
"""What a person may be: the level of the badge."""
DeviceKind = Literal["table", "seat", "sign", "shoe"]
ROLES: tuple[Role, ...] = get_args(Role)
DEVICES: tuple[DeviceKind, ...] = get_args(DeviceKind)
STRANGER = "stranger"
EVERYBODY: tuple[str, ...] = (STRANGER, *DEVICES, *ROLES)
"""Every role there is, those of devices and strangers among them."""


class Who(NamedTuple):
    """Who asks, as far as it was proved."""

    badge: str = ""
    role: str = STRANGER
    """A person's level, a device's kind, or ``stranger``."""
    table: str = ""
    """The table that a dealer has signed on to, or where a device stands."""
    seat: int = 0
    """The position that a seat device or a player is at."""
    device: str = ""
    """The paired device that is asking, or that the person signed in at."""
    session: str = ""

    @property
    def actor(self) -> str:
        """What the record calls who acted.

        >>> Who("2207", "supervisor").actor, Who(role="shoe", device="k3f").actor, Who().actor
        ('2207', 'shoe k3f', 'stranger')
        """
        return self.badge or (f"{self.role} {self.device}" if self.device else self.role)


NOBODY = Who()
