"""P4: how often an action goes to Redis. A count, exact on any machine; the tests hold it too."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from bench.counting import Monitor, wait_for_tails
from bench.goals import Figure, Plan
from bench.load import ask, drive
from bench.machine import api_server, redis_server
from bench.prepared import AnyRuleset, Ready, prepare, rulesets, take, with_services
from services.service import Services


@dataclass(frozen=True)
class Trips:
    """The commands to Redis of an action, by name."""

    warm: Counter[str]
    """Of all actions of a game that the server has in memory."""
    actions: int
    """How many those were."""
    cold: Counter[str]
    """Of the first action of a game that it does not."""
    overtaken: Counter[str] | None
    """Of an action that another process's came before; null if seats never act at once."""


def measure(plan: Plan) -> Iterator[Figure]:
    """Count for every ruleset."""
    del plan
    for ruleset in rulesets():
        trips = count(ruleset)
        warm = trips.warm.total() / trips.actions
        yield Figure("P4", f"Redis commands an action, warm, {ruleset.id}", warm, "", most=1)
        yield Figure("P4", f"the same, cold, {ruleset.id}", trips.cold.total(), "", most=2)
        if trips.overtaken is not None:
            what = f"the same, after a version conflict, {ruleset.id}"
            yield Figure("P4", what, trips.overtaken.total(), "", most=3)


def count(ruleset: AnyRuleset) -> Trips:
    """Count the commands of actions over HTTP. The server knows the players' tokens and the scripts."""
    with redis_server() as redis, api_server(redis) as (port, _):
        first, second, third = prepare(redis, ruleset, 3)
        wait_for_tails(redis)
        for game in (first, second, third):
            ask(port, "GET", "/v1/me", token=game.token)
        drive(port, [first.posts()[:1]])
        with Monitor(redis) as monitor:
            drive(port, [second.posts()[:1]])
            cold = monitor.seen()
            drive(port, [second.posts()[1:]])
            warm = monitor.seen()
            overtaken = _overtaken(redis, port, third, monitor)
    return Trips(warm, len(second.steps) - 1, cold, overtaken)


def _overtaken(redis: int, port: int, game: Ready, monitor: Monitor) -> Counter[str] | None:
    """Let an action come from elsewhere between the server's last look and an action of its own."""
    earlier, later = game.steps[0].act, game.steps[1].act

    async def first(services: Services) -> bool:
        held = await services.positions.latest(game.game)
        if later.decision not in [one.id for one in held.position.agenda.to_act]:
            return False
        await take(services, game.game, earlier)
        return True

    drive(port, [[game.look()]])
    if not with_services(redis, first):
        return None
    monitor.seen()
    drive(port, [[game.post(game.steps[1])]])
    return monitor.seen()
