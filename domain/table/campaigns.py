"""A campaign in its own stream of events: where it stands, and what comes of a command to it.

What a campaign is, is the ruleset's business (`domain.kernel.campaign`). Here it is written down as games
are: numbered, dated, chained by hashes. A campaign has no luck and no secrets, so its chain needs no seed.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from functools import cache
from typing import Any

import msgspec

from domain.kernel.campaign import Campaign
from domain.kernel.chain import GENESIS
from domain.kernel.chance import NoChance
from domain.kernel.errors import CorruptStream, UnknownRuleset
from domain.kernel.play import Play
from domain.kernel.ruleset import Ruleset, by_tag
from domain.kernel.shape import read
from domain.kernel.values import Event, Json, Value
from domain.table.box import Box
from domain.table.codec import reader
from domain.table.commands import CreateGame
from domain.table.journal import Header, Recorded, write_down

NO_SEED = b""
"""Nothing of a campaign is secret or left to luck."""


class Founding(Value, omit_defaults=True):
    """What a campaign is founded with; kept as the cause of its first event."""

    ruleset: str
    edition: str
    """SHA-256 of the edition's canonical JSON."""
    creator: str
    ruleset_version: int = 1
    """By which its events were written."""


class Opening(Value):
    """How the table of a session was asked for; kept as the cause of the event that reserved its players."""

    session: str
    table: CreateGame
    """Its options are completed by what the campaign knows."""


class CampaignPosition(Value):
    """A campaign at one version: all that the next commit builds on."""

    version: int
    hash: str
    state: Any
    """The ruleset's own."""
    founding: Founding
    created_at: datetime
    updated_at: datetime


class CampaignCommit(msgspec.Struct, frozen=True):
    """The events of one command, appended together or not at all, and where they lead."""

    events: tuple[Recorded, ...]
    before: int
    previous: str
    """The hash of the event before the first one."""
    after: CampaignPosition


def campaign_of(ruleset: Ruleset[Any, Any, Any, Any]) -> Campaign[Any, Any, Any, Any, Any]:
    """Give what the ruleset says of its campaigns. Raises `UnknownRuleset` if it has none."""
    if ruleset.campaign is None:
        raise UnknownRuleset(f"{ruleset.title} has no campaigns.")
    return ruleset.campaign


def read_command(ruleset: Ruleset[Any, Any, Any, Any], raw: dict[str, Json]) -> Any:
    """Read a command to a campaign. Raises `domain.kernel.shape.Misfit` with every fault."""
    return read(raw, by_tag(campaign_of(ruleset).command)[raw["type"]])


def commit_to_campaign(  # noqa: PLR0913  # a command, who gives it, when, where, and why
    box: Box,
    campaign_id: str,
    position: CampaignPosition | None,
    command: Any,
    *,
    actor: str,
    at: datetime,
    session: Any = None,
    cause: Founding | Opening | None = None,
) -> CampaignCommit | None:
    """Decide a command to a campaign and write down what comes of it; null where that is nothing.

    `session` is the state of the session that the command names, as it stands. `cause` is a
    `Founding` for the first command of all. Raises `GameError` and changes nothing.
    """
    rules = campaign_of(box.ruleset)
    before = position.state if position is not None else rules.initial(box.edition, campaign_id)
    play: Play[Any, Any] = Play(before, rules.evolve, NoChance())
    rules.decide(play, command, session)
    if not play.events:
        return None
    founding = cause if position is None else position.founding
    assert isinstance(founding, Founding)
    told = msgspec.to_builtins(cause) if cause is not None else None
    headers = [
        Header(at=at, actor=actor, cause=told if number == 0 else None)
        for number in range(len(play.events))
    ]
    start = (position.version, position.hash) if position is not None else (0, GENESIS)
    noted = zip(headers, play.events, strict=True)
    events = tuple(recorded for recorded, _ in write_down(start, noted, NO_SEED))
    after = CampaignPosition(
        version=events[-1].version,
        hash=events[-1].hash,
        state=play.state,
        founding=founding,
        created_at=position.created_at if position is not None else at,
        updated_at=at,
    )
    return CampaignCommit(events=events, before=start[0], previous=start[1], after=after)


def follow_campaign(
    box: Box,
    campaign_id: str,
    position: CampaignPosition | None,
    entries: tuple[Recorded, ...],
) -> CampaignPosition | None:
    """Take a position on by the events that came after it."""
    if not entries:
        return position
    expected = position.version + 1 if position is not None else 1
    if entries[0].version != expected or entries[-1].version != expected + len(entries) - 1:
        raise CorruptStream(f"Expected event {expected} next, found {entries[0].version}.")
    rules = campaign_of(box.ruleset)
    state = position.state if position is not None else rules.initial(box.edition, campaign_id)
    for entry in entries:
        state = rules.evolve(state, entry.event)
    first, last = entries[0], entries[-1]
    return CampaignPosition(
        version=last.version,
        hash=last.hash,
        state=state,
        founding=position.founding if position is not None else founding_of(first.header),
        created_at=position.created_at if position is not None else first.header.at,
        updated_at=last.header.at,
    )


def founding_of(header: Header) -> Founding:
    """Read with what a campaign was founded from the header of its first event."""
    try:
        return msgspec.convert(header.cause, Founding)
    except msgspec.ValidationError as error:
        raise CorruptStream(f"The campaign does not say what it is of: {error}") from error


def opening_of(entry: Recorded) -> Opening | None:
    """Read how the table of a session was asked for, if this event reserved its players."""
    cause = entry.header.cause
    if cause is None or "session" not in cause:
        return None
    return msgspec.convert(cause, Opening)


def table_of(
    box: Box, campaign_id: str, opening: Opening, entries: tuple[Recorded, ...]
) -> CreateGame:
    """Complete the command that sets up a session's table by what the campaign knows of its players."""
    rules = campaign_of(box.ruleset)
    for entry in entries:
        found = rules.opening(campaign_id, entry.event)
        if found is not None:
            options = msgspec.to_builtins(found[1])
            return msgspec.structs.replace(opening.table, options=options)
    raise CorruptStream(f"Session {opening.session} was opened without its players.")


def campaign_id_of(box: Box, options: dict[str, Json]) -> str | None:
    """Name the campaign that a game is a session of, if it is."""
    campaign = box.ruleset.campaign
    session = options.get(campaign.options_field) if campaign is not None else None
    return session["campaign_id"] if session is not None else None


@cache
def campaign_event_decoder(
    ruleset: Ruleset[Any, Any, Any, Any], stored_version: int
) -> Callable[[bytes], Event]:
    """Make the function that reads events of campaigns founded with this version of the ruleset."""
    return reader(campaign_of(ruleset).event, ruleset.upcasters, stored_version)
