"""A verifier made from docs/chance.md alone checks a whole game: the page says all that is needed.

It sees the record as JSON and nothing else. Of the rules it knows what the specification of Burnmelt
Cave says of its chance points: the order before a shuffle, and that seats are dealt blocks from the top.
"""

import hmac
import json
import random
from collections import Counter
from datetime import UTC, datetime

import msgspec
import pytest

from domain.catalog import RULESETS
from domain.table.box import default_box
from domain.table.commands import Act, CreateGame, Keep, SeatPlan, TakeSeat
from domain.table.rules import commit
from domain.table.verify import make_record
from tests.kernel.second_verifier import SEED, Verifier, sha256, written_again

PLAYERS = 5
TYPES = ["knight", "mage", "thief", "priest"]


@pytest.fixture(scope="module")
def record():
    """A finished game with luck of the players' own in it."""
    box, rng, entries, position = default_box(RULESETS["burnmelt"]), random.Random(2), [], None
    create = CreateGame(
        creator="ada",
        seats=(SeatPlan(player="ada", seated=True), *[SeatPlan()] * (PLAYERS - 1)),
        options={},
        client_seed="Ada's dice",
    )
    joining = [
        TakeSeat(seat=seat, player=f"p{seat}", name="P", client_seed=f"luck {seat}" * (seat % 2))
        for seat in range(1, PLAYERS)
    ]
    waiting = [create, *joining]
    while position is None or position.table.status != "finished":
        command = waiting.pop(0) if waiting else next_command(box, position, rng)
        made = commit(
            box,
            position,
            command,
            actor="somebody",
            at=datetime(2026, 1, 1, tzinfo=UTC),
            seed=SEED if position is None else None,
        )
        entries += made.events
        position = made.after
    return json.loads(msgspec.json.encode(make_record("g1", box, entries, SEED)))


def next_command(box, position, rng):
    if position.agenda.due is not None:
        return Keep(upkeep=position.agenda.due)
    seat = rng.choice(position.agenda.to_act).seat
    return Act(seat=seat, action=box.ruleset.legal(position.table.game, seat).sample(rng))


def told(record, kind):
    return [event for event in record["events"] if event["type"] == kind]


def key_of(record):
    """Mix the seed with what the players contributed."""
    (revealed,) = told(record, "seed_revealed")
    seeds = revealed["data"]["client_seeds"]
    (created,) = told(record, "game_created")
    taken = {one["data"]["seat"]: one["data"]["client_seed"] for one in told(record, "seat_taken")}
    assert seeds == [created["data"]["client_seed"], *(taken[seat] for seat in range(PLAYERS))]
    seed = bytes.fromhex(revealed["data"]["seed"])
    assert sha256(seed) == created["data"]["commitment"]
    return hmac.digest(seed, written_again(seeds), "sha256")


def test_the_hashes_and_commitments(record):
    seed = bytes.fromhex(record["events"][-1]["data"]["seed"])
    previous, checked = "0" * 64, 0
    for event in record["events"]:
        public = {name: value for name, value in event.items() if name not in ("hash", "salts")}
        public["data"] = dict(event["data"])
        public["cause"] = None
        for name, promised in event["commitments"].items():
            secret = event["cause"] if name == "cause" else event["data"][name]
            message = f"salt|{event['version']}|{name}".encode()
            salt = hmac.digest(seed, message, "sha256")[:16].hex()
            assert salt == event["salts"].get(name, salt)
            assert sha256(salt.encode() + written_again(secret)) == promised
            if name != "cause":
                public["data"][name] = None
            checked += 1
        assert sha256(previous.encode() + written_again(public)) == event["hash"]
        previous = event["hash"]
    assert checked > 100


def test_the_die_for_the_starting_player(record):
    (started,) = told(record, "burnmelt.game_started")
    assert started["chance"] == ["starting_player"]
    drawn = Verifier(key_of(record), "starting_player", started["version"], 0)
    assert drawn.roll(range(PLAYERS), 1) == [started["data"]["starting_seat"]]


def test_the_deals(record):
    rounds = told(record, "burnmelt.round_started")
    assert len(rounds) == 2
    for opening in rounds:
        assert opening["chance"] == ["adventurer_cards"]
        drawn = Verifier(key_of(record), "adventurer_cards", opening["version"], 0)
        pile = drawn.shuffle([name for name in TYPES for _ in range(18)])
        size = opening["data"]["hand_size"]
        dealt = [
            event
            for event in told(record, "burnmelt.hand_dealt")
            if 0 < event["version"] - opening["version"] <= PLAYERS
        ]
        for seat, event in enumerate(dealt):
            assert Counter(pile[seat * size : (seat + 1) * size]) == event["data"]["cards"]
        assert Counter(pile[PLAYERS * size :]) == opening["data"]["set_aside"]
        assert len(dealt) == PLAYERS
