"""A count of cards for Dragon 7: `pitboss simulate session ... --strategy counting.py:stake`."""

from pitboss.simulate import TableView

TAGS = (0, 0, 0, 0, -1, -1, -1, -1, 2, 2)
"""By the value of a card; tens and faces count 0."""


def stake(view: TableView) -> int:
    """Bet where the count of the cards seen is 4 or more for each deck that is not."""
    count = sum(TAGS[card.value] for card in view.cards)
    unseen = 52 * view.decks - len(view.cards)
    return view.base_cents["dragon-7"] if 52 * count >= 4 * unseen else 0
