"""Folding events back into a position."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import chain
from typing import Any

from msgspec.structs import replace

from domain.kernel.chain import GENESIS
from domain.kernel.errors import CorruptStream
from domain.kernel.values import Event
from domain.table.box import Box
from domain.table.events import TABLE_EVENTS
from domain.table.journal import Agenda, Position, Recorded
from domain.table.state import Table, evolve


def fold(box: Box, table: Table | None, events: Iterable[Event]) -> Table | None:
    """Let the table live through the events. The ruleset's own, nearly all, take the short way."""
    game: Any = table.game if table is not None else None
    step = box.ruleset.evolve
    for event in events:
        if type(event) in TABLE_EVENTS:
            now = replace(table, game=game) if table is not None else None
            table = evolve(box, now, event)
            game = table.game
        else:
            game = step(game, event)
    return replace(table, game=game) if table is not None else None


def follow(box: Box, position: Position | None, entries: tuple[Recorded, ...]) -> Position | None:
    """Take a position on by the events that came after it."""
    if not entries:
        return position
    events = [entry.event for entry in entries]
    chance = (entry.header.chance for entry in entries)
    return arrive(box, position, events, (entries[0], entries[-1]), chance)


def arrive(
    box: Box,
    position: Position | None,
    events: Sequence[Event],
    ends: tuple[Recorded, Recorded],
    chance: Iterable[tuple[str, ...]],
) -> Position:
    """Take a position on by events of which only the first and the last are known with their headers.

    `chance` gives the chance points of each event; only a scripted game asks for them. Raises
    `CorruptStream` where an event is missing.
    """
    first, last = ends
    expected = position.version + 1 if position is not None else 1
    if first.version != expected or last.version != expected + len(events) - 1:
        raise CorruptStream(f"Expected event {expected} next, found {first.version}.")
    table = fold(box, position.table if position is not None else None, events)
    assert table is not None
    drawn = dict(position.drawn) if position is not None else {}
    if table.script is not None:
        for point in chain.from_iterable(chance):
            drawn[point] = drawn.get(point, 0) + 1
    return Position(
        version=last.version,
        hash=last.hash or GENESIS,
        table=table,
        agenda=last.header.agenda or Agenda(),
        drawn=drawn,
        created_at=position.created_at if position is not None else first.header.at,
        updated_at=last.header.at,
    )
