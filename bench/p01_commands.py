"""P1 to P3: an action over HTTP beside a bare POST that does one EVALSHA."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from functools import partial
from itertools import count

from bench.goals import Figure, Plan, compared, in_turn
from bench.load import Load, drive, request
from bench.machine import Meter, api_server, floor_server, median, redis_server
from bench.prepared import AnyRuleset, Ready, enough, rulesets, scripts_of

CLIENTS = 32
_numbers = count()


def measure(plan: Plan) -> Iterator[Figure]:
    """Send actions of legal games, and as many commands to the floor, in turn."""
    with (
        redis_server() as redis,
        floor_server("commands", redis) as (floor_port, floor),
        api_server(redis) as (port, api),
    ):
        rates = []
        for ruleset in rulesets():
            sources = (floor_port, Meter(floor)), (port, Meter(api))
            busy = _busy(plan, redis, ruleset, *sources)
            rates.append(next(busy))
            yield from rates[-1:]
            yield from busy
            yield from _alone(plan, redis, ruleset, *sources)
        if len(rates) > 1:
            yield _median_of(rates)


Source = tuple[int, Meter]


def _busy(
    plan: Plan, redis: int, ruleset: AnyRuleset, floor: Source, product: Source
) -> Iterator[Figure]:
    each, times = plan.size(120, 60), plan.rounds(4)
    ours = runs_of(redis, ruleset, product, (CLIENTS, each), times)
    rounds = in_turn(
        plan,
        times,
        lambda: drive(floor[0], floor_scripts("eval", CLIENTS, each), floor[1]),
        lambda: drive(floor[0], floor_scripts("pipelined", CLIENTS, each), floor[1]),
        ours,
    )
    eval_, pipelined, made = (median(one[n].cpu_us for one in rounds) for n in range(3))
    yield Figure(
        "P1",
        f"action POST, 32 clients, {ruleset.id} : EVALSHA POST",
        unit="req/s",
        least=0.5,
        note=f"CPU {made:.0f} us, floor {eval_:.0f}; 0.7 for the median ruleset",
        **compared(rounds, lambda load: load.per_second, 0, 2),
    )
    yield Figure(
        "P1",
        f"the same : pipelined EVALSHA POST, {ruleset.id}",
        unit="req/s",
        note=f"for information; the floor's CPU {pipelined:.0f} us",
        **compared(rounds, lambda load: load.per_second, 1, 2),
    )
    p50, p99 = (median(one[2].ms(p) for one in rounds) for p in (50, 99))
    yield Figure("P3", f"its p99 : its p50, {ruleset.id}", p99, "ms", floor=p50, most=3)


def _alone(
    plan: Plan, redis: int, ruleset: AnyRuleset, floor: Source, product: Source
) -> Iterator[Figure]:
    each, times = plan.size(600, 300), plan.rounds(4)
    ours = runs_of(redis, ruleset, product, (1, each), times)
    rounds = in_turn(
        plan, times, lambda: drive(floor[0], floor_scripts("eval", 1, each), floor[1]), ours
    )
    for percent, most in ((50, 1.5), (99, 2.0)):
        yield Figure(
            "P2",
            f"action POST, 1 client, p{percent}, {ruleset.id}",
            unit="ms",
            most=most,
            **compared(rounds, partial(_percentile, percent)),
        )


def _percentile(percent: int, load: Load) -> float:
    return load.ms(percent)


def runs_of(
    redis: int, ruleset: AnyRuleset, product: Source, size: tuple[int, int], times: int
) -> Callable[[], Load]:
    """Prepare games for several runs; give the function that makes the next run."""
    clients, each = size
    waiting = [enough(redis, ruleset, each, clients) for _ in range(times)]

    def run() -> Load:
        tables = waiting.pop()
        warm(product[0], tables)
        return drive(product[0], scripts_of(tables, each), product[1])

    return run


def warm(port: int, tables: list[list[Ready]]) -> None:
    """Have the server know all games: an action of a running game meets it in memory."""
    drive(port, [[game.look() for game in games] for games in tables])


def floor_scripts(path: str, clients: int, each: int) -> list[list[bytes]]:
    """Make commands for the floor: for each client its own game, for each command its own key."""
    return [
        [_command(path, f"{client}-{next(_numbers)}") for _ in range(each)]
        for client in range(clients)
    ]


def _command(path: str, key: str) -> bytes:
    action = {"type": "place", "seat": 1, "card": "c1", "cell": [1, 2]}
    body = {"command_id": key, "expected_version": 1, "action": action}
    game = key.partition("-")[0]
    return request("POST", f"/{path}/g{game}", json.dumps(body).encode())


def _median_of(rates: list[Figure]) -> Figure:
    """Hold the median ruleset against the higher goal."""
    middle = sorted(rates, key=lambda figure: figure.measured)[len(rates) // 2]
    return Figure(
        "P1",
        "action POST, the median ruleset",
        middle.ours,
        middle.unit,
        middle.floor,
        middle.ratio,
        least=0.7,
    )
