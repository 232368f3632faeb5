"""Who may do and see what: every command for every role, and what each reaches of a floor."""

from __future__ import annotations

import pytest

from pitboss.house.people.identity import DEVICES, EVERYBODY, ROLES, Who
from pitboss.house.people.permissions import ACTIONS, COMMANDS, KINDS, READS, may, may_do, may_read
from pitboss.jackpot.hits import DismissHit, PayHit
from pitboss.jackpot.house import EnrolBadge, OpenFloor, RetireBadge
from pitboss.jackpot.link import CountContributions
from pitboss.jackpot.settings import AdjustMeter, ChangeLimit
from pitboss.table.engine import NEW
from pitboss.table.language import read
from pitboss.table.record.recorder import Recorder
from pitboss.table.scripts.scenario import play
from pitboss.table.setups.usual import usual_setup
from pitboss.table.state import Table
from pitboss.table.steps import SERVER, TRIALS, Command
from pitboss.table.steps.duties import StartDay
from pitboss.table.steps.opening import ChangeSetup
from pitboss.table.steps.panel import ShowJackpot

TABLE = "table/3"
SQUEEZE = """
open ez-baccarat with style squeeze, size midi, seats {seats}
sit 2
sit 5
buy in 2 500
buy in 5 500
prepare burning 2c
bet 2 player 25
bet 5 player 50
"""
CHANGED = ChangeSetup(usual_setup("ez-baccarat"))
DEALT = """no more bets
deal player ?
deal banker ?
deal player ?
deal banker ?
hand player to 5
"""


def played(script: str) -> Table:
    recorder = Recorder("table/3")
    for _ in play(script, recorder):
        pass
    return recorder.table


def seated(role: str) -> Who:
    """Return somebody of a role where that role may be: at table 3, position 5."""
    place = {"table": "3"} if role in (*DEVICES, "dealer", "player") else {}
    seat = 5 if role in ("seat", "player") else 0
    badge = "4711" if role in ROLES else ""
    device = "d-1" if role in DEVICES else ""
    return Who(badge, role, place.get("table", ""), seat, device)


def allowed(who: Who, line: str | Command, stream: str = TABLE, table: Table | None = None) -> bool:
    command = read(line) if isinstance(line, str) else line
    return may(who, stream, command, table) is None


def code(who: Who, line: str | Command, stream: str = TABLE, table: Table | None = None) -> str:
    refusal = may(who, stream, read(line) if isinstance(line, str) else line, table)
    assert refusal is not None and refusal.remedy
    return refusal.code


# --- every command has an entry ---


def test_every_kind_of_command_has_an_entry_and_no_other_has() -> None:
    kinds = [name for kinds in KINDS.values() for name in kinds]
    assert len(kinds) == len(set(kinds)), "a name is that of one kind"
    assert sorted(COMMANDS) == sorted(kinds)
    for roles in COMMANDS.values():
        assert roles <= set(EVERYBODY)


def test_what_the_server_tells_nobody_gives() -> None:
    told = [kind.__name__ for kind in SERVER]
    told += ["OpenJackpot", "CountContributions", "RecordHit", "ReverseRound", "DrawFixedPays"]
    for name in (*told, "OpenFloor"):
        assert not COMMANDS[name]
    for role in EVERYBODY:
        assert not allowed(seated(role), ShowJackpot("sun-7", "open", 1))
        assert not allowed(seated(role), CountContributions(()), "link/sun-7")
        assert not allowed(seated(role), OpenFloor("a", "b"), "house")


def test_an_auditor_a_sign_and_a_table_change_nothing() -> None:
    for role in ("auditor", "sign", "table", "stranger"):
        assert not any(role in roles for roles in COMMANDS.values())


def test_an_administrator_has_nothing_to_do_with_money() -> None:
    names = {name for name, roles in COMMANDS.items() if "administrator" in roles}
    assert names == {"EnrolBadge", "RetireBadge"}


def test_an_executive_may_all_that_a_supervisor_may_and_a_supervisor_all_of_a_dealer() -> None:
    for roles in COMMANDS.values():
        assert "dealer" not in roles or "supervisor" in roles
        assert "supervisor" not in roles or "executive" in roles


def test_every_table_command_that_can_be_tried_is_somebodys() -> None:
    """Whatever a person can write at a table, somebody may give."""
    for kind in TRIALS:
        assert COMMANDS[kind.__name__], kind


# --- strangers, and the order of asking ---


@pytest.mark.parametrize(
    "line", ["bet 3 player 25", "start game", "close table", "void round by 2207: x"]
)
def test_a_stranger_is_asked_to_sign_in(line: str) -> None:
    assert code(Who(), line) == "sign-in-needed"


def test_authorisation_comes_before_existence() -> None:
    """Another table is refused alike, whether there is one or not."""
    dealer = seated("dealer")
    there, nowhere = (
        may(dealer, stream, read("no more bets")) for stream in ("table/4", "table/x")
    )
    assert there is not None and there == nowhere


def test_a_command_of_another_kind_of_stream_is_refused() -> None:
    executive = seated("executive")
    assert code(executive, "close table", "house") == "not-allowed"
    assert code(executive, PayHit("1"), "table/3") == "not-allowed"
    assert code(seated("administrator"), EnrolBadge("1", "dealer"), "link/x") == "not-allowed"
    assert code(executive, "close table", "nothing") == "not-allowed"


# --- dealers and supervisors ---


def test_a_dealer_reaches_the_table_signed_on_to() -> None:
    dealer = seated("dealer")
    for line in ("bet 3 player 25", "no more bets", "start game", "deal player 9s", "undo"):
        assert allowed(dealer, line)
        assert code(dealer, line, "table/4") == "not-allowed"
        assert code(dealer._replace(table=""), line) == "not-allowed"
    supervisory = (read("close table"), read("open ez-baccarat"), StartDay("2026-11-16"), CHANGED)
    for command in supervisory:
        assert code(dealer, command) == "not-allowed"
    assert code(dealer, PayHit("4711"), "link/sun-7") == "not-allowed"


def test_a_card_is_swiped_at_a_table_of_the_jackpot() -> None:
    """The dealer's panel takes the card; whose card it is has to be proved beside the line."""
    dealer, pay = seated("dealer"), PayHit("4711")
    assert may(dealer, "link/sun-7", pay, linked=("3", "4")) is None
    for other in (dealer._replace(table="9"), dealer._replace(table=""), seated("player")):
        assert may(other, "link/sun-7", pay, linked=("3", "4")) is not None
    dismissed = DismissHit("4711", "x")
    assert may(dealer, "link/sun-7", dismissed, linked=("3", "4")) is not None


def test_a_supervisor_reaches_every_table_and_pays() -> None:
    supervisor = seated("supervisor")
    for stream in ("table/3", "table/4"):
        assert allowed(supervisor, "void round by 4711: misdeal", stream)
        assert allowed(supervisor, "close table", stream)
    assert allowed(supervisor, PayHit("4711"), "link/sun-7")
    assert allowed(supervisor, AdjustMeter(5, "4711", "3301", "x"), "link/sun-7")
    assert code(supervisor, ChangeLimit(500, "4711", "3301"), "link/sun-7") == "not-allowed"
    assert code(supervisor, CHANGED) == "not-allowed"
    assert allowed(seated("executive"), ChangeLimit(500, "4711", "3301"), "link/sun-7")
    assert allowed(seated("executive"), CHANGED)


def test_an_administrator_enrols_others_and_not_themselves() -> None:
    administrator = seated("administrator")
    assert allowed(administrator, EnrolBadge("1199", "dealer"), "house")
    assert allowed(administrator, RetireBadge("1199"), "house")
    assert code(administrator, EnrolBadge("4711", "executive"), "house") == "not-allowed"
    assert code(administrator, RetireBadge("4711"), "house") == "not-allowed"
    assert code(seated("executive"), EnrolBadge("1199", "dealer"), "house") == "not-allowed"


# --- seats and shoes ---


@pytest.mark.parametrize("role", ["seat", "player"])
def test_a_seat_reaches_its_own_bets_and_nothing_else(role: str) -> None:
    who, table = seated(role), played(SQUEEZE.format(seats="terminals"))
    assert allowed(who, "bet 5 player 25", table=table)
    for line in ("bet 2 player 25", "bet 5 player 25 behind", "start game", "no more bets"):
        assert code(who, line, table=table) == "not-allowed"
    for line in ("sit 5", "leave 5", "buy in 5 100", "deal player 9s", "undo"):
        assert code(who, line, table=table) == "not-allowed"
    own = {bet.number: bet.bet.position for bet in table.round.bets}
    assert sorted(own.values()) == [2, 5]
    for number, position in own.items():
        assert allowed(who, f"take back {number}", table=table) == (position == 5)
    assert code(who, "take back 99", table=table) == "not-allowed"
    assert code(who, "bet 5 player 25", "table/4", table=table) == "not-allowed"
    assert code(who._replace(seat=0), "bet 5 player 25", table=table) == "not-allowed"


def test_a_bet_over_the_shoulder_is_not_the_seats() -> None:
    table = played(SQUEEZE.format(seats="terminals") + "bet 5 tie 5 behind\n")
    (behind,) = [bet.number for bet in table.round.bets if bet.behind]
    assert code(seated("seat"), f"take back {behind}", table=table) == "not-allowed"


def test_a_seat_turns_the_cards_that_it_holds() -> None:
    table = played(SQUEEZE.format(seats="terminals") + DEALT)
    who = seated("seat")
    assert allowed(who, "turn player 9s Kd", table=table)
    assert code(who, "turn banker 9s Kd", table=table) == "not-allowed"
    assert code(who._replace(seat=2), "turn player 9s Kd", table=table) == "not-allowed"
    assert allowed(who, "wave off banker 5", table=table)
    assert code(who, "wave off banker 2", table=table) == "not-allowed"


def test_with_chips_the_dealer_enters_bets() -> None:
    table = played(SQUEEZE.format(seats="chips"))
    for role in ("seat", "player"):
        refusal = may(seated(role), TABLE, read("bet 5 player 25"), table)
        assert refusal is not None and refusal.cite == "30-2803(2)"
        for unknown in (None, NEW):
            assert code(seated(role), "bet 5 player 25", table=unknown) == "not-allowed"
    assert allowed(seated("dealer"), "bet 5 player 25", table=table)


def test_a_shoe_says_cards_of_its_table_alone() -> None:
    shoe = seated("shoe")
    names = {name for name, roles in COMMANDS.items() if "shoe" in roles}
    assert names == {"BurnCards", "DealCard", "TurnCards"}
    assert (
        allowed(shoe, "deal player 9s") and code(shoe, "deal player 9s", "table/4") == "not-allowed"
    )
    assert code(shoe, "no more bets") == "not-allowed"


# --- what is done to people, and what is seen ---


def test_actions() -> None:
    for action, roles in ACTIONS.items():
        for role in EVERYBODY:
            assert (may_do(seated(role), action) is None) == (role in roles)
    assert not any({"auditor", "dealer", "player", *DEVICES} & roles for roles in ACTIONS.values())
    assert "administrator" not in ACTIONS["approve"]
    assert ACTIONS["pair"] == ACTIONS["set pin"] == {"administrator"}


PUBLIC = {
    *("health", "openapi", "wagers", "odds", "rules", "codes", "home", "sign", "sign-in", "pair"),
    *("demo", "tables", "jackpots", "roads"),
}


def test_strangers_see_what_a_sign_shows_and_no_more() -> None:
    for view in READS:
        refusal = may_read(Who(), view, "3")
        assert (refusal is None) == (view in PUBLIC)
        assert refusal is None or refusal.code == "sign-in-needed"


def test_an_auditor_reads_everything() -> None:
    assert all(may_read(seated("auditor"), view, "3") is None for view in READS)


@pytest.mark.parametrize("view", ["movements", "reports", "takings", "alerts", "jackpot"])
def test_takings_and_alerts_are_from_supervisor_up(view: str) -> None:
    readers = {role for role in EVERYBODY if may_read(seated(role), view) is None}
    assert readers == {"supervisor", "executive", "auditor"}


def test_a_sign_and_a_shoe_see_nothing_but_the_public() -> None:
    for role in ("sign", "shoe"):
        seen = {view for view in READS if may_read(seated(role), view, "3") is None}
        assert seen == PUBLIC | {"me"}


def test_those_of_a_table_see_that_table() -> None:
    for role in ("dealer", "seat", "player", "table"):
        assert may_read(seated(role), "table", "3") is None
        refusal = may_read(seated(role), "table", "4")
        assert refusal is not None and refusal.code == "not-allowed"
    assert may_read(seated("supervisor"), "table", "4") is None
    assert may_read(seated("administrator"), "table", "4") is not None
