"""The redis-server of our own: it starts, keeps what it was told, and lets nobody else in."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import psutil
import pytest

from cli.embedded import EmbeddedRedis, ServerProblem, find_server, server_version, shipped_server
from tests.stack import until


def test_a_write_survives_stop_and_start(tmp_path: Path) -> None:
    with EmbeddedRedis(tmp_path) as server:
        assert server.ask("SET", "k", "v") == b"+OK"

    with EmbeddedRedis(tmp_path) as server:
        assert server.ask("EXISTS", "k") == b":1"


def test_a_write_survives_a_crash_in_the_middle_of_the_log(tmp_path: Path) -> None:
    """The log's last entry may be half written; the server drops it and starts."""
    server = EmbeddedRedis(tmp_path)
    server.start()
    server.ask("SET", "k", "v")
    server.ask("SET", "last", "v")
    (log,) = tmp_path.glob("appendonlydir/*.incr.aof")
    until(lambda: b"last" in log.read_bytes(), "the log has all, which takes two seconds at most")
    server.kill()
    log.write_bytes(log.read_bytes()[:-3])

    with EmbeddedRedis(tmp_path) as server:
        assert server.ask("EXISTS", "k") == b":1"
        assert server.ask("EXISTS", "last") == b":0"


def test_it_listens_on_no_port_and_for_this_user_only(tmp_path: Path) -> None:
    with EmbeddedRedis(tmp_path) as server:
        assert server.pid is not None
        assert psutil.Process(server.pid).net_connections("inet") == []
        assert server.socket.stat().st_mode & 0o077 == 0


def test_a_folder_with_a_long_path(tmp_path: Path) -> None:
    """The kernel limits the path of a socket; the folder's path may be longer."""
    folder = tmp_path / ("deep" * 20) / ("deeper" * 20)

    server = EmbeddedRedis(folder)
    for _ in range(2):
        with server:
            assert server.ask("PING") == b"+PONG"
            assert server.socket.parent != folder

        assert not server.socket.parent.exists()


def test_a_server_that_cannot_start_says_why(tmp_path: Path) -> None:
    (tmp_path / "appendonlydir").mkdir()
    (tmp_path / "appendonlydir" / "appendonly.aof.manifest").write_text("nonsense\n")

    with pytest.raises(ServerProblem, match=r"redis\.log ends with: .*manifest"):
        EmbeddedRedis(tmp_path).start()


def test_the_shipped_server_is_there_and_new() -> None:
    shipped = shipped_server()

    assert shipped is not None
    version = server_version(shipped)
    assert version is not None
    assert version >= (8, 0, 0)


def test_a_server_that_is_too_old_is_passed_over(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    old = tmp_path / "redis-server"
    old.write_text("#!/bin/sh\necho Redis server v=6.2.1 sha=0\n")
    old.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path), prepend=os.pathsep)

    assert find_server() == shipped_server()
    with pytest.raises(ServerProblem, match=r"No redis-server 99\.0 or newer .*6\.2\.1.*REDIS_URL"):
        find_server((99, 0))


def test_the_server_ends_with_its_starter(tmp_path: Path) -> None:
    """Even when the starter is killed."""
    code = f"""
from pathlib import Path
from cli.embedded import EmbeddedRedis
server = EmbeddedRedis(Path({str(tmp_path)!r}))
server.start()
print(server.pid, flush=True)
input()
"""
    starter = subprocess.Popen(
        [sys.executable, "-c", code], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    )
    with starter:
        assert starter.stdout is not None
        server = psutil.Process(int(starter.stdout.readline()))

        starter.send_signal(signal.SIGKILL)

        psutil.wait_procs([server], timeout=20)
        assert not server.is_running() or server.status() == psutil.STATUS_ZOMBIE


def test_nobody_else_can_read_what_lies_in_the_folder(tmp_path):
    """Hands and seeds of running games are in it."""
    with EmbeddedRedis(tmp_path / "data", find_server()) as redis:
        assert redis.folder.stat().st_mode & 0o077 == 0
