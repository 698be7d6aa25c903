"""P17: games as programs play them: each move over HTTP, the next one when the last is seen on a live stream."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Sequence
from functools import partial
from time import perf_counter
from typing import Any

import uvloop

from bench.goals import Figure, Plan, compared, in_turn
from bench.load import Answers, drive
from bench.machine import api_server, floor_server, redis_server
from bench.p01_commands import CLIENTS, floor_scripts
from bench.prepared import AnyRuleset, Ready, prepare, rulesets
from bench.watchers import ID, opening

GAMES = 50
PEER = 3700 / 5710
"""boardgame.io's rate by bare socket.io (3,700 moves/s, in memory), as a share of the EVALSHA POST's."""


def measure(plan: Plan) -> Iterator[Figure]:
    """Play games on one server process with a log, and send commands to the floor, in turn."""
    each = plan.size(100, 50)
    with (
        redis_server("everysec") as redis,
        floor_server("commands", redis) as (floor_port, _),
        api_server(redis) as (port, _),
    ):
        for ruleset in rulesets():
            rounds = in_turn(
                plan,
                plan.rounds(3),
                lambda: drive(floor_port, floor_scripts("eval", CLIENTS, each)).per_second,
                partial(_moves_per_second, redis, port, ruleset),
            )
            yield Figure(
                "P17",
                f"moves of {GAMES} live games, {ruleset.id} : EVALSHA POST",
                unit="/s",
                least=PEER,
                note="boardgame.io in memory is 0.65 of that POST, with tic-tac-toe",
                **compared(rounds, float),
            )


class Player(asyncio.Protocol):
    """Sends a game's moves; each when the table has come to where it is legal."""

    def __init__(self, game: Ready) -> None:
        self._moves = {step.before: game.post(step) for step in game.steps}
        self._answers = Answers()
        self.moves = len(game.steps)

    def connection_made(self, transport: Any) -> None:
        self._transport = transport

    def data_received(self, data: bytes) -> None:
        for status, body in self._answers.feed(data):
            assert status == 201, body

    def move(self, version: int) -> None:
        """Send what is next at this version, if it was not sent."""
        post = self._moves.pop(version, None)
        if post is not None:
            self._transport.write(post)


class Table(asyncio.Protocol):
    """Follows a game on its live stream and tells the player."""

    def __init__(self, game: Ready, player: Player) -> None:
        path = f"/v1/games/{game.game}/events?after={game.steps[0].before}"
        self._opening = opening(path, game.token)
        self._player = player
        self._rest = b""
        self._last = game.steps[-1].after
        loop = asyncio.get_running_loop()
        self.is_open: asyncio.Future[None] = loop.create_future()
        self.is_over: asyncio.Future[None] = loop.create_future()

    def connection_made(self, transport: Any) -> None:
        transport.write(self._opening)
        self.transport = transport

    def data_received(self, data: bytes) -> None:
        text, mark, self._rest = (self._rest + data).rpartition(b"\n\n")
        if not self.is_open.done() and b"retry: " in text:
            self.is_open.set_result(None)
        for version in map(int, ID.findall(text + mark)):
            self._player.move(version)
            if version == self._last and not self.is_over.done():
                self.is_over.set_result(None)


def _moves_per_second(redis: int, port: int, ruleset: AnyRuleset) -> float:
    return uvloop.run(_play(port, prepare(redis, ruleset, GAMES)))


async def _play(port: int, games: Sequence[Ready]) -> float:
    loop, pairs = asyncio.get_running_loop(), []
    for game in games:
        _, player = await loop.create_connection(partial(Player, game), "127.0.0.1", port)
        _, table = await loop.create_connection(partial(Table, game, player), "127.0.0.1", port)
        pairs.append((player, table))
    await asyncio.gather(*(table.is_open for _, table in pairs))
    began = perf_counter()
    for game, (player, _) in zip(games, pairs, strict=True):
        player.move(game.steps[0].before)
    await asyncio.wait_for(asyncio.gather(*(table.is_over for _, table in pairs)), 60)
    seconds = perf_counter() - began
    for _, table in pairs:
        table.transport.abort()
    return sum(player.moves for player, _ in pairs) / seconds
