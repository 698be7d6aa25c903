"""Games prepared for a load: set up in Redis, with every action known in advance.

Luck is a function of a game's seed, which lies in its first event; so whoever can read Redis can play a
game forward in memory and knows which actions will be legal when they are sent.
"""

from __future__ import annotations

import asyncio
import json
import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, TypeVar

import uvloop

from bench.load import request
from bench.machine import product_settings
from domain.catalog import RULESETS
from domain.kernel.ruleset import Ruleset
from domain.table.box import Box, default_box
from domain.table.commands import Act, CreateGame, SeatPlan
from domain.table.journal import Position
from domain.table.rules import commit
from services.chores import carry_on
from services.games import Ask, Done, utc_now
from services.service import Services

T = TypeVar("T")
AnyRuleset = Ruleset[Any, Any, Any, Any]

AT_ONCE = 32
"""How many games are set up at the same time."""


@dataclass(frozen=True)
class Step:
    """An action that will be legal when the game is at version `before`."""

    act: Act
    before: int
    after: int


@dataclass(frozen=True)
class Ready:
    """A game that waits for its actions."""

    game: str
    token: str
    steps: tuple[Step, ...]

    def post(self, step: Step) -> bytes:
        """Put an action into a request, as a careful client would send it."""
        body = {"seat": step.act.seat, "decision": step.act.decision, "action": step.act.action}
        key = f"{self.game}-{step.before}"
        headers = {"authorization": f"Bearer {self.token}", "idempotency-key": key}
        return request("POST", f"/v1/games/{self.game}/actions", json.dumps(body).encode(), headers)

    def posts(self) -> list[bytes]:
        """Put all actions into requests."""
        return [self.post(step) for step in self.steps]

    def look(self) -> bytes:
        """Put a look at the game into a request; whoever answers it has the game in memory then."""
        return request(
            "GET", f"/v1/games/{self.game}", b"", {"authorization": f"Bearer {self.token}"}
        )


def seats_of(ruleset: AnyRuleset) -> int:
    """Give the number of seats that is measured: the middle of what is possible."""
    return sum(ruleset.players) // 2


def with_services(redis_port: int, use: Callable[[Services], Any]) -> Any:
    """Run a coroutine function on use cases of our own."""

    async def whole() -> Any:
        services = Services.wire(product_settings(redis_port))
        try:
            return await use(services)
        finally:
            await services.close()

    return uvloop.run(whole())


def prepare(redis_port: int, ruleset: AnyRuleset, games: int, seed: int = 1) -> list[Ready]:
    """Set up games whose seats are all held by one player, each game's player another."""
    rng = random.Random(seed)
    made: list[Ready] = with_services(
        redis_port, lambda services: _games(services, ruleset, games, rng)
    )
    return made


def enough(redis_port: int, ruleset: AnyRuleset, actions: int, scripts: int) -> list[list[Ready]]:
    """Set up games for several connections, with at least so many actions for each of them."""
    (first,) = prepare(redis_port, ruleset, 1)
    each = actions // max(1, len(first.steps) - 4) + 1
    games = prepare(redis_port, ruleset, each * scripts)
    return [games[n * each : (n + 1) * each] for n in range(scripts)]


def scripts_of(tables: list[list[Ready]], actions: int) -> list[list[bytes]]:
    """Give each connection so many requests, one game after the other."""
    return [[post for game in games for post in game.posts()][:actions] for games in tables]


async def _games(
    services: Services, ruleset: AnyRuleset, games: int, rng: random.Random
) -> list[Ready]:
    made: list[Ready] = []
    for start in range(0, games, AT_ONCE):
        batch = range(min(AT_ONCE, games - start))
        made += await asyncio.gather(*(set_up(services, ruleset, rng) for _ in batch))
    return made


async def set_up(
    services: Services, ruleset: AnyRuleset, rng: random.Random, seats: int | None = None
) -> Ready:
    """Set up a game and play it forward in memory to the first bookkeeping."""
    player, token, _ = await services.players.create("Bench", "program", None, b"")
    plan = SeatPlan(player=player.player_id, name=player.name, seated=True)
    command = CreateGame(
        creator=player.player_id,
        seats=(plan,) * (seats or seats_of(ruleset)),
        options=dict(ruleset.brief),
    )
    box = default_box(ruleset)
    game, _ = await services.games.create(box, command, lambda *_: b"")
    await carry_on(services, game)
    position = (await services.positions.latest(game)).position
    return Ready(game, token, tuple(_forward(box, position, rng)))


def _forward(box: Box, position: Position, rng: random.Random) -> Iterator[Step]:
    while position.agenda.to_act:
        act = next_act(box, position, rng)
        made = commit(box, position, act, actor=f"seat:{act.seat}", at=utc_now())
        yield Step(act, made.before, made.after.version)
        position = made.after


def next_act(box: Box, position: Position, rng: random.Random) -> Act:
    """Draw a legal action of a seat that is asked something."""
    decision = rng.choice(position.agenda.to_act)
    action = box.ruleset.legal(position.table.game, decision.seat).sample(rng)
    return Act(seat=decision.seat, action=action, decision=decision.id)


async def take(services: Services, game: str, act: Act) -> Done:
    """Carry out an action without HTTP."""
    return await services.games.change(game, Ask(lambda *_: (act, f"seat:{act.seat}")))


async def play_whole(
    services: Services, ruleset: AnyRuleset, rng: random.Random, seats: int | None = None
) -> str:
    """Play a game at random, from set-up to its end; give its id."""
    ready = await set_up(services, ruleset, rng, seats)
    held = await services.positions.latest(ready.game)
    while not held.position.table.is_over:
        await take(services, ready.game, next_act(held.box, held.position, rng))
        await carry_on(services, ready.game)
    return ready.game


def rulesets() -> tuple[AnyRuleset, ...]:
    """List what is measured."""
    return tuple(RULESETS.values())
