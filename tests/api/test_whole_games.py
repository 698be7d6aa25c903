"""Whole games of every ruleset over real HTTP, with real workers: played from choices alone, watched, replayed, verified."""

from __future__ import annotations

import json
import random
import threading
from contextlib import ExitStack, closing

import msgspec
import pytest

from domain.catalog import RULESETS
from domain.kernel.chain import GENESIS, link
from domain.kernel.secrecy import SPECTATOR, hidden_fields
from domain.table.codec import read_event
from domain.table.verify import Record, public_part, verify
from tests.stack import Caller, messages

SSE = {"accept": "text/event-stream"}
TABLES = [
    (slug, players)
    for slug, rules in RULESETS.items()
    for players in range(rules.players[0], rules.players[1] + 1)
]

each_game = pytest.mark.parametrize("slug", RULESETS)


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
            case "placement":
                return placed(domain)
            case "selection":
                groups = rng.sample(domain["groups"], rng.randint(domain["min"], domain["max"]))
                return [rng.choice(group) for group in groups]
            case "compound":
                return {name: value(inner) for name, inner in domain["fields"].items()}
            case unknown:
                raise AssertionError(unknown)

    def placed(domain):
        laid = {}
        kinds = [kind for kind, n in domain["pieces"].items() for _ in range(n)]
        rng.shuffle(kinds)
        wanted = rng.randint(domain["min"], domain["max"])
        for kind in kinds:
            most = domain["limits"].get(kind, domain["pieces"][kind])
            room = [n for n in range(len(domain["of"])) if laid.get((n, kind), 0) < most]
            if room and sum(laid.values()) < wanted:
                spot = rng.choice(room)
                laid[spot, kind] = laid.get((spot, kind), 0) + 1
        return [
            {domain["spot"]: spot, **{k: laid.get((n, k), 0) for k in domain["pieces"]}}
            for n, spot in enumerate(domain["of"])
            if any((n, k) in laid for k in domain["pieces"])
        ]

    def choose(choices):
        one = rng.choice([one for one in choices if not one["unasked"]] or choices)
        return {
            "type": one["type"],
            **one["fixed"],
            **{n: value(d) for n, d in one["open"].items()},
        }

    return choose


@pytest.mark.parametrize(("slug", "players"), TABLES)
def test_programs_play_a_whole_game(url, slug, players):
    with ExitStack() as stack:
        callers = [
            stack.enter_context(closing(Caller.known(url, f"P{number}")))
            for number in range(players)
        ]
        game = callers[0].create(
            "me", *["open"] * (players - 1), ruleset=slug, options=RULESETS[slug].brief
        )["id"]
        for caller in callers[1:]:
            assert caller.post(f"/v1/games/{game}/seats", json={}).status_code == 201
        threads = [
            threading.Thread(target=caller.play_out, args=(game, sampler(number)))
            for number, caller in enumerate(callers)
        ]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(120)
        seen = callers[0].look(game)
        assert seen["status"] == "finished"
        standings = seen["result"]["ranking"]
        assert sorted(one["seat"] for one in standings) == list(range(players))
        assert [one["place"] for one in standings] == sorted(one["place"] for one in standings)
        record = msgspec.convert(callers[0].get(f"/v1/games/{game}/record").json(), Record)
        assert list(verify(record, RULESETS[slug])) == []


@each_game
def test_seat_and_spectator_see_exactly_what_they_may(ada, slug):
    """Live streams for a seat and a spectator, in parallel; replay frames equal the views of that time."""
    rest = RULESETS[slug].players[0] - 1
    game = ada.create(
        "me",
        *["bot:greedy", "bot:random", "bot:random"][:rest],
        ruleset=slug,
        options=RULESETS[slug].brief,
    )["id"]
    heard: dict[int, list] = {0: [], SPECTATOR: []}

    def listen(viewer, headers):
        with (
            Caller(base_url=ada.base_url, timeout=60, headers=headers) as caller,
            caller.stream("GET", f"/v1/games/{game}/events") as response,
        ):
            heard[viewer] += messages(response)

    threads = [
        threading.Thread(target=listen, args=(0, dict(ada.headers) | SSE)),
        threading.Thread(target=listen, args=(SPECTATOR, SSE)),
    ]
    for thread in threads:
        thread.start()
    views, choose = {}, sampler(5)

    def looking(choices):
        seen = ada.look(game)
        views[seen["version"]] = seen["view"]
        return choose(choices)

    end = ada.play_out(game, looking)
    for thread in threads:
        thread.join(60)
    record = ada.get(f"/v1/games/{game}/record").json()
    for viewer, told in heard.items():
        assert told[-1].name == "end"
        versions = [message.id for message in told[:-1]]
        assert versions == list(range(1, end["version"] + 1)), "nothing missed, nothing twice"
        for message, whole in zip(told[:-1], record["events"], strict=True):
            event = read_event(RULESETS[slug], whole["data"])
            hidden = dict.fromkeys(hidden_fields(event, viewer))
            assert message.data["data"] == whole["data"] | hidden
            assert message.data["commitments"] == whole["commitments"]
            assert set(message.data["salts"]) == (set(whole["salts"]) - set(hidden) - {"cause"}), (
                "a salt would let a secret be guessed"
            )
            assert message.data["cause"] is None
        check_chain([message.data for message in told[:-1]])
    lines = ada.get(f"/v1/games/{game}/replay", params={"as": "0"}).text.splitlines()
    frames = {frame["version"]: frame for frame in map(json.loads, lines)}
    assert len(frames) == end["version"]
    for version, view in views.items():
        assert frames[version]["view"] == view
    part = ada.get(f"/v1/games/{game}/replay", params={"from": 10, "to": 12}).text.splitlines()
    assert [json.loads(line)["version"] for line in part] == [10, 11, 12]


def check_chain(events):
    """Check what any viewer can check live."""
    previous = GENESIS
    for event in events:
        assert event["hash"] == link(previous, public_part(event))
        previous = event["hash"]


@each_game
def test_a_record_is_refused_after_any_single_change(ada, slug):
    """Every single value of the record, one of each kind of place, changed by itself."""
    rules = RULESETS[slug]
    bots = ["bot:greedy", *["bot:random"] * (rules.players[0] - 1)]
    game = ada.create(*bots, ruleset=slug, options=RULESETS[slug].brief)["id"]
    ada.wait_for(game, lambda seen: seen["status"] == "finished", "bots finish the game")
    raw = ada.get(f"/v1/games/{game}/record").content
    good = msgspec.json.decode(raw)
    assert list(verify(msgspec.convert(good, Record), rules)) == []
    tried = set()
    for number, event in enumerate(good["events"]):
        for path in leaves(event):
            kind = (event["type"], *(step for step in path if isinstance(step, str)))
            if kind in tried:
                continue
            tried.add(kind)
            events = list(good["events"])
            events[number] = changed(event, path)
            record = msgspec.convert(good | {"events": events}, Record)
            found = next(verify(record, rules), None)
            assert found, f"a change at {kind} of event {number + 1} passed"
    assert len(tried) > 100
    for dropped in (0, 5, -1):
        events = list(good["events"])
        del events[dropped]
        record = msgspec.convert(good | {"events": events}, Record)
        assert next(verify(record, rules), None)


def leaves(value, path=()):
    if isinstance(value, dict) and value:
        for key in value:
            yield from leaves(value[key], (*path, key))
    elif isinstance(value, list) and value:
        for index, one in enumerate(value):
            yield from leaves(one, (*path, index))
    else:
        yield path


def changed(event, path):
    """Give the event with one value changed."""
    copy = msgspec.json.decode(msgspec.json.encode(event))
    place = copy
    for step in path[:-1]:
        place = place[step]
    old = place[path[-1]]
    place[path[-1]] = {bool: lambda: not old, int: lambda: old + 1, str: lambda: old + "x"}.get(
        type(old), lambda: 1
    )()
    return copy
