"""Commands that talk to a server: `watch`, `replay`, `verify`, `health`, and what they say when it goes wrong."""

from __future__ import annotations

import asyncio
import http.server
import subprocess
import threading
from collections.abc import AsyncIterator, Callable, Iterator
from typing import Any

import httpx
import pytest

from cli.exits import NoServer
from cli.remote import HERE, Remote, follow, refusal
from cli.watch import Watch
from tests.cli.conftest import (
    BOTS,
    ROUNDTABLE,
    Guest,
    environ,
    on_terminal,
    play_on,
    roundtable,
    running,
    until,
)

SignUp = Callable[..., Guest]


@pytest.fixture
def guest(server: str, sign_up: SignUp) -> Guest:
    return sign_up(server, "Ada")


def test_watch_tells_a_game_to_its_end(server: str, guest: Guest) -> None:
    """Begun while it goes on: this one waits for its third player."""
    seats = ({"bot": "random"}, {"bot": "greedy"}, {"open": True})
    game = guest.new_game(*seats, options={"rounds": 1})
    with running([*ROUNDTABLE, "watch", game, "--url", server]) as watching:
        assert watching.stdout is not None
        assert watching.stdout.readline() == "A table of burnmelt is set up.\n"
        guest.post(f"/games/{game}/seats", {})
        play_on(guest, game)

        told, complaints = watching.communicate(timeout=60)

    assert (watching.returncode, complaints) == (0, "")
    assert "Ada sits down at seat 2." in told
    assert "Round 1 of 1 · over" in told
    assert told.index("place") < told.index("points")
    assert "Random lays a card into the Centre." in told


def test_watch_through_the_eyes_of_a_seat(server: str, guest: Guest) -> None:
    """On a terminal, with a table that is drawn anew; one's own hand is shown, and only that."""
    game = guest.new_game({"player": "me"}, *BOTS[:2])
    words = ("watch", game, "--as", "0", "--url", server, "--token", guest.token)
    with on_terminal(*words) as terminal:
        screen = terminal.until("Greedy lays")
        assert "Ada     16 cards" not in screen
        play_on(guest, game)
        assert "Round 2 of 2 · over" in terminal.until("points")
        assert terminal.wait() == 0


def test_a_game_that_is_over_is_told_as_well(server: str, guest: Guest) -> None:
    game = guest.new_game(*BOTS)
    over = guest.finished(game)

    whole = roundtable("watch", game, "--after", "0", ROUNDTABLE_URL=server)
    rest = roundtable("watch", game, "--after", str(over["version"]), ROUNDTABLE_URL=server)

    assert (whole.returncode, rest.returncode) == (0, 0)
    assert whole.stdout.startswith("A table of burnmelt is set up.")
    assert rest.stdout.startswith("Round 2 of 2 · over")
    assert whole.stdout.endswith(rest.stdout)


def test_replay_and_verify_of_a_game_on_a_server(server: str, guest: Guest) -> None:
    game = guest.new_game(*BOTS)
    guest.finished(game)

    shown = roundtable("replay", game, "--at", "40", "--as", "1", "--url", server)
    checked = roundtable("verify", game, "--url", server)

    assert shown.stdout.startswith("Burnmelt Cave, event 40 of ")
    assert (checked.returncode, checked.stderr) == (0, "")
    assert checked.stdout.startswith(f"holds {game}: ")


def test_a_running_game_is_replayed_as_far_as_it_is_and_cannot_be_verified(
    server: str, guest: Guest
) -> None:
    game = guest.new_game({"player": "me"}, *BOTS[:2])

    shown = roundtable("replay", game, "--url", server)
    checked = roundtable("verify", game, "--url", server)
    peeked = roundtable("replay", game, "--as", "1", "--url", server)

    assert "The game begins." in shown.stdout
    assert checked.returncode == 3
    assert checked.stderr.startswith("roundtable: The server says no: The game is not over.")
    assert peeked.returncode == 3
    assert "You do not hold seat 1" in peeked.stderr


@pytest.mark.parametrize("command", ["watch", "replay", "verify"])
def test_a_game_that_is_not_there(server: str, command: str) -> None:
    told = roundtable(command, "00abcdefghijkmnp", "--url", server)

    assert (told.returncode, told.stdout) == (3, "")
    assert told.stderr.startswith("roundtable: The server says no: There is no such game.")


@pytest.mark.parametrize("command", ["watch", "replay", "verify"])
@pytest.mark.parametrize(
    ("url", "why"),
    [
        ("http://127.0.0.1:9", "The server at http://127.0.0.1:9 does not answer: "),
        ("127.0.0.1:8000", "127.0.0.1:8000 is not the address of a server: "),
        ("http://here:there", "http://here:there is not the address of a server: "),
    ],
)
def test_a_server_that_is_not_there(command: str, url: str, why: str) -> None:
    told = roundtable(command, "00abcdefghijkmnp", "--url", url)

    assert (told.returncode, told.stdout) == (3, "")
    assert told.stderr.startswith(f"roundtable: {why}")


def test_a_server_that_is_something_else(stranger: str) -> None:
    told = roundtable("watch", "00abcdefghijkmnp", "--url", stranger)

    assert told.returncode == 3
    assert told.stderr == f"roundtable: {stranger} does not answer as a Roundtable does.\n"
    assert (
        str(refusal(404, b"<html>")) == "The server answered with status 404; is it a Roundtable?"
    )


def test_health(server: str) -> None:
    well = roundtable("health", "--url", server)
    alive = roundtable("health", "api", "--url", server)
    away = roundtable("health", "--url", "http://127.0.0.1:9")

    assert well.returncode == 0
    assert '"status":"ready"' in well.stdout
    assert (alive.returncode, alive.stdout) == (0, '{"status":"ok"}\n')
    assert away.returncode == 1
    assert away.stderr.startswith("roundtable: http://127.0.0.1:9 does not answer")


@pytest.mark.parametrize("part", ["dispatcher", "worker"])
def test_health_of_what_is_not_there(part: str, redis_url: str) -> None:
    empty = roundtable("health", part, REDIS_URL=redis_url)
    away = roundtable("health", part, REDIS_URL="redis://:hunter2@127.0.0.1:9")
    none = roundtable("health", part)

    assert [told.returncode for told in (empty, away, none)] == [1, 1, 1]
    assert "lately" in empty.stderr or "at work" in empty.stderr
    assert "hunter2" not in away.stderr
    assert "REDIS_URL is not set" in none.stderr


def test_health_of_what_is_there(redis_url: str) -> None:
    """As a compose file runs them: one by one."""
    started = [
        subprocess.Popen(
            [*ROUNDTABLE, part], env=environ(REDIS_URL=redis_url), stderr=subprocess.DEVNULL
        )
        for part in ("dispatcher", "worker")
    ]
    try:
        for part in ("dispatcher", "worker"):
            until(
                lambda part=part: roundtable("health", part, REDIS_URL=redis_url).returncode == 0,
                part,
            )
    finally:
        for process in started:
            process.terminate()
    assert [process.wait(60) for process in started] == [0, 0]


class Stranger(http.server.BaseHTTPRequestHandler):
    """Answers everything with a page."""

    def do_GET(self) -> None:
        self.send_response(200)
        self.end_headers()
        self.wfile.write(b"<html>Welcome</html>")

    def log_message(self, format: str, *args: Any) -> None:
        pass


@pytest.fixture
def stranger() -> Iterator[str]:
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), Stranger) as web:
        thread = threading.Thread(target=web.serve_forever)
        thread.start()
        yield f"http://127.0.0.1:{web.server_port}"
        web.shutdown()
        thread.join()


class Line(httpx.AsyncBaseTransport):
    """A line to a server that breaks as it is told: each answer is a list of chunks, or what goes wrong."""

    def __init__(self, *answers: list[str] | int | Exception) -> None:
        self.answers = list(answers)
        self.resumed: list[str] = []

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        self.resumed.append(request.headers["last-event-id"])
        answer = self.answers.pop(0)
        if isinstance(answer, Exception):
            raise answer
        if isinstance(answer, int):
            return httpx.Response(answer, json={"title": "No", "detail": "Never."})

        async def chunks() -> AsyncIterator[bytes]:
            for chunk in answer:
                if chunk == "break":
                    raise httpx.ReadError("The line broke.")
                yield chunk.encode()

        return httpx.Response(200, content=chunks())


def event(version: int) -> str:
    return f'id: {version}\nevent: seat_taken\ndata: {{"version":{version}}}\n\n'


def followed(line: Line, after: int = 0) -> list[int]:
    async def all_of_it() -> list[int]:
        async with httpx.AsyncClient(transport=line, base_url="http://table") as client:
            return [e["version"] async for e in follow(client, "/events", after)]

    return asyncio.run(all_of_it())


END = "event: end\ndata: {}\n\n"


def test_a_live_stream_goes_on_where_it_broke() -> None:
    line = Line(
        ["retry: 2000\n\n", event(5), ": still here\n\n", event(6), "break"],
        httpx.ConnectError("Nobody there."),
        503,
        [event(7)[:20], event(7)[20:]],
        [event(8), END],
    )

    assert followed(line, after=4) == [5, 6, 7, 8]
    assert line.resumed == ["4", "6", "6", "6", "7"]


def test_a_live_stream_of_a_game_that_is_over_ends_at_once() -> None:
    assert followed(Line(204)) == []


def test_a_live_stream_that_is_refused() -> None:
    with pytest.raises(NoServer, match=r"The server says no: No\. Never\."):
        followed(Line(404))


def test_a_server_that_stays_away(monkeypatch: pytest.MonkeyPatch) -> None:
    waited: list[float] = []

    async def count(seconds: float) -> None:
        waited.append(seconds)

    monkeypatch.setattr("cli.remote.sleep", count)

    with pytest.raises(NoServer, match="does not answer any more"):
        followed(Line(*[httpx.ConnectError("Nobody there.")] * 8))
    assert waited == sorted(waited)


def test_a_game_that_has_not_begun_has_no_table() -> None:
    watch = Watch({"id": "g", "ruleset": "burnmelt", "view": None, "seats": []}, None)

    assert "has not begun" in str(watch.draw_table())


def test_where_to_go_without_being_told() -> None:
    assert Remote() == HERE == Remote(url="http://127.0.0.1:8000", token=None)
