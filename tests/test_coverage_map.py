"""Every section of the sources is mapped to where it is implemented, or to why it is not."""

from __future__ import annotations

import tomllib
from pathlib import Path

from pitboss import rulebook

ROOT = Path(__file__).parent.parent
MAP = tomllib.loads((ROOT / "docs" / "coverage.toml").read_text("utf-8"))

SECTIONS = [
    *(f"30-28{number:02d}" for number in range(1, 18)),
    *(f"30-2899.{number:02d}" for number in range(1, 10)),
    *(f"30-2399.07({number})" for number in range(1, 6)),
    *(
        f"001 {heading}"
        for heading in (
            *("Game Description", "Rules of Play", "Equipment", "Gambling Promotions"),
            *("Optional Bonus Wagers", "Single-Event Bonus Wagers", "Golden Talons"),
            *("House and Progressive Jackpots", "Triple House or Progressive Jackpot"),
            *("House or Progressive Jackpot Definition", "Appendix A", "Appendix B"),
            *("Appendix C", "Appendix D"),
        )
    ),
    *(f"003 {heading}" for heading in ("Game Description", "Rules of Play", "Paytables")),
]


def test_every_section_is_mapped() -> None:
    assert list(dict.fromkeys(SECTIONS)) == SECTIONS
    assert set(MAP) == set(SECTIONS)
    for section, entry in MAP.items():
        assert entry["title"]
        assert entry.get("where") or entry.get("not_here"), section


def test_every_file_named_exists() -> None:
    for entry in MAP.values():
        for path in entry.get("where", []):
            assert (ROOT / path).is_file(), path


def test_every_games_file_is_named_by_its_section() -> None:
    named = {path for entry in MAP.values() for path in entry.get("where", [])}
    for game in rulebook.games():
        assert f"src/pitboss/rulebook/catalog/{game.id}.toml" in named
