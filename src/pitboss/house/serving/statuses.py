"""Which status of the web a refusal has: the asker is wrong, the question, or the moment."""

from __future__ import annotations

OK, ACCEPTED, FORBIDDEN = 200, 202, 403
_CODES: dict[int, tuple[str, ...]] = {
    401: ("sign-in-needed", "wrong-badge-or-pin"),
    403: (
        *("not-allowed", "not-proved", "name-needed", "level-too-low", "another-person-needed"),
        *("wrong-origin", "csrf-needed", "not-a-peer"),
    ),
    404: ("no-such-table", "no-such-jackpot", "no-such-proposal", "no-such-device"),
    422: (
        *("unreadable-line", "unreadable-command", "unreadable-macro", "unknown-command"),
        *("unreadable-request", "line-needed"),
    ),
    429: ("sign-in-delayed", "too-many-requests"),
    503: (
        *("database-lost", "database-locked", "disk-full", "disk-failed", "read-only"),
        *("second-writer", "no-database", "self-check-failed", "table-elsewhere", "owner-lost"),
    ),
}
_STATUS = {code: status for status, codes in _CODES.items() for code in codes}
REFUSED = 409


def status_of(code: str, otherwise: int = REFUSED) -> int:
    """Return the status that a refusal is answered with; 409 where the table says no.

    ``otherwise`` is for what is no word of a table's.

    >>> status_of("not-allowed"), status_of("late-bet")
    (403, 409)
    """
    return _STATUS.get(code, otherwise)
