"""Record golden games: `python -m tests.golden.record` adds those that are missing and never rewrites one.

A golden game is a whole record, as `GET /v1/games/{id}/record` gives it, and the bytes that were stored. Which
games there are is said in `tests/golden/<slug>/plan.json`: a list of objects with the fields of `Plan`, of
which `name` and `players` are a must.

    [
      {"name": "2-seats", "players": 2},
      {"name": "2-seats-short", "players": 2, "options": {"rounds": 1}, "luck": "2-seats-short 17"},
      {"name": "2-seats-resigned", "players": 2, "resigns": true, "resigns_after": 12}
    ]
"""

from __future__ import annotations

import random
import sys
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import msgspec

from domain.catalog import RULESETS
from domain.kernel.errors import RuleViolation
from domain.table.box import Box, default_box
from domain.table.codec import encode
from domain.table.commands import Act, AnyCommand, CreateGame, Keep, Resign, SeatPlan, Tell
from domain.table.journal import Position, Recorded
from domain.table.rules import commit
from domain.table.verify import make_record
from tests.golden.files import FOLDER, BadFile, read

NOON = datetime(2026, 5, 1, 12, tzinfo=UTC)


class Telling(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A message to a session, as soon as it is in its place after so many events."""

    after: int
    message: dict[str, Any]


class Plan(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A game to be recorded, as `tests/golden/<slug>/plan.json` lists it."""

    name: str
    """Of its files in `games` and `streams`: by custom the seats, then what is special."""
    players: int
    options: dict[str, Any] = {}
    """The ruleset's options, as `POST /v1/games` takes them; those left out have their defaults."""
    resigns: bool = False
    """Whether the player of the first seat resigns in the middle: after `resigns_after` events."""
    resigns_after: int = 40
    """More than the events before the first action, fewer than the game has."""
    tells: tuple[Telling, ...] = ()
    """What a campaign's session is told from outside."""
    luck: str = ""
    """Drives seed and choices; the name of the game if it is not given. Chosen for the rules it meets:
    `tests/golden/search.py` finds one."""


def plans(slug: str) -> tuple[Plan, ...]:
    """Give the golden games of a ruleset."""
    return read(FOLDER / slug / "plan.json", tuple[Plan, ...], ())


class Table:
    """Plays one game by commands, with fixed seed, clock and choices."""

    def __init__(self, box: Box, luck: str) -> None:
        self.box = box
        self.rng = random.Random(luck)
        self.seed = self.rng.randbytes(32)
        self.position: Position | None = None
        self.entries: list[Recorded] = []

    def do(self, command: AnyCommand, actor: str) -> None:
        """Carry out a command."""
        at = NOON + timedelta(seconds=len(self.entries))
        seed = self.seed if self.position is None else None
        made = commit(self.box, self.position, command, actor=actor, at=at, seed=seed)
        self.entries += made.events
        self.position = made.after

    def play(self, plan: Plan) -> None:
        """Play to the end."""
        seats = tuple(
            SeatPlan(player=f"p{seat}", name=f"P{seat}", seated=True)
            for seat in range(plan.players)
        )
        self.do(
            CreateGame(creator="p0", seats=seats, options=plan.options, client_seed="golden"),
            "player:p0",
        )
        waiting = list(plan.tells)
        while self.position is not None and not self.position.table.is_over:
            agenda = self.position.agenda
            if agenda.due is not None:
                self.do(Keep(upkeep=agenda.due), "system")
            elif waiting and self.is_told(waiting[0]):
                del waiting[0]
            elif (
                plan.resigns
                and self.position.version > plan.resigns_after
                and self.position.table.chairs[0].status == "taken"
            ):
                self.do(Resign(seat=0), "seat:0")
            else:
                one = self.rng.choice(agenda.to_act)
                rules = self.box.ruleset
                action = rules.legal(self.position.table.game, one.seat).sample(self.rng)
                self.do(Act(seat=one.seat, action=action, decision=one.id), f"seat:{one.seat}")

    def is_told(self, telling: Telling) -> bool:
        """Tell the session something, if it can hear it now."""
        assert self.position is not None
        try:
            if self.position.version > telling.after:
                self.do(Tell(message=telling.message), "system")
                return True
        except RuleViolation:
            pass
        return False


def record(slug: str, plan: Plan) -> Table:
    """Play a golden game."""
    table = Table(default_box(RULESETS[slug]), plan.luck or plan.name)
    table.play(plan)
    return table


def missing() -> Iterator[tuple[str, Plan]]:
    """Give the golden games that are not there yet."""
    for slug in RULESETS:
        for plan in plans(slug):
            if not path_of(slug, plan.name).exists():
                yield slug, plan


def path_of(slug: str, name: str) -> Path:
    """Say where a golden game lies."""
    return FOLDER / slug / "games" / f"{name}.json"


def main() -> int:
    """Record what is missing."""
    try:
        wanted = list(missing())
    except BadFile as error:
        sys.stderr.write(f"{error}\n")
        return 2
    for slug, plan in wanted:
        table = record(slug, plan)
        name = plan.name
        told = make_record(name, table.box, table.entries, table.seed)
        path = path_of(slug, name)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(msgspec.json.format(msgspec.json.encode(told), indent=0) + b"\n")
        stored = [[encode(e.header).hex(), encode(e.event).hex(), e.hash] for e in table.entries]
        stream = FOLDER / slug / "streams" / f"{name}.json"
        stream.parent.mkdir(parents=True, exist_ok=True)
        stream.write_bytes(msgspec.json.encode(stored) + b"\n")
        sys.stdout.write(f"recorded {slug}/{name}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
