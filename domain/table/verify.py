"""Check a finished game from its record: that nobody has moved a card, then or since.

A record is the whole unredacted stream with its edition. Three things are checked: that hashes and
commitments fit (nothing was changed afterwards), that the seed fits the commitment made before the
game, and that the rules, the commands and the seed give exactly these events (every draw included).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from datetime import datetime
from typing import Any

import msgspec

from domain.kernel.chain import GENESIS, canonical, commitment, link, salt, sha256
from domain.kernel.errors import GameError
from domain.kernel.ruleset import Ruleset
from domain.kernel.secrecy import EVERYTHING
from domain.kernel.values import Json, Value
from domain.table.box import Box, edition_id, supplied_box
from domain.table.commands import AnyCommand
from domain.table.journal import Position, Recorded, shown
from domain.table.rules import commit

FORMAT = "roundtable-record-1"

_SEED = re.compile(r"[0-9a-f]{64}\Z")


class Record(Value, forbid_unknown_fields=True):
    """A finished game, complete and unredacted."""

    format: str
    game: str
    ruleset: str
    ruleset_version: int
    edition: dict[str, Json]
    events: tuple[dict[str, Json], ...]


class Finding(Value):
    """Something in a record that does not hold."""

    version: int
    """The event where it shows; 0 for the record as a whole."""
    what: str


def make_record(game: str, box: Box, entries: Iterable[Recorded], seed: bytes) -> Record:
    """Write out a finished game."""
    events = tuple(msgspec.to_builtins(shown(entry, EVERYTHING, seed)) for entry in entries)
    return Record(
        format=FORMAT,
        game=game,
        ruleset=box.ruleset.id,
        ruleset_version=events[0]["data"]["ruleset_version"],
        edition=msgspec.to_builtins(box.edition),
        events=events,
    )


def verify(record: Record, ruleset: Ruleset[Any, Any, Any, Any]) -> Iterator[Finding]:
    """List all that does not hold; nothing, if the record is good."""
    if record.format != FORMAT:
        yield Finding(version=0, what=f"The format is {record.format}, not {FORMAT}.")
        return
    problem = _wrong_shape(record)
    if problem is not None:
        yield problem
        return
    seed = bytes.fromhex(record.events[-1]["data"]["seed"])
    yield from _check_seed(record, seed)
    yield from _check_chain(record, seed)
    yield from _check_rules(record, ruleset, seed)


def _wrong_shape(record: Record) -> Finding | None:
    """Find what keeps the record from being checked at all."""
    for number, event in enumerate(record.events, start=1):
        parts = (event.get("data"), event.get("commitments"))
        if not all(isinstance(part, dict) for part in parts) or event.get("version") != number:
            return Finding(version=number, what=f"This is not event number {number}.")
        if event.get("type") != event["data"].get("type"):
            return Finding(version=number, what="The type of the event and of its data differ.")
    if not record.events or record.events[0]["type"] != "game_created":
        return Finding(version=0, what="The record does not begin with game_created.")
    if record.events[-1]["type"] != "seed_revealed":
        return Finding(version=0, what="The record does not end with seed_revealed.")
    if not _SEED.match(str(record.events[-1]["data"].get("seed"))):
        return Finding(version=len(record.events), what="The seed is not 32 bytes in hex.")
    return None


def _check_seed(record: Record, seed: bytes) -> Iterator[Finding]:
    first = record.events[0]["data"]
    if first.get("commitment") != sha256(seed):
        yield Finding(version=1, what="The revealed seed does not fit the commitment.")
    if first.get("ruleset") != record.ruleset:
        yield Finding(version=1, what="The game is of another ruleset than the record says.")
    if first.get("ruleset_version") != record.ruleset_version:
        yield Finding(version=1, what="The version of the ruleset is not the record's.")


def _check_chain(record: Record, seed: bytes) -> Iterator[Finding]:
    previous = GENESIS
    for event in record.events:
        version = event["version"]
        yield from _check_commitments(event, seed)
        if event.get("hash") != link(previous, public_part(event)):
            yield Finding(version=version, what="The hash does not follow from the one before.")
        previous = str(event.get("hash"))


def public_part(event: Mapping[str, Json]) -> dict[str, Json]:
    """Give the part of an event that its hash covers, from any viewer's form of it."""
    part = {name: value for name, value in event.items() if name not in ("hash", "salts")}
    hidden = dict.fromkeys(event["commitments"], None)
    part["data"] = {name: hidden.get(name, value) for name, value in event["data"].items()}
    part["cause"] = None
    return part


def _check_commitments(event: Mapping[str, Json], seed: bytes) -> Iterator[Finding]:
    version = event["version"]
    for name, promised in event["commitments"].items():
        value = event.get("cause") if name == "cause" else event["data"].get(name)
        if commitment(salt(seed, version, name), value) != promised:
            yield Finding(version=version, what=f"{name} does not fit its commitment.")


def _check_rules(
    record: Record, ruleset: Ruleset[Any, Any, Any, Any], seed: bytes
) -> Iterator[Finding]:
    """Play the game again, command by command, and compare what comes of it."""
    if record.ruleset_version != ruleset.version:
        what = (
            f"Played by version {record.ruleset_version} of the rules; these are version "
            f"{ruleset.version}, so whether the events follow from the rules cannot be told."
        )
        yield Finding(version=0, what=what)
        return
    try:
        box = supplied_box(ruleset, record.edition)
    except GameError as error:
        yield Finding(version=0, what=f"The edition is not valid: {error}")
        return
    if edition_id(box.edition) != record.events[0]["data"].get("edition"):
        yield Finding(version=1, what="The edition is not the one that the game names.")
        return
    position: Position | None = None
    at = 0
    while at < len(record.events):
        first = record.events[at]
        try:
            made = _again(box, position, first, seed)
        except (GameError, msgspec.ValidationError, LookupError, AssertionError) as error:
            yield Finding(version=at + 1, what=f"The rules do not allow this: {error}")
            return
        for entry in made[0]:
            told = record.events[at] if at < len(record.events) else None
            if canonical(shown(entry, EVERYTHING, seed)) != canonical(told):
                yield Finding(version=entry.version, what="The rules give another event here.")
                return
            at += 1
        position = made[1]


def _again(
    box: Box, position: Position | None, first: Mapping[str, Json], seed: bytes
) -> tuple[tuple[Recorded, ...], Position]:
    command: AnyCommand = msgspec.convert(first.get("cause"), AnyCommand)
    at = msgspec.convert(first.get("at"), datetime)
    made = commit(
        box,
        position,
        command,
        actor=str(first.get("actor")),
        at=at,
        seed=seed if position is None else None,
    )
    return made.events, made.after
