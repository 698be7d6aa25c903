"""The whole service for tests: a real server on a real socket, real Redis, dispatcher and workers."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import httpx
import uvicorn

from api.app import create_app
from services.service import Services
from services.settings import Settings

PATIENCE = 60.0


def until(true: Callable[[], Any], what: str, seconds: float = PATIENCE) -> Any:
    """Wait for a condition; give what it gives."""
    ends = time.monotonic() + seconds
    while not (found := true()):
        if time.monotonic() > ends:
            raise AssertionError(f"It did not come to this: {what}")
        threading.Event().wait(0.01)
    return found


def settings_for(redis_url: str, **more: Any) -> Settings:
    """Settings without limits, which other tests would run into."""
    told: dict[str, Any] = {
        "acts_per_minute": 0,
        "requests_per_minute": 0,
        "streams_per_caller": 0,
        "log_level": "error",
    }
    return Settings(redis_url=redis_url, **(told | more))


@contextmanager
def serving(settings: Settings, services: Services | None = None) -> Iterator[str]:
    """Serve the API in a thread; give its address."""
    config = uvicorn.Config(
        create_app(settings, services), port=0, log_level="critical", loop="asyncio", lifespan="on"
    )
    server = uvicorn.Server(config)
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    until(lambda: server.started or not thread.is_alive(), "the server has started")
    assert server.started, "the server could not start"
    port = server.servers[0].sockets[0].getsockname()[1]
    try:
        yield f"http://127.0.0.1:{port}"
    finally:
        server.should_exit = True
        server.force_exit = True
        thread.join(PATIENCE)


@contextmanager
def process(module: str, settings: Settings) -> Iterator[subprocess.Popen[bytes]]:
    """Run a dispatcher or worker process; it is killed at the end if it still runs."""
    running = start(module, settings)
    try:
        yield running
    finally:
        stop(running)


def start(module: str, settings: Settings) -> subprocess.Popen[bytes]:
    """Start a dispatcher or worker process."""
    return subprocess.Popen([sys.executable, "-m", module], env=os.environ | settings.to_env())


def stop(running: subprocess.Popen[bytes]) -> None:
    """Ask a process to stop; kill it if it does not."""
    if running.poll() is None:
        running.terminate()
        try:
            running.wait(10)
        except subprocess.TimeoutExpired:
            running.kill()
            running.wait()


class Caller(httpx.Client):
    """A client of the API, with a token or without."""

    player_id: str = ""

    @classmethod
    def known(cls, url: str, name: str = "Ada", kind: str = "program") -> Caller:
        """Register, and call with the token from then on."""
        caller = cls(base_url=url, timeout=PATIENCE)
        told = caller.post("/v1/players", json={"name": name, "kind": kind})
        assert told.status_code == 201, told.text
        caller.player_id = told.json()["player_id"]
        caller.headers["authorization"] = f"Bearer {told.json()['token']}"
        return caller

    def create(self, *seats: Any, **more: Any) -> dict[str, Any]:
        """Create a game of Burnmelt Cave: seats are `me`, `open`, `bot:<name>` or a player's id."""
        body = {"ruleset": "burnmelt", "seats": [_seat(one) for one in seats], **more}
        told = self.post("/v1/games", json=body)
        assert told.status_code == 201, told.text
        return told.json()

    def look(self, game: str, **query: Any) -> dict[str, Any]:
        """Look at a game."""
        told = self.get(f"/v1/games/{game}", params=query)
        assert told.status_code == 200, told.text
        return told.json()

    def choices(self, game: str, seat: int | None = None) -> dict[str, Any]:
        """Ask what a seat may do."""
        told = self.get(f"/v1/games/{game}/choices", params={} if seat is None else {"seat": seat})
        assert told.status_code == 200, told.text
        return told.json()

    def act(self, game: str, action: Any, headers: Any = None, **body: Any) -> httpx.Response:
        """Act."""
        return self.post(
            f"/v1/games/{game}/actions", json={"action": action, **body}, headers=headers
        )

    def wait_for(
        self, game: str, true: Callable[[dict[str, Any]], bool], what: str
    ) -> dict[str, Any]:
        """Look at a game until something is so."""
        ends, seen = time.monotonic() + PATIENCE, self.look(game)
        while not true(seen):
            assert time.monotonic() < ends, f"It did not come to this: {what}"
            seen = self.look(game, after=seen["version"], wait=1)
        return seen

    def wait_turn(self, game: str, seat: int | None = None) -> dict[str, Any]:
        """Wait until a seat (any, if none is named) is asked something, or the game is over."""
        return self.wait_for(
            game,
            lambda seen: (
                seen["status"] != "active"
                or any(not d["bot"] and seat in (None, d["seat"]) for d in seen["to_act"])
            ),
            "somebody is asked",
        )

    def play_out(
        self, game: str, choose: Callable[[list[dict[str, Any]]], Any] | None = None
    ) -> dict[str, Any]:
        """Play all seats that this caller holds to the end, from the choices alone."""
        choose = choose or (lambda choices: choices[0]["example"])
        while True:
            seen = self.wait_for(game, self._is_asked_in, "a seat of ours is asked")
            if seen["status"] != "active":
                return seen
            for decision in seen["to_act"]:
                if not self._holds(seen, decision["seat"]):
                    continue
                told = self.choices(game, decision["seat"])
                if told["choices"]:
                    done = self.act(
                        game,
                        choose(told["choices"]),
                        seat=decision["seat"],
                        decision=told["decision"],
                    )
                    assert done.status_code == 201, done.text

    def _is_asked_in(self, seen: dict[str, Any]) -> bool:
        asked = any(self._holds(seen, decision["seat"]) for decision in seen["to_act"])
        return asked or seen["status"] != "active"

    def _holds(self, seen: dict[str, Any], seat: int) -> bool:
        holder = seen["seats"][seat]
        return holder["player_id"] == self.player_id and holder["status"] == "taken"


def _seat(text: str) -> dict[str, Any]:
    if text == "open":
        return {"open": True}
    if text.startswith("bot:"):
        return {"bot": text.removeprefix("bot:")}
    return {"player": text}


class Message:
    """A server-sent event."""

    def __init__(self, lines: list[str]) -> None:
        fields = [line.partition(": ") for line in lines]
        self.id = next((int(value) for name, _, value in fields if name == "id"), None)
        self.name = next((value for name, _, value in fields if name == "event"), None)
        data = [value for name, _, value in fields if name == "data"]
        self.data = json.loads("\n".join(data)) if data else None


def messages(response: httpx.Response) -> Iterator[Message]:
    """Read a stream of server-sent events; comments are passed over."""
    lines: list[str] = []
    for line in response.iter_lines():
        if line == "":
            message = Message(lines)
            if message.name is not None:
                yield message
            lines = []
        elif not line.startswith(":"):
            lines.append(line)
