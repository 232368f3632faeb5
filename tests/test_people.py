"""People and devices on both databases: PINs, delays, sessions, pairing, codes, proposals, log."""

from __future__ import annotations

import json
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from time import thread_time

import pytest
import sqlalchemy as sa

from house_scripts import founded
from people_house import KEYS, PINS, Building
from pitboss.house.database import Database
from pitboss.house.people.devices import Paired
from pitboss.house.people.log import Access, LogSearch
from pitboss.house.people.people import FirstAdministrator
from pitboss.house.people.proposals import Proposal
from pitboss.house.people.schema import CREDENTIAL
from pitboss.house.writer import House
from pitboss.refusals import Refusal
from pitboss.table.floor import default_floor
from pitboss.table.floor.setups import setup_of
from pitboss.table.language import read
from pitboss.table.record.recorder import Request
from pitboss.table.steps import Command, OpenTable

HOUR = 3600
ODD = ("", "\0", "\ud800", "x" * 5000, "'; DROP TABLE session; --", "<script>", "É\u202e", "1 2")
"""What anybody may send where a word is expected."""


@pytest.fixture
def house(database_url: str) -> Iterator[Building]:
    building = Building(database_url)
    yield building
    building.database.close()


def code_of(answer: object) -> str:
    assert isinstance(answer, Refusal), answer
    assert answer.message and answer.remedy
    return answer.code


def paired(house: Building, kind: str = "table", table: str = "3", seat: int = 0) -> Paired:
    code = house.people.code_for(kind, table, seat, "5501")
    assert isinstance(code, str)
    device = house.people.pair(code)
    assert isinstance(device, Paired), device
    return device


# --- signing in ---


def test_a_badge_and_its_pin_begin_a_session(house: Building) -> None:
    signed = house.signed_in("2207", address="10.0.0.9")
    who = house.people.who(signed.token)
    assert who is not None and who == signed.who
    assert (who.badge, who.role, who.table, who.device) == ("2207", "supervisor", "", "")
    assert house.people.csrf_fits(signed.token, signed.csrf)
    for wrong in ("", signed.token, signed.csrf[:-1], "c_x"):
        assert not house.people.csrf_fits(signed.token, wrong)
    house.people.sign_out(signed.token)
    assert house.people.who(signed.token) is None
    assert not house.people.csrf_fits(signed.token, signed.csrf)


def test_no_badge_and_a_wrong_pin_are_answered_alike(house: Building) -> None:
    answers = {
        str(house.people.sign_in(badge, pin, address=badge))
        for badge, pin in (("2207", "4712"), ("9999", "4711"), ("4401", "4711"), ("2207", "x"))
    }
    assert len(answers) == 1, "a wrong PIN, no badge, a badge without a PIN, and no PIN at all"


def test_no_badge_and_a_wrong_pin_take_as_long(house: Building) -> None:
    """Without the hash of a PIN an answer takes a tenth."""
    seconds: dict[str, list[float]] = {"2207": [], "9999": []}
    for number in range(6):
        for badge, times in seconds.items():
            start = thread_time()
            assert house.tried(badge, "9999", f"place {number}") == "wrong-badge-or-pin"
            times.append(thread_time() - start)
    there, nowhere = (min(times) for times in seconds.values())
    assert 1 / 2 < there / nowhere < 2


def test_a_pin_counts_for_its_badge_and_under_the_pepper_alone(house: Building) -> None:
    """Whoever copies a hash in the database, or has it without the key file, gains nothing."""
    other = house.again(KEYS._replace(pepper=b"x" * 32))
    assert code_of(other.sign_in("2207", PINS["2207"])) == "wrong-badge-or-pin"
    with house.database.engine.begin() as connection:
        own = sa.select(CREDENTIAL.c.pin).where(CREDENTIAL.c.badge == "1101").scalar_subquery()
        connection.execute(
            sa.update(CREDENTIAL).where(CREDENTIAL.c.badge == "3301").values(pin=own)
        )
    assert house.tried("3301", PINS["1101"]) == "wrong-badge-or-pin"
    assert house.tried("1101", PINS["1101"]) == "in"


def test_a_pin_has_4_to_12_digits(house: Building) -> None:
    for pin in ("", "123", "1234567890123", "12a4", "१२३४", "1234\n"):
        assert code_of(house.people.set_pin("2207", pin)) == "bad-pin"
        assert house.tried("2207", pin) == "wrong-badge-or-pin"
    assert house.tried("2207", PINS["2207"]) == "in"
    for pin in ("1234", "123456789012"):
        assert house.people.set_pin("2207", pin) is None and house.tried("2207", pin) == "in"


def test_nobody_without_a_badge_gets_a_pin(house: Building) -> None:
    assert code_of(house.people.set_pin("9999", "4711")) == "unknown-badge"


def test_no_secret_is_kept(house: Building) -> None:
    signed, device = house.signed_in("2207"), paired(house)
    code = house.people.code_for("sign", "4", 0, "5501")
    first = house.first_code()
    house.people.prove([("2208", PINS["2208"])])
    house.tried("9876543210", "13572468")
    kept = house.everything()
    for secret in (signed.token, signed.csrf, device.token, *PINS.values(), "13572468"):
        assert secret not in kept
    for secret in (str(code), first):
        assert secret not in kept and secret.replace("-", "") not in kept
    assert "9876543210" not in repr(house.people.accesses()), "it may be a PIN in the wrong field"
    assert signed.token not in repr(signed) and device.token not in repr(device)


# --- delays ---


def test_the_delay_grows_from_the_fourth_wrong_pin(house: Building) -> None:
    for _ in range(3):
        assert house.tried("2207", "0000") == "wrong-badge-or-pin"
    for delay in (2, 4, 8, 16, 32, 64, 128, 256, 300, 300):
        assert house.tried("2207", "0000") == "wrong-badge-or-pin"
        house.clock.now += delay - 0.5
        assert house.tried("2207", PINS["2207"]) == "sign-in-delayed"
        house.clock.now += 0.5
    assert house.tried("2207", PINS["2207"]) == "in"
    for _ in range(3):
        assert house.tried("2207", "0000") == "wrong-badge-or-pin"
    assert house.tried("2207", PINS["2207"]) == "in", "the right PIN begins the count anew"


def test_a_badge_that_nobody_has_is_delayed_alike(house: Building) -> None:
    answers = [[house.tried(badge, "0000") for _ in range(6)] for badge in ("2207", "9999", "4401")]
    assert answers[0] == answers[1] == answers[2]
    assert answers[0] == ["wrong-badge-or-pin"] * 4 + ["sign-in-delayed"] * 2


def test_a_delay_is_of_one_badge_at_one_place(house: Building) -> None:
    for _ in range(5):
        house.tried("2207", "0000", "attacker")
    assert house.tried("2207", PINS["2207"], "attacker") == "sign-in-delayed"
    assert house.tried("2208", PINS["2208"], "attacker") == "in"
    assert house.tried("2207", PINS["2207"], "office") == "in"


def test_nobody_is_locked_out_by_their_number(house: Building) -> None:
    """Guessing from many addresses is slowed down; devices and known places are not."""
    device = paired(house)
    assert house.tried("2207", PINS["2207"], "office") == "in"
    answers = [house.tried("2207", "0000", f"bot {number}") for number in range(40)]
    assert answers.count("wrong-badge-or-pin") == 11, "ten are free, and one begins the delay"
    assert house.tried("2207", PINS["2207"], "home") == "sign-in-delayed"
    assert house.tried("2207", PINS["2207"], "office") == "in"
    assert house.tried("2207", PINS["2207"], "bot 1", device=device.device) == "in"
    house.people.unlock("2207", "2208")
    assert house.tried("2207", PINS["2207"], "home") == "in"


def test_a_supervisor_unlocks(house: Building) -> None:
    for _ in range(5):
        house.tried("1101", "0000")
    assert house.tried("1101", PINS["1101"]) == "sign-in-delayed"
    assert house.people.unlock("1101", "2207") is None
    assert house.tried("1101", PINS["1101"]) == "in"
    assert any((one.badge, one.what) == ("2207", "unlock 1101") for one in house.people.accesses())
    assert code_of(house.people.unlock("9999", "2207")) == "unknown-badge"


def test_many_guesses_at_once_are_as_many_wrong_ones(house: Building) -> None:
    with ThreadPoolExecutor(8) as pool:
        answers = list(pool.map(lambda pin: house.tried("2207", f"{pin:04}"), range(24)))
    assert answers.count("wrong-badge-or-pin") == 4
    assert answers.count("sign-in-delayed") == 20


def test_a_delay_is_forgotten_after_a_day(house: Building) -> None:
    for _ in range(4):
        house.tried("2207", "0000")
    house.clock.now += 25 * HOUR
    answers = [house.tried("2207", "0000") for _ in range(3)]
    assert answers == ["wrong-badge-or-pin"] * 3 and house.tried("2207", PINS["2207"]) == "in"


# --- sessions ---


def test_a_session_ends_after_a_shift(house: Building) -> None:
    signed = house.signed_in("2207")
    house.clock.now += 12 * HOUR - 1
    assert house.people.who(signed.token) is not None
    house.clock.now += 1
    assert house.people.who(signed.token) is None


def test_a_session_has_the_level_of_the_badge_now(house: Building) -> None:
    signed = house.signed_in("2207")
    house.badges["2207"] = "dealer"
    who = house.people.who(signed.token)
    assert who is not None and who.role == "dealer"
    del house.badges["2207"]
    assert house.people.who(signed.token) is None
    assert house.tried("2207", PINS["2207"]) == "wrong-badge-or-pin"


def test_a_new_pin_ends_the_sessions_of_the_badge(house: Building) -> None:
    signed, other = house.signed_in("2207"), house.signed_in("2208")
    assert house.people.set_pin("2207", "99887766", "5501") is None
    assert house.people.who(signed.token) is None and house.people.who(other.token) is not None
    assert house.tried("2207", PINS["2207"]) == "wrong-badge-or-pin"
    assert house.tried("2207", "99887766") == "in"


def test_what_ends_in_one_process_ends_in_all_within_a_second(house: Building) -> None:
    elsewhere = house.again()
    signed, device = house.signed_in("2207"), paired(house)
    assert elsewhere.who(signed.token) and elsewhere.who(device.token)
    house.people.sign_out(signed.token)
    house.people.revoke(device.device, "5501")
    assert house.people.who(signed.token) is None and house.people.who(device.token) is None
    house.clock.now += 1
    assert elsewhere.who(signed.token) is None and elsewhere.who(device.token) is None


def test_what_ended_while_nobody_asked_is_known_afterwards(house: Building) -> None:
    elsewhere = house.again()
    signed, other = house.signed_in("2207"), house.signed_in("2208")
    assert elsewhere.who(signed.token) and elsewhere.who(other.token)
    house.clock.now += 30
    house.people.sign_out(signed.token)
    house.clock.now += 2 * HOUR
    assert elsewhere.who(other.token) is not None
    assert elsewhere.who(signed.token) is None


def test_forged_tokens_are_nobodys(house: Building) -> None:
    signed = house.signed_in("2207")
    for token in (*ODD, "s_", "d_" + signed.token[2:], signed.token + "x", signed.csrf):
        assert house.people.who(token) is None
        house.people.sign_out(token)
        assert not house.people.csrf_fits(token, signed.csrf)
    assert house.people.who(signed.token) is not None


# --- cards beside a line ---


def test_cards_prove_badges_together_or_not_at_all(house: Building) -> None:
    both = [("2207", PINS["2207"]), ("3301", PINS["3301"])]
    assert house.people.prove(both, "a") == frozenset(("2207", "3301"))
    assert house.people.prove([]) == frozenset()
    assert code_of(house.people.prove([*both, ("2208", "0000")], "a")) == "wrong-badge-or-pin"
    assert code_of(house.people.prove(both * 3, "a")) == "too-many-cards"
    whats = [(one.badge, one.what, one.outcome) for one in house.people.accesses()]
    assert ("3301", "card", "done") in whats
    assert ("2208", "card", "wrong-badge-or-pin") in whats


def test_cards_are_delayed_as_signing_in_is(house: Building) -> None:
    for _ in range(4):
        house.people.prove([("2207", "0000")], "a")
    assert house.tried("2207", PINS["2207"], "a") == "sign-in-delayed"


# --- devices ---


def test_a_device_is_paired_with_one_place(house: Building) -> None:
    for kind, seat in (("table", 0), ("seat", 5), ("sign", 0), ("shoe", 0)):
        device = paired(house, kind, "7", seat)
        who = house.people.who(device.token)
        assert who is not None and who == device.who
        assert (who.role, who.table, who.seat, who.badge) == (kind, "7", seat, "")
        assert not house.people.csrf_fits(device.token, "")
    assert [one.kind for one in house.people.devices()].count("seat") == 1


def test_a_code_counts_once_and_for_five_minutes(house: Building) -> None:
    code = str(house.people.code_for("sign", "3", 0, "5501"))
    assert len(code.replace("-", "")) == 8
    house.clock.now += 299
    assert isinstance(house.people.pair(f" {code.lower().replace('-', ' ')} ", "x"), Paired)
    assert code_of(house.people.pair(code, "y")) == "wrong-code"
    late = str(house.people.code_for("sign", "3", 0, "5501"))
    house.clock.now += 300
    assert code_of(house.people.pair(late, "z")) == "wrong-code"


def test_a_new_code_for_a_place_ends_the_one_before(house: Building) -> None:
    old, elsewhere, new = (
        str(house.people.code_for("sign", table, 0, "5501")) for table in ("3", "4", "3")
    )
    assert code_of(house.people.pair(old)) == "wrong-code"
    assert isinstance(house.people.pair(new), Paired)
    assert isinstance(house.people.pair(elsewhere), Paired)


def test_one_of_two_devices_gets_a_code(house: Building) -> None:
    code = str(house.people.code_for("sign", "3", 0, "5501"))
    with ThreadPoolExecutor(4) as pool:
        answers = list(pool.map(lambda place: house.people.pair(code, place), "abcd"))
    assert sum(isinstance(one, Paired) for one in answers) == 1


def test_codes_are_not_guessed(house: Building) -> None:
    answers = [code_of(house.people.pair("2222-2222", "a")) for _ in range(6)]
    assert answers == ["wrong-code"] * 4 + ["sign-in-delayed"] * 2
    code = str(house.people.code_for("sign", "3", 0, "5501"))
    assert code_of(house.people.pair(code, "a")) == "sign-in-delayed"
    assert isinstance(house.people.pair(code, "b"), Paired)


def test_places_where_no_device_stands(house: Building) -> None:
    assert code_of(house.people.code_for("chair", "3", 0, "5501")) == "unknown-device-kind"
    for kind, table, seat in (
        *(("seat", "3", 0), ("seat", "3", -1), ("seat", "3", 10**9)),
        *(("table", "3", 2), ("table", "", 0), ("sign", "a b", 0)),
    ):
        assert code_of(house.people.code_for(kind, table, seat, "5501")) == "bad-device-place"


def test_who_is_remembered_is_told_without_the_database_for_a_second(house: Building) -> None:
    signed, device, people = house.signed_in("2207"), paired(house), house.people
    assert people.remembered(signed.token) is None, "nobody has asked for it"
    for token in (signed.token, device.token):
        who = people.who(token)
        assert who is not None and people.remembered(token) == who
        house.clock.now += 1.5
        assert people.remembered(token) is None, "it may have ended elsewhere"
        assert people.who(token) == who == people.remembered(token)
    for token in ("s_forged", "d_forged", *ODD):
        assert people.who(token) is None and people.remembered(token) is None
    people.sign_out(signed.token)
    assert people.remembered(signed.token) is None
    assert people.revoke(device.device, "5501") is None
    assert people.remembered(device.token) is None


def test_a_retired_badge_is_not_remembered(house: Building) -> None:
    signed = house.signed_in("2207")
    assert house.people.who(signed.token) is not None
    del house.badges["2207"]
    assert house.people.remembered(signed.token) is None


def test_who_signs_in_at_a_device_is_at_its_place(house: Building) -> None:
    device, seat = paired(house, "table", "3"), paired(house, "seat", "4", 2)
    who = house.signed_in("1101", device=device.device).who
    assert (who.table, who.seat, who.device) == ("3", 0, device.device)
    who = house.signed_in("1101", device=seat.device).who
    assert (who.table, who.seat) == ("4", 2)
    assert house.signed_in("1101", table="9").who.table == "9"
    assert house.tried("1101", PINS["1101"], device=device.device, table="4") == "not-allowed"
    sign = paired(house, "sign", "3")
    for nobody in (sign.device, "zzzz-zzzz", *ODD[1:]):
        assert house.tried("1101", PINS["1101"], device=nobody) == "not-allowed"


def test_a_revoked_device_ends_with_those_signed_in_at_it(house: Building) -> None:
    device = paired(house)
    signed, other = house.signed_in("1101", device=device.device), house.signed_in("1101")
    assert house.people.revoke(device.device, "5501") is None
    assert house.people.who(device.token) is None and house.people.who(signed.token) is None
    assert house.people.who(other.token) is not None
    assert house.tried("1101", PINS["1101"], device=device.device) == "not-allowed"
    (listed,) = house.people.devices()
    assert listed.revoked_by == "5501" and listed.paired_by == "5501"
    for nothing in (device.device, "zzzz", *ODD):
        assert code_of(house.people.revoke(nothing, "5501")) == "no-such-device"


# --- the administrator's code ---


def test_the_first_administrator_is_to_be_enrolled(house: Building) -> None:
    code = house.first_code()
    made = house.people.use_first_code(code, "5601", "123454321")
    assert made == FirstAdministrator("5601", enrolled=False)
    assert house.tried("5601", "123454321") == "wrong-badge-or-pin", "not on record yet"
    house.badges["5601"] = "administrator"
    assert house.tried("5601", "123454321") == "in"
    assert code_of(house.people.use_first_code(code, "5602", "1234", "b")) == "wrong-code"


def test_a_forgotten_pin_is_recovered(house: Building) -> None:
    signed = house.signed_in("5501")
    made = house.people.use_first_code(house.first_code(), "5501", "24681357")
    assert made == FirstAdministrator("5501", enrolled=True)
    assert house.people.who(signed.token) is None
    assert house.tried("5501", "24681357") == "in"


def test_the_code_makes_nobody_else_an_administrator(house: Building) -> None:
    code = house.first_code()
    assert code_of(house.people.use_first_code(code, "2207", "24681357")) == "badge-taken"
    assert code_of(house.people.use_first_code(code, "5601", "12")) == "bad-pin"
    assert code_of(house.people.use_first_code(code, "56 01", "1234")) == "bad-badge"
    assert house.tried("2207", PINS["2207"]) == "in"
    made = house.people.use_first_code(code.lower(), "5601", "24681357")
    assert isinstance(made, FirstAdministrator), "a slip does not use the code up"


def test_the_administrators_code_ends_after_an_hour_or_with_the_next(house: Building) -> None:
    old = house.first_code()
    new = house.first_code()
    assert code_of(house.people.use_first_code(old, "5601", "1234", "a")) == "wrong-code"
    house.clock.now += HOUR
    assert code_of(house.people.use_first_code(new, "5601", "1234", "b")) == "wrong-code"
    answers = [code_of(house.people.use_first_code("X", "5601", "1234", "c")) for _ in range(5)]
    assert answers == ["wrong-code"] * 4 + ["sign-in-delayed"]


# --- two people ---


def approved(house: Building, number: int, badge: str) -> Proposal:
    answer = house.people.approve(number, badge)
    assert isinstance(answer, Proposal), answer
    return answer


def test_another_person_approves_within_ten_minutes_and_once(house: Building) -> None:
    line = json.dumps({"id": "7", "line": "adjust +5 by 2207: \0 \ud800"})
    number = house.people.propose("link/sun-7", line, "2207")
    assert [one.number for one in house.people.proposals()] == [number]
    assert code_of(house.people.approve(number, "2207")) == "another-person-needed"
    for badge in ("1101", "4401", "5501", "9999"):
        assert code_of(house.people.approve(number, badge)) == "level-too-low"
    house.clock.now += 599
    done = approved(house, number, "3301")
    assert (done.stream, done.line, done.first, done.second) == ("link/sun-7", line, "2207", "3301")
    assert done.state == "approved" and house.people.proposals() == ()
    assert house.people.proposals("approved") == (done,)
    assert code_of(house.people.approve(number, "2208")) == "proposal-decided"


def test_after_ten_minutes_it_is_asked_for_anew(house: Building) -> None:
    number = house.people.propose("link/sun-7", "adjust", "2207")
    house.clock.now += 600
    assert house.people.proposals() == ()
    assert code_of(house.people.approve(number, "3301")) == "proposal-expired"
    assert code_of(house.people.decline(number, "3301")) == "proposal-expired"


def test_whom_a_line_names_approves_it(house: Building) -> None:
    number = house.people.propose("link/sun-7", "adjust", "2207", "3301")
    assert code_of(house.people.approve(number, "2208")) == "another-person-needed"
    assert approved(house, number, "3301").state == "approved"


def test_of_two_who_approve_at_once_one_does(house: Building) -> None:
    number = house.people.propose("link/sun-7", "adjust", "2207")
    with ThreadPoolExecutor(4) as pool:
        badges = ("2208", "3301", "2208", "3301")
        answers = list(pool.map(lambda badge: house.people.approve(number, badge), badges))
    assert sum(isinstance(one, Proposal) for one in answers) == 1


def test_what_the_server_files_takes_two_people_whenever_they_come(house: Building) -> None:
    number = house.people.propose("house", "another floor", "")
    house.clock.now += 24 * HOUR
    assert len(house.people.proposals()) == 1
    first = approved(house, number, "2207")
    assert (first.state, first.first, first.second) == ("open", "2207", "")
    assert code_of(house.people.approve(number, "2207")) == "another-person-needed"
    house.clock.now += 599
    assert approved(house, number, "3301").state == "approved"


def test_what_the_server_files_waits_once_and_does_not_grow_old(house: Building) -> None:
    with ThreadPoolExecutor(4) as pool:
        lines = ["a floor", "a floor", "another", "a floor"]
        numbers = list(pool.map(lambda line: house.again().propose("house", line, ""), lines))
    assert len(set(numbers)) == 2 and numbers[0] == numbers[1] == numbers[3]
    first = approved(house, numbers[0], "2207")
    assert first.state == "open"
    house.clock.now += 24 * HOUR
    assert house.people.propose("house", "a floor", "") == numbers[0]
    assert approved(house, numbers[0], "3301").state == "approved"
    assert house.people.propose("house", "a floor", "") > max(numbers)


def test_a_proposal_is_declined(house: Building) -> None:
    number = house.people.propose("link/sun-7", "adjust", "2207")
    assert code_of(house.people.decline(number, "1101")) == "level-too-low"
    answer = house.people.decline(number, "2207")
    assert isinstance(answer, Proposal) and answer.state == "declined"
    assert code_of(house.people.approve(number, "3301")) == "proposal-decided"


def test_a_proposal_that_is_none(house: Building) -> None:
    for number in (0, -1, 99, 2**63, 10**30):
        assert code_of(house.people.approve(number, "3301")) == "no-such-proposal"
        assert code_of(house.people.approve(number, "1101")) == "level-too-low", "before existence"


# --- the log ---


def test_every_access_is_logged(house: Building) -> None:
    signed = house.signed_in("2207", address="10.0.0.9")
    house.tried("2207", "0000", "10.0.0.9")
    house.people.sign_out(signed.token)
    number = house.people.propose("link/sun-7", "adjust", "2207")
    house.people.approve(number, "1101")
    logged = house.people.accesses()
    assert [(one.badge, one.what, one.outcome) for one in reversed(logged)] == [
        ("2207", "sign-in", "done"),
        ("2207", "sign-in", "wrong-badge-or-pin"),
        ("2207", "sign-out", "done"),
        ("2207", f"propose {number}", "done"),
        ("1101", f"approve {number}", "level-too-low"),
    ]
    assert logged[-1].address == "10.0.0.9" and logged[-1].at == "2027-01-15T08:00:00.000Z"


def test_the_log_is_read_by_badge_and_page(house: Building) -> None:
    house.people.log(*(Access("2207", "", "a", f"read {number}") for number in range(10)))
    house.people.log(Access("1101", "", "a", "read"))
    page = house.people.accesses(LogSearch("2207"), most=4)
    assert [one.what for one in page] == ["read 9", "read 8", "read 7", "read 6"]
    rest = house.people.accesses(LogSearch("2207"), before=page[-1].number, most=2)
    assert [one.what for one in rest] == ["read 5", "read 4"]


def test_whatever_is_sent_is_answered(house: Building) -> None:
    people = house.people
    for number, odd in enumerate(ODD):
        place = f"place {number}"
        assert house.tried(odd, "4711", odd) == "wrong-badge-or-pin"
        assert house.tried("2207", odd, odd) == "wrong-badge-or-pin"
        assert house.tried("2207", PINS["2207"], odd) == "in"
        assert code_of(people.pair("2222-2222", odd)) == "wrong-code"
        assert code_of(people.use_first_code("2222", "5601", "1234", odd)) == "wrong-code"
        assert code_of(people.prove([(odd, odd)], place)) == "wrong-badge-or-pin"
        assert code_of(people.pair(odd, place)) == "wrong-code"
        assert isinstance(people.use_first_code(odd, odd, odd, place), Refusal)
        assert isinstance(people.code_for(odd, odd, 10**30, "5501"), Refusal)
        assert code_of(people.unlock(odd, "2207")) == code_of(people.set_pin(odd, "4711"))
        people.log(Access(odd, odd, odd, odd, odd))
        if odd:
            assert house.tried("1101", PINS["1101"], place, table=odd) == "not-allowed"


def test_people_come_and_go_while_the_house_writes(database_url: str) -> None:
    founded(database_url).close()
    house, floor = Building(database_url), default_floor()
    with closing(Database(database_url)) as database, closing(House(database)) as writer:

        def given(command: Command, id: str) -> object:
            return writer.give("table/1", Request(id, command, "1101")).answer

        assert given(OpenTable(setup_of(floor, "1")), "open")
        with ThreadPoolExecutor(3) as pool:
            signed = [pool.submit(house.signed_in, "2207", address=f"{one}") for one in range(8)]
            for number in range(30):
                line = "leave 1" if number % 2 else "sit 1"
                assert not isinstance(given(read(line), f"line-{number}"), Refusal)
            tokens = [one.result().token for one in signed]
    assert all(house.people.who(token) is not None for token in tokens)
    house.database.close()
