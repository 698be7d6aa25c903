"""P5: what keeping a log costs, and what it costs to wait for the disk."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack

from bench.goals import Figure, Plan, compared, in_turn
from bench.machine import Meter, api_server, redis_server
from bench.p01_commands import CLIENTS, runs_of
from bench.prepared import rulesets

AT_ALWAYS = 16
"""Clients when every commit waits for the disk: more would only share the same writes."""


def measure(plan: Plan) -> Iterator[Figure]:
    """Send actions to servers on three kinds of Redis in turn."""
    each, times = plan.size(80, 40), plan.rounds(3)
    (ruleset, *_) = rulesets()
    kinds = (None, CLIENTS), ("everysec", CLIENTS), ("everysec", AT_ALWAYS), ("always", AT_ALWAYS)
    with ExitStack() as stack:
        runs = []
        for appendfsync, clients in kinds:
            redis = stack.enter_context(redis_server(appendfsync))
            port, api = stack.enter_context(api_server(redis))
            runs.append(runs_of(redis, ruleset, (port, Meter(api)), (clients, each), times))
        rounds = in_turn(plan, times, *runs)
    yield Figure(
        "P5",
        "actions with a log (everysec) : without",
        unit="req/s",
        least=0.85,
        **compared(rounds, lambda load: load.per_second, 0, 1),
    )
    yield Figure(
        "P5",
        f"actions with fsync always : everysec, {AT_ALWAYS} clients",
        unit="req/s",
        least=0.6,
        **compared(rounds, lambda load: load.per_second, 2, 3),
    )
