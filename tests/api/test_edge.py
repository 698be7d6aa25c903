"""What every answer has, whatever it answers to: ids, other origins' rights, HEAD and OPTIONS, budgets, the log line."""

from __future__ import annotations

import json
import socket
from collections.abc import Iterator
from contextlib import closing, contextmanager
from urllib.parse import urlsplit

import httpx
import pytest
import structlog
from structlog.testing import capture_logs

from services.service import Services
from tests.stack import Caller, serving, settings_for, until

SSE = {"accept": "text/event-stream"}


@pytest.fixture
def make(redis_url):
    """Serve the API alone with settings of one's own."""

    @contextmanager
    def serve(services: Services | None = None, **more) -> Iterator[Caller]:
        settings = services.settings if services is not None else settings_for(redis_url, **more)
        with serving(settings, services) as url, closing(Caller.known(url)) as caller:
            yield caller

    return serve


def test_every_answer_carries_an_id(anyone):
    own = anyone.get("/healthz", headers={"x-request-id": "mine-7.x"})
    assert own.headers["x-request-id"] == "mine-7.x"
    seen = {anyone.get("/healthz").headers["x-request-id"] for _ in range(5)}
    assert len(seen) == 5
    for nonsense in ("a b", "x" * 65, 'a"b', "{}", ""):
        told = anyone.get("/healthz", headers={"x-request-id": nonsense})
        assert told.headers["x-request-id"] != nonsense
    assert anyone.get("/nowhere").headers["x-request-id"]


def test_pages_of_all_origins_may_call(make):
    with make(cors_origins="*") as caller:
        told = caller.get("/v1/me", headers={"origin": "https://play.example"})
        assert told.headers["access-control-allow-origin"] == "*"
        assert "ETag" in told.headers["access-control-expose-headers"]
        ask = {
            "origin": "https://play.example",
            "access-control-request-method": "POST",
            "access-control-request-headers": "authorization, idempotency-key",
        }
        told = caller.options("/v1/games", headers=ask)
        assert (told.status_code, told.content) == (204, b"")
        assert told.headers["access-control-allow-origin"] == "*"
        assert "POST" in told.headers["access-control-allow-methods"]
        assert "Idempotency-Key" in told.headers["access-control-allow-headers"]
        refused = caller.get("/v1/games/nope", headers={"origin": "https://play.example"})
        assert refused.headers["access-control-allow-origin"] == "*", "a page reads problems too"


def test_pages_of_one_origin_may_call(make):
    with make(cors_origins="https://play.example") as caller:
        mine = caller.get("/v1/me", headers={"origin": "https://play.example"})
        assert mine.headers["access-control-allow-origin"] == "https://play.example"
        assert "Origin" in mine.headers["vary"]
        other = caller.get("/v1/me", headers={"origin": "https://evil.example"})
        assert other.status_code == 200
        assert "access-control-allow-origin" not in other.headers
        ask = {"origin": "https://evil.example", "access-control-request-method": "POST"}
        told = caller.options("/v1/games", headers=ask)
        assert "access-control-allow-methods" not in told.headers
        game = caller.create("me", "open", "open")["id"]
        seen = caller.get(f"/v1/games/{game}", headers={"origin": "https://play.example"})
        varies = {one.strip() for one in seen.headers.get_list("vary", split_commas=True)}
        assert {"Authorization", "Accept", "Origin"} <= varies


def test_no_page_may_call(make):
    with make(cors_origins="") as caller:
        told = caller.get("/v1/me", headers={"origin": "https://play.example"})
        assert "access-control-allow-origin" not in told.headers
        assert "vary" not in told.headers


def test_options_names_the_methods(anyone):
    told = anyone.options("/v1/games")
    assert told.status_code == 204
    assert told.headers["allow"] == "GET, HEAD, OPTIONS, POST"
    assert anyone.options("/v1/games/x/seats/1").headers["allow"] == "DELETE, OPTIONS"
    assert anyone.put("/v1/games").headers["allow"] == "GET, HEAD, OPTIONS, POST"
    assert anyone.options("/v1/nothing").status_code == 404


def test_head_is_answered_at_once_also_where_get_would_stream(ada):
    game = ada.create("me", "open", "open")["id"]
    for path in (f"/v1/games/{game}/events", "/v1/me/stream"):
        told = ada.head(path, headers=SSE, timeout=30)
        assert (told.status_code, told.content) == (200, b"")
        assert told.headers["content-type"].startswith("text/event-stream")
    told = ada.head(f"/v1/games/{game}/replay")
    assert (told.status_code, told.content) == (200, b"")
    assert told.headers["content-type"].startswith("application/x-ndjson")
    plain = ada.get(f"/v1/games/{game}")
    told = ada.head(f"/v1/games/{game}")
    assert told.headers["content-length"] == plain.headers["content-length"]
    assert told.headers["etag"] == plain.headers["etag"]
    assert ada.head("/v1/games/nope").status_code == 404
    assert ada.get("/v1/me").status_code == 200, "the connection is still good"


def test_tokens_that_nobody_has_share_the_budget_of_their_address(make):
    with make(requests_per_minute=20) as caller:
        spent = 0
        with httpx.Client(base_url=caller.base_url) as stranger:
            for number in range(40):
                token = {"authorization": f"Bearer rt_07abcdefghijkmnp_{number:043}"}
                spent += stranger.get("/v1/me", headers=token).status_code == 401
            assert spent < 20
            assert stranger.get("/v1/me").status_code == 429
        assert caller.get("/v1/me").status_code == 429, "not seen before: counted for the address"


def test_a_player_has_a_budget_of_their_own_whatever_their_token(make):
    with make(requests_per_minute=10) as caller:
        first = caller.get("/v1/me")  # the second of the address
        assert first.headers["ratelimit"].startswith('"requests";r=8;')
        assert caller.get("/v1/me").headers["ratelimit"].startswith('"requests";r=9;')
        fresh = caller.post("/v1/me/tokens").json()["token"]
        caller.headers["authorization"] = f"Bearer {fresh}"
        assert caller.get("/v1/me").headers["ratelimit"].startswith('"requests";r=7;')
        assert caller.get("/v1/me").headers["ratelimit"].startswith('"requests";r=7;')
        while caller.get("/v1/me").status_code == 200:
            pass
        told = caller.get("/v1/me", headers={"origin": "https://play.example"})
        assert told.status_code == 429
        assert told.headers["access-control-allow-origin"] == "*"
        assert caller.get("/healthz").status_code == 200, "health is never refused"


def test_streams_of_a_caller_are_counted(make):
    with make(streams_per_caller=2) as caller:
        game = caller.create("me", "open", "open")["id"]
        path = f"/v1/games/{game}/events"
        with caller.stream("GET", path, headers=SSE), caller.stream("GET", path, headers=SSE):
            told = until(
                lambda: (t := caller.get(path, headers=SSE)).status_code == 429 and t, "refused"
            )
            assert told.headers["ratelimit-policy"] == '"streams";q=2;qu="concurrent-requests"'
            assert told.headers["retry-after"] == "5"
            assert told.json()["type"] == "/problems/too-many-requests"


@pytest.fixture
def logged(monkeypatch):
    """The log lines of the API's edge."""
    with capture_logs(processors=[structlog.contextvars.merge_contextvars]) as lines:
        monkeypatch.setattr("api.edge.log", structlog.get_logger())
        yield lines


def test_one_line_a_request_and_never_a_secret(make, logged):
    with make() as caller:
        game = caller.create("me", "open", "open", client_seed="a secret seed")["id"]
        caller.act(game, {"type": "play_cards"}, headers={"x-request-id": "the-act"})
        caller.head(f"/v1/games/{game}")
        caller.get("/nowhere/at/all")
        caller.get("/healthz")
        token = caller.headers["authorization"].removeprefix("Bearer ")
    lines = [line for line in logged if line["event"] == "request_answered"]
    assert [(line["method"], line["route"], line["status"]) for line in lines] == [
        ("POST", "/v1/players", 201),
        ("POST", "/v1/games", 201),
        ("POST", "/v1/games/{game}/actions", 409),
        ("HEAD", "/v1/games/{game}", 200),
        ("GET", "unknown", 404),
    ]
    assert lines[1]["game"] == game
    act = lines[2]
    assert act["request_id"] == "the-act"
    assert (act["game"], act["seat"], act["problem"]) == (game, 0, "game-not-active")
    assert act["player"] == caller.player_id
    assert act["ms"] >= 0
    everything = json.dumps(logged, default=str)
    assert token not in everything
    assert "a secret seed" not in everything


def test_a_fault_of_ours_is_told_without_its_detail(redis_url, make, logged, monkeypatch):
    services = Services.wire(settings_for(redis_url))

    async def broken(*_):
        raise RuntimeError("the seed is 1234")

    monkeypatch.setattr(services.lists, "page", broken)
    with make(services) as caller:
        told = caller.get("/v1/games")
        assert told.status_code == 500
        assert told.headers["content-type"] == "application/problem+json"
        assert told.json()["type"] == "/problems/internal-error"
        assert "1234" not in told.text
        assert told.headers["x-request-id"]
        assert caller.get("/v1/me").status_code == 200
    line = next(
        line for line in logged if line["event"] == "request_answered" and line["status"] == 500
    )
    assert line["problem"] == "internal-error"


def test_who_hangs_up_while_sending_is_no_fault_of_ours(make, logged):
    with make() as caller:
        address = urlsplit(str(caller.base_url))
        with socket.create_connection((address.hostname, address.port)) as line:
            line.sendall(b"POST /v1/players HTTP/1.1\r\nhost: x\r\ncontent-length: 99\r\n\r\n{")
        until(
            lambda: [one for one in logged if one.get("problem") == "malformed-json"],
            "the request is given up",
        )
    assert all(line["log_level"] == "info" for line in logged)


def test_while_the_table_is_set_nobody_acts(make):
    """There are no workers here, so what is due stays due."""
    with make() as caller:
        told = caller.create("me", "me", "me")
        assert told["due"]
        refused = caller.act(told["id"], {"type": "play_cards"}, seat=0)
        assert refused.json()["type"] == "/problems/upkeep-due"
        assert refused.headers["retry-after"] == "1"
        assert caller.choices(told["id"], 0)["choices"] == []


def test_metrics_count_requests_commits_and_streams(make):
    with make() as caller:
        game = caller.create("me", "open", "open")["id"]
        caller.look(game)
        with caller.stream("GET", f"/v1/games/{game}/events", headers=SSE):
            text = until(
                lambda: (t := caller.get("/metrics").text).count("roundtable_streams 1.0") and t,
                "the stream is counted",
            )
        assert (
            'roundtable_requests_total{method="GET",route="/v1/games/{game}",status="200"}' in text
        )
        assert (
            'roundtable_request_seconds_bucket{le="0.001",method="POST",route="/v1/games"}' in text
        )
        assert "roundtable_commits_total 1.0" in text
        assert "roundtable_stale_retries_total 0.0" in text


def test_readiness_names_what_is_missing(make):
    with make() as caller:
        told = caller.get("/readyz")
        assert told.status_code == 503
        assert told.json() == {
            "status": "not_ready",
            "redis": True,
            "queue": True,
            "dispatcher": False,
        }


def test_the_door_says_where_things_are(anyone):
    told = anyone.get("/").json()
    for address in ("documentation", "openapi", "rulesets"):
        assert anyone.get(told[address]).status_code == 200
