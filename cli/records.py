"""Records of finished games: from a file or from a server, and what is to be seen in them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec

from cli.exits import Failure
from cli.remote import Json, Remote
from cli.tables.picture import Names, told_apart
from domain.catalog import ruleset
from domain.kernel.secrecy import EVERYTHING, SPECTATOR, Viewer, hidden_fields
from domain.table.box import Box, supplied_box
from domain.table.codec import needed_for, read_event, upcast
from domain.table.state import Table, evolve
from domain.table.verify import Record
from services.projections import view_of


@dataclass(frozen=True, slots=True)
class Frame:
    """One step of a replay: an event as a viewer sees it, and the table after it."""

    version: int
    actor: str
    data: dict[str, Json]
    view: Json
    is_amid: bool
    """More events of the same command follow."""


def is_file(source: str) -> bool:
    """Tell a file from the id of a game: ids have neither dots nor slashes."""
    return any(mark in source for mark in "./\\") or Path(source).is_file()


def read_record(source: str, remote: Remote) -> Record:
    """Read a record from a file, or fetch that of a game. Raises `Failure`."""
    try:
        raw = Path(source).read_bytes() if is_file(source) else _fetched(source, remote)
    except OSError as error:
        raise Failure(f"{source} cannot be read: {error.strerror}.") from error
    try:
        return msgspec.json.decode(raw, type=Record)
    except msgspec.DecodeError as error:
        raise Failure(f"{source} is not the record of a game: {error}") from error


def _fetched(game: str, remote: Remote) -> bytes:
    return remote.get_bytes(f"/v1/games/{game}/record")


def names_in(record: Record) -> Names:
    """Give the players' names by seat."""
    names: dict[int, str] = {}
    for event in record.events:
        if event["type"] == "seat_taken":
            names[event["data"]["seat"]] = event["data"]["name"]
    seats = range(max(names, default=-1) + 1)
    return told_apart([names.get(seat, f"seat {seat}") for seat in seats])


def viewer_named(name: str | None, seats: int) -> Viewer:
    """Read `--as`: a seat, `spectator` or `all`, which is also what nothing means. Raises `Failure`."""
    if name in (None, "all"):
        return EVERYTHING
    if name == "spectator":
        return SPECTATOR
    if name is not None and name.isdecimal() and int(name) < seats:
        return int(name)
    raise Failure(f"--as {name}: it has to be a seat from 0 to {seats - 1}, spectator or all.")


def frames_of(record: Record, viewer: Viewer) -> Iterator[Frame]:
    """Go through a record, event by event, as a viewer would have seen it. Raises `Failure`."""
    try:
        rules = ruleset(record.ruleset)
        box = supplied_box(rules, record.edition)
        upcasters = needed_for(record.ruleset_version, rules.upcasters)
        table: Table | None = None
        for number, told in enumerate(record.events, start=1):
            event = read_event(rules, upcast(told["data"], upcasters))
            table = evolve(box, table, event)
            data = told["data"] | dict.fromkeys(hidden_fields(event, viewer))
            is_amid = told.get("agenda") is None and number < len(record.events)
            view = _view(box, table, viewer)
            yield Frame(number, str(told.get("actor")), data, view, is_amid)
    except Exception as error:  # rules trust events; a stranger's file may say anything
        raise Failure(f"The record cannot be played: {error}") from error


def _view(box: Box, table: Table, viewer: Viewer) -> Any:
    return view_of(box, table, viewer)
