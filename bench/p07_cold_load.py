"""P7: a game that nobody has in memory, from Redis to its position."""

from __future__ import annotations

import random
from collections.abc import Iterator
from time import perf_counter

from redis import Redis

from bench.goals import Figure, Plan, compared
from bench.machine import redis_server
from bench.prepared import AnyRuleset, play_whole, rulesets, with_services
from services import keys
from services.service import Services


def measure(plan: Plan) -> Iterator[Figure]:
    """Load the longest games beside a bare XRANGE of their events."""
    for ruleset in rulesets():
        yield _loaded_of(plan, ruleset)


def _loaded_of(plan: Plan, ruleset: AnyRuleset) -> Figure:
    with redis_server() as port:
        plain = Redis(port=port)
        made: Figure = with_services(port, lambda services: _loads(plan, services, ruleset, plain))
        return made


async def _loads(plan: Plan, services: Services, ruleset: AnyRuleset, plain: Redis) -> Figure:
    game = await play_whole(services, ruleset, random.Random(2), ruleset.players[1])
    held = await services.positions.latest(game)
    pairs = [(_bare(plain, game), await _loaded(services, game)) for _ in range(plan.size(200, 60))]
    return Figure(
        "P7",
        f"cold load of {held.position.version} events, {ruleset.id} : XRANGE",
        unit="ms",
        most=4,
        **compared(pairs, float),
    )


def _bare(plain: Redis, game: str) -> float:
    """Read the events as anybody would, by redis-py."""
    began = perf_counter()
    plain.xrange(keys.events(game))
    return (perf_counter() - began) * 1000


async def _loaded(services: Services, game: str) -> float:
    services.positions.forget(game)
    began = perf_counter()
    await services.positions.hold(game)
    return (perf_counter() - began) * 1000
