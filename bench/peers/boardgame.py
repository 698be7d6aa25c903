"""boardgame.io, the peer of P16 and P17: its own server with a tic-tac-toe, matches in memory, no log."""

from __future__ import annotations

import json
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from bench.load import Load, drive, request
from bench.machine import free_port, running

FOLDER = Path(__file__).with_name("boardgame_io")
PATIENCE = 120.0


def is_installed() -> bool:
    """Tell whether `make peers` has been here, and Node still is."""
    return _node() is not None and (FOLDER / "node_modules" / "boardgame.io").is_dir()


@contextmanager
def server() -> Iterator[int | None]:
    """Run the server, where it is installed; give its port, else null."""
    node = _node()
    if node is None or not is_installed():
        yield None
        return
    port = free_port()
    command = [node, str(FOLDER / "server.js"), str(port)]
    with running(command, port, {"NODE_ENV": "production"}):
        yield port


def create_matches(port: int, clients: int, each: int) -> Load:
    """Have its lobby create so many matches for each of some clients."""
    body = json.dumps({"numPlayers": 2}).encode()
    return drive(port, [[request("POST", "/games/tic-tac-toe/create", body)] * each] * clients)


def moves_per_second(port: int, matches: int, moves: int) -> float:
    """Play matches at once by bare socket, batch after batch until there have been so many moves."""
    batches = -(-moves // (matches * 9))
    done = subprocess.run(
        [_node() or "node", FOLDER / "player.js", str(port), str(matches), str(batches)],
        stdout=subprocess.PIPE,
        check=True,
        timeout=PATIENCE,
    )
    told = json.loads(done.stdout)
    return float(told["moves"] / told["seconds"])


def _node() -> str | None:
    return shutil.which("node")
