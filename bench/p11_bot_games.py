"""P11: games that bots play among themselves."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterator

from bench.bots import Both, with_bots, workers
from bench.goals import Figure, Plan, compared, in_turn
from bench.machine import redis_server
from bench.prepared import AnyRuleset, rulesets, with_services
from domain.table.codec import decode_header
from services.service import Services


def measure(plan: Plan) -> Iterator[Figure]:
    """Throw many games at one worker, and many jobs that do nothing at another, in turn."""
    games, jobs = plan.size(100, 30), plan.size(400, 200)
    with redis_server() as redis, workers(redis) as both:
        for ruleset in rulesets():
            yield _played(plan, ruleset, both, (games, jobs))


def _played(plan: Plan, ruleset: AnyRuleset, both: Both, size: tuple[int, int]) -> Figure:
    games, jobs = size

    def moves_per_second() -> float:
        made: float = with_services(
            both.redis_port, lambda services: _moves_per_second(services, ruleset, games)
        )
        return made

    rounds = in_turn(plan, plan.rounds(3), lambda: both.jobs_per_second(jobs), moves_per_second)
    return Figure(
        "P11",
        f"moves of bots by one worker, {ruleset.id} : RQ jobs that do nothing",
        unit="/s",
        least=5,
        **compared(rounds, float),
    )


async def _moves_per_second(services: Services, ruleset: AnyRuleset, games: int) -> float:
    began = time.perf_counter()
    made = await asyncio.gather(*(with_bots(services, ruleset) for _ in range(games)))
    for game, _ in made:
        await _finished(services, game)
    seconds = time.perf_counter() - began
    return sum([await _moves(services, game) for game, _ in made]) / seconds


async def _finished(services: Services, game: str) -> None:
    while True:
        last = await services.store.last(game)
        assert last is not None
        agenda = decode_header(last.header).agenda
        if agenda is not None and not agenda.to_act and agenda.due is None:
            return
        await asyncio.sleep(0.01)


async def _moves(services: Services, game: str) -> int:
    """Count the decisions that were answered."""
    entries = await services.store.read(game)
    return sum(decode_header(entry.header).decision is not None for entry in entries)
