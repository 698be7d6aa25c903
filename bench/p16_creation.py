"""P16: how fast tables are set up, over HTTP and kept."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import partial
from itertools import count

from bench.goals import Figure, Plan, compared, in_turn
from bench.load import Load, ask, drive, request
from bench.machine import api_server, floor_server, redis_server
from bench.p01_commands import CLIENTS, floor_scripts
from bench.peers import boardgame
from bench.prepared import AnyRuleset, rulesets, seats_of

GOAL = 0.5
"""What our tables, which are kept, may be of boardgame.io's, which lie in memory."""
LOBBY = 1.3
"""boardgame.io's rate to that of the EVALSHA POST, for where it is not installed."""
WARM_UP = 200
"""Matches for each client that boardgame.io creates before it counts: its compiler needs some thousands."""
_numbers = count()


def measure(plan: Plan) -> Iterator[Figure]:
    """Create games with open seats, matches in boardgame.io's lobby, and send commands to the floor, in turn."""
    each = plan.size(100, 50)
    with (
        redis_server() as redis,
        floor_server("commands", redis) as (floor_port, _),
        api_server(redis) as (port, _),
        boardgame.server() as peer,
    ):
        token = ask(port, "POST", "/v1/players", {"name": "Bench", "kind": "program"})["token"]
        floors = [lambda: drive(floor_port, floor_scripts("eval", CLIENTS, each))]
        if peer is not None:
            boardgame.create_matches(peer, CLIENTS, WARM_UP)
            floors.append(partial(boardgame.create_matches, peer, CLIENTS, each))
        for ruleset in rulesets():
            scripts = [_scripts(ruleset, token, each) for _ in range(plan.rounds(3))]
            rounds = in_turn(plan, plan.rounds(3), *floors, partial(_next_of, port, scripts))
            yield from _figures(ruleset, rounds)


def _figures(ruleset: AnyRuleset, rounds: list[tuple[Load, ...]]) -> Iterator[Figure]:
    """Hold ours against boardgame.io's lobby, the second of every round if it was there."""
    what = f"create a game, {CLIENTS} clients, {ruleset.id}"
    post = compared(rounds, _per_second, 0, -1)
    if len(rounds[0]) < 3:
        note = f"reckoned: {GOAL} of boardgame.io's lobby, which is {LOBBY} of that POST"
        yield Figure(
            "P16", f"{what} : EVALSHA POST", unit="/s", least=GOAL * LOBBY, note=note, **post
        )
        return
    lobby = compared(rounds, _per_second, 1, -1)
    yield Figure("P16", f"{what} : boardgame.io's lobby", unit="/s", least=GOAL, **lobby)
    yield Figure("P16", "the same : EVALSHA POST", unit="/s", **post)


def _per_second(load: Load) -> float:
    return load.per_second


def _next_of(port: int, scripts: list[list[list[bytes]]]) -> Load:
    return drive(port, scripts.pop())


def _scripts(ruleset: AnyRuleset, token: str, each: int) -> list[list[bytes]]:
    return [[_creation(ruleset, token) for _ in range(each)] for _ in range(CLIENTS)]


def _creation(ruleset: AnyRuleset, token: str) -> bytes:
    seats = [{"player": "me"}] + [{"open": True}] * (seats_of(ruleset) - 1)
    body = json.dumps({"ruleset": ruleset.id, "seats": seats}).encode()
    key = f"bench-{next(_numbers)}"
    known = {"authorization": f"Bearer {token}", "idempotency-key": key}
    return request("POST", "/v1/games", body, known)
