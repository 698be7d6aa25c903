"""Record golden games: `python -m tests.golden.record` adds those that are missing and never rewrites one.

A golden game is a whole record, as `GET /v1/games/{id}/record` gives it, and the bytes that were stored.
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
from domain.table.box import Box, default_box
from domain.table.codec import encode
from domain.table.commands import Act, AnyCommand, CreateGame, Keep, Resign, SeatPlan
from domain.table.journal import Position, Recorded
from domain.table.rules import commit
from domain.table.verify import make_record

FOLDER = Path(__file__).parent
NOON = datetime(2026, 5, 1, 12, tzinfo=UTC)

GAMES: dict[str, list[tuple[str, int, dict[str, Any], bool]]] = {
    "burnmelt": [
        (f"{players}-seats-{name}", players, options, resigns)
        for players in (3, 4, 5)
        for name, options, resigns in (
            ("two-rounds", {}, False),
            ("one-round-open", {"rounds": 1, "open_rewards": True, "starting_seat": 1}, False),
            ("resigned", {}, True),
        )
    ],
}
"""By ruleset: name, seats, options, and whether a player resigns in the middle."""


class Table:
    """Plays one game by commands, with fixed seed, clock and choices."""

    def __init__(self, box: Box, name: str) -> None:
        self.box = box
        self.rng = random.Random(name)
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

    def play(self, players: int, options: dict[str, Any], resigns: bool) -> None:
        """Play to the end."""
        seats = tuple(
            SeatPlan(player=f"p{seat}", name=f"P{seat}", seated=True) for seat in range(players)
        )
        self.do(
            CreateGame(creator="p0", seats=seats, options=options, client_seed="golden"),
            "player:p0",
        )
        while self.position is not None and not self.position.table.is_over:
            agenda = self.position.agenda
            if agenda.due is not None:
                self.do(Keep(upkeep=agenda.due), "system")
            elif (
                resigns and self.position.version > 40 and self.position.table.chairs[0].bot is None
            ):
                self.do(Resign(seat=0), "seat:0")
            else:
                one = self.rng.choice(agenda.to_act)
                rules = self.box.ruleset
                action = rules.legal(self.position.table.game, one.seat).sample(self.rng)
                self.do(Act(seat=one.seat, action=action, decision=one.id), f"seat:{one.seat}")


def record(slug: str, name: str) -> Table:
    """Play the golden game of a name."""
    _, players, options, resigns = next(one for one in GAMES[slug] if one[0] == name)
    table = Table(default_box(RULESETS[slug]), name)
    table.play(players, options, resigns)
    return table


def missing() -> Iterator[tuple[str, str]]:
    """Name the golden games that are not there yet."""
    for slug, games in GAMES.items():
        for name, *_ in games:
            if not path_of(slug, name).exists():
                yield slug, name


def path_of(slug: str, name: str) -> Path:
    """Say where a golden game lies."""
    return FOLDER / slug / "games" / f"{name}.json"


def main() -> int:
    """Record what is missing."""
    for slug, name in missing():
        table = record(slug, name)
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
