"""The floor of a command: a Litestar POST that does one EVALSHA and answers, and nothing else.

The script checks an idempotency key and the version and appends three events. `/eval` goes through
redis-py, which is what one would take; `/pipelined` through the least client that there can be.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import msgspec
from litestar import Litestar, post
from litestar.params import FromPath
from redis.asyncio import Redis

from bench.floors.mini_redis import MiniRedis
from bench.floors.settled import settle

SCRIPT = (Path(__file__).parent / "append.lua").read_text()
PADDING = os.urandom(150)

encode = msgspec.msgpack.Encoder().encode


class Place(msgspec.Struct, tag="place", frozen=True):
    seat: int
    card: str
    cell: tuple[int, int]


class Pass(msgspec.Struct, tag="pass", frozen=True):
    seat: int


class Command(msgspec.Struct, frozen=True):
    command_id: str
    expected_version: int
    action: Place | Pass


class Placed(msgspec.Struct, tag="placed", frozen=True):
    seat: int
    card: str
    cell: tuple[int, int]
    score: int


class Accepted(msgspec.Struct, frozen=True):
    game: str
    version: int
    events: list[Placed]


class Wires:
    """The connections of this process."""

    redis: Redis
    mini: MiniRedis
    sha = ""


def _events(action: Place | Pass) -> list[Placed]:
    return [Placed(action.seat, "c1", (1, 2), score) for score in range(3)]


def _append(game: str, data: Command) -> list[Any]:
    payloads = [encode(event) + PADDING for event in _events(data.action)]
    return [Wires.sha, 2, f"g:{game}", f"i:{game}:{data.command_id}", -1, *payloads]


@post("/noop/{game:str}")
async def noop(game: FromPath[str], data: Command) -> Accepted:
    return Accepted(game, data.expected_version + 1, _events(data.action))


@post("/eval/{game:str}")
async def eval_(game: FromPath[str], data: Command) -> Accepted:
    version = await Wires.redis.evalsha(*_append(game, data))
    return Accepted(game, version, _events(data.action))


@post("/pipelined/{game:str}")
async def pipelined(game: FromPath[str], data: Command) -> Accepted:
    version = await Wires.mini.call("EVALSHA", *_append(game, data))
    return Accepted(game, version, _events(data.action))


async def start() -> None:
    port = int(os.environ["REDIS_PORT"])
    Wires.redis = Redis(port=port, max_connections=256)
    Wires.mini = await MiniRedis.connect(port)
    Wires.sha = await Wires.redis.script_load(SCRIPT)
    settle()


app = Litestar(
    [noop, eval_, pipelined], on_startup=[start], openapi_config=None, logging_config=None
)
