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
from bench.peers import boardgame
from bench.prepared import AnyRuleset, Ready, prepare, rulesets
from bench.watchers import ID, opening

GAMES = 50
COMPARABLE = "noughts_and_crosses"
"""The game that the peer plays too; those that are larger are measured for information."""
PEER = 1.1
"""boardgame.io's rate to that of the EVALSHA POST, for where it is not installed."""
WARM_UP = 9000
"""Moves that boardgame.io makes before they count: its compiler needs some thousands."""


def measure(plan: Plan) -> Iterator[Figure]:
    """Play games on one server process with a log, boardgame.io's, and send commands to the floor, in turn."""
    each, moves = plan.size(100, 50), plan.size(3000, 1000)
    with (
        redis_server("everysec") as redis,
        floor_server("commands", redis) as (floor_port, _),
        api_server(redis) as (port, _),
        boardgame.server() as peer,
    ):
        floors = [lambda: drive(floor_port, floor_scripts("eval", CLIENTS, each)).per_second]
        if peer is not None:
            boardgame.moves_per_second(peer, GAMES, WARM_UP)
            floors.append(partial(boardgame.moves_per_second, peer, GAMES, moves))
        for ruleset in rulesets():
            ours = partial(_moves_per_second, redis, port, ruleset, moves)
            rounds = in_turn(plan, plan.rounds(3), *floors, ours)
            yield from _figures(ruleset, rounds)


def _figures(ruleset: AnyRuleset, rounds: list[tuple[float, ...]]) -> Iterator[Figure]:
    """Hold ours against boardgame.io, the second of every round if it was there."""
    what, is_comparable = f"moves of {GAMES} live games, {ruleset.id}", ruleset.id == COMPARABLE
    post = compared(rounds, float, 0, -1)
    if len(rounds[0]) < 3:
        note = f"reckoned: boardgame.io in memory is {PEER} of that POST, with tic-tac-toe"
        least = PEER if is_comparable else None
        yield Figure("P17", f"{what} : EVALSHA POST", unit="/s", least=least, note=note, **post)
        return
    yield Figure(
        "P17",
        f"{what} : boardgame.io",
        unit="/s",
        least=1 if is_comparable else None,
        note="" if is_comparable else "a larger game than its tic-tac-toe",
        **compared(rounds, float, 1, -1),
    )
    yield Figure("P17", "the same : EVALSHA POST", unit="/s", **post)


class Player(asyncio.Protocol):
    """Sends a game's moves; each when the table has come to where it is legal."""

    def __init__(self, game: Ready) -> None:
        self._moves = {step.before: game.post(step) for step in game.steps}
        self._answers = Answers()

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


def _moves_per_second(redis: int, port: int, ruleset: AnyRuleset, least: int) -> float:
    """Play batches of games until there have been so many moves; small games take several."""
    moves, seconds = 0, 0.0
    while moves < least:
        games = prepare(redis, ruleset, GAMES)
        seconds += uvloop.run(_play(port, games))
        moves += sum(len(game.steps) for game in games)
    return moves / seconds


async def _play(port: int, games: Sequence[Ready]) -> float:
    """Give the seconds from the first move until all have seen the last."""
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
    return seconds
