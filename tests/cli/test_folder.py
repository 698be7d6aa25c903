"""The data folder: one holder at a time, whoever dies."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from cli.embedded import EmbeddedRedis
from cli.exits import Failure
from cli.folder import Holder, hold

HERE = "http://127.0.0.1:1"


def test_a_folder_is_made_held_and_let_go(tmp_path: Path) -> None:
    folder = tmp_path / "deep" / "data"
    with hold(folder) as held:
        assert held.folder == folder
        held.note(Holder(os.getpid(), HERE))

        with (
            pytest.raises(Failure, match=rf"in use .*process {os.getpid()}, {HERE}.*--data"),
            hold(folder),
        ):
            pass

    with hold(folder):
        pass


def test_a_folder_whose_holder_has_not_said_who_it_is(tmp_path: Path) -> None:
    with hold(tmp_path), pytest.raises(Failure, match="just starting"), hold(tmp_path):
        pass


def test_what_a_holder_has_noted_is_replaced(tmp_path: Path) -> None:
    """A shorter note leaves nothing of a longer one."""
    with hold(tmp_path) as held:
        held.note(Holder(os.getpid(), HERE + "2345", 12345))
        held.note(Holder(os.getpid(), HERE))

        with pytest.raises(Failure, match=f"{HERE}\\)"), hold(tmp_path):
            pass


def test_a_redis_left_over_by_a_holder_that_died_is_ended(tmp_path: Path) -> None:
    """It keeps the lock until it has written down what it has; then the folder is ours."""
    with hold(tmp_path) as held:
        redis = EmbeddedRedis(tmp_path, lock=held.lock)
        redis.start()
        redis.ask("SET", "k", "v")
        dead = subprocess.Popen([sys.executable, "-c", ""])
        dead.wait()
        held.note(Holder(dead.pid, HERE, redis.pid))
        note = (tmp_path / "lock").read_bytes()
    (tmp_path / "lock").write_bytes(note)

    with hold(tmp_path), EmbeddedRedis(tmp_path) as again:
        assert redis.pid is None
        assert again.ask("EXISTS", "k") == b":1"
