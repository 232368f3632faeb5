"""Floor scripts run in memory, for tests."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache
from pathlib import Path

from pitboss.jackpot.data import floor_data
from pitboss.jackpot.floor_run import FloorRun
from pitboss.jackpot.scripts import open_floor, play_floor
from pitboss.jackpot.streams import Recorded
from pitboss.rulebook import Rulebook
from pitboss.table.floor import default_floor, read_floor

START = "2026-01-01T00:00:00.000Z"


class Played:
    """A floor after a script, with all lines of its record."""

    def __init__(
        self,
        script: str,
        floor: Path | None = None,
        files: Sequence[Path] = (),
        *,
        rulebook: Rulebook | None = None,
    ) -> None:
        if files:
            rulebook = Rulebook()
            for file in files:
                rulebook.add_file(str(file))
        self.run = FloorRun(rulebook)
        chosen = default_floor() if floor is None else read_floor(str(floor), rulebook)
        name = "default.toml" if floor is None else floor.name
        self.lines: list[Recorded] = list(open_floor(self.run, name, chosen, START))
        for step in play_floor(script, self.run):
            self.lines += step.group

    @property
    def texts(self) -> list[str]:
        """The lines of the journal."""
        return [one.text for one in self.lines if one.text is not None]

    @property
    def data(self) -> dict[str, object]:
        """The floor as JSON holds it."""
        return floor_data(self.run)


def run_floor_script(
    script: Path, floor: Path | None = None, files: Sequence[Path] = ()
) -> dict[str, object]:
    """Return the JSON that a floor script ends with."""
    return Played(script.read_text(), floor, files).data


SCENARIOS = Path(__file__).parent / "floor_scenarios"
FLOORS = Path(__file__).parent / "floors"


@cache
def panels_on_record() -> tuple[tuple[str, ...], ...]:
    """Return the journal of each table in the floor scenarios: all that a panel can do."""
    journals: list[tuple[str, ...]] = []
    for path in sorted(SCENARIOS.glob("*.script")):
        text = path.read_text()
        name = re.match(r"# floor: (\S+)", text)
        lines = Played(text, FLOORS / name[1] if name else None).lines
        streams = {one.stream for one in lines if one.stream.startswith("table/")}
        for stream in sorted(streams):
            own = (one.text for one in lines if one.stream == stream and one.text is not None)
            journals.append(tuple(f"{line}\n" for line in own))
    return tuple(journals)
