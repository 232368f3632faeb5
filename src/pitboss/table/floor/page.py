"""The page that describes the floor file, docs/FLOOR.md, made from the keys.

python -c "from pitboss.table.floor.page import page; print(page(), end='')" > docs/FLOOR.md
"""

from __future__ import annotations

from collections.abc import Iterator

from pitboss.table.floor.described import Key, Part
from pitboss.table.floor.jackpot_keys import LEVELS, RATES
from pitboss.table.floor.keys import PARTS

BEFORE = """# The floor file

A floor file says in TOML which tables a house has, what each offers within which limits, the
jackpots and the tables linked to them, the badges, and what the house has decided where the rules
leave it open. `pitboss check my-floor.toml` checks it and says what it found, or everything that
is wrong with it; `pitboss deal --floor my-floor.toml --table 3` deals at one of its tables, and
`pitboss floor --floor my-floor.toml --script evening.script` runs all of them with their jackpots
([JACKPOTS.md](JACKPOTS.md), which also shows each policy with figures). Without `--floor` the
tables are those of the default floor, a small casino of the usual setups.

```toml
[floor]
name = "The Silver Mine"

[[tables]]
id     = "3"
game   = "ez-baccarat"
limits = { base = "5 to 500", optional = "1 to 100" }

[[jackpots]]
id     = "ez"
game   = "ez-baccarat"
wager  = "progressive"
seed   = 2500
rates  = { main = "15%", reserve = "5%" }
tables = ["3"]

[[badges]]
number = "2207"
level  = "supervisor"
```

Values are written as in `open GAME with ...` of a script ([SCRIPTS.md](SCRIPTS.md)). An amount is
a whole number or a text (`5`, `"2.50"`, `"$1,000"`), never a number with a decimal point; a rate
is a text (`"12.3457%"`). A list of names may be one text with blanks between them; limits,
readings and suits may be phrases, such as `limits = ["minimum 5", "maximum tie 100"]`. Keys that
are not listed here are refused by name.
"""

AFTER = """
## What is refused

Every problem of a file is reported, with the file, the entry, the key, the paragraph and a remedy.

- A table without a posted minimum and maximum for every wager (30-2803(3)(b)); a base unit is its
  own limit. Whatever a table could not be opened with.
- Baccarat tables of one pit that are paid by different procedures (30-2815(3)(a)).
- An id or number that is given twice; a jackpot linked to a table that is not there, or that does
  not offer its wager at its pay table, unit and suits. What a table does not say of unit and suits
  it takes from its jackpot.
- In Eternal Baccarat another increment or fixed seed than printed, another unit without
  computation and approval, `lock-value` without approval. Another unit in 99 Fortunes and EZ
  Baccarat.
- Increments that are not whole millionths of the currency for one unit; a limit below what the
  meter begins with; a threshold that every contribution exceeds.
- A House Jackpot outside Washington, without its notice, or with increments; House and Progressive
  Jackpots on one table or link; two jackpots on one sensor; more sensors than the place allows.
- Fixed pays from the meter, but where the section leaves them to the casino.
- A pay table in another currency than the floor's, or one that lacks its pays.
"""


def page() -> str:
    """Return the text of docs/FLOOR.md."""
    described = "\n".join(line for part in PARTS for line in _part(part))
    return f"{BEFORE}\n{described}{AFTER}"


def _part(part: Part) -> Iterator[str]:
    yield f"## `{part.title}`\n"
    most = f" At most {part.most:,}." if part.most > 1 else ""
    yield f"{part.summary}{most}\n"
    yield from _keys(part)
    yield ""
    for inner in (RATES, LEVELS) if part.name == "jackpots" else ():
        yield f"`{inner.title} = {{ ... }}`: {inner.summary}\n"
        yield from _keys(inner)
        yield ""


def _keys(part: Part) -> Iterator[str]:
    yield "| key | value | meaning | without it | example | paragraph |"
    yield "|---|---|---|---|---|---|"
    for key in part.keys:
        yield "| " + " | ".join(_cells(key)) + " |"


def _cells(key: Key) -> Iterator[str]:
    kind = key.kind
    yield f"`{key.name}`"
    yield "table, described below" if isinstance(kind, Part) else kind.shown
    yield key.meaning
    yield key.absent
    yield f"`{key.example}`"
    yield key.cite or ""
