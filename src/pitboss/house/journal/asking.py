"""What is looked for in the journal: all terms that are given must hold."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import datetime, timedelta
from json.encoder import encode_basestring_ascii as quoted
from typing import NamedTuple
from zoneinfo import ZoneInfo

from pitboss.house.journal.words import (
    ACCEPTED,
    MONEY,
    MOST_CENTS,
    REFUSED,
    TABLE,
    found_by_line,
    kind_word,
    person_word,
    refusal_word,
    round_word,
    stream_word,
    wager_word,
)
from pitboss.refusals import Unreadable, did_you_mean, unreadable
from pitboss.rulebook.pays import read_cents
from pitboss.settle.accounts import MICROS_PER_CENT
from pitboss.table.record.codec import COMMANDS, FACTS
from pitboss.table.record.journal import STREAM, Line

_TIME = re.compile(
    r"(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d)(?::(\d\d)(?:\.(\d{1,3}))?)?)?(Z?)", re.ASCII
)


_ROUND = re.compile(r"[0-9]{1,9}")
_A_REFUSAL = ',"refusal":{"code":'
_MOVED = '"micros":'
_AMOUNTS = re.compile(r'[_"]cents":-?([0-9]+)|"(?:amount_)?micros":-?([0-9]+)')


class Search(NamedTuple):
    """What is looked for."""

    stream: str = ""
    """Such as ``table/3``."""
    since: int | None = None
    """In milliseconds of the record's clock, and included."""
    until: int | None = None
    person: str = ""
    """Who gave a line, or is named in it."""
    wager: str = ""
    kind: str = ""
    """Of the command, or of a fact."""
    refusal: str = ""
    """A code, ``refused`` for any, or ``accepted`` for none."""
    round: int | None = None
    least_cents: int | None = None
    """The smallest amount that counts; with ``most_cents`` the same, exactly that."""
    most_cents: int | None = None

    @property
    def money(self) -> bool:
        """Whether an amount is asked for."""
        return self.least_cents is not None or self.most_cents is not None

    @property
    def accepted(self) -> bool:
        """Whether lines are asked for that were not refused."""
        return self.refusal == ACCEPTED

    @property
    def cents(self) -> tuple[int, int]:
        """The amounts that count, both ends included."""
        most = MOST_CENTS if self.most_cents is None else self.most_cents
        return self.least_cents or 1, most

    def words(self) -> Iterator[str]:
        """Yield the words that a line must be found by."""
        if self.stream and not self.stream.startswith(TABLE):
            yield stream_word(self.stream)
        if self.person:
            yield person_word(self.person)
        if self.wager:
            yield wager_word(self.wager)
        if self.kind:
            yield kind_word(self.kind)
        if self.refusal and not self.accepted:
            yield REFUSED if self.refusal == REFUSED else refusal_word(self.refusal)
        if self.round is not None:
            yield round_word(self.round)
        if self.money:
            yield MONEY

    def fits_text(self, body: str) -> bool:
        """Say whether the text of a line holds what is asked for, without reading the line.

        A quotation mark inside a text is written with a backslash before it, so a member is found
        where it stands. Of a person that alone is seen that the name is there, of an amount that
        it may be that of several movements together.
        """
        if not all(text in body for text in self._texts()):
            return False
        if self.accepted and _A_REFUSAL in body:
            return False
        if not self.money:
            return True
        least, most = self.cents
        return any(
            least <= (int(cents) if cents else int(micros) // MICROS_PER_CENT) <= most
            for cents, micros in _AMOUNTS.findall(body)
        ) or self.adds_up(body)

    def adds_up(self, body: str) -> bool:
        """Say whether an amount may be the sum of several movements of a line."""
        return self.money and body.count(_MOVED) > 1

    def _texts(self) -> Iterator[str]:
        """Yield texts that a line has in it if it fits."""
        if self.person:
            yield quoted(self.person)
        if self.wager:
            yield f'"wager":{quoted(self.wager)}'
        if self.kind:
            yield f'"kind":{quoted(self.kind)}'
        if self.refusal and not self.accepted:
            code = "" if self.refusal == REFUSED else quoted(self.refusal)
            yield f"{_A_REFUSAL}{code}"
        if self.round is not None:
            yield f',"round":{self.round},"command":'

    def fits(self, line: Line) -> bool:
        """Say whether a line holds all words and amounts that are asked for."""
        words, cents = found_by_line(line)
        least, most = self.cents
        right = not self.money or any(least <= one <= most for one in cents)
        wrong = self.accepted and REFUSED in words
        return right and not wrong and words.issuperset(self.words())


class Terms(NamedTuple):
    """What is looked for as people write it; what is empty is not asked for."""

    stream: str = ""
    since: str = ""
    until: str = ""
    person: str = ""
    wager: str = ""
    amount: str = ""
    refusal: str = ""
    kind: str = ""
    round: str = ""

    def read(self, timezone: str = "UTC") -> Search:
        """Read what is looked for; times are those of a clock on the wall.

        >>> asked = Terms("table/3", wager="tie", amount="25..100").read()
        >>> asked.cents, list(asked.words())
        ((2500, 10000), ['wager tie', 'money'])
        """
        stream, since, until, person, wager, amount, refusal, kind, round = self
        if stream and STREAM.fullmatch(stream) is None:
            remedy = "write table/3, link/sun-7 or house"
            raise unreadable("no-such-stream", f'"{stream[:60]}" is no stream', remedy)
        if kind and kind not in COMMANDS and kind not in FACTS:
            kinds = sorted({*COMMANDS, *FACTS})
            message = f'"{kind[:60]}" is no kind of command or fact'
            raise unreadable("unknown-record", message, did_you_mean(kind, kinds))
        if round and _ROUND.fullmatch(round) is None:
            message = f'"{round[:60]}" is no number of a round'
            raise unreadable("not-a-number", message, "write a whole number, such as 12")
        least, most = read_amount(amount) if amount else (None, None)
        begins = read_time(since, timezone, end=False) if since else None
        ends = read_time(until, timezone, end=True) if until else None
        number = int(round) if round else None
        return Search(stream, begins, ends, person, wager, kind, refusal, number, least, most)


def read_amount(text: str) -> tuple[int | None, int | None]:
    """Read an amount, or a range of amounts, in cents.

    >>> read_amount("25"), read_amount("25.50..100"), read_amount("1000.."), read_amount("..5")
    ((2500, 2500), (2550, 10000), (100000, None), (None, 500))
    """
    first, dots, last = text.partition("..")
    if not dots:
        exact = _cents(text)
        return exact, exact
    return _cents(first) if first else None, _cents(last) if last else None


def _cents(text: str) -> int:
    remedy = "write 25, 25.50, 25..100, 25.. or ..100"
    try:
        cents = read_cents(text)
    except Unreadable as error:
        raise Unreadable(error.refusal._replace(remedy=remedy)) from None
    if cents < 1:
        raise unreadable("bad-amount", f"{text} is found nowhere: amounts have no sign", remedy)
    if cents > MOST_CENTS:
        raise unreadable("bad-amount", f"{text} is found nowhere: no amount is so large", remedy)
    return cents


def read_time(text: str, timezone: str, *, end: bool) -> int:
    """Read a time of the clock on the wall, in milliseconds; ``end`` is the last that it covers.

    In the hour that a clock shows twice, a beginning is the first of the two, and an end the last.

    >>> read_time("2026-11-16", "America/Denver", end=False)
    1794812400000
    >>> read_time("2026-11-16T14:32", "America/Denver", end=True)
    1794864779999
    """
    match = _TIME.fullmatch(text.strip())
    try:
        if match is None:
            raise ValueError
        day, minute, second, part, zulu = match.groups()
        clock = f"{minute or '00:00'}:{second or '00'}"
        zone = ZoneInfo("UTC" if zulu else timezone)
        begins = datetime.fromisoformat(f"{day}T{clock}").replace(tzinfo=zone, fold=int(end))
        span = timedelta(days=1) if minute is None else timedelta(minutes=second is None)
        if minute is None and end:
            return int((begins + span).timestamp()) * 1000 - 1
        last = int(span.total_seconds()) * 1000 or (1 if part else 1000)
        thousandths = int((part or "").ljust(3, "0"))
        return int(begins.timestamp()) * 1000 + thousandths + (last - 1 if end else 0)
    except (ValueError, OverflowError):
        raise unreadable(
            "unreadable-time", f'"{text[:60]}" is no time', "write 2026-11-16 or 2026-11-16T14:32"
        ) from None
