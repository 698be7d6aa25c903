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
from bench.prepared import AnyRuleset, rulesets, seats_of

LOBBY = 3450 / 5710
"""Half of boardgame.io's rate (6,910/s, in memory), as a share of the EVALSHA POST's beside it."""
_numbers = count()


def measure(plan: Plan) -> Iterator[Figure]:
    """Create games with open seats, and send as many commands to the floor, in turn."""
    each = plan.size(100, 50)
    with (
        redis_server() as redis,
        floor_server("commands", redis) as (floor_port, _),
        api_server(redis) as (port, _),
    ):
        token = ask(port, "POST", "/v1/players", {"name": "Bench", "kind": "program"})["token"]
        for ruleset in rulesets():
            scripts = [_scripts(ruleset, token, each) for _ in range(plan.rounds(3))]
            rounds = in_turn(
                plan,
                plan.rounds(3),
                lambda: drive(floor_port, floor_scripts("eval", CLIENTS, each)),
                partial(_next_of, port, scripts),
            )
            yield Figure(
                "P16",
                f"create a game, 32 clients, {ruleset.id} : EVALSHA POST",
                unit="/s",
                least=LOBBY,
                note="0.5 of boardgame.io's lobby, which is 1.21 of that POST",
                **compared(rounds, lambda load: load.per_second),
            )


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
