"""Processes that are looked after: again when they die, never when they cannot, gone when told."""

from __future__ import annotations

import asyncio
import os
import sys
from pathlib import Path

import pytest

from cli import children
from cli.children import FIRST_PAUSE, LONGEST_PAUSE, SETTLED_SECONDS, Child, Pause, environ_for
from cli.embedded import EmbeddedRedis, find_server, written_by
from cli.exits import Failure
from cli.serve import household
from services.settings import Settings


def program(code: str, *words: str) -> Child:
    return Child("test", [sys.executable, "-c", code, *words], os.environ)


def test_pauses_grow_to_a_limit_and_start_anew() -> None:
    pause = Pause()

    pauses = [pause.after(0.1) for _ in range(9)]

    assert pauses[:3] == [FIRST_PAUSE, 2 * FIRST_PAUSE, 4 * FIRST_PAUSE]
    assert pauses[-1] == LONGEST_PAUSE
    assert pause.after(SETTLED_SECONDS) == FIRST_PAUSE
    assert pause.after(0.1) == 2 * FIRST_PAUSE


def test_a_process_that_dies_runs_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """And one that says that it never can run ends the matter."""
    monkeypatch.setattr(children.Pause, "after", lambda _self, _ran: 0.0)
    count = tmp_path / "count"
    code = """
import pathlib, sys
count = pathlib.Path(sys.argv[1])
count.write_text((count.read_text() if count.exists() else "") + "x")
sys.exit(2 if len(count.read_text()) == 3 else 7)
"""

    with pytest.raises(Failure, match="The test process cannot run"):
        asyncio.run(program(code, str(count)).keep_running())

    assert count.read_text() == "xxx"


def test_a_process_that_does_not_want_to_stop_is_made_to(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(children, "STOP_SECONDS", 0.2)
    ready = tmp_path / "ready"
    code = f"""
import signal, pathlib
signal.signal(signal.SIGTERM, signal.SIG_IGN)
pathlib.Path({str(ready)!r}).touch()
signal.pause()
"""

    async def scene() -> None:
        child = program(code)
        running = asyncio.create_task(child.keep_running())

        async def is_ready() -> bool:
            return ready.exists()

        assert await children.until(is_ready, 30)
        await child.stop()
        await asyncio.wait_for(running, 30)
        await child.stop()

    asyncio.run(scene())


def test_waiting_has_an_end() -> None:
    async def never() -> bool:
        return False

    assert not asyncio.run(children.until(never, 0.1, 0.01))


def test_a_child_gets_the_settings_it_is_given_and_no_others(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("ROUNDTABLE_PORT", "1")
    monkeypatch.setenv("QUEUE_URL", "redis://q")
    monkeypatch.setenv("LANG", "C")

    found = environ_for({"ROUNDTABLE_WORKERS": "3"})

    assert found["LANG"] == "C"
    assert found["ROUNDTABLE_WORKERS"] == "3"
    assert not {"ROUNDTABLE_PORT", "QUEUE_URL"} & found.keys()


def test_data_of_a_newer_redis_is_not_given_to_an_older(tmp_path: Path) -> None:
    with EmbeddedRedis(tmp_path, find_server()) as server:
        assert written_by(tmp_path) == server.version
    (tmp_path / "redis-version").write_text("99.1.0\n")

    with (
        pytest.raises(Failure, match=r"No redis-server 99\.1 or newer was found"),
        household(Settings(port=0, data=str(tmp_path))),
    ):
        pass


@pytest.mark.parametrize("content", [None, "", "new"])
def test_a_folder_that_does_not_say_who_wrote_it(tmp_path: Path, content: str | None) -> None:
    if content is not None:
        (tmp_path / "redis-version").write_text(content)

    assert written_by(tmp_path) == ()
