"""P6: recorded games from their stored bytes to their last position."""

from __future__ import annotations

import random
import time
from collections.abc import Iterator

from bench.floors import popo, replay
from bench.goals import Figure, Plan, compared, in_turn
from bench.machine import redis_server
from bench.prepared import AnyRuleset, play_whole, rulesets, with_services
from domain.table.history import follow
from services.positions import Held
from services.service import Services
from services.store import Stored

EVENTS = 4000


def measure(plan: Plan) -> Iterator[Figure]:
    """Replay beside two floors, in CPU time."""
    with redis_server() as port:
        for ruleset in rulesets():
            yield from _replayed(plan, ruleset, *recorded(port, ruleset))


def _replayed(
    plan: Plan, ruleset: AnyRuleset, held: Held, entries: list[Stored]
) -> Iterator[Figure]:
    floor = replay.stored(EVENTS)
    app, board = popo.recorded(EVENTS)
    rounds = in_turn(
        plan,
        plan.rounds(9, 3),
        lambda: replay.replayed_per_second(floor),
        lambda: popo.replayed_per_second(app, board, EVENTS),
        lambda: replayed_per_second(held, entries),
    )
    what, unit = f"replay, {ruleset.id}", "events/s"
    frozen = compared(rounds, float, 0, 2)
    yield Figure("P6", f"{what} : bytes into frozen", unit=unit, least=0.35, **frozen)
    library = compared(rounds, float, 1, 2)
    yield Figure("P6", f"{what} : eventsourcing", unit=unit, least=3, **library)


def recorded(redis_port: int, ruleset: AnyRuleset) -> tuple[Held, list[Stored]]:
    """Play a whole game and read its stream."""

    async def use(services: Services) -> tuple[Held, list[Stored]]:
        game = await play_whole(services, ruleset, random.Random(1))
        held = await services.positions.latest(game)
        return held, await services.store.read(game)

    made: tuple[Held, list[Stored]] = with_services(redis_port, use)
    return made


def replayed_per_second(held: Held, entries: list[Stored]) -> float:
    """Replay the game until there have been enough events; give events a second of CPU time."""
    times = EVENTS // len(entries) + 1
    began = time.process_time()
    for _ in range(times):
        position = follow(held.box, None, held.read(entries))
    spent = time.process_time() - began
    assert position is not None
    assert position.hash == held.position.hash
    return times * len(entries) / spent
