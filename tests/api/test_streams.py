"""Live streams: resume, ends, stalls, limits, a player's news; pages and lines of events."""

from __future__ import annotations

import json
import socket
import threading
from contextlib import closing
from urllib.parse import urlsplit

import msgspec
import pytest

from cli.embedded import EmbeddedRedis, find_server
from services.watchers import QUEUE
from tests.stack import Caller, messages, process, serving, settings_for, until

SSE = {"accept": "text/event-stream"}


@pytest.fixture
def over(ada):
    """A finished game."""
    game = ada.create("bot:random", "bot:random", "bot:random", options={"rounds": 1})["id"]
    ada.wait_for(game, lambda seen: seen["status"] == "finished", "the bots finish")
    return game


def test_a_stream_resumes_after_any_event(anyone, over):
    last = anyone.look(over)["version"]
    for after in (0, 1, last // 2, last - 1):
        for headers, query in (({"last-event-id": str(after)}, {}), ({}, {"after": after})):
            with anyone.stream(
                "GET", f"/v1/games/{over}/events", params=query, headers=SSE | headers
            ) as r:
                assert r.headers["content-type"].startswith("text/event-stream")
                assert r.headers["cache-control"] == "no-store"
                assert r.headers["x-accel-buffering"] == "no"
                heard = list(messages(r))
            assert [message.id for message in heard[:-1]] == list(range(after + 1, last + 1))
            assert heard[-1].name == "end"


def test_nothing_more_to_come_is_told_by_204(anyone, over):
    last = anyone.look(over)["version"]
    told = anyone.get(f"/v1/games/{over}/events", headers=SSE | {"last-event-id": str(last)})
    assert told.status_code == 204


def test_pages_and_lines_agree(anyone, over):
    pages, after = [], 0
    while after is not None:
        told = anyone.get(f"/v1/games/{over}/events", params={"after": after, "limit": 20})
        page = told.json()
        pages += page["items"]
        assert "immutable" in told.headers["cache-control"], "the game is over"
        after = page["next"]
    lines = anyone.get(f"/v1/games/{over}/events", headers={"accept": "application/x-ndjson"})
    assert lines.headers["content-type"].startswith("application/x-ndjson")
    assert [json.loads(line) for line in lines.text.splitlines()] == pages


def test_only_pages_that_cannot_change_are_kept(ada, anyone):
    game = ada.create("me", "open", "open")["id"]
    path = f"/v1/games/{game}/events"

    def page(limit, **headers):
        return anyone.get(path, params={"limit": limit}, headers=headers)

    closed, last, all_there_is = page(1), page(2), page(3)
    assert "immutable" in closed.headers["cache-control"]
    assert (closed.json()["next"], last.json()["next"], all_there_is.json()["next"]) == (
        1,
        None,
        None,
    )
    for told in (last, all_there_is):
        assert "no-cache" in told.headers["cache-control"], "there may be more after it soon"
        assert page(2, **{"if-none-match": told.headers["etag"]}).status_code == 304
    assert closed.headers["vary"] == "Authorization, Accept"
    ada.post(f"/v1/games/{game}/seats", json={"seat": 2})
    grown = page(2, **{"if-none-match": last.headers["etag"]})
    assert (grown.status_code, grown.json()["next"]) == (200, 2)
    assert page(1, **{"if-none-match": closed.headers["etag"]}).status_code == 304


def test_the_format_is_the_one_that_is_liked_best(anyone, over):
    path = f"/v1/games/{over}/events"
    told = anyone.get(path, headers={"accept": "application/json, text/event-stream;q=0.1"})
    assert told.headers["content-type"] == "application/json"
    packed = anyone.get(path, headers={"accept": "application/msgpack"})
    assert packed.headers["content-type"] == "application/msgpack"
    assert msgspec.msgpack.decode(packed.content) == told.json()


def test_head_has_the_headers_and_no_body(anyone, over):
    told = anyone.head(f"/v1/games/{over}")
    assert (told.status_code, told.content) == (200, b"")
    assert told.headers["etag"]


def test_news_tell_waiting_turns_first_and_then_what_comes(url, ada, bob):
    clock = {"per_action_s": 86400, "on_timeout": "bot"}
    waiting = bob.create("me", "bot:random", "bot:random", clock=clock)["id"]
    asked = bob.wait_turn(waiting, 0)
    heard = []

    def listen():
        with (
            closing(Caller(base_url=url, headers=dict(bob.headers), timeout=30)) as caller,
            caller.stream("GET", "/v1/me/stream", headers=SSE) as response,
        ):
            for message in messages(response):
                heard.append(message)
                if message.name == "game_finished":
                    return

    thread = threading.Thread(target=listen)
    thread.start()
    until(
        lambda: any(m.name == "your_turn" and m.data["game"] == waiting for m in heard),
        "the waiting turn",
    )
    assert all(message.id is None for message in heard), "news do not move a resume point"
    turn = next(m for m in heard if m.name == "your_turn" and m.data["game"] == waiting)
    decision = next(one for one in asked["to_act"] if one["seat"] == 0)
    assert turn.data["clock"] == clock
    assert (turn.data["seat"], turn.data["decision"]) == (0, decision["decision"])
    assert turn.data["deadline"] == decision["deadline"]
    invited = ada.create("me", bob.player_id, "bot:random")["id"]
    until(
        lambda: any(m.name == "invited" and m.data["game"] == invited for m in heard),
        "the invitation",
    )
    bob.post(f"/v1/games/{invited}/seats", json={})
    until(
        lambda: any(m.name == "game_started" and m.data["game"] == invited for m in heard),
        "the start",
    )
    until(
        lambda: any(m.name == "your_turn" and m.data["game"] == invited for m in heard), "the turn"
    )
    bob.delete(f"/v1/games/{waiting}/seats/0")
    until(
        lambda: any(m.name == "game_finished" and m.data["game"] == waiting for m in heard),
        "the end",
    )
    thread.join(10)


def test_the_queue_brings_players_together(url):
    callers = [Caller.known(url, f"Q{number}") for number in range(3)]
    wanted = {"ruleset": "burnmelt", "options": {"rounds": 1}}
    answers = [caller.post("/v1/me/queue", json=wanted) for caller in callers]
    told = [answer.json() for answer in answers]
    assert [one["status"] for one in told] == ["waiting", "waiting", "matched"]
    assert answers[2].headers["location"] == f"/v1/games/{told[2]['game']}"
    game = told[2]["game"]
    for caller in callers:
        mine = caller.get("/v1/games", params={"player": "me"}).json()["items"]
        assert [one["id"] for one in mine] == [game]
    assert callers[0].look(game)["options"]["rounds"] == 1
    callers[0].post("/v1/me/queue", json=wanted)
    assert callers[0].delete("/v1/me/queue").json() == {"was_waiting": True}
    assert callers[0].delete("/v1/me/queue").json() == {"was_waiting": False}
    for caller in callers:
        caller.close()


def test_a_repeated_request_for_opponents_counts_once(url):
    with closing(Caller.known(url, "Q")) as caller:
        key = {"idempotency-key": "only once"}
        wanted = {"ruleset": "burnmelt", "seats": 4}
        first = caller.post("/v1/me/queue", json=wanted, headers=key)
        again = caller.post("/v1/me/queue", json=wanted, headers=key)
        assert first.json() == again.json()
        assert again.headers["idempotent-replayed"] == "true"
        caller.delete("/v1/me/queue")


def test_limits_are_told_and_kept(tmp_path):
    with EmbeddedRedis(tmp_path, find_server()) as redis:
        settings = settings_for(
            redis.url, acts_per_minute=3, requests_per_minute=10, streams_per_caller=1
        )
        with serving(settings) as url, closing(Caller.known(url)) as caller:
            game = caller.create("me", "open", "open")["id"]
            told = caller.get("/v1/me")
            assert told.headers["ratelimit-policy"] == '"requests";q=10;w=60'
            assert told.headers["ratelimit"].startswith('"requests";r=')
            with caller.stream("GET", f"/v1/games/{game}/events", headers=SSE) as response:
                heard = messages(response)
                next(heard)
                refused = caller.get(f"/v1/games/{game}/events", headers=SSE)
                assert refused.status_code == 429
                assert refused.headers["retry-after"]
            acts = [caller.act(game, {"type": "x"}).status_code for _ in range(4)]
            assert acts == [409, 409, 409, 429]
            while (told := caller.get("/v1/me")).status_code == 200:
                pass
            assert told.json()["type"] == "/problems/too-many-requests"
            assert int(told.headers["retry-after"]) >= told.json()["retry_after"] >= 1


def test_who_stalls_is_dropped_and_resumes_with_nothing_missed(ada, over):
    """A reader that never reads must not hold up others; here it reads nothing while a game is played."""
    game = ada.create("me", "bot:random", "bot:random")["id"]
    address = urlsplit(str(ada.base_url))
    with socket.create_connection((address.hostname, address.port)) as stalled:
        stalled.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
        stalled.sendall(
            f"GET /v1/games/{game}/events HTTP/1.1\r\nHost: x\r\nAccept: text/event-stream\r\n\r\n".encode()
        )
        end = ada.play_out(game)
        assert end["status"] == "finished"
    with ada.stream("GET", f"/v1/games/{game}/events", headers=SSE) as response:
        assert len(list(messages(response))) == end["version"] + 1
    assert QUEUE > 0


def test_streams_of_those_who_left_are_cleaned_up(ada, anyone):
    def open_streams():
        lines = anyone.get("/metrics").text.splitlines()
        return float(next(x for x in lines if x.startswith("roundtable_streams ")).split()[1])

    game = ada.create("me", "open", "open")["id"]
    before = open_streams()
    with anyone.stream("GET", f"/v1/games/{game}/events", headers=SSE) as response:
        heard = messages(response)
        next(heard)
        with closing(Caller(base_url=anyone.base_url)) as other:
            lines = other.get("/metrics").text
            assert f"roundtable_streams {before + 1}" in lines
    until(lambda: open_streams() == before, "the stream is closed on the server too")


def test_redis_stopped_and_started_in_mid_game(tmp_path):
    """503 while it is away, then on it goes: live streams, workers, everything."""
    with (
        EmbeddedRedis(tmp_path, find_server()) as redis,
        process("workers.dispatcher", settings_for(redis.url)),
        process("workers.worker", settings_for(redis.url)),
        serving(settings_for(redis.url)) as url,
        closing(Caller.known(url)) as caller,
    ):
        game = caller.create("me", "bot:random", "bot:random")["id"]
        caller.wait_turn(game, 0)
        heard: list = []

        def listen():
            with (
                closing(Caller(base_url=url, timeout=60)) as watcher,
                watcher.stream("GET", f"/v1/games/{game}/events", headers=SSE) as response,
            ):
                heard.extend(messages(response))

        thread = threading.Thread(target=listen)
        thread.start()
        until(lambda: heard, "the stream has begun")
        redis.stop()
        told = caller.get(f"/v1/games/{game}")
        assert told.status_code == 503
        assert told.json()["type"] == "/problems/store-unavailable"
        assert told.headers["retry-after"]
        assert caller.get("/healthz").status_code == 200
        assert caller.get("/readyz").status_code == 503
        redis.start()
        until(lambda: caller.get(f"/v1/games/{game}").status_code == 200, "Redis is back")
        end = caller.play_out(game)
        assert end["status"] == "finished"
        thread.join(30)
        assert [message.id for message in heard[:-1]] == list(range(1, end["version"] + 1))


@pytest.mark.parametrize(
    ("query", "pointer"),
    [
        ("from=20&to=10", "/query/to"),
        ("from=100000", "/query/from"),
        ("from=0", "/query/from"),
        ("to=x", "/query/to"),
    ],
)
def test_a_replay_of_nothing_is_refused(ada, query, pointer):
    game = ada.create("bot:random", "bot:random", "bot:random")["id"]
    ada.wait_for(game, lambda seen: seen["status"] == "finished", "the bots have played")
    told = ada.get(f"/v1/games/{game}/replay?{query}")
    assert told.status_code == 400
    assert told.json()["faults"][0]["pointer"] == pointer


def test_news_tell_every_turn_that_waits_however_many_there_are(ada, bob):
    """More invitations than a queue holds do not keep a turn from being told."""
    for _ in range(QUEUE + 10):
        bob.create("me", ada.player_id, "open")
    game = ada.create("me", "bot:random", "bot:random")["id"]
    ada.wait_turn(game, 0)
    waiting = {("invited", None), ("your_turn", game)}
    with ada.stream("GET", "/v1/me/stream", headers=SSE) as response:
        invited = 0
        for message in messages(response):
            invited += message.name == "invited"
            if message.name == "your_turn" and message.data["game"] == game:
                waiting.discard(("your_turn", game))
            if invited == QUEUE + 10:
                waiting.discard(("invited", None))
            if not waiting:
                break
    assert not waiting


def test_many_streams_at_once_are_not_more_than_are_allowed(settings, ada):
    game = ada.create("me", "open", "open")["id"]
    few = msgspec.structs.replace(settings, streams_per_caller=3)
    opened, statuses, over = threading.Semaphore(0), [], threading.Event()
    with serving(few) as url:

        def listen():
            with (
                Caller(base_url=url, headers=dict(ada.headers), timeout=60) as ear,
                ear.stream("GET", f"/v1/games/{game}/events", headers=SSE) as response,
            ):
                statuses.append(response.status_code)
                opened.release()
                if response.status_code == 200:
                    over.wait(60)

        threads = [threading.Thread(target=listen) for _ in range(12)]
        for thread in threads:
            thread.start()
        for _ in threads:
            assert opened.acquire(timeout=30)
        over.set()
        for thread in threads:
            thread.join(30)
    assert sorted(statuses) == [200] * 3 + [429] * 9
