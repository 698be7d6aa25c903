"""Live streams: nothing missed, nothing twice, and nobody kept waiting when the process stops."""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator
from typing import Any

import pytest

from domain.catalog import ruleset
from domain.kernel.secrecy import SPECTATOR
from domain.table.box import default_box
from domain.table.commands import CreateGame, SeatPlan, TakeSeat
from domain.table.journal import Commit
from services import keys
from services.errors import StoreUnavailable
from services.games import Ask
from services.news import Reader
from services.positions import Held
from services.room import Room
from services.service import Services
from services.settings import Settings
from services.watchers import Opener


@pytest.fixture
def services(redis_url: str) -> Services:
    return Services.wire(Settings(redis_url=redis_url))


@pytest.fixture
def elsewhere(redis_url: str) -> Services:
    """Another process at the same Redis."""
    return Services.wire(Settings(redis_url=redis_url))


async def a_table(services: Services) -> Held:
    """Set up a lobby with three open seats: one event."""
    box = default_box(ruleset("burnmelt"))
    command = CreateGame(creator="p1", seats=(SeatPlan(),) * 3, options={})
    game, _ = await services.games.create(box, command, lambda *_: b"")
    held, _ = await services.positions.hold(game)
    return held


async def sit(services: Services, held: Held, seat: int) -> Commit | None:
    """Let somebody sit down: one event more."""
    command = TakeSeat(seat=seat, player=f"p{seat}", name=f"P{seat}")
    ask = Ask(lambda _box, _position: (command, f"player:p{seat}"))
    return (await services.games.change(held.game, ask)).made


def read_anew(services: Services, room: Room) -> None:
    """Have the room's game read, as after a gap in the notices."""
    room.is_in_doubt = True
    services.hub._bring_up(room)


async def versions(stream: AsyncIterator[bytes], count: int) -> list[int]:
    """Read the ids of messages until so many have come."""
    read: list[int] = []
    while len(read) < count:
        read += [int(one) for one in re.findall(rb"^id: (\d+)$", await anext(stream), re.MULTILINE)]
    return read


def test_a_message_that_overlaps_with_what_was_read_is_not_given_twice(
    services: Services, elsewhere: Services
) -> None:
    """The room read events 2 and 3 at once, while the new watcher had read up to 2 by itself."""

    async def scene() -> None:
        held = await a_table(services)
        watching = services.hub.stream(held, SPECTATOR, 0)
        assert b"retry" in await anext(watching)
        room: Room = services.hub._rooms[held.game]
        assert room.version == 1
        await sit(elsewhere, held, 0)
        assert await versions(watching, 2) == [1, 2]

        await sit(elsewhere, held, 1)
        services.hub._tell(room, held, held.read(await services.store.read(held.game, 1)))

        assert await versions(watching, 1) == [3]
        await watching.aclose()
        await elsewhere.close()
        await services.close()

    asyncio.run(scene())


def test_a_commit_of_this_process_is_passed_on_without_the_way_through_redis(
    services: Services,
) -> None:
    """Nobody tails here, so nothing else can tell the watcher."""

    async def scene() -> None:
        held = await a_table(services)
        watching = services.hub.stream(held, 1, 0)
        assert await versions(watching, 1) == [1]
        await sit(services, held, 0)
        assert await asyncio.wait_for(versions(watching, 1), 10) == [2]
        await watching.aclose()
        await services.close()

    asyncio.run(scene())


def test_a_commit_on_top_of_what_watchers_do_not_know_yet_waits_for_it(
    services: Services, elsewhere: Services
) -> None:
    """Another process has appended event 2; then this one appends 3, and is first to say so."""

    async def scene() -> None:
        held = await a_table(services)
        watching = services.hub.stream(held, SPECTATOR, 0)
        assert await versions(watching, 1) == [1]
        await sit(elsewhere, held, 0)
        await services.positions.refresh(held)
        await sit(services, held, 1)
        assert services.hub._rooms[held.game].version == 1
        read_anew(services, services.hub._rooms[held.game])
        assert await asyncio.wait_for(versions(watching, 2), 10) == [2, 3]
        await watching.aclose()
        await elsewhere.close()
        await services.close()

    asyncio.run(scene())


def test_a_commit_that_comes_while_its_game_is_read_is_told_once(
    services: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Told at once, and then found among what was read."""

    async def scene() -> None:
        held = await a_table(services)
        heard: list[int] = []
        stop = services.hub.follow(held, lambda _, new: heard.extend(one.version for one in new))
        read = services.store.read

        async def late(*what: Any) -> Any:
            await sit(services, held, 0)
            return await read(*what)

        monkeypatch.setattr(type(services.store), "read", lambda _self, *what: late(*what))
        room = services.hub._rooms[held.game]
        read_anew(services, room)
        assert room.reading is not None
        await room.reading
        assert heard == [2]
        stop()
        await services.close()

    asyncio.run(scene())


def test_everybody_is_let_go_when_the_process_stops(services: Services) -> None:
    """Streams of games, news of players, long polls."""

    async def scene() -> None:
        held = await a_table(services)
        await services.hub.start()
        watching = services.hub.stream(held, SPECTATOR, 0)
        assert await versions(watching, 1) == [1]
        news = services.news.stream("p1")
        assert b"retry" in await anext(news)
        waiting = (
            asyncio.ensure_future(anext(watching)),
            asyncio.ensure_future(anext(news)),
            asyncio.ensure_future(services.hub.wait_past(held, 1, 1000)),
        )
        await asyncio.sleep(0)

        await services.hub.stop()

        await asyncio.wait_for(asyncio.gather(*waiting, return_exceptions=True), 30)
        assert [one async for one in watching] == []
        assert [one async for one in news] == []
        await services.close()

    asyncio.run(scene())


def test_who_reads_too_slowly_is_dropped_and_resumes(
    services: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Others are not held up; what the slow one was still given has no gap, and the rest comes later."""
    monkeypatch.setattr("services.watchers.QUEUE", 1)

    async def scene() -> None:
        held = await a_table(services)
        await services.hub.start()
        slow = services.hub.stream(held, SPECTATOR, 0)
        keen = services.hub.stream(held, SPECTATOR, 0)
        assert await versions(slow, 1) == await versions(keen, 1) == [1]
        for version in (2, 3):
            await sit(services, held, version - 2)
            assert await asyncio.wait_for(versions(keen, 1), 30) == [version]
        heard = [int(one) async for text in slow for one in re.findall(rb"id: (\d+)", text)]
        assert heard == [2]
        resumed = services.hub.stream(held, SPECTATOR, heard[-1])
        assert await versions(resumed, 1) == [3]
        for stream in (keen, resumed):
            await stream.aclose()
        assert services.hub.streams == 0
        await services.close()

    asyncio.run(scene())


def test_notices_that_nobody_waits_for_are_read_together(
    services: Services, elsewhere: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    """And whoever comes to watch meanwhile is told of the next event at once."""
    monkeypatch.setattr("services.tail.REST_SECONDS", 60.0)
    read, reads = services.hub._tail._read, 0

    async def counted(*what: Any) -> bool:
        nonlocal reads
        reads += 1
        return await read(*what)

    monkeypatch.setattr(services.hub._tail, "_read", counted)

    async def scene() -> None:
        held = await a_table(services)
        await services.hub.start()
        while reads == 0:
            await asyncio.sleep(0.01)
        await sit(elsewhere, held, 0)
        await sit(elsewhere, held, 1)
        await asyncio.sleep(0.05)
        assert reads == 1
        watching = services.hub.stream(held, SPECTATOR, 0)
        assert await versions(watching, 3) == [1, 2, 3]
        await sit(elsewhere, held, 2)
        following = await asyncio.wait_for(versions(watching, 1), 30)
        assert following[0] == 4
        assert reads > 1
        await watching.aclose()
        await elsewhere.close()
        await services.close()

    asyncio.run(scene())


def test_what_is_known_already_is_no_news_and_what_others_commit_is(
    services: Services, elsewhere: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    """After what is no news the notices rest."""
    read, begun, news = services.hub._tail._read, [], []

    async def noted(*what: Any) -> bool:
        begun.append(what)
        news.append(await read(*what))
        return news[-1]

    monkeypatch.setattr(services.hub._tail, "_read", noted)

    async def scene() -> None:
        held = await a_table(services)
        watching = services.hub.stream(held, SPECTATOR, 0)
        assert await versions(watching, 1) == [1]
        await services.hub.start()
        while not begun or services.hub._rooms[held.game].reading is not None:
            await asyncio.sleep(0.01)
        await sit(services, held, 0)
        while not news:
            await asyncio.sleep(0.01)
        assert news == [False]
        await sit(elsewhere, held, 1)
        assert await asyncio.wait_for(versions(watching, 2), 30) == [2, 3]
        assert news == [False, True]
        await watching.aclose()
        await elsewhere.close()
        await services.close()

    asyncio.run(scene())


def test_who_has_just_sat_down_is_not_sent_away_by_old_news(
    services: Services, elsewhere: Services
) -> None:
    """The room may learn late of the event by which the seat became the watcher's own."""

    async def scene() -> bytes:
        held = await a_table(services)
        spectator = services.hub.stream(held, SPECTATOR, 0)
        await anext(spectator)
        room = services.hub._rooms[held.game]
        await sit(elsewhere, held, 1)
        await services.positions.refresh(held)
        seat = services.hub.stream(held, 1, 0)
        assert await versions(seat, 2) == [1, 2]
        read_anew(services, room)
        assert room.reading is not None
        await room.reading
        await sit(elsewhere, held, 0)
        read_anew(services, room)
        heard = await asyncio.wait_for(anext(seat), 10)
        await seat.aclose()
        await spectator.aclose()
        await elsewhere.close()
        await services.close()
        return heard

    assert b"event: seat_taken" in asyncio.run(scene())


def test_a_token_that_was_replaced_while_nobody_could_tell_ends_its_streams(
    services: Services, elsewhere: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Notices may be lost while Redis is away; then every token that streams stand on is asked about."""

    async def scene() -> None:
        held = await a_table(services)
        openers = []
        for name in ("Ada", "Bob"):
            player, token, _ = await services.players.create(name, "human", None, b"")
            openers.append(Opener(player.player_id, token))
        streams = [services.hub.stream(held, SPECTATOR, 0, opener) for opener in openers]
        for stream in streams:
            assert await versions(stream, 1) == [1]
        await elsewhere.players.rotate(openers[0].token or "", None)
        await elsewhere.close()

        ask, failures = services.players.authenticate, 2

        async def failing(token: str) -> Any:
            nonlocal failures
            if failures:
                failures -= 1
                raise StoreUnavailable("away")
            return await ask(token)

        monkeypatch.setattr("services.hub.RETRY_SECONDS", 0.01)
        monkeypatch.setattr(services.players, "authenticate", failing)
        services.hub._suspect_everything()
        doubts = services.hub._doubts
        assert doubts is not None
        await doubts

        assert [one async for one in streams[0]] == []
        await sit(services, held, 1)
        assert await versions(streams[1], 1) == [2]
        await streams[1].aclose()
        late = services.hub.stream(held, SPECTATOR, 0, openers[0])
        assert [one async for one in late] == []
        await services.close()

    asyncio.run(scene())


def test_a_reading_that_fails_is_tried_again(
    services: Services, elsewhere: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nobody would learn of the news otherwise before the next commit."""
    monkeypatch.setattr("services.hub.RETRY_SECONDS", 0.01)

    async def scene() -> None:
        held = await a_table(services)
        await services.hub.start()
        watching = services.hub.stream(held, SPECTATOR, 0)
        assert await versions(watching, 1) == [1]
        read, failures = services.store.read, 2

        async def failing(*what: Any) -> Any:
            nonlocal failures
            if failures:
                failures -= 1
                raise StoreUnavailable("away")
            return await read(*what)

        monkeypatch.setattr(type(services.store), "read", lambda _self, *what: failing(*what))
        await sit(elsewhere, held, 0)
        await elsewhere.close()
        read_anew(services, services.hub._rooms[held.game])
        assert await asyncio.wait_for(versions(watching, 1), 30) == [2]
        assert failures == 0
        await watching.aclose()
        await services.close()

    asyncio.run(scene())


def test_a_long_poll_learns_of_a_game_that_was_dropped_from_memory(services: Services) -> None:
    async def scene() -> None:
        held = await a_table(services)
        await services.hub.start()
        waiting = asyncio.ensure_future(services.hub.wait_past(held, 1, 60))
        while not any(room.waiting for room in services.hub._rooms.values()):
            await asyncio.sleep(0)
        services.positions.forget(held.game)
        await services.positions.latest(held.game)
        await sit(services, held, 0)
        await asyncio.wait_for(waiting, 30)
        await services.close()

    asyncio.run(scene())


def test_a_game_that_is_gone_from_the_store_is_watched_and_looked_for_no_longer(
    services: Services,
) -> None:
    async def scene() -> None:
        held = await a_table(services)
        watching = services.hub.stream(held, SPECTATOR, 0)
        assert await versions(watching, 1) == [1]
        await services.link.execute("DEL", keys.events(held.game))
        services.positions.forget(held.game)
        room = services.hub._rooms[held.game]
        room.noticed = 2
        services.hub._bring_up(room)
        assert room.reading is not None
        await asyncio.wait_for(room.reading, 10)
        assert room.reading is None
        assert not room.is_behind
        assert [one async for one in watching] == []
        await services.close()

    asyncio.run(scene())


def test_who_was_told_of_what_the_store_has_lost_is_let_go(
    services: Services, elsewhere: Services
) -> None:
    """Also where the game has come as far again in the meantime, and by whichever way that is heard of."""

    async def scene(through: Services) -> None:
        held = await a_table(services)
        copy = await services.link.execute("DUMP", keys.events(held.game))
        watching = services.hub.stream(held, SPECTATOR, 0)
        await sit(services, held, 0)
        assert await versions(watching, 2) == [1, 2]

        await services.link.execute("RESTORE", keys.events(held.game), 0, copy, "REPLACE")
        await sit(through, held, 1)
        await sit(through, held, 2)
        room = services.hub._rooms[held.game]
        room.noticed = 3
        services.hub._bring_up(room)
        assert room.reading is not None
        await room.reading

        assert [one async for one in watching] == []
        again = services.hub.stream(held, SPECTATOR, 0)
        assert await versions(again, 3) == [1, 2, 3]
        await again.aclose()

    async def both() -> None:
        await scene(services)
        await scene(elsewhere)
        await elsewhere.close()
        await services.close()

    asyncio.run(both())


def test_that_a_game_has_begun_is_told_once() -> None:
    """It is heard of in two ways: as a game that is new to the reader, and by the event."""
    reader = Reader("p1", None)
    reader.tell_start("game", 3)
    reader.tell_start("game", 2)
    reader.tell_start("other", 2)
    assert reader.greeted().count(b"event: game_started") == 2
