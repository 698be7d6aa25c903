"""P18: two API processes on one port."""

from __future__ import annotations

import socket
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager

import psutil

from bench.counting import wait_for_tails
from bench.goals import Figure, Plan, compared, in_turn
from bench.load import Load, drive
from bench.machine import Meter, floor_server, product_settings, redis_server, running
from bench.p01_commands import CLIENTS, floor_scripts, runs_of
from bench.prepared import rulesets


def measure(plan: Plan) -> Iterator[Figure]:
    """Send the same load to one process and to two in turn, and to the floor's likewise."""
    each, times = plan.size(120, 60), plan.rounds(3)
    (ruleset, *_) = rulesets()
    with ExitStack() as stack:
        redis = stack.enter_context(redis_server())
        servers = [stack.enter_context(_processes(redis, n)) for n in (1, 2)]
        floors = [stack.enter_context(floor_server("commands", redis, n)) for n in (1, 2)]
        runs = [
            runs_of(redis, ruleset, (port, Meter(process)), (CLIENTS, each), times)
            for port, process in servers
        ]
        rounds = in_turn(plan, times, *runs, *(_floor(port, each) for port, _ in floors))
    floor = compared(rounds, lambda load: load.per_second, 2, 3)["ratio"]
    yield Figure(
        "P18",
        "actions, two API processes : one",
        unit="req/s",
        least=1.4,
        note=f"the floor's two : one is {floor:.2f}; Redis and the load need cores as well",
        **compared(rounds, lambda load: load.per_second, 0, 1),
    )


def _floor(port: int, each: int) -> Callable[[], Load]:
    return lambda: drive(port, floor_scripts("eval", CLIENTS, each))


@contextmanager
def _processes(redis: int, number: int) -> Iterator[tuple[int, psutil.Process]]:
    """Run API processes that share a listening socket, as `serve` starts them; give one of them."""
    listening = socket.create_server(("127.0.0.1", 0), backlog=2048)
    handle, port = listening.fileno(), listening.getsockname()[1]
    environ = product_settings(redis).to_env()
    command = [sys.executable, "-m", "cli.main", "api", "--inherited", str(handle)]
    with ExitStack() as stack:
        made = [
            stack.enter_context(running(command, None, environ, (handle,))) for _ in range(number)
        ]
        wait_for_tails(redis, number)
        listening.close()
        yield port, made[0]
