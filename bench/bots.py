"""Workers on a Redis: ours, and RQ's own with jobs that do nothing."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path

from redis import Redis
from rq import Queue

from bench.floors.rq_jobs import noop, stamp
from bench.machine import product, product_settings, running
from bench.prepared import AnyRuleset, seats_of
from domain.table.box import default_box
from domain.table.commands import CreateGame, SeatPlan
from services.service import Services

FLOOR_DB = 1
"""The floor's jobs lie beside ours, in a database of their own."""
PATIENCE = 60.0


@dataclass(frozen=True)
class Both:
    """Our workers and RQ's, on the same Redis."""

    redis_port: int
    queue: Queue
    floor: Redis

    def start_ms(self) -> float:
        """Enqueue a job that does nothing; give the time to its start."""
        self.floor.delete("lat")
        self.queue.enqueue(stamp, time.monotonic_ns())
        told = self.floor.blpop(["lat"], timeout=PATIENCE)
        assert told is not None
        return int(told[1]) / 1e6

    def queue_noop(self) -> None:
        """Enqueue a job that does nothing."""
        self.queue.enqueue(noop)

    def jobs_per_second(self, jobs: int) -> float:
        """Enqueue many jobs that do nothing; give how many are done in a second."""
        began = time.perf_counter()
        for _ in range(jobs):
            self.queue_noop()
        wait_until(self._is_done, "all jobs are done")
        return jobs / (time.perf_counter() - began)

    def _is_done(self) -> bool:
        return not (self.queue.count or self.queue.started_job_registry.count)


@contextmanager
def workers(redis_port: int, *, ours: bool = True) -> Iterator[Both]:
    """Run a dispatcher and a worker of ours, and a worker of RQ's that does not fork either."""
    rq = str(Path(sys.executable).parent / "rq")
    url = f"redis://127.0.0.1:{redis_port}/{FLOOR_DB}"
    command = [rq, "worker", "-w", "rq.worker.SimpleWorker", "--url", url, "--quiet", "floor"]
    floor = Redis(port=redis_port, db=FLOOR_DB)
    with ExitStack() as stack:
        stack.enter_context(running(command))
        if ours:
            settings = product_settings(redis_port)
            stack.enter_context(product("dispatcher", settings))
            stack.enter_context(product("worker", settings))
            games = Redis(port=redis_port)
            wait_until(lambda: games.exists("rt:dispatcher:alive"), "the dispatcher lives")
            wait_until(lambda: games.scard("rq:workers"), "the worker is there")
        wait_until(lambda: floor.scard("rq:workers"), "RQ's worker is there")
        yield Both(redis_port, Queue("floor", connection=floor), floor)


def wait_until(is_so: Callable[[], object], what: str, seconds: float = PATIENCE) -> None:
    """Wait for something. Raises `AssertionError` when it does not come."""
    ends = time.monotonic() + seconds
    while not is_so():
        assert time.monotonic() < ends, f"it did not come to this: {what}"
        time.sleep(0.005)


async def with_bots(services: Services, ruleset: AnyRuleset, players: int = 0) -> tuple[str, str]:
    """Create a game of bots that play at random, with players at the first seats; give its and their id."""
    player, _, _ = await services.players.create("Bench", "program", None, b"")
    own = SeatPlan(player=player.player_id, name=player.name, seated=True)
    bots = seats_of(ruleset) - players
    seats = (own,) * players + (SeatPlan(bot="random", name="Random"),) * bots
    command = CreateGame(creator=player.player_id, seats=seats, options=dict(ruleset.brief))
    game, _ = await services.games.create(default_box(ruleset), command, lambda *_: b"")
    return game, player.player_id
