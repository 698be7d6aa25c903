"""P19: what the log line of every action costs."""

from __future__ import annotations

from collections.abc import Iterator

from bench.goals import Figure, Plan, compared, in_turn
from bench.machine import Meter, api_server, redis_server
from bench.p01_commands import CLIENTS, runs_of
from bench.prepared import rulesets


def measure(plan: Plan) -> Iterator[Figure]:
    """Send actions to a server that logs and to one that does not, in turn."""
    each, times = plan.size(60, 30), plan.rounds(8, 6)
    (ruleset, *_) = rulesets()
    with (
        redis_server() as redis,
        api_server(redis, log_level="error") as (quiet, silent),
        api_server(redis) as (port, api),
    ):
        sources = (quiet, Meter(silent)), (port, Meter(api))
        runs = [runs_of(redis, ruleset, one, (CLIENTS, each), times) for one in sources]
        rounds = in_turn(plan, times, *runs)
    yield Figure(
        "P19",
        "CPU an action, with log lines : without",
        unit="us",
        most=1.05,
        **compared(rounds, lambda load: load.cpu_us),
    )
