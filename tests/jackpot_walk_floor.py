"""The floor of the random walk: fifty linked tables, and every policy on some link."""

from __future__ import annotations

from typing import NamedTuple

LIMITS = '{ base = "5 to 500", optional = "1 to 100" }'


class Pit(NamedTuple):
    """Tables that are alike."""

    first: int
    last: int
    game: str
    more: str = ""

    @property
    def ids(self) -> list[str]:
        """The numbers of its tables."""
        return [str(number) for number in range(self.first, self.last + 1)]


def _offers(*wagers: str) -> str:
    return f"offers = {list(wagers)}".replace("'", '"')


_CARDS = 'device = "continuous"'


def _triples(other: str) -> str:
    both = _offers("player", "banker", "triple@PT-PRG-TRI-01", f"triple@{other}")
    return f'jurisdiction = "washington"\nsensors = 2\n{both}'


PITS = {
    "A": Pit(1, 8, "eternal-baccarat", f"{_CARDS}\n" + _offers(
        "player", "banker", "harmony@PT-PRG-HP-E01", "sun-7-progressive@PT-PRG-S7-E01",
        "fate-38@PT-PRG-F38-01")),
    "B": Pit(9, 16, "eternal-baccarat", f"{_CARDS}\n" + _offers(
        "player", "banker", "harmony@whole-and-half", "sun-7-progressive@PT-PRG-S7-05",
        "fate-38@PT-PRG-F38-04")),
    "C": Pit(17, 21, "99-fortunes", f"{_CARDS}\n" + _offers("player", "banker", "progressive")),
    "D": Pit(22, 26, "99-fortunes", f"{_CARDS}\n" + _offers("player", "banker", "progressive@P5")),
    "E": Pit(27, 31, "ez-baccarat", f"{_CARDS}\n" + _offers("player", "banker", "progressive@1")),
    "F": Pit(32, 36, "ez-baccarat", f"{_CARDS}\n" + _offers("player", "banker", "progressive@3")),
    "G": Pit(37, 42, "3-dice-baccarat", _offers("player", "banker", "triple@PT-PRG-TRI-02")),
    "H": Pit(43, 46, "3-dice-baccarat", _triples("PT-PRG-TRI-02")),
    "I": Pit(47, 50, "3-dice-baccarat", _triples("PT-PRG-TRI-03")),
}  # fmt: skip


class Jackpot(NamedTuple):
    """A jackpot of the walk, and the outcomes that win a share of its meter."""

    id: str
    pit: str
    wager: str
    table: str
    seed: str
    more: str = ""
    unit: str = "1"


_RATES = 'rates = { main = "15%", reserve = "5%" }\n'
_APPROVED = 'approval = "letter 12"\n'

JACKPOTS = (
    Jackpot("harm-a", "A", "harmony", "PT-PRG-HP-E01", "500",
            'limit = 501\nminimum = 20\npolicies = { lock = "lock-all" }'),
    Jackpot("sun-a", "A", "sun-7-progressive", "PT-PRG-S7-E01", "1000",
            'policies = { lock = "lock-all", amount = "at-pay", overflow = "to-reserve" }\n'
            "limit = 1002\nlevels = { executive = 900 }"),
    Jackpot("fate-a", "A", "fate-38", "PT-PRG-F38-01", "700",
            'policies = { lock = "lock-all", reserve = "up-to-seed", fixed = "meter" }'),
    Jackpot("harm-b", "B", "harmony", "whole-and-half", "300",
            f'{_APPROVED}{_RATES}limit = 301\npolicies = {{ lock = "lock-value", '
            'scope = "all-linked-tables", overflow = "to-reserve" }'),
    Jackpot("sun-b", "B", "sun-7-progressive", "PT-PRG-S7-05", "",
            f'{_APPROVED}policies = {{ lock = "lock-value", amount = "at-pay" }}'),
    Jackpot("fate-b", "B", "fate-38", "PT-PRG-F38-04", "400",
            f'{_APPROVED}minimum = 50\npolicies = {{ lock = "lock-value" }}'),
    Jackpot("fort-c", "C", "progressive", "sample", "10000",
            f'{_RATES}levels = {{ executive = 10000 }}\nthreshold = "0.50"'),
    Jackpot("fort-d", "D", "progressive", "P5", "2000",
            f'{_RATES}limit = 2005\npolicies = {{ lock = "lock-all", overflow = "stays", '
            'base_game = "stops" }', "5"),
    Jackpot("ez-e", "E", "progressive", "1", "2500",
            f'{_RATES}policies = {{ reserve = "up-to-seed", fixed = "meter" }}'),
    Jackpot("ez-f", "F", "progressive", "3", "800",
            f'{_RATES}minimum = 100\nlimit = 801\npolicies = {{ lock = "lock-all", '
            'scope = "all-linked-tables", fixed = "meter" }'),
    Jackpot("tri-g", "G", "triple", "PT-PRG-TRI-02", "600",
            'unit = "0.50"\nrates = { main = "12.3458%" }\nlimit = 602\n'
            'policies = { amount = "at-pay", overflow = "stays" }', "0.50"),
    Jackpot("tri-h1", "H", "triple", "PT-PRG-TRI-01", "1000",
            f'{_RATES}limit = 1001\npolicies = {{ reserve = "up-to-seed" }}'),
    Jackpot("tri-h2", "H", "triple", "PT-PRG-TRI-02", "250",
            f'{_RATES}policies = {{ lock = "lock-all", base_game = "stops" }}'),
    Jackpot("tri-i1", "I", "triple", "PT-PRG-TRI-01", "1000.01", 'kind = "house"\nlimit = 2000'),
    Jackpot("tri-i3", "I", "triple", "PT-PRG-TRI-03", "99",
            'kind = "house"\npolicies = { lock = "lock-all" }'),
)  # fmt: skip

UNLINKED = "51"
"""A table without jackpots."""

BADGES = (
    *(("2207", "supervisor"), ("2208", "supervisor"), ("2301", "executive")),
    *(("2302", "executive"), ("2999", "dealer"), ("2998", "auditor")),
)


def floor_text() -> str:
    """Return the floor file."""
    parts = ['[floor]\nname = "Fifty tables"']
    for name, pit in PITS.items():
        parts += [
            f'[[tables]]\nid = "{id}"\npit = "{name}"\ngame = "{pit.game}"\n{pit.more}\n'
            f"limits = {LIMITS}"
            for id in pit.ids
        ]
    parts.append(f'[[tables]]\nid = "{UNLINKED}"\ngame = "baccarat"\nlimits = {LIMITS}')
    for jackpot in JACKPOTS:
        pit = PITS[jackpot.pit]
        tables = ", ".join(f'"{id}"' for id in pit.ids)
        seed = f'seed = "{jackpot.seed}"\n' if jackpot.seed else ""
        notice = 'notice = "This House Jackpot is paid by the casino."\n'
        parts.append(
            f'[[jackpots]]\nid = "{jackpot.id}"\ngame = "{pit.game}"\nwager = "{jackpot.wager}"\n'
            f'table = "{jackpot.table}"\n{seed}tables = [{tables}]\n{jackpot.more}\n'
            + (notice if "house" in jackpot.more.partition("policies")[0] else "")
        )
    parts += [f'[[badges]]\nnumber = "{number}"\nlevel = "{level}"' for number, level in BADGES]
    return "\n\n".join(parts) + "\n"
