"""What the features of baccarat say of coups, by definitions written here in other words."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping

import pytest

from pitboss import rulebook
from pitboss.games import KINDS, Coup, Shoe, Value, deal
from pitboss.games import grains as g
from pitboss.games.baccarat_features import reader_of
from pitboss.games.cards import Card
from pitboss.games.hands import Fact, of_every_hand
from pitboss.odds.analysis import analyse_table
from pitboss.odds.coups import Method, count_coups
from pitboss.odds.design import event_wager
from pitboss.refusals import Unreadable
from pitboss.rulebook import parse
from pitboss.simulate.parallel import Piece
from pitboss.simulate.shoe_plan import shoe_plan

SEED = 2806
Cards = tuple[Card, ...]
FEATURES = KINDS["baccarat"].features

SAID: Mapping[str, Callable[[Cards, int], Value]] = {
    "count": lambda cards, rank: [card.rank for card in cards].count(rank),
    "faces": lambda cards, _: len([card for card in cards if str(card)[0] in "JQK"]),
    "red": lambda cards, _: {card.suit for card in cards} <= {"d", "h"},
    "black": lambda cards, _: {card.suit for card in cards} <= {"c", "s"},
}


def coups(number: int) -> list[Coup]:
    """Return seeded coups of a small, varied shoe, where colors and ranks often agree."""
    chance = random.Random(SEED)
    cards = [card for card in Shoe.of(3) if card.rank in (1, 3, 8, 10, 11, 13)]
    return [deal(chance.sample(cards, 6)) for _ in range(number)]


@pytest.mark.parametrize("name", SAID)
def test_counts_and_colors_of_hands_rounds_and_first_fours(name: str) -> None:
    for coup in coups(400):
        winner = {"player": coup.player, "banker": coup.banker}.get(coup.winner or "")
        loser = {"player": coup.banker, "banker": coup.player}.get(coup.winner or "")
        held: dict[str, Cards | None] = {
            "player.": coup.player,
            "banker.": coup.banker,
            "winner.": winner,
            "loser.": loser,
            "": coup.player + coup.banker,
            "first_four.": coup.player[:2] + coup.banker[:2],
        }
        for prefix, cards in held.items():
            read = FEATURES[prefix + name].read
            assert read is not None
            for rank in (1, 10, 13):
                expected = None if cards is None else SAID[name](cards, rank)
                assert read(coup, (rank,)) == expected, (prefix, name, rank, str(coup))


@pytest.mark.parametrize(
    ("text", "hit", "miss"),
    [
        ("player.pair_rank == 13", "KsKh9d v 4c4d", "KsQh9d v 4c4d"),
        ("player.pair_rank == 1", "AsAh5d v 4c3d", "As2h5d v 4c3d"),
        ("player.pair_rank != 5", "8s8h v 4c3d", "8s9h v 4c3d"),
        ("winner.pair_rank == 8", "8s8h3d v 4c3d", "4s3h v 8c8dKh"),
        ("loser.pair_rank == 4", "4c4d v 9hKs", "4c5d v 9hKs"),
        ("winner.pair_rank == loser.pair_rank", "2c2d5h v 2h2s3c", "4c4d v 4h4s"),
        ("player.count(10) == 1", "TsKh9d v 4c3d", "QsKh9d v 4c3d"),
        ("winner.count(9) == 2 and loser.faces == 0", "9s9h v 4c3d", "9s9h v KcQd"),
        ("faces == 6", "KsQhJd v JcJdKh", "KsQhJd v JcTdKh"),
        ("first_four.count(2) == 3 and count(2) == 4", "2s2h2d v 2c5d", "2s2h4d v 2c5d"),
        ("player.red and not red", "4h4d v 9c9d", "4h4d v 9h9d"),
        ("hand.black", "4s4c v 9h9d", "4s4h v 9h9d"),
        (
            "player.wins and player.total == 9 and banker.total == 8 and player.pair_rank == 13",
            "KsKh9d v 3c5d",
            "KsQh9d v 3c5d",
        ),
    ],
)
def test_hits_and_near_misses(text: str, hit: str, miss: str) -> None:
    sentence = parse(text, "baccarat").bind({"hand": "player"})
    for dealt, expected in ((hit, True), (miss, False)):
        coup = Coup.parse(*dealt.split(" v "))
        assert sentence.true_of(coup) is expected, dealt


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("player.count == 2", "player.count needs numbers"),
        ("player.count(0) == 2", "takes a rank from 1"),
        ("player.count(14) == 2", "takes a rank from 1"),
        ("player.count(1, 2) == 2", "takes a rank from 1"),
        ("player.count(margin) == 2", "takes a rank from 1"),
        ("player.count(13) == 4", "outside the range of player.count(13)"),
        ("player.pair_rank == 0", "outside the range"),
        ("player.faces", "is a number"),
        ("player.red == 1", "true or false, not a number"),
        ("margin(9) == 1", "takes no numbers"),
    ],
)
def test_what_is_not_a_mention(text: str, says: str) -> None:
    with pytest.raises(Unreadable) as caught:
        parse(text, "baccarat")
    assert says in str(caught.value)


def test_a_feature_is_one_function(monkeypatch: pytest.MonkeyPatch) -> None:
    """A feature of tomorrow is said, settled, priced and simulated; nothing else is written."""
    is_low = g.Sight("low", lambda card, _: card.rank <= 5)
    grain = g.CardGrain(g.Reach.HAND, g.Form.ALIKE, is_low)
    low = Fact("low", "every card of {hand} is an ace to a five", grain, bool)
    for feature in of_every_hand(low, reader_of):
        monkeypatch.setitem(FEATURES, feature.name, feature)

    table = event_wager(rulebook.game("baccarat"), "player.low and not banker.low", 3).open()
    row = table.row_of(Coup.parse("2s5hAc", "9h6d"))
    assert row is table.rows[0] and table.row_of(Coup.parse("2s5h6c", "9h6d")) is None
    counts = {count_coups((table.nodes,), Shoe.of(1), way)[(0,)] for way in WAYS}
    assert len(counts) == 1
    sheet = analyse_table(table, shoe=Shoe.of(8))
    plan = shoe_plan([table], seed=SEED)
    counted = plan.count(Piece(0, 400))
    hits, misses = plan.row_counts(table, counted).tolist()
    expected = float(sheet.rows[0].probability)
    assert hits + misses == counted.rounds > 30_000
    deviation = (expected * (1 - expected) * counted.rounds) ** 0.5
    assert abs(hits - expected * counted.rounds) < 4 * deviation


WAYS: tuple[Method, ...] = ("auto", "general", "plain")
