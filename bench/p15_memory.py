"""P15: what a finished game takes in Redis. A count; the tests hold it too."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass

from bench.goals import Figure, Plan
from bench.machine import redis_server
from bench.prepared import AnyRuleset, play_whole, rulesets, with_services
from services import keys
from services.service import Services

LEAST_EVENTS = 100
"""A stream's own frame weighs little from so many events on; shorter streams are weighed as if joined."""
FOR_ALL = ("commits", "work", "due", "games:")
"""Keys of a partition, which serve all its games."""


@dataclass(frozen=True)
class Memory:
    """What games take."""

    games: int
    events: int
    payload: int
    """Bytes of headers, events and hashes."""
    streams: int
    """Bytes that Redis takes for them."""
    as_long: int
    """Bytes that it would take, were all the short streams one."""
    whole: int
    """Bytes by which Redis has grown in all."""
    lasting: tuple[str, ...]
    """Keys that are no game's events or listing, serve no partition, and will never go by themselves."""

    @property
    def an_event(self) -> float:
        """What an event takes."""
        return self.as_long / self.events

    @property
    def most_an_event(self) -> float:
        """What an event may take."""
        return 1.25 * self.payload / self.events + 60

    @property
    def rest_of_a_game(self) -> float:
        """What a game takes beside its events."""
        return (self.whole - self.streams) / self.games


def measure(plan: Plan) -> Iterator[Figure]:
    """Play games to their ends and weigh them."""
    for ruleset in (one for one in rulesets() if not one.is_example):
        told = weigh(ruleset, plan.size(200, 40))
        note = f"1.25 x {told.payload / told.events:.0f} B of payload + 60"
        if told.as_long != told.streams:
            note += f"; streams of fewer than {LEAST_EVENTS} events joined"
        yield Figure(
            "P15",
            f"Redis bytes an event, {ruleset.id}",
            told.an_event,
            "B",
            most=told.most_an_event,
            note=note,
        )
        rest = told.rest_of_a_game
        yield Figure("P15", "all else of a finished game", rest, "B", most=8192)
        yield Figure("P15", "keys that never go", len(told.lasting), "", most=0)


def weigh(ruleset: AnyRuleset, games: int) -> Memory:
    """Play so many games on a Redis of their own."""
    with redis_server() as redis:
        made: Memory = with_services(redis, lambda services: _weigh(services, ruleset, games))
        return made


async def _weigh(services: Services, ruleset: AnyRuleset, games: int) -> Memory:
    rng, seats = random.Random(1), ruleset.players[1]
    await play_whole(services, ruleset, rng, seats)  # what is there once: scripts, buffers
    known = set(await _names(services))
    played = [await play_whole(services, ruleset, rng, seats) for _ in range(games)]
    events = payload = streams = as_long = 0
    short = []
    for game in played:
        entries = await services.store.read(game)
        events += len(entries)
        payload += sum(len(one.header) + len(one.data) + len(one.hash) for one in entries)
        weight = await _weight(services, keys.events(game))
        streams += weight
        if len(entries) < LEAST_EVENTS:
            short.append(keys.events(game))
        else:
            as_long += weight
    fresh = [name for name in await _names(services) if name not in known]
    # Notices and outboxes are trimmed: they are the service's, however many games there are.
    kept = [name for name in fresh if not name.endswith((":commits", ":work"))]
    whole = sum([await _weight(services, name) for name in kept])
    as_long += await _weight_joined(services, short)
    own = {name for game in played for name in (keys.events(game), keys.meta(game))}
    lasting = [name for name in fresh if name not in own and not _serves_all(name)]
    lasting = [name for name in lasting if await services.link.execute("TTL", name) < 0]
    return Memory(games, events, payload, streams, as_long, whole, tuple(lasting))


async def _weight_joined(services: Services, streams: list[str]) -> int:
    """Weigh a stream that holds the entries of all these."""
    if not streams:
        return 0
    name, number = "joined", 0
    for stream in streams:
        for _, fields in await services.link.execute("XRANGE", stream, "-", "+"):
            number += 1
            await services.link.execute("XADD", name, f"{number}-0", *fields)
    weight = await _weight(services, name)
    await services.link.execute("DEL", name)
    return weight


async def _weight(services: Services, name: str) -> int:
    return int(await services.link.execute("MEMORY", "USAGE", name, "SAMPLES", 0))


async def _names(services: Services) -> list[str]:
    return [name.decode() for name in await services.link.execute("KEYS", "*")]


def _serves_all(name: str) -> bool:
    """Tell whether a key is a partition's or a player's."""
    rest = name.split("}:", 1)[-1]
    return rest.startswith((*FOR_ALL, "player:"))
