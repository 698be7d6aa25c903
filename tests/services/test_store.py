"""The event store against real servers of every version at hand, and a cluster."""

from __future__ import annotations

import asyncio
import random
import socket
import subprocess
from datetime import UTC, datetime

import msgspec
import pytest

from cli.embedded import EmbeddedRedis, find_server
from domain.kernel.errors import CorruptStream
from domain.table.commands import CreateGame, Keep, SeatPlan
from domain.table.rules import commit
from domain.table.verify import make_record, verify
from services import keys
from services.chores import carry_on
from services.errors import KeyReused, StoreUnavailable
from services.redis_link import PipelinedLink, ReplyError, connect
from services.service import Services, Unsuitable
from services.store import Again, Append, Appended, EventStore, Once, Stale
from tests.services.playing import BOX, ME, acted, created, played_out
from tests.stack import settings_for

NOON = datetime(2026, 5, 1, 12, tzinfo=UTC)


def first_commit():
    seats = tuple(SeatPlan(player=ME, name="Me", seated=True) for _ in range(3))
    command = CreateGame(creator=ME, seats=seats, options={})
    return commit(BOX, None, command, actor=f"player:{ME}", at=NOON, seed=bytes(32))


def second_commit(first):
    return commit(BOX, first.after, Keep(upkeep="start_round"), actor="system", at=NOON)


def run(url, what):
    async def whole():
        link = connect(url)
        store = EventStore(link)
        try:
            return await what(store)
        finally:
            await store.close()
            await link.close()

    return asyncio.run(whole())


def test_a_commit_is_all_or_nothing_and_exactly_the_next_version(each_redis):
    first = first_commit()
    second = second_commit(first)
    game = keys.new_id()

    async def what(store):
        assert await store.append(Append(game, second)) == Stale(0), "a gap is refused"
        assert await store.append(Append(game, first)) == Appended(6)
        assert await store.append(Append(game, first)) == Stale(6), "so is a second event 1"
        assert await store.append(Append(game, second)) == Appended(10)
        entries = await store.read(game)
        assert [entry.version for entry in entries] == list(range(1, 11))
        assert [e.hash.hex() for e in entries] == [e.hash for e in (*first.events, *second.events)]
        assert [e.version for e in await store.read(game, 7)] == [8, 9, 10]
        assert [e.version for e in await store.read(game, 7, 2)] == [8, 9]
        assert (await store.last(game)).version == 10
        raw = await store.link.execute("XRANGE", keys.events(game), "-", "+", "COUNT", 1)
        assert raw[0][0] == b"1-0", "the entry's id is the version"

    run(each_redis.url, what)


def test_the_same_request_has_effect_once(each_redis):
    first, game = first_commit(), keys.new_id()
    once = Once(tag=keys.tag_of(game), scope="s", fingerprint="f")

    async def what(store):
        assert await store.append(Append(game, first, once, b"answer")) == Appended(6)
        assert await store.append(Append(game, first, once, b"other")) == Again(b"answer")
        assert await store.answer_of(once) == Again(b"answer")
        other = Once(tag=once.tag, scope="s", fingerprint="g")
        with pytest.raises(KeyReused):
            await store.append(Append(game, first, other, b"x"))
        ttl = await store.link.execute("TTL", keys.idempotency(once.tag, "s"))
        assert 0 < ttl <= 24 * 60 * 60

    run(each_redis.url, what)


def test_of_rivals_exactly_one_wins(each_redis):
    first = first_commit()
    game = keys.new_id()

    async def what(store):
        outcomes = await asyncio.gather(*(store.append(Append(game, first)) for _ in range(20)))
        assert sorted(map(str, outcomes)) == sorted(map(str, [Appended(6), *[Stale(6)] * 19]))

    run(each_redis.url, what)


def test_what_must_happen_next_is_noted_with_the_commit(each_redis):
    first, game = first_commit(), keys.new_id()
    tag = keys.tag_of(game)

    async def what(store):
        await store.append(Append(game, first))
        (work,) = await store.link.execute("XRANGE", keys.work(tag), "-", "+")
        assert work[1] == [b"g", game.encode(), b"v", b"6", b"w", b"upkeep"]
        due = await store.link.execute("ZSCORE", keys.due(tag), game)
        assert int(due) == int(NOON.timestamp() * 1000) + 5000
        (notice,) = await store.link.execute("XRANGE", keys.commits(tag), "-", "+")
        assert notice[1][:4] == [b"g", game.encode(), b"v", b"6"]
        await store.append(Append(game, second_commit(first)))
        assert await store.link.execute("ZSCORE", keys.due(tag), game) is None

    run(each_redis.url, what)


def test_missing_events_are_noticed(each_redis):
    first, game = first_commit(), keys.new_id()

    async def what(store):
        await store.append(Append(game, first))
        await store.link.execute("XDEL", keys.events(game), "3-0")
        with pytest.raises(CorruptStream):
            await store.read(game)

    run(each_redis.url, what)


def test_whole_games_on_every_server(each_redis):
    async def whole():
        services = Services.wire(settings_for(each_redis.url))
        game = await created(services, "random", "greedy", "random")
        last = await played_out(services, game)
        held = await services.positions.latest(game)
        entries = held.read(await services.store.read(game))
        seed = bytes.fromhex(held.position.table.seed)
        record = make_record(game, held.box, entries, seed)
        record = msgspec.json.decode(msgspec.json.encode(record), type=type(record))
        assert list(verify(record, held.box.ruleset)) == []
        assert len(entries) == last
        await services.close()

    asyncio.run(whole())


def test_fsync_needs_waitaof_and_says_so(each_redis, request):
    async def whole():
        services = Services.wire(settings_for(each_redis.url, durability="fsync"))
        try:
            await services.check_redis()
            game = await created(services, "me", "me", "me")
            return (await services.positions.latest(game)).position.version
        finally:
            await services.close()

    if request.node.callspec.params["each_redis"] == "7.0":
        with pytest.raises(Unsuitable, match=r"7\.2"):
            asyncio.run(whole())
    else:
        assert asyncio.run(whole()) == 6


def test_without_replicas_their_promise_is_not_given(redis_url):
    async def whole():
        services = Services.wire(settings_for(redis_url, durability="replica"))
        services.store.durable_ms = 50
        try:
            with pytest.raises(StoreUnavailable):
                await created(services, "me", "me", "me")
        finally:
            await services.close()

    asyncio.run(whole())


def test_what_was_answered_under_fsync_survives_a_killed_server(tmp_path):
    """Killed, not stopped: everything that was answered is there again."""
    redis = EmbeddedRedis(tmp_path, find_server((7, 2)))
    redis.start()
    versions: dict[str, int] = {}

    async def write():
        services = Services.wire(settings_for(redis.url, durability="fsync"))
        for _ in range(3):
            game = await created(services, "me", "me", "me")
            versions[game] = 6
        await services.close()

    async def check():
        services = Services.wire(settings_for(redis.url, durability="fsync"))
        for game, version in versions.items():
            assert (await services.positions.latest(game)).position.version == version
        await services.close()

    asyncio.run(write())
    redis.kill()
    redis.start()
    asyncio.run(check())
    redis.stop()


def test_a_snapshot_saves_reading_and_can_be_thrown_away(use):
    async def what(services):
        rng = random.Random(1)
        game = await created(services, "me", "me", "me")
        while (position := (await services.positions.latest(game)).position).version < 120:
            await carry_on(services, game)
            position = (await services.positions.latest(game)).position
            if position.table.is_over:
                break
            await acted(services, game, position.agenda.to_act[0].seat, rng)
        held = await services.positions.latest(game)
        await services.positions.put_by(held)
        assert await services.link.execute("EXISTS", keys.snapshot(game))
        assert await services.link.execute("TTL", keys.snapshot(game)) > 0
        await carry_on(services, game)
        if not held.position.table.is_over:
            await acted(services, game, held.position.agenda.to_act[0].seat, rng)
        expected = held.position
        services.positions.forget(game)
        again = (await services.positions.latest(game)).position
        assert again == expected
        await services.link.execute("HSET", keys.snapshot(game), "s", b"nonsense")
        services.positions.forget(game)
        assert (await services.positions.latest(game)).position == expected
        await played_out(services, game)
        await asyncio.sleep(0)
        await services.link.execute("PING")
        assert not await services.link.execute("EXISTS", keys.snapshot(game))

    use(what)


def test_the_link_tells_refusals_from_absence(redis_url):
    async def whole():
        link = connect(redis_url)
        with pytest.raises(ReplyError):
            await link.execute("NOSUCHCOMMAND")
        assert await link.execute("ECHO", "é") == "é".encode()
        await link.close()
        assert await link.execute("PING") == b"PONG", "it dials again when it is next used"
        await link.close()
        gone = connect("redis://127.0.0.1:1")
        with pytest.raises(StoreUnavailable):
            await gone.execute("PING")
        assert isinstance(gone, PipelinedLink)

    asyncio.run(whole())


def test_many_calls_at_once_keep_their_replies_apart(redis_url):
    async def whole():
        link = connect(redis_url)
        replies = await asyncio.gather(*(link.execute("ECHO", str(n)) for n in range(500)))
        assert replies == [str(n).encode() for n in range(500)]
        await link.close()

    asyncio.run(whole())


@pytest.mark.parametrize("url", ["http://x", "redis+nothing://x"])
def test_an_address_of_an_unknown_kind_is_refused(url):
    with pytest.raises(ValueError, match="is not known"):
        connect(url)


def test_a_cluster_keeps_each_game_in_one_slot(tmp_path):
    """A cluster refuses scripts whose keys lie in several slots; whole games must go through."""
    binary = find_server()
    # The bus gets a port of its own: the usual one, 10,000 above, may be beyond all ports.
    port, bus = _free_port(), _free_port()
    command = [str(binary), "--port", str(port), "--cluster-enabled", "yes", "--dir", str(tmp_path)]
    command += [
        "--save",
        "",
        "--cluster-config-file",
        "nodes.conf",
        "--cluster-port",
        str(bus),
        "--bind",
        "127.0.0.1",
    ]
    server = subprocess.Popen(command, stdout=subprocess.DEVNULL)
    try:

        async def whole():
            single = connect(f"redis://127.0.0.1:{port}")
            await _until_answers(single, server)
            await single.execute("CLUSTER", "ADDSLOTSRANGE", 0, 16383)
            while b"cluster_state:ok" not in await single.execute("CLUSTER", "INFO"):
                await asyncio.sleep(0.01)
            await single.close()
            services = Services.wire(settings_for(f"redis+cluster://127.0.0.1:{port}"))
            await services.hub.start()
            game = await created(services, "random", "greedy", "random", rounds=1)
            held = await services.positions.latest(game)
            stream = services.hub.stream(held, -1, 0)
            await anext(stream)
            await played_out(services, game)
            heard = b"".join([message async for message in stream])
            assert b"event: end" in heard
            player, token, _ = await services.players.create("Ada", "human", None, b"")
            assert await services.players.authenticate(token) == player
            await services.close()

        asyncio.run(asyncio.wait_for(whole(), 60))
    finally:
        server.kill()
        server.wait()


async def _until_answers(link, server):
    while True:
        assert server.poll() is None, "the server could not start"
        try:
            return await link.execute("PING")
        except StoreUnavailable:
            await asyncio.sleep(0.02)


def _free_port():
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return one.getsockname()[1]


def test_scripts_are_loaded_anew_after_a_flush(use):
    async def what(services):
        await services.link.execute("SCRIPT", "FLUSH")
        assert await created(services, "me", "me", "me")

    use(what)
