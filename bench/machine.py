"""The processes that are measured, and what the machine says of them."""

from __future__ import annotations

import contextlib
import os
import shutil
import signal
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import psutil

from cli.children import environ_for
from cli.embedded import find_server, shipped_server
from cli.tether import tethered
from services.settings import Settings

ROOT = Path(__file__).resolve().parent.parent
START_SECONDS = 20.0


def free_port() -> int:
    """Find a port that nobody listens on."""
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return int(one.getsockname()[1])


@contextlib.contextmanager
def redis_server(appendfsync: str | None = None) -> Iterator[int]:
    """Run a redis-server of its own; give its port. Without `appendfsync` it keeps no log."""
    binary, port = shipped_server() or find_server(), free_port()
    folder = tempfile.mkdtemp(prefix="bench-")
    command = [
        str(binary),
        "--port",
        str(port),
        "--bind",
        "127.0.0.1",
        "--save",
        "",
        "--dir",
        folder,
    ]
    if appendfsync is not None:
        command += ["--appendonly", "yes", "--appendfsync", appendfsync]
    try:
        with running(command, port):
            yield port
    finally:
        shutil.rmtree(folder, ignore_errors=True)


@contextlib.contextmanager
def running(
    command: Sequence[str],
    port: int | None = None,
    more: Mapping[str, str] | None = None,
    keep_open: tuple[int, ...] = (),
) -> Iterator[psutil.Process]:
    """Run a process, once it listens on the port; it is stopped at the end, also if we are killed."""
    environ = environ_for(more or {}) | {"PYTHONPATH": str(ROOT)}
    process = subprocess.Popen(
        tethered(list(command)),
        cwd=ROOT,
        env=environ,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        pass_fds=keep_open,
    )
    try:
        if port is not None:
            _wait_for(port, process)
        yield psutil.Process(process.pid)
    finally:
        _stop(process)


def product_settings(redis_port: int, **more: object) -> Settings:
    """Give settings without limits, which a load would run into."""
    told: dict[str, object] = {
        "redis_url": f"redis://127.0.0.1:{redis_port}",
        "acts_per_minute": 0,
        "requests_per_minute": 0,
        "streams_per_caller": 0,
        "log_format": "json",
    }
    return Settings(**(told | more))  # type: ignore[arg-type]  # values of many types


@contextlib.contextmanager
def product(what: str, settings: Settings) -> Iterator[psutil.Process]:
    """Run one of the product's processes: `api`, `dispatcher` or `worker`."""
    port = settings.port if what == "api" else None
    with running([sys.executable, "-m", "cli.main", what], port, settings.to_env()) as process:
        yield process


@contextlib.contextmanager
def api_server(redis_port: int, **more: object) -> Iterator[tuple[int, psutil.Process]]:
    """Run the product's API; give its port and process."""
    settings = product_settings(redis_port, port=free_port(), **more)
    with product("api", settings) as process:
        yield settings.port, process


@contextlib.contextmanager
def floor_server(
    app: str, redis_port: int, workers: int = 1
) -> Iterator[tuple[int, psutil.Process]]:
    """Run one of the floors' applications; give its port and process."""
    port = free_port()
    command = [sys.executable, "-m", "uvicorn", f"bench.floors.{app}:app"]
    command += ["--loop", "uvloop", "--http", "httptools", "--workers", str(workers)]
    command += ["--host", "127.0.0.1", "--port", str(port), "--backlog", "2048"]
    command += ["--no-access-log", "--log-level", "warning"]
    with running(command, port, {"REDIS_PORT": str(redis_port)}) as process:
        yield port, process


@dataclass
class Meter:
    """What a process and its children have used."""

    process: psutil.Process

    def cpu_seconds(self) -> float:
        """Sum up their CPU time."""
        return sum(_cpu_of(one) for one in self._all())

    def memory_bytes(self) -> int:
        """Sum up their resident memory."""
        return sum(one.memory_info().rss for one in self._all())

    def _all(self) -> list[psutil.Process]:
        return [self.process, *self.process.children(recursive=True)]


class Noise:
    """What other processes use of the machine while something is measured."""

    def __init__(self) -> None:
        self._began = time.monotonic()
        self._busy = _busy_seconds() - _own_seconds()

    def share(self) -> float:
        """Give their share of the whole machine since the beginning."""
        passed = max(1e-9, time.monotonic() - self._began)
        used = _busy_seconds() - _own_seconds() - self._busy
        return max(0.0, used / passed / (os.cpu_count() or 1))


def median(values: Iterable[float]) -> float:
    """Give the middle value."""
    return statistics.median(values)


def percentile(values: Iterable[float], percent: float) -> float:
    """Give the value below which so many per cent lie."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(len(ordered) * percent / 100))]


def _wait_for(port: int, process: subprocess.Popen[bytes]) -> None:
    ends = time.monotonic() + START_SECONDS
    while time.monotonic() < ends and process.poll() is None:
        with contextlib.suppress(OSError):
            socket.create_connection(("127.0.0.1", port), 0.5).close()
            return
        time.sleep(0.02)
    raise RuntimeError(f"Nothing listens on {port}: {process.args!r}")


def _stop(process: subprocess.Popen[bytes]) -> None:
    if process.poll() is None:
        process.send_signal(signal.SIGTERM)
        try:
            process.wait(10)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


def _cpu_of(process: psutil.Process) -> float:
    if sys.platform == "linux":
        with contextlib.suppress(OSError):
            # clock_getcpuclockid(3): exact, where the process table counts hundredths of a second.
            return time.clock_gettime(~process.pid << 3 | 2)
    with contextlib.suppress(psutil.Error):
        times = process.cpu_times()
        return float(times.user + times.system)
    return 0.0


def _busy_seconds() -> float:
    times = psutil.cpu_times()
    return float(times.user + times.nice + times.system + times.irq + times.softirq)


def _own_seconds() -> float:
    """Sum up our own CPU time, that of children that run, and of children that have ended."""
    own = psutil.Process()
    ended = own.cpu_times().children_user + own.cpu_times().children_system
    return _cpu_of(own) + ended + sum(_cpu_of(one) for one in own.children(recursive=True))
