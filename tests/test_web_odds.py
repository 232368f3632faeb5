"""The pages of odds: every game, every figure as the odds room counts it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import unescape
from pathlib import Path

import pytest

from pitboss import rulebook
from pitboss.odds.analysis import analyse
from web_house import WebHouse, web_house


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[WebHouse]:
    with web_house(Path(tmp_path_factory.mktemp("odds"))) as made:
        yield made


@pytest.mark.parametrize("game", [game.id for game in rulebook.games()])
def test_every_wager_of_a_game_is_listed_with_its_exact_edge(house: WebHouse, game: str) -> None:
    with house.client() as client:
        text = unescape(client.get(f"/odds/{game}").text)
    for wager in rulebook.game(game).own.values():
        table = wager.tables[0]
        for place in wager.places(table)[:1]:
            edge = analyse(wager, table=table, on=place).edge
            assert wager.name in text
            assert edge is None or f"{float(edge) * 100:.4f}%" in text


def test_a_pay_table_returns_all_of_a_dollar_but_the_edge(house: WebHouse) -> None:
    with house.client() as client:
        text = client.get("/odds/eternal-baccarat?table=golden-talons.PT-FLT-GT-01.player").text
    par = text[text.index('id="par"') :]
    assert "103547854751/3904998652737" in par
    returns = [float(cell) for cell in re.findall(r'<td class="num">([\d.]+)%</td>', par)]
    assert sum(returns) == pytest.approx(100, abs=0.05)


def test_what_is_not_there_is_said_so(house: WebHouse) -> None:
    with house.client() as client:
        assert client.get("/odds/roulette").status_code == 404
        unknown = client.get("/odds/baccarat?table=nonsense")
        assert unknown.status_code == 200 and "<script>" not in unknown.text
        assert client.get("/odds", follow_redirects=False).headers["location"] == "/odds/baccarat"
