"""The data folder, in which one `serve` works at a time.

The lock is the open file, not its content: it goes with the processes that hold it. The embedded
redis-server holds it as well, so that nobody can start a second one on the same data even when its
`serve` was killed.
"""

from __future__ import annotations

import fcntl
import os
import signal
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import msgspec

from cli.exits import Failure

LEFT_OVER_SECONDS = 30.0
"""How long a redis-server, whose `serve` was killed, may take to write down what it has."""


class Holder(msgspec.Struct, frozen=True):
    """Who works in the folder."""

    pid: int
    address: str
    redis: int | None = None


class Hold:
    """The folder while it is ours."""

    def __init__(self, folder: Path, lock: int) -> None:
        self.folder = folder
        self.lock = lock

    def note(self, holder: Holder) -> None:
        """Write down who we are, for those who find the folder taken."""
        os.ftruncate(self.lock, 0)
        os.pwrite(self.lock, msgspec.json.encode(holder), 0)


@contextmanager
def hold(folder: Path) -> Iterator[Hold]:
    """Take the folder for ourselves. Raises `Failure` that names who has it."""
    path = folder / "lock"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        lock = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
    except OSError as error:
        raise Failure(f"The data folder {folder} cannot be used: {error.strerror}.") from error
    try:
        if not _take(lock):
            _wait_for_left_over(folder, lock)
        yield Hold(folder, lock)
        os.ftruncate(lock, 0)
    finally:
        os.close(lock)


def _take(lock: int) -> bool:
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True


def _wait_for_left_over(folder: Path, lock: int) -> None:
    """Wait for a redis-server that outlived its `serve`; refuse if the `serve` lives."""
    holder = _holder(lock)
    if holder is None or _lives(holder.pid):
        who = f"process {holder.pid}, {holder.address}" if holder is not None else "just starting"
        raise Failure(
            f"The data folder {folder} is in use by another Roundtable ({who}). "
            "Stop that one, or choose another folder with --data."
        )
    if holder.redis is not None and _lives(holder.redis):
        os.kill(holder.redis, signal.SIGTERM)
    deadline = time.monotonic() + LEFT_OVER_SECONDS
    while not _take(lock):
        if time.monotonic() > deadline:
            raise Failure(
                f"A redis-server left over in {folder} (process {holder.redis}) does not end; "
                "end it and try again."
            )
        time.sleep(0.05)


def _holder(lock: int) -> Holder | None:
    try:
        return msgspec.json.decode(os.pread(lock, 4096, 0), type=Holder)
    except msgspec.DecodeError:
        return None


def _lives(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    return True
