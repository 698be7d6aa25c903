"""P13 and P14: one game watched by very many, on live streams of one server process."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Awaitable, Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import cycle, islice
from time import perf_counter_ns

import uvloop

from bench.goals import Figure, Plan, compared, in_turn
from bench.machine import (
    Meter,
    api_server,
    floor_server,
    percentile,
    product_settings,
    redis_server,
)
from bench.prepared import AnyRuleset, Ready, rulesets, set_up, take
from bench.watchers import opening, until_some, watch
from services.service import Services

MANY, VERY_MANY = 1000, 5000


@dataclass(frozen=True)
class Spread:
    """How news came to those who watch."""

    latencies_ms: list[float]
    lost: int
    cpu_us: float
    """Of the server, for one delivery."""
    memory_kib: float
    """Of the server, for one who watches."""

    @property
    def p99(self) -> float:
        """The time within which 99 of 100 deliveries were made."""
        return percentile(self.latencies_ms, 99)


def measure(plan: Plan) -> Iterator[Figure]:
    """Spread news of the product and of the floor in turn; then to spectators only and to all kinds."""
    (ruleset, *_) = rulesets()
    news = plan.size(12, 6)
    for watchers, rounds in ((MANY, plan.rounds(3, 1)), (VERY_MANY, plan.rounds(2, 1))):
        yield from _beside_the_floor(plan, ruleset, (watchers, news, rounds))
    kinds = in_turn(
        plan,
        plan.rounds(4, 2),
        lambda: product(ruleset, MANY, news, spectators),
        lambda: product(ruleset, MANY, news, everybody),
    )
    yield Figure(
        "P14",
        f"CPU a delivery, {MANY} of all seats : all spectators",
        unit="us",
        most=1.2,
        **compared(kinds, lambda spread: spread.cpu_us),
    )


def _beside_the_floor(
    plan: Plan, ruleset: AnyRuleset, size: tuple[int, int, int]
) -> Iterator[Figure]:
    watchers, news, rounds = size
    pairs = in_turn(
        plan,
        rounds,
        lambda: floor(watchers, news),
        lambda: product(ruleset, watchers, news, spectators),
    )
    lost = sum(one.lost for _, one in pairs)
    p99 = compared(pairs, lambda spread: spread.p99)
    cpu = compared(pairs, lambda spread: spread.cpu_us)
    memory = compared(pairs, lambda spread: spread.memory_kib)
    yield Figure("P13", f"news to {watchers}, p99 : Litestar Stream", unit="ms", most=1.5, **p99)
    yield Figure("P13", "the same, CPU a delivery", unit="us", most=1.5, **cpu)
    yield Figure("P13", "the same, memory a watcher", unit="KiB", most=1.5, **memory)
    yield Figure("P13", "the same, deliveries lost", lost, "", most=0)


def spectators(game: Ready) -> list[bytes]:
    """Open streams for spectators."""
    return [opening(f"/v1/games/{game.game}/events?after={game.steps[0].before}")]


def everybody(game: Ready) -> list[bytes]:
    """Open streams for every seat and for spectators."""
    path = f"/v1/games/{game.game}/events?after={game.steps[0].before}"
    seats = sorted({step.act.seat for step in game.steps})
    own = [opening(f"{path}&as={seat}", game.token) for seat in seats]
    return [*own, opening(path)]


def floor(watchers: int, news: int) -> Spread:
    """Spread news of the floor, a message of a few bytes an entry."""
    from redis.asyncio import Redis  # noqa: PLC0415  # the product's own way is another

    async def spread(redis_port: int, port: int, meter: Meter) -> Spread:
        redis, version = Redis(port=redis_port), 0

        async def tell() -> int:
            nonlocal version
            version += 1
            await redis.xadd("sse", {"t": b"%d" % perf_counter_ns()}, id=f"{version}-0")
            return version

        return await _spread(port, [opening("/raw")] * watchers, meter, [tell] * news)

    with redis_server() as redis_port, floor_server("streams", redis_port) as (port, process):
        return uvloop.run(spread(redis_port, port, Meter(process)))


def product(
    ruleset: AnyRuleset, watchers: int, news: int, kinds: Callable[[Ready], list[bytes]]
) -> Spread:
    """Spread news of a game: its actions, carried out by this process."""

    async def spread(redis_port: int, port: int, meter: Meter) -> Spread:
        services = Services.wire(product_settings(redis_port))
        game = await set_up(services, ruleset, random.Random(1))
        steps = iter(game.steps)

        async def tell() -> int:
            done = await take(services, game.game, next(steps).act)
            assert done.made is not None
            return done.made.after.version

        openings = list(islice(cycle(kinds(game)), watchers))
        try:
            return await _spread(port, openings, meter, [tell] * min(news, len(game.steps)))
        finally:
            await services.close()

    with redis_server() as redis_port, api_server(redis_port) as (port, process):
        return uvloop.run(spread(redis_port, port, Meter(process)))


async def _spread(
    port: int,
    openings: Sequence[bytes],
    meter: Meter,
    tells: Sequence[Callable[[], Awaitable[int]]],
) -> Spread:
    """Tell one piece of news after the other, each when the last one has reached everybody."""
    await asyncio.sleep(0.3)
    before = meter.memory_bytes()
    arrivals, lines = await watch(port, openings)
    await asyncio.sleep(0.3)
    memory = (meter.memory_bytes() - before) / len(openings) / 1024
    pause = max(0.1, len(openings) * 0.0001)
    used, told = meter.cpu_seconds(), {}
    for tell in tells:
        began = perf_counter_ns()
        version = await tell()
        told[version] = began
        await until_some(lambda version=version: len(arrivals.times[version]), len(openings))
        await asyncio.sleep(pause)
    used = meter.cpu_seconds() - used
    late = [(time - began) / 1e6 for v, began in told.items() for time in arrivals.times[v]]
    for line in lines:
        line.abort()
    expected = len(openings) * len(told)
    return Spread(late, expected - len(late), used * 1e6 / expected, memory)
