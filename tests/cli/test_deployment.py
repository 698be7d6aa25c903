"""The single processes side by side, as a compose file runs them: two APIs, a dispatcher, a worker."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from cli.embedded import EmbeddedRedis
from tests.cli.conftest import BOTS, ROUNDTABLE, Guest, environ, play_on, roundtable
from tests.stack import until

SignUp = Callable[..., Guest]


class Process:
    """One process of ours, its log in a file."""

    def __init__(self, name: str, log: Path, **settings: str) -> None:
        self.log = log
        with log.open("w") as lines:
            self.process = subprocess.Popen(
                [*ROUNDTABLE, name], env=environ(**settings), stderr=lines
            )

    def lines(self, event: str) -> list[dict[str, str]]:
        """What it has logged of a kind."""
        logged = [json.loads(line) for line in self.log.read_text().splitlines() if line[-1] == "}"]
        return [line for line in logged if line["event"] == event]

    def ready(self, event: str) -> dict[str, str]:
        """Wait until it says so."""

        def said() -> list[dict[str, str]]:
            assert self.process.poll() is None, self.log.read_text()
            return self.lines(event)

        return dict(until(said, event)[0])


@pytest.fixture
def run(tmp_path: Path, redis_url: str) -> Iterator[Callable[..., Process]]:
    """Start processes; all of them stop with exit code 0."""
    running: list[Process] = []

    def start(name: str, **settings: str) -> Process:
        settings = {"REDIS_URL": redis_url, "ROUNDTABLE_PORT": "0"} | settings
        running.append(Process(name, tmp_path / f"{name}{len(running)}.log", **settings))
        return running[-1]

    yield start
    for one in running:
        one.process.terminate()
    codes = [one.process.wait(60) for one in running]
    assert set(codes) <= {0, -9}


def test_two_apis_are_one_service(run: Callable[..., Process], sign_up: SignUp) -> None:
    first, second = run("api"), run("api")
    run("dispatcher")
    run("worker")
    here, there = (one.ready("api_ready")["address"] for one in (first, second))
    guest = sign_up(here)
    game = guest.new_game({"player": "me"}, *BOTS[:2])

    guest.http.base_url = f"{there}/v1"
    play_on(guest, game)
    told = roundtable("watch", game, "--after", "0", "--url", here)

    assert told.returncode == 0
    assert "Round 2 of 2 · over" in told.stdout
    until(lambda: roundtable("health", "--url", here).returncode == 0, "the service is ready")


def test_a_game_goes_on_when_one_api_is_killed(
    run: Callable[..., Process], sign_up: SignUp
) -> None:
    first, second = run("api"), run("api")
    run("dispatcher")
    run("worker")
    here, there = (one.ready("api_ready")["address"] for one in (first, second))
    guest = sign_up(here)
    game = guest.new_game({"player": "me"}, *BOTS[:2])
    until(lambda: guest.act(game), "the guest has acted")

    first.process.kill()
    guest.http.base_url = f"{there}/v1"

    play_on(guest, game)


def test_what_the_proxy_says_of_the_caller_counts_only_from_the_proxy(
    run: Callable[..., Process], sign_up: SignUp
) -> None:
    """Callers without a token are told apart by their address; two requests a minute are allowed."""
    limits = {"ROUNDTABLE_REQUESTS_PER_MINUTE": "2"}
    behind = run("api", ROUNDTABLE_TRUSTED_PROXIES="127.0.0.0/8", **limits)
    open_to_all = run("api", **limits)

    def statuses(api: Process) -> list[int]:
        web = sign_up(api.ready("api_ready")["address"]).http
        del web.headers["Authorization"]
        callers = ("1.1.1.1", "1.1.1.1", "1.1.1.1", "2.2.2.2", "9.9.9.9, 1.1.1.1")
        return [
            web.get("/rulesets", headers={"X-Forwarded-For": caller}).status_code
            for caller in callers
        ]

    assert statuses(behind) == [200, 200, 429, 200, 429]
    assert statuses(open_to_all) == [200, 429, 429, 429, 429]


def test_a_redis_that_is_away_at_the_start_is_waited_for(
    run: Callable[..., Process], tmp_path: Path
) -> None:
    """The processes may start in any order; none gives up."""
    nowhere = f"unix://{tmp_path}/redis.sock"
    api = run("api", REDIS_URL=nowhere)
    dispatcher = run("dispatcher", REDIS_URL=nowhere)
    worker = run("worker", REDIS_URL=nowhere)
    address = api.ready("api_ready")["address"]
    dispatcher.ready("dispatcher_waits")
    worker.ready("queue_away")
    assert roundtable("health", "--url", address).returncode == 1

    with EmbeddedRedis(tmp_path):
        until(lambda: roundtable("health", "--url", address).returncode == 0, "all is well")
        for one in (api, dispatcher, worker):
            one.process.terminate()
            assert one.process.wait(60) == 0
