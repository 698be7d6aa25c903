"""P12: what a bot's turn asks of Redis, beside what RQ asks for a job that does nothing. A count."""

from __future__ import annotations

import asyncio
import random
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from bench.bots import Both, with_bots, workers
from bench.counting import Monitor
from bench.goals import Figure, Plan
from bench.machine import redis_server
from bench.prepared import AnyRuleset, next_act, rulesets, seats_of, take, with_services
from domain.table.journal import Position
from services.positions import Held
from services.service import Services

SETTLE = 0.06
"""Seconds in which a turn, and all that is done after it, is over."""
TIMES = 15


@dataclass(frozen=True)
class Commands:
    """The commands of clients to Redis by name: what is asked in the ordinary case."""

    turn: Counter[str]
    job: Counter[str]


def measure(plan: Plan) -> Iterator[Figure]:
    """Count for every ruleset."""
    del plan
    for ruleset in rulesets():
        told = count(ruleset)
        yield Figure(
            "P12",
            f"Redis commands a bot's turn, {ruleset.id}",
            told.turn.total(),
            "",
            most=told.job.total() + 4,
            note=f"at most 4 more than RQ's job that does nothing: {told.job.total()}",
        )


def count(ruleset: AnyRuleset) -> Commands:
    """Count single turns and single jobs; where something else came in between, others decide."""
    with redis_server() as redis, workers(redis) as both, Monitor(redis) as monitor:
        jobs = [_job(both, monitor) for _ in range(TIMES)]
        turns = with_services(redis, lambda services: _turns(services, ruleset, monitor))
    return Commands(turn=_ordinary(turns), job=_ordinary(jobs))


def _job(both: Both, monitor: Monitor) -> Counter[str]:
    monitor.seen()
    both.queue_noop()
    time.sleep(SETTLE)
    return monitor.seen()


async def _turns(services: Services, ruleset: AnyRuleset, monitor: Monitor) -> list[Counter[str]]:
    rng, found = random.Random(1), list[Counter[str]]()
    while len(found) < TIMES:
        game, _ = await with_bots(services, ruleset, players=seats_of(ruleset) - 1)
        while len(found) < TIMES:
            await asyncio.sleep(SETTLE)
            held = await services.positions.latest(game)
            position = held.position
            if position.table.is_over:
                break
            if position.agenda.work is not None:
                continue
            monitor.seen()
            done = await take(services, game, next_act(held.box, position, rng))
            await asyncio.sleep(SETTLE)
            counted = monitor.seen()
            assert done.made is not None
            after = done.made.after
            if after.agenda.work == "bot" and await _commits_after(services, held, after) == 1:
                counted["evalsha"] -= 1  # ours, which made the turn due
                found.append(counted)
    return found


async def _commits_after(services: Services, held: Held, position: Position) -> int:
    """Count the commits since: a bot that is asked twice in a row has made two."""
    entries = held.read(await services.store.read(held.game, position.version))
    return sum(entry.header.agenda is not None for entry in entries)


def _ordinary(counted: list[Counter[str]]) -> Counter[str]:
    return sorted(counted, key=lambda one: one.total())[len(counted) // 2]
