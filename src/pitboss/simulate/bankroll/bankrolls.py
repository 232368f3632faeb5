"""What came of sessions: bankrolls, ruin, streaks. Arrays have one entry, or row, per session.

A streak counts decided rounds: a round that nets nothing, or is sat out, neither breaks nor extends
it. A session that has ended keeps its bankroll to the last round of the others.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields
from fractions import Fraction
from math import sqrt
from typing import TYPE_CHECKING

from pitboss.refusals import Refusal
from pitboss.simulate.bankroll.figures import Numbers, Share, numbers_of, total_of
from pitboss.simulate.bankroll.terms import ENDINGS, RUIN, Ending, Terms
from pitboss.simulate.statistics import named, percentiles

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Whole = NDArray[np.int64]

BINS = 40
PATHS = 20
SHOWN = 5
"""Refusals that a record tells in full."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Sessions:
    """Finished sessions in the order of their numbers."""

    terms: Terms
    first: int
    """The number of the first one; they follow each other."""
    end_cents: Whole
    rounds: Whole
    """The rounds that were played, the last one included."""
    endings: Whole
    """By their numbers in ``ENDINGS``."""
    staked_cents: Whole
    losing_streaks: Whole
    """The longest losing streak of each session."""
    winning_streaks: Whole
    bankrolls: Whole
    """The bankroll at each of the terms' points, a column each."""
    refusals: tuple[Refusal, ...] = ()
    """Why sessions were refused, in their order; each names its session and round."""

    def __len__(self) -> int:
        return len(self.end_cents)

    # --- the bankroll at the end ---

    @property
    def mean_cents(self) -> float:
        """The average bankroll at the end."""
        return total_of(self.end_cents) / len(self)

    @property
    def standard_deviation_cents(self) -> float | None:
        """The standard deviation of the bankroll at the end; None for a single session."""
        won = self.end_cents - self.terms.bankroll_cents
        return float(won.std(ddof=1)) if len(self) > 1 else None

    @property
    def standard_error_cents(self) -> float | None:
        """The standard error of the average bankroll; None for a single session."""
        deviation = self.standard_deviation_cents
        return None if deviation is None else deviation / sqrt(len(self))

    def ends(self) -> Numbers:
        """Return how the bankrolls at the end are distributed."""
        return numbers_of(self.end_cents)

    def histogram(self, bins: int = BINS) -> tuple[list[float], list[int]]:
        """Return the borders of bars in cents, and how many bankrolls at the end each holds."""
        import numpy as np

        counts, borders = np.histogram(self.end_cents, bins=bins)
        return borders.tolist(), counts.tolist()

    # --- how it ended ---

    def share(self, ending: Ending) -> Share:
        """Return how many sessions ended so."""
        return Share(int((self.endings == ENDINGS.index(ending)).sum()), len(self))

    @property
    def ruin(self) -> Share:
        """The risk of ruin."""
        return self.share("ruin")

    def rounds_to_ruin(self) -> Numbers | None:
        """Return how long the ruined lasted; None if nobody was."""
        ruined = self.rounds[self.endings == RUIN]
        return numbers_of(ruined) if len(ruined) else None

    # --- the way there ---

    def bands(self) -> dict[int, list[int]]:
        """Return percentiles of the bankroll at each of the points."""
        return percentiles(self.bankrolls)

    def paths(self, most: int = PATHS) -> list[list[int]]:
        """Return the bankrolls of the first few sessions at the points, for a picture."""
        paths: list[list[int]] = self.bankrolls[:most].tolist()
        return paths

    # --- against the exact edge ---

    @property
    def handle_cents(self) -> int:
        """All that was staked."""
        return total_of(self.staked_cents)

    @property
    def net_cents(self) -> int:
        """All that was won, less all that was lost."""
        return total_of(self.end_cents) - len(self) * self.terms.bankroll_cents

    @property
    def loss_rate(self) -> float | None:
        """What was lost of each unit staked, negative for a win; None if nothing was staked."""
        return -self.net_cents / self.handle_cents if self.handle_cents else None

    @property
    def loss_rate_error(self) -> float | None:
        """The standard error of the loss rate, each session taken as a whole."""
        rate = self.loss_rate
        if rate is None or len(self) < 2:
            return None
        lost = (self.terms.bankroll_cents - self.end_cents).astype(float)
        residues = lost - rate * self.staked_cents
        spread = sqrt(float((residues * residues).sum()) / (len(self) - 1) / len(self))
        return spread * len(self) / self.handle_cents

    def z(self, edge: Fraction) -> float | None:
        """Return how many standard errors the loss rate lies above the exact edge.

        Exact for flat bets; for others an edge that does not depend on the stake is still the
        mean, but for cards a stop, or a stake, that depends on the shoe so far shifts it slightly.
        """
        rate, error = self.loss_rate, self.loss_rate_error
        return None if rate is None or not error else (rate - float(edge)) / error

    def record(self, *, edge: Fraction | None = None, paths: int = 0) -> dict[str, object]:
        """Return everything but the single sessions for machines; money in cents."""
        borders, counts = self.histogram()
        lasted = self.rounds_to_ruin()
        found: dict[str, object] = {
            "terms": self.terms.record(),
            "first_session": self.first + 1,
            "sessions": len(self),
            "rounds_played": total_of(self.rounds),
            "end_bankroll_cents": {
                **self.ends().record(),
                "standard_deviation": self.standard_deviation_cents,
                "standard_error": self.standard_error_cents,
                "histogram": {"borders": borders, "sessions": counts},
            },
            "endings": {ending: self.share(ending).record() for ending in ENDINGS},
            "refusals": [one._asdict() for one in self.refusals[:SHOWN]],
            "rounds_to_ruin": None if lasted is None else lasted.record(),
            "longest_streaks": {
                "losing": _streaks(self.losing_streaks),
                "winning": _streaks(self.winning_streaks),
            },
            "bankroll_over_time_cents": {
                "rounds": list(self.terms.points),
                "percentiles": named(self.bands()),
            },
            "handle_cents": self.handle_cents,
            "net_cents": self.net_cents,
            "loss_rate": self.loss_rate,
            "loss_rate_standard_error": self.loss_rate_error,
        }
        if edge is not None:
            found |= {
                "exact_edge": f"{edge.numerator}/{edge.denominator}",
                "exact_edge_percent": float(100 * edge),
                "z": self.z(edge),
            }
        if paths:
            found["paths_cents"] = self.paths(paths)
        return found


def joined(parts: Sequence[Sessions]) -> Sessions:
    """Put sessions together that were played on the same terms, each part following the last."""
    import numpy as np

    first = parts[0]
    after = first.first
    for part in parts:
        if part.terms != first.terms or part.first != after:
            raise ValueError("these sessions do not follow each other on the same terms")
        after += len(part)
    names = [one.name for one in fields(Sessions) if one.name not in ("terms", "first", "refusals")]
    arrays = {name: np.concatenate([getattr(part, name) for part in parts]) for name in names}
    refusals = tuple(refusal for part in parts for refusal in part.refusals)
    return Sessions(terms=first.terms, first=first.first, refusals=refusals, **arrays)


def _streaks(longest: Whole) -> dict[str, object]:
    import numpy as np

    return {**numbers_of(longest).record(), "sessions_by_length": np.bincount(longest).tolist()}
