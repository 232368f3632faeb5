"""Which refusals are on record at all: one look into the index for each code, and none at lines."""

from __future__ import annotations

import re

from sqlalchemy.engine import Connection

from pitboss.codes import codes
from pitboss.house.journal.searching import fetch, tails
from pitboss.house.journal.words import refusal_word, word_number

_CODE = re.compile(r',"refusal":\{"code":"([a-z0-9-]+)"')


def codes_on_record(connection: Connection) -> list[str]:
    """Return the codes that any line was refused with, in the order of the alphabet."""
    numbers = {word_number(refusal_word(code)): code for code in codes()}
    asked = ",".join(f"({number})" for number in numbers)
    query = (
        f"WITH asked(word) AS (VALUES {asked}) SELECT word FROM asked "
        "WHERE EXISTS (SELECT 1 FROM mention WHERE mention.word = asked.word)"
    )
    indexed = {numbers[number] for (number,) in fetch(connection, query, ())}
    return sorted(indexed.union(*(_CODE.findall(body) for *_, body in tails(connection))))
