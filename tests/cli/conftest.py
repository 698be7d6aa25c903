"""`roundtable serve` as somebody starts it, and records of whole games."""

from __future__ import annotations

import os
import pty
import random
import re
import select
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import httpx
import psutil
import pytest

from cli.children import without_ours
from domain.catalog import RULESETS
from domain.table.box import Box, default_box
from domain.table.commands import Act, AnyCommand, CreateGame, Keep, SeatPlan
from domain.table.journal import Position, Recorded
from domain.table.rules import commit
from domain.table.verify import Record, make_record
from tests.games.play import conformance
from tests.stack import PATIENCE, until

ROUNDTABLE = [sys.executable, "-m", "cli.main"]
SEED = bytes(range(32))


def environ(**more: str) -> dict[str, str]:
    """The environment of somebody who has set nothing but this."""
    return without_ours(os.environ) | {"COLUMNS": "120"} | more


def roundtable(*words: str, **more: str) -> subprocess.CompletedProcess[str]:
    """Run a command to its end."""
    return subprocess.run(
        [*ROUNDTABLE, *words],
        capture_output=True,
        text=True,
        env=environ(**more),
        timeout=PATIENCE,
        stdin=subprocess.DEVNULL,
        check=False,
    )


@contextmanager
def running(command: list[str], **more: Any) -> Iterator[subprocess.Popen[str]]:
    """Run something beside the test, with pipes unless told otherwise; it is gone afterwards."""
    options: dict[str, Any] = {
        "stdout": subprocess.PIPE,
        "stderr": subprocess.PIPE,
        "stdin": subprocess.DEVNULL,
        "env": environ(),
    }
    with subprocess.Popen(
        command, text=True, start_new_session=True, **(options | more)
    ) as process:
        try:
            yield process
        finally:
            process.kill()


class Terminal:
    """A pseudo-terminal on which a command runs."""

    def __init__(self, ours: int, process: subprocess.Popen[str]) -> None:
        self._ours = ours
        self.process = process

    def press(self, keys: bytes) -> None:
        os.write(self._ours, keys)

    def until(self, wanted: str) -> str:
        """Read until something is there; give what was shown, without its colours."""
        shown = ""
        while wanted not in (plain := re.sub(r"\x1b\[[\d;]*m", "", shown)):
            ready, _, _ = select.select([self._ours], [], [], PATIENCE)
            assert ready, f"{wanted!r} does not come: {shown[-500:]!r}"
            shown += os.read(self._ours, 65536).decode(errors="replace")
        return plain

    def wait(self) -> int:
        """Let the command end, whatever else it writes; give its exit code."""
        while True:
            try:
                if not os.read(self._ours, 65536):
                    break
            except OSError:  # the other side has closed
                break
        return self.process.wait(PATIENCE)


@contextmanager
def on_terminal(*words: str) -> Iterator[Terminal]:
    """Run a command on a terminal of 110 by 40 characters."""
    ours, theirs = pty.openpty()
    try:
        with running(
            [*ROUNDTABLE, *words],
            stdin=theirs,
            stdout=theirs,
            stderr=theirs,
            env=environ(TERM="xterm", COLUMNS="110", LINES="40"),
        ) as process:
            os.close(theirs)
            yield Terminal(ours, process)
    finally:
        os.close(ours)


class Serving:
    """A `roundtable serve` that runs."""

    def __init__(self, folder: Path, *words: str, **more: str) -> None:
        self.folder = folder
        self.words = ("serve", "--data", str(folder), *words)
        self.more = {"ROUNDTABLE_WORKERS": "1"} | more
        self.out = folder.parent / f"{folder.name}.out"
        self.err = folder.parent / f"{folder.name}.err"
        self.start()

    def start(self, port: str = "0") -> None:
        with self.out.open("w") as out, self.err.open("a") as err:
            self.process = subprocess.Popen(
                [*ROUNDTABLE, *self.words, "--port", port],
                stdout=out,
                stderr=err,
                env=environ(**self.more),
                stdin=subprocess.DEVNULL,
                start_new_session=True,
            )

    def ready(self) -> str:
        """Wait until it is ready; give its address."""

        def told() -> bool:
            assert self.process.poll() is None, self.err.read_text()
            return "Ready" in self.out.read_text()

        until(told, "serve is ready")
        self.url = self.out.read_text().split(" at ")[1].split()[0]
        return self.url

    def stop(self, number: signal.Signals = signal.SIGTERM) -> int:
        """Tell it to stop; give its exit code."""
        self.process.send_signal(number)
        return self.process.wait(PATIENCE)

    def children(self) -> dict[str, list[psutil.Process]]:
        """Its processes by what they do."""
        found: dict[str, list[psutil.Process]] = {}
        for child in psutil.Process(self.process.pid).children():
            try:
                words = child.cmdline()
            except psutil.Error:  # it has just died
                continue
            if "cli.main" in words:
                found.setdefault(words[words.index("cli.main") + 1], []).append(child)
            elif "redis-server" in " ".join(words):
                found.setdefault("redis", []).append(child)
        return found


class Guest:
    """A player at a server, over HTTP."""

    def __init__(self, url: str, name: str = "Guest") -> None:
        self.http = httpx.Client(base_url=f"{url}/v1", timeout=30)
        player = self.post("/players", {"name": name})
        self.id = player["player_id"]
        self.token = player["token"]
        self.http.headers["Authorization"] = f"Bearer {self.token}"

    def post(self, path: str, body: dict[str, Any]) -> Any:
        answer = self.http.post(path, json=body)
        assert answer.is_success, answer.text
        return answer.json()

    def get(self, path: str) -> Any:
        answer = self.http.get(path)
        assert answer.is_success, answer.text
        return answer.json()

    def new_game(self, *seats: dict[str, Any], **more: Any) -> str:
        made = self.post("/games", {"ruleset": "burnmelt", "seats": list(seats), **more})
        return str(made["id"])

    def finished(self, game: str) -> Any:
        """Wait until a game is over; give it."""

        def over() -> Any:
            shown = self.get(f"/games/{game}")
            return shown if shown["status"] == "finished" else None

        return until(over, "the game is over")

    def act(self, game: str) -> bool:
        """Act once, if it is our turn; tell whether it was."""
        asked = self.get(f"/games/{game}/choices")
        if not asked["choices"]:
            return False
        move = {"action": asked["choices"][0]["example"], "decision": asked["decision"]}
        return self.http.post(f"/games/{game}/actions", json=move).is_success


def play_on(guest: Guest, game: str) -> None:
    """Play the guest's seat to the end of the game."""

    def is_over() -> bool:
        guest.act(game)
        return guest.get(f"/games/{game}")["status"] == "finished"

    until(is_over, "the game is over")


@pytest.fixture
def serve(tmp_path: Path) -> Iterator[Callable[..., Serving]]:
    """Start servers that are gone after the test."""
    started: list[Serving] = []

    def begin(*words: str, name: str = "data", **more: str) -> Serving:
        started.append(Serving(tmp_path / name, *words, **more))
        return started[-1]

    yield begin
    for serving in started:
        if serving.process.poll() is None:
            serving.stop()


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a server that all tests of this process share."""
    serving = Serving(tmp_path_factory.mktemp("serve") / "data")
    try:
        yield serving.ready()
    finally:
        serving.stop()


@pytest.fixture
def sign_up() -> Iterator[Callable[..., Guest]]:
    """Make players; their connections are closed after the test."""
    guests: list[Guest] = []

    def make(url: str, name: str = "Guest") -> Guest:
        guests.append(Guest(url, name))
        return guests[-1]

    yield make
    for guest in guests:
        guest.http.close()


BOTS = ({"bot": "greedy"}, {"bot": "random"}, {"bot": "random"})


def recorded(ruleset: str, seats: int, name: str = "Ada") -> Record:
    """Play a game in line, and write it down; at seat 0 sits a player of that name."""
    box, rng = default_box(RULESETS[ruleset]), random.Random(7)
    plans = (SeatPlan(player="p0", name=name, seated=True), *[SeatPlan(bot="random")] * (seats - 1))
    entries: list[Recorded] = []
    position: Position | None = None
    while position is None or not position.table.seed_revealed:
        command, actor = _next(box, position, plans, rng)
        made = commit(
            box,
            position,
            command,
            actor=actor,
            at=datetime(2026, 1, 2, 3, 4, 5, tzinfo=UTC),
            seed=SEED if position is None else None,
        )
        entries += made.events
        position = made.after
    return make_record("00abcdefghijkmnp", box, entries, SEED)


def _next(
    box: Box, position: Position | None, plans: tuple[SeatPlan, ...], rng: random.Random
) -> tuple[AnyCommand, str]:
    if position is None:
        options = conformance(box.ruleset.id).options[0]
        return CreateGame(creator="p0", seats=plans, options=options), "player:p0"
    if position.agenda.due is not None:
        return Keep(upkeep=position.agenda.due), "system"
    decision = position.agenda.to_act[0]
    action = box.ruleset.legal(position.table.game, decision.seat).sample(rng)
    return Act(seat=decision.seat, action=action, decision=decision.id), f"seat:{decision.seat}"


@pytest.fixture(scope="session")
def record() -> Record:
    """A game of Burnmelt Cave with three seats."""
    return recorded("burnmelt", 3)
