"""Whether a wager can be counted, as a record for machines."""

from __future__ import annotations

from pitboss.odds.records import Record, exact, names_of
from pitboss.odds.removal import PRINTED, Count, Effects, card_name
from pitboss.rulebook.readings import DEFAULT
from pitboss.simulate.countability import Play, Scan, Study


def countability_record(
    effects: Effects, best: Count, span: int, count: Count, study: Study | None, stopped: bool
) -> Record:
    """Return effects of removal, the best tags of a span, those asked for, and the study of them.

    Without a study there is none; ``stopped`` says whether it was interrupted.

    >>> from pitboss import rulebook
    >>> from pitboss.odds.removal import best_tags, effects_of_removal
    >>> effects = effects_of_removal(rulebook.wager("ez-baccarat/dragon-7"))
    >>> best = best_tags(effects, 2)
    >>> record = countability_record(effects, best, 2, best, None, False)
    >>> record["wager"], len(record["effects_of_removal"]), record["simulation"]
    ('dragon-7', 10, None)
    """
    table = effects.table
    return {
        **names_of(table),
        "default": table.reading == DEFAULT,
        "decks": effects.decks,
        "house_edge": exact(effects.edge),
        "house_edge_percent": float(effects.edge * 100),
        "effects_of_removal": [
            {
                "card": card_name(value),
                "value": value,
                "effect": exact(effects.by_value[value]),
                "effect_percent": float(100 * effects.by_value[value]),
            }
            for value in PRINTED
        ],
        "best_tags": {"span": span, **_count(best)},
        "count": _count(count),
        "simulation": None if study is None else _study(study, stopped),
        "cite": table.cite,
    }


def _count(count: Count) -> Record:
    return {
        "tags": list(count.printed),
        "correlation": count.correlation,
        "balanced": count.balanced,
    }


def _study(study: Study, stopped: bool) -> Record:
    return {
        "shoes": study.shoes,
        "seed": study.seed,
        "interrupted": stopped,
        "depths": [
            {
                "cut": depth.cut,
                "hands": depth.hands,
                "hands_per_shoe": depth.hands_per_shoe,
                "every_hand": _play(depth.every_hand),
                "perfect": _play(depth.perfect),
                **{f"{name}_count": _scan(scan) for name, scan in depth.scans()},
            }
            for depth in study.depths()
        ],
    }


def _play(play: Play) -> Record:
    return {
        "bets": play.bets,
        "bet_frequency": play.bet_frequency,
        "average_edge": play.average_edge,
        "units_per_shoe": play.units_per_shoe,
        "standard_error": play.standard_error,
        "units_per_100_hands": play.units_per_100_hands,
    }


def _scan(scan: Scan) -> Record:
    """Return the best trigger, and every trigger that wins."""
    best = scan.best
    return {
        "best": None if best is None else {"trigger": best.trigger, **_play(best)},
        "triggers": [{"trigger": one.trigger, **_play(one)} for one in scan if one.units > 0],
    }
