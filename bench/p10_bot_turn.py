"""P10: from the event that makes a bot's turn due to the event of the bot."""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import AsyncIterator, Iterator

from redis import Redis

from bench.bots import Both, with_bots, workers
from bench.goals import Figure, Plan
from bench.machine import percentile, redis_server
from bench.prepared import AnyRuleset, next_act, rulesets, take, with_services
from services import keys
from services.service import Services

PAUSE = 0.02


def measure(plan: Plan) -> Iterator[Figure]:
    """Take single turns that bots answer, alternating with jobs that do nothing."""
    turns = plan.size(120, 50)
    with redis_server() as port, workers(port) as both:
        for _ in range(5):
            both.start_ms()
        for ruleset in rulesets():
            yield from _answered(ruleset, both, turns)


def _answered(ruleset: AnyRuleset, both: Both, turns: int) -> Iterator[Figure]:
    pairs = with_services(both.redis_port, lambda services: _turns(services, ruleset, both, turns))
    for percent, most in ((50, 1.5), (99, 2.0)):
        yield Figure(
            "P10",
            f"bot turn, p{percent}, {ruleset.id} : RQ job until its start",
            percentile([turn for _, turn in pairs], percent),
            "ms",
            floor=percentile([job for job, _ in pairs], percent),
            most=most,
            note="both with a worker that does not fork",
        )


async def _turns(
    services: Services, ruleset: AnyRuleset, both: Both, turns: int
) -> list[tuple[float, float]]:
    rng, pairs = random.Random(1), list[tuple[float, float]]()
    reader = Redis(port=both.redis_port)
    while len(pairs) < turns:
        game, _ = await with_bots(services, ruleset, players=1)
        async for waited in _games_turns(services, game, rng, reader):
            await asyncio.sleep(PAUSE)
            pairs.append((both.start_ms(), waited))
            await asyncio.sleep(PAUSE)
            if len(pairs) == turns:
                break
    return pairs


async def _games_turns(
    services: Services, game: str, rng: random.Random, reader: Redis
) -> AsyncIterator[float]:
    """Play a game; give how long each answer of a bot took, in ms."""
    while True:
        held = await services.positions.latest(game)
        if held.position.table.is_over:
            return
        if held.position.agenda.work is not None:
            await asyncio.sleep(PAUSE / 10)
            continue
        done = await take(services, game, next_act(held.box, held.position, rng))
        began = time.perf_counter()
        assert done.made is not None
        after = done.made.after
        if after.agenda.work == "bot":
            reader.xread({keys.events(game): f"{after.version}-0"}, block=5000, count=1)
            yield (time.perf_counter() - began) * 1000
