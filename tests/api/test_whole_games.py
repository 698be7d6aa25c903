"""Whole games over real HTTP, with real workers: played from choices alone, watched live, replayed, verified."""

from __future__ import annotations

import json
import random
import threading

import msgspec
import pytest

from domain.catalog import RULESETS
from domain.kernel.chain import GENESIS, link
from domain.table.verify import Record, public_part, verify
from tests.stack import Caller, messages

BURNMELT = RULESETS["burnmelt"]


def sampler(seed):
    """Fill in the choices as any third party would: from the JSON that the API gives, nothing else."""
    rng = random.Random(seed)

    def value(domain):
        match domain["kind"]:
            case "one_of":
                return rng.choice(domain["of"])
            case "int_range":
                return rng.randint(domain["min"], domain["max"])
            case "subset":
                return rng.sample(domain["of"], rng.randint(domain["min"], domain["max"]))
            case "arrangement":
                return rng.sample(domain["of"], domain["length"])
            case "allocation":
                pool = [key for key, n in domain["limits"].items() for _ in range(n)]
                taken = rng.sample(pool, rng.randint(domain["min"], domain["max"]))
                return {key: taken.count(key) for key in taken}

    def choose(choices):
        one = rng.choice(choices)
        return {
            "type": one["type"],
            **one["fixed"],
            **{n: value(d) for n, d in one["open"].items()},
        }

    return choose


@pytest.mark.parametrize("players", [3, 4, 5])
def test_programs_play_a_whole_game(url, players):
    callers = [Caller.known(url, f"P{number}") for number in range(players)]
    game = callers[0].create("me", *["open"] * (players - 1))["id"]
    for caller in callers[1:]:
        assert caller.post(f"/v1/games/{game}/seats", json={}).status_code == 201
    threads = [
        threading.Thread(target=caller.play_out, args=(game, sampler(number)))
        for number, caller in enumerate(callers)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    seen = callers[0].look(game)
    assert seen["status"] == "finished"
    assert [s["place"] for s in seen["result"]["ranking"]] == list(range(1, players + 1))
    record = msgspec.convert(callers[0].get(f"/v1/games/{game}/record").json(), Record)
    assert list(verify(record, BURNMELT)) == []
    for caller in callers:
        caller.close()


def test_seat_and_spectator_see_exactly_what_they_may(ada, anyone):
    """Live streams for a seat and a spectator, in parallel; replay frames equal the views of that time."""
    game = ada.create("me", "bot:greedy", "bot:random")["id"]
    heard: dict[str, list] = {"seat": [], "spectator": []}

    def listen(who, caller):
        headers = {"accept": "text/event-stream"}
        with caller.stream("GET", f"/v1/games/{game}/events", headers=headers) as response:
            heard[who] += messages(response)

    watcher = Caller(base_url=str(ada.base_url), timeout=60)
    seat = Caller(base_url=str(ada.base_url), timeout=60, headers=dict(ada.headers))
    threads = [
        threading.Thread(target=listen, args=("seat", seat)),
        threading.Thread(target=listen, args=("spectator", watcher)),
    ]
    for thread in threads:
        thread.start()
    views = {}
    choose = sampler(5)

    def looking(choices):
        seen = ada.look(game)
        views[seen["version"]] = seen["view"]
        return choose(choices)

    end = ada.play_out(game, looking)
    for thread in threads:
        thread.join(30)
    for who in heard:
        assert heard[who][-1].name == "end"
        versions = [message.id for message in heard[who][:-1]]
        assert versions == list(range(1, end["version"] + 1)), "nothing missed, nothing twice"
    secret_to_others = {"burnmelt.hand_dealt": "cards", "burnmelt.centre_card_chosen": "adventurer"}
    for mine, theirs in zip(heard["seat"][:-1], heard["spectator"][:-1], strict=True):
        field = secret_to_others.get(mine.name)
        if field is not None:
            assert (mine.data["data"][field] is not None) == (mine.data["data"]["seat"] == 0)
            assert theirs.data["data"][field] is None
            assert mine.data["commitments"] == theirs.data["commitments"]
        else:
            assert mine.data["data"] == theirs.data["data"]
    for name in heard:
        check_chain([message.data for message in heard[name][:-1]])
    lines = ada.get(f"/v1/games/{game}/replay", params={"as": "0"}).text.splitlines()
    frames = {frame["version"]: frame for frame in map(json.loads, lines)}
    assert len(frames) == end["version"]
    for version, view in views.items():
        assert frames[version]["view"] == view
    part = anyone.get(f"/v1/games/{game}/replay", params={"from": 10, "to": 12}).text.splitlines()
    assert [json.loads(line)["version"] for line in part] == [10, 11, 12]
    seat.close()
    watcher.close()


def check_chain(events):
    """Check what any viewer can check live."""
    previous = GENESIS
    for event in events:
        assert event["hash"] == link(previous, public_part(event))
        previous = event["hash"]


def test_a_record_is_refused_after_any_single_change(ada):
    """Every single value of the record, one of each kind of place, changed by itself."""
    game = ada.create("bot:random", "bot:random", "bot:greedy", options={"rounds": 1})["id"]
    ada.wait_for(game, lambda seen: seen["status"] == "finished", "bots finish the game")
    raw = ada.get(f"/v1/games/{game}/record").content
    assert list(verify(msgspec.json.decode(raw, type=Record), BURNMELT)) == []
    tried = set()
    for number, event in enumerate(msgspec.json.decode(raw)["events"]):
        for path in leaves(event):
            kind = (event["type"], *(step for step in path if isinstance(step, str)))
            if kind in tried:
                continue
            tried.add(kind)
            record = msgspec.json.decode(raw)
            change(record["events"][number], path)
            found = list(verify(msgspec.convert(record, Record), BURNMELT))
            assert found, f"a change at {kind} of event {number + 1} passed"
    assert len(tried) > 100
    for dropped in (0, 5, -1):
        record = msgspec.json.decode(raw)
        del record["events"][dropped]
        assert list(verify(msgspec.convert(record, Record), BURNMELT))


def leaves(value, path=()):
    if isinstance(value, dict) and value:
        for key in value:
            yield from leaves(value[key], (*path, key))
    elif isinstance(value, list) and value:
        for index, one in enumerate(value):
            yield from leaves(one, (*path, index))
    else:
        yield path


def change(event, path):
    place = event
    for step in path[:-1]:
        place = place[step]
    old = place[path[-1]]
    place[path[-1]] = {bool: lambda: not old, int: lambda: old + 1, str: lambda: old + "x"}.get(
        type(old), lambda: 1
    )()


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
