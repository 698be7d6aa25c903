"""Several clients at one table at the same moment."""

from __future__ import annotations

import threading

from tests.stack import Caller


def test_all_seats_act_at_once_and_none_is_lost(url):
    callers = [Caller.known(url, f"P{number}") for number in range(5)]
    game = callers[0].create("me", *(c.player_id for c in callers[1:]))["id"]
    for caller in callers[1:]:
        caller.post(f"/v1/games/{game}/seats", json={})
    callers[0].wait_turn(game)
    told = [caller.choices(game) for caller in callers]
    statuses = []

    def act(number):
        example = told[number]["choices"][0]["example"]
        done = callers[number].act(game, example, decision=told[number]["decision"])
        statuses.append(done.status_code)

    threads = [threading.Thread(target=act, args=(number,)) for number in range(5)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(30)
    assert statuses == [201] * 5
    seen = callers[0].look(game)
    assert seen["view"]["phase"] == "turns"
    assert len(seen["view"]["centre_cards"]) == 5
    for caller in callers:
        caller.close()


def test_two_clients_on_one_seat_at_once_exactly_one_wins(ada):
    game = ada.create("me", "bot:random", "bot:random")["id"]
    ada.wait_turn(game, 0)
    told = ada.choices(game)
    twins = [Caller(base_url=ada.base_url, headers=dict(ada.headers), timeout=30) for _ in range(6)]
    answers = []

    def act(caller):
        answers.append(caller.act(game, told["choices"][0]["example"], decision=told["decision"]))

    threads = [threading.Thread(target=act, args=(twin,)) for twin in twins]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(30)
    assert sorted(answer.status_code for answer in answers) == [201, *[409] * 5]
    assert {a.json()["type"] for a in answers if a.status_code == 409} <= {
        "/problems/decision-closed",
        "/problems/upkeep-due",
    }
    for twin in twins:
        twin.close()
