"""`roundtable serve`: one command, everything looked after, and nothing lost however it ends."""

from __future__ import annotations

import signal
import socket
import threading
from collections.abc import Callable
from functools import partial
from pathlib import Path

import httpx
import psutil
import pytest

from tests.cli.conftest import BOTS, Guest, Serving, environ, play_on, roundtable
from tests.stack import PATIENCE, until

Serve = Callable[..., Serving]
SignUp = Callable[..., Guest]


def test_it_says_where_it_is_plays_and_stops(serve: Serve, sign_up: SignUp) -> None:
    serving = serve("--workers", "2")
    url = serving.ready()
    told = serving.out.read_text()
    assert f"{url}/docs" in told
    assert str(serving.folder) in told
    children = serving.children()
    assert {name: len(found) for name, found in children.items()} == {
        "redis": 1,
        "api": 1,
        "dispatcher": 1,
        "worker": 2,
    }
    guest = sign_up(url)
    guest.finished(guest.new_game(*BOTS))

    assert serving.stop(signal.SIGINT) == 0

    assert "Stopped" in serving.out.read_text()
    for child in (one for found in children.values() for one in found):
        assert not child.is_running()


def test_the_next_start_goes_on_where_it_was(serve: Serve, sign_up: SignUp) -> None:
    """With players, tokens and a game in the middle."""
    serving = serve()
    guest = sign_up(serving.ready(), "Ada")
    game = guest.new_game({"player": "me"}, *BOTS[:2])
    until(lambda: guest.act(game), "the guest has chosen")
    before = guest.get(f"/games/{game}")
    assert serving.stop() == 0

    serving.start()
    guest.http.base_url = f"{serving.ready()}/v1"

    assert guest.get(f"/games/{game}")["version"] >= before["version"]
    play_on(guest, game)


def test_a_server_that_was_killed_leaves_nothing_running_and_loses_nothing(
    serve: Serve, sign_up: SignUp
) -> None:
    serving = serve()
    guest = sign_up(serving.ready())
    game = guest.new_game(*BOTS)
    guest.finished(game)
    children = [one for found in serving.children().values() for one in found]
    serving.process.kill()
    serving.process.wait()

    serving.start()
    guest.http.base_url = f"{serving.ready()}/v1"

    assert guest.get(f"/games/{game}")["status"] == "finished"
    gone, _ = psutil.wait_procs(children, timeout=20)
    assert len(gone) == len(children)


def test_a_folder_has_one_server_at_a_time(serve: Serve) -> None:
    serving = serve()
    url = serving.ready()

    second = roundtable("serve", "--port", "0", "--data", str(serving.folder))

    assert second.returncode == 1
    assert second.stderr.startswith(f"roundtable: The data folder {serving.folder} is in use")
    assert f"process {serving.process.pid}, {url}" in second.stderr


def test_a_port_has_one_server_at_a_time(serve: Serve, tmp_path: Path) -> None:
    url = serve().ready()
    port = url.rsplit(":", 1)[1]

    second = roundtable("serve", "--port", port, "--data", str(tmp_path / "other"))

    assert second.returncode == 1
    assert f"Port {port} on 127.0.0.1 cannot be opened" in second.stderr
    assert "by another Roundtable" in second.stderr
    assert "--port" in second.stderr


def test_a_port_that_something_else_has(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = str(other.getsockname()[1])

        refused = roundtable("serve", "--port", port, "--data", str(tmp_path / "data"))

    assert refused.returncode == 1
    assert f"Port {port} on 127.0.0.1 cannot be opened" in refused.stderr
    assert "another Roundtable" not in refused.stderr
    assert not (tmp_path / "data").exists()


@pytest.mark.parametrize("name", ["api", "dispatcher", "worker", "redis"])
def test_a_process_that_dies_is_started_again(serve: Serve, sign_up: SignUp, name: str) -> None:
    """And then games are played as before, with all that was there: it was on the disk."""
    serving = serve(ROUNDTABLE_DURABILITY="fsync")
    guest = sign_up(serving.ready())
    first = guest.new_game(*BOTS)
    guest.finished(first)
    victim = serving.children()[name][0]

    victim.kill()

    until(
        lambda: [one for one in serving.children().get(name, []) if one.pid != victim.pid],
        f"{name} runs again",
    )
    # Where the API itself died, the port is open meanwhile and nobody answers.
    ready = partial(httpx.get, f"{serving.url}/readyz", timeout=PATIENCE)
    until(lambda: ready().is_success, "the service is ready again")
    assert guest.get(f"/games/{first}")["status"] == "finished"
    guest.finished(guest.new_game(*BOTS))
    assert serving.process.poll() is None


def test_open_streams_and_long_polls_do_not_hold_it_up(serve: Serve, sign_up: SignUp) -> None:
    serving = serve()
    guest = sign_up(serving.ready())
    game = guest.new_game({"player": "me"}, {"open": True}, {"open": True})
    opened = threading.Barrier(3)
    ended: list[str] = []

    def listen(path: str) -> None:
        headers = {"Accept": "text/event-stream"}
        with guest.http.stream("GET", path, headers=headers) as stream:
            lines = stream.iter_lines()
            next(lines)
            opened.wait()
            ended.extend(["closed" for _ in lines][-1:])

    threads = [
        threading.Thread(target=listen, args=(path,))
        for path in (f"/games/{game}/events", "/me/stream")
    ]
    for thread in threads:
        thread.start()
    opened.wait(30)

    assert serving.stop() == 0

    for thread in threads:
        thread.join(30)
    assert ended == ["closed", "closed"]
    assert "graceful" not in serving.err.read_text()


def test_several_api_processes_share_the_port(serve: Serve, sign_up: SignUp) -> None:
    serving = serve(ROUNDTABLE_API_PROCESSES="2")
    guest = sign_up(serving.ready())
    assert len(serving.children()["api"]) == 2

    for _ in range(3):
        guest.finished(guest.new_game(*BOTS))

    assert serving.stop() == 0


def test_against_a_redis_that_is_there_none_is_started(
    serve: Serve, sign_up: SignUp, redis_url: str
) -> None:
    serving = serve(REDIS_URL=redis_url)
    guest = sign_up(serving.ready())
    guest.finished(guest.new_game(*BOTS))

    assert "redis" not in serving.children()
    assert not serving.folder.exists()
    assert serving.stop() == 0


def test_a_promise_that_redis_cannot_keep_ends_it(serve: Serve, each_redis: object) -> None:
    """fsync needs 7.2; with an older server it says so, and does not try for ever."""
    serving = serve(REDIS_URL=each_redis.url, ROUNDTABLE_DURABILITY="fsync")  # type: ignore[attr-defined]
    if each_redis.version >= (7, 2):  # type: ignore[attr-defined]
        serving.ready()
        return

    assert serving.process.wait(60) == 1
    assert "fsync needs Redis 7.2 or later" in serving.err.read_text()


def test_with_fsync_a_redis_that_can_is_found(serve: Serve, sign_up: SignUp) -> None:
    serving = serve(ROUNDTABLE_DURABILITY="fsync")
    guest = sign_up(serving.ready())

    guest.finished(guest.new_game(*BOTS))


def test_bad_settings_are_told_before_anything_starts(tmp_path: Path) -> None:
    done = roundtable("serve", "--data", str(tmp_path / "data"), ROUNDTABLE_WORKERS="0")

    assert done.returncode == 2
    assert done.stderr == "roundtable: ROUNDTABLE_WORKERS='0': it has to be a number, 1 or more.\n"
    assert not (tmp_path / "data").exists()


def test_a_folder_that_cannot_be_used(tmp_path: Path) -> None:
    (tmp_path / "data").write_text("a file")

    done = roundtable("serve", "--port", "0", "--data", str(tmp_path / "data"))

    assert done.returncode == 1
    assert f"The data folder {tmp_path / 'data'} cannot be used" in done.stderr


def test_the_environment_of_tests_is_clean() -> None:
    assert not [name for name in environ() if name.startswith("ROUNDTABLE_")]
